package main

import (
	"context"
	"fmt"
	"net/http"
	"strings"
	"testing"
	"time"

	"balcao/checkout"
	"balcao/internal/ids"
	"balcao/money"
	"balcao/order"
	"balcao/payment/fakepsp"
	"balcao/payment/pix"
	"balcao/payment/pix/rest"
)

// outage is a shop whose provider goes away for an hour.
type outage struct {
	*modelWorld
	t *testing.T
	// calls of the provider, by second.
	calls map[int64]int
}

func newOutage(t *testing.T) *outage {
	t.Helper()
	o := &outage{t: t, calls: map[int64]int{}}
	w, err := newModelWorld(newModelGround(t), 1)
	if err != nil {
		t.Fatal(err)
	}
	o.modelWorld = w
	w.called = func(r *http.Request) {
		if strings.HasPrefix(r.URL.Path, fakepsp.PathAPI) {
			o.calls[w.clock.Now().Unix()]++
		}
	}
	// A turn is waited for by all jobs, so that time goes on. A pause before another attempt
	// holds up one job, and the others go on: the harder case is that it takes no time.
	w.sleep = func(d time.Duration) {
		if d <= 2*time.Second/rest.JobsPerSecond {
			w.clock.Advance(d)
		}
	}
	for _, v := range w.ground.goods {
		if err := w.shop.shop.store.SetStock(t.Context(), v, 10_000); err != nil {
			t.Fatal(err)
		}
	}
	w.stock = 10_000
	return o
}

// buy has a new buyer put something into a cart and ask for a charge.
func (o *outage) buy() (*modelBuyer, ids.TXID) {
	o.t.Helper()
	b := newModelBuyer(2 * len(o.buyers)) // who fetches the goods
	o.buyers = append(o.buyers, b)
	o.say(b, b.message(checkout.Add{Item: string(o.ground.goods[0]), Quantity: 1}, checkout.StartPayment{}))
	c, err := o.shop.shop.store.Checkout(o.t.Context(), b.checkout)
	if err != nil || c.Charge() == nil || !c.Charge().Live() {
		o.t.Fatalf("no charge: %v", err)
	}
	return b, c.Charge().TXID
}

// until works off what is due as soon as it is due, like a worker that no call holds up.
func (o *outage) until(end time.Time) {
	ctx := o.t.Context()
	for o.clock.Now().Before(end) {
		o.announce(ctx)
		o.work(ctx, nil, jobsAtOnce, false)
		due, owed, err := o.shop.store.NextJobDue(ctx)
		if err != nil || !owed {
			o.t.Fatalf("no job is owed: %v", err)
		}
		if now := o.clock.Now(); due.After(now) {
			o.clock.Advance(min(due.Sub(now), end.Sub(now), time.Second))
		}
	}
}

// pending counts the refunds that orders and receipts still owe, and the charges that are
// paid at the bank and of which the shop has not heard.
func (o *outage) pending() (refunds, unheard int) {
	b, err := o.read(o.t.Context())
	if err != nil {
		o.t.Fatal(err)
	}
	booked := map[string]bool{}
	for _, c := range b.checkouts {
		for _, r := range c.Receipts {
			booked[r.EndToEndID] = true
			if !r.Accepted && r.Refund != "done" {
				refunds++
			}
		}
	}
	for _, x := range b.orders {
		for _, a := range x.Adjustments {
			if a.Type == order.Refunded && a.Status == order.Pending {
				refunds++
			}
		}
	}
	for _, ch := range b.charges {
		for _, p := range ch.Payments {
			if !booked[p.EndToEndID] {
				unheard++
			}
		}
	}
	return refunds, unheard
}

// peak is the most calls in any second from a time on.
func (o *outage) peak(from time.Time) (most, sum int) {
	for second, n := range o.calls {
		if second >= from.Unix() {
			most, sum = max(most, n), sum+n
		}
	}
	return most, sum
}

