package main

import (
	"bufio"
	"bytes"
	"encoding/json"
	"fmt"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"testing"

	"golang.org/x/tools/txtar"

	"balcao/internal/bcptest"
)

// TestTranscripts plays the scripts of testdata/transcripts/a2a. A line is a command with
// arguments; the comment of the archive says what it is about. Requests and expected
// answers are read from the protocol's documents when the test runs.
func TestTranscripts(t *testing.T) {
	t.Parallel()
	eachArchive(t, "*.txtar", func(t *testing.T, file string, archive *txtar.Archive) {
		s := &script{t: t, shared: bcptest.Shared(t)}
		lines := bufio.NewScanner(bytes.NewReader(archive.Comment))
		for n := 1; lines.Scan(); n++ {
			line := strings.TrimSpace(lines.Text())
			if line == "" || strings.HasPrefix(line, "#") {
				continue
			}
			if err := s.run(strings.Fields(line)); err != nil {
				t.Fatalf("%s:%d: %s: %v", file, n, line, err)
			}
		}
	})
}

// eachArchive plays the archives in testdata/transcripts/a2a that match, side by side.
func eachArchive(t *testing.T, pattern string, play func(t *testing.T, file string, archive *txtar.Archive)) {
	t.Helper()
	files, err := filepath.Glob("../../testdata/transcripts/a2a/" + pattern)
	if err != nil || len(files) == 0 {
		t.Fatalf("no transcripts %s: %v", pattern, err)
	}
	for _, file := range files {
		t.Run(strings.TrimSuffix(filepath.Base(file), ".txtar"), func(t *testing.T) {
			t.Parallel()
			archive, err := txtar.ParseFile(file)
			if err != nil {
				t.Fatal(err)
			}
			play(t, file, archive)
		})
	}
}

// script is a transcript at work.
type script struct {
	t      *testing.T
	shared string
	shop   *testShop
	agent  *buyerAgent
	sent   []byte
	last   *reply
	txid   string
	// profile is the platform's, where it is not one of the shop's own.
	profile string
	// instrument is the Pix instrument of our own charge.
	instrument any
}

func (s *script) run(words []string) error {
	args := words[1:]
	switch words[0] {
	case "shop":
		s.shop = startShop(s.t, args...)
	case "as":
		s.agent = s.shop.agent(s.t, args[0])
	case "as-playground":
		return s.asPlayground()
	case "discover":
		return s.discover()
	case "send":
		body, err := s.request(args)
		if err != nil {
			return err
		}
		s.answered(body, s.agent.post(body))
	case "act":
		body := s.agent.message(map[string]any{"data": map[string]any{"action": args[0]}})
		s.answered(body, s.agent.post(body))
	case "again":
		if again := s.agent.post(s.sent); !bytes.Equal(again.Body, s.last.Body) {
			return fmt.Errorf("the retry answered\n%s\nnot\n%s", again.Body, s.last.Body)
		}
	case "first":
		if want := strings.Join(args, " "); !strings.Contains(strings.SplitN(s.last.text(), ",", 2)[0], want) {
			return fmt.Errorf("the answer starts otherwise: %s", s.last.text())
		}
	case "status":
		if got := s.last.status(); got != args[0] {
			return fmt.Errorf("status is %q: %s", got, s.last.Body)
		}
	case "refused":
		messages, _ := s.last.checkout()["messages"].([]any)
		if len(messages) != 1 || dig(messages[0], "code") != args[0] || dig(s.last.checkout(), "ucp", "status") != "error" {
			return fmt.Errorf("the answer is not refused so: %s", s.last.Body)
		}
	case "total":
		want, err := strconv.ParseInt(args[1], 10, 64)
		if got := s.last.total(args[0]); err != nil || got != want {
			return fmt.Errorf("%s is %d (%v)", args[0], got, err)
		}
	case "settle":
		s.shop.settle(s.txid)
	case "await":
		s.last = s.agent.until(args[0])
	case "order":
		return s.orderIsThere()
	case "holds":
		return s.holds(args)
	case "holds-order":
		return s.holdsOrder(args[1])
	default:
		return fmt.Errorf("unknown command")
	}
	return nil
}

