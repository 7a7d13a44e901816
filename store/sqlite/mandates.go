package sqlite

import (
	"context"

	"balcao/checkout"
	"balcao/internal/ids"
	"balcao/order"
	"balcao/store/rows"
)

// Seals implements checkout.Store.
func (s *Store) Seals(ctx context.Context, id ids.Checkout, revision int64) ([]checkout.Seal, error) {
	found, err := s.reader.rows(ctx, `SELECT hash, payload, signature FROM seals
		WHERE checkout = ? AND revision = ? ORDER BY rowid`, string(id), revision)
	if err != nil {
		return nil, readError("seals", err)
	}
	defer found.Close()
	var out []checkout.Seal
	for found.Next() {
		seal := checkout.Seal{Checkout: id, Revision: revision}
		if err := found.Scan(&seal.Hash, &seal.Payload, &seal.Authorization); err != nil {
			return nil, readError("seals", err)
		}
		out = append(out, seal)
	}
	if err := found.Err(); err != nil {
		return nil, readError("seals", err)
	}
	return out, nil
}

// MandateUsed implements checkout.Store.
func (s *Store) MandateUsed(ctx context.Context, checkoutHash string) (bool, error) {
	var used bool
	err := s.reader.row(ctx, `SELECT EXISTS (SELECT 1 FROM evidence WHERE checkout_hash = ?)`, checkoutHash).Scan(&used)
	if err != nil {
		return false, readError("evidence", err)
	}
	return used, nil
}

// OpenMandateHeld implements checkout.Store.
func (s *Store) OpenMandateHeld(ctx context.Context, name string, but ids.Checkout) (bool, error) {
	var held bool
	err := s.reader.row(ctx, `SELECT EXISTS (SELECT 1 FROM open_mandates WHERE name = ? AND checkout <> ?)`, name, string(but)).Scan(&held)
	if err != nil {
		return false, readError("open mandate", err)
	}
	return held, nil
}

// holdOpenMandates has a checkout hold the open mandates that its completion was admitted by,
// which nobody else may then, and let go of all when it is canceled.
func (t *tx) holdOpenMandates(c *checkout.Checkout) error {
	if !c.CanceledAt.IsZero() {
		_, err := t.exec(`DELETE FROM open_mandates WHERE checkout = ?`, string(c.ID))
		return err
	}
	if c.Mandate == nil {
		return nil
	}
	for _, name := range c.Mandate.OpenMandates() {
		if err := t.must("open mandate", `INSERT INTO open_mandates (name, checkout) VALUES (?, ?)
			ON CONFLICT DO UPDATE SET checkout = excluded.checkout WHERE checkout = excluded.checkout`, name, string(c.ID)); err != nil {
			return err
		}
	}
	return nil
}

// Evidence returns what shows that the buyer agreed to an order, checkout.ErrNotFound if
// there is no such order or it needed no mandate.
func (s *Store) Evidence(ctx context.Context, id ids.Order) (*order.Evidence, error) {
	var body []byte
	if err := s.reader.row(ctx, `SELECT body FROM evidence WHERE order_id = ?`, string(id)).Scan(&body); err != nil {
		return nil, readError("evidence", err)
	}
	return rows.DecodeEvidence(body)
}

// writeSeals adds seals, and drops those that no mandate may be over any more.
func (t *tx) writeSeals(seals []checkout.Seal) error {
	for _, seal := range seals {
		if err := t.must("seal", `INSERT INTO seals (checkout, revision, hash, payload, signature) VALUES (?, ?, ?, ?, ?)
			ON CONFLICT DO UPDATE SET hash = excluded.hash`,
			string(seal.Checkout), seal.Revision, seal.Hash, seal.Payload, seal.Authorization); err != nil {
			return err
		}
		if _, err := t.exec(`DELETE FROM seals WHERE checkout = ?1 AND (revision < ?2 OR revision = ?2
			AND rowid <> (SELECT min(rowid) FROM seals WHERE checkout = ?1 AND revision = ?2)
			AND rowid NOT IN (SELECT rowid FROM seals WHERE checkout = ?1 AND revision = ?2 ORDER BY rowid DESC LIMIT ?3))`,
			string(seal.Checkout), seal.Revision, checkout.MaxSeals-1); err != nil {
			return err
		}
	}
	return nil
}

// writeEvidence stores the evidence of a new order: one for each checkout and one for each
// checkout hash.
func (t *tx) writeEvidence(e *order.Evidence, row []byte) error {
	return t.must("evidence", `INSERT INTO evidence (order_id, checkout, checkout_hash, body)
		VALUES (?, ?, ?, ?) ON CONFLICT DO NOTHING`, string(e.Order), string(e.Checkout), e.CheckoutHash, row)
}
