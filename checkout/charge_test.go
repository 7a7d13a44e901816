package checkout

import (
	"testing"
	"time"

	"balcao/conversation"
)

// TestYesesAtOnce: of many yeses to the Pix question one has the charge made, and every one
// is answered with it.
func TestYesesAtOnce(t *testing.T) {
	t.Parallel()
	b := newShop().chat(t)
	b.bank.during["charge"] = func() { time.Sleep(100 * time.Millisecond) } // a bank takes its time
	shown := b.must(Create{Input: lines(line("jeans", 1))}).Checkout
	seen := make([]Result, 16)
	var yeses []func()
	for i := range seen {
		yeses = append(yeses, func() {
			r := b.request(StartPayment{})
			r.Key, r.IfRevision = b.key(string(rune('a'+i))), shown.Revision
			r.Turn = func(res Result) conversation.Turn { return conversation.Turn{Language: "pt-BR"} }
			done, err := b.Do(t.Context(), r)
			if err != nil {
				t.Errorf("yes %d: %v", i, err)
			}
			seen[i] = done.Result
		})
	}
	atOnce(yeses...)
	for i, r := range seen {
		if !r.ChargeVisible || len(r.Outcomes) == 0 || !r.Outcomes[0].Applied {
			t.Errorf("yes %d is answered without the charge: %+v", i, r.Outcomes)
		}
	}
	if n := b.bank.count("charge"); n != 1 {
		t.Errorf("the bank was asked for %d charges", n)
	}
	b.audit(t)
}

// TestLandingAmongMessages: however much is said while the bank makes the charge, the charge
// is there when it has.
func TestLandingAmongMessages(t *testing.T) {
	t.Parallel()
	b := newShop().chat(t)
	b.must(Create{Input: lines(line("jeans", 1))})
	races := 0
	b.store.beforeCommit = func(w Write) {
		if c := w.Checkout; c != nil && len(c.Charges) > 0 && c.Charges[0].CopyPaste != "" && races < 3*maxTries {
			races++
			r := b.request()
			r.Turn = func(Result) conversation.Turn {
				return conversation.Turn{Language: string(rune('a' + races))}
			}
			if _, err := b.Do(t.Context(), r); err != nil {
				t.Error(err)
			}
		}
	}
	r := b.request(StartPayment{})
	r.Turn = func(Result) conversation.Turn { return conversation.Turn{Focus: "jeans"} }
	if done, err := b.Do(t.Context(), r); err != nil || !done.Result.ChargeVisible || races != 3*maxTries {
		t.Errorf("charge visible: %v, %v after %d races", done.Result.ChargeVisible, err, races)
	}
}

// TestYesToAChargeThatIsThere: a late yes is answered with the charge and changes nothing; one
// to terms that were changed is not.
func TestYesToAChargeThatIsThere(t *testing.T) {
	t.Parallel()
	b := newShop().chat(t)
	asked := b.must(Create{Input: lines(line("jeans", 1))}).Checkout.Revision
	late := func() Result {
		r := b.request(StartPayment{})
		r.IfRevision = asked
		done, err := b.Do(t.Context(), r)
		if err != nil {
			t.Fatal(err)
		}
		return done.Result
	}
	b.must(SetQuantity{Item: "jeans", Quantity: 2})
	if r := late(); r.Outcomes[0].Applied || r.ChargeVisible {
		t.Errorf("a yes to other terms: %+v", r.Outcomes)
	}
	made := b.must(StartPayment{}).Checkout
	if r := late(); !r.Outcomes[0].Applied || !r.ChargeVisible || r.Checkout.Revision != made.Revision {
		t.Errorf("a yes to a charge that is there: %+v", r.Outcomes)
	}
	if n := b.bank.count("charge"); n != 1 {
		t.Errorf("%d charges", n)
	}
}

// TestFoundLines: a result tells which lines its commands found, through a provider call too,
// but not if somebody else changed the checkout during it.
func TestFoundLines(t *testing.T) {
	t.Parallel()
	b := newShop().chat(t)
	found := func(r Result) int64 {
		switch {
		case r.Found == nil:
			return -1
		case len(r.Found.Lines) == 0:
			return 0
		}
		return r.Found.Lines[0].Quantity
	}
	if n := found(b.must(Create{Input: lines(line("jeans", 1))})); n != 0 {
		t.Errorf("a new checkout had %d", n)
	}
	b.must(StartPayment{})
	if n := found(b.must(SetQuantity{Item: "jeans", Quantity: 2})); n != 1 {
		t.Errorf("found %d, want 1", n)
	}
	b.bank.during["charge"] = func() { b.must(SetBuyer{Buyer: BuyerInput{Email: new("ana@example.com")}}) }
	if n := found(b.must(SetQuantity{Item: "jeans", Quantity: 3})); n != -1 {
		t.Errorf("found %d although another message came between", n)
	}
}
