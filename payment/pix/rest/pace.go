package rest

import (
	"context"
	"time"

	"golang.org/x/time/rate"
)

// JobsPerSecond is how many calls a second a shop's jobs make of its provider, and how many
// at once after a pause. Providers bound what they answer; a shop that comes back from an
// outage with all its charges must not run into that, and leaves room for buyers who wait.
const JobsPerSecond = 50

// Pace spreads calls that nobody waits for over time. It is safe for concurrent use.
type Pace struct {
	limiter *rate.Limiter
	now     func() time.Time
}

// NewPace returns a pace of so many calls a second.
func NewPace(perSecond int, now func() time.Time) *Pace {
	return &Pace{rate.NewLimiter(rate.Limit(perSecond), perSecond), now}
}

type unhurried struct{}

// Unhurried marks what is asked within the context as asked by a job: it waits for its turn.
func Unhurried(ctx context.Context) context.Context { return context.WithValue(ctx, unhurried{}, true) }

// turn waits until the call may be made. The error is the context's.
func (p *Pace) turn(ctx context.Context, sleep func(context.Context, time.Duration) error) error {
	if p == nil || ctx.Value(unhurried{}) == nil {
		return nil
	}
	now := p.now()
	turn := p.limiter.ReserveN(now, 1)
	wait := turn.DelayFrom(now)
	if wait <= 0 {
		return nil
	}
	if err := sleep(ctx, wait); err != nil {
		turn.CancelAt(p.now())
		return err
	}
	return nil
}
