package agent

import (
	"context"
	"errors"
	"strings"
	"time"

	"balcao/bcp"
	"balcao/catalog"
	"balcao/checkout"
	"balcao/conversation"
	"balcao/intents"
	"balcao/internal/ids"
	"balcao/internal/lang"
	"balcao/order"
	"balcao/platform"
	"balcao/profile"
)

// Counter is the checkout service.
type Counter interface {
	Do(ctx context.Context, r checkout.Request) (checkout.Done, error)
	Look(ctx context.Context, caller platform.Caller, t checkout.Target) (conversation.Context, checkout.Result, error)
}

// Catalog finds products.
type Catalog interface {
	Search(q catalog.Query) (catalog.Page, error)
	Resolve(ctx context.Context, id string) (*catalog.Product, *catalog.Variant, bool)
	Product(id ids.Product) (*catalog.Product, bool)
}

// Records reads what is stored beside checkouts.
type Records interface {
	Order(ctx context.Context, id ids.Order) (*order.Order, error)
	Levels(ctx context.Context, variants []ids.Variant) (map[ids.Variant]int64, error)
	// Reply returns what is stored under a key, checkout.ErrNotFound if nothing.
	Reply(ctx context.Context, key conversation.Key) (conversation.Reply, error)
}

// Shop answers messages: it understands them, has the counter do what they ask, and
// composes the reply.
type Shop struct {
	Counter     Counter
	Catalog     Catalog
	Records     Records
	Orders      Orders
	Interpreter intents.Interpreter
	Encoder     *bcp.Encoder
	NewID       func(prefix string) string
	Now         func() time.Time
	// Hub is told of the tasks that move.
	Hub *Hub
	// Name is the shop's name, StorefrontURL its entrance.
	Name, StorefrontURL string
	// WithdrawalDays is how many days after delivery a buyer may withdraw; less than the 7 of
	// the law counts as 7.
	WithdrawalDays int
}

// pendingLife is how long a question waits for its yes.
const pendingLife = 10 * time.Minute

// Send answers one message.
func (s *Shop) Send(ctx context.Context, m Message) ([]byte, error) {
	var card bool
	m.Text, card = intents.WithoutCards(m.Text) // before anything is made of it, or kept
	if m.Context == "" {
		m.Context = ids.Context(s.NewID("ctx_"))
	}
	t := &turn{s: s, m: m, card: card, target: m.Checkout, replyID: s.NewID("msg_")}
	structured, err := intents.Decode(m.Data)
	if err != nil {
		return nil, err
	}
	if structured.MandateFault != nil && t.session().Has(platform.CapAP2Mandate) {
		return nil, structured.MandateFault
	}
	switch {
	case structured.Action != "":
		t.structured = true
		err = t.structuredTurn(ctx, structured)
	case card || strings.TrimSpace(m.Text) != "":
		err = t.textTurn(ctx)
	default:
		err = invalid("message.parts", "need a text, or a data part with an action")
	}
	if err != nil {
		return nil, err
	}
	return t.finish(ctx)
}

// turn is the work on one message.
type turn struct {
	s          *Shop
	m          Message
	structured bool
	// language is that of the answer; empty means the checkout's, or Portuguese.
	language string
	replyID  string

	// card says that the text had the number of a card, which was taken out.
	card bool
	// conv and seen are what the conversation was about before this message.
	conv conversation.Context
	seen checkout.Result

	// What the message comes to: commands for the counter, and answers from elsewhere.
	target      ids.Checkout
	commands    []checkout.Command
	ifRevision  int64
	says        []string // sentences that do not depend on the counter
	search      *found
	product     *shown
	order       *order.Order
	returned    bool              // and the answer has told what came of it
	problem     *checkout.Message // a failure without a checkout
	root        string            // the capability that it is about, checkout if empty
	showChecks  bool              // the answer carries the checkout
	prompts     bool              // the answer ends with what the checkout needs next
	standing    bool              // the answer says how the purchase stands
	corrects    bool              // the answer asks to send something again
	undoing     bool              // the commands take back the last change of the cart
	repeatsCode bool              // the answer gives the code of the open charge once more
	ask         *question
	browses     bool            // what is found answers the question what is sold here
	kinds       []string        // and these are the kinds of goods, as far as they are told
	open, rest  []intents.Slots // what the message, and what those before it, leave to be asked
	results     []ids.Product
	focus       ids.Product
	// spoken is the language of the conversation from now on, empty if it stays.
	spoken string
	// meant are the slots of the intent at work.
	meant intents.Slots
	// adds are the slots of the commands that add, by their place among the commands.
	adds map[int]intents.Slots
}

