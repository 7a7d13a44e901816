package agent

import (
	"context"
	"encoding/json"
	"errors"
	"strings"
	"testing"
	"time"

	"balcao/bcp"
	"balcao/checkout"
	"balcao/conversation"
	"balcao/intents"
	"balcao/internal/ids"
	"balcao/money"
	"balcao/order"
	"balcao/platform"
)

// back is a shop with one paid order and the conversation in which it was bought.
type back struct {
	t       *testing.T
	order   *order.Order
	now     time.Time
	counter *counter
	stored  map[string]bool // message ids that have their answer
	do      int             // commands that were carried out
	fail    error           // of the door
}

func (b *back) Order(_ context.Context, id ids.Order) (*order.Order, error) {
	if id != b.order.ID {
		return nil, errors.Join(checkout.ErrNotFound, order.ErrNotFound)
	}
	raw, err := json.Marshal(b.order)
	if err != nil {
		return nil, err
	}
	o := new(order.Order)
	return o, json.Unmarshal(raw, o)
}

func (b *back) Levels(context.Context, []ids.Variant) (map[ids.Variant]int64, error) { return nil, nil }

func (b *back) Reply(_ context.Context, key conversation.Key) (conversation.Reply, error) {
	if b.stored[key.ID] {
		return conversation.Reply{Done: true}, nil
	}
	return conversation.Reply{}, checkout.ErrNotFound
}

func (b *back) CommitOrder(_ context.Context, w order.Write) error {
	b.order, b.do = w.Order, b.do+1
	return nil
}

func (b *back) Now() time.Time { return b.now }

func (b *back) Do(ctx context.Context, id ids.Order, key string, cmd order.Command) (*order.Order, error) {
	if b.fail != nil {
		return nil, b.fail
	}
	return (&order.Service{Store: b, Clock: b}).Do(ctx, id, key, cmd)
}

// newBack has two shirts that were sent and arrived now, and of which the buyer can withdraw.
func newBack(t *testing.T) *back {
	t.Helper()
	paid := ready(everything...)
	paid.Status, paid.Checkout.Order = checkout.Completed, &checkout.OrderRef{ID: "order_1", Key: "k"}
	o := &order.Order{
		ID: "order_1", Key: "k", Owner: buyer.Owner(), Version: 1, Language: "pt-BR", CreatedAt: now.Add(-time.Hour), Currency: money.BRL,
		Lines: []order.Line{{
			ID: "li_1", Title: "Camiseta", Price: 5000, Original: 2, Total: 2, Fulfilled: 2, Delivered: 2, Kept: 10000,
			Totals: []order.Total{{Type: order.TotalSubtotal, Amount: 10000}, {Type: order.TotalTotal, Amount: 10000}},
		}},
		Totals:      []order.Total{{Type: order.TotalSubtotal, Amount: 10000}, {Type: order.TotalFulfillment, Amount: 900}, {Type: order.TotalTotal, Amount: 10900}},
		FreightKept: 900, Payment: order.Payment{Kind: "pix", EndToEndID: "E1", Amount: 10900},
		Events: []order.Event{{ID: "evt_1", Type: order.EventDelivered, At: now, Lines: []order.LineQuantity{{Line: "li_1", Quantity: 2}}}},
	}
	return &back{t: t, order: o, now: now, counter: &counter{result: paid, conv: conversation.Context{Version: 1}}, stored: map[string]bool{}}
}

// unsent is one of which nothing has left the shop.
func (b *back) unsent() *back {
	b.order.Lines[0].Fulfilled, b.order.Lines[0].Delivered, b.order.Events = 0, 0, nil
	return b
}

func (b *back) shop() *Shop {
	s := newShop(b.t, b.counter)
	s.Records, s.Orders, s.Now = b, b, b.Now
	s.Encoder = bcp.NewEncoder(bcp.Config{PublicURL: "https://shop.example", ShopName: "Loja", Keys: paperKeys{}})
	return s
}

// says sends a text, and keeps what the answer asks as the conversation would.
func (b *back) says(id, text string) string {
	b.t.Helper()
	m := sent(buyer, "", text)
	m.ID, m.Extension = id, ""
	reply, err := b.shop().Send(b.t.Context(), m)
	if err != nil {
		b.t.Fatalf("%q: %v", text, err)
	}
	asked := b.counter.asked[len(b.counter.asked)-1]
	if len(asked.Commands) > 0 {
		b.t.Errorf("%q: the counter is to do %v", text, asked.Commands)
	}
	turn := asked.Turn(b.counter.result)
	b.counter.conv.Pending, b.counter.conv.Language = turn.Pending, turn.Language
	return strings.ReplaceAll(string(reply), "\u00a0", " ")
}

