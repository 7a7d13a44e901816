package main

import (
	"context"
	"crypto"
	"crypto/ecdsa"
	"crypto/elliptic"
	"encoding/base64"
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"net/url"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"balcao/httpsig"
	"balcao/internal/bcptest"
)

// hookPlatform is a platform with a webhook for its orders. It verifies what it gets by the
// keys that the shop publishes.
type hookPlatform struct {
	t *testing.T
	*httptest.Server
	shop *testShop

	mu sync.Mutex
	// base is the shop's address, which stays when it is started again.
	base string
	// status is what it answers, 0 for 200; before is done before it answers.
	status int
	before func()
	got    []hook
	came   chan struct{}
}

// hook is a webhook as it came.
type hook struct {
	id, key string
	body    []byte
	status  int
}

func newHookPlatform(t *testing.T) *hookPlatform {
	t.Helper()
	p := &hookPlatform{t: t, came: make(chan struct{}, 1000)}
	mux := http.NewServeMux()
	mux.HandleFunc("/profile.json", func(w http.ResponseWriter, _ *http.Request) {
		status, sandbox := get(t, http.DefaultClient, p.address()+"/sandbox/platform.json")
		var doc map[string]any
		if err := json.Unmarshal(sandbox, &doc); err != nil || status != http.StatusOK {
			t.Errorf("sandbox platform: %d %v", status, err)
			return
		}
		orders := dig(doc, "ucp", "capabilities", "br.dev.bcp.shopping.order").([]any)
		orders[0].(map[string]any)["config"] = map[string]string{"webhook_url": p.URL + "/orders?k=v"}
		_ = json.NewEncoder(w).Encode(doc)
	})
	mux.HandleFunc("POST /orders", p.take)
	p.Server = httptest.NewServer(mux)
	t.Cleanup(p.Close)
	return p
}

// buysAt has the platform buy at this shop from now on.
func (p *hookPlatform) buysAt(s *testShop) {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.shop, p.base = s, s.URL
}

func (p *hookPlatform) address() string {
	p.mu.Lock()
	defer p.mu.Unlock()
	return p.base
}

func (p *hookPlatform) take(w http.ResponseWriter, r *http.Request) {
	body, _ := io.ReadAll(r.Body)
	verifier, err := httpsig.NewVerifier(httpsig.Policy{Now: time.Now, Window: time.Minute, Skew: time.Second})
	if err != nil {
		p.t.Error(err)
	}
	public, _ := url.Parse(p.URL)
	verified, err := verifier.Request(r.Context(), httpsig.Received(r, public, body), p.published)
	if err != nil || !verified.Covers("bcp-agent") || !verified.Covers("webhook-id") || !verified.Covers("webhook-timestamp") || !verified.Covers("@query") {
		p.t.Errorf("the signature: %+v, %v", verified, err)
	}
	if want := fmt.Sprintf("profile=%q", p.address()+"/.well-known/bcp"); r.Header.Get("BCP-Agent") != want {
		p.t.Errorf("BCP-Agent: %s, want %s", r.Header.Get("BCP-Agent"), want)
	}
	p.mu.Lock()
	status := max(p.status, 200)
	p.got = append(p.got, hook{r.Header.Get("Webhook-Id"), verified.KeyID, body, status})
	before := p.before
	p.before = nil
	p.mu.Unlock()
	if before != nil {
		before()
	}
	w.WriteHeader(status)
	p.came <- struct{}{}
}

// published finds a key in the shop's profile, as it is now.
func (p *hookPlatform) published(ctx context.Context, kid string) (crypto.PublicKey, error) {
	_, raw := get(p.t, http.DefaultClient, p.address()+"/.well-known/bcp")
	var doc struct {
		Keys []struct{ KID, X, Y string }
	}
	if err := json.Unmarshal(raw, &doc); err != nil {
		return nil, err
	}
	for _, k := range doc.Keys {
		if k.KID == kid {
			x, _ := base64.RawURLEncoding.DecodeString(k.X)
			y, _ := base64.RawURLEncoding.DecodeString(k.Y)
			return ecdsa.ParseUncompressedPublicKey(elliptic.P256(), slices.Concat([]byte{4}, x, y))
		}
	}
	return nil, httpsig.ErrNoKey
}

