package bcp

import (
	"bytes"
	"context"
	"encoding/base64"
	"encoding/json"
	"errors"
	"log/slog"
	"os"
	"strings"
	"testing"
	"time"

	"github.com/go-jose/go-jose/v4"

	"balcao/ap2"
	"balcao/checkout"
	"balcao/order"
)

// vector is one of the mandate cases.
type vector struct {
	Token   string `json:"token"`
	Context struct {
		Now          int64  `json:"now"`
		Audience     string `json:"expected_aud"`
		Nonce        string `json:"expected_nonce"`
		Merchant     struct{ ID string }
		PlatformKeys json.RawMessage `json:"platform_profile_keys"`
		MerchantKeys json.RawMessage `json:"merchant_keys"`
		Current      json.RawMessage `json:"current_checkout"`
	} `json:"context"`
}

func readVector(t *testing.T, name string) vector {
	t.Helper()
	raw, err := os.ReadFile("../testdata/vectors/ap2/" + name + ".json")
	if err != nil {
		t.Fatal(err)
	}
	var v vector
	if err := json.Unmarshal(raw, &v); err != nil {
		t.Fatal(err)
	}
	return v
}

// query asks about the case's mandate for its own checkout.
func (v vector) query(t *testing.T) checkout.MandateQuery {
	t.Helper()
	payload, err := ap2.SealPayload(v.Context.Current)
	if err != nil {
		t.Fatal(err)
	}
	return checkout.MandateQuery{
		Platform: "https://platform.example/p.json", Checkout: "checkout_abc123", Mandate: v.Token,
		Seals: []checkout.Seal{{Payload: payload}}, Nonce: v.Context.Nonce, Now: time.Unix(v.Context.Now, 0),
		Used: func(order.Evidence) (bool, error) { return false, nil },
	}
}

// caseKeys publishes the case's keys of the shop, and signs with a ring.
type caseKeys struct {
	*ringKeys
	published json.RawMessage
}

func (k caseKeys) Published() (json.RawMessage, error) { return k.published, nil }

// issuers is a platform that publishes keys, and others after a refresh.
type issuers struct {
	keys, fresh []byte
	err         error
	distrusted  bool
	asked       int
}

func (i *issuers) Trusts(string) bool { return !i.distrusted }

func (i *issuers) Keys(context.Context, string) ([]byte, error) { return i.keys, i.err }

func (i *issuers) Refresh(context.Context, string) ([]byte, bool) {
	i.asked++
	return i.fresh, i.fresh != nil
}

func (v vector) judge(t *testing.T, from *issuers) (*Mandates, *ringKeys, *bytes.Buffer) {
	t.Helper()
	ring, log := newRing(t), new(bytes.Buffer)
	rules := MandateRules{
		MerchantID: v.Context.Merchant.ID, Issuer: "https://loja.example",
		Audiences: []string{v.Context.Audience}, PaymentAudiences: []string{v.Context.Audience},
	}
	return NewMandates(rules, caseKeys{ring, v.Context.MerchantKeys}, from, slog.New(slog.NewTextHandler(log, nil))), ring, log
}

func refusalOf(t *testing.T, err error) checkout.MandateRefusal {
	t.Helper()
	var no *checkout.MandateRefusal
	if !errors.As(err, &no) {
		t.Fatalf("not refused: %v", err)
	}
	return *no
}

// claimsOf verifies a receipt by the ring's key, as another JOSE library would.
func claimsOf(t *testing.T, text string, ring *ringKeys) ap2.Receipt {
	t.Helper()
	jws, err := jose.ParseSignedCompact(text, []jose.SignatureAlgorithm{jose.ES256})
	if err != nil {
		t.Fatal(err)
	}
	key, ok := ring.PublicKey(jws.Signatures[0].Protected.KeyID)
	if !ok {
		t.Fatal("the receipt names no key of the shop")
	}
	claims, err := jws.Verify(key)
	if err != nil {
		t.Fatal(err)
	}
	var r ap2.Receipt
	if err := json.Unmarshal(claims, &r); err != nil {
		t.Fatal(err)
	}
	return r
}

