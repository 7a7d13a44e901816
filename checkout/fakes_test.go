package checkout

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"sort"
	"strings"
	"sync"
	"testing"
	"time"

	"balcao/conversation"
	"balcao/internal/ids"
	"balcao/job"
	"balcao/order"
	"balcao/platform"
)

// memStore is a Store in memory. It keeps everything as JSON text, so that what a test
// reads back is what a real store would hold and nothing is shared with the counter.
type memStore struct {
	mu        sync.Mutex
	checkouts map[ids.Checkout][]byte
	contexts  map[string][]byte
	replies   map[string][]byte
	orders    map[ids.Order][]byte
	ordered   map[ids.Checkout]ids.Order
	charges   map[ids.TXID]ids.Checkout
	stock     map[ids.Variant]level
	jobs      map[string]job.Job
	tasks     map[ids.Task][]byte
	pushes    []conversation.PushConfig
	seals     []Seal
	evidence  map[string][]byte       // by checkout hash
	open      map[string]ids.Checkout // by name of the open mandate
	commits   int
	// beforeCommit runs before a commit takes the lock: a place to lose a race in.
	beforeCommit func(Write)
}

// level is a stock row.
type level struct{ OnHand, Reserved int64 }

func newMemStore() *memStore {
	return &memStore{
		checkouts: map[ids.Checkout][]byte{}, contexts: map[string][]byte{}, replies: map[string][]byte{},
		orders: map[ids.Order][]byte{}, ordered: map[ids.Checkout]ids.Order{},
		charges: map[ids.TXID]ids.Checkout{}, stock: map[ids.Variant]level{}, jobs: map[string]job.Job{},
		tasks: map[ids.Task][]byte{}, evidence: map[string][]byte{}, open: map[string]ids.Checkout{},
	}
}

func encode(v any) []byte {
	b, err := json.Marshal(v)
	if err != nil {
		panic(err)
	}
	return b
}

// stored decodes what is kept under a key.
func stored[K comparable, V any](rows map[K][]byte, key K) (V, error) {
	var v V
	raw, ok := rows[key]
	if !ok {
		return v, ErrNotFound
	}
	return v, json.Unmarshal(raw, &v)
}

func replyKey(k conversation.Key) string {
	return fmt.Sprintf("%s|%v|%s|%s|%s", k.Owner.Profile, k.Owner.Authenticated, k.Binding, k.Operation, k.ID)
}

func contextKey(o platform.Owner, id ids.Context) string {
	return fmt.Sprintf("%s|%v|%s", o.Profile, o.Authenticated, id)
}

func (m *memStore) Reply(_ context.Context, key conversation.Key) (conversation.Reply, error) {
	m.mu.Lock()
	defer m.mu.Unlock()
	return stored[string, conversation.Reply](m.replies, replyKey(key))
}

func (m *memStore) Context(_ context.Context, owner platform.Owner, id ids.Context) (conversation.Context, error) {
	m.mu.Lock()
	defer m.mu.Unlock()
	return stored[string, conversation.Context](m.contexts, contextKey(owner, id))
}

func (m *memStore) Checkout(_ context.Context, id ids.Checkout) (*Checkout, error) {
	m.mu.Lock()
	defer m.mu.Unlock()
	c, err := stored[ids.Checkout, Checkout](m.checkouts, id)
	if err != nil {
		return nil, err
	}
	return &c, nil
}

func (m *memStore) CheckoutOfPayment(_ context.Context, endToEndID string) (ids.Checkout, error) {
	m.mu.Lock()
	defer m.mu.Unlock()
	for id := range m.checkouts {
		c, err := stored[ids.Checkout, Checkout](m.checkouts, id)
		if err != nil {
			return "", err
		}
		for _, r := range c.Receipts {
			if r.EndToEndID == endToEndID {
				return id, nil
			}
		}
	}
	return "", ErrNotFound
}

func (m *memStore) CheckoutOfCharge(_ context.Context, txid ids.TXID) (ids.Checkout, error) {
	m.mu.Lock()
	defer m.mu.Unlock()
	id, ok := m.charges[txid]
	if !ok {
		return "", ErrNotFound
	}
	return id, nil
}

func (m *memStore) Order(_ context.Context, id ids.Order) (*order.Order, error) {
	m.mu.Lock()
	defer m.mu.Unlock()
	o, err := stored[ids.Order, order.Order](m.orders, id)
	if err != nil {
		return nil, err
	}
	return &o, nil
}

func (m *memStore) Task(_ context.Context, id ids.Task) (conversation.Task, error) {
	m.mu.Lock()
	defer m.mu.Unlock()
	return stored[ids.Task, conversation.Task](m.tasks, id)
}

