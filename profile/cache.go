package profile

import (
	"sync"
	"time"

	"balcao/internal/lru"
)

// How long profiles are kept. The floor holds whatever the origin says, so that a
// platform cannot make the shop fetch on every request; the ceiling bounds how long a
// withdrawn key stays good.
const (
	minFresh = time.Minute
	maxFresh = time.Hour
	// maxStale is how long beyond that an old profile serves while its origin is down.
	maxStale = 10 * time.Minute
	// failureTTL is how long a failure is repeated without another try.
	failureTTL = 5 * time.Second
)

// cache keeps profiles and failures apart, so that a stream of bad addresses does not
// push good profiles out.
type cache struct {
	mu        sync.Mutex
	documents *lru.Cache[cachedDocument]
	failures  *lru.Cache[cachedFailure]
}

type cachedDocument struct {
	host                   string
	doc                    *Document
	freshUntil, staleUntil time.Time
}

// usualSize is what a profile is counted as at least, in bytes. Room for many profiles of
// that size is room for few large ones: memory is what is bounded.
const usualSize = 16 << 10

// hostProfiles is how many profiles of one host are kept, so that whoever names many
// addresses of one cannot push out all others. Loopback is not bounded: all platforms of
// a developer's machine are there.
const hostProfiles = 64

func weight(d cachedDocument) int { return max(d.doc.size, usualSize) }

type cachedFailure struct {
	err   *Error
	until time.Time
}

func newCache(size int) *cache {
	return &cache{documents: lru.NewWeighted(size*usualSize, weight), failures: lru.New[cachedFailure](size)}
}

// lookup returns what is known without asking the origin: a fresh profile, a recent
// failure, or neither.
func (c *cache) lookup(url string, now time.Time) (*Document, *Error) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if d, ok := c.documents.Get(url); ok && now.Before(d.freshUntil) {
		return d.doc, nil
	}
	if f, ok := c.failures.Get(url); ok && now.Before(f.until) {
		return nil, f.err
	}
	return nil, nil
}

// store keeps a profile for ttl.
func (c *cache) store(url string, doc *Document, now time.Time, ttl time.Duration) {
	c.mu.Lock()
	defer c.mu.Unlock()
	fresh := now.Add(ttl)
	host := hostOf(url)
	c.documents.Remove(url)
	c.makeRoom(host)
	c.documents.Put(url, cachedDocument{host, doc, fresh, fresh.Add(maxStale)})
	c.failures.Remove(url)
}

// makeRoom forgets the host's profile that was not used for longest, if it has as many as
// it may have.
func (c *cache) makeRoom(host string) {
	if isLoopback(host) {
		return
	}
	oldest, kept := "", 0
	for url, d := range c.documents.Oldest() {
		if d.host != host {
			continue
		}
		if kept++; kept == 1 {
			oldest = url
		}
	}
	if kept >= hostProfiles {
		c.documents.Remove(oldest)
	}
}

// fail keeps a failure and forgets the profile.
func (c *cache) fail(url string, err *Error, now time.Time) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.documents.Remove(url)
	c.failures.Put(url, cachedFailure{err, now.Add(failureTTL)})
}

// stale returns an old profile that may still serve, and keeps it for another
// failureTTL; nil if there is none.
func (c *cache) stale(url string, now time.Time) *Document {
	c.mu.Lock()
	defer c.mu.Unlock()
	d, ok := c.documents.Get(url)
	if !ok || !now.Before(d.staleUntil) {
		return nil
	}
	d.freshUntil = now.Add(failureTTL)
	if d.freshUntil.After(d.staleUntil) {
		d.freshUntil = d.staleUntil
	}
	c.documents.Put(url, d)
	return d.doc
}
