package checkout

import (
	"context"
	"errors"
	"slices"
	"strings"
	"testing"
	"time"

	"balcao/conversation"
	"balcao/internal/ids"
	"balcao/payment"
	"balcao/platform"
)

// TestTwoLinesHoldTogether: the stock is held by variant, however many lines want it.
func TestTwoLinesHoldTogether(t *testing.T) {
	t.Parallel()
	b := newShop().chat(t)
	b.must(Create{Input: lines(line("jeans", 2), line("cap", 1), line("jeans", 3))})
	b.must(StartPayment{})
	wantLevel(t, b.shop, "jeans", 12, 5)
	wantLevel(t, b.shop, "cap", 100, 1)
	r := b.must(Complete{Payment: card("ok")})
	wantStatus(t, r, Completed)
	wantLevel(t, b.shop, "jeans", 7, 0)
	wantLevel(t, b.shop, "cap", 99, 0)
	b.runJobs(t)
	b.audit(t)
}

// TestQuantityOutOfRange: the decoders refuse these; if one slips through, it is refused
// here, or cut down and told.
func TestQuantityOutOfRange(t *testing.T) {
	t.Parallel()
	for _, n := range []int64{0, -1, MaxQuantity + 1, -1 << 62} {
		b := newShop(stock("cap", 1<<40)).chat(t)
		b.must(Add{Item: "jeans", Quantity: 1})
		for _, cmd := range []Command{SetQuantity{Item: "jeans", Quantity: n}, Update{Input: lines(line("cap", n))}, Create{Input: lines(line("cap", n))}} {
			r := b.do(cmd)
			if n > MaxQuantity {
				if _, set := cmd.(SetQuantity); set {
					wantBasket(t, r, "line_1 jeans×12") // cut down to the stock
				} else if got := r.Checkout.Lines[0].Quantity; got != MaxQuantity {
					t.Errorf("%T of %d: %d", cmd, n, got)
				}
				wantSaid(t, r.Messages, "~quantity_adjusted $.line_items[0].quantity")
				continue
			}
			if r.Outcomes[0].Applied || r.Outcomes[0].Messages[0].Code != CodeLimit {
				t.Errorf("%T of %d: %+v", cmd, n, r.Outcomes)
			}
		}
	}
}

// TestFrozenWhenMade: session, handlers, language and seller are those of the beginning.
func TestFrozenWhenMade(t *testing.T) {
	t.Parallel()
	b := newShop().chat(t)
	was := b.must(Create{Input: lines(line("jeans", 1))}).Checkout
	b.session = session(platform.CapFulfillment, platform.CapDiscount)
	b.Policy.Seller.LegalName = "Another"
	r := b.request(Add{Item: "cap", Quantity: 1})
	r.Language, r.Handlers = "en", []payment.Handler{cardHandler}
	done, err := b.Do(t.Context(), r)
	if err != nil {
		t.Fatal(err)
	}
	c := done.Result.Checkout
	if !equal(c.Session, was.Session) || len(c.Handlers) != 2 || c.Language != "pt-BR" || c.Seller != was.Seller || !c.ExpiresAt.Equal(was.ExpiresAt) {
		t.Errorf("changed: %+v", c)
	}
}

// TestLanguageOfTheTerms: titles are written in the language of the beginning.
func TestLanguageOfTheTerms(t *testing.T) {
	t.Parallel()
	for language, want := range map[string]string{
		"pt-BR": "Retirada na loja", "en": "Store pickup", "en-GB": "Store pickup", "es-AR": "Retiro en la tienda", "": "Retirada na loja", "fr": "Retirada na loja",
	} {
		b := newShop().chat(t, platform.CapFulfillment)
		r := b.request(Create{Input: lines(line("jeans", 1))}, SelectOption{Option: "pickup"})
		r.Language = language
		done, err := b.Do(t.Context(), r)
		if err != nil {
			t.Fatal(err)
		}
		if got := done.Result.Checkout.Totals[1].Text; got != want {
			t.Errorf("%q: %q, want %q", language, got, want)
		}
	}
}