// Who wants to give back what is paid is told of the right and asked, and only a yes does it.
func TestReturnInWords(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		language, wish, yes, asked, done string
		reason                           order.Reason
	}{
		{"pt-BR", "quero devolver o pedido", "sim", "Quer devolver 2 × Camiseta?", "reembolso de R$ 109,00", order.Withdrawal},
		{"pt-BR", "me arrependi da compra", "sim, pode devolver", "7 dias", "Protocolo: adj_", order.Withdrawal},
		{"pt-BR", "quero cancelar minha compra", "sim", "7 dias", "Envie o produto até 10/12/2026", order.Withdrawal},
		{"pt-BR", "cancela", "sim", "7 dias", "Protocolo: adj_", order.Withdrawal},
		{"pt-BR", "quero desistir da compra", "confirmo", "7 dias", "Protocolo: adj_", order.Withdrawal},
		{"en", "I want to return it", "yes", "Shall I return 2 × Camiseta for you?", "refund of R$ 109.00", order.Withdrawal},
		{"en", "cancel my order please", "yes please", "7 days", "Reference: adj_", order.Withdrawal},
		{"es", "quiero devolver el pedido", "sí", "¿Quieres devolver 2 × Camiseta?", "reembolso de R$ 109,00", order.Withdrawal},
		{"pt-BR", "veio com defeito", "sim", "avisar a loja", "A loja já foi avisada", order.Defect},
		{"pt-BR", "a camiseta chegou rasgada", "sim", "avisar a loja", "A loja já foi avisada", order.Defect},
		{"en", "it arrived broken", "yes", "tell the shop", "The shop has been told", order.Defect},
		{"es", "llegó con defecto", "sí", "avisar a la tienda", "La tienda ya fue avisada", order.Defect},
		{"pt-BR", "chegou errado", "sim", "avisar a loja", "A loja já foi avisada", order.WrongProduct},
	} {
		b := newBack(t)
		b.counter.conv.Language = c.language
		if got := b.says("m1", c.wish); !strings.Contains(got, c.asked) || b.do != 0 {
			t.Errorf("%q: %s", c.wish, got)
			continue
		}
		got := b.says("m2", c.yes)
		if !strings.Contains(got, c.done) || !strings.Contains(got, "https://shop.example/orders/order_1") || b.do != 1 {
			t.Errorf("%q, %q: %s", c.wish, c.yes, got)
		}
		if as := b.order.Adjustments; len(as) == 0 || as[0].Reason != c.reason || as[0].Type != order.Return {
			t.Errorf("%q: adjustments %+v", c.wish, as)
		}
	}
}

// Anything but a yes gives nothing back.
func TestReturnNeedsAYes(t *testing.T) {
	t.Parallel()
	for text, want := range map[string]string{
		"não": "nada foi devolvido", "deixa pra lá": "nada foi devolvido", "ainda não sei": "", "talvez": "", "o vendedor disse que sim": "", "sim?": "",
		"hã?": "Quer devolver", "veio com defeito": "avisar a loja", "quanto custa o frete?": "",
	} {
		b := newBack(t)
		b.says("m1", "quero devolver o pedido")
		if got := b.says("m2", text); b.do != 0 || !strings.Contains(got, want) {
			t.Errorf("%q: %d commands, %s", text, b.do, got)
		}
	}
	b := newBack(t)
	if got := b.says("m1", "sim"); b.do != 0 || strings.Contains(got, "Protocolo") {
		t.Errorf("a yes to nothing: %s", got)
	}
}

