package main

import (
	"bytes"
	"crypto/elliptic"
	"encoding/json"
	"maps"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"testing"

	"github.com/go-jose/go-jose/v4"
	"github.com/gowebpki/jcs"
)

// mandateShopID is the shop's id in payees and constraints, as it is without a setting.
const mandateShopID = "balcao-demo"

const (
	capCheckoutName = "br.dev.bcp.shopping.checkout"
	capMandateName  = "br.dev.bcp.shopping.ap2_mandate"
)

// mandatePlatform is a platform whose buyers sign mandates. It serves its own profile.
type mandatePlatform struct {
	t             *testing.T
	shop          *testShop
	url, origin   string
	keys          []mandateKey
	holder, thief mandateKey
	other         sealedCheckout
	// honest says that its profile lets it make good mandates; orders are those of its shop.
	honest bool
	orders *atomic.Int64
	// fetches counts who asked for the profile.
	fetches  atomic.Int64
	document atomic.Pointer[[]byte]
	// agent holds all that was seen against the schemas, once.
	agent *buyerAgent
}

// mandatePlatform starts a platform with two keys, both published.
func (s *testShop) mandatePlatform(t *testing.T) *mandatePlatform {
	t.Helper()
	p := &mandatePlatform{t: t, shop: s, honest: true, holder: newMandateKey(t, "holder-1", elliptic.P256()), thief: newMandateKey(t, "attacker-1", elliptic.P256())}
	for _, kid := range []string{"platform-2026-1", "platform-2026-2"} {
		p.keys = append(p.keys, newMandateKey(t, kid, elliptic.P256()))
	}
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
		p.fetches.Add(1)
		_, _ = w.Write(*p.document.Load())
	}))
	t.Cleanup(server.Close)
	p.origin, p.url = server.URL, server.URL+"/profile.json"
	p.publish(true, p.keys[0].published(t), p.keys[1].published(t))
	p.agent = s.agentOf(t, p.url)
	return p
}

// publish changes the profile: it has checkout, AP2 if wanted, and these keys.
func (p *mandatePlatform) publish(mandates bool, keys ...object) {
	p.t.Helper()
	_, full := p.shop.request(p.t, http.MethodGet, "/sandbox/platform.json", http.Header{}, nil)
	var doc struct {
		UCP map[string]any `json:"ucp"`
	}
	if err := json.Unmarshal(full, &doc); err != nil {
		p.t.Fatal(err)
	}
	entries, _ := dig(doc.UCP, "capabilities", capCheckoutName).([]any)
	if len(entries) == 0 {
		p.t.Fatalf("the sandbox profile has no checkout: %s", full)
	}
	capabilities := object{capCheckoutName: entries}
	if mandates {
		entry := maps.Clone(entries[0].(map[string]any))
		entry["version"], entry["extends"] = "2026-07-28", capCheckoutName
		for name, change := range map[string][2]string{"spec": {"/checkout", "/ap2-mandates"}, "schema": {"/checkout.json", "/ap2_mandate.json"}} {
			text, _ := entry[name].(string)
			entry[name] = strings.TrimSuffix(text, change[0]) + change[1]
		}
		capabilities[capMandateName] = []any{entry}
	}
	doc.UCP["capabilities"] = capabilities
	out := []byte(jsonText(p.t, object{"ucp": doc.UCP, "keys": append([]object{}, keys...)}))
	p.document.Store(&out)
}

// buyer is a conversation of its own.
func (p *mandatePlatform) buyer(t *testing.T) *buyerAgent {
	b := &buyerAgent{t: t, shop: p.shop, Header: p.agent.Header.Clone(), seen: map[string][][]byte{}}
	t.Cleanup(func() {
		p.agent.mu.Lock()
		defer p.agent.mu.Unlock()
		for kind, docs := range b.seen {
			p.agent.seen[kind] = append(p.agent.seen[kind], docs...)
		}
	})
	return b
}

// begin puts one product into a new cart.
func (p *mandatePlatform) begin(t *testing.T) (*buyerAgent, sealedCheckout) {
	t.Helper()
	b := p.buyer(t)
	return b, p.sealed(t, b.do("add_to_checkout", "product_id", "PIXEL-10-PRO"))
}

// sealedCheckout is a checkout of an answer with the shop's seal.
type sealedCheckout struct {
	raw                  []byte
	payload              []byte // in canonical form, without ap2
	authorization, nonce string
	kid                  string // of the shop's key
	jwt, hash            string // AP2's checkout_jwt and checkout_hash
}

// sealed reads the checkout of an answer, which must be ready and truly sealed.
func (p *mandatePlatform) sealed(t *testing.T, r *reply) sealedCheckout {
	t.Helper()
	if got := r.status(); got != "ready_for_complete" {
		t.Fatalf("status is %q, want ready_for_complete: %.900s", got, r.Body)
	}
	s := p.sealOf(t, r)
	if s.nonce == "" {
		t.Fatalf("no nonce: %.900s", r.Body)
	}
	return s
}