// TestTurn: the conversation remembers what the exchange leaves, in the transaction of
// the change, and a pending question can name the revision it is for.
func TestTurn(t *testing.T) {
	t.Parallel()
	b := newShop().chat(t)
	say := func(turn conversation.Turn, commands ...Command) conversation.Context {
		r := b.request(commands...)
		r.Turn = func(res Result) conversation.Turn {
			if turn.Pending != nil && res.Checkout != nil {
				turn.Pending.Checkout, turn.Pending.Revision = res.Checkout.ID, res.Checkout.Revision
			}
			return turn
		}
		if _, err := b.Do(t.Context(), r); err != nil {
			t.Fatal(err)
		}
		c, err := b.store.Context(t.Context(), alice.Owner(), "ctx")
		if err != nil {
			t.Fatal(err)
		}
		return c
	}
	results := []ids.Product{"jeans", "cap"}
	c := say(conversation.Turn{Results: results, Focus: "jeans"})
	if want := (conversation.Context{Owner: alice.Owner(), ID: "ctx", Version: 1, LastResults: results, Focus: "jeans", UpdatedAt: start}); !equal(c, want) {
		t.Errorf("after a search %+v, want %+v", c, want)
	}
	c = say(conversation.Turn{Pending: &conversation.Pending{Action: "complete"}}, Add{Item: "jeans", Quantity: 1})
	if c.Version != 2 || c.Checkout == "" || c.Pending.Checkout != c.Checkout || c.Pending.Revision != 1 || !slices.Equal(c.LastResults, results) {
		t.Errorf("after a question %+v", c)
	}
	if c = say(conversation.Turn{}); c.Pending != nil || c.Version != 3 { // a question stands for one turn
		t.Errorf("after the next turn %+v", c)
	}
	if c = say(conversation.Turn{}); c.Version != 3 {
		t.Errorf("nothing to remember, but written: %+v", c)
	}
}

// TestUnknownHandlerInUpdate: what was refused is not taken over, the rest is.
func TestUnknownHandlerInUpdate(t *testing.T) {
	t.Parallel()
	b := newShop().chat(t)
	_, ch := open(t, b)
	in := lines(line("jeans", 2), line("cap", 1))
	in.Payment = &PaymentInput{Instruments: []InstrumentInput{{Handler: "cash", Type: "cash"}}}
	r := b.must(Update{Input: in})
	wantSaid(t, r.Messages, "payment_failed $.payment.instruments[0].handler_id")
	if len(r.Checkout.Lines) != 2 || r.Checkout.Charge().TXID == ch.TXID {
		t.Errorf("lines %q, charge %+v", basket(r.Checkout), r.Checkout.Charge())
	}
}

// TestCallerGoesAway: once the provider was asked, the answer is written for the retry.
func TestCallerGoesAway(t *testing.T) {
	t.Parallel()
	b := newShop().chat(t)
	b.must(Create{Input: lines(line("jeans", 1))})
	ctx, cancel := context.WithCancel(t.Context())
	b.bank.during["authorize"] = cancel
	r := b.request(Complete{Payment: card("ok")})
	r.Key = b.key("m1")
	if _, err := b.Do(ctx, r); err != nil {
		t.Error(err)
	}
	if done := b.send(t, "m1", Complete{Payment: card("ok")}); !done.Replayed || !strings.Contains(string(done.Reply), `"completed"`) {
		t.Errorf("reply %s", done.Reply)
	}
}

