package profile

import (
	"context"
	"errors"
	"fmt"
	"net/http"
	"net/http/httptest"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"

	"balcao/internal/clock"
	"balcao/internal/safehttp"
)

const agentURL = "https://agent.example/profile"

var start = time.Date(2026, 7, 28, 12, 0, 0, 0, time.UTC)

// origin is a Getter that answers as it is told and counts.
type origin struct {
	mu     sync.Mutex
	body   string
	header http.Header
	err    error
	calls  int
}

func (o *origin) Get(context.Context, string) ([]byte, http.Header, error) {
	o.mu.Lock()
	defer o.mu.Unlock()
	o.calls++
	return []byte(o.body), o.header, o.err
}

func cacheControl(value string) http.Header { return http.Header{"Cache-Control": {value}} }

func goodProfile() string { return ucpDocument(`"payment_handlers":{}`) }

func newTestFetcher(getter Getter) (*Fetcher, *clock.Fake) {
	now := clock.NewFake(start)
	return NewFetcher(FetcherConfig{Getter: getter, Clock: now}), now
}

func TestFetchErrors(t *testing.T) {
	t.Parallel()
	for name, test := range map[string]struct {
		body string
		err  error
		want string
	}{
		"redirect":          {"", fmt.Errorf("get: %w", safehttp.ErrRedirect), CodeProfileUnreachable},
		"status":            {"", safehttp.ErrStatus, CodeProfileUnreachable},
		"unreachable":       {"", safehttp.ErrUnreachable, CodeProfileUnreachable},
		"unknown failure":   {"", errors.New("surprise"), CodeProfileUnreachable},
		"metadata address":  {"", safehttp.ErrForbiddenAddress, CodeInvalidProfileURL},
		"bad URL":           {"", safehttp.ErrInvalidURL, CodeInvalidProfileURL},
		"5 MB, refused":     {"", safehttp.ErrTooLarge, CodeProfileMalformed},
		"5 MB, got through": {strings.Repeat(" ", 5<<20) + goodProfile(), nil, CodeProfileMalformed},
		"not a profile":     {"<html>", nil, CodeProfileMalformed},
		"good":              {goodProfile(), nil, ""},
	} {
		f, _ := newTestFetcher(&origin{body: test.body, err: test.err})
		doc, err := f.Fetch(t.Context(), agentURL)
		if codeOf(err) != test.want || (doc == nil) != (test.want != "") {
			t.Errorf("%s: %v, %v; want %q", name, doc, err, test.want)
		}
	}
}

// TestFetchGuard goes through the real client, which refuses before it dials.
func TestFetchGuard(t *testing.T) {
	t.Parallel()
	f, _ := newTestFetcher(safehttp.New(safehttp.Config{}))
	for _, url := range []string{"https://169.254.169.254/latest/meta-data", "https://127.0.0.1:1/p", "https://[::ffff:10.0.0.1]/p", "http://agent.example/p"} {
		if _, err := f.Fetch(t.Context(), url); codeOf(err) != CodeInvalidProfileURL {
			t.Errorf("%s: %v, want invalid_profile_url", url, err)
		}
	}
}

// TestFetchOverHTTP meets the real client with a real origin on loopback.
func TestFetchOverHTTP(t *testing.T) {
	t.Parallel()
	mux := http.NewServeMux()
	mux.HandleFunc("/good", func(w http.ResponseWriter, _ *http.Request) { fmt.Fprint(w, goodProfile()) })
	mux.Handle("/moved", http.RedirectHandler("/good", http.StatusFound))
	mux.HandleFunc("/large", func(w http.ResponseWriter, _ *http.Request) { fmt.Fprint(w, strings.Repeat(" ", 5<<20)) })
	server := httptest.NewServer(mux)
	defer server.Close()
	f, _ := newTestFetcher(safehttp.New(safehttp.Config{AllowLoopback: true}))
	for path, want := range map[string]string{
		"/good": "", "/moved": CodeProfileUnreachable, "/absent": CodeProfileUnreachable, "/large": CodeProfileMalformed,
	} {
		if _, err := f.Fetch(t.Context(), server.URL+path); codeOf(err) != want {
			t.Errorf("%s: %v, want %q", path, err, want)
		}
	}
}