// sealOf reads the seal of the checkout of an answer, in any state.
func (p *mandatePlatform) sealOf(t *testing.T, r *reply) sealedCheckout {
	t.Helper()
	for _, part := range r.Message.Parts {
		if raw, ok := part.Data["a2a.bcp.checkout"]; ok {
			return p.sealIn(t, raw)
		}
	}
	t.Fatalf("no checkout: %.600s", r.Body)
	return sealedCheckout{}
}

// sealIn reads the seal of a checkout.
func (p *mandatePlatform) sealIn(t *testing.T, raw json.RawMessage) sealedCheckout {
	t.Helper()
	s := sealedCheckout{raw: raw}
	var members map[string]json.RawMessage
	var ap2 struct {
		Authorization string `json:"merchant_authorization"`
		Nonce         string `json:"nonce"`
	}
	if err := json.Unmarshal(s.raw, &members); err != nil {
		t.Fatalf("no checkout: %v: %.600s", err, raw)
	}
	if err := json.Unmarshal(members["ap2"], &ap2); err != nil {
		t.Fatalf("the checkout is not sealed: %v: %.900s", err, raw)
	}
	delete(members, "ap2")
	rest, err := json.Marshal(members)
	if err != nil {
		t.Fatal(err)
	}
	if s.payload, err = jcs.Transform(rest); err != nil {
		t.Fatal(err)
	}
	s.authorization, s.nonce = ap2.Authorization, ap2.Nonce
	jws, err := jose.ParseDetached(s.authorization, s.payload, []jose.SignatureAlgorithm{jose.ES256})
	if err != nil {
		t.Fatalf("merchant_authorization %q: %v", s.authorization, err)
	}
	s.kid = jws.Signatures[0].Protected.KeyID
	if err := jws.DetachedVerify(s.payload, p.shopKey(t, s.kid)); err != nil {
		t.Fatalf("the seal does not verify: %v", err)
	}
	s.jwt = strings.Replace(s.authorization, "..", "."+b64(s.payload)+".", 1)
	s.hash = sha256b64(s.jwt)
	return s
}

// shopKey is a key that the shop publishes, in both places alike.
func (p *mandatePlatform) shopKey(t *testing.T, kid string) any {
	t.Helper()
	for _, path := range []string{"/.well-known/bcp", "/.well-known/jwks.json"} {
		resp, body := p.shop.request(t, http.MethodGet, path, http.Header{}, nil)
		var set jose.JSONWebKeySet
		if err := json.Unmarshal(body, &set); err != nil {
			t.Fatalf("%s (%d): %v", path, resp.StatusCode, err)
		}
		if found := set.Key(kid); len(found) != 1 {
			t.Fatalf("%s has %d keys %q", path, len(found), kid)
		} else if path == "/.well-known/jwks.json" {
			return found[0].Key
		}
	}
	return nil
}

// object is the checkout as it was received; numbers stay as they are.
func (s sealedCheckout) object(t testing.TB) object {
	t.Helper()
	d := json.NewDecoder(bytes.NewReader(s.raw))
	d.UseNumber()
	var o object
	if err := d.Decode(&o); err != nil {
		t.Fatal(err)
	}
	return o
}

// cheaper is the checkout with another total.
func (s sealedCheckout) cheaper(t testing.TB) object {
	t.Helper()
	o := s.object(t)
	for _, total := range o["totals"].([]any) {
		if total := total.(map[string]any); total["type"] == "total" {
			total["amount"] = json.Number("100")
			return o
		}
	}
	t.Fatalf("no total in %s", s.raw)
	return nil
}

func (s sealedCheckout) total(t testing.TB) json.Number {
	t.Helper()
	for _, total := range s.object(t)["totals"].([]any) {
		if total := total.(map[string]any); total["type"] == "total" {
			return total["amount"].(json.Number)
		}
	}
	t.Fatalf("no total in %s", s.raw)
	return ""
}

// item is the id of the product in the first line.
func (s sealedCheckout) item(t testing.TB) string {
	t.Helper()
	id, _ := dig(s.object(t)["line_items"].([]any)[0], "item", "id").(string)
	return id
}

// completeWith completes the checkout of a conversation by card with a mandate and a
// token. Without a mandate there is no ap2 at all.
func (b *buyerAgent) completeWith(mandate, token string) *reply {
	b.t.Helper()
	data := object{"a2a.bcp.checkout.payment": object{"instruments": []any{object{
		"id": "instr_1", "handler_id": "gpay", "type": "card", "selected": true,
		"credential": object{"type": "PAYMENT_GATEWAY", "token": token},
	}}}}
	if mandate != "" {
		data["ap2"] = object{"checkout_mandate": mandate}
	}
	return b.send(object{"data": object{"action": "complete_checkout"}}, object{"data": data})
}

