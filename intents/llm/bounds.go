package llm

import (
	"sync"
	"time"

	"balcao/internal/lru"
)

const (
	// maxFailures is how many calls in a row may fail before the provider is left alone,
	// for the pause; then one call tries.
	maxFailures = 5
	pause       = 30 * time.Second
)

// breaker stops calls to a provider that does not work, so that customers need not wait
// for it.
type breaker struct {
	mu       sync.Mutex
	failures int
	// until is when the next call may try, and trying that one does.
	until  time.Time
	trying bool
}

// allow reports whether a call may be made.
func (b *breaker) allow(now time.Time) bool {
	b.mu.Lock()
	defer b.mu.Unlock()
	if b.failures < maxFailures {
		return true
	}
	if b.trying || now.Before(b.until) {
		return false
	}
	b.trying = true
	return true
}

// done tells how a call that was allowed ended.
func (b *breaker) done(now time.Time, e ending) {
	b.mu.Lock()
	defer b.mu.Unlock()
	b.trying = false
	switch e {
	case worked:
		b.failures = 0
	case failed:
		if b.failures++; b.failures >= maxFailures {
			b.until = now.Add(pause)
		}
	case unknown:
	}
}

// ending is what a call says of the provider's health; unknown where the caller left.
type ending int

const (
	unknown ending = iota
	worked
	failed
)

// budget bounds the tokens of a day.
type budget struct {
	most int64

	mu   sync.Mutex
	day  string
	used int64
}

// reservation is tokens taken from the budget of a day.
type reservation struct {
	day    string
	tokens int64
}

// take reserves tokens, if so many are left of the day.
func (b *budget) take(now time.Time, n int64) (reservation, bool) {
	r := reservation{day: now.UTC().Format(time.DateOnly), tokens: n}
	if b.most == 0 {
		return r, true
	}
	b.mu.Lock()
	defer b.mu.Unlock()
	if r.day != b.day {
		b.day, b.used = r.day, 0
	}
	if b.used+n > b.most {
		return r, false
	}
	b.used += n
	return r, true
}

// settle replaces a reservation by what was used. Where the provider does not tell, the
// reservation stands. What was taken from another day's budget is no matter of today's.
func (b *budget) settle(r reservation, used int64) {
	b.mu.Lock()
	defer b.mu.Unlock()
	if used <= 0 || r.day != b.day {
		return
	}
	b.used = max(0, b.used+used-r.tokens)
}

// maxConversations is how many conversations are counted apart. One that is forgotten
// begins anew.
const maxConversations = 4096

// rate bounds the calls of one conversation by the minute.
type rate struct {
	most int

	mu   sync.Mutex
	seen *lru.Cache[minute]
}

// minute is how many calls there were since its start.
type minute struct {
	start time.Time
	calls int
}

func newRate(most int) *rate { return &rate{most: most, seen: lru.New[minute](maxConversations)} }

func (r *rate) allow(now time.Time, conversation string) bool {
	if r.most == 0 {
		return true
	}
	r.mu.Lock()
	defer r.mu.Unlock()
	m, ok := r.seen.Get(conversation)
	if !ok || now.Sub(m.start) >= time.Minute {
		m = minute{start: now}
	}
	m.calls++
	r.seen.Put(conversation, m)
	return m.calls <= r.most
}
