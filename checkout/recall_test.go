package checkout

import (
	"bytes"
	"context"
	"errors"
	"testing"
	"time"

	"balcao/conversation"
	"balcao/internal/clock"
)

// reason returns why a request failed as such.
func reason(err error) Reason {
	var e *Error
	if errors.As(err, &e) {
		return e.Reason
	}
	return ""
}

// send sends a message that must not fail.
func (b *buyer) send(t *testing.T, key string, commands ...Command) Done {
	t.Helper()
	done, err := b.keyed(key, commands...)
	if err != nil {
		t.Fatalf("%s: %v", key, err)
	}
	return done
}

// TestSameKeySameBytes: a retry gets what was sent, whatever happened meanwhile, and
// repeats no effect.
func TestSameKeySameBytes(t *testing.T) {
	t.Parallel()
	for name, commands := range map[string][]Command{
		"read": nil, "add": {Add{Item: "cap", Quantity: 1}}, "refused": {Add{Item: "nix", Quantity: 1}}, "pix": {StartPayment{}},
		"complete": {Complete{Payment: card("ok")}}, "declined": {Complete{Payment: card("fail_token")}}, "cancel": {Cancel{}},
	} {
		t.Run(name, func(t *testing.T) {
			b := newShop().chat(t)
			b.must(Create{Input: lines(line("jeans", 1))})
			first := b.send(t, "m1", commands...)
			if first.Replayed || len(first.Reply) == 0 {
				t.Fatalf("first: %+v", first)
			}
			calls := b.bank.count("authorize") + b.bank.count("charge")
			if name != "complete" && name != "cancel" {
				b.must(Add{Item: "pen", Quantity: 1})
			}
			was := b.store.everything()
			for range 2 {
				again := b.send(t, "m1", commands...)
				if !again.Replayed || !bytes.Equal(again.Reply, first.Reply) {
					t.Errorf("replayed %v:\n%s\n%s", again.Replayed, first.Reply, again.Reply)
				}
			}
			if b.store.everything() != was || b.bank.count("authorize")+b.bank.count("charge") > calls+2 {
				t.Error("a retry changed something")
			}
		})
	}
}

func TestOtherRequestUnderAUsedKey(t *testing.T) {
	t.Parallel()
	b := newShop().chat(t)
	b.send(t, "m1", Add{Item: "cap", Quantity: 1})
	was := b.store.everything()
	r := b.request(Add{Item: "jeans", Quantity: 1})
	r.Key = b.key("m1")
	r.Key.Fingerprint = [32]byte{2}
	if _, err := b.Do(t.Context(), r); reason(err) != KeyConflict {
		t.Errorf("err %v", err)
	}
	if b.store.everything() != was {
		t.Error("something was stored")
	}
	other := b.shop.chat(t) // the same key of another platform is another key
	other.caller = bob
	if done := other.send(t, "m1", Add{Item: "cap", Quantity: 1}); done.Replayed {
		t.Error("replayed to a stranger")
	}
	r = b.request(Add{Item: "jeans", Quantity: 1}) // and so it is for another operation
	r.Key = b.key("m1")
	r.Key.Operation = "create_checkout"
	if done, err := b.Do(t.Context(), r); err != nil || done.Replayed {
		t.Errorf("replayed for another operation: %v", err)
	}
}

// skipping is a timer that moves the clock on and ends at once.
func skipping(c *clock.Fake) func(time.Duration) <-chan time.Time {
	return func(d time.Duration) <-chan time.Time {
		c.Advance(d)
		over := make(chan time.Time, 1)
		over <- c.Now()
		return over
	}
}

// TestClaimWithinLease: the key is being worked on; the retry waits and then gives up
// without doing anything.
func TestClaimWithinLease(t *testing.T) {
	t.Parallel()
	b := newShop().chat(t)
	b.must(Create{Input: lines(line("jeans", 1))})
	b.bank.during["authorize"] = func() {
		retry := *b
		retry.shop = &shop{Service: ptr(*b.Service), store: b.store, bank: b.bank, products: b.products, clock: b.clock, ids: b.ids}
		now := clock.NewFake(start)
		retry.Clock, retry.After = now, skipping(now)
		_, err := retry.keyed("m1", Complete{Payment: card("ok")})
		var e *Error
		if !errors.As(err, &e) || e.Reason != Unavailable || e.RetryAfter < time.Second || e.RetryAfter > callLease {
			t.Errorf("err %v, %+v", err, e)
		}
		if waited := now.Now().Sub(start); waited != waitForClaim {
			t.Errorf("waited %v, want %v", waited, waitForClaim)
		}
	}
	first := b.send(t, "m1", Complete{Payment: card("ok")})
	wantStatus(t, first.Result, Completed)
	if again := b.send(t, "m1", Complete{Payment: card("ok")}); !bytes.Equal(again.Reply, first.Reply) || b.bank.count("authorize") != 1 {
		t.Error("not the same reply")
	}
}

