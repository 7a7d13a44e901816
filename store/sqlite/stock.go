package sqlite

import (
	"context"
	"encoding/json"
	"fmt"

	"balcao/checkout"
	"balcao/internal/ids"
	"balcao/store/rows"
)

// Levels implements checkout.Store.
func (s *Store) Levels(ctx context.Context, variants []ids.Variant) (map[ids.Variant]int64, error) {
	list, err := json.Marshal(variants)
	if err != nil {
		return nil, fmt.Errorf("sqlite: read levels: %w", err)
	}
	found, err := s.reader.rows(ctx, `SELECT variant, on_hand - reserved FROM stock
		WHERE variant IN (SELECT value FROM json_each(?))`, string(list))
	if err != nil {
		return nil, readError("levels", err)
	}
	defer found.Close()
	levels := make(map[ids.Variant]int64, len(variants))
	for found.Next() {
		var variant string
		var level int64
		if err := found.Scan(&variant, &level); err != nil {
			return nil, readError("levels", err)
		}
		levels[ids.Variant(variant)] = level
	}
	if err := found.Err(); err != nil {
		return nil, readError("levels", err)
	}
	return levels, nil
}

// StockList lists the stock of all variants, by variant.
func (s *Store) StockList(ctx context.Context) ([]rows.StockLevel, error) {
	found, err := s.reader.rows(ctx, `SELECT variant, on_hand, reserved FROM stock ORDER BY variant`)
	if err != nil {
		return nil, readError("stock", err)
	}
	defer found.Close()
	var out []rows.StockLevel
	for found.Next() {
		var l rows.StockLevel
		if err := found.Scan(&l.Variant, &l.OnHand, &l.Reserved); err != nil {
			return nil, readError("stock", err)
		}
		out = append(out, l)
	}
	if err := found.Err(); err != nil {
		return nil, readError("stock", err)
	}
	return out, nil
}

// SetStock sets what is on hand of a variant. It returns checkout.ErrStock if that is
// less than is reserved.
func (s *Store) SetStock(ctx context.Context, variant ids.Variant, onHand int64) error {
	return s.writer.do(ctx, func(t *tx) error {
		if onHand < 0 {
			return stockError(variant)
		}
		n, err := t.exec(`INSERT INTO stock (variant, on_hand) VALUES (?, ?)
			ON CONFLICT DO UPDATE SET on_hand = excluded.on_hand WHERE excluded.on_hand >= reserved`,
			string(variant), onHand)
		if err != nil {
			return fmt.Errorf("sqlite: set stock: %w", err)
		}
		if n == 0 {
			return stockError(variant)
		}
		return nil
	})
}

// SeedStock sets what is on hand of the variants that have no stock yet.
func (s *Store) SeedStock(ctx context.Context, onHand map[ids.Variant]int64) error {
	return s.writer.do(ctx, func(t *tx) error { return t.seedStock(onHand) })
}

func (t *tx) seedStock(onHand map[ids.Variant]int64) error {
	for variant, n := range onHand {
		if n < 0 {
			return stockError(variant)
		}
		if _, err := t.exec(`INSERT INTO stock (variant, on_hand) VALUES (?, ?) ON CONFLICT DO NOTHING`,
			string(variant), n); err != nil {
			return fmt.Errorf("sqlite: seed stock: %w", err)
		}
	}
	return nil
}

// moveStock applies moves that leave on hand >= reserved >= 0.
func (t *tx) moveStock(moves []checkout.StockMove) error {
	for _, m := range moves {
		n, err := t.exec(`UPDATE stock SET on_hand = on_hand + ?1, reserved = reserved + ?2
			WHERE variant = ?3 AND on_hand + ?1 >= reserved + ?2 AND reserved + ?2 >= 0`,
			m.OnHand, m.Reserved, string(m.Variant))
		if err != nil {
			return fmt.Errorf("sqlite: move stock: %w", err)
		}
		if n == 0 {
			return stockError(m.Variant)
		}
	}
	return nil
}

// restock puts units back on the shelf, also of what has no stock any more.
func (t *tx) restock(moves []checkout.StockMove) error {
	for _, m := range moves {
		if m.OnHand < 0 || m.Reserved != 0 {
			return stockError(m.Variant)
		}
		if _, err := t.exec(`INSERT INTO stock (variant, on_hand) VALUES (?1, ?2)
			ON CONFLICT DO UPDATE SET on_hand = on_hand + ?2`, string(m.Variant), m.OnHand); err != nil {
			return fmt.Errorf("sqlite: restock: %w", err)
		}
	}
	return nil
}

func stockError(variant ids.Variant) error {
	return fmt.Errorf("sqlite: stock of %s: %w", variant, checkout.ErrStock)
}
