package mcp

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"log/slog"
	"net/http"
	"strings"
	"testing"
	"time"

	"balcao/checkout"
	"balcao/httpsig"
	"balcao/platform"
	"balcao/profile"
)

const meta = `"meta":{"ucp-agent":{"profile":"https://platform.example/profile"}}`

const keyed = `"meta":{"ucp-agent":{"profile":"https://platform.example/profile"},"idempotency-key":"550e8400-e29b-41d4-a716-446655440000"}`

// toolCall is the body of a call with these arguments, without their braces.
func toolCall(tool, arguments string) string {
	return `{"jsonrpc":"2.0","id":7,"method":"tools/call","params":{"name":"` + tool + `","arguments":{` + arguments + `}}}`
}

// Whatever goes wrong behind the binding, the client gets an answer with its id, nothing of
// the machinery's text, and the process lives on.
func TestWhatGoesWrongBehind(t *testing.T) {
	t.Parallel()
	const secret = "dial tcp 10.0.0.7: refused"
	for _, tt := range []struct {
		name         string
		do           func(ctx context.Context, r checkout.Request) (checkout.Done, error)
		status, code int
		reason       string
	}{
		{"panic", func(context.Context, checkout.Request) (checkout.Done, error) { panic(secret) }, 200, -32603, "internal"},
		{"panic of the runtime", func(_ context.Context, r checkout.Request) (checkout.Done, error) {
			return checkout.Done{}, []error{}[r.IfRevision]
		}, 200, -32603, "internal"},
		{"no reply", func(context.Context, checkout.Request) (checkout.Done, error) { return checkout.Done{}, nil }, 200, -32603, "internal"},
		{"reply that is no JSON", func(context.Context, checkout.Request) (checkout.Done, error) {
			return checkout.Done{Reply: []byte(`{"a":`)}, nil
		}, 200, -32603, "internal"},
		{"unknown error", func(context.Context, checkout.Request) (checkout.Done, error) {
			return checkout.Done{}, errors.New(secret)
		}, 200, -32603, "internal"},
		{"busy", func(context.Context, checkout.Request) (checkout.Done, error) {
			return checkout.Done{}, &checkout.Error{Reason: checkout.Unavailable, RetryAfter: 3 * time.Second, Err: errors.New(secret)}
		}, 503, -32000, "unavailable"},
		{"key of another request", func(context.Context, checkout.Request) (checkout.Done, error) {
			return checkout.Done{}, &checkout.Error{Reason: checkout.KeyConflict}
		}, 200, -32000, "idempotency_conflict"},
		{"a fault of ours", func(context.Context, checkout.Request) (checkout.Done, error) {
			return checkout.Done{}, &checkout.Error{Reason: checkout.Internal, Err: errors.New(secret)}
		}, 200, -32603, "internal"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			server := serve(t, &shop{do: tt.do}, nil)
			g := send(t, server, http.MethodPost, "/", toolCall("cancel_checkout", keyed+`,"id":"chk_1"`))
			if g.status != tt.status || g.code() != tt.code || g.Error.Data["code"] != tt.reason || string(g.ID) != "7" || strings.Contains(string(g.body), secret) {
				t.Errorf("got %d %s", g.status, g.body)
			}
			if tt.status == 503 && (g.header.Get("Retry-After") != "3" || g.Error.Data["retry_after"] != 3.0) {
				t.Errorf("Retry-After %q, %v", g.header.Get("Retry-After"), g.Error.Data)
			}
			if after := send(t, server, http.MethodPost, "/", `{"jsonrpc":"2.0","id":1,"method":"ping"}`); after.code() != 0 {
				t.Errorf("afterwards: %s", after.body)
			}
		})
	}
}

// A client that goes away does not stop what it began, and there is a deadline all the same.
func TestClientThatGoesAway(t *testing.T) {
	t.Parallel()
	began, ended := make(chan struct{}), make(chan error, 1)
	server := serve(t, &shop{do: func(ctx context.Context, r checkout.Request) (checkout.Done, error) {
		_, bounded := ctx.Deadline()
		close(began)
		time.Sleep(50 * time.Millisecond)
		if !bounded {
			ended <- errors.New("no deadline")
		} else {
			ended <- ctx.Err()
		}
		body, err := r.Reply(checkout.Result{})
		return checkout.Done{Reply: body}, err
	}}, nil)
	ctx, cancel := context.WithCancel(t.Context())
	go func() { <-began; cancel() }()
	req, err := http.NewRequestWithContext(ctx, http.MethodPost, server.URL, strings.NewReader(toolCall("cancel_checkout", keyed+`,"id":"chk_1"`)))
	if err != nil {
		t.Fatal(err)
	}
	req.Header.Set("Content-Type", "application/json")
	req.Header.Set("Authorization", "Bearer good")
	if resp, err := server.Client().Do(req); err == nil {
		resp.Body.Close()
	}
	if err := <-ended; err != nil {
		t.Errorf("the work was stopped: %v", err)
	}
}