func (m *memStore) Seals(_ context.Context, id ids.Checkout, revision int64) ([]Seal, error) {
	m.mu.Lock()
	defer m.mu.Unlock()
	var out []Seal
	for _, s := range m.seals {
		if s.Checkout == id && s.Revision == revision {
			out = append(out, s)
		}
	}
	return out, nil
}

func (m *memStore) MandateUsed(_ context.Context, hash string) (bool, error) {
	m.mu.Lock()
	defer m.mu.Unlock()
	return m.evidence[hash] != nil, nil
}

func (m *memStore) OpenMandateHeld(_ context.Context, name string, but ids.Checkout) (bool, error) {
	m.mu.Lock()
	defer m.mu.Unlock()
	return m.held(name, but), nil
}

func (m *memStore) held(name string, but ids.Checkout) bool {
	by, ok := m.open[name]
	return ok && by != but
}

func (m *memStore) Levels(_ context.Context, variants []ids.Variant) (map[ids.Variant]int64, error) {
	m.mu.Lock()
	defer m.mu.Unlock()
	out := map[ids.Variant]int64{}
	for _, v := range variants {
		if l, ok := m.stock[v]; ok {
			out[v] = l.OnHand - l.Reserved
		}
	}
	return out, nil
}

func (m *memStore) Commit(_ context.Context, w Write) error {
	if m.beforeCommit != nil {
		m.beforeCommit(w)
	}
	m.mu.Lock()
	defer m.mu.Unlock()
	if err := m.check(w); err != nil {
		return err
	}
	m.commits++
	if c := w.Checkout; c != nil {
		m.checkouts[c.ID] = encode(c)
		for name, by := range m.open {
			if by == c.ID && !c.CanceledAt.IsZero() {
				delete(m.open, name)
			}
		}
		if c.Mandate != nil {
			for _, name := range c.Mandate.OpenMandates() {
				m.open[name] = c.ID
			}
		}
		for _, ch := range c.Charges {
			m.charges[ch.TXID] = c.ID
		}
	}
	if w.Context != nil {
		m.contexts[contextKey(w.Context.Owner, w.Context.ID)] = encode(w.Context)
	}
	if w.Reply != nil {
		m.replies[replyKey(*w.Key)] = encode(w.Reply)
	}
	if w.Order != nil {
		m.orders[w.Order.ID] = encode(w.Order)
		m.ordered[w.Order.Checkout] = w.Order.ID
	}
	if w.Evidence != nil {
		m.evidence[w.Evidence.CheckoutHash] = encode(w.Evidence)
	}
	for _, seal := range w.Seals {
		m.keepSeal(seal)
	}
	if w.Task != nil {
		m.tasks[w.Task.ID] = encode(w.Task)
	}
	if w.Push != nil {
		m.pushes = append(m.pushes, *w.Push)
	}
	for _, s := range w.Stock {
		l := m.stock[s.Variant]
		m.stock[s.Variant] = level{l.OnHand + s.OnHand, l.Reserved + s.Reserved}
	}
	for _, j := range w.Jobs {
		m.jobs[string(j.Kind)+"|"+j.Ref] = j
	}
	for _, j := range w.Done {
		delete(m.jobs, string(j.Kind)+"|"+j.Ref)
	}
	return nil
}

// keepSeal adds a seal by the rules of Write.Seals.
func (m *memStore) keepSeal(seal Seal) {
	same := func(s Seal) bool { return s.Checkout == seal.Checkout && s.Revision == seal.Revision }
	if !slices.ContainsFunc(m.seals, func(s Seal) bool { return same(s) && s.Hash == seal.Hash }) {
		m.seals = append(m.seals, seal)
	}
	m.seals = slices.DeleteFunc(m.seals, func(s Seal) bool { return s.Checkout == seal.Checkout && s.Revision < seal.Revision })
	n, first := 0, -1
	for i, s := range m.seals {
		if !same(s) {
			continue
		}
		if n++; n == 1 {
			first = i
		}
	}
	for i := first + 1; n > MaxSeals; n-- {
		for !same(m.seals[i]) {
			i++
		}
		m.seals = slices.Delete(m.seals, i, i+1)
	}
}

