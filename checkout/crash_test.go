package checkout

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"slices"
	"sync"
	"testing"
	"time"

	"balcao/conversation"
	"balcao/internal/ids"
	"balcao/job"
	"balcao/order"
	"balcao/payment"
	"balcao/platform"
)

var errCrash = errors.New("crash")

// mortal is a process that dies at its n-th operation on the store or the bank: before
// the operation takes effect, or after it. From then on nothing works.
type mortal struct {
	*memStore
	bank *fakeBank

	mu     sync.Mutex
	left   int
	effect bool // the last operation still takes effect
	dead   bool
}

// at counts an operation. It runs effect if the process is alive.
func (m *mortal) at(effect func() error) error {
	m.mu.Lock()
	if m.dead {
		m.mu.Unlock()
		return errCrash
	}
	m.left--
	m.dead = m.left <= 0
	dead, last := m.dead, m.effect
	m.mu.Unlock()
	if dead && !last {
		return errCrash
	}
	err := effect()
	if dead {
		return errCrash
	}
	return err
}

func (m *mortal) isDead() bool {
	m.mu.Lock()
	defer m.mu.Unlock()
	return m.dead
}

// through runs a call that returns a value.
func through[T any](m *mortal, call func() (T, error)) (v T, err error) {
	err = m.at(func() (e error) {
		v, e = call()
		return e
	})
	return v, err
}

func (m *mortal) Reply(ctx context.Context, key conversation.Key) (conversation.Reply, error) {
	return through(m, func() (conversation.Reply, error) { return m.memStore.Reply(ctx, key) })
}

func (m *mortal) Context(ctx context.Context, owner platform.Owner, id ids.Context) (conversation.Context, error) {
	return through(m, func() (conversation.Context, error) { return m.memStore.Context(ctx, owner, id) })
}

func (m *mortal) Checkout(ctx context.Context, id ids.Checkout) (*Checkout, error) {
	return through(m, func() (*Checkout, error) { return m.memStore.Checkout(ctx, id) })
}

func (m *mortal) CheckoutOfPayment(ctx context.Context, endToEndID string) (ids.Checkout, error) {
	return through(m, func() (ids.Checkout, error) { return m.memStore.CheckoutOfPayment(ctx, endToEndID) })
}

func (m *mortal) CheckoutOfCharge(ctx context.Context, txid ids.TXID) (ids.Checkout, error) {
	return through(m, func() (ids.Checkout, error) { return m.memStore.CheckoutOfCharge(ctx, txid) })
}

func (m *mortal) Order(ctx context.Context, id ids.Order) (*order.Order, error) {
	return through(m, func() (*order.Order, error) { return m.memStore.Order(ctx, id) })
}

func (m *mortal) Task(ctx context.Context, id ids.Task) (conversation.Task, error) {
	return through(m, func() (conversation.Task, error) { return m.memStore.Task(ctx, id) })
}

func (m *mortal) Levels(ctx context.Context, variants []ids.Variant) (map[ids.Variant]int64, error) {
	return through(m, func() (map[ids.Variant]int64, error) { return m.memStore.Levels(ctx, variants) })
}

func (m *mortal) Seals(ctx context.Context, id ids.Checkout, revision int64) ([]Seal, error) {
	return through(m, func() ([]Seal, error) { return m.memStore.Seals(ctx, id, revision) })
}

func (m *mortal) MandateUsed(ctx context.Context, hash string) (bool, error) {
	return through(m, func() (bool, error) { return m.memStore.MandateUsed(ctx, hash) })
}

func (m *mortal) OpenMandateHeld(ctx context.Context, name string, but ids.Checkout) (bool, error) {
	return through(m, func() (bool, error) { return m.memStore.OpenMandateHeld(ctx, name, but) })
}

func (m *mortal) Commit(ctx context.Context, w Write) error {
	return m.at(func() error { return m.memStore.Commit(ctx, w) })
}

func (m *mortal) Charge(ctx context.Context, h payment.Handler, r payment.ChargeRequest) (payment.IssuedCharge, error) {
	return through(m, func() (payment.IssuedCharge, error) { return m.bank.Charge(ctx, h, r) })
}

func (m *mortal) ChargeStatus(ctx context.Context, h payment.Handler, txid ids.TXID) (payment.ChargeStatus, error) {
	return through(m, func() (payment.ChargeStatus, error) { return m.bank.ChargeStatus(ctx, h, txid) })
}

