package profile

import (
	"context"
	"sync"
	"time"

	"balcao/internal/lru"
)

// refreshEvery is how often a profile is asked for anew at most. Whoever names a platform
// and a key that it does not have can cause it, and need not be the platform.
const refreshEvery = time.Minute

// keptRefreshes is how many refreshes are remembered, more than the common budget lets
// through in that time. Beyond it the budget alone is the bound.
const keptRefreshes = 2048

// Refresh asks the origin of a profile anew, although a fresh copy of it is kept: it may
// have a key by now that the copy does not. It costs the fetch budget as a fetch does, and
// happens once a minute and profile. A refresh that fails leaves the copy as it was.
//
// False means that there is nothing new: it was not asked, or not answered, or ctx ended
// first.
func (f *Fetcher) Refresh(ctx context.Context, url string) (*Document, bool) {
	a, err := f.fly(ctx, url, true)
	if err != nil || !a.asked {
		return nil, false
	}
	return a.doc, true
}

// refreshes remembers when profiles were last asked for anew. It is safe for concurrent
// use.
type refreshes struct {
	mu   sync.Mutex
	last *lru.Cache[time.Time]
}

func newRefreshes() *refreshes { return &refreshes{last: lru.New[time.Time](keptRefreshes)} }

// due reports whether the profile may be asked for anew. Of a profile's flights there is
// one at a time, so nobody comes between this and note.
func (r *refreshes) due(url string, now time.Time) bool {
	r.mu.Lock()
	defer r.mu.Unlock()
	last, ok := r.last.Get(url)
	return !ok || now.Sub(last) >= refreshEvery
}

func (r *refreshes) note(url string, now time.Time) {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.last.Put(url, now)
}