// TestWaitForClaim: the retry gets the reply when the request that works on it is done.
func TestWaitForClaim(t *testing.T) {
	t.Parallel()
	b := newShop().chat(t)
	b.must(Create{Input: lines(line("jeans", 1))})
	got := make(chan Done, 1)
	b.bank.during["authorize"] = func() {
		go func() {
			done, err := b.keyed("m1", Complete{Payment: card("ok")})
			if err != nil {
				t.Error(err)
			}
			got <- done
		}()
	}
	first := b.send(t, "m1", Complete{Payment: card("ok")})
	if again := <-got; !again.Replayed || !bytes.Equal(again.Reply, first.Reply) {
		t.Errorf("replayed %v", again.Replayed)
	}
}

// TestCallerGone: a caller that goes away while it waits is told so.
func TestCallerGone(t *testing.T) {
	t.Parallel()
	b := newShop().chat(t)
	b.store.replies[replyKey(*b.key("m1"))] = encode(conversation.Reply{Fingerprint: [32]byte{1}, LeaseUntil: start.Add(time.Minute)})
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	r := b.request()
	r.Key = b.key("m1")
	if _, err := b.Do(ctx, r); reason(err) != Unavailable {
		t.Errorf("err %v", err)
	}
}

// TestLosesEveryRace: after five conflicts the request gives up and nothing is stored.
func TestLosesEveryRace(t *testing.T) {
	t.Parallel()
	b := newShop().chat(t)
	id := b.must(Create{Input: lines(line("jeans", 2))}).Checkout.ID
	tries := 0
	b.store.beforeCommit = func(w Write) {
		if w.Reply == nil {
			return
		}
		tries++
		c := b.read(t, id)
		c.Version++
		b.store.mu.Lock()
		b.store.checkouts[id] = encode(c)
		b.store.mu.Unlock()
	}
	_, err := b.keyed("m1", Add{Item: "cap", Quantity: 1})
	var e *Error
	if !errors.As(err, &e) || e.Reason != Unavailable || e.RetryAfter != time.Second || tries != maxTries {
		t.Errorf("err %v after %d tries", err, tries)
	}
	if _, err := b.store.Reply(t.Context(), *b.key("m1")); !errors.Is(err, ErrNotFound) {
		t.Errorf("a reply was stored: %v", err)
	}
	wantBasket(t, Result{Checkout: b.read(t, id)}, "line_1 jeans×2")
	b.store.beforeCommit = nil
	if done := b.send(t, "m1", Add{Item: "cap", Quantity: 1}); done.Replayed || len(done.Result.Checkout.Lines) != 2 {
		t.Error("the key is burnt")
	}
}

// TestConfirmedForTheseTerms: a yes counts for the revision it was given for.
func TestConfirmedForTheseTerms(t *testing.T) {
	t.Parallel()
	b := newShop().chat(t)
	was := b.must(Create{Input: lines(line("jeans", 1))}).Checkout
	confirm := func(revision int64) Result {
		r := b.request(Complete{Payment: card("ok")})
		r.IfRevision = revision
		done, err := b.Do(t.Context(), r)
		if err != nil {
			t.Fatal(err)
		}
		return done.Result
	}
	now := b.must(Add{Item: "cap", Quantity: 1}).Checkout
	if now.Revision != was.Revision+1 {
		t.Errorf("revision %d after %d", now.Revision, was.Revision)
	}
	r := confirm(was.Revision)
	wantStatus(t, r, ReadyForComplete)
	wantSaid(t, r.Messages, "confirmation_stale $")
	wantStatus(t, confirm(now.Revision), Completed)
	empty := newShop().chat(t)
	req := empty.request(Cancel{})
	req.IfRevision = 1
	if done, err := empty.Do(t.Context(), req); err != nil || done.Result.Messages[0].Code != CodeConfirmationStale {
		t.Errorf("without a checkout: %+v, %v", done.Result, err)
	}
}

// TestRevisionCountsTerms: bookkeeping is no change of terms, and no write is a version.
func TestRevisionCountsTerms(t *testing.T) {
	t.Parallel()
	b := newShop().chat(t)
	type step struct {
		name              string
		do                func() Result
		version, revision int64
	}
	for _, s := range []step{
		{"create", func() Result { return b.must(Create{Input: lines(line("jeans", 1))}) }, 1, 1},
		{"read", func() Result { return b.do() }, 1, 1},
		{"refused", func() Result { return b.do(Add{Item: "nix", Quantity: 1}) }, 1, 1},
		{"no change", func() Result { return b.must(SetQuantity{Item: "jeans", Quantity: 1}) }, 1, 1},
		{"change", func() Result { return b.must(SetQuantity{Item: "jeans", Quantity: 2}) }, 2, 2},
		{"declined", func() Result { return b.do(Complete{Payment: card("fail_token")}) }, 4, 2},
		{"charge", func() Result { return b.must(StartPayment{}) }, 6, 3},
		{"complete", func() Result { return b.must(payByPix()) }, 7, 3},
		{"complete again", func() Result { return b.must(payByPix()) }, 7, 3},
		{"cancel", func() Result { return b.must(Cancel{}) }, 8, 4},
	} {
		c := s.do().Checkout
		if c.Version != s.version || c.Revision != s.revision {
			t.Errorf("%s: version %d revision %d, want %d %d", s.name, c.Version, c.Revision, s.version, s.revision)
		}
	}
}
