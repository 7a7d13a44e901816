package notify

import (
	"context"
	"errors"
	"fmt"
	"net"
	"net/http"
	"net/http/httptest"
	"strconv"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"golang.org/x/net/dns/dnsmessage"

	"balcao/internal/ids"
	"balcao/internal/safehttp"
	"balcao/order"
)

// Every version comes once, in order, with a signature over all that matters.
func TestOrderWebhooks(t *testing.T) {
	t.Parallel()
	b := webhooksOnLoop(t)
	p := newOrderPlatform(t, b, nil)
	for v := range int64(3) {
		b.owe("ord_1", v+1, p.URL+"/hooks/orders?k=1")
		b.clock.Advance(1500 * time.Millisecond)
	}
	if again := b.run("ord_1"); !again.IsZero() {
		t.Errorf("again at %v", again)
	}
	if want := `ord_1.1 {"id":"ord_1","label":"v1"}, ord_1.2 {"id":"ord_1","label":"v2"}, ord_1.3 {"id":"ord_1","label":"v3"}`; p.seen() != want {
		t.Errorf("got %s", p.seen())
	}
	for i, r := range p.received() {
		at := strconv.FormatInt(start.Add(time.Duration(i)*1500*time.Millisecond).Unix(), 10)
		for name, want := range map[string]string{
			"Content-Type": "application/json", "Bcp-Agent": `profile="` + shopProfile + `"`, "Webhook-Timestamp": at, "Authorization": "", "Idempotency-Key": "",
		} {
			if got := r.header.Get(name); got != want {
				t.Errorf("%s: %q, want %q", name, got, want)
			}
		}
		const covers = `"@method" "@authority" "@path" "@query" "content-digest" "content-type" "bcp-agent" "webhook-id" "webhook-timestamp"`
		if r.covers != covers {
			t.Errorf("covers %s", r.covers)
		}
	}
	if len(b.book.of) != 0 || b.counted["delivered"] != 3 || len(b.counted) != 1 {
		t.Errorf("left %v, counted %v", b.book.of, b.counted)
	}
	if again := b.run("ord_1"); !again.IsZero() || len(p.received()) != 3 {
		t.Errorf("and then: again %v, %d received", again, len(p.received()))
	}
}

// 2xx is taken; 410 is final; all else is tried again, and nobody is followed elsewhere.
func TestWebhookStatuses(t *testing.T) {
	t.Parallel()
	for status, want := range map[int]string{
		200: "taken", 201: "taken", 202: "taken", 204: "taken", 299: "taken",
		301: "again", 302: "again", 307: "again", 308: "again", 400: "again", 401: "again", 404: "again",
		409: "again", 422: "again", 429: "again", 500: "again", 502: "again", 503: "again", 410: "dead",
	} {
		t.Run(strconv.Itoa(status), func(t *testing.T) {
			t.Parallel()
			b := webhooksOnLoop(t)
			p := newOrderPlatform(t, b, func(int, *http.Request) int { return status })
			b.owe("ord_1", 1, p.URL+"/s3cret")
			again := b.run("ord_1")
			got := "taken"
			if len(b.book.of) > 0 {
				n := b.book.get(t, "ord_1", 1)
				got = "again"
				if n.Dead {
					got = "dead"
				}
				if n.Tries != 1 || n.Status != status || !n.TriedAt.Equal(start) || n.Failure != fmt.Sprint("status ", status) {
					t.Errorf("kept %+v", n)
				}
			}
			if got != want || again.IsZero() == (want == "again") || want == "again" && !again.Equal(start.Add(time.Second)) {
				t.Errorf("%s, again %v; want %s", got, again, want)
			}
			if requests := p.received(); len(requests) != 1 {
				t.Errorf("%d requests", len(requests))
			}
			if strings.Contains(b.log.String(), "s3cret") {
				t.Errorf("the log tells a secret: %s", b.log)
			}
		})
	}
}