// A notice that a call is given up stops nothing, whoever sends it: the call goes on to its end,
// since what it does may not be left half done, and gets its answer.
func TestCancelledCallGoesOn(t *testing.T) {
	t.Parallel()
	began, given := make(chan struct{}), make(chan struct{})
	server := serve(t, &shop{do: func(ctx context.Context, r checkout.Request) (checkout.Done, error) {
		close(began)
		<-given
		if err := ctx.Err(); err != nil {
			return checkout.Done{}, err
		}
		body, err := r.Reply(checkout.Result{})
		return checkout.Done{Reply: body}, err
	}}, nil)
	go func() {
		defer close(given)
		<-began
		notice := `{"jsonrpc":"2.0","method":"notifications/cancelled","params":{"requestId":1,"reason":"the buyer left"}}`
		if g := send(t, server, http.MethodPost, "/", notice); g.status != http.StatusAccepted || len(g.body) != 0 {
			t.Errorf("the notice: %d %s", g.status, g.body)
		}
	}()
	g := send(t, server, http.MethodPost, "/", toolCall("cancel_checkout", keyed+`,"id":"chk_1"`))
	if g.status != http.StatusOK || g.code() != 0 || g.Result == nil {
		t.Errorf("the call: %d %s", g.status, g.body)
	}
}

// Errors of discovery, and of what the caller may not do, as the registry has them.
func TestRegistry(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct {
		shop         shop
		body         string
		status, code int
		reason       string
	}{
		{shop{refuse: profile.NewError(profile.CodeProfileUnreachable, nil)}, seedCall, 200, -32001, "profile_unreachable"},
		{shop{refuse: profile.NewError(profile.CodeProfileMalformed, nil)}, seedCall, 200, -32001, "profile_malformed"},
		{shop{refuse: profile.NewError(profile.CodeVersionUnsupported, nil)}, seedCall, 200, -32001, "version_unsupported"},
		{shop{refuse: profile.NewError(profile.CodeInvalidProfileURL, nil)}, seedCall, 200, -32001, "invalid_profile_url"},
		{shop{refuse: profile.NewError(profile.CodeUnavailable, nil)}, seedCall, 503, -32000, "unavailable"},
		{shop{rights: platform.RightOrder}, seedCall, 403, -32000, "forbidden"},
		{shop{}, strings.Replace(seedCall, "platform.example", "other.example", 1), 403, -32000, "forbidden"},
	} {
		g := send(t, serve(t, &tt.shop, nil), http.MethodPost, "/", tt.body)
		if g.status != tt.status || g.code() != tt.code || g.Error.Data["code"] != tt.reason {
			t.Errorf("%s: got %d %s", tt.reason, g.status, g.body)
		}
		if tt.reason == "version_unsupported" && g.Error.Data["continue_url"] != "https://loja.example/" {
			t.Errorf("no way on: %s", g.body)
		}
	}
}

// Why a platform was not let in is in the log, and there alone.
func TestRefusalsAreLogged(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct {
		shop shop
		want string
	}{
		{shop{denied: profile.NewError(profile.CodeSignatureInvalid, &httpsig.Error{Code: httpsig.SignatureInvalid, Detail: `"sig1" does not cover @path`})}, `code=signature_invalid detail="\"sig1\" does not cover @path"`},
		{shop{denied: profile.NewError(profile.CodeKeyNotFound, &httpsig.Error{Code: httpsig.KeyNotFound, Detail: `keyid "x"`})}, `code=key_not_found detail="keyid \"x\""`},
		{shop{denied: profile.NewError(profile.CodeUnauthenticated, errors.New("secret"))}, "code=unauthenticated"},
		{shop{refuse: profile.NewError(profile.CodeForbidden, errors.New("secret"))}, "code=forbidden"},
	} {
		var log bytes.Buffer
		server := serve(t, &tt.shop, func(c *Config) { c.Logger = slog.New(slog.NewTextHandler(&log, nil)) })
		g := send(t, server, http.MethodPost, "/", seedCall)
		server.Close()
		text := log.String()
		if strings.Count(text, "level=INFO") != 1 || !strings.Contains(text, tt.want) || strings.Contains(text, "secret") {
			t.Errorf("%s: log %q", tt.want, text)
		}
		if strings.Contains(string(g.body), "sig1") {
			t.Errorf("the answer says why: %s", g.body)
		}
	}
}

