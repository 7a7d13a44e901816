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
)

// lanes give the deliveries to each platform a way of their own, one at a time: a task's
// next version must not overtake it, and a platform that is slow holds up nobody else. The
// zero value is ready. A lane is forgotten when a delivery on it ends.
type lanes struct {
	mu   sync.Mutex
	busy int
	of   map[string]*lane
}

// lane is what goes to one platform; waiting counts those that could not begin meanwhile.
type lane struct{ waiting int }

// begin reports whether a delivery to the platform may run: then end must follow. Otherwise
// it returns how long to wait.
func (l *lanes) begin(platform string) (wait time.Duration, ok bool) {
	l.mu.Lock()
	defer l.mu.Unlock()
	way := l.of[platform]
	switch {
	case way != nil:
		way.waiting++
		return min(busyPause+time.Duration(way.waiting)*queueStep, longestQueue), false
	case l.busy >= atOnce:
		return busyPause, false
	case l.of == nil:
		l.of = map[string]*lane{}
	}
	l.of[platform] = &lane{}
	l.busy++
	return 0, true
}

func (l *lanes) end(platform string) {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.busy--
	delete(l.of, platform)
}