// A later version waits for the one before; other orders do not.
func TestWebhookOrder(t *testing.T) {
	t.Parallel()
	b := webhooksOnLoop(t)
	p := newOrderPlatform(t, b, func(n int, r *http.Request) int {
		if n < 4 && strings.HasPrefix(r.Header.Get("Webhook-Id"), "ord_a.") {
			return http.StatusInternalServerError
		}
		return 0
	})
	for v := range int64(2) {
		b.owe("ord_a", v+1, p.URL)
		b.owe("ord_b", v+1, p.URL)
	}
	if got := b.wait("ord_a"); got != "1s" {
		t.Errorf("a waits %s", got)
	}
	if got := b.wait("ord_b"); got != "none" {
		t.Errorf("b waits %s", got)
	}
	b.owe("ord_a", 3, p.URL) // a new version does not hurry the one before
	if got := b.wait("ord_a"); got != "1s" {
		t.Errorf("a waits %s", got)
	}
	b.clock.Advance(time.Second)
	if got := b.wait("ord_a"); got != "none" {
		t.Errorf("then a waits %s", got)
	}
	var order []string
	for _, r := range p.received() {
		order = append(order, r.header.Get("Webhook-Id"))
	}
	if want := "ord_a.1 ord_b.1 ord_b.2 ord_a.1 ord_a.2 ord_a.3"; strings.Join(order, " ") != want {
		t.Errorf("got %s, want %s", order, want)
	}
}

// What was sent and not recorded is sent again as the same, and so is what a platform failed on.
func TestWebhookAgainIsTheSame(t *testing.T) {
	t.Parallel()
	b := webhooksOnLoop(t)
	p := newOrderPlatform(t, b, func(n int, _ *http.Request) int {
		if n == 1 {
			return http.StatusBadGateway
		}
		return 0
	})
	b.owe("ord_1", 1, p.URL)
	b.run("ord_1")
	b.clock.Advance(time.Hour)
	b.book.fail["NoticeTaken"] = errFaulty // as if we had died before
	if _, err := b.Deliver(t.Context(), "ord_1"); !errors.Is(err, errFaulty) {
		t.Errorf("error %v", err)
	}
	b.clock.Advance(time.Hour)
	b.run("ord_1")
	got := p.received()
	if len(got) != 3 {
		t.Fatalf("%d tries", len(got))
	}
	for _, r := range got[1:] {
		for _, name := range []string{"Webhook-Id", "Webhook-Timestamp", "Content-Digest"} {
			if r.header.Get(name) != got[0].header.Get(name) {
				t.Errorf("%s was %s, then %s", name, got[0].header.Get(name), r.header.Get(name))
			}
		}
		if r.body != got[0].body || r.header.Get("Signature") == got[0].header.Get("Signature") {
			t.Errorf("body %s, signature %s", r.body, r.header.Get("Signature"))
		}
	}
}

// Each try is signed by the key of the moment.
func TestWebhookKeyRotation(t *testing.T) {
	t.Parallel()
	b := webhooksOnLoop(t)
	p := newOrderPlatform(t, b, func(n int, _ *http.Request) int {
		if n == 1 {
			return http.StatusInternalServerError
		}
		return 0
	})
	b.owe("ord_1", 1, p.URL)
	b.run("ord_1")
	if _, err := b.ring.Make(0); err != nil {
		t.Fatal(err)
	}
	b.clock.Advance(time.Second)
	b.run("ord_1")
	got := p.received()
	if len(got) != 2 || got[0].key == got[1].key || got[1].key == "" {
		t.Errorf("signed by %v", got)
	}
}