// found is a page of products, shown a product, each with what can be sold now.
type found struct {
	page    catalog.Page
	showing bcp.Showing
}
type shown struct {
	choice  catalog.Choice
	showing bcp.Showing
}

// caller is who sent the message.
func (t *turn) caller() platform.Caller { return t.m.Identity.Caller }

// session is what was negotiated with him.
func (t *turn) session() platform.Session { return t.m.Identity.Negotiated.Session }

// structuredTurn carries out an action: it never passes through language.
func (t *turn) structuredTurn(ctx context.Context, st intents.Structured) error {
	t.language = languageOf(st.Intent)
	return t.take(ctx, st.Intent)
}

// textTurn understands a sentence and carries out what it asks.
func (t *turn) textTurn(ctx context.Context) error {
	var err error
	if t.conv, t.seen, err = t.s.Counter.Look(ctx, t.caller(), checkout.Target{Context: t.m.Context, Checkout: t.m.Checkout}); err != nil {
		return err
	}
	about := t.subjects()
	meant, picked := t.pick(about)
	if !picked {
		meant, err = t.s.Interpreter.Interpret(ctx, intents.Utterance{
			Text: t.m.Text, Language: t.lastLanguage(), Conversation: about,
			From: t.caller().Profile + " " + string(t.m.Context), Message: t.caller().Profile + " " + t.m.ID,
		})
		if err != nil {
			return err
		}
		meant = complete(meant, about)
	}
	t.takeUp(meant, about)
	t.goodsFirst(&meant)
	t.speak(meant)
	if t.card {
		t.say(say(t.language, sayNoCards))
	}
	if address, ok := t.street(meant); ok {
		return t.take(ctx, address)
	}
	for i, intent := range meant.Intents {
		t.meant = intents.Slots{}
		if len(meant.Slots) == len(meant.Intents) {
			t.meant = meant.Slots[i]
		}
		if err := t.take(ctx, intent); err != nil {
			return err
		}
	}
	return nil
}

// subjects is what a sentence may refer to.
func (t *turn) subjects() intents.Conversation {
	c := intents.Conversation{
		Handlers: t.m.Identity.Negotiated.Handlers, Results: t.conv.LastResults, Focus: t.conv.Focus, Pending: t.conv.Pending,
	}
	if c.Pending != nil && t.s.Now().After(c.Pending.ExpiresAt) {
		c.Pending = nil
	}
	c.CouponOpen = c.Pending != nil && c.Pending.Action == actionCoupon
	if t.seen.Checkout == nil || t.seen.Status == checkout.Canceled {
		return c // what was in a canceled cart is not spoken of
	}
	for _, l := range t.seen.Checkout.Lines {
		c.Lines = append(c.Lines, intents.Line{ID: l.ID, Product: l.Product, Variant: l.Variant, Title: l.Title, Quantity: l.Quantity})
	}
	for _, o := range t.seen.Checkout.Fulfillment.Options {
		c.Options = append(c.Options, intents.ShippingOption{ID: o.ID, Title: o.Title, Price: o.Price, Latest: o.Latest})
	}
	c.Chosen = string(t.seen.Checkout.Fulfillment.SelectedOption)
	c.Handlers, c.Codes = t.seen.Handlers, t.seen.Checkout.Codes
	c.CouponOpen = c.CouponOpen || len(t.seen.Checkout.Rejected) > 0 && len(t.seen.Checkout.Discounts) == 0
	c.NameOpen = t.seen.Checkout.Buyer != nil && t.seen.Checkout.Buyer.FirstName == ""
	c.Paying = t.seen.ChargeVisible || t.seen.Checkout.Order != nil
	return c
}

// take turns an intent into commands or into an answer.
func (t *turn) take(ctx context.Context, intent intents.Intent) error {
	switch in := intent.(type) {
	case intents.Change:
		return t.change(ctx, in)
	case intents.SearchCatalog:
		return t.searchCatalog(ctx, in)
	case intents.GetProduct:
		return t.getProduct(ctx, in)
	case intents.GetCheckout:
		return t.getCheckout(in)
	case intents.GetOrder:
		return t.getOrder(ctx, in)
	case intents.RequestReturn:
		return t.requestReturn(ctx, in)
	case intents.Confirm:
		if err := t.mayBuy(); err != nil {
			return t.refusal(err)
		}
		if back, ok := in.Then.(intents.RequestReturn); ok {
			return t.confirmReturn(ctx, in.Pending, back)
		}
		if in.Pending.Checkout != "" {
			t.ifRevision, t.target = in.Pending.Revision, in.Pending.Checkout
		}
		if c, ok := in.Then.(intents.Change); ok {
			return t.accept(c)
		}
		return t.take(ctx, in.Then) // a yes does not say which one: it is asked again
	case intents.Ask:
		return t.askBack(ctx, in)
	case intents.Undo:
		return t.undo()
	case intents.Help:
		return t.help(ctx, in.About)
	case intents.Decline:
		t.decline()
	case intents.Unknown:
		return t.unknown(ctx, in.Reason)
	}
	return nil
}

