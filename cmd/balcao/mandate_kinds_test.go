package main

import (
	"crypto/elliptic"
	"net/http"
	"net/http/httptest"
	"path/filepath"
	"slices"
	"strings"
	"sync/atomic"
	"testing"
)

// liveMandates plays vectors against one shop.
type liveMandates struct {
	shop  *testShop
	texts mandateTexts
	// orders are how many purchases were completed.
	orders atomic.Int64
}

// startMandates starts a shop; when the test ends, as many payments were taken as orders
// were placed, and each code had one text.
func startMandates(t *testing.T, flags ...string) *liveMandates {
	t.Helper()
	l := &liveMandates{shop: startShop(t, append([]string{"--sandbox-stock=1000000"}, flags...)...)}
	l.texts.said = map[string][]string{}
	t.Cleanup(func() {
		if got, want := l.shop.charges(t), int(l.orders.Load()); got != want {
			t.Errorf("%d payments were taken for %d orders", got, want)
		}
		for code, texts := range l.texts.said {
			if len(texts) != 1 {
				t.Errorf("%s has the texts %q", code, texts)
			}
		}
	})
	return l
}

// platform is a new platform of the shop, with a checkout in another conversation.
func (l *liveMandates) platform(t *testing.T) *mandatePlatform {
	t.Helper()
	p := l.shop.mandatePlatform(t)
	p.orders = &l.orders
	_, p.other = p.begin(t)
	return p
}

// spent is a mandate that has bought something.
func (p *mandatePlatform) spent(t testing.TB) string {
	t.Helper()
	tt := t.(*testing.T)
	b, seal := p.begin(tt)
	d := p.mandate(t, seal)
	d.kb["nonce"] = seal.hash // so that the nonce is not what is wrong with it later
	token := d.token()
	p.accepted(tt, b.completeWith(token, "success_token"))
	p.orders.Add(1)
	return token
}

// trap is a server that nobody may ask.
func (p *mandatePlatform) trap(t testing.TB) string {
	server := httptest.NewServer(http.HandlerFunc(func(_ http.ResponseWriter, r *http.Request) {
		t.Errorf("the shop asked for %s", r.URL)
	}))
	t.Cleanup(server.Close)
	return server.URL
}

// play sends the mandate of a vector and holds the answer against what its file says. After
// a refusal an honest mandate over the same checkout completes, if the platform can make one.
func (l *liveMandates) play(t *testing.T, p *mandatePlatform, v liveVector) {
	want := wantedOf(t, v.name)
	b, seal := p.begin(t)
	var stale *sealedCheckout
	if v.name == "stale-revision" || v.name == "embedded-stale-with-current-hash" {
		earlier := seal
		stale, seal = &earlier, p.sealed(t, b.do("update_quantity", "line_item_id", "line_1", "quantity", 2))
		if stale.nonce == seal.nonce {
			t.Error("another revision has the same nonce")
		}
	}
	d := p.mandate(t, seal)
	d.stale = stale
	v.edit(d)
	token := d.token()
	r := b.completeWith(token, "success_token")
	p.receiptNames(t, r, v.name, token)
	if want.Expect == "accept" {
		p.accepted(t, r)
		l.orders.Add(1)
		return
	}
	if code := p.refusedMandate(t, r, seal, "$.ap2.checkout_mandate", &l.texts); !want.allows(code) {
		t.Errorf("refused with %s, want %s or one of %v", code, want.Code, want.AlsoOK)
	}
	if p.honest {
		p.accepted(t, b.completeWith(p.mandate(t, seal).token(), "success_token"))
		l.orders.Add(1)
	}
}

// receiptNames checks what the receipt of an answer says of the mandate: the hash of what
// was presented, up to the holder's proof, and AP2's own word for what is wrong.
func (p *mandatePlatform) receiptNames(t *testing.T, r *reply, name, mandate string) {
	t.Helper()
	receipt := p.receipt(t, r)
	if receipt == nil {
		return
	}
	presented := mandate
	if end := strings.LastIndex(mandate, "~"); end >= 0 {
		presented = mandate[:end+1]
	}
	if want := sha256b64(presented); receipt["reference"] != want {
		t.Errorf("the receipt names %v, want %s", receipt["reference"], want)
	}
	for code := range r.codes() {
		want, ok := map[string]string{
			"agent_missing_key": "invalid_credential", "mandate_invalid_signature": "invalid_credential", "mandate_expired": "invalid_credential",
			"mandate_scope_mismatch": "invalid_mandate", "merchant_authorization_invalid": "invalid_mandate",
		}[code]
		if name == "chain-unknown-constraint" {
			want = "unresolved_constraint"
		}
		if ok && receipt["error"] != want {
			t.Errorf("after %s the receipt says %v, want %s", code, receipt["error"], want)
		}
	}
}

