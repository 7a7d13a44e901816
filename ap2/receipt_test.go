package ap2

import (
	"encoding/base64"
	"errors"
	"strings"
	"testing"
)

// failingSigner signs nothing.
type failingSigner struct{ err error }

func (f failingSigner) Sign(map[string]string, []byte) (string, string, error) { return "", "", f.err }

func TestReceipt(t *testing.T) {
	t.Parallel()
	shop, other := newTestKey(t, "m1"), newTestKey(t, "m1")
	want := Receipt{Issuer: shopURL, IssuedAt: 1790000000, Status: ReceiptSuccess, Reference: "ref", OrderID: "ord_1"}
	text, err := want.Sign(shop)
	if err != nil {
		t.Fatal(err)
	}
	if got, err := VerifyReceipt(text, shop.keys(t)); err != nil || got != want {
		t.Errorf("got %+v, %v", got, err)
	}
	signed := func(header map[string]string, payload string) string {
		protected, signature, err := shop.Sign(header, []byte(payload))
		if err != nil {
			t.Fatal(err)
		}
		return protected + "." + base64.RawURLEncoding.EncodeToString([]byte(payload)) + "." + signature
	}
	forged, err := want.Sign(other)
	if err != nil {
		t.Fatal(err)
	}
	jwt := map[string]string{"typ": "JWT"}
	for name, bad := range map[string]struct {
		text string
		keys Keys
	}{
		"no key":           {text, Keys{}},
		"key of another":   {forged, shop.keys(t)},
		"a seal":           {signed(nil, `{"status":"Success"}`), shop.keys(t)},
		"another type":     {signed(map[string]string{"typ": "kb+jwt"}, `{"status":"Success"}`), shop.keys(t)},
		"no JSON":          {signed(jwt, "Success"), shop.keys(t)},
		"another order":    {strings.Replace(text, ".", ".e30", 1), shop.keys(t)},
		"nothing":          {"", shop.keys(t)},
		"of two parts":     {"e30.e30", shop.keys(t)},
		"without anything": {"..", Keys{}},
	} {
		if _, err := VerifyReceipt(bad.text, bad.keys); !errors.Is(err, ErrReceipt) {
			t.Errorf("%s: %v", name, err)
		}
	}
	down := errors.New("down")
	if text, err := want.Sign(failingSigner{down}); !errors.Is(err, down) || text != "" {
		t.Errorf("signed %q, %v", text, err)
	}
}

// A header is read before anybody has signed it: it is bounded.
func TestHeaderBound(t *testing.T) {
	t.Parallel()
	shop := newTestKey(t, "m1")
	header := func(n int) string {
		protected, signature, err := shop.Sign(map[string]string{"x": strings.Repeat("y", n)}, []byte("{}"))
		if err != nil {
			t.Fatal(err)
		}
		return protected + ".e30." + signature
	}
	fits := maxHeader*3/4 - len(header(0))
	for n, good := range map[int]bool{fits: true, maxHeader: false} {
		if _, err := parseJWS(header(n)); (err == nil) != good {
			t.Errorf("%d: %v", n, err)
		}
	}
}

func TestKeyThatIsNot(t *testing.T) {
	t.Parallel()
	if got := (newTestKey(t, "m1").keys(t)).JWK("m2"); got != nil {
		t.Errorf("got %s", got)
	}
}
