package notify

import (
	"bytes"
	"context"
	"crypto"
	"crypto/rand"
	"fmt"
	"io"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"net/url"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"balcao/checkout"
	"balcao/httpsig"
	"balcao/internal/clock"
	"balcao/internal/ids"
	"balcao/internal/keyring"
	"balcao/internal/safehttp"
	"balcao/order"
	"balcao/platform"
)

const shopProfile = "https://loja.example/.well-known/bcp"

// noticeBook is a NoticeStore in memory.
type noticeBook struct {
	mu sync.Mutex
	of []order.Notice
	// fail is the error of the next call of a method, by its name.
	fail map[string]error
}

func (b *noticeBook) failure(method string) error {
	err := b.fail[method]
	delete(b.fail, method)
	return err
}

func (b *noticeBook) find(id ids.Order, version int64) int {
	return slices.IndexFunc(b.of, func(n order.Notice) bool {
		return n.Order.ID == id && (version == 0 && !n.Dead || n.Version == version)
	})
}

func (b *noticeBook) NextNotice(_ context.Context, id ids.Order) (order.Notice, error) {
	b.mu.Lock()
	defer b.mu.Unlock()
	i := b.find(id, 0)
	if i < 0 {
		return order.Notice{}, checkout.ErrNotFound
	}
	return b.of[i], b.failure("NextNotice")
}

func (b *noticeBook) NoticeTaken(_ context.Context, id ids.Order, version int64) error {
	b.mu.Lock()
	defer b.mu.Unlock()
	if err := b.failure("NoticeTaken"); err != nil {
		return err
	}
	b.of = slices.Delete(b.of, b.find(id, version), b.find(id, version)+1)
	return nil
}

func (b *noticeBook) NoticeMissed(_ context.Context, n order.Notice) error {
	b.mu.Lock()
	defer b.mu.Unlock()
	if err := b.failure("NoticeMissed"); err != nil {
		return err
	}
	b.of[b.find(n.Order.ID, n.Version)] = n
	return nil
}

func (b *noticeBook) get(t *testing.T, id ids.Order, version int64) order.Notice {
	t.Helper()
	b.mu.Lock()
	defer b.mu.Unlock()
	i := b.find(id, version)
	if i < 0 {
		t.Fatalf("there is no notice %s", order.NoticeID(id, version))
	}
	return b.of[i]
}

// webhookBench is a Webhooks with real HTTP and a real key ring.
type webhookBench struct {
	*Webhooks
	t     *testing.T
	book  *noticeBook
	clock *clock.Fake
	ring  *keyring.Ring
	log   *bytes.Buffer

	mu sync.Mutex
	// addresses is what profiles say now; without an entry a profile cannot be had. anew is
	// what they say if asked anew.
	addresses, anew map[string]string
	counted         map[string]int
}

func newWebhookBench(t *testing.T, config safehttp.Config) *webhookBench {
	t.Helper()
	now := clock.NewFake(start)
	ring, err := keyring.Open(t.TempDir(), now.Now, rand.Reader)
	if err != nil {
		t.Fatal(err)
	}
	b := &webhookBench{
		t: t, book: &noticeBook{fail: map[string]error{}}, clock: now, ring: ring, log: &bytes.Buffer{},
		addresses: map[string]string{}, anew: map[string]string{}, counted: map[string]int{},
	}
	b.Webhooks = &Webhooks{
		Store: b.book, Poster: safehttp.New(config), Profile: shopProfile, Clock: now,
		Signer: func() httpsig.Signer { return ring.MessageKey() },
		Encode: func(o *order.Order) ([]byte, error) {
			return fmt.Appendf(nil, `{"id":%q,"label":%q}`, o.ID, o.Label), nil
		},
		Jitter: func() float64 { return 0 }, Log: slog.New(slog.NewJSONHandler(b.log, nil)),
		Address: func(_ context.Context, owner platform.Owner, anew bool) (string, bool) {
			b.mu.Lock()
			defer b.mu.Unlock()
			if url, ok := b.anew[owner.Profile]; anew && ok {
				return url, true
			}
			url, ok := b.addresses[owner.Profile]
			return url, ok
		},
		Count: func(outcome string) {
			b.mu.Lock()
			defer b.mu.Unlock()
			b.counted[outcome]++
		},
	}
	return b
}

