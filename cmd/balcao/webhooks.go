package main

import (
	"context"
	"math/rand/v2"

	"balcao/httpsig"
	"balcao/notify"
	"balcao/order"
	"balcao/platform"
)

// orderWebhooks is who tells platforms of their orders.
func (sh *shop) orderWebhooks(count func(outcome string)) *notify.Webhooks {
	return &notify.Webhooks{
		Store:   sh.store,
		Encode:  func(o *order.Order) ([]byte, error) { return sh.encoder.Order(o) },
		Address: sh.webhookOf, Poster: sh.fetch, Profile: sh.profile.ProfileURL(),
		Signer: func() httpsig.Signer { return sh.keys.MessageKey() },
		Clock:  sh.clock, Jitter: rand.Float64, Log: sh.log, Count: count,
	}
}

// webhookOf is where a platform wants to be told of its orders, as its profile has it now. It
// is not known while there is no profile to be had that the shop can deal with.
func (sh *shop) webhookOf(ctx context.Context, owner platform.Owner, anew bool) (url string, known bool) {
	if anew {
		sh.profiles.Refresh(ctx, owner.Profile) // bounded by itself: else the copy serves
	}
	now, err := sh.identify.Negotiate(ctx, platform.Caller{Profile: owner.Profile, Authenticated: owner.Authenticated})
	if err != nil {
		return "", false
	}
	return now.Session.OrderWebhook, true
}
