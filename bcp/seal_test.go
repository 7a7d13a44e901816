package bcp

import (
	"bytes"
	"crypto/rand"
	"encoding/json"
	"errors"
	"slices"
	"strings"
	"testing"
	"time"

	"balcao/ap2"
	"balcao/checkout"
	"balcao/internal/bcptest"
	"balcao/internal/keyring"
	"balcao/platform"
)

// ringKeys is a key ring as the shop uses it. What it has withdrawn it publishes no more.
type ringKeys struct {
	*keyring.Ring
	withdrawn []string
}

func newRing(t *testing.T) *ringKeys {
	t.Helper()
	ring, err := keyring.Open(t.TempDir(), time.Now, rand.Reader)
	if err != nil {
		t.Fatal(err)
	}
	return &ringKeys{Ring: ring}
}

func (k *ringKeys) Publishes(kid string) bool {
	_, ok := k.PublicKey(kid)
	return ok && !slices.Contains(k.withdrawn, kid)
}

func (k *ringKeys) Published() (json.RawMessage, error) {
	var out []map[string]string
	for _, key := range k.PublicJWKs() {
		out = append(out, map[string]string{"kid": key.KID, "kty": key.KTY, "crv": key.CRV, "x": key.X, "y": key.Y, "use": key.Use, "alg": key.Alg})
	}
	return json.Marshal(out)
}

func (k *ringKeys) keys(t *testing.T) ap2.Keys {
	t.Helper()
	raw, err := k.Published()
	if err != nil {
		t.Fatal(err)
	}
	keys, err := ap2.ParseKeys(raw)
	if err != nil {
		t.Fatal(err)
	}
	return keys
}

// sealedShirt is the example of this package in a session with AP2.
func sealedShirt() checkout.Result {
	res := shirt(sessionWith(append(slices.Clone(checkoutExtensions), platform.CapAP2Mandate)...))
	res.Checkout.Nonce = "n0nce"
	res.Seals = &checkout.Seals{}
	return res
}

func sealingEncoder(keys Keys) *Encoder {
	e := testEncoder()
	e.keys = keys
	return e
}

type sealedObject struct {
	AP2 struct {
		Authorization string `json:"merchant_authorization"`
		Nonce         string `json:"nonce"`
		Receipt       string `json:"checkout_receipt"`
	} `json:"ap2"`
}

// sealIn verifies the seal of an object that goes out, over the object without ap2.
func sealIn(t *testing.T, object json.RawMessage, keys ap2.Keys) (sealedObject, ap2.Seal) {
	t.Helper()
	var got sealedObject
	if err := json.Unmarshal(object, &got); err != nil {
		t.Fatal(err)
	}
	payload, err := ap2.SealPayload(object)
	if err != nil {
		t.Fatal(err)
	}
	seal := ap2.Seal{Payload: payload, Authorization: got.AP2.Authorization}
	if err := seal.Verify(keys); err != nil {
		t.Errorf("the seal: %v", err)
	}
	return got, seal
}

func TestCheckoutUnderAP2IsSealed(t *testing.T) {
	t.Parallel()
	keys := newRing(t)
	e, res := sealingEncoder(keys), sealedShirt()
	object, err := e.Checkout(res, "pt-BR")
	if err != nil {
		t.Fatal(err)
	}
	bcptest.Check(t, "checkout", object)
	got, seal := sealIn(t, object, keys.keys(t))
	if got.AP2.Nonce != "n0nce" || got.AP2.Receipt != "" {
		t.Errorf("ap2 is %+v", got.AP2)
	}
	stored := res.Seals.Of(seal.Payload)
	if len(stored) != 1 || stored[0].Hash != seal.Hash() || stored[0].Authorization != seal.Authorization {
		t.Errorf("stored: %+v", stored)
	}
	changed := ap2.Seal{Payload: bytes.Replace(seal.Payload, []byte("5990"), []byte("5991"), 1), Authorization: seal.Authorization}
	if changed.Verify(keys.keys(t)) == nil {
		t.Error("a changed price verifies")
	}
}

