package notify

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"balcao/checkout"
	"balcao/conversation"
	"balcao/internal/clock"
	"balcao/internal/ids"
	"balcao/internal/safehttp"
	"balcao/platform"
	"balcao/store/sqlite"
)

var start = time.Date(2026, 7, 28, 12, 0, 0, 0, time.UTC)

// bench is a Push with a real store and real HTTP to loopback.
type bench struct {
	t     *testing.T
	store *sqlite.Store
	push  *Push
	clock *clock.Fake
	log   *bytes.Buffer
}

func newBench(t *testing.T, config safehttp.Config) *bench {
	t.Helper()
	store, err := sqlite.Open(t.Context(), sqlite.Options{Path: filepath.Join(t.TempDir(), "shop.db")})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := store.Close(); err != nil {
			t.Error(err)
		}
	})
	b := &bench{t: t, store: store, clock: clock.NewFake(start), log: &bytes.Buffer{}}
	b.push = &Push{
		Store: store, Poster: safehttp.New(config), Clock: b.clock, Log: slog.New(slog.NewJSONHandler(b.log, nil)),
		Encode: func(t conversation.Task) ([]byte, error) {
			return fmt.Appendf(nil, `{"task":{"id":%q,"version":%d}}`, t.ID, t.Version), nil
		},
	}
	return b
}

// onLoop lets the bench reach the tests' receivers. The time is enough for a busy machine.
func onLoop(t *testing.T) *bench {
	t.Helper()
	return newBench(t, safehttp.Config{AllowLoopback: true, TotalTimeout: 30 * time.Second})
}

const owner = "https://p.example/"

// move stores the task's next version.
func (b *bench) move(id ids.Task, version int64) { b.t.Helper(); b.moveOf(owner, id, version) }

func (b *bench) moveOf(owner string, id ids.Task, version int64) {
	b.t.Helper()
	err := b.store.Commit(b.t.Context(), checkout.Write{Task: &conversation.Task{
		ID: id, Owner: platform.Owner{Profile: owner}, Version: version, State: conversation.TaskWorking,
		CreatedAt: start, StatusAt: b.clock.Now(),
	}})
	if err != nil {
		b.t.Fatal(err)
	}
}

func (b *bench) tell(id ids.Task, configs ...conversation.PushConfig) {
	b.t.Helper()
	b.tellOf(owner, id, configs...)
}

func (b *bench) tellOf(owner string, id ids.Task, configs ...conversation.PushConfig) {
	b.t.Helper()
	for _, c := range configs {
		c.Task = id
		if saved, err := b.store.SavePushConfig(b.t.Context(), platform.Caller{Profile: owner}, c); err != nil || !saved {
			b.t.Fatalf("config %s: saved %v, error %v", c.ID, saved, err)
		}
	}
}

// errOwed says that a delivery wants to run again.
var errOwed = errors.New("owed again")

// deliver runs the job, after any time that the platform is left alone.
func (b *bench) deliver(id ids.Task) error {
	b.t.Helper()
	again, err := b.push.Deliver(b.t.Context(), id)
	if !again.IsZero() {
		b.clock.Advance(again.Sub(b.clock.Now()))
		err = errors.Join(err, errOwed)
	}
	return err
}

// sent are the versions that each configuration was told, as "id:version".
func (b *bench) sent(id ids.Task) string {
	b.t.Helper()
	configs, err := b.store.PushConfigs(b.t.Context(), id)
	if err != nil {
		b.t.Fatal(err)
	}
	var out []string
	for _, c := range configs {
		out = append(out, fmt.Sprintf("%s:%d", c.ID, c.Sent))
	}
	return strings.Join(out, " ")
}

// receiver is a platform's server: it answers with a status and remembers what it got.
type receiver struct {
	*httptest.Server
	mu     sync.Mutex
	status int
	got    []string
	header http.Header
}

func newReceiver(t *testing.T, status int) *receiver {
	t.Helper()
	r := &receiver{status: status}
	r.Server = httptest.NewServer(r)
	t.Cleanup(r.Close)
	return r
}

