package agent

import (
	"sync"

	"balcao/conversation"
	"balcao/internal/ids"
	"balcao/platform"
)

// The bounds of what is followed at once.
// What is open to anybody who names a platform never takes the places of those who prove
// that they are one.
const (
	maxWatchers         = 4_000
	maxWatchersUnproven = 3_000
	maxWatchersOfOne    = 2_000
	// backlog is how many moves of a task wait for a slow watcher. Each is the whole task,
	// so beyond it the oldest can be dropped.
	backlog = 16
)

// Hub passes the moves of tasks on to those who watch them in this process. What it
// misses (a move by another process) a watcher finds by reading the task now and then.
type Hub struct {
	mu       sync.Mutex
	watchers map[ids.Task]map[*watcher]struct{}
	total    int
	unproven int
	of       map[platform.Owner]int // watchers of each platform
	closed   chan struct{}
	once     sync.Once
}

// NewHub returns a hub that nobody watches.
func NewHub() *Hub {
	return &Hub{watchers: map[ids.Task]map[*watcher]struct{}{}, of: map[platform.Owner]int{}, closed: make(chan struct{})}
}

// watcher gets the moves of one task.
type watcher struct {
	task  ids.Task
	by    platform.Owner
	moves chan *conversation.Task
}

// watch begins to watch a task for a platform, false if too many do. Moves after its
// return are not missed.
func (h *Hub) watch(task ids.Task, by platform.Owner) (*watcher, bool) {
	h.mu.Lock()
	defer h.mu.Unlock()
	if h.total >= maxWatchers || h.of[by] >= maxWatchersOfOne || !by.Authenticated && h.unproven >= maxWatchersUnproven {
		return nil, false
	}
	w := &watcher{task: task, by: by, moves: make(chan *conversation.Task, backlog)}
	if h.watchers[task] == nil {
		h.watchers[task] = map[*watcher]struct{}{}
	}
	h.watchers[task][w] = struct{}{}
	h.count(by, 1)
	return w, true
}

// count adds to the number of a platform's watchers.
func (h *Hub) count(by platform.Owner, n int) {
	h.total += n
	if !by.Authenticated {
		h.unproven += n
	}
	if h.of[by] += n; h.of[by] == 0 {
		delete(h.of, by)
	}
}

// leave ends a watch.
func (h *Hub) leave(w *watcher) {
	h.mu.Lock()
	defer h.mu.Unlock()
	delete(h.watchers[w.task], w)
	if len(h.watchers[w.task]) == 0 {
		delete(h.watchers, w.task)
	}
	h.count(w.by, -1)
}

// Moved tells the watchers of a task how it now is. It never waits for one.
func (h *Hub) Moved(t conversation.Task) {
	h.mu.Lock()
	defer h.mu.Unlock()
	for w := range h.watchers[t.ID] {
		select {
		case w.moves <- &t:
		default:
			select {
			case <-w.moves:
			default:
			}
			w.moves <- &t // only the hub sends, so there is room now
		}
	}
}

// Watchers is how many watch.
func (h *Hub) Watchers() int {
	h.mu.Lock()
	defer h.mu.Unlock()
	return h.total
}

// Close ends all watches, for a server that stops: those who watched come back to
// whichever serves next.
func (h *Hub) Close() { h.once.Do(func() { close(h.closed) }) }
