package order

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"slices"
	"time"

	"balcao/internal/lang"
	"balcao/money"
)

// Returned is money of an order's payment that its provider says went back or is on its way.
type Returned struct {
	// ID is that of our request or the provider's own; empty where it has none. With
	// Anonymous it is the provider's own also for what the shop asked for.
	ID        string
	Anonymous bool
	Amount    money.Amount
	Status    AdjustmentStatus
	// Unasked says that the bank took it back by itself (MED).
	Unasked bool
}

// Acknowledge notes that the staff know of a refund that was made elsewhere, so that the
// order needs no attention for it.
type Acknowledge struct{ Adjustment string }

func (c Acknowledge) apply(d *desk) error {
	a := d.o.Adjustment(c.Adjustment)
	switch {
	case a == nil || !a.Elsewhere:
		return &Error{Code: CodeUnknownAdjustment, Field: "adjustment_id"}
	case !a.SeenAt.IsZero():
		return &Error{Code: CodeEnded, Field: "adjustment_id"}
	}
	a.SeenAt = d.now
	return nil
}

// noteReturned takes over what the provider says went back.
type noteReturned struct{ Records []Returned }

func (c noteReturned) apply(d *desk) error {
	d.o.NoteReturned(c.Records, d.now)
	return nil
}

// NoteReturned makes the order's books say what its provider says went back of its payment,
// and returns the adjustments that are new: money that went back without the shop's asking.
// What the shop asked for itself is told apart by its id, or by its amount where the provider
// keeps none. The records are all that there are of the payment. A refund that was made elsewhere
// takes the place of ours that were not carried out and for which nothing is left: no more is
// given back than was paid. Said twice, it has no effect.
func (o *Order) NoteReturned(records []Returned, now time.Time) (news []string) {
	names := elsewhereIDs(o, records)
	own := o.ownRefunds(records, names)
	o.dropNameless(names, now)
	for i, r := range records {
		if a := own[i]; a >= 0 {
			mine := &o.Adjustments[a]
			if r.Status == Completed && mine.Status != Completed {
				mine.Status, mine.EndedAt = Completed, now
			}
			if r.Anonymous {
				mine.Record = r.ID
			}
			continue
		}
		name := names[i]
		if known := o.Adjustment(name); known != nil {
			if known.Status == Failed && r.Status != Failed {
				o.makeRoom(-known.Amount, own, now) // it comes to something after all
				known.move(r.Status, now)
			} else if known.Status == Pending {
				known.move(r.Status, now)
			}
			continue
		}
		if r.Status == Failed || r.Amount < 1 {
			continue
		}
		o.makeRoom(r.Amount, own, now)
		a := Adjustment{
			ID: name, Type: Refunded, Status: r.Status, At: now, Amount: -min(r.Amount, max(o.Refundable(), 0)),
			Description: textElsewhere.In(o.Language), Elsewhere: true, Nameless: r.ID == "",
		}
		if r.Unasked {
			a.Description = textPulledBack.In(o.Language)
		}
		if r.Status == Completed {
			a.EndedAt = now
		}
		o.Adjustments = append(o.Adjustments, a)
		news = append(news, name)
	}
	return news
}

// move brings a refund that was made elsewhere to where its provider says it stands. The staff
// look at one that came to nothing, or to something after all: what they did because of it may
// have to be mended.
func (a *Adjustment) move(to AdjustmentStatus, now time.Time) {
	if a.Status == to {
		return
	}
	if a.Status == Failed || to == Failed {
		a.SeenAt = time.Time{}
	}
	if a.Status, a.EndedAt = to, now; to == Pending {
		a.EndedAt = time.Time{}
	}
}

// dropNameless ends what was on its way without an id of its own, as money in dispute is, and of
// which the provider does not speak any more: the shop keeps it.
func (o *Order) dropNameless(spokenOf []string, now time.Time) {
	for i := range o.Adjustments {
		if a := &o.Adjustments[i]; a.Nameless && a.Status == Pending && !slices.Contains(spokenOf, a.ID) {
			a.move(Failed, now)
		}
	}
}