// receipt is the AP2 receipt of an answer after its signature was checked, nil for none.
func (p *mandatePlatform) receipt(t *testing.T, r *reply) object {
	t.Helper()
	text, _ := dig(r.checkout(), "ap2", "checkout_receipt").(string)
	if text == "" {
		return nil
	}
	jws, err := jose.ParseSignedCompact(text, []jose.SignatureAlgorithm{jose.ES256})
	if err != nil {
		t.Fatalf("receipt %q: %v", text, err)
	}
	payload, err := jws.Verify(p.shopKey(t, jws.Signatures[0].Protected.KeyID))
	if err != nil {
		t.Fatalf("receipt: %v", err)
	}
	var claims object
	if err := json.Unmarshal(payload, &claims); err != nil {
		t.Fatal(err)
	}
	if claims["iss"] != p.shop.URL || claims["iat"] == nil {
		t.Errorf("receipt %v is not of %s", claims, p.shop.URL)
	}
	return claims
}

// accepted checks that an answer has the order, and returns its id.
func (p *mandatePlatform) accepted(t *testing.T, r *reply) string {
	t.Helper()
	if got := r.status(); got != "completed" {
		t.Fatalf("status is %q, want completed: %+v", got, r.messages())
	}
	p.sealOf(t, r)
	id, _ := dig(r.checkout(), "order", "id").(string)
	receipt := p.receipt(t, r)
	if id == "" || receipt["status"] != "Success" || receipt["order_id"] != id || receipt["reference"] == nil || receipt["error"] != nil {
		t.Errorf("order %q, receipt %v", id, receipt)
	}
	return id
}

// mandateTexts are what the shop says of each code.
type mandateTexts struct {
	mu   sync.Mutex
	said map[string][]string
}

// refusedMandate checks that an answer is a refusal of a mandate over the checkout, which
// stays as it was, and returns the code.
func (p *mandatePlatform) refusedMandate(t *testing.T, r *reply, before sealedCheckout, path string, texts *mandateTexts) string {
	t.Helper()
	faults := slices.DeleteFunc(r.messages(), func(m told) bool { return m.kind != "error" })
	if len(faults) != 1 || faults[0].severity != "recoverable" || faults[0].path != path {
		t.Fatalf("told %+v, want one recoverable error at %s (status %s)", faults, path, r.status())
	}
	code := faults[0].code
	receipt := p.receipt(t, r)
	switch {
	case code == "mandate_required" && receipt != nil:
		t.Errorf("a receipt of no mandate: %v", receipt)
	case code != "mandate_required" && (receipt["status"] != "Error" || receipt["order_id"] != nil || receipt["reference"] == nil || receipt["error"] == nil):
		t.Errorf("receipt of the refusal is %v", receipt)
	}
	for _, m := range r.checkout()["messages"].([]any) {
		if dig(m, "code") == code && texts != nil {
			texts.mu.Lock()
			text, _ := dig(m, "content").(string)
			if !slices.Contains(texts.said[code], text) {
				texts.said[code] = append(texts.said[code], text)
			}
			texts.mu.Unlock()
		}
	}
	after := p.sealed(t, r)
	if order := dig(r.checkout(), "order"); order != nil {
		t.Errorf("refused, and yet there is the order %v", order)
	}
	if after.nonce != before.nonce {
		t.Errorf("the nonce changed from %q to %q without a new revision", before.nonce, after.nonce)
	}
	was, is := before.object(t), after.object(t)
	for _, o := range []object{was, is} {
		delete(o, "messages")
		delete(o, "ap2")
	}
	if jsonText(t, was) != jsonText(t, is) {
		t.Errorf("the checkout changed from\n %s to\n %s", jsonText(t, was), jsonText(t, is))
	}
	return code
}

// charges are how many payments the sandbox processor has taken.
func (s *testShop) charges(t testing.TB) int {
	t.Helper()
	book, err := os.ReadFile(filepath.Join(s.Dir, "shop.db.sandbox-processor"))
	if err != nil && !os.IsNotExist(err) {
		t.Fatal(err)
	}
	attempts := map[string]bool{}
	for line := range strings.Lines(string(book)) {
		var a struct{ Attempt, Verdict string }
		if json.Unmarshal([]byte(line), &a) == nil && a.Verdict == "approved" {
			attempts[a.Attempt] = true
		}
	}
	return len(attempts)
}

// wantVector is what a file of testdata/vectors/ap2 says must come of a mandate.
type wantVector struct {
	Kind, Expect, Code string
	AlsoOK             []string `json:"also_ok"`
}

func wantedOf(t testing.TB, name string) wantVector {
	t.Helper()
	raw, err := os.ReadFile(filepath.Join("..", "..", "testdata", "vectors", "ap2", name+".json"))
	if err != nil {
		t.Fatal(err)
	}
	var want wantVector
	if err := json.Unmarshal(raw, &want); err != nil || want.Expect != "accept" && (want.Expect != "reject" || want.Code == "") {
		t.Fatalf("%s wants %+v (%v)", name, want, err)
	}
	return want
}

// allows reports whether the code is among those that the vector lets stand.
func (w wantVector) allows(code string) bool {
	return code == w.Code || slices.Contains(w.AlsoOK, code)
}