// An answer that says what an earlier one said has its seal; one that does not has its own.
func TestEqualAnswersShareASeal(t *testing.T) {
	t.Parallel()
	keys := newRing(t)
	e, res := sealingEncoder(keys), sealedShirt()
	res.Messages = []checkout.Message{{Type: checkout.TypeInfo, Code: checkout.CodeWithdrawal, Path: "$"}}
	var texts []string
	for _, lang := range []string{"pt-BR", "pt-BR", "en", "pt-BR"} {
		object, err := e.Checkout(res, lang)
		if err != nil {
			t.Fatal(err)
		}
		got, _ := sealIn(t, object, keys.keys(t))
		texts = append(texts, got.AP2.Authorization)
	}
	if texts[0] != texts[1] || texts[0] != texts[3] || texts[0] == texts[2] {
		t.Errorf("seals %q", texts)
	}
}

// A seal whose key the profile shows no more cannot be verified by anybody: it is not used
// again.
func TestSealOfWithdrawnKeyIsMadeAnew(t *testing.T) {
	t.Parallel()
	keys := newRing(t)
	e, res := sealingEncoder(keys), sealedShirt()
	first, err := e.Checkout(res, "pt-BR")
	if err != nil {
		t.Fatal(err)
	}
	_, before := sealIn(t, first, keys.keys(t))
	if _, err := keys.Make(0); err != nil {
		t.Fatal(err)
	}
	again, err := e.Checkout(res, "pt-BR")
	if err != nil {
		t.Fatal(err)
	}
	if !bytes.Equal(again, first) {
		t.Error("a key in grace seals no more")
	}
	keys.withdrawn = []string{before.KeyID()}
	last, err := e.Checkout(res, "pt-BR")
	if err != nil {
		t.Fatal(err)
	}
	if _, after := sealIn(t, last, keys.keys(t)); after.KeyID() == before.KeyID() || !bytes.Equal(after.Payload, before.Payload) {
		t.Errorf("sealed by %s before and %s after", before.KeyID(), after.KeyID())
	}
}

// Nothing that was made under AP2 goes out unsealed, and nothing else goes out sealed.
func TestSealFollowsTheSession(t *testing.T) {
	t.Parallel()
	res := sealedShirt()
	res.Seals = nil
	if _, err := sealingEncoder(newRing(t)).Checkout(res, "pt-BR"); !errors.Is(err, errUnsealed) {
		t.Errorf("without seals: %v", err)
	}
	if _, err := testEncoder().Checkout(sealedShirt(), "pt-BR"); !errors.Is(err, errUnsealed) {
		t.Errorf("without keys: %v", err)
	}
	object, err := sealingEncoder(newRing(t)).Checkout(shirt(sessionWith(checkoutExtensions...)), "pt-BR")
	if err != nil || strings.Contains(string(object), `"ap2"`) {
		t.Errorf("without AP2: %v, %s", err, object)
	}
}

// A receipt goes out beside the seal, and a purchase that is over asks for no mandate.
func TestReceiptBesideTheSeal(t *testing.T) {
	t.Parallel()
	keys := newRing(t)
	res := sealedShirt()
	res.MandateReceipt, res.Status = "h.p.s", checkout.Completed
	res.Checkout.Order = &checkout.OrderRef{ID: "ord_1", Key: "k"}
	object, err := sealingEncoder(keys).Checkout(res, "pt-BR")
	if err != nil {
		t.Fatal(err)
	}
	bcptest.Check(t, "checkout", object)
	if got, _ := sealIn(t, object, keys.keys(t)); got.AP2.Receipt != "h.p.s" || got.AP2.Nonce != "" {
		t.Errorf("ap2 is %+v", got.AP2)
	}
}

// What a platform wrote and JSON could say twice, or too large, is sealed as it goes out.
func TestSealCoversForeignText(t *testing.T) {
	t.Parallel()
	keys := newRing(t)
	res := sealedShirt()
	res.Checkout.Attribution = map[string]string{"ap2": "x", "ção<>&": "\u2028 \U0001F600 é e\u0301", `"`: "\\"}
	object, err := sealingEncoder(keys).Checkout(res, "pt-BR")
	if err != nil {
		t.Fatal(err)
	}
	_, seal := sealIn(t, object, keys.keys(t))
	if !bytes.Contains(seal.Payload, []byte(`"ap2":"x"`)) {
		t.Error("a nested ap2 is not covered")
	}
}
