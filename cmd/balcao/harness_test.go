package main

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"math/rand/v2"
	"net"
	"net/http"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"time"

	"balcao/internal/bcptest"
)

// runMainEnv makes the test binary behave as the program itself, for tests that need the
// shop in a process of its own.
const runMainEnv = "BALCAO_TEST_RUN_MAIN"

func TestMain(m *testing.M) {
	if os.Getenv(runMainEnv) == "1" {
		main()
		return
	}
	if kind := os.Getenv(runServerEnv); kind != "" {
		runServer(kind)
	}
	os.Exit(m.Run())
}

// testShop is a whole shop that serves on a free port, with a folder of its own.
type testShop struct {
	t          testing.TB
	URL, Admin string
	Dir        string
	client     *http.Client
	stop       func()
	// inside is the shop itself, where the test put it together.
	inside *shop
}

// startShop starts a shop with the given flags beside those that make it small and
// private. It is stopped with the test.
func startShop(t testing.TB, flags ...string) *testShop {
	t.Helper()
	return startShopIn(t, t.TempDir(), flags...)
}

// keptAddress is an address that is told before somebody listens there, or while nobody does, as
// while a shop is started again: platforms know it by that, and its letters lead there. It is below the ports that the system gives to whoever
// asks for any, so that nobody else gets it meanwhile.
func keptAddress(t testing.TB) string {
	t.Helper()
	for range 100 {
		l, err := net.Listen("tcp", fmt.Sprintf("127.0.0.1:%d", 12_000+rand.IntN(20_000)))
		if err != nil {
			continue // taken
		}
		defer l.Close()
		return l.Addr().String()
	}
	t.Fatal("no port is free")
	return ""
}

func startShopIn(t testing.TB, dir string, flags ...string) *testShop {
	t.Helper()
	return startShopWith(t, dir, testLog{t}, flags...)
}

// startShopWith is startShopIn with the shop's log in a place of its own.
func startShopWith(t testing.TB, dir string, log io.Writer, flags ...string) *testShop {
	t.Helper()
	return startMain(t, dir, &Main{Stdout: io.Discard, Stderr: log}, flags...)
}

// startMain is startShopWith with a program that the test has made.
func startMain(t testing.TB, dir string, m *Main, flags ...string) *testShop {
	t.Helper()
	s := &testShop{t: t, Dir: dir, client: newClient()}
	listening := make(chan struct{})
	m.OnListening = func(public, admin string) {
		s.URL, s.Admin = public, admin
		close(listening)
	}
	args := append([]string{
		"serve", "--listen=127.0.0.1:0", "--admin-listen=127.0.0.1:0", "--log-level=warn",
		"--database=sqlite:" + filepath.Join(dir, "shop.db"), "--sandbox-settle-after=0s", "--drain=2s",
	}, flags...)
	if err := m.ParseFlags(args); err != nil {
		t.Fatalf("ParseFlags(%v) failed: %v", args, err)
	}
	ctx, cancel := context.WithCancel(context.Background())
	done := make(chan error, 1)
	go func() { done <- m.Run(ctx) }()
	select {
	case <-listening:
	case err := <-done:
		cancel()
		t.Fatalf("the shop did not start: %v", err)
	case <-time.After(30 * time.Second):
		cancel()
		t.Fatal("the shop did not start in 30 s")
	}
	var once sync.Once
	s.stop = func() {
		once.Do(func() {
			s.client.CloseIdleConnections() // the server would wait for those that never asked
			cancel()
			if err := <-done; err != nil {
				t.Errorf("the shop ended with: %v", err)
			}
			if err := m.Close(); err != nil {
				t.Errorf("the shop closed with: %v", err)
			}
		})
	}
	t.Cleanup(s.stop)
	return s
}

// testLog sends the shop's log to the test's.
type testLog struct{ t testing.TB }

func (l testLog) Write(p []byte) (int, error) {
	l.t.Logf("shop: %s", bytes.TrimSpace(p))
	return len(p), nil
}

// admin asks the admin listener.
func (s *testShop) admin(method, path, body string) (int, []byte) {
	s.t.Helper()
	token, err := os.ReadFile(filepath.Join(s.Dir, "shop.db.admin-token"))
	if err != nil {
		s.t.Fatalf("read admin token: %v", err)
	}
	req, err := http.NewRequest(method, s.Admin+path, strings.NewReader(body))
	if err != nil {
		s.t.Fatal(err)
	}
	req.Header.Set("Authorization", "Bearer "+strings.TrimSpace(string(token)))
	req.Header.Set("Content-Type", "application/json")
	resp, err := s.client.Do(req)
	if err != nil {
		s.t.Fatalf("admin %s %s failed: %v", method, path, err)
	}
	defer resp.Body.Close()
	raw, err := io.ReadAll(resp.Body)
	if err != nil {
		s.t.Fatalf("read admin answer: %v", err)
	}
	return resp.StatusCode, raw
}

