package ap2

import (
	"encoding/json"
	"errors"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"testing"
	"time"
)

// vector is a case of testdata/vectors/ap2, made by other implementations and by hand.
type vector struct {
	Name, Kind, Form, Expect string
	Code                     Code
	AlsoOK                   []Code `json:"also_ok"`
	Context                  struct {
		Now          int64
		Skew         int64  `json:"clock_skew_s"`
		Aud          string `json:"expected_aud"`
		Nonce        string `json:"expected_nonce"`
		Merchant     struct{ ID string }
		PlatformKeys json.RawMessage `json:"platform_profile_keys"`
		MerchantKeys json.RawMessage `json:"merchant_keys"`
		Consumed     []string        `json:"already_consumed"`
		Current      json.RawMessage `json:"current_checkout"`
	}
	Instrument struct{ ID, Type string }
	Token      string
	Recipe     *struct {
		Prefix, Repeat, Suffix string
		Times                  int
	} `json:"token_recipe"`
	Limits struct {
		MaxAlloc uint64 `json:"max_alloc_bytes"`
	}
}

const vectorCount = 124

func loadVectors(tb testing.TB) []vector {
	tb.Helper()
	names, err := filepath.Glob("../testdata/vectors/ap2/*.json")
	if err != nil || len(names) != vectorCount {
		tb.Fatalf("%d vectors, want %d (%v)", len(names), vectorCount, err)
	}
	var out []vector
	for _, name := range names {
		out = append(out, loadVector(tb, strings.TrimSuffix(filepath.Base(name), ".json")))
	}
	return out
}

func loadVector(tb testing.TB, name string) vector {
	tb.Helper()
	raw, err := os.ReadFile("../testdata/vectors/ap2/" + name + ".json")
	if err != nil {
		tb.Fatal(err)
	}
	var v vector
	if err := json.Unmarshal(raw, &v); err != nil {
		tb.Fatal(err)
	}
	if r := v.Recipe; r != nil {
		v.Token = r.Prefix + strings.Repeat(r.Repeat, r.Times) + r.Suffix
	}
	return v
}

func (v vector) policy(tb testing.TB) Policy {
	c := v.Context
	return Policy{
		Now: time.Unix(c.Now, 0), Skew: time.Duration(c.Skew) * time.Second, Issuer: "https://platform.example",
		IssuerKeys: keysOf(tb, c.PlatformKeys), Audiences: []string{c.Aud}, Nonces: []string{c.Nonce}, Consumed: c.Consumed,
		Delegation: true,
	}
}

// seal is the current checkout's, as the shop keeps it.
func (v vector) seal(tb testing.TB) Seal {
	tb.Helper()
	payload, err := SealPayload(v.Context.Current)
	if err != nil {
		tb.Fatal(err)
	}
	var checkout struct {
		AP2 struct {
			Authorization string `json:"merchant_authorization"`
		}
	}
	if err := json.Unmarshal(v.Context.Current, &checkout); err != nil {
		tb.Fatal(err)
	}
	return Seal{Payload: payload, Authorization: checkout.AP2.Authorization}
}

func (v vector) checkout(tb testing.TB) Checkout {
	return Checkout{
		Policy: v.policy(tb), MerchantID: v.Context.Merchant.ID, MerchantKeys: keysOf(tb, v.Context.MerchantKeys),
		Payloads: [][]byte{v.seal(tb).Payload},
	}
}

func (v vector) payment(tb testing.TB) Payment {
	var terms struct {
		Currency string
		Totals   []struct {
			Type   string
			Amount int64
		}
	}
	if err := json.Unmarshal(v.Context.Current, &terms); err != nil {
		tb.Fatal(err)
	}
	p := Payment{
		Policy: v.policy(tb), CheckoutHash: v.seal(tb).Hash(), PayeeID: v.Context.Merchant.ID, Currency: terms.Currency,
		InstrumentID: v.Instrument.ID, InstrumentType: v.Instrument.Type,
	}
	for _, total := range terms.Totals {
		if total.Type == "total" {
			p.Amount = total.Amount
		}
	}
	return p
}

func (v vector) verify(tb testing.TB) error {
	if v.Kind == "payment_mandate" {
		_, err := VerifyPayment(v.Token, v.payment(tb))
		return err
	}
	_, err := VerifyCheckout(v.Token, v.checkout(tb))
	return err
}

// fault says how the outcome differs from what the vector wants, empty if it does not.
func (v vector) fault(err error) string {
	if v.Expect == "accept" {
		if err != nil {
			return "refused: " + explain(err)
		}
		return ""
	}
	var refused *Error
	switch {
	case err == nil:
		return "accepted"
	case !errors.As(err, &refused):
		return "not an Error: " + err.Error()
	case refused.Code != v.Code && !slices.Contains(v.AlsoOK, refused.Code):
		return "other code: " + explain(err)
	}
	return ""
}

// explain is an error with what only the log gets to see.
func explain(err error) string {
	var refused *Error
	if errors.As(err, &refused) {
		return string(refused.Code) + ": " + refused.Detail
	}
	return "no Error"
}

func TestVectors(t *testing.T) {
	t.Parallel()
	for _, v := range loadVectors(t) {
		t.Run(v.Name, func(t *testing.T) {
			t.Parallel()
			err := v.verify(t)
			if fault := v.fault(err); fault != "" {
				t.Error(fault)
			}
			if err != nil && err.Error() != string(codeOf(err))+": "+codeOf(err).Text() {
				t.Errorf("text %q tells more than the code", err)
			}
		})
	}
}

func codeOf(err error) Code {
	var refused *Error
	if errors.As(err, &refused) {
		return refused.Code
	}
	return ""
}

// TestVectorAllocations: a token is refused for its size before anything is made of it.
// Not parallel: it counts what the whole process allocates.
func TestVectorAllocations(t *testing.T) {
	counted := 0
	for _, v := range loadVectors(t) {
		if v.Limits.MaxAlloc == 0 {
			continue
		}
		counted++
		c := v.checkout(t)
		var before, after runtime.MemStats
		runtime.ReadMemStats(&before)
		_, err := VerifyCheckout(v.Token, c)
		runtime.ReadMemStats(&after)
		if got := after.TotalAlloc - before.TotalAlloc; got > v.Limits.MaxAlloc || codeOf(err) != InvalidSignature {
			t.Errorf("%s: %d bytes allocated, at most %d; %v", v.Name, got, v.Limits.MaxAlloc, err)
		}
	}
	if counted < 2 {
		t.Errorf("%d vectors with a limit", counted)
	}
}
