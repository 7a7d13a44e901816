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
	host string
	doc  *Document
	// weight is what counts of it, in bytes.
	weight                 int
	freshUntil, staleUntil time.Time
}

// usualSize is what a profile is counted as at least, in bytes. Room for many profiles of
// that size is room for few large ones: memory is what is bounded.
const usualSize = 16 << 10

// hostShare is what the profiles of one host may weigh together, 64 of the usual size, so
// that whoever names many addresses of one cannot push out all others. One profile that
// weighs more is kept alone. Loopback is not bounded: all platforms of a developer's
// machine are there.
const hostShare = 64 * usualSize

type cachedFailure struct {
	err   *Error
	until time.Time
}

func newCache(size int) *cache {
	weigh := func(d cachedDocument) int { return d.weight }
	return &cache{documents: lru.NewWeighted(size*usualSize, weigh), failures: lru.New[cachedFailure](size)}
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
	d := cachedDocument{hostOf(url), doc, max(doc.weight(), usualSize), fresh, fresh.Add(maxStale)}
	c.documents.Remove(url)
	c.makeRoom(d)
	c.documents.Put(url, d)
	c.failures.Remove(url)
}

// makeRoom forgets those of the host's profiles that were not used for longest, until the
// others leave it room for d.
func (c *cache) makeRoom(d cachedDocument) {
	if isLoopback(d.host) {
		return
	}
	total := d.weight
	for _, other := range c.documents.Oldest() {
		if other.host == d.host {
			total += other.weight
		}
	}
	var gone []string
	for url, other := range c.documents.Oldest() {
		if total <= hostShare {
			break
		}
		if other.host == d.host {
			total -= other.weight
			gone = append(gone, url)
		}
	}
	for _, url := range gone {
		c.documents.Remove(url)
	}
}

// fail keeps a failure and forgets the profile.
func (c *cache) fail(url string, err *Error, now time.Time) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.documents.Remove(url)
	c.failures.Put(url, cachedFailure{err, now.Add(failureTTL)})
}

// stale returns a profile that may still serve, and keeps it fresh for failureTTL at
// least; nil if there is none.
func (c *cache) stale(url string, now time.Time) *Document {
	c.mu.Lock()
	defer c.mu.Unlock()
	d, ok := c.documents.Get(url)
	if !ok || !now.Before(d.staleUntil) {
		return nil
	}
	// One that was refreshed in vain may be fresh for longer than that.
	if again := now.Add(failureTTL); again.After(d.freshUntil) {
		d.freshUntil = again
	}
	if d.freshUntil.After(d.staleUntil) {
		d.freshUntil = d.staleUntil
	}
	c.documents.Put(url, d)
	return d.doc
}
