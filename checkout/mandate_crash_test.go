package checkout

import (
	"testing"
	"time"

	"balcao/internal/ids"
	"balcao/job"
	"balcao/order"
)

// mandatedPlots are those of TestCrashAnywhere with AP2.
func mandatedPlots() []plot {
	create := Create{Input: lines(line("jeans", 2))}
	withPix := lines(line("jeans", 2))
	withPix.Payment = pix()
	charge := func(b *buyer) ids.TXID { return b.do().Checkout.Charges[0].TXID }
	pay := func(b *buyer) { b.bank.pay(charge(b), "E1", 10000, start) }
	watch := func(b *buyer) job.Job { return job.Job{Kind: job.WatchCharge, Ref: string(charge(b))} }
	all := []plot{
		{name: "AP2: first message", message: []Command{Add{Item: "jeans", Quantity: 2}}, status: ReadyForComplete},
		{name: "AP2: read", prepare: []Command{create}, status: ReadyForComplete},
		{name: "AP2: refused", prepare: []Command{create}, message: []Command{StartPayment{}}, status: ReadyForComplete},
		{name: "AP2: bad mandate", prepare: []Command{create}, message: []Command{by("bad:mandate_expired", payByPix())}, status: ReadyForComplete},
		{name: "AP2: token", prepare: []Command{create}, message: []Command{Complete{Payment: card("ok")}}, status: Completed, or: ReadyForComplete},
		{name: "AP2: declined", prepare: []Command{create}, message: []Command{Complete{Payment: card("fail_token")}}, status: ReadyForComplete},
		{name: "AP2: no answer", prepare: []Command{create}, message: []Command{Complete{Payment: card("timeout_token")}}, status: Completed, or: ReadyForComplete},
		{name: "AP2: token, pix chosen", prepare: []Command{Create{Input: withPix}}, message: []Command{Complete{Payment: card("ok")}}, status: Completed, or: ReadyForComplete},
		{name: "AP2: pix", prepare: []Command{create}, message: []Command{payByPix()}, status: CompleteInProgress},
		{name: "AP2: pix, card chosen", prepare: []Command{create, StartPayment{Handler: "gpay"}}, message: []Command{payByPix()}, status: CompleteInProgress},
		{name: "AP2: cancel", prepare: []Command{create, payByPix()}, message: []Command{Cancel{}}, status: Canceled},
		{name: "AP2: settle", prepare: []Command{create, payByPix()}, then: pay, status: Completed, job: watch},
		{name: "AP2: settle what expired", prepare: []Command{create, payByPix()}, status: Completed, then: func(b *buyer) {
			b.clock.Advance(33 * time.Minute)
			_ = b.tell(b.t.Context(), b.do().Checkout.ID, ExpireCharge{TXID: charge(b)})
			pay(b)
		}, job: func(b *buyer) job.Job { return job.Job{Kind: job.RemoveCharge, Ref: string(charge(b))} }},
		{name: "AP2: expire the charge", prepare: []Command{create, payByPix()}, status: ReadyForComplete, job: watch,
			then: func(b *buyer) { b.clock.Advance(33 * time.Minute) }},
	}
	for i := range all {
		all[i].ap2 = true
	}
	return all
}

// signed gives a completion under AP2 that has no mandate a good one.
func (b *buyer) signed(cmd Command) Command {
	if c, ok := cmd.(Complete); ok && c.Mandate == "" && b.do().Seals != nil {
		return by(b.good(), c)
	}
	return cmd
}

// auditProofs checks that every order of a mandated checkout has its evidence, once, and nothing
// else has any.
func (s *shop) auditProofs(t testing.TB) {
	t.Helper()
	proofs := map[ids.Order]order.Evidence{}
	for _, ev := range s.proofs(t) {
		proofs[ev.Order] = ev
	}
	if len(proofs) != len(s.store.evidence) {
		t.Errorf("%d proofs of %d orders", len(s.store.evidence), len(proofs))
	}
	for id := range s.store.orders {
		o, err := s.store.Order(t.Context(), id)
		if err != nil {
			t.Fatal(err)
		}
		ev, ok := proofs[id]
		c := s.read(t, o.Checkout)
		if ok != c.Mandated() || ok && (ev.Checkout != c.ID || ev.Receipt == "" || ev.Receipt != c.MandateReceipt) || c.Mandate != nil {
			t.Errorf("order %s, mandated %v, has evidence %+v, its checkout receipt %q and mandate %v", id, c.Mandated(), ev, c.MandateReceipt, c.Mandate)
		}
		delete(proofs, id)
	}
	for id := range proofs {
		t.Errorf("evidence of %s, which is no order", id)
	}
	for _, seal := range s.store.seals {
		if !s.read(t, seal.Checkout).Mandated() {
			t.Errorf("a seal of %s, which is not under AP2", seal.Checkout)
		}
	}
}
