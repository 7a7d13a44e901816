package main

import (
	"context"
	"io"
	"log/slog"
	"sync"
	"time"

	"golang.org/x/sync/errgroup"

	"balcao/catalog"
	"balcao/catalog/feed"
	"balcao/catalog/sample"
	"balcao/checkout"
	"balcao/httpd"
	"balcao/intents"
	"balcao/internal/ids"
	"balcao/store/sqlite"
)

// goods are what the shop sells, with freight, discount codes and taxes. The catalogue is the
// shop's own as soon as one was imported, the sample before that; the others are those of the
// file --tariff, or else the sample's.
type goods struct {
	Catalog    *catalog.Live
	Rates      checkout.Rates
	Promotions checkout.Promotions
	Taxes      checkout.Taxes

	settings *settings
	store    *sqlite.Store
	parser   *intents.Parser
	log      *slog.Logger
	// importing is held by who replaces the catalogue.
	importing sync.Mutex
}

// openGoods opens the catalogue that the shop has, or the sample with its stock.
func openGoods(ctx context.Context, s *settings, store *sqlite.Store, log *slog.Logger) (*goods, error) {
	g := &goods{settings: s, store: store, log: log, Rates: sample.Rates{}, Promotions: sample.Promotions{}, Taxes: sample.Taxes{}}
	if s.Tariff != "" {
		own, err := readTariff(s.Tariff)
		if err != nil {
			return nil, settingError{err}
		}
		g.Rates, g.Promotions, g.Taxes = own.freight, own.codes, own.taxes
	}
	products, err := store.Products(ctx)
	if err != nil {
		return nil, err
	}
	if len(products) == 0 {
		example, err := s.goods()
		if err != nil {
			return nil, err
		}
		if err := store.SeedStock(ctx, s.openingStock(example.Stock())); err != nil {
			return nil, err
		}
		g.Catalog, g.parser = catalog.NewLive(example.Catalog), intents.NewParser(example.Catalog.Products())
		return g, nil
	}
	c, index, err := indexed(products)
	if err != nil {
		return nil, err
	}
	g.Catalog, g.parser = catalog.NewLive(c), intents.NewParser(nil)
	g.parser.Use(index)
	return g, nil
}

// indexed builds both indexes of the products, which are in order, side by side: with a
// million variants each takes seconds.
func indexed(products []catalog.Product) (c *catalog.Catalog, index *intents.Index, err error) {
	var building errgroup.Group
	building.Go(func() (err error) {
		c, err = catalog.Of(products)
		return err
	})
	building.Go(func() error {
		list := make([]*catalog.Product, len(products))
		for i := range products {
			list[i] = &products[i]
		}
		index = intents.NewIndex(list)
		return nil
	})
	err = building.Wait()
	return c, index, err
}

// Import implements httpd.Catalog. Requests are served from the present catalogue until the
// other is stored and both of its indexes are built; then they change at once.
func (g *goods) Import(ctx context.Context, r io.Reader, newStock int64) (httpd.CatalogSummary, error) {
	if !g.importing.TryLock() {
		return httpd.CatalogSummary{}, httpd.ErrImporting
	}
	defer g.importing.Unlock()
	f, err := feed.Read(r, "", feed.JSONLines)
	if err != nil {
		return httpd.CatalogSummary{}, err
	}
	c, index, err := indexed(f.Products)
	if err != nil {
		return httpd.CatalogSummary{}, err
	}
	summary, err := replaceCatalog(ctx, g.store, f, newStock)
	if err != nil {
		return summary, err
	}
	g.Catalog.Replace(c)
	g.parser.Use(index)
	g.log.InfoContext(ctx, "catalogue replaced", "revision", summary.Revision, "products", summary.Products, "variants", summary.Variants)
	return summary, nil
}

// Reset implements httpd.Catalog. As with an import, requests are served from the present
// catalogue until the other is ready.
func (g *goods) Reset(ctx context.Context) (httpd.CatalogSummary, error) {
	if !g.importing.TryLock() {
		return httpd.CatalogSummary{}, httpd.ErrImporting
	}
	defer g.importing.Unlock()
	example, err := g.settings.goods()
	if err != nil {
		return httpd.CatalogSummary{}, err
	}
	index := intents.NewIndex(example.Catalog.Products())
	if _, err := g.store.DropCatalog(ctx, g.settings.openingStock(example.Stock())); err != nil {
		return httpd.CatalogSummary{}, err
	}
	g.Catalog.Replace(example.Catalog)
	g.parser.Use(index)
	g.log.InfoContext(ctx, "the sample catalogue is sold again")
	return g.Summary(ctx)
}

