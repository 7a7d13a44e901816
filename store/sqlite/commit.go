package sqlite

import (
	"context"
	"errors"
	"fmt"

	"balcao/checkout"
	"balcao/conversation"
	"balcao/internal/ids"
	"balcao/payment"
	"balcao/store/rows"
)

// Commit implements checkout.Store.
//
// The error of a ctx that ended means that nothing was written. Any other error that is
// neither ErrConflict nor ErrStock leaves open, after a crash, whether it was.
func (s *Store) Commit(ctx context.Context, w checkout.Write) error {
	c, err := prepare(w)
	if err != nil {
		return err
	}
	return s.writer.do(ctx, c.apply)
}

// change is a write whose aggregates are encoded, which the caller's goroutine does so
// that the writer need not.
type change struct {
	checkout.Write
	checkoutRow, contextRow, orderRow, evidenceRow []byte
	moves                                          []checkout.StockMove
}

func prepare(w checkout.Write) (*change, error) {
	c := &change{Write: w, moves: rows.NetMoves(w.Stock)}
	var errs [4]error
	if w.Checkout != nil {
		if w.Checkout.Version < 1 {
			return nil, fmt.Errorf("sqlite: checkout %s written with version %d", w.Checkout.ID, w.Checkout.Version)
		}
		c.checkoutRow, errs[0] = rows.EncodeCheckout(w.Checkout)
	}
	if w.Context != nil {
		if w.Context.Version < 1 {
			return nil, fmt.Errorf("sqlite: context written with version %d", w.Context.Version)
		}
		c.contextRow, errs[1] = rows.EncodeContext(w.Context)
	}
	if w.Order != nil {
		if w.Order.Version != 1 {
			return nil, fmt.Errorf("sqlite: order %s placed with version %d", w.Order.ID, w.Order.Version)
		}
		c.orderRow, errs[2] = rows.EncodeOrder(w.Order)
	}
	if w.Evidence != nil {
		if w.Order == nil || w.Evidence.Order != w.Order.ID {
			return nil, errors.New("sqlite: evidence needs the order that it is of")
		}
		c.evidenceRow, errs[3] = rows.EncodeEvidence(w.Evidence)
	}
	if w.Task != nil && w.Task.Version < 1 {
		return nil, fmt.Errorf("sqlite: task %s written with version %d", w.Task.ID, w.Task.Version)
	}
	if w.Push != nil && (w.Task == nil || w.Push.Task != w.Task.ID) {
		return nil, errors.New("sqlite: a push configuration needs the task that it is of")
	}
	if (w.Reply == nil) != (w.Key == nil) {
		return nil, errors.New("sqlite: a reply needs a key, a key a reply")
	}
	return c, errors.Join(errs[:]...)
}

func (c *change) apply(t *tx) error {
	if c.Checkout != nil {
		if err := t.writeCheckout(c.Checkout, c.checkoutRow); err != nil {
			return err
		}
		if err := t.writeCharges(c.Checkout.ID, c.Checkout.Charges); err != nil {
			return err
		}
		if err := t.writeReceipts(c.Checkout.ID, c.Checkout.Receipts); err != nil {
			return err
		}
		if err := t.holdOpenMandates(c.Checkout); err != nil {
			return err
		}
	}
	if c.Context != nil {
		if err := t.writeContext(c.Context, c.contextRow); err != nil {
			return err
		}
	}
	if c.Reply != nil {
		if err := t.writeReply(*c.Key, *c.Reply, c.ExpectClaim); err != nil {
			return err
		}
	}
	if c.Order != nil {
		if err := t.writeOrder(c.Order, c.orderRow, c.Order.CreatedAt); err != nil {
			return err
		}
	}
	if c.Evidence != nil {
		if err := t.writeEvidence(c.Evidence, c.evidenceRow); err != nil {
			return err
		}
	}
	if err := t.writeSeals(c.Seals); err != nil {
		return err
	}
	if c.Task != nil {
		if err := t.writeTask(c.Task); err != nil {
			return err
		}
	}
	if c.Push != nil {
		if _, err := t.writePushConfig(c.Task.Owner, *c.Push); err != nil {
			return err
		}
	}
	if err := t.moveStock(c.moves); err != nil {
		return err
	}
	return t.writeJobs(c.Done, c.Jobs)
}

func (t *tx) writeCheckout(c *checkout.Checkout, row []byte) error {
	canceled := rows.Nanos(rows.ForgetFrom(c))
	if c.Version == 1 {
		return t.must("checkout", `INSERT INTO checkouts (id, version, canceled_at, body) VALUES (?, 1, ?, ?)
			ON CONFLICT DO NOTHING`, string(c.ID), canceled, row)
	}
	return t.must("checkout", `UPDATE checkouts SET version = ?, canceled_at = ?, body = ? WHERE id = ? AND version = ?`,
		c.Version, canceled, row, string(c.ID), c.Version-1)
}

// writeCharges makes the charges findable. A charge never changes its checkout.
func (t *tx) writeCharges(id ids.Checkout, charges []payment.Charge) error {
	for _, c := range charges {
		if err := t.must("charge", `INSERT INTO charges (txid, checkout) VALUES (?, ?)
			ON CONFLICT DO UPDATE SET checkout = excluded.checkout WHERE checkout = excluded.checkout`,
			string(c.TXID), string(id)); err != nil {
			return err
		}
	}
	return nil
}

func (t *tx) writeContext(c *conversation.Context, row []byte) error {
	if c.Version == 1 {
		return t.must("context", `INSERT INTO contexts (owner, authenticated, id, version, touched_at, body)
			VALUES (?, ?, ?, 1, ?, ?) ON CONFLICT DO NOTHING`,
			c.Owner.Profile, c.Owner.Authenticated, string(c.ID), rows.Nanos(c.UpdatedAt), row)
	}
	return t.must("context", `UPDATE contexts SET version = ?, touched_at = ?, body = ?
		WHERE owner = ? AND authenticated = ? AND id = ? AND version = ?`,
		c.Version, rows.Nanos(c.UpdatedAt), row, c.Owner.Profile, c.Owner.Authenticated, string(c.ID), c.Version-1)
}