func TestNoticeBackoff(t *testing.T) {
	t.Parallel()
	for tries, want := range map[int]time.Duration{
		0: time.Second, 1: time.Second, 2: 2 * time.Second, 3: 4 * time.Second, 11: 1024 * time.Second, 12: 2048 * time.Second,
		13: 40 * time.Minute, 1 << 40: 40 * time.Minute,
	} {
		if got := noticeBackoff(tries, 0); got != want {
			t.Errorf("%d tries: %v, want %v", tries, got, want)
		}
		if got := noticeBackoff(tries, 0.5); got != want+want/4 {
			t.Errorf("%d tries, by chance: %v", tries, got)
		}
		if got := noticeBackoff(tries, 0.999999); got > time.Hour {
			t.Errorf("%d tries: %v", tries, got)
		}
	}
	// A platform that is down for the whole time is not called much, nor forgotten soon.
	n, at := 0, time.Duration(0)
	for ; at <= noticePatience; n++ {
		at += noticeBackoff(n+1, 0)
	}
	if n < 100 || n > 130 {
		t.Errorf("%d tries in %v", n, noticePatience)
	}
}

// After so long it is a dead letter, loudly; then the next has its turn, with its own time.
func TestWebhookGivenUp(t *testing.T) {
	t.Parallel()
	b := webhooksOnLoop(t)
	p := newOrderPlatform(t, b, func(_ int, r *http.Request) int {
		if r.Header.Get("Webhook-Id") == "ord_1.1" {
			return http.StatusInternalServerError
		}
		return 0
	})
	b.owe("ord_1", 1, p.URL)
	b.owe("ord_1", 2, p.URL)
	for b.clock.Now().Sub(start) <= noticePatience {
		again := b.run("ord_1")
		if b.book.get(t, "ord_1", 1).Dead {
			t.Fatalf("dead after %v", b.clock.Now().Sub(start))
		}
		b.clock.Advance(again.Sub(b.clock.Now()))
	}
	tries := len(p.received())
	if got := b.wait("ord_1"); got != "none" {
		t.Errorf("waits %s", got)
	}
	n := b.book.get(t, "ord_1", 1)
	if !n.Dead || n.Tries != tries+1 || n.Status != 500 || !n.Next.IsZero() || len(b.book.of) != 1 {
		t.Errorf("kept %+v of %d", n, len(b.book.of))
	}
	if !strings.HasSuffix(p.seen(), `, ord_1.2 {"id":"ord_1","label":"v2"}`) {
		t.Error("the next one did not come")
	}
	if b.counted["dead"] != 1 || b.counted["failed"] != tries || b.counted["delivered"] != 1 {
		t.Errorf("counted %v of %d tries", b.counted, tries)
	}
	if log := b.log.String(); strings.Count(log, `"level":"ERROR"`) != 1 || !strings.Contains(log, `"notice":"ord_1.1"`) {
		t.Errorf("log %s", log[max(0, len(log)-500):])
	}
}

// Nothing inside is called, whatever a profile says, and there is nothing to try again.
func TestWebhookForbiddenTargets(t *testing.T) {
	t.Parallel()
	var called atomic.Bool
	inside := httptest.NewServer(http.HandlerFunc(func(http.ResponseWriter, *http.Request) { called.Store(true) }))
	t.Cleanup(inside.Close)
	b := newWebhookBench(t, safehttp.Config{Resolver: namesInside(t)})
	for i, url := range []string{
		inside.URL + "/s3cret", strings.Replace(inside.URL, "http", "https", 1), strings.Replace(inside.URL, "127.0.0.1", "localhost", 1),
		"https://169.254.169.254/latest", "https://10.0.0.1/", "https://192.168.1.1/", "https://[::1]/", "https://[::ffff:10.0.0.1]/", "https://[fd00::1]/",
		"https://0x7f000001/", "https://2130706433/", "https://inside.example/", "http://p.example/", "ftp://p.example/", "https://u:s3cret@p.example/",
		"https:///none", "://", "s3cret", "https://p.example/#fragment", "https://p.example/?q=é", "https://p.example/a b?c d", "https://p.exämple/",
	} {
		id := ids.Order(fmt.Sprint("ord_", i))
		b.owe(id, 1, url)
		again := b.run(id)
		if n := b.book.get(t, id, 1); !again.IsZero() || !n.Dead || n.Status != 0 || n.Tries != 1 {
			t.Errorf("%s: again %v, kept %+v", url, again, n)
		}
	}
	if called.Load() || strings.Contains(b.log.String(), "s3cret") {
		t.Errorf("called %t, log %s", called.Load(), b.log)
	}
}

