package profile

import (
	"context"
	"sync"
	"time"

	"golang.org/x/time/rate"

	"balcao/internal/lru"
)

// refreshEvery is how often a profile is asked for anew at most. Whoever names a platform
// and a key that it does not have can cause it, and need not be the platform.
const refreshEvery = time.Minute

// All profiles together are refreshed five times a second at most, ten at once.
const (
	refreshesPerSecond = 5
	refreshBurst       = 10
)

// keptRefreshes is how many refreshes are remembered, more than that lets through in the
// time. Beyond it the common bound alone holds.
const keptRefreshes = 512

// Refresh asks the origin of a profile anew, although a fresh copy of it is kept: it may
// have a key by now that the copy does not. It happens once a minute and profile, within a
// budget of its own: whoever spends that of fetches, with other addresses of the host, must
// not keep a platform from changing its key. A refresh that fails leaves the copy as it was.
//
// False means that there is nothing new: it was not asked, or not answered, or ctx ended
// first.
func (f *Fetcher) Refresh(ctx context.Context, url string) (*Document, bool) {
	a, err := f.fly(ctx, url, forRefresh)
	if err != nil || !a.asked {
		return nil, false
	}
	return a.doc, true
}

// refreshes remembers when profiles were last asked for anew. It is safe for concurrent
// use.
type refreshes struct {
	mu     sync.Mutex
	last   *lru.Cache[time.Time]
	common *rate.Limiter
}

func newRefreshes() *refreshes {
	return &refreshes{last: lru.New[time.Time](keptRefreshes), common: rate.NewLimiter(refreshesPerSecond, refreshBurst)}
}

// take reports whether the profile may be asked for anew, and then counts it. One that
// there is no budget for is not counted.
func (r *refreshes) take(url string, now time.Time) bool {
	r.mu.Lock()
	defer r.mu.Unlock()
	last, ok := r.last.Get(url)
	if ok && now.Sub(last) < refreshEvery || !r.common.AllowN(now, 1) {
		return false
	}
	r.last.Put(url, now)
	return true
}