func (t *turn) say(sentence string) { t.says = append(t.says, sentence) }

// change takes over a command. A cancellation that was only said is asked back, and so
// is the completion of a purchase whose Pix charge is out already.
func (t *turn) change(ctx context.Context, in intents.Change) error {
	if err := t.mayBuy(); err != nil {
		return t.refusal(err)
	}
	if !t.structured {
		switch cmd := in.Command.(type) {
		case checkout.Cancel:
			if c := t.seen.Checkout; c != nil && !t.seen.Status.Terminal() && len(c.Lines) > 0 {
				t.ask, t.showChecks = bound("cancel_checkout"), true
				return nil
			}
			if c := t.seen.Checkout; c != nil && c.Order != nil {
				return t.askReturn(ctx, order.Withdrawal)
			}
			if t.seen.Status == checkout.Canceled {
				t.showChecks = true // it is, and the answer says so
				return nil
			}
		case checkout.StartPayment:
			if t.seen.ChargeVisible && t.meant.Again {
				t.showChecks, t.repeatsCode = true, true
				return nil
			}
			if t.seen.ChargeVisible && t.seen.Status == checkout.ReadyForComplete {
				t.ask, t.showChecks = bound("complete_checkout"), true
				return nil
			}
		case checkout.SetAddress:
			cmd.Address = t.withKnown(cmd.Address)
			in.Command = cmd
		}
	}
	return t.accept(in)
}

func (t *turn) accept(in intents.Change) error {
	if in.Checkout != "" {
		t.target = in.Checkout
	}
	if t.meant.Action == "add_to_checkout" {
		if t.adds == nil {
			t.adds = map[int]intents.Slots{}
		}
		t.adds[len(t.commands)] = t.meant
	}
	t.commands = append(t.commands, in.Command)
	t.showChecks = true
	if add, ok := in.Command.(checkout.Add); ok {
		if p, _, ok := t.s.Catalog.Resolve(context.Background(), add.Item); ok {
			t.focus = p.ID
		}
	}
	return nil
}

// errAnswered says that the turn already holds its answer.
var errAnswered = errors.New("agent: answered")

// refusal drops errAnswered, which is no failure of the request.
func (t *turn) refusal(err error) error {
	if errors.Is(err, errAnswered) {
		return nil
	}
	return err
}

// mayBuy checks that the caller may have a checkout at all.
func (t *turn) mayBuy() error {
	who := t.caller()
	switch {
	case who.Nobody():
		t.say(say(t.language, sayIdentify))
		return errAnswered
	case !who.Rights.Has(platform.RightCheckout) && who.Authenticated:
		return profile.NewError(profile.CodeForbidden, nil)
	case !who.Rights.Has(platform.RightCheckout):
		return profile.NewError(profile.CodeUnauthenticated, nil)
	case !t.session().Has(platform.CapCheckout):
		t.incompatible()
		return errAnswered
	}
	return nil
}

// incompatible answers that the capability for the operation was not negotiated.
func (t *turn) incompatible() {
	t.problem = &checkout.Message{Type: checkout.TypeError, Code: checkout.CodeIncompatible, Severity: checkout.Unrecoverable}
}

func (t *turn) notFound() {
	t.problem = &checkout.Message{Type: checkout.TypeError, Code: checkout.CodeNotFound, Severity: checkout.Unrecoverable}
}

func (t *turn) getCheckout(in intents.GetCheckout) error {
	if err := t.mayBuy(); err != nil {
		return t.refusal(err)
	}
	if in.Checkout != "" {
		t.target = in.Checkout
	}
	t.showChecks = true
	return nil
}

// languageOf is the language that an action asks for, empty if it does not say or asks for
// none of the shop's.
func languageOf(intent intents.Intent) string {
	tag := ""
	switch in := intent.(type) {
	case intents.SearchCatalog:
		tag = tagOf(in.Context)
	case intents.GetProduct:
		tag = tagOf(in.Context)
	case intents.Change:
		tag = tagOf(hinted(in.Command))
	}
	known, _ := lang.Match(tag)
	return known
}

// hinted are the hints of a command, nil for none.
func hinted(cmd checkout.Command) *checkout.Hints {
	switch cmd := cmd.(type) {
	case checkout.Create:
		return cmd.Input.Hints
	case checkout.Update:
		return cmd.Input.Hints
	}
	return nil
}

func tagOf(hints *checkout.Hints) string {
	if hints == nil {
		return ""
	}
	return hints.Language
}
