package agent

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"io"
	"log/slog"
	"mime"
	"net/http"
	"slices"
	"strconv"
	"strings"
	"time"

	"balcao/jsonrpc"
	"balcao/profile"
)

// MaxBody is the largest request body, in bytes.
const MaxBody = 1 << 20

// Sender answers SendMessage. It returns the whole encoded SendMessageResponse, exactly
// as it was stored for retries.
type Sender interface {
	Send(ctx context.Context, m Message) ([]byte, error)
}

// Identifier finds out who sent a request.
type Identifier interface {
	Identify(ctx context.Context, credentials profile.Credentials) (profile.Identity, error)
}

// Binding serves A2A at one URL. Sender answers messages, Tasks everything about tasks.
type Binding struct {
	Sender     Sender
	Tasks      *Tasks
	Identifier Identifier
	// Streaming and Push say whether streams and push notifications are offered, as the
	// Agent Card does. ExtendedCard is the card for platforms that proved who they are, nil
	// if there is none.
	Streaming, Push bool
	ExtendedCard    json.RawMessage
	// CheckPushURL refuses an address that must not be called; NewID makes identifiers.
	CheckPushURL func(url string) error
	NewID        func(prefix string) string
	// Extensions are the accepted URIs of the BCP extension, the preferred one first.
	Extensions []string
	// ModesIn are the media types that messages may carry.
	ModesIn []string
	// StorefrontURL is where a buyer goes on whose platform cannot, empty for nowhere.
	StorefrontURL string
	Logger        *slog.Logger
	Now           func() time.Time
}

// ServeHTTP takes one JSON-RPC request. Protocol errors are answered with HTTP 200, save
// those that have a meaning for HTTP itself.
func (b *Binding) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	call := &call{b: b, request: r, header: r.Header, query: r.URL.Query().Get("A2A-Version")}
	a, err := b.serve(r, call)
	h := w.Header()
	h.Set("Cache-Control", "no-store")
	if uri := call.extension; uri != "" {
		h.Set("A2A-Extensions", uri)
	}
	if err != nil {
		b.refuse(w, r, call, err)
		return
	}
	if a.stream == nil {
		writeBody(w, "application/json", http.StatusOK, jsonrpc.EncodeResult(call.id, a.result))
		return
	}
	defer a.end()
	call.body = nil // it is not needed any more, and a stream lives long
	writeEvents(w, a.stream, func(result json.RawMessage, err error) []byte {
		if err != nil {
			return jsonrpc.EncodeError(call.id, b.faultOf(r.Context(), err).encode(b.Now()))
		}
		return jsonrpc.EncodeResult(call.id, result)
	})
}

// refuse answers with an error. A client that accepts a stream looks for it there: as a
// plain body it would be lost on some. Only for a task that has ended there is no stream to
// look into (A2A 1.0, section 3.1.6), and some errors are HTTP's.
func (b *Binding) refuse(w http.ResponseWriter, r *http.Request, c *call, err error) {
	f := b.faultOf(r.Context(), err)
	f.headers(w)
	if c.streaming && f.status == http.StatusOK && !errors.Is(err, errEnded) {
		newEventWriter(w).event(jsonrpc.EncodeError(c.id, f.encode(b.Now())))
		return
	}
	writeBody(w, "application/json", f.status, jsonrpc.EncodeError(c.id, f.encode(b.Now())))
}

// accepts reports whether the client names a media type among those that it takes.
func accepts(r *http.Request, media string) bool {
	for _, header := range r.Header.Values("Accept") {
		for one := range strings.SplitSeq(header, ",") {
			if name, _, err := mime.ParseMediaType(one); err == nil && name == media {
				return true
			}
		}
	}
	return false
}

// writeBody writes a JSON body. If the client went away, the reply waits for its retry.
func writeBody(w http.ResponseWriter, media string, status int, body []byte) {
	h := w.Header()
	h.Set("Content-Type", media)
	h.Set("Content-Length", strconv.Itoa(len(body)))
	w.WriteHeader(status)
	_, _ = w.Write(body)
}

