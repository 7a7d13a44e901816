package checkout

import (
	"reflect"
	"testing"

	"balcao/platform"
)

// stage brings a checkout into a state.
type stage struct {
	name    string
	status  Status
	options []func(*shop)
	caps    []string
	path    []Command
	// later runs after the path.
	later func(*buyer)
}

// stages has a way into every state, and two where the attempts differ.
func stages() []stage {
	make1 := Create{Input: lines(line("jeans", 1))}
	return []stage{
		{name: "incomplete", status: Incomplete, caps: []string{platform.CapFulfillment}, path: []Command{make1}},
		{name: "escalation", status: RequiresEscalation, options: []func(*shop){withoutPickup}, path: []Command{make1}},
		{name: "ready", status: ReadyForComplete, path: []Command{make1}},
		{name: "pix in progress", status: CompleteInProgress, path: []Command{make1, payByPix()}},
		{name: "token in progress", status: CompleteInProgress, path: []Command{make1, Complete{Payment: card("timeout_token")}}},
		{name: "completed", status: Completed, path: []Command{make1, Complete{Payment: card("ok")}}},
		{name: "canceled", status: Canceled, path: []Command{make1, Cancel{}}},
		{name: "expired", status: Canceled, path: []Command{make1}, later: func(b *buyer) { b.clock.Advance(b.Policy.Lifetime + 1) }},
	}
}

// enter walks a new conversation into the state, one message for each command.
func (st stage) enter(t *testing.T, extra ...string) *buyer {
	t.Helper()
	b := newShop(st.options...).chat(t, append(st.caps, extra...)...)
	for _, cmd := range st.path {
		b.must(cmd)
	}
	if st.later != nil {
		st.later(b)
	}
	r := b.do()
	wantStatus(t, r, st.status)
	return b
}

// TestLegality covers every cell of the table of operations and states.
func TestLegality(t *testing.T) {
	t.Parallel()
	const (
		yes     = "yes"
		refused = "operation_not_allowed"
		blocked = "blocked" // refused with what is missing
		same    = "same"    // the same checkout and no error
	)
	// A change means every command that edits the terms.
	table := map[string]struct{ change, complete, cancel string }{
		"incomplete":        {yes, blocked, yes},
		"escalation":        {yes, blocked, yes},
		"ready":             {yes, yes, yes},
		"pix in progress":   {refused, same, yes},
		"token in progress": {refused, same, refused},
		"completed":         {refused, same, refused},
		"canceled":          {refused, refused, refused},
		"expired":           {refused, refused, refused},
	}
	changes := []Command{
		Update{Input: lines(line("cap", 2))}, Add{Item: "cap", Quantity: 1}, SetQuantity{Item: "jeans", Quantity: 2}, Remove{All: true},
		SetBuyer{Buyer: BuyerInput{FirstName: ptr("Ana")}}, ApplyDiscount{Code: "WELCOME5"}, StartPayment{Handler: cardHandler.ID},
	}
	for _, st := range stages() {
		t.Run(st.name, func(t *testing.T) {
			cells := table[st.name]
			for _, cmd := range changes {
				checkCell(t, st, cmd, cells.change)
			}
			checkCell(t, st, payByPix(), cells.complete)
			checkCell(t, st, Cancel{}, cells.cancel)
		})
	}
}

func checkCell(t *testing.T, st stage, cmd Command, want string) {
	t.Helper()
	b := st.enter(t, platform.CapDiscount)
	was := b.do()
	r := b.on(was.Checkout.ID, cmd)
	outcome := r.Outcomes[0]
	if want == "yes" || want == "same" {
		if !outcome.Applied || len(outcome.Messages) != 0 {
			t.Errorf("%T: applied %v with %q, want applied and silent", cmd, outcome.Applied, said(outcome.Messages))
		}
	}
	if want == "yes" {
		if sameTerms(was.Checkout, r.Checkout) && r.Status == was.Status {
			t.Errorf("%T: nothing changed", cmd)
		}
		return
	}
	if !reflect.DeepEqual(was.Checkout, r.Checkout) || r.Status != was.Status {
		t.Errorf("%T: checkout changed: %s -> %s", cmd, was.Status, r.Status)
	}
	switch want {
	case "operation_not_allowed":
		m := outcome.Messages[0]
		if outcome.Applied || len(outcome.Messages) != 1 || m.Code != CodeNotAllowed || m.Path != "$.status" || m.Severity != Recoverable {
			t.Errorf("%T: told %+v", cmd, outcome.Messages)
		}
	case "blocked":
		if outcome.Applied || len(outcome.Messages) == 0 || outcome.Messages[0].Code == CodeNotAllowed {
			t.Errorf("%T: applied %v, told %+v", cmd, outcome.Applied, outcome.Messages)
		}
	}
}