func (r *receiver) ServeHTTP(w http.ResponseWriter, req *http.Request) {
	body, _ := io.ReadAll(req.Body)
	r.mu.Lock()
	defer r.mu.Unlock()
	r.got, r.header = append(r.got, req.Method+" "+req.RequestURI+" "+string(body)), req.Header.Clone()
	if r.status >= 300 && r.status <= 399 {
		w.Header().Set("Location", "/elsewhere")
	}
	w.WriteHeader(r.status)
}

// answer sets the status from now on.
func (r *receiver) answer(status int) {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.status = status
}

func (r *receiver) requests() []string {
	r.mu.Lock()
	defer r.mu.Unlock()
	return slices.Clone(r.got)
}

func TestDelivery(t *testing.T) {
	t.Parallel()
	b, r := onLoop(t), newReceiver(t, http.StatusAccepted)
	b.move("task_1", 1)
	b.tell("task_1", conversation.PushConfig{ID: "a", URL: r.URL + "/push?k=1", Token: "tok", Scheme: "Bearer", Credentials: "cred"})
	if err := b.deliver("task_1"); err != nil || len(r.requests()) != 0 {
		t.Errorf("nothing moved: %v, got %q", err, r.requests())
	}
	b.move("task_1", 2)
	for range 2 { // the second time nothing is owed
		if err := b.deliver("task_1"); err != nil {
			t.Fatal(err)
		}
		if got, want := r.requests(), []string{`POST /push?k=1 {"task":{"id":"task_1","version":2}}`}; !slices.Equal(got, want) {
			t.Errorf("got %q, want %q", got, want)
		}
	}
	for name, want := range map[string]string{
		"Content-Type": "application/a2a+json", "A2A-Notification-Token": "tok", "X-A2A-Notification-Token": "tok",
		"Authorization": "Bearer cred", "User-Agent": "balcao",
	} {
		if got := r.header.Get(name); got != want {
			t.Errorf("%s: %q, want %q", name, got, want)
		}
	}
	if b.log.Len() > 0 {
		t.Errorf("logged %s", b.log)
	}
}

// What a configuration does not say is not sent.
func TestBareConfig(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]conversation.PushConfig{
		"bare": {}, "scheme alone": {Scheme: "Bearer"}, "credentials alone": {Credentials: "cred"},
	} {
		b, r := onLoop(t), newReceiver(t, http.StatusOK)
		b.move("task_1", 1)
		c.ID, c.URL = "a", r.URL
		b.tell("task_1", c)
		b.move("task_1", 2)
		if err := b.deliver("task_1"); err != nil {
			t.Fatal(err)
		}
		for _, absent := range []string{"Authorization", "A2A-Notification-Token", "X-A2A-Notification-Token"} {
			if _, there := r.header[http.CanonicalHeaderKey(absent)]; there {
				t.Errorf("%s: sent %s: %q", name, absent, r.header.Get(absent))
			}
		}
	}
}

// A failure is owed again, and to nobody else.
func TestRetry(t *testing.T) {
	t.Parallel()
	b, good, bad := onLoop(t), newReceiver(t, http.StatusNoContent), newReceiver(t, http.StatusInternalServerError)
	b.move("task_1", 1)
	b.tell("task_1", conversation.PushConfig{ID: "bad", URL: bad.URL}, conversation.PushConfig{ID: "good", URL: good.URL})
	b.move("task_1", 2)
	for attempt, status := range []int{500, 302, 404, 200} {
		bad.answer(status)
		err := b.deliver("task_1")
		if status == 200 {
			if err != nil {
				t.Errorf("attempt %d: %v", attempt, err)
			}
			continue
		}
		if !errors.Is(err, errOwed) || !strings.Contains(b.log.String(), fmt.Sprintf("127.0.0.1: status %d", status)) {
			t.Errorf("attempt %d: %v, log %s", attempt, err, b.log)
		}
		if got := b.sent("task_1"); got != "bad:1 good:2" {
			t.Errorf("attempt %d: sent %s", attempt, got)
		}
	}
	if got := b.sent("task_1"); got != "bad:2 good:2" {
		t.Errorf("at the end: sent %s", got)
	}
	if g, n := len(good.requests()), len(bad.requests()); g != 1 || n != 4 {
		t.Errorf("%d and %d requests, want 1 and 4", g, n)
	}
}