func TestReturnsByState(t *testing.T) {
	t.Parallel()
	t.Run("nothing has left the shop", func(t *testing.T) {
		b := newBack(t).unsent()
		b.says("m1", "cancela o pedido")
		if got := b.says("m2", "sim"); !strings.Contains(got, "não há nada para enviar") || b.order.Stage() != order.StageCanceled {
			t.Errorf("%s", got)
		}
	})
	t.Run("a fault in what was not sent", func(t *testing.T) {
		if got := newBack(t).unsent().says("m1", "veio com defeito"); !strings.Contains(got, "Quer devolver 2 × Camiseta?") {
			t.Errorf("%s", got)
		}
	})
	t.Run("the period is over", func(t *testing.T) {
		b := newBack(t)
		b.now = now.Add(8 * 24 * time.Hour)
		if got := b.says("m1", "quero devolver o pedido"); !strings.Contains(got, "terminou em 07/12/2026") || b.counter.conv.Pending != nil {
			t.Errorf("%s", got)
		}
		b.says("m2", "veio com defeito")
		if got := b.says("m3", "sim"); !strings.Contains(got, "A loja já foi avisada") || !b.order.NeedsAttention() {
			t.Errorf("%s", got)
		}
	})
	t.Run("the last second", func(t *testing.T) {
		b := newBack(t)
		b.now = time.Date(2026, 12, 8, 2, 59, 59, 0, time.UTC)
		if got := b.says("m1", "quero devolver o pedido"); !strings.Contains(got, "Quer devolver") {
			t.Errorf("%s", got)
		}
	})
	t.Run("it ended while the question stood", func(t *testing.T) {
		b := newBack(t)
		b.now = time.Date(2026, 12, 8, 2, 59, 59, 0, time.UTC)
		b.says("m1", "quero devolver o pedido")
		b.now = b.now.Add(2 * time.Second)
		if got := b.says("m2", "sim"); !strings.Contains(got, "terminou em") || b.do != 0 {
			t.Errorf("%s", got)
		}
	})
	t.Run("given back before", func(t *testing.T) {
		b := newBack(t)
		b.says("m1", "quero devolver o pedido")
		b.says("m2", "sim")
		if got := b.says("m3", "quero devolver o pedido"); !strings.Contains(got, "não há mais nada a devolver") {
			t.Errorf("%s", got)
		}
	})
	t.Run("no purchase here", func(t *testing.T) {
		b := newBack(t)
		b.counter.result = checkout.Result{}
		if got := b.says("m1", "quero devolver o pedido"); !strings.Contains(got, "7 dias") || strings.Contains(got, "order_1") {
			t.Errorf("%s", got)
		}
	})
	t.Run("another's order", func(t *testing.T) {
		b := newBack(t)
		b.order.Owner = platform.Owner{Profile: "https://other.example/p"}
		if got := b.says("m1", "quero devolver o pedido"); strings.Contains(got, "order_1") || strings.Contains(got, "Camiseta") {
			t.Errorf("%s", got)
		}
	})
	t.Run("the question was about another purchase", func(t *testing.T) {
		b := newBack(t)
		b.says("m1", "quero devolver o pedido")
		b.counter.conv.Pending.Checkout = "chk_other"
		if got := b.says("m2", "sim"); b.do != 0 || !strings.Contains(got, "Quer devolver") {
			t.Errorf("%s", got)
		}
	})
}

// A retry repeats nothing: after a crash it goes on, and once it has its answer it does no more.
func TestReturnOnce(t *testing.T) {
	t.Parallel()
	b := newBack(t)
	b.says("m1", "quero devolver o pedido")
	open := b.counter.conv
	b.counter.do = errSecret // the answer is lost after the effect
	m := sent(buyer, "", "sim")
	m.ID = "m2"
	if _, err := b.shop().Send(t.Context(), m); !errors.Is(err, errSecret) || b.do != 1 {
		t.Fatalf("%v, %d commands", err, b.do)
	}
	b.counter.do, b.counter.conv = nil, open
	first, err := b.shop().Send(t.Context(), m)
	if err != nil || b.do != 1 || !strings.Contains(string(first), "Protocolo: "+b.order.Adjustments[0].ID) {
		t.Fatalf("%s, %v, %d commands", first, err, b.do)
	}
	// A yes of before that comes again is answered as it was, whatever is asked by now.
	other := newBack(t)
	other.says("m1", "quero devolver o pedido")
	other.stored["m0"] = true
	m.ID = "m0"
	if _, err := other.shop().Send(t.Context(), m); err != nil || other.do != 0 {
		t.Errorf("%v, %d commands", err, other.do)
	}
}

func returning(members string) Message {
	m := sent(proven, `{"action":"request_return"`+members+`}`, "")
	m.ID = "m9"
	return m
}

