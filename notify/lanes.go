package notify

import (
	"sync"
	"time"
)

const (
	// atOnce is how many pushes run at a time, one to each platform, since a task's next version
	// must not overtake the one before: fewer than the worker has places, so
	// that platforms that answer slowly do not keep it from jobs about money.
	atOnce = 4
	// A delivery that could not begin comes back after busyPause, later the more of its
	// platform wait already, but within longestQueue.
	busyPause    = time.Second
	queueStep    = 20 * time.Millisecond
	longestQueue = time.Minute
)

// lanes give the deliveries of one name a way of their own, so that the slow hold up nobody
// else: those to a platform, to a host, of an order. The zero value is ready. A lane is
// forgotten when the last delivery on it ends.
type lanes struct {
	mu   sync.Mutex
	busy int
	of   map[string]*lane
}

// lane is what goes one way: how many do, and how many could not begin since it is full.
type lane struct{ running, waiting int }

// begin reports whether a delivery of this name may run, beside at most each-1 others of it
// and total-1 in all: then end must follow. Otherwise it returns how long to wait.
func (l *lanes) begin(name string, each, total int) (wait time.Duration, ok bool) {
	l.mu.Lock()
	defer l.mu.Unlock()
	way := l.of[name]
	switch {
	case way != nil && way.running >= each:
		way.waiting++
		return min(busyPause+time.Duration(way.waiting)*queueStep, longestQueue), false
	case l.busy >= total:
		return busyPause, false
	case l.of == nil:
		l.of = map[string]*lane{}
	}
	if way == nil {
		way = &lane{}
		l.of[name] = way
	}
	way.running++
	l.busy++
	return 0, true
}

func (l *lanes) end(name string) {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.busy--
	way := l.of[name]
	if way.running--; way.running == 0 {
		delete(l.of, name)
		return
	}
	way.waiting = 0 // there is a place
}