// namesInside resolves every name to a private address.
func namesInside(t *testing.T) *net.Resolver {
	t.Helper()
	server, err := net.ListenPacket("udp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { server.Close() })
	go func() {
		buf := make([]byte, 1500)
		for {
			n, from, err := server.ReadFrom(buf)
			if err != nil {
				return
			}
			var msg dnsmessage.Message
			if msg.Unpack(buf[:n]) != nil {
				continue
			}
			q := msg.Questions[0]
			msg.Response, msg.Additionals = true, nil
			if q.Type == dnsmessage.TypeA {
				header := dnsmessage.ResourceHeader{Name: q.Name, Type: q.Type, Class: q.Class, TTL: 1}
				msg.Answers = []dnsmessage.Resource{{Header: header, Body: &dnsmessage.AResource{A: [4]byte{10, 0, 0, 1}}}}
			}
			if out, err := msg.Pack(); err == nil {
				_, _ = server.WriteTo(out, from)
			}
		}
	}()
	return &net.Resolver{PreferGo: true, Dial: func(ctx context.Context, _, _ string) (net.Conn, error) {
		return new(net.Dialer).DialContext(ctx, "udp", server.LocalAddr().String())
	}}
}

// The profile of the moment says where to; what it said at the purchase counts while there is
// none.
func TestWebhookAddress(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct {
		// frozen, now and anew are paths at the platform; "-" is nothing, "?" a profile that
		// cannot be had.
		frozen, now, anew string
		want              string
		dead              bool
	}{
		"as it was":              {"/old", "/old", "/old", "/old", false},
		"no profile":             {"/old", "?", "?", "/old", false},
		"moved":                  {"/old", "/new", "/new", "/new", false},
		"withdrawn":              {"/old", "-", "-", "", true},
		"withdrawn, then not":    {"/old", "-", "/new", "/new", false},
		"gone":                   {"/gone", "/gone", "/gone", "/gone", true},
		"gone, no profile":       {"/gone", "?", "?", "/gone", true},
		"gone, none any more":    {"/gone", "/gone", "-", "/gone", true},
		"gone, and moved":        {"/gone", "/gone", "/new", "/gone /new", false},
		"gone, copy not at hand": {"/gone", "?", "/new", "/gone /new", false},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			b := webhooksOnLoop(t)
			var paths []string
			p := newOrderPlatform(t, b, func(_ int, r *http.Request) int {
				paths = append(paths, r.URL.Path)
				if r.URL.Path == "/gone" {
					return http.StatusGone
				}
				return 0
			})
			says := func(m map[string]string, path string) {
				switch path {
				case "?":
					delete(m, owner)
				case "-":
					m[owner] = ""
				default:
					m[owner] = p.URL + path
				}
			}
			says(b.addresses, c.now)
			says(b.anew, c.anew)
			b.owe("ord_1", 1, p.URL+c.frozen)
			if again := b.run("ord_1"); !again.IsZero() {
				b.clock.Advance(again.Sub(b.clock.Now()))
				says(b.addresses, c.anew) // as the copy is now
				b.run("ord_1")
			}
			dead := len(b.book.of) == 1 && b.book.of[0].Dead
			if got := strings.Join(paths, " "); got != c.want || dead != c.dead || len(b.book.of) == 1 != c.dead {
				t.Errorf("called %q, left %+v", got, b.book.of)
			}
		})
	}
}