func TestFreshness(t *testing.T) {
	t.Parallel()
	for value, want := range map[string]time.Duration{
		"":                                  time.Minute,
		"public, max-age=300":               5 * time.Minute,
		"public,MAX-AGE=300":                5 * time.Minute,
		`max-age="120"`:                     2 * time.Minute,
		"max-age=1":                         time.Minute,
		"max-age=-5":                        time.Minute,
		"max-age=x":                         time.Minute,
		"max-age=86400":                     time.Hour,
		"max-age=99999999999999999999":      time.Minute,
		"max-age=300, no-store":             time.Minute,
		"no-cache, max-age=300":             time.Minute,
		"private, max-age=300":              time.Minute,
		"s-maxage=900, max-age = 240":       4 * time.Minute,
		"stale-while-revalidate=9, public ": time.Minute,
	} {
		if got := freshness(cacheControl(value)); got != want {
			t.Errorf("%q: %v, want %v", value, got, want)
		}
	}
}

func TestCacheLife(t *testing.T) {
	t.Parallel()
	o := &origin{body: goodProfile(), header: cacheControl("max-age=120")}
	f, now := newTestFetcher(o)
	fetch := func(step, code string, calls int) {
		t.Helper()
		_, err := f.Fetch(t.Context(), agentURL)
		if codeOf(err) != code || o.calls != calls {
			t.Errorf("%s: %v after %d calls; want %q after %d", step, err, o.calls, code, calls)
		}
	}
	fetch("first", "", 1)
	now.Advance(119 * time.Second)
	fetch("fresh", "", 1)
	now.Advance(time.Second)
	fetch("expired", "", 2)

	o.err = safehttp.ErrUnreachable
	now.Advance(2 * time.Minute)
	fetch("origin down, stale serves", "", 3)
	now.Advance(4 * time.Second)
	fetch("no other try yet", "", 3)
	now.Advance(time.Second)
	fetch("another try", "", 4)
	now.Advance(10 * time.Minute)
	fetch("too stale", CodeProfileUnreachable, 5)
	now.Advance(4 * time.Second)
	fetch("failure remembered", CodeProfileUnreachable, 5)
	o.err = nil
	now.Advance(time.Second)
	fetch("origin back", "", 6)

	o.body = "{}"
	now.Advance(2 * time.Minute)
	fetch("malformed is not covered up", CodeProfileMalformed, 7)
	now.Advance(5 * time.Second)
	o.err = safehttp.ErrUnreachable
	fetch("nor afterwards", CodeProfileUnreachable, 8)
}

func TestCacheSize(t *testing.T) {
	t.Parallel()
	o := &origin{body: goodProfile()}
	f := NewFetcher(FetcherConfig{Getter: o, Clock: clock.NewFake(start), Profiles: 2})
	fetch := func(url string, calls int) {
		t.Helper()
		if _, err := f.Fetch(t.Context(), url); err != nil || o.calls != calls {
			t.Errorf("%s: %v, %d calls, want %d", url, err, o.calls, calls)
		}
	}
	fetch("https://a.example/", 1)
	fetch("https://b.example/", 2)
	fetch("https://a.example/", 2)
	fetch("https://c.example/", 3) // pushes b out
	fetch("https://a.example/", 3)
	fetch("https://b.example/", 4)

	// Failures do not push profiles out.
	o.err = safehttp.ErrStatus
	for i := range 5 {
		if _, err := f.Fetch(t.Context(), fmt.Sprintf("https://bad%d.example/", i)); codeOf(err) != CodeProfileUnreachable {
			t.Errorf("bad origin: %v", err)
		}
	}
	fetch("https://b.example/", 9)
}

// kept is how many profiles a fetcher holds and what they weigh.
func kept(f *Fetcher) (profiles, bytes int) {
	for _, d := range f.cache.documents.Oldest() {
		profiles++
		bytes += d.weight
	}
	return profiles, bytes
}

// heavyProfile is a profile of many empty strings, which take more in memory than on the
// wire.
func heavyProfile(brands int) string {
	return ucpDocument(`"payment_handlers":{"com.a":[{"id":"a","version":"2026-07-28","available_instruments":[{"type":"card","constraints":{"brands":[` +
		strings.Repeat(`"",`, brands-1) + `""]}}]}]}`)
}

// Large profiles are bounded by what they weigh, 16 MiB together, wherever they come from:
// by what is kept of them, not by what they came in.
func TestCacheBytes(t *testing.T) {
	t.Parallel()
	for name, test := range map[string]struct {
		body        string
		least, most int
	}{
		"filled with space": {goodProfile() + strings.Repeat(" ", 400<<10), 100, 100},
		"what is not kept":  {heavyProfile(1)[:len(heavyProfile(1))-2] + `,"x":"` + strings.Repeat("x", 400<<10) + `"}}`, 100, 100},
		"junk in a key":     {`{"keys":[{"x":"` + strings.Repeat("x", 400<<10) + `"}],` + goodProfile()[1:], 100, 100},
		"empty strings":     {heavyProfile(30_000), 16, 16 << 20 / (30_000 * 16)},
	} {
		f := NewFetcher(FetcherConfig{Getter: &origin{body: test.body}, Clock: clock.NewFake(start), PerSecond: 1, Burst: 100})
		for i := range 100 {
			if _, err := f.Fetch(t.Context(), fmt.Sprintf("https://p%d.example/", i)); err != nil {
				t.Fatal(err)
			}
		}
		if n, bytes := kept(f); n < test.least || n > test.most || bytes > 16<<20 {
			t.Errorf("%s: %d profiles of %d bytes, want %d to %d", name, n, bytes, test.least, test.most)
		}
	}
}