func (p *hookPlatform) answers(status int) {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.status = status
}

// wait waits for the next webhook.
func (p *hookPlatform) wait() hook {
	p.t.Helper()
	select {
	case <-p.came:
	case <-time.After(time.Minute):
		p.t.Fatal("no webhook came in a minute")
	}
	p.mu.Lock()
	defer p.mu.Unlock()
	return p.got[len(p.got)-1]
}

// buy has the platform buy shirts by Pix and returns the order's id.
func (p *hookPlatform) buy() string {
	p.t.Helper()
	a := p.shop.agent(p.t, "platform.json")
	a.Header.Set("BCP-Agent", fmt.Sprintf("profile=%q", p.URL+"/profile.json"))
	a.readyShirts()
	p.shop.settle(a.do("start_payment").charge())
	id, _ := dig(a.until("completed").checkout(), "order", "id").(string)
	if id == "" {
		p.t.Fatal("there is no order")
	}
	return id
}

// An order that is placed comes to its platform once, whole and signed; one that the platform
// fails on, or that the shop is stopped with, comes again as the same, by the new key too.
func TestOrderWebhook(t *testing.T) {
	t.Parallel()
	p := newHookPlatform(t)
	dir := t.TempDir()
	listen := "--listen=" + keptAddress(t)
	p.buysAt(startShopIn(t, dir, listen))
	first := p.buy()
	got := p.wait()
	if got.id != first+".1" || dig(decoded(t, got.body), "id") != first || dig(decoded(t, got.body), "ucp", "version") != "2026-07-28" {
		t.Errorf("order %s: got %s: %s", first, got.id, got.body)
	}
	if bcptest.Available(t) {
		bcptest.Check(t, "order", got.body)
	}

	p.answers(http.StatusInternalServerError)
	second := p.buy()
	failed := p.wait()
	p.shop.stop()
	mustKeys(t, dir, "make", "--now")
	p.answers(0)
	p.buysAt(startShopIn(t, dir, listen))
	for got = p.wait(); got.status != 200; got = p.wait() {
	}
	if failed.id != second+".1" || got.id != failed.id || string(got.body) != string(failed.body) || got.key == failed.key {
		t.Errorf("first %s by %s: %s\nthen %s by %s: %s", failed.id, failed.key, failed.body, got.id, got.key, got.body)
	}
	p.mu.Lock()
	defer p.mu.Unlock()
	taken := map[string]int{}
	for _, h := range p.got {
		if h.status == 200 {
			taken[h.id]++
		}
	}
	if len(taken) != 2 || taken[first+".1"] != 1 || taken[second+".1"] != 1 {
		t.Errorf("taken %v", taken)
	}
}

// A shop that is killed after the platform has the webhook, and before it can note that, sends
// it again as the same.
func TestWebhookKilledInTheMiddle(t *testing.T) {
	t.Parallel()
	p := newHookPlatform(t)
	dir := t.TempDir()
	address := keptAddress(t)
	first := spawnShop(t, dir, address, "--sandbox-settle-after=0")
	p.buysAt(first.testShop)
	p.before = func() { first.kill() }
	a := p.shop.agent(t, "platform.json")
	a.Header.Set("BCP-Agent", fmt.Sprintf("profile=%q", p.URL+"/profile.json"))
	a.readyShirts()
	p.shop.settle(a.do("start_payment").charge())
	before := p.wait()
	again := spawnShop(t, dir, address)
	p.buysAt(again.testShop)
	after := p.wait()
	if after.id != before.id || string(after.body) != string(before.body) || !strings.HasSuffix(before.id, ".1") {
		t.Errorf("before %s: %s\nafter %s: %s", before.id, before.body, after.id, after.body)
	}
	time.Sleep(1200 * time.Millisecond) // long enough for another try
	if len(p.came) > 0 {
		t.Error("it came a third time")
	}
}