func TestAdmittedMandateIsEvidence(t *testing.T) {
	t.Parallel()
	v := readVector(t, "valid-second-profile-key")
	// A key whose member names differ in case alone is another key, or none.
	decoy := `[{"KID":"platform-2026-2","kty":"EC","crv":"P-256"},{"Kid":"platform-2026-2","kid":"x"},` + string(v.Context.PlatformKeys[1:])
	m, ring, log := v.judge(t, &issuers{keys: []byte(decoy)})
	q := v.query(t)
	ev, err := m.Checkout(t.Context(), q)
	if err != nil {
		t.Fatal(err)
	}
	seal := ap2.Seal{Payload: ev.Terms, Authorization: ev.Authorization}
	if !bytes.Equal(ev.Terms, q.Seals[0].Payload) || seal.Hash() != ev.CheckoutHash || ev.Mandate != v.Token || ev.Checkout != q.Checkout {
		t.Errorf("evidence %+v", ev)
	}
	var kept []map[string]string
	if err := json.Unmarshal(ev.IssuerKeys, &kept); err != nil || len(kept) != 1 || kept[0]["kid"] != "platform-2026-2" || len(kept[0]) != 7 {
		t.Errorf("issuer keys %s (%v)", ev.IssuerKeys, err)
	}
	ev.Order = "ord_1"
	placed, err := m.Placed(ev, q.Now)
	if err != nil {
		t.Fatal(err)
	}
	want := ap2.Receipt{
		Issuer: "https://loja.example", IssuedAt: v.Context.Now, Status: "Success", OrderID: "ord_1",
		Reference: ap2.Reference(v.Token),
	}
	if got := claimsOf(t, placed.Receipt, ring); got != want {
		t.Errorf("receipt %+v, want %+v", got, want)
	}
	if log.Len() > 0 {
		t.Errorf("logged: %s", log)
	}
}

// The platform is told a code, and the shop's log why, without the mandate.
func TestRefusedMandate(t *testing.T) {
	t.Parallel()
	for name, want := range map[string]struct {
		code checkout.Code
		word string
	}{
		"wrong-aud":                 {checkout.CodeMandateScope, "invalid_mandate"},
		"merchant-auth-by-attacker": {checkout.CodeAuthorizationInvalid, "invalid_mandate"},
		"expired":                   {checkout.CodeMandateExpired, "invalid_credential"},
		"wrong-sd-hash":             {checkout.CodeMandateInvalid, "invalid_credential"},
		"bare-jws-no-tilde":         {checkout.CodeMandateInvalid, "invalid_credential"},
		"kid-unknown":               {checkout.CodeAgentMissingKey, "invalid_credential"},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			v := readVector(t, name)
			m, ring, log := v.judge(t, &issuers{keys: v.Context.PlatformKeys})
			_, err := m.Checkout(t.Context(), v.query(t))
			no := refusalOf(t, err)
			if no.Code != want.code {
				t.Errorf("code %s, want %s", no.Code, want.code)
			}
			got := claimsOf(t, no.Receipt, ring)
			if got.Status != "Error" || got.Error != want.word || got.OrderID != "" || got.Reference != ap2.Reference(v.Token) {
				t.Errorf("receipt %+v", got)
			}
			if !strings.Contains(log.String(), string(want.code)) || strings.Contains(log.String(), v.Token[:40]) {
				t.Errorf("logged: %s", log)
			}
		})
	}
}

// A constraint that nobody here knows has its own word in the receipt.
func TestUnknownConstraintInReceipt(t *testing.T) {
	t.Parallel()
	for name, word := range map[string]string{"chain-unknown-constraint": "unresolved_constraint", "chain-item-not-allowed": "invalid_mandate"} {
		v := readVector(t, name)
		m, ring, _ := v.judge(t, &issuers{keys: v.Context.PlatformKeys})
		m.rules.Chains = true
		_, err := m.Checkout(t.Context(), v.query(t))
		if got := claimsOf(t, refusalOf(t, err).Receipt, ring); got.Error != word {
			t.Errorf("%s: %+v", name, got)
		}
	}
}

func TestChainsOnlyWhereAllowed(t *testing.T) {
	t.Parallel()
	v := readVector(t, "chain-valid")
	m, _, _ := v.judge(t, &issuers{keys: v.Context.PlatformKeys})
	_, err := m.Checkout(t.Context(), v.query(t))
	if no := refusalOf(t, err); no.Code != checkout.CodeMandateInvalid {
		t.Errorf("code %s", no.Code)
	}
	m.rules.Chains = true
	if ev, err := m.Checkout(t.Context(), v.query(t)); err != nil || ev.OpenHash == "" || !ev.Chains {
		t.Errorf("allowed: %+v, %v", ev, err)
	}
}

// A key that the shop has not seen yet is asked for once; whoever asked before may have
// brought it.
func TestUnknownKeyIsAskedFor(t *testing.T) {
	t.Parallel()
	v := readVector(t, "valid-dc-sd-jwt-kb")
	all := []byte(v.Context.PlatformKeys)
	for name, test := range map[string]struct {
		from  issuers
		asked int
		good  bool
	}{
		"known":               {issuers{keys: all}, 0, true},
		"new":                 {issuers{keys: []byte(`[]`), fresh: all}, 1, true},
		"none published":      {issuers{fresh: all}, 1, true},
		"not there either":    {issuers{keys: []byte(`[]`), fresh: []byte(`[]`)}, 1, false},
		"not to be asked now": {issuers{keys: []byte(`[]`)}, 1, false},
		"no list":             {issuers{keys: []byte(`{}`)}, 1, false},
		"not trusted":         {issuers{keys: all, fresh: all, distrusted: true}, 0, false},
	} {
		from := test.from
		m, _, _ := v.judge(t, &from)
		_, err := m.Checkout(t.Context(), v.query(t))
		if from.asked != test.asked || (err == nil) != test.good {
			t.Errorf("%s: asked %d times, %v", name, from.asked, err)
		}
		if err != nil && refusalOf(t, err).Code != checkout.CodeAgentMissingKey {
			t.Errorf("%s: %v", name, err)
		}
	}
}

