package profile

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"unicode"

	"balcao/internal/safehttp"
)

// NormalizeIssuers returns profile URLs as [Shop.MandateIssuers] has them. A URL that no
// platform can have is refused, since it would look like one that is trusted: beside what
// [NormalizeURL] refuses one with white space or what cannot be seen, and one at an address
// that is never fetched from, such as loopback where the shop is not on loopback itself.
//
// The error names the URL and wraps an [*Error] with code invalid_profile_url.
func NormalizeIssuers(urls []string, loopback bool) ([]string, error) {
	guard := safehttp.New(safehttp.Config{AllowLoopback: loopback})
	var out []string
	for _, raw := range urls {
		url, err := normalizeURL(raw, loopback)
		switch {
		case strings.ContainsFunc(raw, hidden):
			err = errors.New("URL has white space or what cannot be seen")
		case err == nil:
			err = guard.CheckURL(url)
		}
		if err != nil {
			return nil, fmt.Errorf("issuer %q: %w", raw, NewError(CodeInvalidProfileURL, err))
		}
		out = append(out, url)
	}
	return out, nil
}

func hidden(r rune) bool { return r == ' ' || !unicode.IsPrint(r) }

// Trusts reports whether mandates of the platform at this normalised profile URL are taken.
// Anybody can publish a profile with a key in it and sign mandates, so a key is trusted only
// if the shop named its platform. A shop on loopback is there to be tried out and trusts
// every platform unless it names some.
func (s Shop) Trusts(profile string) bool {
	if len(s.MandateIssuers) == 0 {
		return s.Loopback()
	}
	return slices.Contains(s.MandateIssuers, profile)
}

// takesMandates reports whether there can be a platform that the shop trusts.
func (s Shop) takesMandates() bool { return len(s.MandateIssuers) > 0 || s.Loopback() }

// Issuers gives the keys of the platforms whose mandates the shop takes. It is safe for
// concurrent use.
type Issuers struct {
	shop    Shop
	fetcher *Fetcher
}

// NewIssuers returns the issuers that the shop trusts.
func NewIssuers(shop Shop, fetcher *Fetcher) *Issuers { return &Issuers{shop, fetcher} }

// Trusts is [Shop.Trusts].
func (i *Issuers) Trusts(platform string) bool { return i.shop.Trusts(platform) }

// Keys returns the keys of the platform at this normalised profile URL, a JSON array of
// JWKs that must not be changed; nil if it has none or is not trusted. Strangers cannot keep
// the shop from fetching those that it has named. The error is that of [Fetcher.Fetch].
func (i *Issuers) Keys(ctx context.Context, platform string) ([]byte, error) {
	if !i.Trusts(platform) {
		return nil, nil
	}
	fetch := i.fetcher.Fetch
	if len(i.shop.MandateIssuers) > 0 { // else it may be anybody
		fetch = i.fetcher.FetchNamed
	}
	doc, err := fetch(ctx, platform)
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
