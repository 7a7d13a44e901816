package fakepsp

import (
	"container/heap"
	"fmt"
	"time"

	"balcao/internal/ids"
)

// task is something to do at a time: to let a charge be paid, or to announce a payment or a
// refund if it names one.
type task struct {
	due        time.Time
	txid       ids.TXID
	endToEndID string
	refund     string
	failures   int // deliveries that failed
	// decided says that the switches were asked, overtakes that it waits for another
	// callback to go out first.
	decided, overtaken bool
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

// init makes a heap of it again after tasks were taken out or changed.
func (s *schedule) init() { heap.Init(s) }

// plan adds a task and wakes Run, which may be asleep for longer.
func (b *Bank) plan(t task) {
	if t.endToEndID != "" && b.config.Deliver == nil {
		return
	}
	heap.Push(&b.schedule, t)
	select {
	case b.wake <- struct{}{}:
	default: // it will wake anyway
	}
}

// takeDue lets the charges be paid whose time has come and takes the announcements that are
// due off the schedule, at most maxBatch. If there are none, wait is how long there is
// nothing to do, negative for ever.
func (b *Bank) takeDue() (due []task, wait time.Duration, failed error) {
	b.mu.Lock()
	defer b.mu.Unlock()
	now := b.config.Clock.Now()
	for len(b.schedule) > 0 && len(due) < maxBatch {
		if wait := b.schedule[0].due.Sub(now); wait > 0 {
			return due, wait, failed
		}
		t := heap.Pop(&b.schedule).(task)
		if t.endToEndID != "" {
			due = append(due, t)
			continue
		}
		if _, _, err := b.charge(t.txid, now); err != nil {
			failed = err
			t.failures++
			t.due = now.Add(backoff(t.failures))
			heap.Push(&b.schedule, t)
		}
	}
	return due, -1, failed
}

// decide asks the switches about announcements that are due and returns those that go out
// now.
func (b *Bank) decide(due []task) (out []task, failed error) {
	b.mu.Lock()
	defer b.mu.Unlock()
	now := b.config.Clock.Now()
	for _, t := range due {
		if !t.decided {
			var err error
			t.decided = true
			if t, err = b.meddle(t, now); err != nil {
				failed = fmt.Errorf("fakepsp: %w", err)
			}
		}
		switch {
		case t.txid == "": // lost
		case t.due.After(now):
			b.plan(t)
		default:
			out = append(out, t)
		}
	}
	return out, failed
}

// meddle holds an announcement back, or loses it, as the switches say. A lost one counts as
// heard, so that no restart brings it.
func (b *Bank) meddle(t task, now time.Time) (task, error) {
	switches := b.config.Switches
	if _, lost := switches.fires(WebhookLost); lost {
		err := b.heard(t)
		return task{}, err
	}
	if how, late := switches.fires(WebhookLate); late {
		t.due = now.Add(how.Delay)
	}
	if how, gathered := switches.fires(WebhookBatched); gathered {
		if !b.batchAt.After(now) {
			b.batchAt = now.Add(how.Delay)
		}
		t.due = b.batchAt
	}
	if how, overtaken := switches.fires(WebhookReordered); overtaken {
		t.due, t.overtaken = now.Add(how.Delay), true
	}
	return t, nil
}

// release lets go what waited for another callback to go out first.
func (b *Bank) release() {
	b.mu.Lock()
	defer b.mu.Unlock()
	now := b.config.Clock.Now()
	for i, t := range b.schedule {
		if t.overtaken {
			b.schedule[i].due, b.schedule[i].overtaken = now, false
		}
	}
	b.schedule.init()
}
