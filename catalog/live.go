package catalog

import (
	"context"
	"sync/atomic"

	"balcao/internal/ids"
)

// Live is the catalogue that a shop sells from at present. It can be replaced while others
// use it: each call sees one catalogue as a whole.
type Live struct{ now atomic.Pointer[Catalog] }

// NewLive returns a shop's catalogue.
func NewLive(c *Catalog) *Live {
	l := &Live{}
	l.Replace(c)
	return l
}

// Replace puts another catalogue in the place of the present one.
func (l *Live) Replace(c *Catalog) { l.now.Store(c) }

// Now is the present catalogue, for who needs several answers of the same.
func (l *Live) Now() *Catalog { return l.now.Load() }

// Search is Catalog.Search.
func (l *Live) Search(q Query) (Page, error) { return l.Now().Search(q) }

// Products is Catalog.Products.
func (l *Live) Products() []*Product { return l.Now().Products() }

// Product is Catalog.Product.
func (l *Live) Product(id ids.Product) (*Product, bool) { return l.Now().Product(id) }

// Offer is Catalog.Offer.
func (l *Live) Offer(ctx context.Context, id ids.Variant) (Offer, bool) {
	return l.Now().Offer(ctx, id)
}

// Resolve is Catalog.Resolve.
func (l *Live) Resolve(ctx context.Context, id string) (product *Product, variant *Variant, ok bool) {
	return l.Now().Resolve(ctx, id)
}
