package httpsig

import (
	"container/heap"
	"context"
	"crypto/sha256"
	"errors"
	"sync"
	"time"
)

// Replays remembers which signatures were seen. Several processes that serve one address need
// a common one.
type Replays interface {
	// Seen reports whether this signature was remembered, and remembers it until a moment at
	// least, in one step: of two calls with one id at most one gets false. An error means that
	// nobody can tell, and refuses the message with [Unavailable].
	Seen(ctx context.Context, id [32]byte, until time.Time) (bool, error)
}

// ErrFull says that no more signatures can be remembered until old ones expire.
var ErrFull = errors.New("httpsig: too many signatures to remember")

// replayID names a signature by its key and its nonce, or where it has none by what only the
// key's owner can make. Of ECDSA that is r alone: whoever sees (r, s) can write (r, -s), which
// is as valid.
func replayID(algorithm string, key []byte, s *signature) [32]byte {
	h := sha256.New()
	h.Write(key) // of one length for each algorithm
	switch {
	case s.nonce != "":
		h.Write([]byte("n"))
		h.Write([]byte(s.nonce))
	case algorithm == ES256:
		h.Write([]byte("r"))
		h.Write(s.value[:size/2])
	default:
		h.Write([]byte("s"))
		h.Write(s.value)
	}
	return [32]byte(h.Sum(nil))
}

// Memory is a [Replays] of bounded size in this process. Only signatures that verify come to
// it; when it is full of them, new ones are refused with [ErrFull] rather than old ones
// forgotten, or whoever holds a key could make room for a replay. An entry takes about 150
// bytes. It is safe for concurrent use.
type Memory struct {
	now  func() time.Time
	most int

	mu    sync.Mutex
	known map[[32]byte]struct{}
	order expiries
}

// NewMemory returns a memory of most signatures, at least one, by this clock.
func NewMemory(now func() time.Time, most int) *Memory {
	return &Memory{now: now, most: max(most, 1), known: map[[32]byte]struct{}{}}
}

// Seen implements [Replays].
func (m *Memory) Seen(_ context.Context, id [32]byte, until time.Time) (bool, error) {
	m.mu.Lock()
	defer m.mu.Unlock()
	for now := m.now(); len(m.order) > 0 && now.After(m.order[0].until); {
		delete(m.known, heap.Pop(&m.order).(expiry).id)
	}
	if _, ok := m.known[id]; ok {
		return true, nil
	}
	if len(m.order) >= m.most {
		return false, ErrFull
	}
	m.known[id] = struct{}{}
	heap.Push(&m.order, expiry{id, until})
	return false, nil
}

// expiry is when a signature may be forgotten.
type expiry struct {
	id    [32]byte
	until time.Time
}

// expiries are a heap, the first to expire first.
type expiries []expiry

func (e expiries) Len() int           { return len(e) }
func (e expiries) Less(i, j int) bool { return e[i].until.Before(e[j].until) }
func (e expiries) Swap(i, j int)      { e[i], e[j] = e[j], e[i] }
func (e *expiries) Push(x any)        { *e = append(*e, x.(expiry)) }
func (e *expiries) Pop() any {
	last := len(*e) - 1
	x := (*e)[last]
	*e = (*e)[:last]
	return x
}
