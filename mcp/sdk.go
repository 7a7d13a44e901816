package mcp

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"mime"
	"net/http"
	"strings"
	"time"

	sdkrpc "github.com/modelcontextprotocol/go-sdk/jsonrpc"
	sdk "github.com/modelcontextprotocol/go-sdk/mcp"

	"balcao/jsonrpc"
)

// callKey is where a call lies in the context of its request.
type callKey struct{}

// forward hands a checked request to the SDK and takes its answer apart: the id is put on
// here, as it was sent, and an error goes out in our form.
func (s *Server) forward(ctx context.Context, c *call, req jsonrpc.Request) (answer, error) {
	params, err := c.slim(req.Method, req.Params)
	if err != nil {
		return answer{}, err
	}
	body, err := json.Marshal(struct {
		Version string `json:"jsonrpc"`
		ID      int    `json:"id"`
		Method  string `json:"method"`
		Params  forSDK `json:"params"`
	}{"2.0", 1, req.Method, params})
	if err != nil {
		return answer{}, err
	}
	// The client's leaving ends nothing: the SDK would answer with status 0 then, and what was
	// begun goes on and is stored for the retry. A tool's own deadline comes first.
	ctx, cancel := context.WithTimeout(context.WithoutCancel(ctx), 2*workTime)
	defer cancel()
	inner, err := http.NewRequestWithContext(context.WithValue(ctx, callKey{}, c), http.MethodPost, "/", bytes.NewReader(body))
	if err != nil {
		return answer{}, err
	}
	for _, name := range []string{"MCP-Protocol-Version", "Mcp-Method", "Mcp-Name"} {
		if values := c.header.Values(name); len(values) > 0 {
			inner.Header[http.CanonicalHeaderKey(name)] = values
		}
	}
	inner.Header.Set("Content-Type", "application/json")
	// A client that takes JSON alone gets what it takes.
	inner.Header.Set("Accept", "application/json, text/event-stream")
	got := &recorder{header: http.Header{}}
	s.inner.ServeHTTP(got, inner)
	if f := c.failed.Load(); f != nil {
		return answer{}, f
	}
	a, err := s.taken(c, req.Method, got)
	if done := ctx.Err(); err != nil && done != nil {
		return answer{}, done // it took too long, and the SDK said nothing
	}
	return a, err
}

// taken reads the SDK's answer.
func (s *Server) taken(c *call, method string, got *recorder) (answer, error) {
	media, _, _ := mime.ParseMediaType(got.header.Get("Content-Type"))
	members, ok := jsonrpc.Members(got.body.Bytes())
	if media != "application/json" || !ok {
		// A line of plain text: what the SDK says of a request that it could not read.
		if got.status >= 400 && got.status < 500 {
			return answer{}, &fault{status: http.StatusBadRequest, code: jsonrpc.CodeInvalidRequest, reason: reasonInvalidRequest, text: "Invalid Request"}
		}
		return answer{}, fmt.Errorf("mcp: the SDK answered %d, %q", got.status, media)
	}
	if result := members["result"]; result != nil && string(result) != "null" {
		if list := c.listed.Load(); list != nil {
			result = *list
		} else if method == methodList {
			s.lists.Store(c.revision(), json.RawMessage(bytes.Clone(result)))
		}
		return answer{http.StatusOK, jsonrpc.EncodeResult(c.id, result)}, nil
	}
	return answer{}, s.refused(c, got.status, members["error"])
}

