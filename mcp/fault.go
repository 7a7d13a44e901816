package mcp

import (
	"context"
	"encoding/json"
	"errors"
	"net/http"
	"strconv"
	"strings"
	"time"

	"balcao/bcp"
	"balcao/checkout"
	"balcao/jsonrpc"
	"balcao/profile"
)

// The error codes beside those of JSON-RPC (BCP overview, error registry; MCP 2026-07-28).
const (
	codeTransport = -32000 // the request could not be processed
	codeDiscovery = -32001 // of the platform's profile
	codeMediaType = -32005
	codeHeaders   = -32020 // the SDK's: headers and body do not agree
	codeVersion   = -32022 // MCP's: the protocol version is not supported
)

// The reasons that have no code in BCP's registry.
const (
	reasonParseError       = "parse_error"
	reasonInvalidRequest   = "invalid_request"
	reasonMethodNotFound   = "method_not_found"
	reasonInvalidParams    = "invalid_params"
	reasonUnsupported      = "protocol_version_unsupported"
	reasonRateLimited      = "rate_limited"
	reasonConflict         = "idempotency_conflict"
	reasonHeadersDifferent = "header_mismatch"
)

// fault is an error as it goes out. Its texts are ours: neither an error of the machinery nor
// anything of the request ever reaches the wire.
type fault struct {
	// status is the registry's HTTP status; see httpStatus.
	status int
	// kept says that the status goes out whatever the setting: it is MCP's own.
	kept bool
	code int
	// reason is data.code, path the member at fault as a JSONPath into the arguments.
	reason, path string
	text         string
	continueURL  string
	retryAfter   time.Duration
	// versions are the protocol versions that would do, requested the one that was asked for.
	versions  []string
	requested string
}

func (f *fault) Error() string { return f.text }

// invalid is a fault of one member of the arguments; an empty path means all of them.
func invalid(path, why string) *fault {
	return &fault{status: http.StatusBadRequest, code: jsonrpc.CodeInvalidParams, reason: reasonInvalidParams, path: jsonPath(path), text: why}
}

// badParams is a fault of the params outside of a tool's arguments.
func badParams(why string) *fault {
	return &fault{status: http.StatusBadRequest, code: jsonrpc.CodeInvalidParams, reason: reasonInvalidParams, text: why}
}

func forbidden(why string) *fault {
	return &fault{status: http.StatusForbidden, code: codeTransport, reason: profile.CodeForbidden, text: why}
}

// maxVersion is how much of a protocol version that is not served is told back, in bytes: a
// date takes 10.
const maxVersion = 32

// versionUnsupported is the answer to a protocol version that is not served. Its data name those
// that are, and the one that was asked for (MCP 2026-07-28, UnsupportedProtocolVersionError: both
// must be there), as far as it is short and can be seen.
func versionUnsupported(version string) *fault {
	visible := strings.Map(func(r rune) rune {
		if r <= ' ' || r > '~' {
			return '?'
		}
		return r
	}, version)
	return &fault{
		status: http.StatusBadRequest, kept: true, code: codeVersion, reason: reasonUnsupported,
		text: "the protocol version is not supported", versions: protocolVersions(), requested: visible[:min(len(visible), maxVersion)],
	}
}

// internal is the error of a request that we failed on.
func internal() *fault {
	return &fault{status: http.StatusInternalServerError, code: jsonrpc.CodeInternalError, reason: profile.CodeInternal, text: "internal error"}
}

func limited(retryAfter time.Duration) *fault {
	return &fault{status: http.StatusTooManyRequests, code: codeTransport, reason: reasonRateLimited, text: "too many requests", retryAfter: retryAfter}
}

// full is the answer while too many large requests are worked on.
func full() *fault {
	return &fault{
		status: http.StatusServiceUnavailable, code: codeTransport, reason: profile.CodeUnavailable,
		text: "busy with other large requests; send the same call again, under the same idempotency key", retryAfter: time.Second,
	}
}

// Limited is the answer to a client that asks too often: the JSON-RPC error of a request that
// nobody read.
func Limited(retryAfter time.Duration) []byte {
	return jsonrpc.EncodeError(nil, limited(retryAfter).encode())
}

// Failed is the answer to a request that a panic ended: HTTP status and JSON-RPC error.
func Failed() (status int, body []byte) {
	return http.StatusOK, jsonrpc.EncodeError(nil, internal().encode())
}

// ofRPC turns an error of the strict front door into a fault.
func ofRPC(e *jsonrpc.Error) *fault {
	f := &fault{status: http.StatusBadRequest, code: e.Code, reason: reasonInvalidRequest, text: e.Message}
	switch e.Code {
	case jsonrpc.CodeParseError:
		f.reason = reasonParseError
	case jsonrpc.CodeInvalidParams:
		f.reason, f.path = reasonInvalidParams, "$"
	}
	return f
}

