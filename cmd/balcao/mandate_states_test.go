package main

import (
	"bytes"
	"crypto/elliptic"
	"sync"
	"testing"
)

// complete completes with an honest mandate over a seal and returns the order.
func (l *liveMandates) complete(t *testing.T, p *mandatePlatform, b *buyerAgent, seal sealedCheckout) string {
	t.Helper()
	order := p.accepted(t, b.completeWith(p.mandate(t, seal).token(), "success_token"))
	l.orders.Add(1)
	return order
}

// refuses sends a mandate that must be refused with the code.
func (l *liveMandates) refuses(t *testing.T, p *mandatePlatform, b *buyerAgent, seal sealedCheckout, mandate, want string) {
	t.Helper()
	r := b.completeWith(mandate, "success_token")
	if code := p.refusedMandate(t, r, seal, "$.ap2.checkout_mandate", &l.texts); code != want {
		t.Errorf("refused with %s, want %s", code, want)
	}
}

// A mandate is over one revision. Back to the earlier terms is another revision too.
func TestMandateOverEarlierRevision(t *testing.T) {
	t.Parallel()
	l := startMandates(t)
	p := l.platform(t)
	b, first := p.begin(t)
	second := p.sealed(t, b.do("update_quantity", "line_item_id", "line_1", "quantity", 2))
	l.refuses(t, p, b, second, p.mandate(t, first).token(), "mandate_scope_mismatch")
	// The same terms again are another offer, with another challenge.
	third := p.sealed(t, b.do("update_quantity", "line_item_id", "line_1", "quantity", 1))
	for _, nonce := range []string{first.nonce, first.hash, second.nonce} {
		d := p.mandate(t, first)
		d.kb["nonce"] = nonce
		l.refuses(t, p, b, third, d.token(), "mandate_scope_mismatch")
	}
	l.complete(t, p, b, third)
}

// What the buyer agreed to in one conversation completes nothing in another.
func TestMandateOverAnotherCheckout(t *testing.T) {
	t.Parallel()
	l := startMandates(t)
	p := l.platform(t)
	one, first := p.begin(t)
	two, second := p.begin(t)
	for _, nonce := range []string{first.nonce, second.nonce, first.hash} {
		d := p.mandate(t, first)
		d.kb["nonce"] = nonce
		l.refuses(t, p, two, second, d.token(), "mandate_scope_mismatch")
	}
	l.complete(t, p, two, second)
	l.complete(t, p, one, first)
}

// Another platform's keys are not this one's.
func TestMandateOfAnotherPlatform(t *testing.T) {
	t.Parallel()
	l := startMandates(t)
	p, other := l.platform(t), l.platform(t)
	b, seal := p.begin(t)
	l.refuses(t, p, b, seal, other.mandate(t, seal).token(), "mandate_invalid_signature") // the kids are the same
	d := p.mandate(t, seal)
	d.claims["iss"] = other.origin
	l.refuses(t, p, b, seal, d.token(), "mandate_invalid_signature")
	l.complete(t, p, b, seal)
}

// The mandate of a completed checkout, sent again, shows the same order.
func TestMandateAgainAfterSuccess(t *testing.T) {
	t.Parallel()
	l := startMandates(t)
	p := l.platform(t)
	b, seal := p.begin(t)
	token := p.mandate(t, seal).token()
	first := b.completeWith(token, "success_token")
	order := p.accepted(t, first)
	l.orders.Add(1)
	for _, again := range []string{token, malleated(t, token), p.mandate(t, seal).token(), "", "x"} {
		r := b.completeWith(again, "success_token")
		if got := dig(r.checkout(), "order", "id"); r.status() != "completed" || got != order || r.checkout()["id"] != first.checkout()["id"] {
			t.Errorf("%.20q: status %s, order %v, want %s", again, r.status(), got, order)
		}
	}
}

// An answer in another language shows other bytes and has another seal; both are good, and
// equal bytes have one seal.
func TestMandateOverAnySealOfRevision(t *testing.T) {
	t.Parallel()
	l := startMandates(t)
	p := l.platform(t)
	for _, later := range []bool{false, true} {
		b, first := p.begin(t)
		const english = "Show me what is in my cart, please."
		second := p.sealed(t, b.say(english))
		if bytes.Equal(first.payload, second.payload) {
			t.Fatalf("both answers show %s", first.payload)
		}
		if first.hash == second.hash || first.nonce != second.nonce {
			t.Errorf("hashes %s and %s, nonces %s and %s", first.hash, second.hash, first.nonce, second.nonce)
		}
		again := p.sealed(t, b.say(english))
		if again.authorization != second.authorization {
			t.Error("the same bytes were sealed anew")
		}
		if later {
			first = second
		}
		l.complete(t, p, b, first)
	}
}