func (m *mortal) RemoveCharge(ctx context.Context, h payment.Handler, txid ids.TXID) error {
	return m.at(func() error { return m.bank.RemoveCharge(ctx, h, txid) })
}

func (m *mortal) Refund(ctx context.Context, h payment.Handler, r payment.RefundRequest) (payment.RefundState, error) {
	return through(m, func() (payment.RefundState, error) { return m.bank.Refund(ctx, h, r) })
}

func (m *mortal) Authorize(ctx context.Context, r payment.AuthorizationRequest) (payment.Verdict, error) {
	return through(m, func() (payment.Verdict, error) { return m.bank.Authorize(ctx, r) })
}

func (m *mortal) Verdict(ctx context.Context, h ids.Handler, attempt string) (payment.Verdict, error) {
	return through(m, func() (payment.Verdict, error) { return m.bank.Verdict(ctx, h, attempt) })
}

func (m *mortal) ChallengeURL(ctx context.Context, h ids.Handler, attempt string, of ids.Checkout, key string) (string, error) {
	return through(m, func() (string, error) { return m.bank.ChallengeURL(ctx, h, attempt, of, key) })
}

func (m *mortal) Void(ctx context.Context, v payment.Void) (payment.RefundState, error) {
	return through(m, func() (payment.RefundState, error) { return m.bank.Void(ctx, v) })
}

// plot is a message or a job that is cut short somewhere.
type plot struct {
	name    string
	prepare []Command
	then    func(*buyer)
	message []Command
	job     func(*buyer) job.Job // instead of a message
	// during names the call of the bank while which meanwhile is said, and the jobs run that
	// are due by then.
	during    string
	meanwhile Command
	// ap2 negotiates it: then completions carry a good mandate.
	ap2    bool
	status Status
	// or is another good end: the job found out before the retry that nothing had
	// reached the processor.
	or Status
}

