package notify

import (
	"sync"
	"time"
)

const (
	// atOnce is how many deliveries run at a time: fewer than the worker has places, so
	// that platforms that answer slowly do not keep it from jobs about money.
	atOnce = 4
	// A delivery that could not begin comes back after busyPause, later the more of its
	// platform wait already, but within longestQueue.
	busyPause    = time.Second
	queueStep    = 20 * time.Millisecond
	longestQueue = time.Minute
	// A platform that was not reached is left alone for firstHold, twice as long each time
	// up to longestHold.
	firstHold   = 5 * time.Second
	longestHold = 5 * time.Minute
)

// lanes give the deliveries to each platform a way of their own, one at a time: a task's
// next version must not overtake it, and a platform that hangs holds up nobody else. The
// zero value is ready. What is remembered of a platform ends with its deliveries and its
// hold.
type lanes struct {
	mu   sync.Mutex
	busy int
	of   map[string]*lane
}

// lane is what goes to one platform.
type lane struct {
	busy bool
	// waiting counts those that could not begin since the last one that did.
	waiting int
	// hold is how long the platform was left alone last time, until when that is.
	hold  time.Duration
	until time.Time
}

// begin reports whether a delivery to the platform may run: then end must follow. Otherwise
// it returns when to ask again.
func (l *lanes) begin(platform string, now time.Time) (again time.Time, ok bool) {
	l.mu.Lock()
	defer l.mu.Unlock()
	way := l.of[platform]
	if way == nil {
		way = &lane{}
	}
	switch {
	case now.Before(way.until):
		again = way.until
	case way.busy || l.busy >= atOnce:
		again = now
	default:
		way.busy, way.waiting = true, 0
		l.busy++
		l.keep(platform, way)
		return time.Time{}, true
	}
	way.waiting++
	l.keep(platform, way)
	return again.Add(min(busyPause+time.Duration(way.waiting)*queueStep, longestQueue)), false
}

// end frees the lane. A platform that was not reached is left alone until the time that is
// returned.
func (l *lanes) end(platform string, now time.Time, reached bool) (until time.Time) {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.busy--
	way := l.of[platform]
	way.busy = false
	if reached {
		delete(l.of, platform)
		return time.Time{}
	}
	way.hold = min(max(2*way.hold, firstHold), longestHold)
	way.until = now.Add(way.hold)
	return way.until
}

// keep remembers a lane, and forgets those that have long been quiet.
func (l *lanes) keep(platform string, way *lane) {
	if l.of == nil {
		l.of = map[string]*lane{}
	}
	l.of[platform] = way
	if len(l.of) <= maxLanes {
		return
	}
	for name, other := range l.of {
		if name != platform && !other.busy {
			delete(l.of, name)
			return
		}
	}
}

// maxLanes bounds what is remembered of platforms that were not reached.
const maxLanes = 10_000
