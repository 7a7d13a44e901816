package mcp

import (
	"encoding/json"
	"errors"
	"net/http"
	"slices"
	"strconv"
	"sync/atomic"

	"balcao/jsonrpc"
	"balcao/platform"
	"balcao/profile"
)

// protocolVersions are the revisions of MCP that are served, the newest first. They are dates
// as the versions of BCP are, and have nothing to do with them.
func protocolVersions() []string {
	return []string{modern, "2025-11-25", "2025-06-18", "2025-03-26", "2024-11-05"}
}

// modern is the revision without a handshake, whose errors have HTTP statuses of their own.
const modern = "2026-07-28"

// open are the methods that anybody may call: they tell what the profile tells.
func open(method string) bool {
	return slices.Contains([]string{"initialize", "ping", "server/discover", methodList}, method)
}

const (
	methodCall = "tools/call"
	methodList = "tools/list"
)

// answer is what goes out: nothing but the status for a notification.
type answer struct {
	status int
	body   []byte
}

// call is one request on its way.
type call struct {
	header http.Header
	// id is the request's as it was sent, nil while it is not known.
	id json.RawMessage
	// tool is the name of the tool that is called, empty for other methods; arguments are its.
	tool      string
	arguments json.RawMessage
	caller    platform.Caller
	// failed says that the SDK did not get to an answer.
	failed atomic.Bool
	// listed is the list of tools, if it was made before.
	listed atomic.Pointer[json.RawMessage]
}

// ServeHTTP takes one JSON-RPC message.
func (s *Server) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	c := &call{header: r.Header}
	h := w.Header()
	h.Set("Cache-Control", "no-store")
	a, err := s.serve(r, c)
	if err != nil {
		f := s.classify(r.Context(), err)
		f.headers(h)
		a = answer{f.httpStatus(s.RegistryStatus), jsonrpc.EncodeError(c.id, f.encode())}
	}
	if a.body != nil {
		h.Set("Content-Type", "application/json")
		h.Set("Content-Length", strconv.Itoa(len(a.body)))
		s.sign(r.Context(), h, c, a)
	}
	w.WriteHeader(a.status)
	_, _ = w.Write(a.body) // if the client went away, the reply waits for its retry
}

func (s *Server) serve(r *http.Request, c *call) (answer, error) {
	if err := s.checkOrigin(r); err != nil {
		return answer{}, err
	}
	if r.Method != http.MethodPost {
		return answer{}, &fault{status: http.StatusMethodNotAllowed, code: jsonrpc.CodeInvalidRequest, reason: reasonInvalidRequest, text: "use POST"}
	}
	for _, name := range []string{"Authorization", "Content-Type", "Content-Encoding", "MCP-Protocol-Version"} {
		if len(r.Header.Values(name)) > 1 { // what is in front may have looked at the other one
			return answer{}, &fault{status: http.StatusBadRequest, code: jsonrpc.CodeInvalidRequest, reason: reasonInvalidRequest, text: name + " must be there once"}
		}
	}
	body, done, err := s.readBody(r)
	if err != nil {
		return answer{}, err
	}
	defer done()
	req, notification, err := c.envelope(body)
	if err != nil {
		return answer{}, err
	}
	if notification {
		return answer{status: http.StatusAccepted}, nil // nothing here waits for one
	}
	if err := c.method(req); err != nil {
		return answer{}, err
	}
	if req.Method == methodCall {
		if c.caller, err = s.authenticate(r, body); err != nil {
			return answer{}, err
		}
	}
	return s.forward(r.Context(), c, req)
}

// envelope reads the message. An answer to a request of ours is taken like a notification,
// although there are no such requests.
func (c *call) envelope(body []byte) (jsonrpc.Request, bool, error) {
	req, notification, rpcErr := jsonrpc.ParseMessage(body)
	if len(req.ID) > 0 && req.ID[0] != '"' {
		if _, whole := jsonrpc.Integer(req.ID); !whole {
			return req, false, &fault{
				status: http.StatusBadRequest, code: jsonrpc.CodeInvalidRequest, reason: reasonInvalidRequest,
				text: "Invalid Request: id must be a string or a whole number",
			}
		}
	}
	c.id = req.ID
	if rpcErr == nil {
		return req, notification, nil
	}
	if rpcErr.Code == jsonrpc.CodeInvalidRequest && req.ID != nil && req.Method == "" {
		members, _ := jsonrpc.Members(body)
		if members["method"] == nil && (members["result"] != nil || members["error"] != nil) {
			return req, true, nil
		}
	}
	return req, false, ofRPC(rpcErr)
}

// method checks which method is called, under which revision of MCP, and the form of a tool
// call: the SDK would repeat what is wrong with it, card numbers too.
func (c *call) method(req jsonrpc.Request) error {
	version := c.revision()
	if version != "" && !slices.Contains(protocolVersions(), version) {
		return versionUnsupported(version)
	}
	if req.Method != methodCall {
		if open(req.Method) && len(req.Params) > maxOpen {
			return badParams("params are larger than 16 KiB")
		}
		if open(req.Method) {
			return nil
		}
		return &fault{
			status: http.StatusNotFound, kept: version == modern, code: jsonrpc.CodeMethodNotFound, reason: reasonMethodNotFound,
			text: "the method is not known; BCP operations are called by tools/call",
		}
	}
	params, ok := jsonrpc.Members(req.Params)
	var name string
	if !ok || json.Unmarshal(params["name"], &name) != nil || name == "" {
		return badParams("params.name must be the name of a tool")
	}
	if len(name) > maxToken {
		return badParams("there is no such tool")
	}
	for _, member := range []string{"arguments", "_meta"} {
		if raw := params[member]; raw != nil && raw[0] != '{' {
			return badParams("params." + member + " must be an object")
		}
	}
	c.tool, c.arguments = name, params["arguments"]
	return nil
}

// authenticate finds out who calls a tool, which nobody may without showing it (BCP checkout
// over MCP: before anything else is done with the request).
func (s *Server) authenticate(r *http.Request, body []byte) (platform.Caller, error) {
	caller, err := s.Identifier.Authenticate(r.Context(), profile.CredentialsOf(r, body))
	if err != nil {
		return platform.Caller{}, err
	}
	if !caller.Authenticated {
		return platform.Caller{}, profile.NewError(profile.CodeUnauthenticated, errors.New("mcp: nothing was shown"))
	}
	return caller, nil
}