// TestStoreFails: the request fails, nothing is done, and the key can be used again.
func TestStoreFails(t *testing.T) {
	t.Parallel()
	for n := 1; n <= 4; n++ { // context, checkout, stock, commit
		b := newShop().chat(t)
		b.must(Create{Input: lines(line("jeans", 1))})
		b.Store = &mortal{memStore: b.store, bank: b.bank, left: n}
		if _, err := b.keyed("m1", Complete{Payment: card("ok")}); reason(err) != Unavailable || !errors.Is(err, errCrash) {
			t.Errorf("operation %d: %v", n, err)
		}
		b.Store = b.store
		if b.bank.count("authorize") != 0 {
			t.Fatal("paid all the same")
		}
		wantStatus(t, b.send(t, "m1", Complete{Payment: card("ok")}).Result, Completed)
	}
	b := newShop().chat(t)
	r := b.request(Add{Item: "jeans", Quantity: 1})
	broken := errors.New("cannot be written")
	r.Reply = func(Result) ([]byte, error) { return nil, broken }
	if _, err := b.Do(t.Context(), r); reason(err) != Internal || !errors.Is(err, broken) || len(b.store.checkouts) != 0 {
		t.Errorf("reply cannot be encoded: %v", err)
	}
}

// TestExpiryWaitsForTheAttempt: a checkout whose payment is under way does not expire.
func TestExpiryWaitsForTheAttempt(t *testing.T) {
	t.Parallel()
	b := newShop().chat(t)
	b.must(Create{Input: lines(line("jeans", 1))})
	b.clock.Advance(6*time.Hour - time.Second)
	b.must(Complete{Payment: card("timeout_token")})
	b.clock.Advance(time.Minute)
	b.runJobs(t)
	wantStatus(t, b.do(), CompleteInProgress)
	b.bank.resolve(payment.Declined)
	for range 3 {
		b.clock.Advance(time.Minute)
		b.runJobs(t)
	}
	wantStatus(t, b.do(), Canceled)
	wantLevel(t, b.shop, "jeans", 12, 0)
}

// TestACentavoCannotBeDiscounted: nothing is left to take off.
func TestACentavoCannotBeDiscounted(t *testing.T) {
	t.Parallel()
	b := newShop().chat(t, platform.CapDiscount)
	b.products.setPrice("pen", 1)
	r := b.must(Create{Input: Input{Lines: []LineInput{line("pen", 1)}, Codes: []string{"WELCOME5"}}})
	wantTotals(t, r, "subtotal 1", "total 1")
	wantSaid(t, r.Messages, "~discount_code_user_ineligible $.discounts.codes[0]")
}

// TestNextStep: one info says what to bring next.
func TestNextStep(t *testing.T) {
	t.Parallel()
	next := func(r Result) string {
		for _, m := range r.Messages {
			if m.Code == CodeNextStep {
				return m.Path + " " + strings.Join(m.Args.Names, ",")
			}
		}
		return ""
	}
	b := newShop(withInvoices).chat(t, platform.CapFulfillment, platform.CapFiscalIdentity)
	if got := next(b.must(Add{Item: "jeans", Quantity: 1})); got != "$.buyer destination,taxpayer_id" {
		t.Errorf("first %q", got)
	}
	r := b.must(SetBuyer{Buyer: BuyerInput{TaxpayerID: &TaxpayerID{"cpf", "52998224725"}}})
	if got := next(r); got != methodPath+".destinations destination" {
		t.Errorf("then %q", got)
	}
	if got := next(b.must(SelectOption{Option: "pickup"})); got != "" {
		t.Errorf("ready, but %q", got)
	}
}

func TestPolicyOfNotices(t *testing.T) {
	t.Parallel()
	b := newShop().chat(t, platform.CapFulfillment)
	r := b.must(Add{Item: "jeans", Quantity: 1})
	if !slices.ContainsFunc(r.Messages, func(m Message) bool { return m.Code == CodeWithdrawal && m.Type == TypeInfo }) {
		t.Error("no notice of the right of withdrawal")
	}
	if slices.ContainsFunc(r.Messages, func(m Message) bool { return m.Code == CodePickupNotice }) {
		t.Error("a notice of pickup where delivery was negotiated")
	}
}