// A platform whose profile cannot be had just now may try again: nothing is held against it.
func TestKeysUnavailable(t *testing.T) {
	t.Parallel()
	v := readVector(t, "valid-dc-sd-jwt-kb")
	down := errors.New("down")
	m, _, _ := v.judge(t, &issuers{err: down})
	_, err := m.Checkout(t.Context(), v.query(t))
	var failed *checkout.Error
	if !errors.As(err, &failed) || failed.Reason != checkout.Unavailable || failed.RetryAfter == 0 || !errors.Is(err, down) {
		t.Errorf("got %v", err)
	}
}

func TestMandateOnce(t *testing.T) {
	t.Parallel()
	v := readVector(t, "valid-dc-sd-jwt-kb")
	m, _, _ := v.judge(t, &issuers{keys: v.Context.PlatformKeys})
	q := v.query(t)
	asked := ""
	q.Used = func(ev order.Evidence) (bool, error) { asked = ev.CheckoutHash; return true, nil }
	_, err := m.Checkout(t.Context(), q)
	if no := refusalOf(t, err); no.Code != checkout.CodeMandateScope || asked == "" {
		t.Errorf("code %s, asked for %q", no.Code, asked)
	}
	down := errors.New("down")
	q.Used = func(order.Evidence) (bool, error) { return false, down }
	if _, err := m.Checkout(t.Context(), q); !errors.Is(err, down) {
		t.Errorf("a store that is down: %v", err)
	}
}

// A mandate that names an issuer must name the platform whose checkout it is.
func TestMandateOfAnotherPlatform(t *testing.T) {
	t.Parallel()
	v := readVector(t, "valid-dc-sd-jwt-kb")
	m, _, _ := v.judge(t, &issuers{keys: v.Context.PlatformKeys})
	for platform, good := range map[string]bool{
		"https://platform.example/other/p.json": true, "https://platform.example:8443/p.json": false, "https://evil.example/p.json": false,
	} {
		q := v.query(t)
		q.Platform = platform
		if _, err := m.Checkout(t.Context(), q); (err == nil) != good {
			t.Errorf("%s: %v", platform, err)
		}
	}
}

func TestPaymentMandate(t *testing.T) {
	t.Parallel()
	v, honest := readVector(t, "pay-valid"), readVector(t, "valid-dc-sd-jwt-kb")
	m, _, _ := v.judge(t, &issuers{keys: v.Context.PlatformKeys})
	of, err := m.Checkout(t.Context(), honest.query(t))
	if err != nil {
		t.Fatal(err)
	}
	want := order.PaymentEvidence{Mandate: v.Token, Amount: 599900, Currency: "BRL", InstrumentID: "instr_1", InstrumentType: "card"}
	if got, err := m.Payment(t.Context(), of, want); err != nil || len(got.IssuerKeys) == 0 || len(got.Audiences) != 1 {
		t.Errorf("%+v, %v", got, err)
	}
	less := want
	less.Amount--
	_, err = m.Payment(t.Context(), of, less)
	if no := refusalOf(t, err); no.Code != checkout.CodeMandateScope || no.Receipt == "" {
		t.Errorf("another amount: %+v", no)
	}
	none := want
	none.Mandate = ""
	_, err = m.Payment(t.Context(), of, none)
	if no := refusalOf(t, err); no.Code != checkout.CodeMandateRequired || no.Receipt != "" {
		t.Errorf("no token: %+v", no)
	}
}

// What a receipt says is base64url JSON without a byte of the mandate in it.
func TestReceiptForm(t *testing.T) {
	t.Parallel()
	v := readVector(t, "wrong-aud")
	m, _, _ := v.judge(t, &issuers{keys: v.Context.PlatformKeys})
	_, err := m.Checkout(t.Context(), v.query(t))
	parts := strings.Split(refusalOf(t, err).Receipt, ".")
	header, err := base64.RawURLEncoding.DecodeString(parts[0])
	if err != nil || len(parts) != 3 || !strings.Contains(string(header), `"alg":"ES256"`) || !strings.Contains(string(header), `"typ":"JWT"`) {
		t.Errorf("header %s of %d parts (%v)", header, len(parts), err)
	}
}