// A host that hangs holds up nobody else, and of its own orders no more than there are lanes.
func TestWebhookSlowHost(t *testing.T) {
	t.Parallel()
	b := webhooksOnLoop(t)
	arrived, let := make(chan string), make(chan struct{})
	slow := newOrderPlatform(t, b, func(_ int, r *http.Request) int {
		arrived <- r.Header.Get("Webhook-Id")
		<-let
		return 0
	})
	quick := newOrderPlatform(t, b, nil)
	for i := range 3 {
		b.owe(ids.Order(fmt.Sprint("slow_", i)), 1, slow.URL)
	}
	b.owe("slow_0", 2, slow.URL)
	b.owe("quick", 1, quick.URL)
	done := make(chan error, 2)
	for i := range noticesToHost {
		go func() {
			_, err := b.Deliver(t.Context(), ids.Order(fmt.Sprint("slow_", i)))
			done <- err
		}()
		<-arrived
	}
	for id, want := range map[ids.Order]string{"slow_0": "1.02s", "slow_2": "1.02s", "quick": "none"} {
		if got := b.wait(id); got != want {
			t.Errorf("%s waits %s, want %s", id, got, want)
		}
	}
	if len(quick.received()) != 1 || len(slow.received()) != noticesToHost {
		t.Errorf("quick got %s, slow %s", quick.seen(), slow.seen())
	}
	close(let)
	for range noticesToHost {
		if err := <-done; err != nil {
			t.Error(err)
		}
	}
	go func() {
		for range arrived {
		}
	}()
	b.clock.Advance(time.Minute)
	for _, id := range []ids.Order{"slow_0", "slow_1", "slow_2"} {
		if got := b.wait(id); got != "none" {
			t.Errorf("%s then waits %s", id, got)
		}
	}
	if len(slow.received()) != 4 || len(b.orders.of)+len(b.hosts.of) != 0 {
		t.Errorf("slow got %s; lanes left: %v %v", slow.seen(), b.orders.of, b.hosts.of)
	}
}

// A host that is not reached is left alone by all its orders, and one that has too much to do.
func TestWebhookHeldHost(t *testing.T) {
	t.Parallel()
	for _, status := range []int{0, http.StatusServiceUnavailable, http.StatusTooManyRequests} {
		b := webhooksOnLoop(t)
		p := newOrderPlatform(t, b, func(n int, _ *http.Request) int {
			if n == 1 {
				return status
			}
			return 0
		})
		target := p.URL
		if status == 0 {
			p.Close()
		}
		b.owe("ord_1", 1, target)
		b.owe("ord_2", 1, target)
		if got := b.wait("ord_1"); got != "1s" {
			t.Errorf("%d: the first waits %s", status, got)
		}
		if got := b.wait("ord_2"); got != "5s" || b.book.get(t, "ord_2", 1).Tries != 0 {
			t.Errorf("%d: the second waits %s", status, got)
		}
		b.clock.Advance(noticePatience + time.Second)
		if status == 0 { // and who is held for too long is given up without a try of its own
			b.run("ord_1")
			if got := b.wait("ord_2"); got != "none" || !b.book.get(t, "ord_2", 1).Dead {
				t.Errorf("the second waits %s", got)
			}
		} else if got := b.wait("ord_1") + b.wait("ord_2"); got != "nonenone" {
			t.Errorf("%d: then %s", status, got)
		}
	}
}

// A failure of ours is owed however often it comes, and is no try.
func TestWebhookOwnFailures(t *testing.T) {
	t.Parallel()
	b := webhooksOnLoop(t)
	p := newOrderPlatform(t, b, func(int, *http.Request) int { return http.StatusInternalServerError })
	b.owe("ord_1", 1, p.URL)
	b.clock.Advance(2 * noticePatience)
	fails := func(what string, want error) {
		t.Helper()
		if _, err := b.Deliver(t.Context(), "ord_1"); !errors.Is(err, want) {
			t.Errorf("%s: %v", what, err)
		}
		if n := b.book.get(t, "ord_1", 1); n.Tries != 0 || n.Dead {
			t.Errorf("%s: kept %+v", what, n)
		}
	}
	encode := b.Encode
	b.Encode = func(*order.Order) ([]byte, error) { return nil, errFaulty }
	fails("encode", errFaulty)
	b.Encode = encode
	for _, method := range []string{"NextNotice", "NoticeMissed"} {
		b.book.fail[method] = errFaulty
		fails(method, errFaulty)
	}
}