// What the business refuses is a result.
func TestBusinessOutcomes(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct {
		shop             shop
		tool, arguments  string
		code, capability string
		next             bool
	}{
		{shop{}, "get_checkout", meta + `,"id":"chk_1"`, "not_found", platform.CapCheckout, true},
		{shop{}, "get_order", meta + `,"id":"ord_1"`, "not_found", platform.CapOrder, false},
		{shop{rights: platform.RightCheckout}, "get_order", meta + `,"id":"ord_1"`, "unauthorized", platform.CapOrder, false},
		{shop{}, "get_product", meta + `,"catalog":{"id":"nothing"}`, "not_found", platform.CapCatalogLookup, false},
		{shop{}, "get_product", meta + `,"catalog":{"id":"p","filters":{"price":{"min":999}}}`, "no_matching_variant", platform.CapCatalogLookup, false},
		{shop{missing: platform.CapOrder}, "get_order", meta + `,"id":"ord_1"`, "capabilities_incompatible", "", true},
		{shop{missing: platform.CapCatalogSearch}, "search_catalog", meta + `,"catalog":{"query":"x"}`, "capabilities_incompatible", "", true},
	} {
		g := send(t, serve(t, &tt.shop, nil), http.MethodPost, "/", toolCall(tt.tool, tt.arguments))
		var out struct {
			IsError           bool
			StructuredContent struct {
				UCP struct {
					Status       string
					Capabilities map[string]any
				}
				Messages    []map[string]string
				ContinueURL string `json:"continue_url"`
			}
		}
		if err := json.Unmarshal(g.Result, &out); err != nil {
			t.Fatalf("%s: %v %s", tt.tool, err, g.body)
		}
		got := out.StructuredContent
		if out.IsError || got.UCP.Status != "error" || len(got.Messages) != 1 || got.Messages[0]["code"] != tt.code || got.Messages[0]["severity"] != "unrecoverable" {
			t.Errorf("%s: %s", tt.tool, g.Result)
		}
		if _, there := got.UCP.Capabilities[tt.capability]; there != (tt.capability != "") || (got.ContinueURL != "") != tt.next {
			t.Errorf("%s: %s", tt.tool, g.Result)
		}
	}
}

// A tool whose capability is switched off is not there.
func TestSwitchedOff(t *testing.T) {
	t.Parallel()
	server := serve(t, &shop{}, func(c *Config) { c.Enabled = []string{platform.CapCatalogSearch} })
	g := send(t, server, http.MethodPost, "/", `{"jsonrpc":"2.0","id":1,"method":"tools/list"}`)
	var list struct{ Tools []struct{ Name string } }
	if err := json.Unmarshal(g.Result, &list); err != nil || fmt.Sprint(list.Tools) != "[{search_catalog}]" {
		t.Errorf("%v %v", err, list.Tools)
	}
	if g := send(t, server, http.MethodPost, "/", seedCall); g.code() != -32602 {
		t.Errorf("%s", g.body)
	}
}

// The key reaches the counter with the tool, and means the tool and its arguments: neither the
// JSON-RPC id nor meta nor how the JSON is written.
func TestKeys(t *testing.T) {
	t.Parallel()
	var last checkout.Request
	server := serve(t, &shop{do: func(_ context.Context, r checkout.Request) (checkout.Done, error) {
		last = r
		body, err := r.Reply(checkout.Result{})
		return checkout.Done{Reply: body}, err
	}}, nil)
	key := func(body string, header ...string) string {
		last = checkout.Request{}
		if g := send(t, server, http.MethodPost, "/", body, header...); g.code() != 0 {
			t.Fatalf("%s: %s", body, g.body)
		}
		if last.Key == nil {
			return "none"
		}
		return fmt.Sprintf("%s %s %s %x", last.Key.Binding, last.Key.Operation, last.Key.ID, last.Key.Fingerprint)
	}
	const id = `,"id":"chk_1"`
	first := key(toolCall("cancel_checkout", keyed+id))
	if !strings.HasPrefix(first, "mcp cancel_checkout 550e8400-e29b-41d4-a716-446655440000 ") {
		t.Errorf("key %q", first)
	}
	same := []string{
		strings.Replace(toolCall("cancel_checkout", keyed+id), `"id":7`, `"id":"another"`, 1),
		toolCall("cancel_checkout", `"id":"chk_1",`+keyed),
		toolCall("cancel_checkout", strings.Replace(keyed, `"meta":{`, `"meta":{"trace":"x",`, 1)+id),
		toolCall("cancel_checkout", strings.Replace(keyed, "550e8400-e29b", "550E8400-E29B", 1)+` , "id" : "chk\u005f1"`),
	}
	for _, body := range same {
		if got := key(body); got != first {
			t.Errorf("%s: %s, want %s", body, got, first)
		}
	}
	if got := key(toolCall("cancel_checkout", keyed+id), "Idempotency-Key", `"550e8400-e29b-41d4-a716-446655440000"`); got != first {
		t.Errorf("header and meta: %s", got)
	}
	other := key(toolCall("cancel_checkout", keyed+`,"id":"chk_2"`))
	if other == first {
		t.Error("another checkout has the same fingerprint")
	}
	const lines = `,"checkout":{"line_items":[{"item":{"id":"p-m"},"quantity":1}]}`
	if got := key(toolCall("create_checkout", meta+lines), "Idempotency-Key", "550e8400-e29b-41d4-a716-446655440000"); !strings.HasPrefix(got, "mcp create_checkout 550e8400") {
		t.Errorf("key of the header alone: %s", got)
	}
	if got := key(toolCall("create_checkout", meta+lines)); got != "none" {
		t.Errorf("no key: %s", got)
	}
	if got := key(toolCall("get_checkout", keyed+id)); got != "none" {
		t.Errorf("a read has a key: %s", got)
	}
}
