package storetest

import (
	"errors"
	"testing"
	"time"

	"balcao/checkout"
	"balcao/internal/ids"
	"balcao/order"
	"balcao/platform"
)

func orders(t *testing.T, s Store) {
	ctx := t.Context()
	stored := []*order.Order{
		newOrder("ord_a", "chk_a", proved, 3*time.Hour), newOrder("ord_b", "chk_b", other, time.Hour),
		newOrder("ord_c", "chk_c", proved, 2*time.Hour), newOrder("ord_d", "chk_d", claimed, 0),
		newOrder("ord_e", "chk_e", proved, 2*time.Hour), // as old as c: then by id
	}
	for _, o := range stored {
		commit(t, s, checkout.Write{Order: o})
		equal(t, "order", must[*order.Order](t)(s.Order(ctx, o.ID)), o)
	}
	for _, c := range []struct {
		name string
		got  []*order.Order
		want []ids.Order
	}{
		{"all", must[[]*order.Order](t)(s.Orders(ctx, 0)), []ids.Order{"ord_d", "ord_b", "ord_e", "ord_c", "ord_a"}},
		{"two", must[[]*order.Order](t)(s.Orders(ctx, 2)), []ids.Order{"ord_d", "ord_b"}},
	} {
		var got []ids.Order
		for _, o := range c.got {
			got = append(got, o.ID)
		}
		equal(t, c.name, got, c.want)
	}
}

func orderUniqueness(t *testing.T, s Store) {
	commit(t, s, checkout.Write{Order: newOrder("ord_1", "chk_1", proved, 0)})
	refuse(t, s, checkout.Write{Order: newOrder("ord_2", "chk_1", proved, 0)}, checkout.ErrConflict)
	refuse(t, s, checkout.Write{Order: newOrder("ord_1", "chk_2", proved, 0)}, checkout.ErrConflict)
}

func apiKeys(t *testing.T, s Store) {
	ctx := t.Context()
	a := platform.APIKey{ID: "key_a", Profile: proved.Profile, Hash: [32]byte{1}, Rights: platform.RightCheckout | platform.RightOrder, CreatedAt: start}
	b := platform.APIKey{ID: "key_b", Profile: other.Profile, Hash: [32]byte{2}, Rights: platform.RightCheckout, CreatedAt: start.Add(-time.Hour)}
	for _, k := range []platform.APIKey{a, b} {
		must[struct{}](t)(struct{}{}, s.InsertAPIKey(ctx, k))
	}
	sameID, sameHash := a, a
	sameID.Hash, sameHash.ID = [32]byte{3}, "key_c"
	for _, k := range []platform.APIKey{sameID, sameHash} {
		if err := s.InsertAPIKey(ctx, k); !errors.Is(err, checkout.ErrConflict) {
			t.Errorf("insert %s again: error %v", k.ID, err)
		}
	}
	equal(t, "by hash", must[platform.APIKey](t)(s.APIKeyByHash(ctx, a.Hash)), a)
	equal(t, "list", must[[]platform.APIKey](t)(s.ListAPIKeys(ctx)), []platform.APIKey{b, a})

	must[struct{}](t)(struct{}{}, s.RevokeAPIKey(ctx, "key_a"))
	_, err := s.APIKeyByHash(ctx, a.Hash)
	missing(t, "revoked key", err)
	revoked := must[[]platform.APIKey](t)(s.ListAPIKeys(ctx))[1]
	if revoked.RevokedAt.IsZero() {
		t.Error("the list does not say that the key was revoked")
	}
	must[struct{}](t)(struct{}{}, s.RevokeAPIKey(ctx, "key_a"))
	equal(t, "revoked again", must[[]platform.APIKey](t)(s.ListAPIKeys(ctx))[1], revoked)
	if _, err := s.APIKeyByHash(ctx, b.Hash); err != nil {
		t.Errorf("the other key: %v", err)
	}
}