func webhooksOnLoop(t *testing.T) *webhookBench {
	t.Helper()
	return newWebhookBench(t, safehttp.Config{AllowLoopback: true, TotalTimeout: 30 * time.Second})
}

// owe queues a version of an order whose session has this webhook.
func (b *webhookBench) owe(id ids.Order, version int64, webhook string) {
	o := &order.Order{ID: id, Label: fmt.Sprint("v", version), Owner: platform.Owner{Profile: owner}}
	o.Session.OrderWebhook = webhook
	now := b.clock.Now()
	b.book.mu.Lock()
	defer b.book.mu.Unlock()
	b.book.of = append(b.book.of, order.Notice{Order: o, Version: version, At: now, QueuedAt: now})
}

// run does the job as the worker does, as long as it wants to run again at once.
func (b *webhookBench) run(id ids.Order) (again time.Time) {
	b.t.Helper()
	for range 100 {
		again, err := b.Deliver(b.t.Context(), id)
		if err != nil {
			b.t.Fatal(err)
		}
		if again.IsZero() || again.After(b.clock.Now()) {
			return again
		}
	}
	b.t.Fatal("it runs for ever")
	return time.Time{}
}

// wait is how long the job wants to wait; none if it is done.
func (b *webhookBench) wait(id ids.Order) string {
	b.t.Helper()
	again := b.run(id)
	if again.IsZero() {
		return "none"
	}
	return again.Sub(b.clock.Now()).String()
}

// received is a webhook as a platform got it.
type received struct {
	header http.Header
	body   string
	key    string
	covers string
}

func (r received) what() string { return r.header.Get("Webhook-Id") + " " + r.body }

// orderPlatform is a platform that verifies and keeps what it gets.
type orderPlatform struct {
	*httptest.Server
	mu   sync.Mutex
	got  []received
	with func(n int, r *http.Request) int
}

// newOrderPlatform answers with what with says to the nth request, or 200.
func newOrderPlatform(t *testing.T, b *webhookBench, with func(n int, r *http.Request) int) *orderPlatform {
	t.Helper()
	p := &orderPlatform{with: with}
	verifier, err := httpsig.NewVerifier(httpsig.Policy{Now: b.clock.Now, Window: time.Minute})
	if err != nil {
		t.Fatal(err)
	}
	lookup := func(_ context.Context, kid string) (crypto.PublicKey, error) {
		if key, ok := b.ring.PublicKey(kid); ok {
			return key, nil
		}
		return nil, httpsig.ErrNoKey
	}
	p.Server = httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		body, _ := io.ReadAll(r.Body)
		public, _ := url.Parse("http://" + r.Host)
		verified, err := verifier.Request(r.Context(), httpsig.Received(r, public, body), lookup)
		if err != nil {
			t.Errorf("the signature does not verify: %v", err)
		}
		p.mu.Lock()
		p.got = append(p.got, received{r.Header, string(body), verified.KeyID, strings.Join(verified.Components, " ")})
		n := len(p.got)
		p.mu.Unlock()
		if p.with != nil {
			if status := p.with(n, r); status != 0 {
				w.Header().Set("Location", "/elsewhere")
				w.WriteHeader(status)
			}
		}
	}))
	t.Cleanup(p.Close)
	return p
}

func (p *orderPlatform) received() []received {
	p.mu.Lock()
	defer p.mu.Unlock()
	return slices.Clone(p.got)
}

// seen lists what came: id and body.
func (p *orderPlatform) seen() string {
	var out []string
	for _, r := range p.received() {
		out = append(out, r.what())
	}
	return strings.Join(out, ", ")
}
