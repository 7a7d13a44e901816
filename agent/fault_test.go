package agent

import (
	"errors"
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"net/http"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/a2aproject/a2a-go/v2/a2a"

	"balcao/bcp"
	"balcao/checkout"
	"balcao/profile"
)

// answer is what a failure of the sender comes to on the wire.
type answer struct {
	status, code   int
	reason, domain string
	field          string
	retryAfter     string // header
}

// fail has the sender fail and returns the answer.
func fail(t *testing.T, err error) (answer, wireError) {
	t.Helper()
	h := newHarness()
	h.Sender = senderFunc(func(Message) ([]byte, error) { return nil, err })
	w := h.say(`"parts":[{"text":"oi"}]`)
	e := errorIn(t, w)
	got := answer{status: w.Code, code: e.Error.Code, retryAfter: w.Header().Get("Retry-After")}
	for _, d := range e.Error.Data {
		if d.Reason != "" {
			got.reason, got.domain = d.Reason, d.Domain
		}
		if len(d.FieldViolations) > 0 {
			got.field = d.FieldViolations[0].Field
		}
	}
	h.hides(t, w)
	return got, e
}

// constants reads the names and string values of a package's constants with a prefix.
func constants(t *testing.T, dir, prefix string) map[string]string {
	t.Helper()
	files, err := filepath.Glob(filepath.Join(dir, "*.go"))
	if err != nil {
		t.Fatal(err)
	}
	out := map[string]string{}
	for _, name := range files {
		if strings.HasSuffix(name, "_test.go") {
			continue
		}
		file, err := parser.ParseFile(token.NewFileSet(), name, nil, parser.SkipObjectResolution)
		if err != nil {
			t.Fatal(err)
		}
		ast.Inspect(file, func(n ast.Node) bool {
			spec, ok := n.(*ast.ValueSpec)
			if !ok {
				return true
			}
			for i, id := range spec.Names {
				if !strings.HasPrefix(id.Name, prefix) || i >= len(spec.Values) {
					continue
				}
				if lit, ok := spec.Values[i].(*ast.BasicLit); ok && lit.Kind == token.STRING {
					out[id.Name], _ = strconv.Unquote(lit.Value)
				}
			}
			return true
		})
	}
	return out
}

// Every code of BCP's registry goes out as -32000 with its own reason; the HTTP status is
// that of the registry where A2A clients may see it, else 200.
func TestEveryProfileCode(t *testing.T) {
	t.Parallel()
	statuses := map[string]int{
		profile.CodeUnauthenticated: 401, profile.CodeUnavailable: 503,
	}
	codes := constants(t, "../profile", "Code")
	if len(codes) < 8 {
		t.Fatalf("only %d codes were found", len(codes))
	}
	for name, code := range codes {
		t.Run(name, func(t *testing.T) {
			known := profile.NewError(code, errSecret)
			if known.Code != code {
				t.Fatalf("%s is not in the registry", code)
			}
			status := statuses[code]
			if status == 0 {
				status = http.StatusOK
			}
			want := answer{status: status, code: -32000, reason: code, domain: "bcp.dev.br"}
			got, e := fail(t, fmt.Errorf("wrapped: %w", known))
			if got != want {
				t.Errorf("%s is answered %+v, want %+v", code, got, want)
			}
			if e.Error.Message != known.Content || e.Error.Data[0].Metadata["content"] != known.Content {
				t.Errorf("text is %q, content %q, want %q", e.Error.Message, e.Error.Data[0].Metadata["content"], known.Content)
			}
		})
	}
}

// Every reason of the checkout service has an answer.
func TestEveryCheckoutReason(t *testing.T) {
	t.Parallel()
	want := map[checkout.Reason]answer{
		checkout.KeyConflict: {status: 200, code: -32602, reason: "idempotency_conflict", domain: "bcp.dev.br", field: "message.messageId"},
		checkout.Unavailable: {status: 503, code: -32000, reason: "unavailable", domain: "bcp.dev.br", retryAfter: "3"},
		checkout.TaskOver:    {status: 200, code: -32004, reason: "UNSUPPORTED_OPERATION", domain: "a2a-protocol.org"},
		checkout.Internal:    {status: 200, code: -32603, reason: "INTERNAL_ERROR", domain: "a2a-protocol.org"},
	}
	source, err := os.ReadFile("../checkout/service.go")
	if err != nil {
		t.Fatal(err)
	}
	if n := strings.Count(string(source), " Reason = \""); n != len(want) {
		t.Errorf("the checkout service has %d reasons, this test %d", n, len(want))
	}
	for reason, w := range want {
		got, _ := fail(t, &checkout.Error{Reason: reason, RetryAfter: 2500 * time.Millisecond, Err: errSecret})
		if got != w {
			t.Errorf("%s is answered %+v, want %+v", reason, got, w)
		}
	}
	soon, e := fail(t, &checkout.Error{Reason: checkout.Unavailable})
	if soon.retryAfter != "1" || e.Error.Data[0].Metadata["retry_after"] != "1" {
		t.Errorf("without a time it is to be tried again after %q, %v: want a second", soon.retryAfter, e.Error.Data[0].Metadata)
	}
}

