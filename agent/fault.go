package agent

import (
	"context"
	"encoding/json"
	"errors"
	"net/http"
	"strconv"
	"strings"
	"time"

	"github.com/a2aproject/a2a-go/v2/a2a"

	"balcao/bcp"
	"balcao/checkout"
	"balcao/jsonrpc"
	"balcao/profile"
)

// The error codes of A2A 1.0 and the one of BCP protocol errors on this binding.
const (
	codeBCP               = -32000
	codeTaskNotFound      = -32001
	codeTaskNotCancelable = -32002
	codePushNotSupported  = -32003
	codeUnsupported       = -32004
	codeContentType       = -32005
	codeVersion           = -32009
)

const (
	domainA2A = "a2a-protocol.org"
	domainBCP = "bcp.dev.br"
)

// fault is an error as it goes out. Its texts are ours: no error of the machinery ever
// reaches the wire.
type fault struct {
	// status is the HTTP status; zero means 200 over JSON-RPC, and the one that stands for
	// the code over HTTP+JSON. registry is BCP's own status for the error, if it has one.
	status, registry int
	code             int
	// reason and domain name the error for programs; the domain is A2A's if empty.
	reason, domain string
	text           string
	metadata       map[string]string
	// fields are the members at fault, for invalid parameters.
	fields     []fieldViolation
	retryAfter time.Duration
	// allow are the HTTP methods that would do.
	allow []string
}

func (f fault) Error() string { return f.text }

type fieldViolation struct {
	Field       string `json:"field"`
	Description string `json:"description"`
}

// invalid is a fault of one member of the parameters.
func invalid(field, why string) fault {
	return fault{
		code: jsonrpc.CodeInvalidParams, reason: "INVALID_PARAMS", text: field + " " + why,
		fields: []fieldViolation{{Field: field, Description: why}},
	}
}

// faultOf turns any error into one that may go out. What it does not know is internal:
// the text stays in the log.
func (b *Binding) faultOf(ctx context.Context, err error) fault {
	f := b.classify(ctx, err)
	if f.status == 0 {
		f.status = http.StatusOK
	}
	return f
}

func (b *Binding) classify(ctx context.Context, err error) fault {
	var (
		f     fault
		who   *profile.Error
		field *bcp.FieldError
		do    *checkout.Error
	)
	switch {
	case errors.As(err, &f):
		return f
	case errors.As(err, &who):
		who.LogRefusal(ctx, b.Logger)
		f = profileFault(who)
		if who.Code == profile.CodeVersionUnsupported && b.StorefrontURL != "" { // BCP overview: negotiation
			f.metadata["continue_url"] = b.StorefrontURL
		}
		return f
	case errors.As(err, &field):
		return invalid(field.Field, field.Reason)
	case errors.As(err, &do) && do.Reason == checkout.KeyConflict:
		return fault{
			code: jsonrpc.CodeInvalidParams, reason: string(do.Reason), domain: domainBCP,
			text:   "messageId was used before for another message",
			fields: []fieldViolation{{Field: "message.messageId", Description: "was used before for another message"}},
		}
	case errors.As(err, &do) && do.Reason == checkout.TaskOver:
		err = errEnded
	case errors.As(err, &do) && do.Reason == checkout.Unavailable:
		if do.Err != nil && ctx.Err() == nil {
			b.Logger.WarnContext(ctx, "a message could not be taken now", "error", do.Err)
		}
		return fault{
			status: http.StatusServiceUnavailable, code: codeBCP, reason: string(do.Reason), domain: domainBCP,
			text: "busy; send the same message again", retryAfter: max(do.RetryAfter, time.Second),
		}
	}
	for _, known := range sentinels {
		if errors.Is(err, known.err) {
			return known.fault
		}
	}
	b.Logger.ErrorContext(ctx, "a2a request failed", "error", err)
	return failed()
}

// sentinels maps the SDK's errors, one to one, to what goes out.
var sentinels = []struct {
	err   error
	fault fault
}{
	{a2a.ErrTaskNotFound, fault{code: codeTaskNotFound, reason: "TASK_NOT_FOUND", text: "task not found"}},
	{errNoPushConfig, fault{code: codeTaskNotFound, reason: "TASK_NOT_FOUND", text: "the task has no such push configuration"}},
	{errEnded, fault{code: codeUnsupported, reason: "UNSUPPORTED_OPERATION", text: "the task has ended"}},
	{a2a.ErrTaskNotCancelable, fault{code: codeTaskNotCancelable, reason: "TASK_NOT_CANCELABLE", text: "the task cannot be canceled"}},
	{a2a.ErrPushNotificationNotSupported, fault{code: codePushNotSupported, reason: "PUSH_NOTIFICATION_NOT_SUPPORTED", text: "push notifications are not supported"}},
	{errNoStreams, fault{code: codeUnsupported, reason: "UNSUPPORTED_OPERATION", text: "streaming is not supported"}},
	{a2a.ErrUnsupportedOperation, fault{code: codeUnsupported, reason: "UNSUPPORTED_OPERATION", text: "this operation is not supported"}},
	{a2a.ErrUnsupportedContentType, fault{code: codeContentType, reason: "CONTENT_TYPE_NOT_SUPPORTED", text: "this content type is not supported"}},
}

// profileFault maps a BCP protocol error. On A2A all of them are -32000: the code that
// discovery errors have on MCP means TaskNotFound here.
func profileFault(e *profile.Error) fault {
	f := fault{code: codeBCP, reason: e.Code, domain: domainBCP, text: e.Content, registry: e.HTTPStatus, retryAfter: e.RetryAfter, metadata: map[string]string{"content": e.Content}}
	switch e.HTTPStatus {
	case http.StatusUnauthorized, http.StatusServiceUnavailable:
		f.status = e.HTTPStatus
	}
	return f
}

// headers sets the headers that belong to the error.
func (f fault) headers(w http.ResponseWriter) {
	h := w.Header()
	if f.allow != nil {
		h.Set("Allow", strings.Join(f.allow, ", "))
	}
	if f.status == http.StatusUnauthorized {
		h.Set("WWW-Authenticate", `Bearer realm="bcp"`)
	}
	if f.retryAfter > 0 {
		h.Set("Retry-After", strconv.Itoa(seconds(f.retryAfter)))
	}
}

// encode writes the JSON-RPC error.
func (f fault) encode(now time.Time) *jsonrpc.Error {
	raw, err := json.Marshal(f.details(now))
	if err != nil { // strings only: it cannot fail
		raw = nil
	}
	return &jsonrpc.Error{Code: f.code, Message: f.text, Data: raw}
}

// details are objects that say their type.
func (f fault) details(now time.Time) []any {
	meta := map[string]string{"timestamp": now.UTC().Format(time.RFC3339)}
	for k, v := range f.metadata {
		meta[k] = v
	}
	if f.retryAfter > 0 {
		meta["retry_after"] = strconv.Itoa(seconds(f.retryAfter))
	}
	domain := f.domain
	if domain == "" {
		domain = domainA2A
	}
	out := []any{map[string]any{
		"@type": "type.googleapis.com/google.rpc.ErrorInfo", "reason": f.reason, "domain": domain, "metadata": meta,
	}}
	if len(f.fields) > 0 {
		out = append(out, map[string]any{"@type": "type.googleapis.com/google.rpc.BadRequest", "fieldViolations": f.fields})
	}
	return out
}
