package main

import (
	"bytes"
	"context"
	"crypto/sha256"
	"encoding/json"
	"errors"
	"fmt"
	"sync"

	"balcao/checkout"
	"balcao/conversation"
	"balcao/internal/ids"
	"balcao/payment"
	"balcao/platform"
)

// modelBuyer is a platform's conversation with the shop.
type modelBuyer struct {
	name    string
	caller  platform.Caller
	context ids.Context
	session platform.Session
	ships   bool

	mu   sync.Mutex
	sent []*modelMessage
	// checkout and key are those of the last answer.
	checkout  ids.Checkout
	key       string
	challenge bool
	// orders are those that an answer told of, by checkout.
	orders map[ids.Checkout]ids.Order
}

// modelMessage is a message that may be sent again. answer is what came back, nil as long as
// nothing did.
type modelMessage struct {
	id       string
	commands []checkout.Command
	answer   []byte
}

func newModelBuyer(n int) *modelBuyer {
	b := &modelBuyer{
		name: fmt.Sprintf("buyer %d", n), context: ids.Context(fmt.Sprintf("ctx-%d", n)), ships: n%2 == 1,
		caller: platform.Caller{Profile: fmt.Sprintf("https://p%d.example/profile.json", n), Authenticated: true, Rights: platform.RightCheckout},
		orders: map[ids.Checkout]ids.Order{},
	}
	names := []string{platform.CapCheckout, platform.CapDiscount, platform.CapOrder, platform.CapReturns}
	if b.ships {
		names = append(names, platform.CapFulfillment)
	}
	b.session.Version = "2026-07-28"
	for _, name := range names {
		b.session.Capabilities = append(b.session.Capabilities, platform.Capability{Name: name, Version: "2026-07-28"})
	}
	return b
}

// modelAnswer is what a platform is sent: enough to tell two answers apart.
type modelAnswer struct {
	Checkout ids.Checkout
	Key      string
	Version  int64
	Revision int64
	Status   checkout.Status
	Total    int64
	Order    ids.Order
	Paid     bool
	Proof    bool // the buyer must prove identity
	Said     []string
}

func encodeModelAnswer(r checkout.Result) ([]byte, error) {
	a := modelAnswer{Status: r.Status}
	if c := r.Checkout; c != nil {
		a.Checkout, a.Key, a.Version, a.Revision, a.Total, a.Proof = c.ID, c.Key, c.Version, c.Revision, int64(c.Total()), c.Challenge != nil
		if c.Order != nil {
			a.Order = c.Order.ID
		}
	}
	for _, m := range r.Messages {
		if m.Type == checkout.TypeError {
			a.Said = append(a.Said, string(m.Code))
		}
	}
	return json.Marshal(a)
}

// say sends a message. The answer to one that was answered before must be the same, byte by
// byte.
func (w *modelWorld) say(b *modelBuyer, m *modelMessage) {
	if w.aside != nil {
		w.talking = b
	}
	done, err := w.shop.counter.Do(context.Background(), checkout.Request{
		Caller: b.caller, Target: checkout.Target{Context: b.context}, Commands: m.commands, Session: b.session,
		Handlers: modelHandlers(), Language: "pt-BR", Reply: encodeModelAnswer,
		Key: &conversation.Key{Owner: b.caller.Owner(), Binding: "a2a", ID: m.id, Fingerprint: sha256.Sum256([]byte(m.id))},
	})
	w.note("%s %s: %s: %s %v", b.name, m.id, commandsText(m.commands), done.Reply, err)
	if w.shop.process.isDead() {
		return // a dead process answers nobody
	}
	var failed *checkout.Error
	if err != nil {
		if !errors.As(err, &failed) || failed.Reason != checkout.Unavailable {
			w.fail("%s %s: %w", b.name, m.id, err)
		}
		return // it may be sent again
	}
	b.mu.Lock()
	defer b.mu.Unlock()
	if m.answer != nil && !bytes.Equal(m.answer, done.Reply) {
		w.fail("%s %s was answered by\n%s\nand then by\n%s", b.name, m.id, m.answer, done.Reply)
	}
	m.answer = done.Reply
	var a modelAnswer
	if err := json.Unmarshal(done.Reply, &a); err != nil {
		w.fail("%s %s: unreadable answer: %w", b.name, m.id, err)
		return
	}
	b.checkout, b.key, b.challenge = a.Checkout, a.Key, a.Proof
	if a.Order != "" {
		if other, known := b.orders[a.Checkout]; known && other != a.Order {
			w.fail("%s was told of orders %s and %s for checkout %s", b.name, other, a.Order, a.Checkout)
		}
		b.orders[a.Checkout] = a.Order
	}
	if (a.Status == checkout.Completed) != (a.Order != "") {
		w.fail("%s %s: status %s with order %q", b.name, m.id, a.Status, a.Order)
	}
}

