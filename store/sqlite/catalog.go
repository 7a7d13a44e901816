package sqlite

import (
	"context"
	"fmt"

	"balcao/catalog"
	"balcao/internal/ids"
	"balcao/store/rows"
)

// catalogBatch is how many products one transaction writes or takes away, so that no
// request waits long behind it.
const catalogBatch = 100

// ReplaceCatalog makes these products what the shop sells. They are written beside the
// present ones, in small steps; then one transaction turns to them and sets the stock.
// Until it is committed, nothing has changed.
//
// Stock says what is on hand of a variant; of one that is not in it, the stock stays, or
// is newStock if it has none. What is reserved for checkouts under way stays reserved: the
// level is not set below it.
func (s *Store) ReplaceCatalog(ctx context.Context, products []catalog.Product, stock map[ids.Variant]int64, newStock int64) (rows.CatalogRevision, error) {
	s.catalogs.Lock()
	defer s.catalogs.Unlock()
	present, err := s.CatalogRevision(ctx)
	if err != nil {
		return rows.CatalogRevision{}, err
	}
	if err := s.purgeCatalogs(ctx, present.Number); err != nil { // of an import that did not end
		return rows.CatalogRevision{}, err
	}
	next := rows.CatalogRevision{Number: present.Number + 1, Products: len(products), At: s.now()}
	err = s.stage(ctx, &next, products, stock)
	if err == nil {
		err = s.writer.do(ctx, func(t *tx) error { return t.turnTo(next, newStock) })
	}
	if err != nil {
		next = rows.CatalogRevision{}
	}
	// What does not count must not take up room until the next import, least of all where there was
	// too little; what cannot be taken away now is by that one. Which revision counts is read: a
	// commit that failed may have been made.
	ctx = context.WithoutCancel(ctx)
	if counts, readErr := s.CatalogRevision(ctx); readErr == nil {
		_ = s.purgeCatalogs(ctx, counts.Number)
	}
	return next, err
}

// stage writes the products of a revision that does not count yet, and counts their variants.
func (s *Store) stage(ctx context.Context, r *rows.CatalogRevision, products []catalog.Product, stock map[ids.Variant]int64) error {
	for from := 0; from < len(products); from += catalogBatch {
		some := products[from:min(from+catalogBatch, len(products))]
		if err := s.writer.do(ctx, func(t *tx) error { return t.stageProducts(r.Number, from, some, stock) }); err != nil {
			return err
		}
		for i := range some {
			r.Variants += len(some[i].Variants)
		}
	}
	return nil
}

// DropCatalog takes the shop's own catalogue away, and sets what is on hand of the variants
// that have no stock yet. Revisions go on counting: the one that counts now has no products.
func (s *Store) DropCatalog(ctx context.Context, stock map[ids.Variant]int64) (rows.CatalogRevision, error) {
	s.catalogs.Lock()
	defer s.catalogs.Unlock()
	present, err := s.CatalogRevision(ctx)
	if err != nil {
		return rows.CatalogRevision{}, err
	}
	if present.Products == 0 { // there is none
		return present, s.SeedStock(ctx, stock)
	}
	next := rows.CatalogRevision{Number: present.Number + 1, At: s.now()}
	err = s.writer.do(ctx, func(t *tx) error {
		if err := t.turnTo(next, 0); err != nil {
			return err
		}
		return t.seedStock(stock)
	})
	if err != nil {
		return rows.CatalogRevision{}, err
	}
	_ = s.purgeCatalogs(context.WithoutCancel(ctx), next.Number) // else the next import does it
	return next, nil
}

func (t *tx) stageProducts(revision int64, from int, products []catalog.Product, stock map[ids.Variant]int64) error {
	for i := range products {
		p := &products[i]
		body, err := rows.EncodeProduct(p)
		if err != nil {
			return err
		}
		if _, err := t.exec(`INSERT INTO catalog_products (revision, position, body) VALUES (?, ?, ?)`, revision, from+i, body); err != nil {
			return fmt.Errorf("sqlite: write product: %w", err)
		}
		for j := range p.Variants {
			var onHand any
			if n, known := stock[p.Variants[j].ID]; known {
				onHand = n
			}
			if _, err := t.exec(`INSERT INTO catalog_variants (revision, variant, on_hand) VALUES (?, ?, ?)`,
				revision, string(p.Variants[j].ID), onHand); err != nil {
				return fmt.Errorf("sqlite: write variant: %w", err)
			}
		}
	}
	return nil
}