// asPlayground identifies as a platform that declares what the playground negotiated, in
// the playground's version of the protocol.
func (s *script) asPlayground() error {
	step, err := s.playground("01-connect-seller")
	if err != nil {
		return err
	}
	ucp, _ := dig(step, "response", "business_profile", "ucp").(map[string]any)
	body, err := json.Marshal(map[string]any{"ucp": map[string]any{
		"version": ucp["version"], "capabilities": ucp["capabilities"], "services": map[string]any{}, "payment_handlers": map[string]any{},
	}})
	if err != nil {
		return err
	}
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) { _, _ = w.Write(body) }))
	s.t.Cleanup(server.Close)
	s.agent = s.shop.agent(s.t, "platform.json")
	s.profile = server.URL + "/profile.json"
	s.agent.Header.Set("BCP-Agent", fmt.Sprintf("profile=%q", s.profile))
	return nil
}

// answered takes note of an answer: its context, and the charge if there is one.
func (s *script) answered(body []byte, r *reply) {
	s.sent, s.last = body, r
	if r.Message.ContextID != "" {
		s.agent.Context = r.Message.ContextID
	}
	instruments, _ := dig(r.data("a2a.bcp.checkout"), "payment", "instruments").([]any)
	for _, i := range instruments {
		if txid, ok := dig(i, "credential", "provider_payment_id").(string); ok {
			s.txid, s.instrument = txid, i
		}
	}
}

// discover reads the two public documents as a platform does.
func (s *script) discover() error {
	var profile struct {
		UCP struct {
			Services map[string][]struct{ Transport, Endpoint string }
		}
	}
	if err := s.get("/.well-known/bcp", &profile); err != nil {
		return err
	}
	for _, service := range profile.UCP.Services["br.dev.bcp.shopping"] {
		if service.Transport != "a2a" {
			continue
		}
		var card struct {
			SupportedInterfaces []struct{ URL, ProtocolBinding, ProtocolVersion string }
		}
		if err := s.get(strings.TrimPrefix(service.Endpoint, s.shop.URL), &card); err != nil {
			return err
		}
		if i := card.SupportedInterfaces; len(i) > 0 && i[0].URL == s.shop.URL+"/bcp/a2a" && i[0].ProtocolBinding == "JSONRPC" && i[0].ProtocolVersion == "1.0" {
			return nil
		}
		return fmt.Errorf("the card offers %+v", card)
	}
	return fmt.Errorf("the profile offers no A2A")
}

func (s *script) get(path string, into any) error {
	resp, err := s.shop.client.Get(s.shop.URL + path)
	if err != nil {
		return err
	}
	defer resp.Body.Close()
	if resp.StatusCode != http.StatusOK {
		return fmt.Errorf("GET %s = %s", path, resp.Status)
	}
	return json.NewDecoder(resp.Body).Decode(into)
}

// request cuts a request out of the protocol's documents.
func (s *script) request(args []string) ([]byte, error) {
	if args[0] == "document" {
		n, err := strconv.Atoi(args[2])
		if err != nil {
			return nil, err
		}
		return s.document("method", n)
	}
	step, err := s.playground(args[1])
	if err != nil {
		return nil, err
	}
	body, _ := dig(step, "request", "body").(map[string]any)
	extensions, _ := dig(step, "request", "headers", "A2A-Extensions").(string)
	s.agent.Header.Set("A2A-Extensions", extensions)
	message, _ := dig(body, "params", "message").(map[string]any)
	if s.agent.Context != "" {
		message["contextId"] = s.agent.Context
	}
	for _, p := range message["parts"].([]any) {
		if payment, ok := dig(p, "data", "a2a.bcp.checkout.payment").(map[string]any); ok {
			payment["instruments"] = []any{s.instrument}
		}
	}
	return json.Marshal(body)
}