func decoded(t *testing.T, raw []byte) map[string]any {
	t.Helper()
	var out map[string]any
	if err := json.Unmarshal(raw, &out); err != nil {
		t.Fatalf("%v: %s", err, raw)
	}
	return out
}

// A webhook that was given up is listed, and sent again at the staff's word, whether the shop
// runs or not.
func TestWebhookReplay(t *testing.T) {
	t.Parallel()
	p := newHookPlatform(t)
	dir := t.TempDir()
	listen := "--listen=" + keptAddress(t)
	p.buysAt(startShopIn(t, dir, listen))
	p.answers(http.StatusGone)
	id := p.buy()
	p.wait()
	run := func(args ...string) string {
		t.Helper()
		status, out, errs := staff(t, dir, strings.TrimPrefix(p.shop.Admin, "http://"), append([]string{"orders", "webhooks"}, args...)...)
		return strings.Join(strings.Fields(fmt.Sprint(status, " ", out, errs)), " ")
	}
	listed := func() string {
		t.Helper()
		const head = "0 ID STATE TRIES STATUS LAST TRY NEXT TRY PLATFORM FAILURE"
		list, ok := strings.CutPrefix(run(), head)
		if !ok {
			t.Errorf("listed %s", list)
		}
		return list
	}
	dead := func() {
		t.Helper()
		list := ""
		for range 100 { // it is written after the answer
			if list = listed(); strings.HasPrefix(list, " "+id+".1 dead 1 410 20") {
				break
			}
			time.Sleep(50 * time.Millisecond)
		}
		if !strings.HasPrefix(list, " "+id+".1 dead 1 410 20") || !strings.HasSuffix(list, "Z - "+p.URL+"/profile.json status 410") {
			t.Errorf("listed %s", list)
		}
	}
	dead()
	for _, c := range []struct{ args, want string }{
		{id + ".2", "1 balcao: there is no such webhook that was given up"}, {"--order=ord_none", "1 balcao: there is no such webhook that was given up"},
		{"", "2"}, {id + ".1 --all", "2"}, {id, "2"},
	} {
		if got := run(append([]string{"replay"}, strings.Fields(c.args)...)...); !strings.HasPrefix(got, c.want) {
			t.Errorf("replay %s: %s, want %s", c.args, got, c.want)
		}
	}
	for _, which := range []string{id + ".1", "--order=" + id, "--all"} {
		if got := run("replay", which); got != "0 to be sent again: 1" {
			t.Errorf("replay %s: %s", which, got)
		}
		p.wait()
		dead()
	}
	p.shop.stop()
	dead()
	if got := run("replay", "--order=ord_none"); !strings.HasPrefix(got, "1 balcao: there is no such webhook") {
		t.Errorf("replay of nothing: %s", got)
	}
	if got := run("replay", "--all"); got != "0 to be sent again: 1" {
		t.Errorf("replay: %s", got)
	}
	if list := listed(); !strings.HasPrefix(list, " "+id+".1 queued 0 410 20") {
		t.Errorf("listed %s", list)
	}
	p.answers(0)
	p.buysAt(startShopIn(t, dir, listen))
	if got := p.wait(); got.id != id+".1" || got.status != 200 {
		t.Errorf("got %s", got.id)
	}
	list := listed()
	for i := 0; i < 100 && list != ""; i++ {
		time.Sleep(50 * time.Millisecond)
		list = listed()
	}
	if list != "" {
		t.Errorf("left %s", list)
	}
	metrics := ""
	for range 100 {
		_, raw := p.shop.admin(http.MethodGet, "/metrics", "")
		if metrics = string(raw); strings.Contains(metrics, `balcao_order_webhooks_total{outcome="delivered"} 1`) {
			return
		}
		time.Sleep(50 * time.Millisecond)
	}
	t.Error("the metrics do not count it")
}
