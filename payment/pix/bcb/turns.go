package bcb

import (
	"context"
	"sync"

	"balcao/internal/ids"
)

// turns lets one at a time make a charge: between the look and the PUT of one, another's
// PUT would revise what was made. The zero value is ready.
type turns struct {
	mu    sync.Mutex
	taken map[ids.TXID]chan struct{} // closed when the turn ends
}

// take waits for the turn. The error is the context's.
func (t *turns) take(ctx context.Context, txid ids.TXID) (done func(), err error) {
	for {
		t.mu.Lock()
		wait, busy := t.taken[txid]
		if !busy {
			end := make(chan struct{})
			if t.taken == nil {
				t.taken = make(map[ids.TXID]chan struct{})
			}
			t.taken[txid] = end
			t.mu.Unlock()
			return func() {
				t.mu.Lock()
				delete(t.taken, txid)
				t.mu.Unlock()
				close(end)
			}, nil
		}
		t.mu.Unlock()
		select {
		case <-wait:
		case <-ctx.Done():
			return nil, ctx.Err()
		}
	}
}
