package notify

import (
	"sync"
	"time"

	"balcao/internal/ids"
)

const (
	// atOnce is how many deliveries run at a time: fewer than the worker has places, so
	// that platforms that answer slowly do not keep it from jobs about money.
	atOnce = 4
	// busyPause is how long a delivery waits that could not begin.
	busyPause = time.Second
)

// running are the deliveries under way, one of a task at a time: its next version, owed
// meanwhile, must not overtake it. The zero value is ready.
type running struct {
	mu    sync.Mutex
	tasks map[ids.Task]bool
}

// begin reports whether a delivery may run. If so, end must follow.
func (r *running) begin(task ids.Task) bool {
	r.mu.Lock()
	defer r.mu.Unlock()
	if r.tasks[task] || len(r.tasks) >= atOnce {
		return false
	}
	if r.tasks == nil {
		r.tasks = map[ids.Task]bool{}
	}
	r.tasks[task] = true
	return true
}

func (r *running) end(task ids.Task) {
	r.mu.Lock()
	defer r.mu.Unlock()
	delete(r.tasks, task)
}