// One delivery stands for all versions before it.
func TestNewestVersionOnly(t *testing.T) {
	t.Parallel()
	b, r := onLoop(t), newReceiver(t, http.StatusServiceUnavailable)
	b.move("task_1", 1)
	b.tell("task_1", conversation.PushConfig{ID: "a", URL: r.URL})
	b.move("task_1", 2)
	if err := b.deliver("task_1"); err == nil {
		t.Error("a refusal counted")
	}
	b.move("task_1", 3)
	b.move("task_1", 4)
	r.answer(http.StatusOK)
	if err := b.deliver("task_1"); err != nil {
		t.Fatal(err)
	}
	want := []string{`POST / {"task":{"id":"task_1","version":2}}`, `POST / {"task":{"id":"task_1","version":4}}`}
	if got := r.requests(); !slices.Equal(got, want) || b.sent("task_1") != "a:4" {
		t.Errorf("got %q, sent %s", got, b.sent("task_1"))
	}
}

// Who is gone for good is forgotten.
func TestGone(t *testing.T) {
	t.Parallel()
	b, gone, here := onLoop(t), newReceiver(t, http.StatusGone), newReceiver(t, http.StatusOK)
	b.move("task_1", 1)
	b.tell("task_1", conversation.PushConfig{ID: "gone", URL: gone.URL}, conversation.PushConfig{ID: "here", URL: here.URL})
	b.move("task_1", 2)
	if err := b.deliver("task_1"); err != nil || b.sent("task_1") != "here:2" {
		t.Errorf("error %v, left %s", err, b.sent("task_1"))
	}
}

// A task that was forgotten and one that nobody follows are done.
func TestNothingToTell(t *testing.T) {
	t.Parallel()
	b := onLoop(t)
	b.push.Encode = func(conversation.Task) ([]byte, error) { return nil, errors.New("encoded for nobody") }
	b.move("task_1", 1)
	for _, id := range []ids.Task{"task_1", "task_none"} {
		if err := b.deliver(id); err != nil {
			t.Errorf("%s: %v", id, err)
		}
	}
}

// After so long the job ends: with a warning, not with an error.
func TestGiveUp(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct {
		age  time.Duration
		ends bool
	}{
		"first": {0, false}, "in time": {patience, false}, "too late": {patience + 1, true},
	} {
		b, r := onLoop(t), newReceiver(t, http.StatusInternalServerError)
		b.move("task_1", 1)
		b.tell("task_1", conversation.PushConfig{ID: "a", URL: r.URL + "/s3cret?k=s3cret", Token: "s3cret", Scheme: "Bearer", Credentials: "s3cret"})
		b.move("task_1", 2)
		b.clock.Advance(c.age)
		err := b.deliver("task_1")
		if len(r.requests()) != 1 {
			t.Errorf("%s: %d requests: it is tried before it is given up", name, len(r.requests()))
		}
		log := b.log.String()
		if (err == nil) != c.ends || strings.Contains(log, `"level":"WARN"`) != c.ends || c.ends && !strings.Contains(log, "127.0.0.1: status 500") {
			t.Errorf("%s: error %v, log %s", name, err, log)
		}
		if said := fmt.Sprint(err, log); strings.Contains(said, "s3cret") {
			t.Errorf("%s: tells a secret: %s", name, said)
		}
	}
}

// An address inside is not dialled, though it was stored when that was allowed, and there
// is nothing to retry.
func TestForbiddenTargets(t *testing.T) {
	t.Parallel()
	r := newReceiver(t, http.StatusOK)
	b := newBench(t, safehttp.Config{}) // a shop that is on loopback no more
	b.move("task_1", 1)
	b.tell("task_1",
		conversation.PushConfig{ID: "loopback", URL: r.URL + "/s3cret"}, conversation.PushConfig{ID: "metadata", URL: "https://169.254.169.254/s3cret"},
		conversation.PushConfig{ID: "plain", URL: "http://p.example/s3cret"}, conversation.PushConfig{ID: "user", URL: "https://u:s3cret@p.example/"},
	)
	b.move("task_1", 2)
	if err := b.deliver("task_1"); err != nil {
		t.Errorf("owed again: %v", err)
	}
	if len(r.requests()) != 0 || b.sent("task_1") != "loopback:1 metadata:1 plain:1 user:1" {
		t.Errorf("requests %q, sent %s", r.requests(), b.sent("task_1"))
	}
	log := b.log.String()
	for _, fact := range []string{"127.0.0.1: forbidden address", "169.254.169.254: forbidden address", "p.example: invalid URL"} {
		if !strings.Contains(log, fact) {
			t.Errorf("the log lacks %q", fact)
		}
	}
	if strings.Contains(log, "s3cret") {
		t.Errorf("the log tells a secret: %s", log)
	}
}