// TestProviderDownForAnHour: open charges, payments that nobody announced, refunds that are
// owed, and a provider that is away for an hour. When it is back nothing is lost, nothing
// goes back twice, and it is not run over.
func TestProviderDownForAnHour(t *testing.T) {
	t.Parallel()
	const (
		sold, open = 20, 120
		// soon is how long the backlog may take: the longest backoff, and a little.
		soon = 8 * time.Minute
	)
	o := newOutage(t)
	ctx := t.Context()
	var orders []ids.Order
	for range sold { // paid before, to be given back
		b, txid := o.buy()
		if _, err := o.bank.Settle(ctx, txid); err != nil {
			t.Fatal(err)
		}
		o.announce(ctx)
		o.until(o.clock.Now().Add(3 * time.Second))
		o.say(b, b.message())
		if id := b.orders[b.checkout]; id == "" {
			t.Fatalf("%s has no order", b.name)
		} else {
			orders = append(orders, id)
		}
	}
	var waiting []*modelBuyer
	var charges []ids.TXID
	for range open {
		b, txid := o.buy()
		waiting, charges = append(waiting, b), append(charges, txid)
	}
	down := func(f fakepsp.Fault) {
		if err := o.switches.Set(f, fakepsp.Setting{Probability: 1}); err != nil {
			t.Fatal(err)
		}
	}
	down(fakepsp.Down)
	down(fakepsp.WebhookLost)
	o.pass(time.Second) // buyers do not wait: their calls are in the second before
	gone := o.clock.Now()
	until := gone.Add(time.Hour)
	o.until(gone.Add(5 * time.Minute))
	for i, txid := range charges { // in time: they have half an hour
		switch i % 4 {
		case 0: // unpaid
		case 1: // canceled, then paid
			o.say(waiting[i], waiting[i].message(checkout.Cancel{}))
			fallthrough
		default:
			if _, err := o.bank.Settle(ctx, txid); err != nil {
				t.Fatal(err)
			}
		case 3: // paid twice
			for range 2 {
				if _, err := o.bank.Pay(ctx, fakepsp.Payment{Payment: pix.Payment{TXID: txid}}); err != nil {
					t.Fatal(err)
				}
			}
		}
	}
	for i, id := range orders {
		cmd := order.Command(order.Cancel{})
		if i%2 == 1 {
			cmd = order.Refund{Amount: money.Amount(1 + i)}
		}
		if _, err := o.shop.orders.Do(ctx, id, "k1", cmd); err != nil {
			t.Fatal(err)
		}
	}
	o.until(gone.Add(30 * time.Minute))
	if err := o.restart(); err != nil { // the shop may go away, too
		t.Fatal(err)
	}
	o.until(until)
	if refunds, unheard := o.pending(); refunds != sold || unheard != open {
		t.Errorf("before the provider is back: %d refunds owed and %d payments unheard of, want %d and %d", refunds, unheard, sold, open)
	}
	downMost, downSum := o.peak(gone)

	o.switches.Clear()
	back := o.clock.Now()
	took := time.Duration(0)
	for o.until(o.clock.Now().Add(5 * time.Second)); ; o.until(o.clock.Now().Add(5 * time.Second)) {
		refunds, unheard := o.pending()
		if took = o.clock.Now().Sub(back); refunds+unheard == 0 {
			break
		}
		if took > soon {
			t.Fatalf("after %v %d refunds are owed and %d payments are unheard of", took, refunds, unheard)
		}
	}
	most, sum := o.peak(back)
	t.Logf("while it was down: %d calls, at most %d in a second; back: all accounted for after %v, %d calls, at most %d in a second",
		downSum, downMost, took, sum, most)
	// A second of the clock may have what was saved up before it, and its own.
	for what, n := range map[string]int{"down": downMost, "back": most} {
		if n > 2*rest.JobsPerSecond {
			t.Errorf("%s: %d calls in one second, want at most %d", what, n, 2*rest.JobsPerSecond)
		}
	}
	for i, b := range waiting {
		o.say(b, b.message())
		paid := b.orders[b.checkout] != ""
		if want := i%4 > 1; paid != want {
			t.Errorf("charge %d: order %v, want %v", i, paid, want)
		}
	}
	if err := o.rest(context.WithoutCancel(ctx)); err != nil {
		t.Error(err)
	}
	if err := o.audit(ctx); err != nil {
		t.Error(err)
	}
	if err := o.close(); err != nil {
		t.Error(err)
	}
	if t.Failed() {
		fmt.Println(o.text(50))
	}
}