// Summary implements httpd.Catalog.
func (g *goods) Summary(ctx context.Context) (httpd.CatalogSummary, error) {
	return summaryOf(ctx, g.store, g.Catalog.Products())
}

// summaryOf says what is sold: the shop's own catalogue, or else the sample.
func summaryOf(ctx context.Context, store *sqlite.Store, example []*catalog.Product) (httpd.CatalogSummary, error) {
	r, err := store.CatalogRevision(ctx)
	out := httpd.CatalogSummary{Revision: r.Number, Products: r.Products, Variants: r.Variants, Own: r.Products > 0, ImportedAt: r.At}
	if err != nil || out.Own {
		return out, err
	}
	out.ImportedAt, out.Products = time.Time{}, len(example)
	for _, p := range example {
		out.Variants += len(p.Variants)
	}
	return out, nil
}

// sells reports whether the shop sells a variant.
func (g *goods) sells(ctx context.Context, variant ids.Variant) (bool, error) {
	_, ok := g.Catalog.Offer(ctx, variant)
	return ok, nil
}

// Export implements httpd.Catalog.
func (g *goods) Export(ctx context.Context, w io.Writer) error {
	return exportCatalog(ctx, g.store, g.Catalog.Products(), w)
}

func replaceCatalog(ctx context.Context, store *sqlite.Store, f *feed.Feed, newStock int64) (httpd.CatalogSummary, error) {
	r, err := store.ReplaceCatalog(ctx, f.Products, f.Stock, newStock)
	return httpd.CatalogSummary{Revision: r.Number, Products: r.Products, Variants: r.Variants, Own: true, ImportedAt: r.At}, err
}

func exportCatalog(ctx context.Context, store *sqlite.Store, products []*catalog.Product, w io.Writer) error {
	levels, err := store.StockList(ctx)
	if err != nil {
		return err
	}
	onHand := make(map[ids.Variant]int64, len(levels))
	for _, l := range levels {
		onHand[l.Variant] = l.OnHand
	}
	out := feed.NewWriter(w)
	for _, p := range products {
		err := out.Write(p, func(id ids.Variant) (int64, bool) { n, ok := onHand[id]; return n, ok })
		if err != nil {
			return err
		}
	}
	return nil
}

// shelves are the catalogue of a shop that does not run: it is read from the database where
// it is needed.
type shelves struct{ store *sqlite.Store }

// Import implements httpd.Catalog.
func (s shelves) Import(ctx context.Context, r io.Reader, newStock int64) (httpd.CatalogSummary, error) {
	f, err := feed.Read(r, "", feed.JSONLines)
	if err != nil {
		return httpd.CatalogSummary{}, err
	}
	if _, err := catalog.Of(f.Products); err != nil {
		return httpd.CatalogSummary{}, err
	}
	return replaceCatalog(ctx, s.store, f, newStock)
}

// Export implements httpd.Catalog.
func (s shelves) Export(ctx context.Context, w io.Writer) error {
	products, err := s.store.Products(ctx)
	if err != nil {
		return err
	}
	if len(products) == 0 {
		example, err := sample.New()
		if err != nil {
			return err
		}
		return exportCatalog(ctx, s.store, example.Catalog.Products(), w)
	}
	list := make([]*catalog.Product, len(products))
	for i := range products {
		list[i] = &products[i]
	}
	return exportCatalog(ctx, s.store, list, w)
}

// Reset implements httpd.Catalog. The sample's stock comes when the shop starts.
func (s shelves) Reset(ctx context.Context) (httpd.CatalogSummary, error) {
	if _, err := s.store.DropCatalog(ctx, nil); err != nil {
		return httpd.CatalogSummary{}, err
	}
	return s.Summary(ctx)
}

// Summary implements httpd.Catalog.
func (s shelves) Summary(ctx context.Context) (httpd.CatalogSummary, error) {
	example, err := sample.New()
	if err != nil {
		return httpd.CatalogSummary{}, err
	}
	return summaryOf(ctx, s.store, example.Catalog.Products())
}

// sells reports whether the shop sells a variant.
func (s shelves) sells(ctx context.Context, variant ids.Variant) (bool, error) {
	r, err := s.store.CatalogRevision(ctx)
	if err != nil {
		return false, err
	}
	if r.Products > 0 {
		return s.store.Sells(ctx, variant)
	}
	example, err := sample.New()
	if err != nil {
		return false, err
	}
	_, ok := example.Catalog.Offer(ctx, variant)
	return ok, nil
}
