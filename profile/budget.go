package profile

import (
	"net/url"
	"sync"
	"time"

	"golang.org/x/time/rate"

	"balcao/internal/lru"
)

// keptHosts is how many hosts the budget knows apart; beyond it the one that was not
// asked for longest starts anew.
const keptHosts = 4096

// budget bounds the fetches that strangers, or those who have shown who they are, can make the
// shop do: each host has a bucket of its own, so that whoever names many addresses of one host
// spends that one, and behind them is one for all hosts together. Platforms on loopback, which
// only a shop on loopback lets in, are all one host and have the common bucket alone. It is safe
// for concurrent use.
type budget struct {
	mu      sync.Mutex
	common  *rate.Limiter
	hosts   *lru.Cache[*rate.Limiter]
	newHost func() *rate.Limiter
}

func newBudget(c FetcherConfig) *budget {
	return &budget{
		common:  rate.NewLimiter(rate.Limit(c.PerSecond), c.Burst),
		hosts:   lru.New[*rate.Limiter](keptHosts),
		newHost: func() *rate.Limiter { return rate.NewLimiter(rate.Limit(c.HostPerSecond), c.HostBurst) },
	}
}

// spend takes one fetch of a normalised URL out of both buckets, or says how long to wait
// for one and takes nothing: a refused host must cost the others nothing.
func (b *budget) spend(profile string, now time.Time) time.Duration {
	b.mu.Lock()
	defer b.mu.Unlock()
	common := b.common.ReserveN(now, 1)
	if wait := common.DelayFrom(now); wait > 0 {
		common.CancelAt(now)
		return wait
	}
	host := hostOf(profile)
	if isLoopback(host) {
		return 0
	}
	own := b.host(host).ReserveN(now, 1)
	wait := own.DelayFrom(now)
	if wait > 0 {
		own.CancelAt(now)
		common.CancelAt(now)
	}
	return wait
}

func (b *budget) host(name string) *rate.Limiter {
	limiter, ok := b.hosts.Get(name)
	if !ok {
		limiter = b.newHost()
		b.hosts.Put(name, limiter)
	}
	return limiter
}

// hostOf is the host without its port, of which a stranger has as many as he likes.
func hostOf(profile string) string {
	u, err := url.Parse(profile)
	if err != nil {
		return ""
	}
	return u.Hostname()
}