// Who does not answer is owed again; meanwhile the others were told.
func TestSlowTarget(t *testing.T) {
	t.Parallel()
	b := newBench(t, safehttp.Config{AllowLoopback: true, TotalTimeout: time.Second})
	var others sync.WaitGroup
	others.Add(conversation.MaxPushConfigs - 1)
	slow := httptest.NewServer(http.HandlerFunc(func(_ http.ResponseWriter, r *http.Request) {
		_, _ = io.Copy(io.Discard, r.Body) // only then the server notices who hangs up
		others.Wait()                      // so this test would fail if somebody waited for the slow one
		<-r.Context().Done()
	}))
	t.Cleanup(slow.Close)
	quick := httptest.NewServer(http.HandlerFunc(func(http.ResponseWriter, *http.Request) { others.Done() }))
	t.Cleanup(quick.Close)
	b.move("task_1", 1)
	b.tell("task_1", conversation.PushConfig{ID: "a", URL: slow.URL})
	want := "a:1"
	for i := 1; i < conversation.MaxPushConfigs; i++ {
		id := fmt.Sprint("q", i)
		b.tell("task_1", conversation.PushConfig{ID: id, URL: quick.URL})
		want += " " + id + ":2"
	}
	b.move("task_1", 2)
	if err := b.deliver("task_1"); !errors.Is(err, errOwed) || !strings.Contains(b.log.String(), "127.0.0.1: no answer in time") {
		t.Errorf("error %v, log %s", err, b.log)
	}
	if got := b.sent("task_1"); got != want {
		t.Errorf("sent %s, want %s", got, want)
	}
}

// A failure of ours is owed however often it comes.
func TestOwnFailures(t *testing.T) {
	t.Parallel()
	b, r := onLoop(t), newReceiver(t, http.StatusOK)
	b.move("task_1", 1)
	b.tell("task_1", conversation.PushConfig{ID: "a", URL: r.URL})
	b.move("task_1", 2)
	broken := errors.New("broken")
	encode := b.push.Encode
	b.push.Encode = func(conversation.Task) ([]byte, error) { return nil, broken }
	if err := b.deliver("task_1"); !errors.Is(err, broken) {
		t.Errorf("encode: %v", err)
	}
	b.push.Encode = encode
	for name, s := range map[string]faulty{"task": {b.store, "Task"}, "configs": {b.store, "PushConfigs"}, "mark": {b.store, "MarkPushed"}} {
		b.push.Store = s
		if err := b.deliver("task_1"); !errors.Is(err, errFaulty) {
			t.Errorf("%s: %v", name, err)
		}
	}
	r.answer(http.StatusGone)
	b.push.Store = faulty{b.store, "DeletePushConfig"}
	if err := b.deliver("task_1"); !errors.Is(err, errFaulty) {
		t.Errorf("delete: %v", err)
	}
}

var errFaulty = errors.New("faulty")

// faulty is a store of which one method fails.
type faulty struct {
	Store
	method string
}

func (f faulty) fails(method string) error {
	if f.method == method {
		return errFaulty
	}
	return nil
}

func (f faulty) Task(ctx context.Context, id ids.Task) (conversation.Task, error) {
	t, err := f.Store.Task(ctx, id)
	return t, errors.Join(err, f.fails("Task"))
}

func (f faulty) PushConfigs(ctx context.Context, task ids.Task) ([]conversation.PushConfig, error) {
	c, err := f.Store.PushConfigs(ctx, task)
	return c, errors.Join(err, f.fails("PushConfigs"))
}

func (f faulty) DeletePushConfig(context.Context, ids.Task, string) error {
	return f.fails("DeletePushConfig")
}

func (f faulty) MarkPushed(context.Context, ids.Task, string, int64) error {
	return f.fails("MarkPushed")
}
