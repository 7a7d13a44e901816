package settlement

import (
	"sync"
	"time"
)

// longestWait is how long a look that has no turn yet is sent away at most.
const longestWait = time.Minute

// pace spreads looks at charges over time. The zero value is ready.
type pace struct {
	mu sync.Mutex
	// next is when a look would be due if looks came evenly.
	next time.Time
	// last is when the last one of those that had to wait was told to come again.
	last time.Time
}

// take returns zero if a look may be made now, or how long to wait before asking again. Those
// that wait come back one after the other: each costs the database a write.
func (p *pace) take(now time.Time) time.Duration {
	const each = time.Second / maxLooks
	p.mu.Lock()
	defer p.mu.Unlock()
	if idle := now.Add(-maxBurst * each); p.next.Before(idle) {
		p.next = idle
	}
	if !p.next.After(now) {
		p.next = p.next.Add(each)
		return 0
	}
	if p.last.Before(p.next) || p.last.Sub(now) >= longestWait {
		p.last = p.next
	}
	p.last = p.last.Add(each)
	return p.last.Sub(now)
}
