package rest

import (
	"context"
	"math/rand/v2"
	"net/http"
	"strconv"
	"time"
)

// pauses are the waits between attempts, about.
var pauses = [...]time.Duration{200 * time.Millisecond, 800 * time.Millisecond}

// longestPause is what a provider may make us wait within one call.
const longestPause = 2 * time.Second

// transient reports whether another attempt may fare better.
func transient(a Answer, err error) bool {
	return err != nil || a.Status >= http.StatusInternalServerError ||
		a.Status == http.StatusTooManyRequests || a.Status == http.StatusRequestTimeout
}

// pause is how long to wait after an attempt. Those who failed together do not come back
// together.
func pause(attempt int, retryAfter string) time.Duration {
	wait := pauses[attempt]
	if seconds, err := strconv.Atoi(retryAfter); err == nil && seconds > 0 {
		return min(time.Duration(min(seconds, 60))*time.Second, longestPause)
	}
	return wait/2 + rand.N(wait)
}

func sleep(ctx context.Context, d time.Duration) error {
	timer := time.NewTimer(d)
	defer timer.Stop()
	select {
	case <-timer.C:
		return nil
	case <-ctx.Done():
		return ctx.Err()
	}
}
