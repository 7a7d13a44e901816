package profile

import (
	"context"
	"net/http"
	"strconv"
	"strings"
	"time"

	"golang.org/x/sync/singleflight"

	"balcao/internal/clock"
	"balcao/platform"
)

// Getter fetches a document from an address that a stranger named. It guards against
// internal addresses and redirects, and bounds size and time; its errors are those of
// internal/safehttp.
type Getter interface {
	Get(ctx context.Context, url string) ([]byte, http.Header, error)
}

// FetcherConfig bounds a [Fetcher]. Zero numbers mean the defaults.
type FetcherConfig struct {
	Getter Getter
	Clock  clock.Clock
	// Profiles is how many profiles are kept, 1024 by default.
	Profiles int
	// PerSecond and Burst bound the fetches from all hosts together, 20 and 40 by
	// default; HostPerSecond and HostBurst those from one host, 2 and 5 by default.
	PerSecond, HostPerSecond float64
	Burst, HostBurst         int
	// Timeout bounds one fetch, 15 s by default. The Getter's own limits come first.
	Timeout time.Duration
}

// Fetcher fetches and keeps platform profiles. Concurrent requests for one profile share
// one fetch. It is safe for concurrent use.
type Fetcher struct {
	getter  Getter
	clock   clock.Clock
	cache   *cache
	flights singleflight.Group
	// budget is what strangers can spend, proved what those can who have shown who they are,
	// named what goes to the platforms that the shop has named itself.
	budget, proved, named *budget
	refreshes             *refreshes
	timeout               time.Duration
}

// NewFetcher returns a Fetcher within the bounds of config.
func NewFetcher(config FetcherConfig) *Fetcher {
	config = config.withDefaults()
	return &Fetcher{
		getter:    config.Getter,
		clock:     config.Clock,
		cache:     newCache(config.Profiles),
		budget:    newBudget(config),
		proved:    newBudget(config),
		named:     newBudget(config),
		refreshes: newRefreshes(),
		timeout:   config.Timeout,
	}
}

func (c FetcherConfig) withDefaults() FetcherConfig {
	c.Profiles = positive(c.Profiles, 1024)
	c.PerSecond, c.Burst = positive(c.PerSecond, 20), positive(c.Burst, 40)
	c.HostPerSecond, c.HostBurst = positive(c.HostPerSecond, 2), positive(c.HostBurst, 5)
	c.Timeout = positive(c.Timeout, 15*time.Second)
	return c
}

// positive returns n, or the default where n is not above zero.
func positive[N int | float64 | time.Duration](n, standard N) N {
	if n > 0 {
		return n
	}
	return standard
}

// Fetch returns the profile at a normalised URL. The document is shared: do not change
// it. The error is an [*Error]: invalid_profile_url, profile_unreachable,
// profile_malformed, or unavailable where the fetch budget is spent or ctx ended first.
func (f *Fetcher) Fetch(ctx context.Context, url string) (*Document, error) {
	return f.fetch(ctx, url, forStranger)
}

// FetchFor is Fetch for the profile of a caller. Those who have shown who they are have a
// budget of their own: with bad signatures anybody can spend the other.
func (f *Fetcher) FetchFor(ctx context.Context, caller platform.Caller) (*Document, error) {
	if caller.Authenticated {
		return f.fetch(ctx, caller.Profile, forProved)
	}
	return f.fetch(ctx, caller.Profile, forStranger)
}

// FetchNamed is Fetch for the profile of a platform that the shop has named itself. Nobody else
// can spend its budget: what it may be asked for is the shop's list.
func (f *Fetcher) FetchNamed(ctx context.Context, url string) (*Document, error) {
	return f.fetch(ctx, url, forNamed)
}

func (f *Fetcher) fetch(ctx context.Context, url string, why purpose) (*Document, error) {
	if doc, failure := f.cache.lookup(url, f.clock.Now()); failure != nil {
		return nil, failure
	} else if doc != nil {
		return doc, nil
	}
	a, err := f.fly(ctx, url, why)
	return a.doc, err
}

// purpose is what a fetch is for, and so what it spends.
type purpose int

const (
	forStranger purpose = iota
	forProved
	forNamed
	forRefresh
)

// answer is what a flight brings.
type answer struct {
	doc *Document
	// asked says that the origin gave it, and not the cache.
	asked bool
}

// fly asks the origin, together with all who ask for the same profile meanwhile.
func (f *Fetcher) fly(ctx context.Context, url string, why purpose) (answer, error) {
	// The fetch belongs to all who wait for it, so it outlives the one who began it.
	shared := context.WithoutCancel(ctx)
	name := url
	switch why { // or a stranger's refusal would be theirs
	case forProved:
		name += " proved"
	case forNamed:
		name += " named"
	}
	flight := f.flights.DoChan(name, func() (any, error) {
		ctx, cancel := context.WithTimeout(shared, f.timeout)
		defer cancel()
		return f.ask(ctx, url, why)
	})
	select {
	case result := <-flight:
		if result.Err != nil {
			return answer{}, result.Err
		}
		return result.Val.(answer), nil
	case <-ctx.Done():
		return answer{}, unavailable(0, ctx.Err())
	}
}

// ask asks the origin, unless an earlier flight has just done so. For a refresh that is due it
// asks nevertheless, and then no failure costs a copy that may serve.
func (f *Fetcher) ask(ctx context.Context, url string, why purpose) (answer, error) {
	now := f.clock.Now()
	anew := why == forRefresh && f.refreshes.take(url, now)
	if !anew {
		if doc, failure := f.cache.lookup(url, now); failure != nil {
			return answer{}, failure
		} else if doc != nil {
			return answer{doc: doc}, nil
		}
		budget := f.budget
		switch why {
		case forProved:
			budget = f.proved
		case forNamed:
			budget = f.named
		}
		if wait := budget.spend(url, now); wait > 0 {
			if doc := f.cache.stale(url, now); doc != nil {
				return answer{doc: doc}, nil
			}
			return answer{}, unavailable(wait, nil)
		}
	}
	doc, ttl, failure := f.get(ctx, url)
	now = f.clock.Now()
	if failure == nil {
		f.cache.store(url, doc, now, ttl)
		return answer{doc: doc, asked: true}, nil
	}
	if anew || failure.Code == CodeProfileUnreachable {
		if doc := f.cache.stale(url, now); doc != nil {
			return answer{doc: doc}, nil
		}
	}
	f.cache.fail(url, failure, now)
	return answer{}, failure
}

func (f *Fetcher) get(ctx context.Context, url string) (*Document, time.Duration, *Error) {
	body, header, err := f.getter.Get(ctx, url)
	if err != nil {
		return nil, 0, fetchError(err)
	}
	doc, err := parse(body)
	if err != nil {
		return nil, 0, NewError(CodeProfileMalformed, err)
	}
	return doc, freshness(header), nil
}

// freshness returns how long a profile may be kept: max-age within floor and ceiling,
// the floor where nothing is said or storing is forbidden.
func freshness(header http.Header) time.Duration {
	ttl := minFresh
	for _, directive := range strings.Split(strings.Join(header.Values("Cache-Control"), ","), ",") {
		name, value, _ := strings.Cut(strings.TrimSpace(directive), "=")
		switch strings.ToLower(strings.TrimSpace(name)) {
		case "no-store", "no-cache", "private":
			return minFresh
		case "max-age":
			seconds, err := strconv.ParseInt(strings.Trim(value, `" `), 10, 32)
			if err == nil {
				ttl = time.Duration(seconds) * time.Second
			}
		}
	}
	return min(max(ttl, minFresh), maxFresh)
}