// Between the answer and the mandate the shop's key changes: what the earlier one sealed
// is good as long as it is published. After that the same terms are sealed anew.
func TestMandateOverSealOfEarlierKey(t *testing.T) {
	t.Parallel()
	if want := wantedOf(t, "valid-merchant-old-kid"); want.Expect != "accept" {
		t.Fatalf("the vector wants %+v", want)
	}
	l := startMandates(t)
	p := l.platform(t)
	one, first := p.begin(t)
	two, second := p.begin(t)
	mustKeys(t, l.shop.Dir, "make", "--now")
	three, third := p.begin(t)
	if third.kid == first.kid || second.kid != first.kid {
		t.Fatalf("the seals are by %s, %s and, after the change, %s", first.kid, second.kid, third.kid)
	}
	if again := p.sealed(t, one.do("get_checkout")); bytes.Equal(again.payload, first.payload) && again.authorization != first.authorization {
		t.Error("what the key in grace has sealed was sealed anew")
	}
	l.complete(t, p, one, first)

	mustKeys(t, l.shop.Dir, "retire", "--force", first.kid)
	l.refuses(t, p, two, second, p.mandate(t, second).token(), "merchant_authorization_invalid")
	anew := p.sealed(t, two.do("get_checkout"))
	if anew.kid != third.kid || anew.nonce != second.nonce {
		t.Errorf("sealed anew by %s, want %s; nonce %s, want %s", anew.kid, third.kid, anew.nonce, second.nonce)
	}
	l.complete(t, p, two, anew)
	l.complete(t, p, three, third)
}

// A key that the shop has not seen yet is looked for once.
func TestMandateByNewPlatformKey(t *testing.T) {
	t.Parallel()
	l := startMandates(t)
	p := l.platform(t)
	b, seal := p.begin(t)
	known := p.fetches.Load()
	key := newMandateKey(t, "platform-2026-3", elliptic.P256())
	p.publish(true, p.keys[0].published(t), key.published(t))
	d := p.mandate(t, seal)
	d.issuer, d.header["kid"] = key, key.kid
	p.accepted(t, b.completeWith(d.token(), "success_token"))
	l.orders.Add(1)
	if got := p.fetches.Load() - known; got != 1 {
		t.Errorf("the profile was asked for %d times, want once", got)
	}

	// The key that is no longer there is void from then on, and nobody can make the shop
	// ask again and again.
	b, seal = p.begin(t)
	for range 5 {
		d := p.mandate(t, seal)
		d.issuer, d.header["kid"] = p.keys[1], p.keys[1].kid
		l.refuses(t, p, b, seal, d.token(), "agent_missing_key")
	}
	if got := p.fetches.Load() - known; got != 1 {
		t.Errorf("the profile was asked for %d times", got)
	}
	l.complete(t, p, b, seal)
}

// AP2 is settled when the checkout begins: a profile that has lost it since does not make
// the mandate needless.
func TestMandateAfterProfileLostAP2(t *testing.T) {
	t.Parallel()
	l := startMandates(t)
	p := l.platform(t)
	b, seal := p.begin(t)
	p.publish(false, p.keys[0].published(t))
	known := p.fetches.Load()
	d := p.mandate(t, seal)
	d.header["kid"] = "platform-2019-9" // has the shop read the profile anew
	l.refuses(t, p, b, seal, d.token(), "agent_missing_key")
	if p.fetches.Load() == known {
		t.Fatal("the shop has not seen the new profile")
	}
	l.refuses(t, p, b, seal, "", "mandate_required")
	if r := p.buyer(t).do("add_to_checkout", "product_id", "PIXEL-10-PRO"); dig(r.checkout(), "ap2") != nil {
		t.Errorf("a new checkout is still sealed: %.600s", r.Body)
	}
	l.complete(t, p, b, seal)
}

// A declined payment uses no mandate up; what it was given for can be paid otherwise.
func TestMandateAfterDecline(t *testing.T) {
	t.Parallel()
	l := startMandates(t)
	p := l.platform(t)
	b, seal := p.begin(t)
	token := p.mandate(t, seal).token()
	r := b.completeWith(token, "fail_token")
	if _, told := r.codes()["payment_failed"]; !told || dig(r.checkout(), "order") != nil {
		t.Fatalf("told %+v", r.messages())
	}
	if after := p.sealed(t, r); after.nonce != seal.nonce {
		t.Errorf("the nonce changed from %s to %s", seal.nonce, after.nonce)
	}
	p.accepted(t, b.completeWith(token, "success_token"))
	l.orders.Add(1)
}

// Eight completions at once, honest and forged, make one order.
func TestMandatesInParallel(t *testing.T) {
	t.Parallel()
	l := startMandates(t)
	p := l.platform(t)
	b, seal := p.begin(t)
	var wg sync.WaitGroup
	for i := range 8 {
		d := p.mandate(t, seal)
		if i%2 == 1 {
			d.issuer = d.thief
		}
		token := d.token()
		wg.Go(func() { b.completeWith(token, "success_token") })
	}
	wg.Wait()
	p.accepted(t, b.until("completed"))
	l.orders.Add(1)
}

// While the platform's profile cannot be had, what is known of it is good, and no more.
func TestMandateWhileProfileIsDown(t *testing.T) {
	t.Parallel()
	l := startMandates(t)
	p := l.platform(t)
	b, seal := p.begin(t)
	down := []byte("<html>")
	p.document.Store(&down)
	d := p.mandate(t, seal)
	d.header["kid"] = "platform-2019-9"
	l.refuses(t, p, b, seal, d.token(), "agent_missing_key")
	l.complete(t, p, b, seal)
}

// A shop that starts again takes what it sealed before. What the platform's profile says by
// then does not change what the checkout needs.
func TestMandateAfterRestart(t *testing.T) {
	t.Parallel()
	listen := "--listen=" + keptAddress(t)
	l := startMandates(t, listen)
	p := l.platform(t)
	b, seal := p.begin(t)
	p.publish(false, p.keys[0].published(t))
	l.shop.stop()
	*l.shop = *startShopIn(t, l.shop.Dir, listen)
	l.refuses(t, p, b, seal, "", "mandate_required")
	l.complete(t, p, b, seal)
}
