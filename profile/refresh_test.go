package profile

import (
	"context"
	"fmt"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"balcao/internal/clock"
	"balcao/internal/safehttp"
)

// keyedProfile is a good profile with one key of this id.
func keyedProfile(kid string) string {
	return `{"keys":[` + platformKey(kid) + `],` + goodProfile()[1:]
}

// kidOf tells which keyedProfile a document is.
func kidOf(doc *Document) string {
	for _, kid := range []string{"old", "new", "newer"} {
		if doc != nil && string(doc.Keys) == "["+platformKey(kid)+"]" {
			return kid
		}
	}
	return ""
}

// refreshing is a fetcher with one hour's copy of the profile "old", and its origin.
type refreshing struct {
	*testing.T
	*origin
	fetcher *Fetcher
	now     *clock.Fake
}

func newRefreshing(t *testing.T) refreshing {
	o := &origin{body: keyedProfile("old"), header: cacheControl("max-age=3600")}
	f, now := newTestFetcher(o)
	r := refreshing{t, o, f, now}
	r.fetch("first", "old", 1)
	return r
}

// fetch expects a profile, and how often the origin was asked altogether.
func (r refreshing) fetch(step, want string, calls int) {
	r.Helper()
	doc, err := r.fetcher.Fetch(r.Context(), agentURL)
	if err != nil || kidOf(doc) != want || r.calls != calls {
		r.Errorf("%s: fetched %q, %v after %d calls; want %q after %d", step, kidOf(doc), err, r.calls, want, calls)
	}
}

// refresh expects a new profile, or none where want is empty.
func (r refreshing) refresh(step, want string, calls int) {
	r.Helper()
	doc, ok := r.fetcher.Refresh(r.Context(), agentURL)
	if kidOf(doc) != want || ok != (want != "") || r.calls != calls {
		r.Errorf("%s: refreshed %q, %v after %d calls; want %q after %d", step, kidOf(doc), ok, r.calls, want, calls)
	}
}

func TestRefresh(t *testing.T) {
	t.Parallel()
	r := newRefreshing(t)
	r.body = keyedProfile("new")
	r.now.Advance(time.Second)
	r.fetch("the copy is fresh", "old", 1)
	r.refresh("at once", "new", 2)
	r.fetch("the new copy is kept", "new", 2)
	r.body = keyedProfile("newer")
	r.now.Advance(time.Minute - 1)
	r.refresh("once a minute", "", 2)
	r.fetch("still the copy", "new", 2)
	r.now.Advance(1)
	r.refresh("a minute later", "newer", 3)
	r.refresh("and once again", "", 3)
	if doc, ok := r.fetcher.Refresh(t.Context(), agentURL+"/other"); !ok || kidOf(doc) != "newer" || r.calls != 4 {
		t.Errorf("another profile of the host: %q, %v after %d calls", kidOf(doc), ok, r.calls)
	}
}

// Whatever the origin answers, the copy lives as long as it would have.
func TestRefreshInVain(t *testing.T) {
	t.Parallel()
	for name, fail := range map[string]func(*origin){
		"origin down":      func(o *origin) { o.err = safehttp.ErrUnreachable },
		"moved":            func(o *origin) { o.err = safehttp.ErrRedirect },
		"internal address": func(o *origin) { o.err = safehttp.ErrForbiddenAddress },
		"too large":        func(o *origin) { o.err = safehttp.ErrTooLarge },
		"malformed":        func(o *origin) { o.body = "{}" },
	} {
		r := newRefreshing(t)
		r.now.Advance(time.Second)
		fail(r.origin)
		r.refresh(name, "", 2)
		r.fetch(name+", the copy at once", "old", 2)
		r.refresh(name+", no other try yet", "", 2)
		r.now.Advance(time.Minute)
		r.refresh(name+", another try", "", 3)
		r.now.Advance(time.Hour - time.Minute - 2*time.Second)
		r.fetch(name+", the copy in its last second", "old", 3)
		r.err, r.body = nil, keyedProfile("new")
		r.now.Advance(time.Second)
		r.fetch(name+", origin back", "new", 4)
	}
}

// What was fetched since is new, though no refresh is due.
func TestRefreshOfAnExpiredCopy(t *testing.T) {
	t.Parallel()
	r := newRefreshing(t)
	r.now.Advance(time.Hour - time.Second)
	r.err = safehttp.ErrUnreachable
	r.refresh("in vain", "", 2)
	r.now.Advance(4 * time.Second)
	r.fetch("kept for five seconds", "old", 2)
	r.err, r.body = nil, keyedProfile("new")
	r.now.Advance(time.Second)
	r.refresh("not due, but to be fetched", "new", 3)
	r.fetch("kept", "new", 3)
}