// classify turns any error into one that may go out. What it does not know is internal: the
// text stays in the log.
func (s *Server) classify(ctx context.Context, err error) *fault {
	var (
		f     *fault
		who   *profile.Error
		field *bcp.FieldError
		do    *checkout.Error
	)
	switch {
	case errors.As(err, &f):
		return f
	case errors.As(err, &who):
		who.LogRefusal(ctx, s.Logger)
		return s.ofProfile(who)
	case errors.As(err, &field):
		return invalid(field.Field, field.Reason)
	case errors.As(err, &do) && do.Reason == checkout.KeyConflict:
		return &fault{
			status: http.StatusConflict, code: codeTransport, reason: reasonConflict, path: jsonPath(memberKey),
			text: "the idempotency key was used before with other arguments; a new attempt needs a new key",
		}
	case errors.As(err, &do) && do.Reason == checkout.Unavailable, errors.Is(err, context.DeadlineExceeded), errors.Is(err, context.Canceled):
		retry := time.Second
		if do != nil {
			retry = max(do.RetryAfter, retry)
		}
		if ctx.Err() == nil {
			s.Logger.WarnContext(ctx, "a tool call could not be taken now", "error", err)
		}
		return &fault{
			status: http.StatusServiceUnavailable, code: codeTransport, reason: profile.CodeUnavailable,
			text: "busy; send the same call again, under the same idempotency key", retryAfter: retry,
		}
	}
	s.Logger.ErrorContext(ctx, "mcp request failed", "error", err)
	return internal()
}

// ofProfile maps an error of the registry to its JSON-RPC code.
func (s *Server) ofProfile(e *profile.Error) *fault {
	f := &fault{status: e.HTTPStatus, code: codeTransport, reason: e.Code, text: e.Content, retryAfter: e.RetryAfter}
	switch e.Code {
	case profile.CodeInvalidProfileURL, profile.CodeProfileUnreachable, profile.CodeProfileMalformed:
		f.code = codeDiscovery
	case profile.CodeVersionUnsupported:
		f.code, f.continueURL = codeDiscovery, s.storefront
	case profile.CodeDigestMismatch, profile.CodeAlgorithm:
		f.code = jsonrpc.CodeInvalidRequest
	case profile.CodeInternal:
		f.code = jsonrpc.CodeInternalError
	}
	return f
}

// httpStatus is the status that goes out: the registry's where HTTP itself has a meaning for
// it, otherwise 200 unless the shop has it set.
func (f *fault) httpStatus(registry bool) int {
	switch f.status {
	case http.StatusUnauthorized, http.StatusForbidden, http.StatusMethodNotAllowed, http.StatusRequestEntityTooLarge,
		http.StatusUnsupportedMediaType, http.StatusTooManyRequests, http.StatusServiceUnavailable:
		return f.status
	}
	if f.kept || registry {
		return f.status
	}
	return http.StatusOK
}

// headers sets the headers that belong to the error.
func (f *fault) headers(h http.Header) {
	switch f.status {
	case http.StatusUnauthorized:
		h.Set("WWW-Authenticate", `Bearer realm="bcp"`)
	case http.StatusMethodNotAllowed:
		h.Set("Allow", http.MethodPost)
	}
	if f.retryAfter > 0 {
		h.Set("Retry-After", strconv.Itoa(seconds(f.retryAfter)))
	}
}

// details are what data says (BCP overview: code, content, continue_url, retry_after); supported
// and requested are MCP's.
type details struct {
	Code        string   `json:"code"`
	Content     string   `json:"content"`
	Path        string   `json:"path,omitempty"`
	ContinueURL string   `json:"continue_url,omitempty"`
	RetryAfter  int      `json:"retry_after,omitempty"`
	Supported   []string `json:"supported,omitempty"`
	Requested   string   `json:"requested,omitempty"`
}

// encode writes the JSON-RPC error.
func (f *fault) encode() *jsonrpc.Error {
	data, err := json.Marshal(details{f.reason, f.text, f.path, f.continueURL, seconds(f.retryAfter), f.versions, f.requested})
	if err != nil { // texts and numbers: it cannot fail
		data = nil
	}
	text := f.text
	if f.path != "" && f.path != "$" {
		text = f.path + " " + text
	}
	return &jsonrpc.Error{Code: f.code, Message: text, Data: data}
}

func seconds(d time.Duration) int { return int((d + time.Second - 1) / time.Second) }
