package bcp

import (
	"context"
	"errors"
	"sync"
	"sync/atomic"
	"testing"
	"testing/synctest"
)

// One platform that sends much waits for itself; another one goes on.
func TestTurns(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		turns, release := newTurns(), make(chan struct{})
		var busy sync.WaitGroup
		var running atomic.Int64
		work := func(platform string, n int) {
			for range n {
				busy.Go(func() {
					if err := turns.do(context.Background(), platform, func() { running.Add(1); <-release; running.Add(-1) }); err != nil {
						t.Error(err)
					}
				})
			}
			synctest.Wait()
		}
		work("loud", 50)
		if got := running.Load(); got != platformVerifiers {
			t.Errorf("%d of one platform", got)
		}
		work("quiet", 1)
		if got := running.Load(); got != platformVerifiers+1 {
			t.Errorf("%d with another one", got)
		}
		work("second", 50)
		work("third", 50)
		if got := running.Load(); got != verifiers {
			t.Errorf("%d in all", got)
		}
		ctx, cancel := context.WithCancel(context.Background())
		cancel()
		if err := turns.do(ctx, "loud", func() { t.Error("its turn came") }); !errors.Is(err, context.Canceled) {
			t.Errorf("given up: %v", err)
		}
		close(release)
		busy.Wait()
		if len(turns.per) != 0 {
			t.Errorf("%d queues are left", len(turns.per))
		}
	})
}
