package profile

import (
	"context"
	"fmt"
)

// Issuers are the platforms whose mandates the shop takes, and gives their keys. Anybody
// can publish a profile with a key in it and sign mandates, so a key is trusted only if
// the shop named its platform. A shop on loopback is there to be tried out and takes every
// platform. It is safe for concurrent use.
type Issuers struct {
	fetcher *Fetcher
	all     bool
	allowed map[string]bool
}

// NewIssuers returns the issuers at these profile URLs. An error names the URL that is
// none.
func NewIssuers(shop Shop, fetcher *Fetcher, allowed []string) (*Issuers, error) {
	i := &Issuers{fetcher: fetcher, all: shop.Loopback(), allowed: make(map[string]bool, len(allowed))}
	for _, raw := range allowed {
		url, err := NormalizeURL(raw, shop.Loopback())
		if err != nil {
			return nil, fmt.Errorf("issuer %q: %w", raw, err)
		}
		i.allowed[url] = true
	}
	return i, nil
}

// Keys returns the keys of the platform at this normalised profile URL, a JSON array of
// JWKs that must not be changed; nil if it has none. The error is that the platform is not
// on the list, or that of [Fetcher.Fetch].
func (i *Issuers) Keys(ctx context.Context, platform string) ([]byte, error) {
	if !i.takes(platform) {
		return nil, fmt.Errorf("profile: %q is not on the list of issuers", platform)
	}
	doc, err := i.fetcher.Fetch(ctx, platform)
	if err != nil {
		return nil, err
	}
	return doc.Keys, nil
}

// Refresh returns the keys that the platform has now, for a mandate by one that is not
// among [Issuers.Keys]. False means that there is nothing new; see [Fetcher.Refresh].
func (i *Issuers) Refresh(ctx context.Context, platform string) ([]byte, bool) {
	if !i.takes(platform) {
		return nil, false
	}
	doc, ok := i.fetcher.Refresh(ctx, platform)
	if !ok {
		return nil, false
	}
	return doc.Keys, true
}

func (i *Issuers) takes(platform string) bool { return i.all || i.allowed[platform] }