// Every kind of mandate in testdata/vectors/ap2 against the checkouts of a running shop.
func TestLiveMandates(t *testing.T) {
	t.Parallel()
	l := startMandates(t, "--mandate-chains")
	usual := l.platform(t)
	for _, v := range slices.Concat(tokenVectors(), scopeVectors(), disclosureVectors()) {
		t.Run(v.name, func(t *testing.T) {
			t.Parallel()
			l.play(t, usual, v)
		})
	}
	for _, v := range profileVectors() {
		t.Run(v.name, func(t *testing.T) {
			t.Parallel()
			p := l.platform(t)
			v.profile(p)
			l.play(t, p, v.liveVector)
		})
	}
}

// profileVector needs a profile of its own.
type profileVector struct {
	liveVector
	profile func(*mandatePlatform)
}

func profileVectors() []profileVector {
	return []profileVector{
		{liveVector{"profile-has-no-keys", honestMandate}, func(p *mandatePlatform) { p.rename(nil) }},
		{liveVector{"profile-key-use-enc", honestMandate}, func(p *mandatePlatform) {
			key := p.keys[0].published(p.t)
			key["use"] = "enc"
			p.rename([]object{key})
		}},
		{liveVector{"es384-key-in-profile", func(d *mandateDraft) {
			d.issuer = d.p.keys[2]
			d.header["alg"], d.header["kid"] = "ES384", d.issuer.kid
		}}, func(p *mandatePlatform) {
			p.keys = append(p.keys, newMandateKey(p.t, "platform-es384", elliptic.P384()))
			p.rename([]object{p.keys[0].published(p.t), p.keys[2].published(p.t)})
			p.honest = true
		}},
	}
}

// rename gives the platform another profile at another address, which the shop does not
// know yet.
func (p *mandatePlatform) rename(keys []object) {
	p.publish(true, keys...)
	p.url = p.origin + "/other.json"
	p.agent.Header.Set("BCP-Agent", `profile="`+p.url+`"`)
	p.honest = false
}

// A mandate of 5 MB is refused with the whole request.
func TestMandateBeyondBody(t *testing.T) {
	t.Parallel()
	l := startMandates(t)
	p := l.platform(t)
	b, seal := p.begin(t)
	r := b.completeWith(strings.Repeat("QUFB", 1_250_000), "success_token")
	if r.Error == nil && r.Status < 400 {
		t.Errorf("answered %d %.300s", r.Status, r.Body)
	}
	p.accepted(t, b.completeWith(p.mandate(t, seal).token(), "success_token"))
	l.orders.Add(1)
}

// Without the setting no delegated chain is taken, however good.
func TestMandateChainsAreOff(t *testing.T) {
	t.Parallel()
	l := startMandates(t)
	p := l.platform(t)
	b, seal := p.begin(t)
	d := p.mandate(t, seal)
	chained(func(*mandateChain) {})(d)
	if code := p.refusedMandate(t, b.completeWith(d.token(), "success_token"), seal, "$.ap2.checkout_mandate", &l.texts); code != "mandate_invalid_signature" {
		t.Errorf("refused with %s", code)
	}
	p.accepted(t, b.completeWith(p.mandate(t, seal).token(), "success_token"))
	l.orders.Add(1)
}

// What an agent may buy under one open mandate it buys once, however it shows it again.
func TestOpenMandateBuysOnce(t *testing.T) {
	t.Parallel()
	l := startMandates(t, "--mandate-chains")
	p := l.platform(t)
	one, first := p.begin(t)
	root := ""
	d := p.mandate(t, first)
	chained(func(c *mandateChain) { c.token(); root = c.root })(d)
	p.accepted(t, one.completeWith(d.token(), "success_token"))
	l.orders.Add(1)
	jwt, shown, _ := strings.Cut(root, "~")
	for name, again := range map[string]string{"the same": root, "another signature": malleated(t, jwt) + "~" + shown} {
		two, second := p.begin(t)
		d := p.mandate(t, second)
		chained(func(c *mandateChain) { c.root = again })(d)
		if code := p.refusedMandate(t, two.completeWith(d.token(), "success_token"), second, "$.ap2.checkout_mandate", &l.texts); code != "mandate_scope_mismatch" {
			t.Errorf("%s: %s", name, code)
		}
		chained(func(*mandateChain) {})(d)
		p.accepted(t, two.completeWith(d.token(), "success_token"))
		l.orders.Add(1)
	}
}

// Every vector is played, here or in another test.
func TestLiveMandatesAreAll(t *testing.T) {
	t.Parallel()
	played := []string{"valid-merchant-old-kid"} // TestMandateOverSealOfEarlierKey
	for _, v := range slices.Concat(tokenVectors(), scopeVectors(), disclosureVectors(), paymentVectors()) {
		played = append(played, v.name)
	}
	for _, v := range profileVectors() {
		played = append(played, v.name)
	}
	files, err := filepath.Glob("../../testdata/vectors/ap2/*.json")
	if err != nil || len(files) == 0 {
		t.Fatal(files, err)
	}
	var names []string
	for _, file := range files {
		names = append(names, strings.TrimSuffix(filepath.Base(file), ".json"))
	}
	slices.Sort(played)
	slices.Sort(names)
	if !slices.Equal(played, names) {
		t.Errorf("played are %d\n%q, the vectors are %d\n%q", len(played), played, len(names), names)
	}
}