// call is one request on its way through the pipeline.
type call struct {
	b       *Binding
	request *http.Request
	header  http.Header
	// body is the request's as it came, for what is signed of it.
	body  []byte
	query string
	id    json.RawMessage
	// extension is the active BCP extension's URI, empty while it is not active.
	extension string
	// streaming says that the client reads the answer as a stream, an error too.
	streaming bool
}

func (b *Binding) serve(r *http.Request, c *call) (response, error) {
	if r.Method != http.MethodPost {
		return response{}, fault{
			status: http.StatusMethodNotAllowed, code: jsonrpc.CodeInvalidRequest, reason: "INVALID_REQUEST", text: "use POST",
			allow: []string{http.MethodPost},
		}
	}
	body, err := readBody(r, "application/json")
	if err != nil {
		return response{}, err
	}
	c.body = body
	req, rpcErr := jsonrpc.Parse(body)
	c.id = bytes.Clone(req.ID) // a stream must not hold on to the whole body
	if rpcErr != nil {
		return response{}, fault{code: rpcErr.Code, reason: reasonOf(rpcErr.Code), text: rpcErr.Message}
	}
	method, ok := methods[req.Method]
	if !ok && !methodsOf03[req.Method] {
		return response{}, fault{code: jsonrpc.CodeMethodNotFound, reason: "METHOD_NOT_FOUND", text: "the method is not known"}
	}
	c.streaming = streams[req.Method] && accepts(r, "text/event-stream")
	if err := c.version(); err != nil {
		return response{}, err
	}
	if !ok { // a name of 0.3 under the version 1.0
		return response{}, fault{code: jsonrpc.CodeMethodNotFound, reason: "METHOD_NOT_FOUND", text: "the method is not known in A2A " + versionServed}
	}
	c.extension = b.activated(c.header.Values("A2A-Extensions"))
	return method(r.Context(), c, req.Params)
}

// readBody reads a body of one of the media types, within MaxBody.
func readBody(r *http.Request, media ...string) ([]byte, error) {
	if spoken, _, err := mime.ParseMediaType(r.Header.Get("Content-Type")); err != nil || !slices.Contains(media, spoken) {
		return nil, fault{
			status: http.StatusUnsupportedMediaType, code: codeContentType, reason: "CONTENT_TYPE_NOT_SUPPORTED",
			text: "the request must be " + strings.Join(media, " or "),
		}
	}
	return readAll(r)
}

// readAll reads a body within MaxBody.
func readAll(r *http.Request) ([]byte, error) {
	body, err := io.ReadAll(http.MaxBytesReader(nil, r.Body, MaxBody))
	if err == nil {
		return body, nil
	}
	if tooLarge := (*http.MaxBytesError)(nil); errors.As(err, &tooLarge) {
		return nil, fault{status: http.StatusRequestEntityTooLarge, code: jsonrpc.CodeInvalidRequest, reason: "INVALID_REQUEST", text: "the request is larger than 1 MiB"}
	}
	return nil, fault{code: jsonrpc.CodeParseError, reason: "PARSE_ERROR", text: "the request could not be read"}
}

func seconds(d time.Duration) int { return int((d + time.Second - 1) / time.Second) }

// identify finds out who calls. With the BCP extension active a platform must say who it
// is; without it, nobody may still ask.
func (c *call) identify(ctx context.Context) (profile.Identity, error) {
	id, err := c.b.Identifier.Identify(ctx, profile.CredentialsOf(c.request, c.body))
	if err != nil {
		return profile.Identity{}, err
	}
	if c.extension != "" && id.Caller.Nobody() {
		return profile.Identity{}, profile.NewError(profile.CodeInvalidProfileURL, nil)
	}
	return id, nil
}
