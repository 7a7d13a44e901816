package sqlite

import (
	"context"
	"fmt"

	"balcao/internal/ids"
	"balcao/order"
	"balcao/platform"
	"balcao/store/rows"
)

// Order implements checkout.Store.
func (s *Store) Order(ctx context.Context, id ids.Order) (*order.Order, error) {
	return s.order(ctx, `SELECT body FROM orders WHERE id = ?`, string(id))
}

// OrderOfCheckout returns the order that a checkout became, checkout.ErrNotFound if it
// did not.
func (s *Store) OrderOfCheckout(ctx context.Context, id ids.Checkout) (*order.Order, error) {
	return s.order(ctx, `SELECT body FROM orders WHERE checkout = ?`, string(id))
}

func (s *Store) order(ctx context.Context, query, id string) (*order.Order, error) {
	var body []byte
	if err := s.reader.row(ctx, query, id).Scan(&body); err != nil {
		return nil, readError("order", err)
	}
	return rows.DecodeOrder(body)
}

// Orders lists the newest orders, newest first, at most limit (0 for all).
func (s *Store) Orders(ctx context.Context, limit int) ([]*order.Order, error) {
	return s.orders(ctx, `SELECT body FROM orders ORDER BY created_at DESC, rowid DESC LIMIT ?`, sqlLimit(limit))
}

// OrdersOf lists the newest orders of one owner, newest first, at most limit (0 for all).
func (s *Store) OrdersOf(ctx context.Context, owner platform.Owner, limit int) ([]*order.Order, error) {
	return s.orders(ctx, `SELECT body FROM orders WHERE owner = ? AND authenticated = ?
		ORDER BY created_at DESC, rowid DESC LIMIT ?`, owner.Profile, owner.Authenticated, sqlLimit(limit))
}

// sqlLimit writes "all" as SQLite does.
func sqlLimit(limit int) int {
	if limit <= 0 {
		return -1
	}
	return limit
}

func (s *Store) orders(ctx context.Context, query string, args ...any) ([]*order.Order, error) {
	found, err := s.reader.rows(ctx, query, args...)
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
