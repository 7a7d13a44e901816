package agent

import (
	"encoding/json"
	"iter"
	"mime"
	"net/http"
	"net/url"
	"strconv"
	"strings"
	"time"

	"balcao/jsonrpc"
)

// mediaA2A is the media type of the HTTP+JSON binding; plain JSON is taken too.
const mediaA2A = "application/a2a+json"

// REST serves the HTTP+JSON binding of A2A (A2A 1.0, section 11) below Base: the same
// methods as the JSON-RPC binding, found by path, with errors as google.rpc.Status.
type REST struct {
	*Binding
	// Base is the path that the operations are below, such as "/bcp/a2a".
	Base string
}

// route is an operation: its method of A2A and the parameters that its path names.
type route struct {
	verb, method string
	path         map[string]string
}

// routes lists the operations at a path below the base, one for each verb.
func routes(path string) []route {
	parts := strings.Split(path, "/")
	for i, p := range parts {
		plain, err := url.PathUnescape(p)
		if err != nil || plain == "" {
			return nil
		}
		parts[i] = plain
	}
	if len(parts) == 1 {
		switch parts[0] {
		case "message:send":
			return []route{{http.MethodPost, "SendMessage", nil}}
		case "message:stream":
			return []route{{http.MethodPost, "SendStreamingMessage", nil}}
		case "extendedAgentCard":
			return []route{{http.MethodGet, "GetExtendedAgentCard", nil}}
		case "tasks":
			return []route{{http.MethodGet, "ListTasks", nil}}
		}
		return nil
	}
	if parts[0] != "tasks" || len(parts) > 4 || len(parts) > 2 && parts[2] != "pushNotificationConfigs" {
		return nil
	}
	switch task := parts[1]; len(parts) {
	case 2:
		if id, ok := strings.CutSuffix(task, ":cancel"); ok {
			return []route{{http.MethodPost, "CancelTask", map[string]string{"id": id}}}
		}
		if id, ok := strings.CutSuffix(task, ":subscribe"); ok {
			return []route{
				{http.MethodPost, "SubscribeToTask", map[string]string{"id": id}},
				{http.MethodGet, "SubscribeToTask", map[string]string{"id": id}},
			}
		}
		return []route{{http.MethodGet, "GetTask", map[string]string{"id": task}}}
	case 3:
		of := map[string]string{"taskId": task}
		return []route{
			{http.MethodPost, "CreateTaskPushNotificationConfig", of},
			{http.MethodGet, "ListTaskPushNotificationConfigs", of},
		}
	default:
		of := map[string]string{"taskId": task, "id": parts[3]}
		return []route{
			{http.MethodGet, "GetTaskPushNotificationConfig", of},
			{http.MethodDelete, "DeleteTaskPushNotificationConfig", of},
		}
	}
}

// ServeHTTP takes one operation.
func (h REST) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	c := &call{b: h.Binding, request: r, header: r.Header, query: r.URL.Query().Get("A2A-Version")}
	a, err := h.serve(r, c)
	header := w.Header()
	header.Set("Cache-Control", "no-store")
	if c.extension != "" {
		header.Set("A2A-Extensions", c.extension)
	}
	switch {
	case err != nil:
		h.refuse(w, r, err)
	case a.stream != nil:
		defer a.end()
		c.body = nil
		h.stream(w, r, a.stream)
	default:
		write(w, r, http.StatusOK, a.result)
	}
}

func (h REST) serve(r *http.Request, c *call) (response, error) {
	known := routes(strings.TrimPrefix(r.URL.EscapedPath(), h.Base+"/"))
	if known == nil {
		return response{}, fault{status: http.StatusNotFound, code: jsonrpc.CodeMethodNotFound, reason: "METHOD_NOT_FOUND", text: "there is no such operation"}
	}
	var allowed []string
	for _, op := range known {
		if op.verb == r.Method {
			return h.run(r, c, op)
		}
		allowed = append(allowed, op.verb)
	}
	return response{}, fault{status: http.StatusMethodNotAllowed, code: jsonrpc.CodeInvalidRequest, reason: "INVALID_REQUEST", text: "use " + strings.Join(allowed, " or "), allow: allowed}
}

// run reads the parameters of an operation and carries it out.
func (h REST) run(r *http.Request, c *call, op route) (response, error) {
	params, err := c.restParams(op)
	if err != nil {
		return response{}, err
	}
	if err := c.version(); err != nil {
		return response{}, err
	}
	c.extension = h.activated(c.header.Values("A2A-Extensions"))
	return methods[op.method](r.Context(), c, params)
}