// The errors of the SDK, bad members and faults of ours.
func TestOtherFailures(t *testing.T) {
	t.Parallel()
	a2aError := func(code int, reason string) answer {
		return answer{status: 200, code: code, reason: reason, domain: "a2a-protocol.org"}
	}
	internal := a2aError(-32603, "INTERNAL_ERROR")
	tests := []struct {
		name string
		err  error
		want answer
	}{
		{"task not found", a2a.ErrTaskNotFound, a2aError(-32001, "TASK_NOT_FOUND")},
		{"task not cancelable", a2a.ErrTaskNotCancelable, a2aError(-32002, "TASK_NOT_CANCELABLE")},
		{"no push", a2a.ErrPushNotificationNotSupported, a2aError(-32003, "PUSH_NOTIFICATION_NOT_SUPPORTED")},
		{"unsupported", a2a.ErrUnsupportedOperation, a2aError(-32004, "UNSUPPORTED_OPERATION")},
		{"content type", a2a.ErrUnsupportedContentType, a2aError(-32005, "CONTENT_TYPE_NOT_SUPPORTED")},
		{"wrapped", fmt.Errorf("%s: %w", secret, a2a.ErrTaskNotFound), a2aError(-32001, "TASK_NOT_FOUND")},
		{"with the SDK's text", a2a.NewError(a2a.ErrTaskNotFound, secret), a2aError(-32001, "TASK_NOT_FOUND")},
		{"two of them", errors.Join(a2a.ErrUnsupportedOperation, a2a.ErrTaskNotFound), a2aError(-32001, "TASK_NOT_FOUND")},
		{"member", &bcp.FieldError{Field: "buyer.email", Reason: "must be a string"}, answer{200, -32602, "INVALID_PARAMS", "a2a-protocol.org", "buyer.email", ""}},
		{"machinery", errSecret, internal},
		{"wrapped machinery", fmt.Errorf("read checkout: %w", errSecret), internal},
		{"SDK's internal error", a2a.NewError(a2a.ErrInternalError, secret), internal},
		{"not found of the store", checkout.ErrNotFound, internal},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			for range 20 { // an error is one answer, not one of several
				if got, _ := fail(t, tt.err); got != tt.want {
					t.Fatalf("answered %+v, want %+v", got, tt.want)
				}
			}
		})
	}
}

// An internal error is told in fixed words and logged in its own.
func TestInternalErrorIsLogged(t *testing.T) {
	t.Parallel()
	h := newHarness()
	h.Identifier = identifierFunc(func(profile.Credentials) (profile.Identity, error) { return profile.Identity{}, errSecret })
	w := h.say(`"parts":[{"text":"oi"}]`)
	want := `{"jsonrpc":"2.0","id":1,"error":{"code":-32603,"message":"internal error","data":[{"@type":"type.googleapis.com/google.rpc.ErrorInfo",` +
		`"domain":"a2a-protocol.org","metadata":{"timestamp":"2026-11-30T12:00:00Z"},"reason":"INTERNAL_ERROR"}]}}`
	if w.Code != http.StatusOK || w.Body.String() != want {
		t.Errorf("answered %d\n%s, want\n%s", w.Code, w.Body, want)
	}
	if !strings.Contains(h.log.String(), "hunter2") {
		t.Errorf("the log does not tell what happened: %s", &h.log)
	}
}

// What a limited client gets before anybody reads its request.
func TestLimited(t *testing.T) {
	t.Parallel()
	got := string(Limited(time.Date(2026, 7, 28, 9, 0, 0, 0, time.FixedZone("", -3*60*60)), 1500*time.Millisecond))
	for _, part := range []string{`{"jsonrpc":"2.0","id":null,"error":{"code":-32000,`, `"reason":"rate_limited"`, `"domain":"bcp.dev.br"`, `"retry_after":"2"`, `"timestamp":"2026-07-28T12:00:00Z"`} {
		if !strings.Contains(got, part) {
			t.Errorf("Limited = %s, want %s in it", got, part)
		}
	}
}
