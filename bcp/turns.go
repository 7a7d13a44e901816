package bcp

import (
	"context"
	"sync"
)

// How many mandates are looked at at once, by all platforms and by one. It is work for
// processors alone, and one platform must leave room for others.
const (
	verifiers         = 8
	platformVerifiers = 3
)

// turns bound how many tokens are looked at at once: one takes many times its length in memory.
type turns struct {
	all chan struct{}

	mu  sync.Mutex
	per map[string]*queue
}

// queue is those of one platform. It is there as long as somebody is in it.
type queue struct {
	slots chan struct{}
	users int
}

func newTurns() *turns {
	return &turns{all: make(chan struct{}, verifiers), per: map[string]*queue{}}
}

// do runs f when it is the platform's turn, unless the context ends first.
func (t *turns) do(ctx context.Context, platform string, f func()) error {
	q := t.enter(platform)
	defer t.leave(platform, q)
	for _, slots := range []chan struct{}{q.slots, t.all} {
		select {
		case slots <- struct{}{}:
			defer func() { <-slots }()
		case <-ctx.Done():
			return ctx.Err()
		}
	}
	f()
	return nil
}

func (t *turns) enter(platform string) *queue {
	t.mu.Lock()
	defer t.mu.Unlock()
	q := t.per[platform]
	if q == nil {
		q = &queue{slots: make(chan struct{}, platformVerifiers)}
		t.per[platform] = q
	}
	q.users++
	return q
}

func (t *turns) leave(platform string, q *queue) {
	t.mu.Lock()
	defer t.mu.Unlock()
	if q.users--; q.users == 0 {
		delete(t.per, platform)
	}
}