func plots() []plot {
	create := Create{Input: lines(line("jeans", 2))}
	withPix := lines(line("jeans", 2))
	withPix.Payment = pix()
	charge := func(b *buyer) ids.TXID { return b.do().Checkout.Charges[0].TXID }
	pay := func(b *buyer) { b.bank.pay(charge(b), "E1", 10000, start) }
	return []plot{
		{name: "first message", message: []Command{Add{Item: "jeans", Quantity: 2}}, status: ReadyForComplete},
		{name: "first message with a charge", message: []Command{Add{Item: "jeans", Quantity: 2}, StartPayment{}}, status: ReadyForComplete},
		{name: "create with a charge", message: []Command{Create{Input: withPix}}, status: ReadyForComplete},
		{name: "token", prepare: []Command{create}, message: []Command{Complete{Payment: card("ok")}}, status: Completed, or: ReadyForComplete},
		{name: "declined", prepare: []Command{create}, message: []Command{Complete{Payment: card("fail_token")}}, status: ReadyForComplete},
		{name: "no answer", prepare: []Command{create}, message: []Command{Complete{Payment: card("timeout_token")}}, status: Completed, or: ReadyForComplete},
		{name: "challenge", prepare: []Command{create}, message: []Command{Complete{Payment: card("3ds_token")}}, status: RequiresEscalation, or: ReadyForComplete},
		{name: "proved", prepare: []Command{create, Complete{Payment: card("3ds_token")}}, then: prove(payment.Approved), status: Completed,
			job: func(*buyer) job.Job { return job.Job{Kind: job.FinishAuthorization, Ref: "chk_000000000001"} }},
		{name: "not proved", prepare: []Command{create, Complete{Payment: card("3ds_token")}}, then: prove(payment.Declined), status: ReadyForComplete,
			job: func(*buyer) job.Job { return job.Job{Kind: job.FinishAuthorization, Ref: "chk_000000000001"} }},
		{name: "proved too late", prepare: []Command{create, Complete{Payment: card("3ds_token")}, Cancel{}}, then: prove(payment.Approved), status: Canceled,
			job: func(*buyer) job.Job { return job.Job{Kind: job.VoidPayment, Ref: "chk_000000000001"} }},
		{name: "challenge given up", prepare: []Command{create, Complete{Payment: card("3ds_token")}}, message: []Command{SetQuantity{Item: "jeans", Quantity: 3}}, status: ReadyForComplete},
		{name: "token beside a charge", prepare: []Command{create, StartPayment{}}, message: []Command{Complete{Payment: card("ok")}}, status: Completed, or: ReadyForComplete},
		{name: "complete by pix", prepare: []Command{create}, message: []Command{payByPix()}, status: CompleteInProgress},
		{name: "other total", prepare: []Command{create, StartPayment{}}, message: []Command{SetQuantity{Item: "jeans", Quantity: 3}}, status: ReadyForComplete},
		{name: "cancel", prepare: []Command{create, StartPayment{}}, message: []Command{Cancel{}}, status: Canceled},
		{name: "canceled while the charge is made", prepare: []Command{create}, message: []Command{StartPayment{}},
			during: "charge", meanwhile: Cancel{}, status: Canceled},
		{name: "changed while the charge is made", prepare: []Command{create}, message: []Command{StartPayment{}},
			during: "charge", meanwhile: SetQuantity{Item: "jeans", Quantity: 3}, status: ReadyForComplete},
		{name: "token while the charge is made", prepare: []Command{create}, message: []Command{StartPayment{}},
			during: "charge", meanwhile: Complete{Payment: card("ok")}, status: Completed},
		{name: "canceled while the token is taken", prepare: []Command{create}, message: []Command{Complete{Payment: card("ok")}},
			during: "authorize", meanwhile: Cancel{}, status: Completed, or: ReadyForComplete},
		{name: "canceled while the bank tells of the money", prepare: []Command{create, StartPayment{}, payByPix()}, then: pay,
			during: "status", meanwhile: Cancel{}, status: Canceled,
			job: func(b *buyer) job.Job { return job.Job{Kind: job.WatchCharge, Ref: string(charge(b))} }},
		{name: "canceled while the charge is removed", prepare: []Command{create, StartPayment{}, SetQuantity{Item: "jeans", Quantity: 3}}, then: pay,
			during: "remove", meanwhile: Cancel{}, status: Canceled,
			job: func(b *buyer) job.Job { return job.Job{Kind: job.RemoveCharge, Ref: string(charge(b))} }},
		{name: "canceled while the processor tells of the proof", prepare: []Command{create, Complete{Payment: card("3ds_token")}}, then: prove(payment.Approved),
			during: "verdict", meanwhile: Cancel{}, status: Canceled,
			job: func(*buyer) job.Job { return job.Job{Kind: job.FinishAuthorization, Ref: "chk_000000000001"} }},
		{name: "paid anew while a payment is voided", prepare: []Command{create, Complete{Payment: card("3ds_token")}, SetQuantity{Item: "jeans", Quantity: 3}},
			then: prove(payment.Approved), during: "void", meanwhile: Complete{Payment: card("ok")}, status: Completed,
			job: func(*buyer) job.Job { return job.Job{Kind: job.VoidPayment, Ref: "chk_000000000001"} }},
		{name: "settle", prepare: []Command{create, StartPayment{}, payByPix()}, then: pay, status: Completed,
			job: func(b *buyer) job.Job { return job.Job{Kind: job.WatchCharge, Ref: string(charge(b))} }},
		{name: "remove and refund", prepare: []Command{create, StartPayment{}, Cancel{}}, then: pay, status: Canceled,
			job: func(b *buyer) job.Job { return job.Job{Kind: job.RemoveCharge, Ref: string(charge(b))} }},
		{name: "expire", prepare: []Command{create}, then: func(b *buyer) { b.clock.Advance(6*time.Hour + time.Second) }, status: Canceled,
			job: func(b *buyer) job.Job { return job.Job{Kind: job.ExpireCheckout, Ref: "chk_000000000001"} }},
	}
}

func prove(v payment.Verdict) func(*buyer) { return func(b *buyer) { b.bank.prove(v) } }

// aftermath is what comes first once the shop is back.
type aftermath int

const (
	retryFirst aftermath = iota
	jobsFirst
	// noRetry: whoever sent the message never comes back.
	noRetry
)

// TestCrashAnywhere cuts every plot short at every operation, on both sides of its
// effect, and brings the shop back.
func TestCrashAnywhere(t *testing.T) {
	t.Parallel()
	for _, p := range append(plots(), mandatedPlots()...) {
		t.Run(p.name, func(t *testing.T) {
			t.Parallel()
			for n := 1; ; n++ {
				alive := true
				for _, effect := range []bool{false, true} {
					for _, after := range []aftermath{retryFirst, jobsFirst, noRetry} {
						died := p.play(t, n, effect, after)
						alive = alive && !died
						if t.Failed() {
							t.Fatalf("operation %d, effect %v, aftermath %d", n, effect, after)
						}
					}
				}
				if alive {
					return // it came through: all operations were cut
				}
				if n > 50 {
					t.Fatal("never comes through")
				}
			}
		})
	}
}

