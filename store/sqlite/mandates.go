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
	err := s.reader.row(ctx, `SELECT EXISTS (SELECT 1 FROM open_mandates o JOIN checkouts c ON c.id = o.checkout
		WHERE o.name = ? AND o.checkout <> ? AND c.canceled_at = 0)`, name, string(but)).Scan(&held)
	if err != nil {
		return false, readError("open mandate", err)
	}
	return held, nil
}

// holdOpenMandate has a checkout hold the open mandate that its completion was admitted by.
// Nobody else may, unless the one that held it was canceled.
func (t *tx) holdOpenMandate(c *checkout.Checkout) error {
	if c.Mandate == nil || c.Mandate.OpenMandate == "" {
		return nil
	}
	return t.must("open mandate", `INSERT INTO open_mandates (name, checkout) VALUES (?, ?)
		ON CONFLICT DO UPDATE SET checkout = excluded.checkout WHERE checkout = excluded.checkout
			OR NOT EXISTS (SELECT 1 FROM checkouts c WHERE c.id = open_mandates.checkout AND c.canceled_at = 0)`,
		c.Mandate.OpenMandate, string(c.ID))
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
