// Package clock is where the shop gets the time from, so that tests can set it.
package clock

import (
	"sync"
	"time"
)

// Clock tells the time. Now is always in UTC: every timestamp on the wire ends in Z.
type Clock interface {
	Now() time.Time
}

// System is the machine's clock.
type System struct{}

// Now returns the current time in UTC, to the millisecond, which is what the wire carries.
func (System) Now() time.Time { return time.Now().UTC().Truncate(time.Millisecond) }

// Fake is a clock that stands still until it is moved. The zero value is not usable;
// make one with NewFake. It is safe for concurrent use.
type Fake struct {
	mu  sync.Mutex
	now time.Time
}

// NewFake returns a clock that shows t.
func NewFake(t time.Time) *Fake { return &Fake{now: t.UTC()} }

// Now returns the time the clock was set to.
func (f *Fake) Now() time.Time {
	f.mu.Lock()
	defer f.mu.Unlock()
	return f.now
}

// Advance moves the clock by d.
func (f *Fake) Advance(d time.Duration) {
	f.mu.Lock()
	defer f.mu.Unlock()
	f.now = f.now.Add(d)
}
