package settlement

import (
	"slices"
	"testing"
	"time"
)

// Looks that wait keep to the pace, and do not ask for their turn again and again.
func TestPaceOfABacklog(t *testing.T) {
	t.Parallel()
	const looks = maxBurst + 30*maxLooks // half a minute's after the burst
	var p pace
	due := slices.Repeat([]time.Time{begin}, looks)
	asked, end := 0, begin
	for len(due) > 0 {
		slices.SortFunc(due, time.Time.Compare)
		now := due[0]
		asked++
		wait := p.take(now)
		if wait < 0 || wait > longestWait+time.Second {
			t.Fatalf("to come again after %v", wait)
		}
		if wait == 0 {
			due, end = due[1:], now
		} else {
			due[0] = now.Add(wait)
		}
	}
	if took := end.Sub(begin); took < 29*time.Second || took > 32*time.Second {
		t.Errorf("%d looks took %v", looks, took)
	}
	if asked > 3*looks {
		t.Errorf("%d looks asked %d times", looks, asked)
	}
}
