package stripe

import (
	"context"
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"net/url"
	"strings"
	"sync"
	"testing"
	"time"
)

const testKey = "sk_test_secret_key"

// server answers as Stripe's reference says: one object for each idempotency key, errors by
// type and code, a search that is behind.
type server struct {
	url string

	mu      sync.Mutex
	intents []*fakeIntent
	refunds []map[string]any
	keys    map[string]*kept
	calls   []string
	// lag hides intents from the search.
	lag bool
	// before may answer a call in the server's place; after comes when it has had its effect.
	before, after func(w http.ResponseWriter, r *http.Request) bool
	// slow leaves refunds pending until they are listed.
	slow bool
	// taken is all money taken, less what went back.
	taken int64
}

type fakeIntent struct {
	id, status, attempt, handler, back string
	amount, refunded                   int64
	failed                             bool
}

type kept struct {
	form   string
	status int
	body   []byte
}

func newServer(t *testing.T) (*server, *Client) {
	t.Helper()
	s := &server{keys: map[string]*kept{}}
	listening := httptest.NewServer(s)
	t.Cleanup(listening.Close)
	s.url = listening.URL
	return s, s.client(t)
}

func (s *server) client(t *testing.T) *Client {
	t.Helper()
	c, err := New(Config{BaseURL: s.url, SecretKey: testKey, Currency: "brl", Sleep: func(ctx context.Context, _ time.Duration) error { return ctx.Err() }})
	if err != nil {
		t.Fatal(err)
	}
	return c
}

func (s *server) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	body, _ := io.ReadAll(r.Body)
	form, _ := url.ParseQuery(string(body))
	s.mu.Lock()
	s.calls = append(s.calls, r.Method+" "+r.URL.Path)
	before, after := s.before, s.after
	s.mu.Unlock()
	if before != nil && before(w, r) {
		return
	}
	status, answer := s.once(r, string(body), form)
	if after != nil && after(w, r) {
		return
	}
	w.WriteHeader(status)
	_, _ = w.Write(answer)
}

func (s *server) once(r *http.Request, body string, form url.Values) (int, []byte) {
	s.mu.Lock()
	defer s.mu.Unlock()
	key := r.Header.Get("Idempotency-Key")
	if known := s.keys[key]; key != "" && known != nil {
		if known.form != r.URL.Path+body {
			return fault(400, "idempotency_error", "")
		}
		return known.status, known.body
	}
	if r.Header.Get("Authorization") != "Bearer "+testKey || r.Header.Get("Stripe-Version") == "" {
		return fault(401, "invalid_request_error", "")
	}
	status, answer := s.serve(r, strings.Split(strings.TrimPrefix(r.URL.Path, "/v1/"), "/"), form)
	if key != "" {
		s.keys[key] = &kept{r.URL.Path + body, status, answer}
	}
	return status, answer
}

func (s *server) serve(r *http.Request, path []string, form url.Values) (int, []byte) {
	if path[0] == "refunds" {
		return s.refund(r, form)
	}
	switch {
	case len(path) == 1:
		var amount int64
		_, _ = fmt.Sscan(form.Get("amount"), &amount)
		i := &fakeIntent{id: fmt.Sprintf("pi_%d", len(s.intents)+1), status: statusMethod, attempt: form.Get("metadata[attempt]"), amount: amount}
		s.intents = append(s.intents, i)
		return 200, i.wire()
	case path[1] == "search":
		data := []json.RawMessage{}
		for _, i := range s.intents {
			if !s.lag && r.URL.Query().Get("query") == "metadata['attempt']:'"+i.attempt+"'" {
				data = append(data, i.wire())
			}
		}
		return good(map[string]any{"data": data})
	}
	i := s.find(path[1])
	switch {
	case i == nil:
		return fault(404, "invalid_request_error", "resource_missing")
	case len(path) == 2 && r.Method == http.MethodPost:
		if i.status != statusMethod {
			return fault(400, "invalid_request_error", "payment_intent_unexpected_state")
		}
		_, _ = fmt.Sscan(form.Get("amount"), &i.amount)
		i.handler = form.Get("metadata[handler]")
	case len(path) == 3 && path[2] == "cancel":
		if i.status == statusSucceeded || i.status == statusCanceled {
			return fault(400, "invalid_request_error", "payment_intent_unexpected_state")
		}
		i.status = statusCanceled
	case len(path) == 3:
		return s.confirm(i, form)
	}
	return 200, i.wire()
}

func (s *server) confirm(i *fakeIntent, form url.Values) (int, []byte) {
	if i.status != statusMethod {
		return fault(400, "invalid_request_error", "payment_intent_unexpected_state")
	}
	i.back = form.Get("return_url")
	switch credential := form.Get("payment_method_data[card][token]") + form.Get("payment_method"); credential {
	case "tok_chargeDeclined":
		i.failed = true
		return fault(402, "card_error", "card_declined")
	case "tok_gone":
		return fault(400, "invalid_request_error", "resource_missing")
	case "tok_threeDSecure":
		i.status = statusAction
	case "tok_processing":
		i.status = "processing"
	default:
		i.status = statusSucceeded
		s.taken += i.amount
	}
	return 200, i.wire()
}

func (s *server) refund(r *http.Request, form url.Values) (int, []byte) {
	if r.Method == http.MethodGet {
		for _, f := range s.refunds {
			f["status"] = "succeeded"
		}
		return good(map[string]any{"data": s.refunds})
	}
	i := s.find(form.Get("payment_intent"))
	amount := i.amount - i.refunded
	if form.Get("amount") != "" {
		_, _ = fmt.Sscan(form.Get("amount"), &amount)
	}
	switch {
	case i.refunded == i.amount:
		return fault(400, "invalid_request_error", "charge_already_refunded")
	case i.refunded+amount > i.amount:
		return fault(400, "invalid_request_error", "amount_too_large")
	}
	i.refunded += amount
	s.taken -= amount
	f := map[string]any{"status": "succeeded", "amount": amount, "metadata": map[string]any{"refund": form.Get("metadata[refund]")}}
	if s.slow {
		f["status"] = "pending"
	}
	s.refunds = append(s.refunds, f)
	return good(f)
}

func (s *server) find(id string) *fakeIntent {
	for _, i := range s.intents {
		if i.id == id {
			return i
		}
	}
	return nil
}

func (i *fakeIntent) wire() []byte {
	doc := map[string]any{
		"id": i.id, "status": i.status, "amount": i.amount, "created": 1, "last_payment_error": nil, "next_action": nil,
		"metadata": map[string]any{"attempt": i.attempt, "handler": i.handler}, "client_secret": i.id + "_secret",
	}
	if i.failed {
		doc["last_payment_error"] = map[string]any{"code": "card_declined", "message": "declined"}
	}
	if i.status == statusAction {
		doc["next_action"] = map[string]any{"type": "redirect_to_url", "redirect_to_url": map[string]any{"url": "https://hooks.stripe.example/3ds/" + i.id, "return_url": i.back}}
	}
	body, _ := json.Marshal(doc)
	return body
}

func good(v any) (int, []byte) {
	body, _ := json.Marshal(v)
	return 200, body
}

func fault(status int, kind, code string) (int, []byte) {
	body, _ := json.Marshal(map[string]any{"error": map[string]any{"type": kind, "code": code, "message": "tok_visa was sent with sk_test_secret_key"}})
	return status, body
}

// count counts the calls whose path ends so.
func (s *server) count(suffix string) int {
	s.mu.Lock()
	defer s.mu.Unlock()
	n := 0
	for _, call := range s.calls {
		if strings.HasSuffix(call, suffix) {
			n++
		}
	}
	return n
}