// play runs the plot with a process that dies at the n-th operation, then what comes
// after, and checks that all adds up.
func (p plot) play(t *testing.T, n int, effect bool, after aftermath) (died bool) {
	t.Helper()
	b, message := p.stage(t)
	var j job.Job
	if p.job != nil {
		j = p.job(b)
	}
	p.disturb(t, b)
	doomed, process := b.doomed(n, effect)
	if p.job != nil {
		if _, err := doomed.RunJob(t.Context(), j); err != nil || process.dead {
			b.store.putBack(j) // a worker's lease runs out
		}
	} else {
		_, _ = doomed.keyed("m1", message...)
	}
	died = process.isDead()

	b.clock.Advance(callLease + time.Second)
	b.bank.resolve(payment.Approved)
	if after != retryFirst {
		b.runJobs(t)
	}
	retried := p.job == nil && after != noRetry
	if retried {
		b.retry(t, message)
	}
	for range 6 {
		b.bank.resolve(payment.Approved)
		b.runJobs(t)
		b.clock.Advance(20 * time.Second)
	}
	if retried {
		b.retry(t, message)
	}
	if r := b.do(); retried || p.job != nil { // else it may never have been heard
		if p.or == "" || r.Status != p.or || after == retryFirst {
			wantStatus(t, r, p.status)
		}
	}
	b.audit(t)
	return died
}

// stage is the shop as the plot begins in it, and the plot's message.
func (p plot) stage(t *testing.T) (*buyer, []Command) {
	t.Helper()
	b := newShop(withoutWaiting).chat(t)
	if p.ap2 {
		b = newShop(withoutWaiting).mandated(t)
	}
	for _, cmd := range p.prepare {
		b.must(b.signed(cmd))
	}
	if p.then != nil {
		p.then(b)
	}
	message := slices.Clone(p.message)
	for i := range message {
		message[i] = b.signed(message[i])
	}
	return b, message
}

// disturb has happen what the plot wants to while the bank is asked next.
func (p plot) disturb(t *testing.T, b *buyer) {
	if p.during == "" {
		return
	}
	b.bank.during[p.during] = func() {
		other := *b
		_, _ = other.keyed("m2", p.meanwhile) // refused or not: what matters is what is left
		b.runJobs(t)
	}
}

// doomed is the same buyer with a process that dies at its n-th operation.
func (b *buyer) doomed(n int, effect bool) (*buyer, *mortal) {
	process := &mortal{memStore: b.store, bank: b.bank, left: n, effect: effect}
	service := *b.Service
	service.Store, service.Payments = process, process
	doomed := *b
	doomed.shop = &shop{Service: &service, store: b.store, bank: b.bank, products: b.products, clock: b.clock, ids: b.ids}
	return &doomed, process
}

// TestCrashTwice: who takes over from a process that died, by the same message again or by a job,
// dies too, while somebody else wants something else.
func TestCrashTwice(t *testing.T) {
	t.Parallel()
	for _, p := range plots() {
		if p.during == "" || p.job != nil {
			continue
		}
		for _, byJob := range []bool{false, true} {
			t.Run(fmt.Sprintf("%s, by a job %v", p.name, byJob), func(t *testing.T) {
				t.Parallel()
				for n := 1; p.playTwice(t, n, byJob) && !t.Failed(); n++ {
				}
			})
		}
	}
}

// playTwice plays the plot with a process that dies at the n-th operation, and with one after it
// that dies at each of its own. It reports whether the first one died.
func (p plot) playTwice(t *testing.T, n int, byJob bool) (died bool) {
	t.Helper()
	for m, again := 1, true; again && !t.Failed(); m++ {
		again = false
		for _, effects := range [][2]bool{{false, false}, {false, true}, {true, false}, {true, true}} {
			b, message := p.stage(t)
			first, process := b.doomed(n, effects[0])
			_, _ = first.keyed("m1", message...)
			if died = process.isDead(); !died {
				return false
			}
			b.clock.Advance(callLease + time.Second)
			p.disturb(t, b)
			second, process := b.doomed(m, effects[1])
			if byJob {
				for _, j := range b.store.dueJobs(b.clock.Now()) {
					if again, err := second.RunJob(t.Context(), j); err != nil || process.isDead() {
						b.store.putBack(j)
					} else if !again.IsZero() {
						j.Due = again
						b.store.putBack(j)
					}
				}
			} else {
				_, _ = second.keyed("m1", message...)
			}
			again = again || process.isDead()
			for range 9 {
				b.bank.resolve(payment.Approved)
				b.runJobs(t)
				b.clock.Advance(20 * time.Second)
			}
			if b.audit(t); t.Failed() {
				t.Fatalf("operations %d and %d, effects %v", n, m, effects)
			}
		}
	}
	return died
}