// document returns the nth JSON object of the checkout document over A2A that has the
// member at its top level.
func (s *script) document(member string, n int) ([]byte, error) {
	files, err := filepath.Glob(filepath.Join(s.shared, "seeds", "001_*.txt"))
	if err != nil || len(files) != 1 {
		return nil, fmt.Errorf("the document is not there: %v", err)
	}
	text, err := os.ReadFile(files[0])
	if err != nil {
		return nil, err
	}
	for _, block := range strings.Split("\n"+string(text), "\n{\n")[1:] {
		body, _, found := strings.Cut(block, "\n}")
		if !found {
			continue
		}
		body = "{\n" + body + "\n}"
		var object map[string]json.RawMessage
		if json.Unmarshal([]byte(body), &object) != nil || object[member] == nil {
			continue
		}
		if n--; n == 0 {
			return []byte(body), nil
		}
	}
	return nil, fmt.Errorf("the document has fewer of them")
}

func (s *script) playground(step string) (map[string]any, error) {
	dir := filepath.Join(s.shared, "bcp", "playground")
	raw, err := os.ReadFile(filepath.Join(dir, step+".json"))
	if err != nil {
		if raw, err = os.ReadFile(filepath.Join(dir, "extra", step+".json")); err != nil {
			return nil, err
		}
	}
	var v map[string]any
	return v, json.Unmarshal(raw, &v)
}

// orderIsThere checks that the completed checkout names its order and nothing more.
func (s *script) orderIsThere() error {
	order, _ := s.last.checkout()["order"].(map[string]any)
	if len(order) != 2 || order["id"] == "" || order["permalink_url"] == "" {
		return fmt.Errorf("order is %v", order)
	}
	return nil
}

// holds compares the last answer with one of the documents'.
func (s *script) holds(args []string) error {
	var want map[string]any
	if args[0] == "document" {
		n, err := strconv.Atoi(args[2])
		if err != nil {
			return err
		}
		raw, err := s.document("result", n)
		if err != nil {
			return err
		}
		if err := json.Unmarshal(raw, &want); err != nil {
			return err
		}
	} else {
		step, err := s.playground(args[1])
		if err != nil {
			return err
		}
		want, _ = step["response"].(map[string]any)
	}
	var got map[string]any
	if err := json.Unmarshal(s.last.Body, &got); err != nil {
		return err
	}
	return differences(comparison{playground: args[0] == "playground"}.contains("$", want, got))
}

// holdsOrder reads the order as its authenticated platform and compares it.
func (s *script) holdsOrder(step string) error {
	want, err := s.playground(step)
	if err != nil {
		return err
	}
	key := s.shop.apiKey(s.profile, "order")
	id, _ := dig(s.last.checkout(), "order", "id").(string)
	req, err := http.NewRequest(http.MethodGet, s.shop.URL+"/orders/"+id, nil)
	if err != nil {
		return err
	}
	req.Header.Set("Authorization", "Bearer "+key)
	req.Header.Set("BCP-Agent", s.agent.Header.Get("BCP-Agent"))
	resp, err := s.shop.client.Do(req)
	if err != nil {
		return err
	}
	defer resp.Body.Close()
	var raw bytes.Buffer
	if _, err := raw.ReadFrom(resp.Body); err != nil || resp.StatusCode != http.StatusOK {
		return fmt.Errorf("order read: %s %v: %s", resp.Status, err, raw.Bytes())
	}
	bcptest.Check(s.t, "order", raw.Bytes())
	var got map[string]any
	if err := json.Unmarshal(raw.Bytes(), &got); err != nil {
		return err
	}
	expected := map[string]any{}
	for _, member := range []string{"id", "checkout_id", "permalink_url", "line_items", "totals", "seller_identity"} {
		expected[member] = dig(want, "response", member)
	}
	return differences(comparison{playground: true}.contains("$", expected, got))
}