// elsewhereIDs are the ids of the adjustments for refunds that were made elsewhere: always the
// same for the same records. Those without an id are told apart by their amounts, and of one
// amount by their number, with those first that have come further.
func elsewhereIDs(o *Order, records []Returned) []string {
	names := make([]string, len(records))
	nameless := map[money.Amount]int{}
	for _, status := range []AdjustmentStatus{Completed, Pending, Failed} {
		for i, r := range records {
			if r.Status != status {
				continue
			}
			name := r.ID
			if name == "" {
				nameless[r.Amount]++
				name = fmt.Sprintf("|%d|%d", r.Amount, nameless[r.Amount])
			}
			sum := sha256.Sum256([]byte(string(o.ID) + "|elsewhere|" + name))
			names[i] = "adj_" + hex.EncodeToString(sum[:12])
		}
	}
	return names
}

// What the buyer reads of a refund that the shop did not ask for.
var (
	textElsewhere = lang.Text{
		"Devolução feita pela instituição de pagamento", "Refund made at the payment provider", "Devolución hecha por la institución de pago",
	}
	textPulledBack = lang.Text{
		"Valor devolvido pelo banco (Mecanismo Especial de Devolução)", "Amount taken back by the bank (Pix special return mechanism)",
		"Importe devuelto por el banco (mecanismo especial de devolución de Pix)",
	}
)

// ownRefunds are the places of the adjustments that the records are of, -1 for what was made
// elsewhere. Each adjustment is that of one record. Where amounts alone tell, it is the one that
// it was before; else one that ended alike, or the first, but none of what failed, and none for
// what was made elsewhere before.
func (o *Order) ownRefunds(records []Returned, names []string) []int {
	own := make([]int, len(records))
	taken := map[int]bool{}
	match := func(i int, is func(a Adjustment) bool) {
		own[i] = -1
		for at, a := range o.Adjustments {
			if a.Type == Refunded && !a.Elsewhere && !taken[at] && is(a) {
				own[i], taken[at] = at, true
				return
			}
		}
	}
	for i, r := range records {
		match(i, func(a Adjustment) bool {
			return r.ID != "" && (r.ID == RefundID(o, a.ID) || r.Anonymous && r.ID == a.Record)
		})
	}
	for _, fits := range []func(r Returned, a Adjustment) bool{
		func(r Returned, a Adjustment) bool { return r.Status == a.Status && r.Status == Completed },
		func(_ Returned, a Adjustment) bool { return a.Status != Failed },
		func(Returned, Adjustment) bool { return true },
	} {
		for i, r := range records {
			if own[i] < 0 && r.Anonymous && !r.Unasked && r.Status != Failed && o.Adjustment(names[i]) == nil {
				match(i, func(a Adjustment) bool { return a.Record == "" && -a.Amount == r.Amount && fits(r, a) })
			}
		}
	}
	return own
}

// makeRoom ends refunds of ours that the provider has not heard of, the latest first, until so
// much is left of the payment. It would refuse them.
func (o *Order) makeRoom(amount money.Amount, own []int, now time.Time) {
	for i := len(o.Adjustments) - 1; i >= 0; i-- {
		a := &o.Adjustments[i]
		if a.Type != Refunded || a.Elsewhere || a.Status != Pending || slices.Contains(own, i) {
			continue
		}
		if o.Refundable() >= amount {
			return
		}
		a.Status, a.EndedAt = Failed, now
	}
}

// NoteReturned takes over what the provider says went back of an order's payment, and returns
// the adjustments that are new. See [Order.NoteReturned].
func (s *Service) NoteReturned(ctx context.Context, o *Order, records []Returned) (news []string, err error) {
	tried := o.clone()
	news = tried.NoteReturned(records, s.Clock.Now())
	if sameAdjustments(o, tried) {
		return nil, nil
	}
	cmd := noteReturned{Records: records}
	_, err = s.do(ctx, o.ID, fmt.Sprintf("e:%d:%s", o.Version, content(cmd)), cmd)
	return news, err
}

// clone copies what noting refunds changes.
func (o *Order) clone() *Order {
	c := *o
	c.Adjustments = slices.Clone(o.Adjustments)
	return &c
}

func sameAdjustments(a, b *Order) bool {
	return slices.EqualFunc(a.Adjustments, b.Adjustments, func(x, y Adjustment) bool { return x.ID == y.ID && x.Status == y.Status && x.Record == y.Record })
}