// restParams makes the parameters of the method from the body, or the query where there is
// none, and from the path, which has the last word.
func (c *call) restParams(op route) (json.RawMessage, error) {
	r := c.request
	params := map[string]json.RawMessage{}
	switch {
	case op.verb == http.MethodPost && op.path != nil && r.ContentLength == 0: // a named task may be all there is to say
	case op.verb == http.MethodPost:
		body, err := readBody(r, "application/json", mediaA2A)
		if err != nil {
			return nil, err
		}
		c.body = body
		if len(body) == 0 && op.path != nil {
			break
		}
		object, bad := jsonrpc.Object(body)
		if bad != nil {
			return nil, fault{code: bad.Code, reason: reasonOf(bad.Code), text: bad.Message}
		}
		params, _ = jsonrpc.Members(object)
	default:
		// A body that is announced is waited for by the server before it answers, which for a
		// stream would have no end.
		body, err := readAll(r)
		if err != nil {
			return nil, err
		}
		c.body = body
		for name, values := range r.URL.Query() {
			params[name] = queryValue(name, values[0])
		}
	}
	for name, value := range op.path {
		raw, err := json.Marshal(value)
		if err != nil {
			return nil, err
		}
		params[name] = raw
	}
	return json.Marshal(params)
}

// queryValue is a query parameter as the member of a parameters object: a query has no
// types, so the numbers and booleans of A2A are known by name.
func queryValue(name, value string) json.RawMessage {
	switch name {
	case "historyLength", "pageSize":
		if n, err := strconv.ParseInt(value, 10, 64); err == nil {
			return strconv.AppendInt(nil, n, 10)
		}
	case "includeArtifacts":
		if value == "true" || value == "false" {
			return json.RawMessage(value)
		}
	}
	raw, err := json.Marshal(value)
	if err != nil { // a string always encodes
		return json.RawMessage(`""`)
	}
	return raw
}

// refuse answers with a google.rpc.Status.
func (h REST) refuse(w http.ResponseWriter, r *http.Request, err error) {
	f := h.faultOf(r.Context(), err)
	f.headers(w)
	status := f.httpStatus()
	write(w, r, status, f.rpcStatus(status, h.Now()))
}

// stream writes the results as Server-Sent Events.
func (h REST) stream(w http.ResponseWriter, r *http.Request, results iter.Seq2[json.RawMessage, error]) {
	writeEvents(w, results, func(result json.RawMessage, err error) []byte {
		if err != nil {
			f := h.faultOf(r.Context(), err)
			return f.rpcStatus(f.httpStatus(), h.Now())
		}
		return result
	})
}

// write answers in the media type that the client speaks.
func write(w http.ResponseWriter, r *http.Request, status int, body []byte) {
	media := "application/json"
	for _, name := range []string{r.Header.Get("Content-Type"), r.Header.Get("Accept")} {
		if spoken, _, err := mime.ParseMediaType(name); err == nil && spoken == mediaA2A {
			media = mediaA2A
		}
	}
	writeBody(w, media, status, body)
}

// statusNames are the names of google.rpc.Code for HTTP statuses; A2A's own errors have
// theirs in the table of the binding (A2A 1.0, section 5.4).
var statusNames = map[int]string{
	http.StatusBadRequest: "INVALID_ARGUMENT", http.StatusUnauthorized: "UNAUTHENTICATED", http.StatusForbidden: "PERMISSION_DENIED",
	http.StatusNotFound: "NOT_FOUND", http.StatusMethodNotAllowed: "UNIMPLEMENTED", http.StatusRequestEntityTooLarge: "OUT_OF_RANGE",
	http.StatusUnsupportedMediaType: "INVALID_ARGUMENT", http.StatusTooManyRequests: "RESOURCE_EXHAUSTED",
	http.StatusInternalServerError: "INTERNAL", http.StatusServiceUnavailable: "UNAVAILABLE",
}

// httpStatus is the status of an error where HTTP tells it.
func (f fault) httpStatus() int {
	switch {
	case f.registry != 0:
		return f.registry
	case f.status != 0 && f.status != http.StatusOK:
		return f.status
	case f.code == codeTaskNotFound:
		return http.StatusNotFound
	case f.code == jsonrpc.CodeInternalError:
		return http.StatusInternalServerError
	}
	return http.StatusBadRequest
}

// rpcStatus writes the google.rpc.Status of an error.
func (f fault) rpcStatus(status int, now time.Time) []byte {
	name := statusNames[status]
	switch {
	case f.code <= codeTaskNotCancelable && f.code >= codeUnsupported, f.code == codeVersion:
		name = "FAILED_PRECONDITION"
	case name == "":
		name = "UNKNOWN"
	}
	body, err := marshal(map[string]any{"error": map[string]any{
		"code": status, "status": name, "message": f.text, "details": f.details(now),
	}})
	if err != nil { // texts and numbers only
		return []byte(`{"error":{"code":500,"status":"INTERNAL"}}`)
	}
	return body
}

// LimitedREST is what Limited is, for the HTTP+JSON binding.
func LimitedREST(now time.Time, retryAfter time.Duration) []byte {
	return limited(retryAfter).rpcStatus(http.StatusTooManyRequests, now)
}
