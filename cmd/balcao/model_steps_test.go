package main

import (
	"context"
	"errors"
	"fmt"
	"time"

	"balcao/internal/ids"
	"balcao/job"
	"balcao/money"
	"balcao/order"
	"balcao/payment"
	"balcao/payment/fakepsp"
	"balcao/payment/pix"
)

// step does one thing that may happen, chosen by the chance.
func (w *modelWorld) step(c *modelChance) {
	w.standing.RLock()
	wait := w.act(c, false)
	dead := w.shop.process.isDead()
	w.standing.RUnlock()
	if !dead && wait == 0 {
		return
	}
	w.standing.Lock()
	defer w.standing.Unlock()
	if wait > 0 { // no call is under way: none takes that long
		w.pass(wait)
	}
	if w.shop.process.isDead() { // nobody else was quicker
		if err := w.restarted(); err != nil {
			w.fail("restart: %w", err)
		}
	}
}

// meanwhile does some things while the shop waits for a provider, which a world with one hand
// tells again in the same way.
func (w *modelWorld) meanwhile() {
	c := w.aside
	if c == nil || !c.in(6) {
		return
	}
	w.aside = nil // once at a time
	w.note("meanwhile {")
	for range 1 + c.n(4) {
		w.act(c, true)
	}
	if c.in(50) {
		w.work(context.Background(), c, 1+c.n(4), true)
	}
	if c.in(8) {
		w.shop.process.doom(1, true)
		w.note("the process dies before it hears the answer")
	}
	w.note("}")
	w.aside = c
}

// act does one thing. It returns how much time is to pass, for who sees to it that nothing is
// under way. Beside a call that is under way nothing is done that would wait for it.
func (w *modelWorld) act(c *modelChance, beside bool) (wait time.Duration) {
	defer func() {
		if r := recover(); r != nil {
			w.fail("panic: %v", r)
		}
	}()
	ctx := context.Background()
	b := w.buyers[c.n(len(w.buyers))]
	if beside && w.talking != nil && c.in(50) {
		b = w.talking
	}
	switch n := c.n(1000); {
	case n < 330:
		w.say(b, b.message(b.wish(c, w.ground.goods)...))
	case n < 400:
		if m := b.again(c); m != nil && !(beside && b.unanswered(m)) {
			w.say(b, m)
		}
	case n < 430:
		w.prove(b)
	case n < 570:
		w.pay(ctx, c)
	case n < 640:
		w.announce(ctx)
	case n < 780:
		w.work(ctx, c, 1+c.n(4), beside)
	case n < 850:
		switch d := oneOf(c, time.Second, 5*time.Second, 30*time.Second, 2*time.Minute, 10*time.Minute, 31*time.Minute); {
		case d <= 5*time.Second:
			w.pass(d)
		case !beside:
			return d
		}
	case n < 853:
		if !beside {
			return oneOf(c, 3*time.Hour, 6*time.Hour+time.Second, 8*24*time.Hour)
		}
	case n < 890:
		w.meddle(c)
	case n < 915:
		w.switches.Clear()
		w.cardFaults.Store(0)
		w.note("faults off")
	case n < 923:
		w.bankActs(ctx, c)
	case n < 925:
		w.charge(ctx, c)
	case n < 945:
		k, effect := 1+c.n(25), c.in(50)
		w.shop.process.doom(k, effect)
		w.note("the process dies at operation %d, after its effect: %v", k, effect)
	case n < 950:
		w.shop.process.doom(1, false)
		w.say(b, b.message())
	default:
		w.orders.change(ctx, w, c)
	}
	return 0
}

// pass lets time go on.
func (w *modelWorld) pass(d time.Duration) {
	w.clock.Advance(d)
	w.note("%s later", d)
}

