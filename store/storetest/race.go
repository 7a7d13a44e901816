package storetest

import (
	"errors"
	"fmt"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"balcao/checkout"
	"balcao/conversation"
	"balcao/internal/ids"
	"balcao/job"
	"balcao/store/rows"
)

func name(prefix string, i int) string { return fmt.Sprintf("%s_%d", prefix, i) }

// tasks runs n tasks at once and fails the test with their errors.
func tasks(t *testing.T, n int, task func(i int) error) {
	t.Helper()
	errs := make([]error, n)
	var all sync.WaitGroup
	for i := range n {
		all.Go(func() { errs[i] = task(i) })
	}
	all.Wait()
	if err := errors.Join(errs...); err != nil {
		t.Fatal(err)
	}
}

// race runs n tasks at once and returns how many won; the others must fail with lost.
func race(t *testing.T, n int, lost error, task func(i int) error) int64 {
	t.Helper()
	var won atomic.Int64
	tasks(t, n, func(i int) error {
		err := task(i)
		switch {
		case err == nil:
			won.Add(1)
		case !errors.Is(err, lost):
			return err
		}
		return nil
	})
	return won.Load()
}

// Of writers that read one version, one wins each round.
func raceCheckout(t *testing.T, s Store) {
	c := newCheckout("chk_1")
	for version := int64(1); version <= 20; version++ {
		won := race(t, 16, checkout.ErrConflict, func(i int) error {
			return s.Commit(t.Context(), checkout.Write{Checkout: at(c, version, int64(i))})
		})
		equal(t, "winners", won, int64(1))
	}
	equal(t, "version", must[*checkout.Checkout](t)(s.Checkout(t.Context(), "chk_1")).Version, int64(20))
}

func raceInserts(t *testing.T, s Store) {
	for what, make := range map[string]func(i int) checkout.Write{
		"checkout": func(i int) checkout.Write { return checkout.Write{Checkout: at(newCheckout("chk_1"), 1, int64(i))} },
		"context": func(i int) checkout.Write {
			return checkout.Write{Context: newContext(proved, "ctx", 1, ids.Checkout(name("chk", i)))}
		},
		"key": func(i int) checkout.Write {
			return checkout.Write{Key: newKey("k"), Reply: newReply(name("r", i))}
		},
		"order": func(i int) checkout.Write {
			return checkout.Write{Order: newOrder(ids.Order(name("ord", i)), "chk_1", proved, 0)}
		},
	} {
		won := race(t, 32, checkout.ErrConflict, func(i int) error { return s.Commit(t.Context(), make(i)) })
		equal(t, what+": winners", won, int64(1))
	}
	// Two first messages of one conversation make one checkout between them.
	won := race(t, 16, checkout.ErrConflict, func(i int) error {
		id := ids.Checkout(name("first", i))
		return s.Commit(t.Context(), checkout.Write{Checkout: newCheckout(id), Context: newContext(proved, "both", 1, id)})
	})
	equal(t, "first messages: winners", won, int64(1))
	current := must[conversation.Context](t)(s.Context(t.Context(), proved, "both")).Checkout
	for i := range 16 {
		id := ids.Checkout(name("first", i))
		if _, err := s.Checkout(t.Context(), id); (err == nil) != (id == current) {
			t.Errorf("checkout %s: error %v; the context has %s", id, err, current)
		}
	}
}

func raceStock(t *testing.T, s Store) {
	must[struct{}](t)(struct{}{}, s.SetStock(t.Context(), "v", 10))
	held := race(t, 64, checkout.ErrStock, func(int) error {
		return s.Commit(t.Context(), checkout.Write{Stock: []checkout.StockMove{{Variant: "v", Reserved: 1}}})
	})
	equal(t, "held", held, int64(10))
	sold := race(t, 64, checkout.ErrStock, func(i int) error {
		move := checkout.StockMove{Variant: "v", OnHand: -1, Reserved: -1} // sold
		if i%2 == 1 {
			move.OnHand = 0 // or released
		}
		return s.Commit(t.Context(), checkout.Write{Stock: []checkout.StockMove{move}})
	})
	equal(t, "sold or released", sold, int64(10))
	level := must[[]rows.StockLevel](t)(s.StockList(t.Context()))[0]
	if level.Reserved != 0 || level.OnHand < 0 || level.OnHand > 10 {
		t.Errorf("at the end: %+v", level)
	}
}

