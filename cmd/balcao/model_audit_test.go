package main

import (
	"bufio"
	"context"
	"database/sql"
	"encoding/json"
	"fmt"
	"maps"
	"os"
	"slices"

	"balcao/checkout"
	"balcao/internal/ids"
	"balcao/money"
	"balcao/order"
	"balcao/payment"
	"balcao/payment/fakepsp"
	"balcao/store/rows"
)

// modelBooks is all that is known at the end: what the shop stored, read past the shop, and
// what bank and processor have in their books.
type modelBooks struct {
	checkouts map[ids.Checkout]*checkout.Checkout
	orders    map[ids.Order]*order.Order
	ordered   map[ids.Checkout]ids.Order
	stock     map[ids.Variant]rows.StockLevel
	parked    map[string]int64 // by endToEndId
	charges   []fakepsp.Charge
	cards     map[string]cardLine
}

// cardLine is an attempt in the processor's book.
type cardLine struct {
	Attempt string                  `json:"attempt"`
	Amount  money.Amount            `json:"amount"`
	Verdict payment.Verdict         `json:"verdict"`
	Refunds map[string]money.Amount `json:"refunds"`
}

func (w *modelWorld) read(ctx context.Context) (_ *modelBooks, err error) {
	b := &modelBooks{
		checkouts: map[ids.Checkout]*checkout.Checkout{}, orders: map[ids.Order]*order.Order{}, ordered: map[ids.Checkout]ids.Order{},
		stock: map[ids.Variant]rows.StockLevel{}, cards: map[string]cardLine{}, parked: map[string]int64{},
	}
	if b.charges, err = w.bank.Book(ctx); err != nil {
		return nil, err
	}
	err = each(w.books, `SELECT body FROM checkouts`, func(scan func(...any) error) error {
		var body []byte
		if err := scan(&body); err != nil {
			return err
		}
		c, err := rows.DecodeCheckout(body)
		if err == nil {
			b.checkouts[c.ID] = c
		}
		return err
	})
	if err != nil {
		return nil, err
	}
	err = each(w.books, `SELECT body FROM orders`, func(scan func(...any) error) error {
		var body []byte
		if err := scan(&body); err != nil {
			return err
		}
		o, err := rows.DecodeOrder(body)
		if err != nil {
			return err
		}
		if other, taken := b.ordered[o.Checkout]; taken {
			w.fail("checkout %s has orders %s and %s", o.Checkout, other, o.ID)
		}
		b.orders[o.ID], b.ordered[o.Checkout] = o, o.ID
		return nil
	})
	if err != nil {
		return nil, err
	}
	err = each(w.books, `SELECT variant, on_hand, reserved FROM stock`, func(scan func(...any) error) error {
		var l rows.StockLevel
		err := scan(&l.Variant, &l.OnHand, &l.Reserved)
		b.stock[l.Variant] = l
		return err
	})
	if err != nil {
		return nil, err
	}
	err = each(w.books, `SELECT end_to_end_id, amount FROM unmatched_payments`, func(scan func(...any) error) error {
		var id string
		var amount int64
		err := scan(&id, &amount)
		b.parked[id] = amount
		return err
	})
	if err != nil {
		return nil, err
	}
	return b, b.readCards(w.cardBook())
}

func each(db *sql.DB, query string, take func(scan func(...any) error) error) error {
	found, err := db.Query(query)
	if err != nil {
		return err
	}
	defer found.Close()
	for found.Next() {
		if err := take(found.Scan); err != nil {
			return err
		}
	}
	return found.Err()
}

func (b *modelBooks) readCards(path string) error {
	file, err := os.Open(path)
	if err != nil {
		return err
	}
	defer file.Close()
	lines := bufio.NewScanner(file)
	for lines.Scan() {
		var l cardLine
		if err := json.Unmarshal(lines.Bytes(), &l); err != nil {
			return err
		}
		b.cards[l.Attempt] = l
	}
	return lines.Err()
}

// audit holds the books against each other.
func (w *modelWorld) audit(ctx context.Context) error {
	b, err := w.read(ctx)
	if err != nil {
		return err
	}
	for _, id := range slices.Sorted(maps.Keys(b.checkouts)) {
		w.auditCheckout(b, b.checkouts[id])
	}
	for _, id := range slices.Sorted(maps.Keys(b.orders)) {
		w.auditOrder(b, b.orders[id])
	}
	w.auditBank(b)
	w.auditCards(b)
	w.auditStock(b)
	for _, buyer := range w.buyers {
		for id, told := range buyer.orders {
			if b.ordered[id] != told {
				w.fail("%s was told of order %s of checkout %s, which has %q", buyer.name, told, id, b.ordered[id])
			}
		}
	}
	return w.err()
}