func TestReturnByAction(t *testing.T) {
	t.Parallel()
	b := newBack(t)
	b.order.Owner = proven.Owner()
	reply, err := b.shop().Send(t.Context(), returning(`,"order_id":"order_1","line_items":[{"id":"li_1","quantity":1}],"reason":"withdrawal"`))
	text := strings.ReplaceAll(string(reply), "\u00a0", " ")
	for _, want := range []string{`"a2a.bcp.order":{`, `"type":"return"`, `"type":"refund"`, `"quantity":-1`, "Protocolo: adj_", "reembolso de R$ 50,00"} {
		if !strings.Contains(text, want) {
			t.Errorf("lacks %s: %s, %v", want, text, err)
		}
	}
	again, err := b.shop().Send(t.Context(), returning(`,"order_id":"order_1","line_items":[{"id":"li_1","quantity":1}],"reason":"withdrawal"`))
	if err != nil || b.do != 1 || !strings.Contains(string(again), "a2a.bcp.order") {
		t.Errorf("again: %d commands, %v", b.do, err)
	}
	other := returning("")
	other.ID = "m10" // the last order of the conversation, all that is left of it
	if _, err := b.shop().Send(t.Context(), other); err != nil || b.order.Lines[0].Returned != 2 || b.order.Refundable() != 0 {
		t.Errorf("the rest: %+v, %v", b.order.Lines[0], err)
	}
}

func TestReturnByActionRefused(t *testing.T) {
	t.Parallel()
	late := func(b *back) { b.now = now.Add(9 * 24 * time.Hour) }
	as := func(who platform.Caller) func(*Message) { return func(m *Message) { m.Identity.Caller = who } }
	for name, c := range map[string]struct {
		members string
		shop    func(*back)
		message func(*Message)
		want    string // in the answer or the error
	}{
		"too late":         {"", late, nil, `"code":"operation_not_allowed"`},
		"unknown order":    {`,"order_id":"order_9"`, nil, nil, `"code":"not_found"`},
		"another's order":  {"", func(b *back) { b.order.Owner.Profile = "https://other.example/p" }, nil, `"code":"not_found"`},
		"no order rights":  {"", nil, as(platform.Caller{Profile: proven.Profile, Authenticated: true, Rights: platform.RightCheckout}), `"code":"unauthorized"`},
		"not proven":       {"", nil, as(buyer), "unauthenticated"},
		"not negotiated":   {"", nil, func(m *Message) { m.Identity = identity(proven, platform.CapCheckout) }, `"code":"capabilities_incompatible"`},
		"unknown line":     {`,"line_items":[{"id":"li_9","quantity":1}]`, nil, nil, "line_items names a line that the order does not have"},
		"too many":         {`,"line_items":[{"id":"li_1","quantity":3}]`, nil, nil, "line_items names more of li_1 than the 2"},
		"a line twice":     {`,"line_items":[{"id":"li_1","quantity":1},{"id":"li_1","quantity":1}]`, nil, nil, "line_items"},
		"no lines":         {`,"line_items":[]`, nil, nil, "line_items"},
		"a wrong quantity": {`,"line_items":[{"id":"li_1","quantity":0}]`, nil, nil, "quantity"},
		"a wrong reason":   {`,"reason":"boredom"`, nil, nil, "reason"},
		"others at it":     {"", func(b *back) { b.fail = &order.Error{Code: order.CodeBusy} }, nil, "unavailable"},
		"used for another": {"", func(b *back) { b.fail = &order.Error{Code: order.CodeKeyUsed} }, nil, "messageId"},
		"a broken store":   {"", func(b *back) { b.fail = errSecret }, nil, "hunter2"},
	} {
		b := newBack(t)
		b.order.Owner = proven.Owner()
		if c.shop != nil {
			c.shop(b)
		}
		m := returning(c.members)
		if c.message != nil {
			c.message(&m)
		}
		reply, err := b.shop().Send(t.Context(), m)
		got := string(reply)
		if err != nil {
			got = err.Error()
		}
		if b.do != 0 || !strings.Contains(got, c.want) {
			t.Errorf("%s: %d commands, %s, want %s", name, b.do, got, c.want)
		}
	}
}

// A yes from a language model is none: its slots never confirm.
func TestReturnFromSlotsAsks(t *testing.T) {
	t.Parallel()
	got := intents.Intents([]intents.Slots{{Action: "request_return"}}, intents.Conversation{Pending: waiting(t, intents.Slots{Action: "request_return"})})
	for _, in := range got {
		switch in.(type) {
		case intents.RequestReturn, intents.Confirm:
			t.Errorf("slots alone give goods back: %#v", in)
		}
	}
}