// refused words an error of the SDK anew: its texts may hold parts of the request. Whatever
// failed in a tool is noted elsewhere, so it is the parameters that the SDK could not read,
// for which it has several codes.
func (s *Server) refused(c *call, status int, raw json.RawMessage) error {
	var e struct{ Code int }
	if json.Unmarshal(raw, &e) != nil {
		return errors.New("mcp: the SDK answered with neither a result nor an error")
	}
	if status != http.StatusOK && status != http.StatusBadRequest && status != http.StatusNotFound || e.Code == 0 || e.Code == jsonrpc.CodeInternalError {
		e.Code, status = jsonrpc.CodeInvalidParams, http.StatusBadRequest
	}
	f := &fault{status: http.StatusBadRequest, kept: status != http.StatusOK && c.revision() == modern, code: e.Code}
	switch e.Code {
	case jsonrpc.CodeInvalidParams:
		f.reason, f.text = reasonInvalidParams, "Invalid params"
		switch {
		case c.tool != "" && s.tools[c.tool].name == "":
			f.text = "there is no such tool"
		case f.kept:
			f.text = "params._meta lacks what this version of MCP demands"
		}
	case jsonrpc.CodeMethodNotFound:
		f.status, f.reason, f.text = http.StatusNotFound, reasonMethodNotFound, "the method is not known"
	case codeHeaders:
		f.reason, f.text = reasonHeadersDifferent, "Mcp-Method and Mcp-Name must say what the body says"
	case codeVersion:
		return versionUnsupported(c.revision())
	default:
		f.code, f.reason, f.text = jsonrpc.CodeInvalidRequest, reasonInvalidRequest, "Invalid Request"
	}
	return f
}

// recorder keeps what a handler writes.
type recorder struct {
	header http.Header
	status int
	body   bytes.Buffer
}

func (r *recorder) Header() http.Header { return r.header }

func (r *recorder) WriteHeader(status int) {
	if r.status == 0 {
		r.status = status
	}
}

func (r *recorder) Write(b []byte) (int, error) {
	r.WriteHeader(http.StatusOK)
	return r.body.Write(b)
}

// Flush implements http.Flusher; there is nobody to flush to.
func (*recorder) Flush() {}

// workTime bounds a tool call. It is longer than a call to a provider takes, which goes on
// when the client is gone.
const workTime = 40 * time.Second

// guard is around everything that the SDK has done in a goroutine of its own: a panic there
// would end the process, and the SDK gives a client's call no deadline.
func (s *Server) guard(next sdk.MethodHandler) sdk.MethodHandler {
	return func(ctx context.Context, method string, req sdk.Request) (result sdk.Result, err error) {
		ctx, cancel := context.WithTimeout(context.WithoutCancel(ctx), workTime)
		defer cancel()
		defer func() {
			if p := recover(); p != nil {
				s.Logger.ErrorContext(ctx, "panic in a tool", "method", method, "panic", panicText(p))
				result, err = nil, s.fail(ctx, internal())
			}
		}()
		if method != methodCall && !open(method) && !strings.HasPrefix(method, "notifications/") {
			return nil, &sdkrpc.Error{Code: jsonrpc.CodeMethodNotFound, Message: "method not found"}
		}
		if method == methodList && s.known(ctx) {
			return &sdk.ListToolsResult{}, nil
		}
		return next(ctx, method, req)
	}
}

// known puts the list of tools that was made for the revision before into the call. To encode
// it takes the SDK milliseconds, and anybody may ask for it; what the SDK checks before is
// checked all the same.
func (s *Server) known(ctx context.Context) bool {
	c, ok := ctx.Value(callKey{}).(*call)
	if !ok {
		return false
	}
	list, ok := s.lists.Load(c.revision())
	if ok {
		raw := list.(json.RawMessage)
		c.listed.Store(&raw)
	}
	return ok
}

// revision is what the client names, empty for none; method has checked that it is served.
func (c *call) revision() string { return c.header.Get("MCP-Protocol-Version") }

// panicText is what a panic said, without what a foreign value may hold.
func panicText(p any) string {
	if err, ok := p.(error); ok {
		return err.Error()
	}
	return fmt.Sprintf("%T", p)
}

// fail notes why a tool did not answer. What the SDK gets is never seen.
func (s *Server) fail(ctx context.Context, f *fault) error {
	if c, ok := ctx.Value(callKey{}).(*call); ok {
		c.failed.Store(f)
	}
	return &sdkrpc.Error{Code: int64(f.code), Message: "refused"}
}