func (w *modelWorld) auditCheckout(b *modelBooks, c *checkout.Checkout) {
	completed, canceled := !c.CompletedAt.IsZero(), !c.CanceledAt.IsZero()
	if completed == canceled {
		w.fail("checkout %s: completed %v, canceled %v", c.ID, completed, canceled)
	}
	if len(c.Holds) > 0 || c.Attempt != nil || c.Challenge != nil {
		w.fail("checkout %s is over and waits for something: holds %v, attempt %v, challenge %v", c.ID, c.Holds, c.Attempt, c.Challenge)
	}
	if _, has := b.ordered[c.ID]; has != completed || (c.Order != nil) != completed || completed && b.ordered[c.ID] != c.Order.ID {
		w.fail("checkout %s: completed %v, its order is %v, stored is %q", c.ID, completed, c.Order, b.ordered[c.ID])
	}
	accepted := 0
	for _, r := range c.Receipts {
		if r.Accepted {
			accepted++
		}
		if r.Refund == payment.RefundQueued {
			w.fail("checkout %s still owes back payment %s", c.ID, r.EndToEndID)
		}
	}
	for _, v := range c.Voids {
		if v.State == payment.RefundQueued {
			w.fail("checkout %s still owes back attempt %s", c.ID, v.Attempt)
		}
	}
	byPix := completed && b.orders[b.ordered[c.ID]] != nil && b.orders[b.ordered[c.ID]].Payment.EndToEndID != ""
	if want := map[bool]int{true: 1}[byPix]; accepted != want {
		w.fail("checkout %s: %d payments accepted, want %d", c.ID, accepted, want)
	}
}

// auditOrder holds what an order says of its money against what was taken and given back.
func (w *modelWorld) auditOrder(b *modelBooks, o *order.Order) {
	c := b.checkouts[o.Checkout]
	if c == nil {
		w.fail("order %s: checkout %s is not there", o.ID, o.Checkout)
		return
	}
	if o.Payment.Amount != c.Total() {
		w.fail("order %s: %d paid for a total of %d", o.ID, o.Payment.Amount, c.Total())
	}
	took, back, pulled, found := b.taken(o.Payment)
	if !found || took != o.Payment.Amount {
		w.fail("order %s says that %d was paid by %+v, the books have %d", o.ID, o.Payment.Amount, o.Payment, took)
	}
	var sum, elsewhere money.Amount
	for _, a := range o.Adjustments {
		if a.Type != order.Refunded {
			continue
		}
		if a.Elsewhere {
			if a.Status != order.Failed {
				elsewhere -= a.Amount
			}
			continue
		}
		id := order.RefundID(o, a.ID)
		if a.Status == order.Pending {
			w.fail("order %s: refund %s is pending", o.ID, a.ID)
		}
		amount, done := back[id]
		delete(back, id)
		if done != (a.Status == order.Completed) || done && amount != -a.Amount {
			w.fail("order %s: refund %s of %d is %s, the books have %d (%v)", o.ID, a.ID, -a.Amount, a.Status, amount, done)
		}
		if a.Status == order.Completed {
			sum -= a.Amount
		}
	}
	if sum+elsewhere > took || elsewhere > pulled {
		w.fail("order %s of %d: %d given back, %d pulled back; the bank has pulled back %d", o.ID, took, sum, elsewhere, pulled)
	}
	if len(back) > 0 {
		w.fail("order %s: given back without a refund that says so: %v", o.ID, back)
	}
}

// taken is what the books have of a payment, what was given back of it because the shop
// asked for it, and what without.
func (b *modelBooks) taken(p order.Payment) (took money.Amount, back map[string]money.Amount, pulled money.Amount, found bool) {
	if p.Attempt != "" {
		l, known := b.cards[p.Attempt]
		return l.Amount, maps.Clone(l.Refunds), 0, known && l.Verdict == payment.Approved
	}
	for _, ch := range b.charges {
		for _, got := range ch.Payments {
			if got.EndToEndID == p.EndToEndID && ch.TXID == p.TXID {
				ours, theirs := wentBack(got)
				return money.Amount(got.Amount), ours, theirs, true
			}
		}
	}
	return 0, nil, 0, false
}

// wentBack is what was given back of a payment because the shop asked for it, and how much
// the bank took.
func wentBack(p fakepsp.Arrival) (ours map[string]money.Amount, theirs money.Amount) {
	ours = map[string]money.Amount{}
	for _, r := range p.Refunds {
		switch {
		case r.Status != "DEVOLVIDO":
		case r.Nature == "ORIGINAL":
			ours[r.ID] = money.Amount(r.Amount)
		default:
			theirs += money.Amount(r.Amount)
		}
	}
	return ours, theirs
}

