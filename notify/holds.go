package notify

import (
	"sync"
	"time"

	"balcao/internal/lru"
)

const (
	// A target that was not reached is left alone for firstHold, twice as long each time up
	// to longestHold.
	firstHold   = 5 * time.Second
	longestHold = 5 * time.Minute
	// maxHolds is how many targets are remembered; beyond it the one not asked about for
	// longest is forgotten, and tried again.
	maxHolds = 10_000
)

// holds are the targets that are left alone because they were not reached, by host and
// port. The zero value is ready.
type holds struct {
	mu sync.Mutex
	of *lru.Cache[hold]
}

// hold is how long a target was left alone last time, and until when that is.
type hold struct {
	length time.Duration
	until  time.Time
}

// until is when the target may be tried, zero for now.
func (h *holds) until(target string, now time.Time) time.Time {
	h.mu.Lock()
	defer h.mu.Unlock()
	if h.of == nil {
		return time.Time{}
	}
	if held, ok := h.of.Get(target); ok && now.Before(held.until) {
		return held.until
	}
	return time.Time{}
}

// reached forgets a target's hold.
func (h *holds) reached(target string) {
	h.mu.Lock()
	defer h.mu.Unlock()
	if h.of != nil {
		h.of.Remove(target)
	}
}

// missed leaves a target alone, longer than last time, and returns until when.
func (h *holds) missed(target string, now time.Time) time.Time {
	h.mu.Lock()
	defer h.mu.Unlock()
	if h.of == nil {
		h.of = lru.New[hold](maxHolds)
	}
	last, _ := h.of.Get(target)
	next := hold{length: min(max(2*last.length, firstHold), longestHold)}
	next.until = now.Add(next.length)
	h.of.Put(target, next)
	return next.until
}
