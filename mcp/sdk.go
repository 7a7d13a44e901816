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

	sdkrpc "github.com/modelcontextprotocol/go-sdk/jsonrpc"
	sdk "github.com/modelcontextprotocol/go-sdk/mcp"

	"balcao/jsonrpc"
)

// callKey is where a call lies in the context of its request.
type callKey struct{}

// forward hands a checked request to the SDK and takes its answer apart: the id is put on
// here, as it was sent, and an error goes out in our form. A tool is called when the SDK has
// nothing against it.
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
	inner := http.Header{}
	for _, name := range []string{"MCP-Protocol-Version", "Mcp-Method", "Mcp-Name"} {
		if values := c.header.Values(name); len(values) > 0 {
			inner[http.CanonicalHeaderKey(name)] = values
		}
	}
	if req.Method != methodCall {
		result, err := s.ask(ctx, c, req.Method, inner, body)
		return answer{http.StatusOK, jsonrpc.EncodeResult(c.id, result)}, err
	}
	kind, err := s.forms.of(inner, body, func() (form, error) {
		result, err := s.ask(ctx, c, req.Method, inner, body)
		if err != nil {
			return "", err
		}
		return formOf(result)
	})
	if err != nil {
		return answer{}, err
	}
	content, err := s.work(ctx, c)
	if err != nil {
		return answer{}, err
	}
	return answer{http.StatusOK, kind.answer(c.id, content)}, nil
}

// ask has the SDK answer a request and returns the result.
func (s *Server) ask(ctx context.Context, c *call, method string, header http.Header, body []byte) (json.RawMessage, error) {
	// The client's leaving ends nothing: the SDK would answer with status 0 then.
	ctx, cancel := context.WithTimeout(context.WithoutCancel(ctx), workTime)
	defer cancel()
	inner, err := http.NewRequestWithContext(context.WithValue(ctx, callKey{}, c), http.MethodPost, "/", bytes.NewReader(body))
	if err != nil {
		return nil, err
	}
	inner.Header = header.Clone()
	inner.Header.Set("Content-Type", "application/json")
	// A client that takes JSON alone gets what it takes.
	inner.Header.Set("Accept", "application/json, text/event-stream")
	got := &recorder{header: http.Header{}}
	s.inner.ServeHTTP(got, inner)
	if c.failed.Load() {
		return nil, internal()
	}
	result, err := s.taken(c, method, got)
	if done := ctx.Err(); err != nil && done != nil {
		return nil, done // it took too long, and the SDK said nothing
	}
	return result, err
}

// taken reads the SDK's answer.
func (s *Server) taken(c *call, method string, got *recorder) (json.RawMessage, error) {
	media, _, _ := mime.ParseMediaType(got.header.Get("Content-Type"))
	members, ok := jsonrpc.Members(got.body.Bytes())
	if media != "application/json" || !ok {
		// A line of plain text: what the SDK says of a request that it could not read.
		if got.status >= 400 && got.status < 500 {
			return nil, &fault{status: http.StatusBadRequest, code: jsonrpc.CodeInvalidRequest, reason: reasonInvalidRequest, text: "Invalid Request"}
		}
		return nil, fmt.Errorf("mcp: the SDK answered %d, %q", got.status, media)
	}
	if result := members["result"]; result != nil && string(result) != "null" {
		if list := c.listed.Load(); list != nil {
			result = *list
		} else if method == methodList {
			s.lists.Store(c.revision(), json.RawMessage(bytes.Clone(result)))
		}
		return result, nil
	}
	return nil, s.refused(c, got.status, members["error"])
}

// refused words an error of the SDK anew: its texts may hold parts of the request. No tool
// runs in it, so it is the parameters that it could not read, for which it has several codes.
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

// guard is around everything that the SDK has done in a goroutine of its own: a panic there
// would end the process.
func (s *Server) guard(next sdk.MethodHandler) sdk.MethodHandler {
	return func(ctx context.Context, method string, req sdk.Request) (result sdk.Result, err error) {
		defer func() {
			if p := recover(); p != nil {
				s.Logger.ErrorContext(ctx, "panic in the SDK", "method", method, "panic", panicText(p))
				if c, ok := ctx.Value(callKey{}).(*call); ok {
					c.failed.Store(true)
				}
				result, err = nil, &sdkrpc.Error{Code: jsonrpc.CodeInternalError, Message: "internal error"}
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