// pay has a payer do something about a charge, of those the newest are likelier.
func (w *modelWorld) pay(ctx context.Context, c *modelChance) {
	book, err := w.bank.Book(ctx)
	if err != nil || len(book) == 0 {
		return
	}
	ch := book[min(c.n(len(book)), c.n(len(book)))]
	if c.in(75) {
		_, err := w.bank.Settle(ctx, ch.TXID)
		w.note("payer of %s: %v", ch.TXID, err)
		return
	}
	p := fakepsp.Payment{Payment: pix.Payment{TXID: ch.TXID}, Info: "obrigado"}
	switch c.n(4) {
	case 0:
		p.Amount = money.Amount(ch.Amount + 1)
	case 1:
		p.Amount = max(1, money.Amount(ch.Amount/2))
	case 2:
		p.PaidAt = w.clock.Now().Add(-time.Duration(c.n(600)) * time.Second)
		if p.PaidAt.Before(ch.CreatedAt) {
			p.PaidAt = ch.CreatedAt
		}
	}
	got, err := w.bank.Pay(ctx, p)
	w.note("payer of %s, whatever it is: %d at %s as %s: %v", ch.TXID, got.Amount, got.PaidAt.Format(time.TimeOnly), got.EndToEndID, err)
}

// charge has the stranger take money into the account.
func (w *modelWorld) charge(ctx context.Context, c *modelChance) {
	txid := w.source.TXID()
	w.mu.Lock()
	w.strange[txid] = true
	w.mu.Unlock()
	_, err := w.stranger.Charge(ctx, payment.ChargeRequest{TXID: txid, Amount: 1234, ExpiresAt: w.clock.Now().Add(time.Hour)})
	if err == nil {
		_, err = w.bank.Settle(ctx, txid)
	}
	w.note("a stranger is paid %s: %v", txid, err)
}

// announce has the bank call back what is due.
func (w *modelWorld) announce(ctx context.Context) {
	if _, err := w.bank.RunDue(ctx); err != nil {
		w.note("announce: %v", err) // somebody is at it
	}
}

// work does some of the jobs that are due, in any order. Beside a call it does not finish
// charges: the call may be for the same.
func (w *modelWorld) work(ctx context.Context, c *modelChance, n int, beside bool) int {
	now := w.clock.Now()
	jobs, err := w.shop.store.LeaseJobs(ctx, now, now.Add(jobLease), n)
	if err != nil {
		return 0
	}
	for len(jobs) > 0 {
		i := 0
		if c != nil {
			i = c.n(len(jobs))
		}
		j := jobs[i]
		jobs = append(jobs[:i], jobs[i+1:]...)
		if beside && j.Kind == job.FinishCharge {
			continue // until its lease runs out
		}
		w.run(ctx, j)
	}
	return n
}

func (w *modelWorld) run(ctx context.Context, j job.Job) {
	w.note("job %s %s, attempt %d", j.Kind, j.Ref, j.Attempts)
	w.shop.worker.one(ctx, j)
}

// meddle switches a fault.
func (w *modelWorld) meddle(c *modelChance) {
	if c.in(15) {
		share := int64(oneOf(c, 10, 30, 60))
		w.cardFaults.Store(share)
		w.note("processor loses %d %% of its answers", share)
		return
	}
	f := oneOf(c, fakepsp.Faults()...)
	to := fakepsp.Setting{Next: c.n(4), Probability: oneOf(c, 0, 0.1, 0.3, 0.9)}
	if f == fakepsp.WrongAmount {
		to.Amount = money.Amount(oneOf(c, -100, -1, 1, 1000))
	}
	err := w.switches.Set(f, to)
	w.note("fault %s %+v: %v", f, to, err)
}

// bankActs has the bank do what nobody asked it for.
func (w *modelWorld) bankActs(ctx context.Context, c *modelChance) {
	book, err := w.bank.Book(ctx)
	if err != nil || len(book) == 0 {
		return
	}
	ch := book[c.n(len(book))]
	if len(ch.Payments) == 0 || c.in(20) {
		w.note("bank removes %s: %v", ch.TXID, w.bank.Remove(ctx, ch.TXID))
		return
	}
	p := ch.Payments[c.n(len(ch.Payments))]
	for _, r := range p.Refunds {
		if c.in(50) {
			done := c.in(60)
			w.note("bank ends refund %s of %s: done %v: %v", r.ID, p.EndToEndID, done, w.bank.FinishRefund(ctx, p.EndToEndID, r.ID, done))
			return
		}
	}
	amount := money.Amount(oneOf(c, 0, 0, p.Amount/2))
	id, err := w.bank.PullBack(ctx, p.EndToEndID, amount)
	w.note("bank pulls %d of %s back as %s: %v", amount, p.EndToEndID, id, err)
}

