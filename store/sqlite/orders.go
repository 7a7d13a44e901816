package sqlite

import (
	"context"
	"fmt"

	"balcao/internal/ids"
	"balcao/order"
	"balcao/store/rows"
)

// Order implements checkout.Store.
func (s *Store) Order(ctx context.Context, id ids.Order) (*order.Order, error) {
	var body []byte
	if err := s.reader.row(ctx, `SELECT body FROM orders WHERE id = ?`, string(id)).Scan(&body); err != nil {
		return nil, readError("order", err)
	}
	return rows.DecodeOrder(body)
}

// Orders lists the newest orders, newest first, at most limit (0 for all).
func (s *Store) Orders(ctx context.Context, limit int) ([]*order.Order, error) {
	if limit <= 0 {
		limit = -1 // as SQLite says "all"
	}
	found, err := s.reader.rows(ctx, `SELECT body FROM orders ORDER BY created_at DESC, rowid DESC LIMIT ?`, limit)
	if err != nil {
		return nil, readError("orders", err)
	}
	defer found.Close()
	var out []*order.Order
	for found.Next() {
		var body []byte
		if err := found.Scan(&body); err != nil {
			return nil, readError("orders", err)
		}
		o, err := rows.DecodeOrder(body)
		if err != nil {
			return nil, err
		}
		out = append(out, o)
	}
	if err := found.Err(); err != nil {
		return nil, fmt.Errorf("sqlite: read orders: %w", err)
	}
	return out, nil
}

// writeOrder stores a new order: one for each id and one for each checkout.
func (t *tx) writeOrder(o *order.Order, row []byte) error {
	return t.must("order", `INSERT INTO orders (id, checkout, owner, authenticated, created_at, body)
		VALUES (?, ?, ?, ?, ?, ?) ON CONFLICT DO NOTHING`,
		string(o.ID), string(o.Checkout), o.Owner.Profile, o.Owner.Authenticated, rows.Nanos(o.CreatedAt), row)
}
