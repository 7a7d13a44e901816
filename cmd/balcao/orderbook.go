package main

import (
	"context"
	"crypto/sha256"
	"encoding/hex"

	"balcao/httpd"
	"balcao/internal/ids"
	"balcao/order"
	"balcao/store/sqlite"
)

// orderBook is httpd.Orders over the shop's store and the door of its orders.
type orderBook struct {
	store *sqlite.Store
	door  *order.Service
}

func (b orderBook) Evidence(ctx context.Context, id ids.Order) ([]byte, error) {
	ev, err := b.store.Evidence(ctx, id)
	if err != nil {
		return nil, err
	}
	return exportEvidence(ev)
}

func (b orderBook) ListOrders(ctx context.Context, q order.Query) (httpd.OrderPage, error) {
	page, err := b.store.ListOrders(ctx, q)
	if err != nil {
		return httpd.OrderPage{}, err
	}
	return httpd.PageOf(page), nil
}

func (b orderBook) ShowOrder(ctx context.Context, id ids.Order) (httpd.OrderView, error) {
	return b.view(b.store.Order(ctx, id))
}

func (b orderBook) ChangeOrder(ctx context.Context, id ids.Order, key string, cmd order.Command) (httpd.OrderView, error) {
	return b.view(b.door.Do(ctx, id, staffKey(key), cmd))
}

func (b orderBook) view(o *order.Order, err error) (httpd.OrderView, error) {
	if err != nil {
		return httpd.OrderView{}, err
	}
	return httpd.ViewOrder(o, b.door.Policy.WithdrawalDays), nil
}

// staffKey keeps the keys of staff apart from those of buyers and platforms.
func staffKey(key string) string {
	sum := sha256.Sum256([]byte(key))
	return "staff-" + hex.EncodeToString(sum[:])
}