// One host keeps 1 MiB at most, or one larger profile, and pushes out its own alone.
func TestCacheBytesOfAHost(t *testing.T) {
	t.Parallel()
	o := &origin{body: goodProfile()}
	f := NewFetcher(FetcherConfig{Getter: o, Clock: clock.NewFake(start), PerSecond: 1, Burst: 300, HostPerSecond: 1, HostBurst: 300})
	fetch := func(url string) {
		t.Helper()
		if _, err := f.Fetch(t.Context(), url); err != nil {
			t.Fatal(err)
		}
	}
	for i := range 100 {
		fetch(fmt.Sprintf("https://honest%d.example/", i))
	}
	for _, test := range []struct{ brands, most int }{{15_000, 4}, {120_000, 1}} {
		o.body = heavyProfile(test.brands)
		for i := range 60 {
			fetch(fmt.Sprintf("https://evil.example/%d/%d", test.brands, i))
		}
		if n, bytes := kept(f); n <= 100 || n > 100+test.most {
			t.Errorf("%d strings: %d profiles of %d bytes, want 100 and at most %d", test.brands, n, bytes, test.most)
		}
	}
	calls := o.calls
	for i := range 100 {
		fetch(fmt.Sprintf("https://honest%d.example/", i))
	}
	if o.calls != calls {
		t.Errorf("%d honest profiles were pushed out", o.calls-calls)
	}
}

// One host keeps 64 profiles at most and pushes out its own; loopback has no such bound.
func TestCacheOfAHost(t *testing.T) {
	t.Parallel()
	for host, want := range map[string]int{"https://evil.example": 64, "http://127.0.0.1": 100} {
		o := &origin{body: goodProfile()}
		f := NewFetcher(FetcherConfig{Getter: o, Clock: clock.NewFake(start), PerSecond: 1, Burst: 300, HostPerSecond: 1, HostBurst: 300})
		fetch := func(url string, calls int) {
			t.Helper()
			if _, err := f.Fetch(t.Context(), url); err != nil || o.calls != calls {
				t.Errorf("%s: %v, %d calls, want %d", url, err, o.calls, calls)
			}
		}
		fetch("https://honest.example/", 1)
		for i := range 100 {
			fetch(fmt.Sprintf("%s:%d/", host, 4000+i), i+2) // a port makes no other host
		}
		fetch("https://honest.example/", 101)
		fetch(host+":4099/", 101)
		if n, _ := kept(f); n != want+1 {
			t.Errorf("%s: %d profiles, want %d", host, n-1, want)
		}
		again := 101
		if want == 64 {
			again++
		}
		fetch(host+":4035/", again) // the last but 64
		fetch(host+":4037/", again)
	}
}

func TestFetchBudget(t *testing.T) {
	t.Parallel()
	o := &origin{body: goodProfile()}
	now := clock.NewFake(start)
	f := NewFetcher(FetcherConfig{Getter: o, Clock: now, PerSecond: 0.5, Burst: 2})
	for _, url := range []string{"https://a.example/", "https://b.example/"} {
		if _, err := f.Fetch(t.Context(), url); err != nil {
			t.Fatal(err)
		}
	}
	_, err := f.Fetch(t.Context(), "https://c.example/")
	var e *Error
	if !errors.As(err, &e) || e.Code != CodeUnavailable || e.HTTPStatus != 503 || e.RetryAfter != 2*time.Second {
		t.Errorf("budget spent: %+v", err)
	}
	if _, err := f.Fetch(t.Context(), "https://a.example/"); err != nil {
		t.Errorf("a known profile costs no budget: %v", err)
	}
	now.Advance(2 * time.Second)
	if _, err := f.Fetch(t.Context(), "https://c.example/"); err != nil {
		t.Errorf("after retry_after: %v", err)
	}
	now.Advance(58 * time.Second) // refills to the burst of two, and a and b expire
	for _, url := range []string{"https://d.example/", "https://e.example/", "https://a.example/"} {
		if _, err := f.Fetch(t.Context(), url); err != nil {
			t.Errorf("%s: %v; an old profile serves while the budget is spent", url, err)
		}
	}
	if o.calls != 5 {
		t.Errorf("%d calls, want 5", o.calls)
	}
}