// retry sends the message again, twice: there is a reply, and it stays the same.
func (b *buyer) retry(t *testing.T, message []Command) {
	t.Helper()
	first, err := b.keyed("m1", message...)
	if err != nil {
		t.Errorf("no reply: %v", err)
		return
	}
	again, err := b.keyed("m1", message...)
	if err != nil || !again.Replayed || !bytes.Equal(first.Reply, again.Reply) || len(first.Reply) == 0 {
		t.Errorf("another reply: %v\n%s\n%s", err, first.Reply, again.Reply)
	}
}

// audit checks that goods, money and orders add up over the whole shop.
func (s *shop) audit(t testing.TB) {
	t.Helper()
	fresh := newShop()
	sold, held := map[ids.Variant]int64{}, map[ids.Variant]int64{}
	receipts := map[string]payment.Receipt{}
	known := map[ids.TXID]payment.Charge{}
	live := 0
	for id := range s.store.checkouts {
		c := s.read(t, id)
		for _, h := range c.Holds {
			held[h.Variant] += h.Quantity
		}
		for _, r := range c.Receipts {
			receipts[r.EndToEndID] = r
		}
		for _, ch := range c.Charges {
			known[ch.TXID] = ch
		}
		if !c.over() {
			live++
		}
		if (c.Order != nil) != !c.CompletedAt.IsZero() || c.Order != nil && s.store.ordered[id] != c.Order.ID {
			t.Errorf("checkout %s: order %v, completed at %s", id, c.Order, c.CompletedAt)
		}
		if c.over() && len(c.Holds) != 0 {
			t.Errorf("checkout %s ended and holds %v", id, c.Holds)
		}
	}
	if live > 1 {
		t.Errorf("%d live checkouts of one conversation", live)
	}
	paidBy := map[string]int{}
	for id := range s.store.orders {
		o, err := s.store.Order(t.Context(), id)
		if err != nil {
			t.Fatal(err)
		}
		for _, l := range o.Lines {
			sold[l.Variant] += l.Total
		}
		if kind := s.read(t, o.Checkout).Instrument; kind != nil {
			paidBy[string(kind.Handler)]++
		}
	}
	for v, l := range s.store.stock {
		if want := (level{fresh.store.stock[v].OnHand - sold[v], held[v]}); l != want {
			t.Errorf("stock of %s %+v, want %+v (sold %d, held %d)", v, l, want, sold[v], held[v])
		}
	}
	s.auditProofs(t)
	if got := s.bank.captured(); got != paidBy["gpay"] {
		t.Errorf("%d token payments for %d orders", got, paidBy["gpay"])
	}
	accepted := 0
	for txid, ch := range s.bank.charges {
		state := known[txid].State
		if open := state == payment.ChargeOpen || state == payment.ChargePaid; !open && !ch.removed && len(ch.receipts) == 0 {
			t.Errorf("charge %s is %q here and open at the bank", txid, state)
		}
		for _, r := range ch.receipts {
			got, ok := receipts[r.EndToEndID]
			_, back := s.bank.refunds[refundID(r.EndToEndID, r.Amount, r.Amount, 0)]
			if !ok || got.Accepted == back {
				t.Errorf("payment %s: known %v, accepted %v, given back %v", r.EndToEndID, ok, got.Accepted, back)
			}
			if got.Accepted {
				accepted++
			}
		}
	}
	if accepted != paidBy["pix_1"] {
		t.Errorf("%d Pix payments for %d orders", accepted, paidBy["pix_1"])
	}
	for txid, ch := range known {
		if ch.State == payment.ChargeOpen && s.bank.charges[txid] == nil {
			t.Errorf("charge %s is open here and unknown at the bank", txid)
		}
	}
}