// turnTo makes a revision the one that counts, and sets the stock.
func (t *tx) turnTo(r rows.CatalogRevision, newStock int64) error {
	if _, err := t.exec(`INSERT INTO stock (variant, on_hand)
		SELECT v.variant, COALESCE(v.on_hand, ?2) FROM catalog_variants v LEFT JOIN stock s ON s.variant = v.variant
		WHERE v.revision = ?1 AND (s.variant IS NULL OR v.on_hand IS NOT NULL AND MAX(v.on_hand, s.reserved) <> s.on_hand)
		ON CONFLICT DO UPDATE SET on_hand = MAX(excluded.on_hand, reserved)`, r.Number, newStock); err != nil {
		return fmt.Errorf("sqlite: set stock: %w", err)
	}
	return t.must("catalogue", `INSERT INTO catalog_current (id, revision, products, variants, created_at) VALUES (1, ?, ?, ?, ?)
		ON CONFLICT DO UPDATE SET revision = excluded.revision, products = excluded.products,
		variants = excluded.variants, created_at = excluded.created_at`,
		r.Number, r.Products, r.Variants, rows.Nanos(r.At))
}

// purgeCatalogs takes away all revisions but one, and returns when none is left.
func (s *Store) purgeCatalogs(ctx context.Context, but int64) error {
	for {
		left := false
		err := s.writer.do(ctx, func(t *tx) error {
			for _, table := range []struct {
				delete string
				most   int64
			}{
				{`DELETE FROM catalog_products WHERE rowid IN (SELECT rowid FROM catalog_products WHERE revision <> ? LIMIT ?)`, catalogBatch},
				{`DELETE FROM catalog_variants WHERE (revision, variant) IN (SELECT revision, variant FROM catalog_variants WHERE revision <> ? LIMIT ?)`, 4 * catalogBatch},
			} {
				n, err := t.exec(table.delete, but, table.most)
				if err != nil {
					return fmt.Errorf("sqlite: purge catalogues: %w", err)
				}
				left = left || n == table.most
			}
			return nil
		})
		if err != nil || !left {
			return err
		}
	}
}

// CatalogRevision is the catalogue that counts; it has no products if the shop has none of its
// own.
func (s *Store) CatalogRevision(ctx context.Context) (rows.CatalogRevision, error) {
	found, err := s.reader.rows(ctx, `SELECT revision, products, variants, created_at FROM catalog_current`)
	if err != nil {
		return rows.CatalogRevision{}, readError("catalogue", err)
	}
	defer found.Close()
	var r rows.CatalogRevision
	if found.Next() {
		var at int64
		if err := found.Scan(&r.Number, &r.Products, &r.Variants, &at); err != nil {
			return r, readError("catalogue", err)
		}
		r.At = rows.Time(at)
	}
	return r, found.Err()
}

// Products are what the shop sells, in order; none if it has no catalogue of its own.
func (s *Store) Products(ctx context.Context) ([]catalog.Product, error) {
	current, err := s.CatalogRevision(ctx)
	if err != nil {
		return nil, err
	}
	found, err := s.reader.rows(ctx, `SELECT body FROM catalog_products WHERE revision = ? ORDER BY position`, current.Number)
	if err != nil {
		return nil, readError("products", err)
	}
	defer found.Close()
	products := make([]catalog.Product, 0, current.Products)
	var decoder rows.ProductDecoder
	for found.Next() {
		var body []byte
		if err := found.Scan(&body); err != nil {
			return nil, readError("products", err)
		}
		p, err := decoder.Decode(body)
		if err != nil {
			return nil, err
		}
		products = append(products, *p)
	}
	if err := found.Err(); err != nil {
		return nil, readError("products", err)
	}
	if len(products) != current.Products {
		return nil, fmt.Errorf("sqlite: the catalogue has %d products of %d", len(products), current.Products)
	}
	return products, nil
}

// Sells reports whether a variant is in the shop's own catalogue.
func (s *Store) Sells(ctx context.Context, variant ids.Variant) (bool, error) {
	var n int
	err := s.reader.row(ctx, `SELECT COUNT(*) FROM catalog_variants v JOIN catalog_current c ON c.revision = v.revision WHERE v.variant = ?`,
		string(variant)).Scan(&n)
	if err != nil {
		return false, readError("variant", err)
	}
	return n > 0, nil
}