// modelOrders are what was done with orders.
type modelOrders struct {
	keys int
	last struct {
		id  ids.Order
		key string
		cmd order.Command
	}
	// restocked are the units that came back on the shelf if a command was carried out, by
	// its order and key.
	restocked map[string]modelRestock
}

type modelRestock struct {
	order ids.Order
	key   string
	units map[ids.Variant]int64
}

// change does something with an order, sometimes the same as before.
func (m *modelOrders) change(ctx context.Context, w *modelWorld, c *modelChance) {
	w.mu.Lock()
	last := m.last
	w.mu.Unlock()
	if last.key != "" && c.in(15) {
		m.do(ctx, w, last.id, last.key, last.cmd)
		return
	}
	all, err := w.shop.shop.store.Orders(ctx, 0)
	if err != nil || len(all) == 0 {
		return
	}
	o := all[c.n(len(all))]
	cmd := modelCommand(c, o)
	w.mu.Lock()
	m.keys++
	key := fmt.Sprintf("k%d", m.keys)
	m.last.id, m.last.key, m.last.cmd = o.ID, key, cmd
	if back, ok := cmd.(order.ReceiveReturn); ok && back.Restock {
		units := map[ids.Variant]int64{}
		if a := o.Adjustment(back.Adjustment); a != nil {
			for _, l := range o.Lines {
				for _, q := range a.Lines {
					if q.Line == l.ID {
						units[l.Variant] -= q.Quantity
					}
				}
			}
		}
		m.restocked[string(o.ID)+key] = modelRestock{o.ID, key, units}
	}
	w.mu.Unlock()
	m.do(ctx, w, o.ID, key, cmd)
}

func (m *modelOrders) do(ctx context.Context, w *modelWorld, id ids.Order, key string, cmd order.Command) {
	_, err := w.shop.orders.Do(ctx, id, key, cmd)
	w.note("order %s %s: %T%+v: %v", id, key, cmd, cmd, err)
	var refused *order.Error
	if err != nil && !errors.As(err, &refused) && !w.shop.process.isDead() {
		w.fail("order %s %s: %w", id, key, err)
	}
}

// modelCommand is something that may be done with an order.
func modelCommand(c *modelChance, o *order.Order) order.Command {
	var some []order.LineQuantity
	if l := o.Lines[c.n(len(o.Lines))]; c.in(50) {
		some = []order.LineQuantity{{Line: l.ID, Quantity: 1 + int64(c.n(2))}}
	}
	returned := ""
	for _, a := range o.Adjustments {
		if a.Type == order.Return && (returned == "" || c.in(50)) {
			returned = a.ID
		}
	}
	switch n := c.n(100); {
	case n < 20:
		return order.Ship{Lines: some}
	case n < 32:
		return order.Deliver{Lines: some}
	case n < 52:
		return order.Cancel{Lines: some}
	case n < 68:
		return order.RequestReturn{Lines: some, Reason: oneOf(c, order.Withdrawal, order.Withdrawal, order.Defect), Staff: c.in(30)}
	case n < 80:
		return order.ReceiveReturn{Adjustment: returned, Restock: c.in(70)}
	case n < 83:
		return order.RefuseReturn{Adjustment: returned}
	case n < 84 && len(o.Adjustments) > 0:
		return order.Acknowledge{Adjustment: o.Adjustments[len(o.Adjustments)-1].ID}
	case n < 94:
		return order.Refund{Amount: money.Amount(1 + c.n(int(o.Payment.Amount)))}
	}
	return order.AdjustPrice{Amount: money.Amount(1 + c.n(500))}
}