// settle pays a sandbox charge.
func (s *testShop) settle(txid string) {
	s.t.Helper()
	if status, body := s.admin(http.MethodPost, "/sandbox/charges/"+txid+"/settle", ""); status >= 300 {
		s.t.Fatalf("settle(%s) = %d %s", txid, status, body)
	}
}

// setStock sets what is on hand of a variant.
func (s *testShop) setStock(variant string, n int) {
	s.t.Helper()
	if status, body := s.admin(http.MethodPut, "/stock/"+variant, fmt.Sprintf(`{"on_hand":%d}`, n)); status >= 300 {
		s.t.Fatalf("setStock(%s, %d) = %d %s", variant, n, status, body)
	}
}

// apiKey issues a key to a platform.
func (s *testShop) apiKey(profile string, rights ...string) string {
	s.t.Helper()
	in, err := json.Marshal(map[string]any{"profile": profile, "rights": rights})
	if err != nil {
		s.t.Fatal(err)
	}
	status, body := s.admin(http.MethodPost, "/platform-keys", string(in))
	var out struct{ Key string }
	if err := json.Unmarshal(body, &out); err != nil || out.Key == "" {
		s.t.Fatalf("apiKey(%s) = %d %s", profile, status, body)
	}
	return out.Key
}

// buyerAgent is a shopping agent that talks to a shop over A2A. Every checkout and order it
// sees is checked against the protocol's schemas when the test ends.
type buyerAgent struct {
	t    testing.TB
	shop *testShop
	// Header are sent with every request.
	Header http.Header
	// Context is the conversation; it is learnt from the first answer.
	Context string

	mu   sync.Mutex
	next int
	seen map[string][][]byte // by kind
}

const extensionURI = "https://bcp.dev.br/draft/specification/reference"

// agent returns one that identifies itself with one of the shop's sandbox
// profiles, such as "platform.json".
func (s *testShop) agent(t testing.TB, profile string) *buyerAgent {
	p := &buyerAgent{t: t, shop: s, Header: http.Header{}, seen: map[string][][]byte{}}
	p.Header.Set("Content-Type", "application/json")
	p.Header.Set("A2A-Version", "1.0")
	p.Header.Set("A2A-Extensions", extensionURI)
	p.Header.Set("BCP-Agent", fmt.Sprintf("profile=%q", s.URL+"/sandbox/"+profile))
	t.Cleanup(func() {
		if !bcptest.Available(t) {
			t.Log("the protocol's schemas are not here: what was seen is not held against them")
			return
		}
		for kind, docs := range p.seen {
			bcptest.Check(t, kind, docs...)
		}
	})
	return p
}

// reply is an answer over A2A.
type reply struct {
	t      testing.TB
	Status int
	Header http.Header
	Body   []byte
	// Error is set for a JSON-RPC error.
	Error *struct {
		Code    int
		Message string
		Data    []map[string]any
	}
	Message struct {
		MessageID, ContextID, TaskID, Role string
		Parts                              []struct {
			Text *string
			Data map[string]json.RawMessage
		}
		Extensions []string
	}
}

// post sends a body as it is.
func (p *buyerAgent) post(body []byte) *reply {
	p.t.Helper()
	req, err := http.NewRequest(http.MethodPost, p.shop.URL+"/bcp/a2a", bytes.NewReader(body))
	if err != nil {
		p.t.Fatal(err)
	}
	req.Header = p.Header.Clone()
	resp, err := p.shop.client.Do(req)
	if err != nil {
		p.t.Fatalf("post failed: %v", err)
	}
	defer resp.Body.Close()
	r := &reply{t: p.t, Status: resp.StatusCode, Header: resp.Header}
	if r.Body, err = io.ReadAll(resp.Body); err != nil {
		p.t.Fatalf("read answer: %v", err)
	}
	var envelope struct {
		Error  json.RawMessage
		Result struct{ Message json.RawMessage }
	}
	if err := json.Unmarshal(r.Body, &envelope); err != nil {
		p.t.Fatalf("the answer is not JSON: %v\n%s", err, r.Body)
	}
	if envelope.Error != nil {
		if err := json.Unmarshal(envelope.Error, &r.Error); err != nil {
			p.t.Fatalf("the error has another shape: %v\n%s", err, r.Body)
		}
	}
	if envelope.Result.Message != nil {
		if err := json.Unmarshal(envelope.Result.Message, &r.Message); err != nil {
			p.t.Fatalf("the message has another shape: %v\n%s", err, r.Body)
		}
		p.keep(r)
	}
	return r
}

