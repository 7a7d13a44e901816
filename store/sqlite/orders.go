package sqlite

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"time"

	"balcao/checkout"
	"balcao/internal/ids"
	"balcao/order"
	"balcao/store/rows"
)

var _ order.Store = (*Store)(nil)

// Order implements checkout.Store and order.Store: the error of an order that is not there
// is both packages' ErrNotFound.
func (s *Store) Order(ctx context.Context, id ids.Order) (*order.Order, error) {
	return s.orderBy(ctx, `SELECT body FROM orders WHERE id = ?`, string(id))
}

// OrderOfCheckout returns the order that a checkout ended in.
func (s *Store) OrderOfCheckout(ctx context.Context, id ids.Checkout) (*order.Order, error) {
	return s.orderBy(ctx, `SELECT body FROM orders WHERE checkout = ?`, string(id))
}

func (s *Store) orderBy(ctx context.Context, query, arg string) (*order.Order, error) {
	var body []byte
	err := s.reader.row(ctx, query, arg).Scan(&body)
	if errors.Is(err, sql.ErrNoRows) {
		return nil, fmt.Errorf("sqlite: read order: %w", errors.Join(checkout.ErrNotFound, order.ErrNotFound))
	}
	if err != nil {
		return nil, readError("order", err)
	}
	return rows.DecodeOrder(body)
}

// Orders lists the newest orders, newest first, at most limit (0 for all).
func (s *Store) Orders(ctx context.Context, limit int) ([]*order.Order, error) {
	if limit <= 0 {
		limit = -1 // as SQLite says "all"
	}
	return s.readOrders(ctx, `SELECT body FROM orders ORDER BY created_at DESC, id DESC LIMIT ?`, limit)
}

// ListOrders lists orders for the staff, newest first. It returns order.ErrNotFound if the
// order behind which the list is to go on is not there.
func (s *Store) ListOrders(ctx context.Context, q order.Query) (order.Page, error) {
	limit := q.Limit
	if limit < 1 {
		limit = order.DefaultPage
	}
	limit = min(limit, order.MaxPage)
	query, args := `SELECT body FROM orders WHERE 1`, []any{}
	restrict := func(condition string, values ...any) {
		query += ` AND ` + condition
		args = append(args, values...)
	}
	if q.Stage != "" {
		restrict(`stage = ?`, string(q.Stage))
	}
	if q.Attention {
		restrict(`attention`)
	}
	if !q.From.IsZero() {
		restrict(`created_at >= ?`, rows.Nanos(q.From))
	}
	if !q.Until.IsZero() {
		restrict(`created_at < ?`, rows.Nanos(q.Until))
	}
	if q.After != "" {
		last, err := s.Order(ctx, q.After)
		if err != nil {
			return order.Page{}, err
		}
		restrict(`(created_at, id) < (?, ?)`, rows.Nanos(last.CreatedAt), string(last.ID))
	}
	found, err := s.readOrders(ctx, query+` ORDER BY created_at DESC, id DESC LIMIT ?`, append(args, limit+1)...)
	if err != nil {
		return order.Page{}, err
	}
	if len(found) > limit {
		return order.Page{Orders: found[:limit], More: true}, nil
	}
	return order.Page{Orders: found}, nil
}

func (s *Store) readOrders(ctx context.Context, query string, args ...any) ([]*order.Order, error) {
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

// CommitOrder implements order.Store. Of its errors the same holds as of those of Commit.
func (s *Store) CommitOrder(ctx context.Context, w order.Write) error {
	if w.Order == nil || w.Order.Version < 2 {
		return errors.New("sqlite: an order that is changed needs a version after its first")
	}
	row, err := rows.EncodeOrder(w.Order)
	if err != nil {
		return err
	}
	moves := rows.NetMoves(w.Stock)
	err = s.writer.do(ctx, func(t *tx) error {
		if err := t.writeOrder(w.Order, row, w.Order.UpdatedAt); err != nil {
			return err
		}
		if err := t.restock(moves); err != nil {
			return err
		}
		return t.writeJobs(nil, w.Jobs)
	})
	if errors.Is(err, checkout.ErrConflict) {
		return errors.Join(order.ErrConflict, err)
	}
	return err
}

// writeOrder stores a version of an order, and owes its platform a notice of it. A new one
// is one for each id and one for each checkout.
func (t *tx) writeOrder(o *order.Order, row []byte, at time.Time) error {
	var err error
	if o.Version == 1 {
		err = t.must("order", `INSERT INTO orders (id, checkout, owner, authenticated, created_at, version, stage, attention, body)
			VALUES (?, ?, ?, ?, ?, 1, ?, ?, ?) ON CONFLICT DO NOTHING`,
			string(o.ID), string(o.Checkout), o.Owner.Profile, o.Owner.Authenticated, rows.Nanos(o.CreatedAt),
			string(o.Stage()), o.NeedsAttention(), row)
	} else {
		err = t.must("order", `UPDATE orders SET version = ?, stage = ?, attention = ?, body = ? WHERE id = ? AND version = ?`,
			o.Version, string(o.Stage()), o.NeedsAttention(), row, string(o.ID), o.Version-1)
	}
	if err != nil {
		return err
	}
	return t.writeNotice(o, o.Version, at, row)
}
