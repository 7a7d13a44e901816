package main

import (
	"context"
	"errors"
	"fmt"
	"time"

	"balcao/checkout"
	"balcao/httpd"
	"balcao/internal/ids"
	"balcao/platform"
	"balcao/profile"
	"balcao/store/sqlite"
)

// platformKeys issues and finds the API keys of platforms.
type platformKeys struct {
	store *sqlite.Store
	shop  profile.Shop
	now   func() time.Time
}

// APIKeyByHash finds a key for the identifier.
func (k platformKeys) APIKeyByHash(ctx context.Context, hash [32]byte) (platform.APIKey, bool, error) {
	key, err := k.store.APIKeyByHash(ctx, hash)
	if errors.Is(err, checkout.ErrNotFound) {
		return platform.APIKey{}, false, nil
	}
	return key, err == nil, err
}

// List lists all keys, revoked ones too.
func (k platformKeys) List(ctx context.Context) ([]platform.APIKey, error) {
	return k.store.ListAPIKeys(ctx)
}

// Create issues a key to a platform. The plaintext is not kept.
func (k platformKeys) Create(ctx context.Context, profileURL string, rights platform.Rights) (string, platform.APIKey, error) {
	normal, err := profile.NormalizeURL(profileURL, k.shop.Loopback())
	if err != nil {
		return "", platform.APIKey{}, err
	}
	plaintext, key := profile.NewAPIKey(nil, normal, rights, k.now())
	return plaintext, key, k.store.InsertAPIKey(ctx, key)
}

// Revoke makes a key void.
func (k platformKeys) Revoke(ctx context.Context, id string) error {
	return k.store.RevokeAPIKey(ctx, id)
}

// stockroom is the stock as the staff see it.
type stockroom struct {
	store *sqlite.Store
	sells func(context.Context, ids.Variant) (bool, error)
}

// Levels lists the stock of every variant.
func (s stockroom) Levels(ctx context.Context) ([]httpd.StockLevel, error) {
	levels, err := s.store.StockList(ctx)
	if err != nil {
		return nil, err
	}
	out := make([]httpd.StockLevel, len(levels))
	for i, l := range levels {
		out[i] = httpd.StockLevel{Variant: l.Variant, OnHand: l.OnHand, Reserved: l.Reserved}
	}
	return out, nil
}

// SetOnHand sets what is on hand of a variant that the shop sells.
func (s stockroom) SetOnHand(ctx context.Context, variant ids.Variant, onHand int64) error {
	sells, err := s.sells(ctx, variant)
	if err != nil {
		return err
	}
	if !sells {
		return fmt.Errorf("the shop sells no variant %q: %w", variant, checkout.ErrNotFound)
	}
	return s.store.SetStock(ctx, variant, onHand)
}
