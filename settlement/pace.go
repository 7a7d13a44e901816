package settlement

import (
	"sync"
	"time"
)

// pace spreads looks at charges over time. The zero value is ready.
type pace struct {
	mu sync.Mutex
	// next is when a look would be due if looks came evenly.
	next time.Time
}

// take returns zero if a look may be made now, or how long to wait before asking again.
func (p *pace) take(now time.Time) time.Duration {
	const each = time.Second / maxLooks
	p.mu.Lock()
	defer p.mu.Unlock()
	if idle := now.Add(-maxBurst * each); p.next.Before(idle) {
		p.next = idle
	}
	if wait := p.next.Sub(now); wait > 0 {
		return max(wait, each)
	}
	p.next = p.next.Add(each)
	return 0
}
