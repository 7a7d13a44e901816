package checkout

import (
	"errors"
	"testing"

	"balcao/platform"
)

// TestOwnership: whose checkout it is decides who knows that it exists.
func TestOwnership(t *testing.T) {
	t.Parallel()
	proven := func(c platform.Caller) platform.Caller { c.Authenticated = true; return c }
	for _, tt := range []struct {
		name         string
		maker, other platform.Caller
		sees         bool
	}{
		{"oneself", alice, alice, true},
		{"oneself, proven", proven(alice), proven(alice), true},
		{"proven sees what it made unproven", alice, proven(alice), true},
		{"unproven does not see what was made proven", proven(alice), alice, false},
		{"another platform", alice, bob, false},
		{"another platform, proven", alice, proven(bob), false},
		{"nobody", alice, platform.Caller{}, false},
	} {
		t.Run(tt.name, func(t *testing.T) {
			b := newShop().chat(t)
			b.caller = tt.maker
			c := b.must(Create{Input: lines(line("jeans", 1))}).Checkout
			if c.Owner != tt.maker.Owner() {
				t.Errorf("owner %+v", c.Owner)
			}
			was := b.store.everything()
			other := *b
			other.caller = tt.other
			same := tt.other.Owner() == tt.maker.Owner()
			r := other.do()
			if (r.Checkout != nil) != same { // a conversation is its beginner's alone
				t.Errorf("in its conversation: %+v", r.Checkout)
			}
			r = other.on(c.ID) // by its id
			if (r.Checkout != nil) != tt.sees {
				t.Errorf("sees %+v", r.Checkout)
			}
			if tt.sees {
				r = other.on(c.ID, Add{Item: "cap", Quantity: 1})
				if r.Checkout.ID != c.ID || len(r.Checkout.Lines) != 2 || r.Checkout.Owner != tt.other.Owner() {
					t.Errorf("changed %+v", r.Checkout)
				}
				if r = b.on(c.ID); (r.Checkout != nil) != same { // proof hides it from then on
					t.Errorf("the maker sees %+v", r.Checkout)
				}
				return
			}
			for _, cmd := range []Command{Cancel{}, payByPix(), SetQuantity{Item: "jeans", Quantity: 2}, Add{Item: "cap", Quantity: 1}, Update{}} {
				r = other.on(c.ID, cmd)
				if r.Checkout != nil || len(r.Messages) != 1 || r.Messages[0].Code != CodeNotFound || r.Messages[0].Severity != Unrecoverable {
					t.Errorf("%T: %+v", cmd, r)
				}
			}
			if unknown := other.on("chk_nix", Cancel{}); !equal(unknown, other.on(c.ID, Cancel{})) {
				t.Error("the answer tells that it exists")
			}
			if b.store.everything() != was {
				t.Error("a stranger changed something")
			}
		})
	}
}

// TestSameContextOfTwoPlatforms: a context belongs to its platform, so a guessed id is
// just a new conversation.
func TestSameContextOfTwoPlatforms(t *testing.T) {
	t.Parallel()
	b := newShop().chat(t)
	mine := b.must(Add{Item: "jeans", Quantity: 1}).Checkout.ID
	other := *b
	other.caller = bob
	if theirs := other.must(Add{Item: "cap", Quantity: 1}).Checkout; theirs.ID == mine || len(theirs.Lines) != 1 {
		t.Errorf("shared %+v", theirs)
	}
	if r := b.do(); r.Checkout.ID != mine || len(r.Checkout.Lines) != 1 {
		t.Errorf("mine is now %+v", r.Checkout)
	}
}

// TestNobody owns nothing.
func TestNobody(t *testing.T) {
	t.Parallel()
	b := newShop().chat(t)
	b.caller = platform.Caller{}
	for _, cmd := range []Command{Add{Item: "jeans", Quantity: 1}, Create{Input: lines(line("jeans", 1))}} {
		if r := b.do(cmd); r.Checkout != nil || r.Outcomes[0].Applied {
			t.Errorf("%T made %+v", cmd, r.Checkout)
		}
	}
	if len(b.store.checkouts)+len(b.store.contexts)+len(b.store.jobs) != 0 {
		t.Error("something was stored")
	}
}

// TestViewAndLook: the page opens with its key alone, a look changes nothing.
func TestViewAndLook(t *testing.T) {
	t.Parallel()
	b := newShop().chat(t)
	c := b.must(Add{Item: "jeans", Quantity: 1}).Checkout
	if r, err := b.View(t.Context(), c.ID, c.Key); err != nil || r.Checkout.ID != c.ID || r.Status != ReadyForComplete {
		t.Errorf("view %+v, %v", r, err)
	}
	for _, key := range []string{"", "wrong", c.Key[:5], c.Key + "x"} {
		if _, err := b.View(t.Context(), c.ID, key); !errors.Is(err, ErrNotFound) {
			t.Errorf("key %q: %v", key, err)
		}
	}
	if _, err := b.View(t.Context(), "chk_nix", c.Key); !errors.Is(err, ErrNotFound) {
		t.Errorf("unknown: %v", err)
	}
	b.clock.Advance(b.Policy.Lifetime + 1)
	was := b.store.everything()
	if r, err := b.View(t.Context(), c.ID, c.Key); err != nil || r.Status != Canceled {
		t.Errorf("past its end: %s, %v", r.Status, err)
	}
	conv, r, err := b.Look(t.Context(), alice, Target{Context: "ctx"})
	if err != nil || r.Status != Canceled || conv.Checkout != c.ID {
		t.Errorf("look: %+v %s, %v", conv, r.Status, err)
	}
	if _, r, err = b.Look(t.Context(), bob, Target{Context: "ctx", Checkout: c.ID}); err != nil || r.Checkout != nil {
		t.Errorf("look of a stranger: %+v, %v", r.Checkout, err)
	}
	if b.store.everything() != was {
		t.Error("looking changed something")
	}
}