// keep collects the objects for the schema check.
func (p *buyerAgent) keep(r *reply) {
	p.mu.Lock()
	defer p.mu.Unlock()
	for _, part := range r.Message.Parts {
		if raw, ok := part.Data["a2a.bcp.checkout"]; ok {
			kind := "checkout"
			if bytes.Contains(raw, []byte(`"status":"error"`)) {
				kind = "error"
			}
			p.seen[kind] = append(p.seen[kind], raw)
		}
		if raw, ok := part.Data["a2a.bcp.order"]; ok {
			p.seen["order"] = append(p.seen["order"], raw)
		}
	}
}

// message makes the body of a SendMessage with the given parts.
func (p *buyerAgent) message(parts ...any) []byte {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.next++
	m := map[string]any{"role": "ROLE_USER", "messageId": fmt.Sprintf("%s-%d-%p", p.t.Name(), p.next, p), "parts": parts}
	if p.Context != "" {
		m["contextId"] = p.Context
	}
	body, err := json.Marshal(map[string]any{"jsonrpc": "2.0", "id": p.next, "method": "SendMessage", "params": map[string]any{"message": m}})
	if err != nil {
		p.t.Fatal(err)
	}
	return body
}

// say sends a text, do sends an action; both learn the context.
func (p *buyerAgent) say(text string) *reply {
	p.t.Helper()
	return p.send(map[string]any{"text": text})
}

func (p *buyerAgent) do(action string, members ...any) *reply {
	p.t.Helper()
	data := map[string]any{"action": action}
	for i := 0; i+1 < len(members); i += 2 {
		data[members[i].(string)] = members[i+1]
	}
	return p.send(map[string]any{"data": data})
}

func (p *buyerAgent) send(parts ...any) *reply {
	p.t.Helper()
	r := p.post(p.message(parts...))
	if p.Context == "" {
		p.Context = r.Message.ContextID
	}
	return r
}

// text is all text of the answer.
func (r *reply) text() string {
	var out []string
	for _, part := range r.Message.Parts {
		if part.Text != nil {
			out = append(out, *part.Text)
		}
	}
	return strings.Join(out, "\n")
}

// data is a member of the answer's data parts, nil if it is not there.
func (r *reply) data(name string) map[string]any {
	for _, part := range r.Message.Parts {
		if raw, ok := part.Data[name]; ok {
			var v map[string]any
			if err := json.Unmarshal(raw, &v); err != nil {
				r.t.Fatalf("%s is not an object: %v", name, err)
			}
			return v
		}
	}
	return nil
}

// checkout is the answer's checkout; the test fails if there is none.
func (r *reply) checkout() map[string]any {
	r.t.Helper()
	c := r.data("a2a.bcp.checkout")
	if c == nil {
		r.t.Fatalf("the answer has no checkout: %s", r.Body)
	}
	return c
}

// status is the checkout's.
func (r *reply) status() string {
	r.t.Helper()
	s, _ := r.checkout()["status"].(string)
	return s
}

// total is one of the checkout's totals in minor units, -1 if it is not there.
func (r *reply) total(kind string) int64 {
	r.t.Helper()
	totals, _ := r.checkout()["totals"].([]any)
	for _, t := range totals {
		if m := t.(map[string]any); m["type"] == kind {
			return int64(m["amount"].(float64))
		}
	}
	return -1
}

// codes are the codes of the checkout's messages with their paths.
func (r *reply) codes() map[string]string {
	r.t.Helper()
	out := map[string]string{}
	messages, _ := r.checkout()["messages"].([]any)
	for _, m := range messages {
		msg := m.(map[string]any)
		path, _ := msg["path"].(string)
		out[msg["code"].(string)] = path
	}
	return out
}

// charge is the Pix charge's txid; the test fails if none is shown.
func (r *reply) charge() string {
	r.t.Helper()
	instruments, _ := dig(r.checkout(), "payment", "instruments").([]any)
	for _, i := range instruments {
		if txid, ok := dig(i, "credential", "provider_payment_id").(string); ok {
			return txid
		}
	}
	r.t.Fatalf("the answer shows no charge: %s", r.Body)
	return ""
}

// dig walks down the members of objects.
func dig(v any, path ...string) any {
	for _, name := range path {
		m, _ := v.(map[string]any)
		v = m[name]
	}
	return v
}

// until polls get_checkout until the status is reached.
func (p *buyerAgent) until(status string) *reply {
	p.t.Helper()
	deadline := time.Now().Add(10 * time.Second)
	for {
		r := p.do("get_checkout")
		if r.status() == status {
			return r
		}
		if time.Now().After(deadline) {
			p.t.Fatalf("status is %q, want %q", r.status(), status)
		}
		time.Sleep(20 * time.Millisecond)
	}
}