func TestRefreshWithoutACopy(t *testing.T) {
	t.Parallel()
	o := &origin{err: safehttp.ErrUnreachable}
	f, now := newTestFetcher(o)
	r := refreshing{t, o, f, now}
	r.refresh("in vain", "", 1)
	if _, err := f.Fetch(t.Context(), agentURL); codeOf(err) != CodeProfileUnreachable || o.calls != 1 {
		t.Errorf("the failure is not remembered: %v after %d calls", err, o.calls)
	}
	o.err, o.body = nil, keyedProfile("new")
	r.refresh("not due, the failure holds", "", 1)
	now.Advance(time.Minute)
	r.refresh("due", "new", 2)
}

// Whoever spends the budget of a host, or that of all, does not keep a platform there from
// changing its key; and a refresh takes nothing from either.
func TestRefreshWhileTheFetchBudgetIsSpent(t *testing.T) {
	t.Parallel()
	for name, flood := range map[string]string{"the host's": "https://agent.example/x%d", "that of all": "https://x%d.example/"} {
		r := newRefreshing(t)
		spend := func() (n int) {
			for ; n < 100; n++ {
				if _, err := r.fetcher.Fetch(t.Context(), fmt.Sprintf(flood, r.calls)); codeOf(err) == CodeUnavailable {
					return n
				}
			}
			t.Errorf("%s: never spent", name)
			return n
		}
		spend()
		calls := r.calls
		r.body = keyedProfile("new")
		r.refresh(name, "new", calls+1)
		r.fetch(name+", kept", "new", calls+1)
		r.now.Advance(time.Minute)
		full := spend()
		r.now.Advance(time.Minute)
		calls = r.calls
		r.body = keyedProfile("newer")
		r.refresh(name+", again", "newer", calls+1)
		if n := spend(); n != full {
			t.Errorf("%s: %d fetches after a refresh, want %d", name, n, full)
		}
	}
}

// Refreshes have a bound of their own, and one beyond it is not counted.
func TestRefreshBudget(t *testing.T) {
	t.Parallel()
	r := newRefreshing(t)
	for i := range refreshBurst {
		if _, ok := r.fetcher.Refresh(t.Context(), fmt.Sprintf("https://p%d.example/", i)); !ok {
			t.Errorf("refresh %d is refused", i+1)
		}
	}
	r.body = keyedProfile("new")
	r.refresh("budget spent", "", 1+refreshBurst)
	r.fetch("the copy serves", "old", 1+refreshBurst)
	r.now.Advance(time.Second / refreshesPerSecond)
	r.refresh("budget back", "new", 2+refreshBurst)
}

func TestConcurrentRefreshes(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		g := &gate{open: make(chan struct{})}
		close(g.open)
		f, now := newTestFetcher(g)
		if _, err := f.Fetch(t.Context(), agentURL); err != nil {
			t.Fatal(err)
		}
		g.open = make(chan struct{})
		now.Advance(time.Second)

		impatient, giveUp := context.WithCancel(t.Context())
		gaveUp := make(chan bool, 1)
		go func() { _, ok := f.Refresh(impatient, agentURL); gaveUp <- ok }()
		synctest.Wait()
		others := make(chan bool, 9)
		for range cap(others) {
			go func() { doc, ok := f.Refresh(t.Context(), agentURL); others <- ok && doc != nil }()
		}
		synctest.Wait()
		if _, err := f.Fetch(t.Context(), agentURL); err != nil {
			t.Errorf("the fresh copy does not serve meanwhile: %v", err)
		}
		giveUp()
		if <-gaveUp {
			t.Error("who gave up was told of something new")
		}
		close(g.open)
		for range cap(others) {
			if !<-others {
				t.Error("who waited on was told of nothing new")
			}
		}
		if n := g.calls.Load(); n != 2 {
			t.Errorf("%d fetches, want the first and one more", n)
		}
	})
}

// Whoever fetches an expired profile and whoever refreshes it share one fetch.
func TestRefreshWithAFetch(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		g := &gate{open: make(chan struct{})}
		f, _ := newTestFetcher(g)
		var all sync.WaitGroup
		all.Go(func() {
			if _, err := f.Fetch(t.Context(), agentURL); err != nil {
				t.Errorf("fetch: %v", err)
			}
		})
		synctest.Wait()
		all.Go(func() {
			if _, ok := f.Refresh(t.Context(), agentURL); !ok {
				t.Error("the refresh is told of nothing new")
			}
		})
		synctest.Wait()
		close(g.open)
		all.Wait()
		if n := g.calls.Load(); n != 1 {
			t.Errorf("%d fetches, want 1", n)
		}
	})
}

func TestRefreshesAreBounded(t *testing.T) {
	t.Parallel()
	r := newRefreshes()
	for i := range keptRefreshes + 100 {
		if !r.take(fmt.Sprintf("https://p%d.example/", i), start.Add(time.Duration(i)*time.Second)) {
			t.Fatalf("refresh %d is refused", i)
		}
	}
	n := 0
	for range r.last.Oldest() {
		n++
	}
	if n != keptRefreshes {
		t.Errorf("%d are remembered, want %d", n, keptRefreshes)
	}
}