// auditBank accounts for every charge and every payment in the bank's book.
func (w *modelWorld) auditBank(b *modelBooks) {
	receipts := map[string]payment.Receipt{}
	known := map[ids.TXID]bool{}
	for _, c := range b.checkouts {
		for _, ch := range c.Charges {
			known[ch.TXID] = true
			if ch.Live() {
				w.fail("charge %s of a checkout that is over is %s", ch.TXID, ch.State)
			}
		}
		for _, r := range c.Receipts {
			if _, twice := receipts[r.EndToEndID]; twice {
				w.fail("payment %s is booked twice", r.EndToEndID)
			}
			receipts[r.EndToEndID] = r
		}
	}
	payers := map[string]ids.Order{}
	for _, o := range b.orders {
		if id := o.Payment.EndToEndID; id != "" {
			if other, twice := payers[id]; twice {
				w.fail("payment %s pays orders %s and %s", id, other, o.ID)
			}
			payers[id] = o.ID
		}
	}
	for _, ch := range b.charges {
		if !known[ch.TXID] {
			if !w.strange[ch.TXID] {
				w.fail("the bank has charge %s, of which the shop knows nothing", ch.TXID)
			}
			for _, p := range ch.Payments {
				if amount, parked := b.parked[p.EndToEndID]; !parked || amount != p.Amount {
					w.fail("payment %s of %d, for nobody: parked %v, as %d", p.EndToEndID, p.Amount, parked, amount)
				}
				delete(b.parked, p.EndToEndID)
			}
			continue
		}
		if !statusOver(ch) {
			w.fail("charge %s can still be paid at the bank", ch.TXID)
		}
		for _, p := range ch.Payments {
			r, booked := receipts[p.EndToEndID]
			delete(receipts, p.EndToEndID)
			switch {
			case !booked:
				w.fail("payment %s of %d is not booked", p.EndToEndID, p.Amount)
			case int64(r.Amount) != p.Amount || r.TXID != ch.TXID:
				w.fail("payment %s: booked as %d of %s, it was %d of %s", p.EndToEndID, r.Amount, r.TXID, p.Amount, ch.TXID)
			case r.Accepted != (payers[p.EndToEndID] != ""):
				w.fail("payment %s: accepted %v, it pays %q", p.EndToEndID, r.Accepted, payers[p.EndToEndID])
			case !r.Accepted:
				w.auditRefund(p, r)
			}
		}
	}
	for id := range b.parked {
		w.fail("payment %s is parked, but it is the shop's or the bank knows nothing of it", id)
	}
	for id := range receipts {
		w.fail("payment %s is booked, of which the bank knows nothing", id)
	}
}

// auditRefund: a payment that pays nothing went back in full, once; or the bank would not,
// and the shop knows it.
func (w *modelWorld) auditRefund(p fakepsp.Arrival, r payment.Receipt) {
	given, theirs := wentBack(p)
	var ours money.Amount
	for _, amount := range given {
		ours += amount
	}
	switch {
	case r.Refund == payment.RefundDone && ours+theirs != r.Amount:
		w.fail("payment %s of %d is refunded, the bank gave back %d and pulled back %d", p.EndToEndID, p.Amount, ours, theirs)
	case r.Refund == payment.RefundFailed && ours != 0:
		w.fail("payment %s: the refund failed, the bank gave back %d", p.EndToEndID, ours)
	case r.Refund == payment.RefundFailed && theirs == 0 && len(p.Refunds) == 0:
		w.fail("payment %s: the refund failed, the bank was never asked", p.EndToEndID)
	case r.Refund != payment.RefundDone && r.Refund != payment.RefundFailed:
		w.fail("payment %s pays nothing and its refund is %q", p.EndToEndID, r.Refund)
	}
}

// auditCards: what the processor took pays one order or went back.
func (w *modelWorld) auditCards(b *modelBooks) {
	payers := map[string]ids.Order{}
	for _, o := range b.orders {
		if id := o.Payment.Attempt; id != "" {
			if other, twice := payers[id]; twice {
				w.fail("attempt %s pays orders %s and %s", id, other, o.ID)
			}
			payers[id] = o.ID
		}
	}
	for id, l := range b.cards {
		var back money.Amount
		for _, amount := range l.Refunds {
			back += amount
		}
		switch {
		case l.Verdict == payment.Challenge:
			w.fail("attempt %s can still be approved", id)
		case l.Verdict == payment.Approved && payers[id] == "" && back != l.Amount:
			w.fail("attempt %s took %d, pays nothing and %d went back", id, l.Amount, back)
		case back > l.Amount:
			w.fail("attempt %s took %d and %d went back", id, l.Amount, back)
		}
	}
}

// auditStock: what is on the shelf is what was there, less what is sold.
func (w *modelWorld) auditStock(b *modelBooks) {
	sold := map[ids.Variant]int64{}
	for _, o := range b.orders {
		for _, l := range o.Lines {
			sold[l.Variant] += l.Total
		}
	}
	for _, back := range w.orders.restocked {
		o := b.orders[back.order]
		if o == nil || !slices.ContainsFunc(o.Applied, func(a order.Applied) bool { return a.Key == "c:"+back.key }) {
			continue
		}
		for v, n := range back.units {
			sold[v] -= n
		}
	}
	for _, v := range w.ground.goods {
		if l := b.stock[v]; l.OnHand != w.stock-sold[v] || l.Reserved != 0 {
			w.fail("stock of %s: %d on hand and %d reserved, want %d and none (%d sold)", v, l.OnHand, l.Reserved, w.stock-sold[v], sold[v])
		}
	}
}

// text is the end of what happened.
func (w *modelWorld) text(lines int) string {
	w.mu.Lock()
	defer w.mu.Unlock()
	from := max(0, len(w.trace)-lines)
	out := ""
	if from > 0 {
		out = fmt.Sprintf("(%d lines before)\n", from)
	}
	for _, l := range w.trace[from:] {
		out += l + "\n"
	}
	return out
}