// TestStatusIsDerived: errors that only the shop's page can mend win over the others.
func TestStatusIsDerived(t *testing.T) {
	t.Parallel()
	e := func(s Severity) Message { return Message{Type: TypeError, Severity: s} }
	w := Message{Type: TypeWarning}
	for _, tt := range []struct {
		name     string
		blockers []Message
		want     Status
	}{
		{"nothing", nil, ReadyForComplete},
		{"a warning", []Message{w}, ReadyForComplete},
		{"recoverable", []Message{w, e(Recoverable)}, Incomplete},
		{"buyer input first", []Message{e(RequiresBuyerInput), e(Recoverable)}, RequiresEscalation},
		{"buyer review last", []Message{e(Recoverable), e(RequiresBuyerReview)}, RequiresEscalation},
	} {
		if got := (&Checkout{}).status(tt.blockers); got != tt.want {
			t.Errorf("%s: %s, want %s", tt.name, got, tt.want)
		}
	}
}

// TestAfterTheEnd: add and create start anew, everything else means the last checkout.
func TestAfterTheEnd(t *testing.T) {
	t.Parallel()
	for _, end := range []Command{Cancel{}, Complete{Payment: card("ok")}} {
		for _, next := range []Command{Add{Item: "cap", Quantity: 1}, Create{Input: lines(line("cap", 1))}} {
			b := newShop().chat(t)
			first := b.must(Create{Input: lines(line("jeans", 1))}).Checkout.ID
			b.must(end)
			if r := b.do(); r.Checkout.ID != first || !r.Status.Terminal() {
				t.Errorf("read after %T: %s %s", end, r.Checkout.ID, r.Status)
			}
			r := b.must(next)
			if r.Checkout.ID == first || r.Status != ReadyForComplete || len(r.Checkout.Lines) != 1 || r.Checkout.Lines[0].Variant != "cap" {
				t.Errorf("%T after %T: %+v", next, end, r.Checkout)
			}
			if again := b.do(); again.Checkout.ID != r.Checkout.ID {
				t.Errorf("the new checkout is not the current one")
			}
		}
	}
}

func TestCreateBesideALiveOne(t *testing.T) {
	t.Parallel()
	b := newShop().chat(t)
	first := b.must(Create{Input: lines(line("jeans", 1))}).Checkout.ID
	second := b.must(Create{Input: lines(line("cap", 1))}).Checkout.ID
	if first == second {
		t.Fatal("create changed the live checkout")
	}
	if r := b.do(); r.Checkout.ID != second {
		t.Errorf("current is %s, want the new one", r.Checkout.ID)
	}
	if r := b.on(first, SetQuantity{Item: "jeans", Quantity: 3}); r.Status != ReadyForComplete || r.Checkout.Lines[0].Quantity != 3 {
		t.Errorf("the first one is gone: %+v", r)
	}
	if r := b.do(); r.Checkout.ID != second {
		t.Errorf("naming another checkout made it the current one")
	}
}

// TestNothingThere: without a checkout every command is told not_found, unrecoverable,
// and add or create make one; a checkout that is named must exist.
func TestNothingThere(t *testing.T) {
	t.Parallel()
	for _, cmd := range []Command{
		Update{Input: lines(line("jeans", 1))}, SetQuantity{Item: "jeans", Quantity: 1}, Remove{All: true}, SetBuyer{}, payByPix(), Cancel{},
	} {
		r := newShop().chat(t).do(cmd)
		if r.Checkout != nil || len(r.Messages) != 1 || r.Messages[0].Code != CodeNotFound || r.Messages[0].Severity != Unrecoverable {
			t.Errorf("%T: %+v", cmd, r)
		}
	}
	b := newShop().chat(t)
	if r := b.must(Add{Item: "jeans", Quantity: 1}); r.Checkout == nil {
		t.Error("add makes no checkout")
	}
	r := b.on("chk_unknown", Add{Item: "jeans", Quantity: 1})
	if r.Checkout != nil || r.Messages[0].Code != CodeNotFound {
		t.Errorf("add to an unknown checkout: %+v", r)
	}
}
