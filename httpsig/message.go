package httpsig

import (
	"net"
	"net/http"
	"net/url"
	"strings"
)

// Request is a request as its signer sees it: under the public address, before any proxy.
// Make one with [Received] or [Outgoing], or fill it.
type Request struct {
	// Method is as sent, in its case.
	Method string
	// Scheme is "https" or "http". Only components beyond the required ones need it.
	Scheme string
	// Authority is host and port, in lower case, without the scheme's default port.
	Authority string
	// Path is absolute and escaped as it was sent; empty means "/".
	Path string
	// Query begins with "?"; empty if there is none.
	Query string
	// Header has its names in the canonical form, as net/http keeps them.
	Header http.Header
	// Body is what was sent, before any decoding.
	Body []byte
}

// Response is an answer as it goes over the wire.
type Response struct {
	// Status is the HTTP status code.
	Status int
	// Header has its names in the canonical form, as net/http keeps them.
	Header http.Header
	// Body is what is sent, after any encoding.
	Body []byte
	// Request is what is answered. [SignResponse] binds the answer to it; nil binds to none.
	Request *Request
}

// Received returns the request that a server got. The public address of the server says under
// which scheme, host and path prefix it was sent, whatever a proxy made of it and whatever
// Host says: nothing of the network's is believed (BCP message signatures, @authority). A
// prefix in the public address is one that the proxy takes away. The caller reads the body
// once, with a limit.
func Received(r *http.Request, public *url.URL, body []byte) Request {
	target := r.RequestURI
	if !strings.HasPrefix(target, "/") { // absolute form, or made by a test
		target = r.URL.RequestURI()
	}
	path, query := target, ""
	if i := strings.IndexByte(target, '?'); i >= 0 {
		path, query = target[:i], target[i:]
	}
	return Request{
		Method:    r.Method,
		Scheme:    strings.ToLower(public.Scheme),
		Authority: authority(public.Scheme, public.Host),
		Path:      strings.TrimSuffix(public.EscapedPath(), "/") + path,
		Query:     query,
		Header:    r.Header,
		Body:      body,
	}
}

// Outgoing returns a request that a client is about to send, with its body. What
// [SignRequest] adds to the header is then part of it.
func Outgoing(r *http.Request, body []byte) Request {
	host := r.Host
	if host == "" {
		host = r.URL.Host
	}
	if r.Header == nil {
		r.Header = http.Header{}
	}
	method := r.Method
	if method == "" { // as http.Client sends it
		method = http.MethodGet
	}
	query := ""
	if r.URL.RawQuery != "" || r.URL.ForceQuery {
		query = "?" + r.URL.RawQuery
	}
	return Request{
		Method:    method,
		Scheme:    strings.ToLower(r.URL.Scheme),
		Authority: authority(r.URL.Scheme, host),
		Path:      r.URL.EscapedPath(),
		Query:     query,
		Header:    r.Header,
		Body:      body,
	}
}

// authority normalises host and port as RFC 9421, 2.2.3 has it.
func authority(scheme, host string) string {
	host = strings.ToLower(host)
	name, port, err := net.SplitHostPort(host)
	if err != nil {
		return host // no port
	}
	scheme = strings.ToLower(scheme)
	if port != "" && !(scheme == "https" && port == "443") && !(scheme == "http" && port == "80") {
		return host
	}
	if strings.Contains(name, ":") {
		return "[" + name + "]"
	}
	return name
}

// path returns @path.
func (r *Request) path() string {
	if r.Path == "" {
		return "/"
	}
	return r.Path
}

// query returns @query, which without a query is a lone question mark (RFC 9421, 2.2.7).
func (r *Request) query() string {
	if r.Query == "" {
		return "?"
	}
	return r.Query
}
