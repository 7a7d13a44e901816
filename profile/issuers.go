package profile

import (
	"context"
	"fmt"
)

// Issuers are the platforms whose mandates the shop takes, and gives their keys. Anybody
// can publish a profile with a key in it and sign mandates, so a key is trusted only if
// the shop named its platform. A shop on loopback is there to be tried out and takes every
// platform unless it names some. It is safe for concurrent use.
type Issuers struct {
	fetcher *Fetcher
	all     bool
	allowed map[string]bool
}

// NewIssuers returns the issuers at these profile URLs. An error names the URL that is
// none.
func NewIssuers(shop Shop, fetcher *Fetcher, allowed []string) (*Issuers, error) {
	i := &Issuers{fetcher: fetcher, all: shop.Loopback() && len(allowed) == 0, allowed: make(map[string]bool, len(allowed))}
	for _, raw := range allowed {
		url, err := NormalizeURL(raw, shop.Loopback())
		if err != nil {
			return nil, fmt.Errorf("issuer %q: %w", raw, err)
		}
		i.allowed[url] = true
	}
	return i, nil
}

// Trusts reports whether mandates of the platform at this normalised profile URL are taken.
func (i *Issuers) Trusts(platform string) bool { return i.all || i.allowed[platform] }

// Keys returns the keys of the platform at this normalised profile URL, a JSON array of
// JWKs that must not be changed; nil if it has none or is not on the list. The error is that
// of [Fetcher.Fetch].
func (i *Issuers) Keys(ctx context.Context, platform string) ([]byte, error) {
	if !i.Trusts(platform) {
		return nil, nil
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
	if !i.Trusts(platform) {
		return nil, false
	}
	doc, ok := i.fetcher.Refresh(ctx, platform)
	if !ok {
		return nil, false
	}
	return doc.Keys, true
}