// check says whether all of w can be applied.
func (m *memStore) check(w Write) error {
	if w.Checkout != nil {
		old, err := stored[ids.Checkout, Checkout](m.checkouts, w.Checkout.ID)
		if err != nil && !errors.Is(err, ErrNotFound) || old.Version != w.Checkout.Version-1 {
			return ErrConflict
		}
		if by := w.Checkout.Mandate; by != nil {
			for _, name := range by.OpenMandates() {
				if m.held(name, w.Checkout.ID) {
					return ErrConflict
				}
			}
		}
	}
	if w.Context != nil {
		old, _ := stored[string, conversation.Context](m.contexts, contextKey(w.Context.Owner, w.Context.ID))
		if old.Version != w.Context.Version-1 {
			return ErrConflict
		}
	}
	if w.Reply != nil {
		old, err := stored[string, conversation.Reply](m.replies, replyKey(*w.Key))
		claimed := err == nil && !old.Done
		if w.ExpectClaim && !claimed || !w.ExpectClaim && err == nil {
			return ErrConflict
		}
	}
	if w.Task != nil {
		old, _ := stored[ids.Task, conversation.Task](m.tasks, w.Task.ID)
		if old.Version != w.Task.Version-1 {
			return ErrConflict
		}
	}
	if w.Order != nil && m.ordered[w.Order.Checkout] != "" {
		return ErrConflict
	}
	if e := w.Evidence; e != nil && (w.Order == nil || e.Order != w.Order.ID) {
		return errors.New("evidence without its order")
	} else if e != nil && m.evidence[e.CheckoutHash] != nil {
		return ErrConflict
	}
	for _, s := range w.Stock {
		l := m.stock[s.Variant]
		if l.OnHand += s.OnHand; l.OnHand < 0 {
			return ErrStock
		}
		if l.Reserved += s.Reserved; l.Reserved < 0 || l.Reserved > l.OnHand {
			return ErrStock
		}
	}
	return nil
}

// everything is the whole stored state as text, to search for what must not be there.
func (m *memStore) everything() string {
	m.mu.Lock()
	defer m.mu.Unlock()
	var all []string
	for _, rows := range []map[string][]byte{m.contexts, m.replies} {
		for _, raw := range rows {
			all = append(all, string(raw))
		}
	}
	for key, raw := range m.replies { // results are bytes: JSON hides them in base64
		reply, _ := stored[string, conversation.Reply](m.replies, key)
		all = append(all, string(raw), string(reply.Result), string(reply.Claim))
	}
	for _, raw := range m.checkouts {
		all = append(all, string(raw))
	}
	for _, raw := range m.orders {
		all = append(all, string(raw))
	}
	for key := range m.jobs {
		all = append(all, key)
	}
	for _, raw := range m.evidence {
		all = append(all, string(raw))
	}
	for _, s := range m.seals {
		all = append(all, fmt.Sprint(s.Checkout, s.Revision, s.Hash, s.Authorization, string(s.Payload)))
	}
	sort.Strings(all)
	return strings.Join(all, "\n")
}

func (m *memStore) level(v ids.Variant) level {
	m.mu.Lock()
	defer m.mu.Unlock()
	return m.stock[v]
}

// job returns a job that is owed.
func (m *memStore) job(kind job.Kind, ref string) (job.Job, bool) {
	m.mu.Lock()
	defer m.mu.Unlock()
	j, ok := m.jobs[string(kind)+"|"+ref]
	return j, ok
}

// dueJobs takes the jobs that are due away, in a fixed sequence.
func (m *memStore) dueJobs(now time.Time) []job.Job {
	m.mu.Lock()
	defer m.mu.Unlock()
	var due []job.Job
	for key, j := range m.jobs {
		if !j.Due.After(now) {
			due = append(due, j)
			delete(m.jobs, key)
		}
	}
	sort.Slice(due, func(a, b int) bool {
		if !due[a].Due.Equal(due[b].Due) {
			return due[a].Due.Before(due[b].Due)
		}
		return due[a].Kind+job.Kind(due[a].Ref) < due[b].Kind+job.Kind(due[b].Ref)
	})
	return due
}

// putBack adds a job that wants to run again, unless a newer one took its place.
func (m *memStore) putBack(j job.Job) {
	m.mu.Lock()
	defer m.mu.Unlock()
	if _, ok := m.jobs[string(j.Kind)+"|"+j.Ref]; !ok {
		m.jobs[string(j.Kind)+"|"+j.Ref] = j
	}
}

// runJobs runs what is due until nothing is, as a worker would.
func (s *shop) runJobs(t testing.TB) {
	t.Helper()
	for round := 0; ; round++ {
		due := s.store.dueJobs(s.clock.Now())
		if len(due) == 0 {
			return
		}
		if round > 100 {
			t.Fatalf("jobs do not come to rest: %v", due)
		}
		for _, j := range due {
			if j.Kind == job.PushTask {
				continue // not the counter's to do
			}
			again, err := s.RunJob(t.Context(), j)
			switch {
			case err != nil:
				j.Attempts++
				j.Due = s.clock.Now().Add(10 * time.Second)
				s.store.putBack(j)
			case !again.IsZero():
				j.Due, j.Attempts = again, 0
				s.store.putBack(j)
			}
		}
	}
}