// No job is given to two of 16 workers.
func raceLeases(t *testing.T, s Store) {
	const n = 200
	var owed []job.Job
	for i := range n {
		owed = append(owed, job.Job{Kind: job.WatchCharge, Ref: name("txid", i), Due: start})
	}
	commit(t, s, checkout.Write{Jobs: owed})
	var mu sync.Mutex
	runs := make(map[string]int)
	tasks(t, 16, func(int) error {
		for {
			leased, err := s.LeaseJobs(t.Context(), start, start.Add(time.Hour), 7)
			if err != nil || len(leased) == 0 {
				return err
			}
			for _, j := range leased {
				mu.Lock()
				runs[j.Ref]++
				mu.Unlock()
				if err := s.FinishJob(t.Context(), j); err != nil {
					return err
				}
			}
		}
	})
	equal(t, "jobs run", len(runs), n)
	for ref, times := range runs {
		if times != 1 {
			t.Errorf("%s ran %d times", ref, times)
		}
	}
	if _, found, err := s.NextJobDue(t.Context()); found || err != nil {
		t.Errorf("a job is left (error %v)", err)
	}
}

// Writes that fail do not harm those that happen to be committed beside them.
func raceNeighbours(t *testing.T, s Store) {
	commit(t, s, checkout.Write{Checkout: newCheckout("chk_taken")})
	const n = 300
	tasks(t, n, func(i int) error {
		good := checkout.Write{Checkout: newCheckout(ids.Checkout(name("chk", i)))}
		switch i % 3 {
		case 0:
			return s.Commit(t.Context(), good)
		case 1:
			good.Key, good.Reply, good.ExpectClaim = newKey("none"), newReply("r"), true
			if err := s.Commit(t.Context(), good); !errors.Is(err, checkout.ErrConflict) {
				return fmt.Errorf("write %d: error %v, want ErrConflict", i, err)
			}
		default:
			good.Stock = []checkout.StockMove{{Variant: "none", Reserved: 1}}
			if err := s.Commit(t.Context(), good); !errors.Is(err, checkout.ErrStock) {
				return fmt.Errorf("write %d: error %v, want ErrStock", i, err)
			}
		}
		return nil
	})
	for i := range n {
		_, err := s.Checkout(t.Context(), ids.Checkout(name("chk", i)))
		if i%3 == 0 && err != nil {
			t.Errorf("write %d: %v", i, err)
		} else if i%3 != 0 {
			missing(t, name("write", i), err)
		}
	}
}

// Of 1,000 commits at once each counts once.
func raceCommits(t *testing.T, s Store) {
	const n, start = 1000, 5000
	must[struct{}](t)(struct{}{}, s.SetStock(t.Context(), "v", start))
	tasks(t, n, func(i int) error {
		id := ids.Checkout(name("chk", i))
		return s.Commit(t.Context(), checkout.Write{
			Checkout: newCheckout(id), Context: newContext(proved, ids.Context(name("ctx", i)), 1, id),
			Key: newKey(name("k", i)), Reply: newReply(string(id)), Order: newOrder(ids.Order(name("ord", i)), id, proved, 0),
			Stock: []checkout.StockMove{{Variant: "v", OnHand: -2}},
		})
	})
	equal(t, "stock", must[map[ids.Variant]int64](t)(s.Levels(t.Context(), []ids.Variant{"v"})), map[ids.Variant]int64{"v": start - 2*n})
	for i := range n {
		id := ids.Checkout(name("chk", i))
		equal(t, "checkout", must[*checkout.Checkout](t)(s.Checkout(t.Context(), id)).ID, id)
		equal(t, "context", must[conversation.Context](t)(s.Context(t.Context(), proved, ids.Context(name("ctx", i)))).Checkout, id)
		equal(t, "reply", string(must[conversation.Reply](t)(s.Reply(t.Context(), *newKey(name("k", i)))).Result), string(id))
	}
	found, err := s.Orders(t.Context(), 0)
	if err != nil || len(found) != n {
		t.Errorf("%d orders (error %v), want %d", len(found), err, n)
	}
}