func commandsText(all []checkout.Command) string {
	var out string
	for _, cmd := range all {
		out += fmt.Sprintf("%T%+v ", cmd, cmd)
	}
	return out
}

// message makes a new message; it is remembered to be sent again.
func (b *modelBuyer) message(commands ...checkout.Command) *modelMessage {
	b.mu.Lock()
	defer b.mu.Unlock()
	m := &modelMessage{id: fmt.Sprintf("m%d", len(b.sent)+1), commands: commands}
	b.sent = append(b.sent, m)
	return m
}

// again is one of the last messages, nil if there is none.
func (b *modelBuyer) again(c *modelChance) *modelMessage {
	b.mu.Lock()
	defer b.mu.Unlock()
	if len(b.sent) == 0 {
		return nil
	}
	return b.sent[len(b.sent)-1-c.n(min(len(b.sent), 4))]
}

// unanswered reports whether nothing came back for a message yet.
func (b *modelBuyer) unanswered(m *modelMessage) bool {
	b.mu.Lock()
	defer b.mu.Unlock()
	return m.answer == nil
}

// wish is something that a buyer may say.
func (b *modelBuyer) wish(c *modelChance, goods []ids.Variant) []checkout.Command {
	item := string(oneOf(c, goods...))
	quantity := int64(1 + c.n(3))
	switch n := c.n(100); {
	case n < 24:
		cmds := []checkout.Command{checkout.Add{Item: item, Quantity: quantity}}
		if b.ships {
			cmds = append(cmds, checkout.SetAddress{Address: checkout.AddressInput{
				Street: "Avenida Paulista, 1000", Locality: "São Paulo", Region: "SP", PostalCode: "01310-100", Country: "BR",
			}}, checkout.SelectOption{Option: oneOf(c, "standard", "express")})
		}
		if c.in(40) {
			cmds = append(cmds, checkout.StartPayment{})
		}
		return cmds
	case n < 32:
		return []checkout.Command{checkout.SetQuantity{Item: item, Quantity: quantity}}
	case n < 35:
		return []checkout.Command{checkout.Remove{Item: item}}
	case n < 39:
		return []checkout.Command{oneOf[checkout.Command](c, checkout.ApplyDiscount{Code: "PIX15"}, checkout.ApplyDiscount{Code: "BEMVINDO10"}, checkout.RemoveDiscount{Code: "PIX15"})}
	case n < 57:
		return []checkout.Command{checkout.StartPayment{}}
	case n < 73:
		return []checkout.Command{checkout.Complete{Payment: checkout.PaymentInput{Instruments: []checkout.InstrumentInput{{Handler: "pix_1", Type: "pix"}}}}}
	case n < 87:
		credential := oneOf(c, "success_token", "success_token", "fail_token", "3ds_token", "timeout_token")
		return []checkout.Command{checkout.Complete{Payment: checkout.PaymentInput{Instruments: []checkout.InstrumentInput{
			{Handler: handlerGPay, Type: "card", Token: payment.Secret(credential)},
		}}}}
	case n < 92:
		return []checkout.Command{checkout.Cancel{}}
	case n < 94:
		return []checkout.Command{checkout.Create{Input: checkout.Input{Lines: []checkout.LineInput{{Item: item, Quantity: quantity}}}}}
	}
	return nil // a look
}

// prove takes the buyer through a challenge: to the processor's page, or back from it.
func (w *modelWorld) prove(b *modelBuyer) {
	b.mu.Lock()
	id, key := b.checkout, b.key
	b.mu.Unlock()
	if id == "" {
		return
	}
	ctx := context.Background()
	if url, err := w.shop.counter.ChallengeURL(ctx, id, key); err == nil {
		w.pages.add(url)
	}
	if pages := w.pages.all(); len(pages) > 0 && w.chance.in(70) {
		page, approve := oneOf(w.chance, pages...), w.chance.in(70)
		_, err := w.processor.Answer(page, approve)
		w.note("%s answers a challenge by %v: %v", b.name, approve, err)
	}
	if w.chance.in(50) {
		w.note("%s is back from a challenge: %v", b.name, w.shop.counter.Returned(ctx, id, key))
	}
}