// Whoever names many addresses of one host keeps nobody else out.
func TestFetchBudgetOfAHost(t *testing.T) {
	t.Parallel()
	o := &origin{body: goodProfile()}
	f, now := newTestFetcher(o)
	fetch := func(url string) time.Duration {
		t.Helper()
		_, err := f.Fetch(t.Context(), url)
		var e *Error
		if errors.As(err, &e) && e.Code == CodeUnavailable && e.HTTPStatus == 503 {
			return e.RetryAfter
		}
		if err != nil {
			t.Errorf("%s: %v", url, err)
		}
		return 0
	}
	flood := func(n, want int) {
		t.Helper()
		got := 0
		for i := range n {
			// Neither the port nor the path makes another host of it.
			if fetch(fmt.Sprintf("https://evil.example:%d/%d", 4000+i, now.Now().UnixNano())) == 0 {
				got++
			}
		}
		if got != want {
			t.Errorf("%d of %d fetches from one host, want %d", got, n, want)
		}
	}
	flood(100, 5)
	for i := range 35 { // what is left of the common burst
		if wait := fetch(fmt.Sprintf("https://honest%d.example/", i)); wait != 0 {
			t.Errorf("an honest platform is told to wait %v", wait)
		}
	}
	if wait := fetch("https://late.example/"); wait != time.Second {
		t.Errorf("common budget spent: wait %v, want 1s", wait)
	}
	now.Advance(time.Second)
	flood(20, 2)
	// A refusal by the common budget takes nothing from the host's.
	for i := range 18 {
		fetch(fmt.Sprintf("https://other%d.example/", i))
	}
	for range 10 {
		if fetch("https://late.example/") == 0 {
			t.Fatal("the common budget was not spent")
		}
	}
	now.Advance(time.Second)
	if wait := fetch("https://late.example/"); wait != 0 {
		t.Errorf("the host's own budget was spent by refusals: wait %v", wait)
	}
}

// Everything on loopback is one host; only a shop on loopback gets so far.
func TestFetchBudgetOnLoopback(t *testing.T) {
	t.Parallel()
	for _, host := range []string{"localhost:8080", "127.0.0.1:8080", "127.9.9.9", "[::1]:8080"} {
		f, _ := newTestFetcher(&origin{body: goodProfile()})
		for i := range 41 {
			_, err := f.Fetch(t.Context(), fmt.Sprintf("http://%s/%d", host, i))
			if spent := codeOf(err) == CodeUnavailable; spent != (i == 40) {
				t.Errorf("%s, fetch %d: %v", host, i+1, err)
			}
		}
	}
}

// gate is a Getter that answers when it is opened, or when its context ends.
type gate struct {
	open  chan struct{}
	calls atomic.Int32
}

func (g *gate) Get(ctx context.Context, _ string) ([]byte, http.Header, error) {
	g.calls.Add(1)
	select {
	case <-g.open:
		return []byte(goodProfile()), nil, nil
	case <-ctx.Done():
		return nil, nil, ctx.Err()
	}
}

func TestSingleFlight(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		g := &gate{open: make(chan struct{})}
		f, _ := newTestFetcher(g)
		first, giveUp := context.WithCancel(t.Context())
		firstDone := make(chan error, 1)
		go func() { _, err := f.Fetch(first, agentURL); firstDone <- err }()
		synctest.Wait()
		others := make(chan error, 9)
		for range cap(others) {
			go func() { _, err := f.Fetch(t.Context(), agentURL); others <- err }()
		}
		synctest.Wait()

		giveUp()
		if err := <-firstDone; codeOf(err) != CodeUnavailable || !errors.Is(err, context.Canceled) {
			t.Errorf("who gave up got %v", err)
		}
		close(g.open)
		for range cap(others) {
			if err := <-others; err != nil {
				t.Errorf("who waited on got %v", err)
			}
		}
		if n := g.calls.Load(); n != 1 {
			t.Errorf("%d fetches, want 1", n)
		}
	})
}

func TestHangingOrigin(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		f, _ := newTestFetcher(&gate{})
		began := time.Now()
		_, err := f.Fetch(t.Context(), agentURL)
		if codeOf(err) != CodeProfileUnreachable {
			t.Errorf("got %v, want profile_unreachable", err)
		}
		if waited := time.Since(began); waited != 15*time.Second {
			t.Errorf("waited %v, want 15s", waited)
		}
	})
}
