package pix

import (
	"container/heap"
	"time"

	"balcao/internal/ids"
)

// task is something to do at a time: to settle a charge, or to announce a payment if it
// names one.
type task struct {
	due        time.Time
	txid       ids.TXID
	endToEndID string
	failures   int // deliveries that failed
}

// schedule is a heap of tasks, the earliest first.
type schedule []task

func (s schedule) Len() int           { return len(s) }
func (s schedule) Less(i, j int) bool { return s[i].due.Before(s[j].due) }
func (s schedule) Swap(i, j int)      { s[i], s[j] = s[j], s[i] }
func (s *schedule) Push(x any)        { *s = append(*s, x.(task)) }

func (s *schedule) Pop() any {
	old := *s
	last := old[len(old)-1]
	*s = old[:len(old)-1]
	return last
}

// plan adds a task and wakes Run, which may be asleep for longer.
func (s *Sandbox) plan(t task) {
	if t.endToEndID != "" && s.config.Deliver == nil {
		return
	}
	heap.Push(&s.schedule, t)
	select {
	case s.wake <- struct{}{}:
	default: // it will wake anyway
	}
}

// takeDue settles the charges whose time has come and takes the announcements that are
// due off the schedule, at most maxBatch. If there are none, wait is how long there is
// nothing to do, negative for ever.
func (s *Sandbox) takeDue() (due []task, wait time.Duration, failed error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	now := s.config.Clock.Now()
	for len(s.schedule) > 0 && len(due) < maxBatch {
		if wait := s.schedule[0].due.Sub(now); wait > 0 {
			return due, wait, failed
		}
		t := heap.Pop(&s.schedule).(task)
		if t.endToEndID != "" {
			due = append(due, t)
			continue
		}
		if _, _, err := s.charge(t.txid, now); err != nil {
			failed = err
			t.failures++
			t.due = now.Add(backoff(t.failures))
			heap.Push(&s.schedule, t)
		}
	}
	return due, -1, failed
}
