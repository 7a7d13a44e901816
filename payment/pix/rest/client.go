package rest

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"net/http"
	"net/netip"
	"net/url"
	"regexp"
	"strings"
	"time"

	"github.com/go-json-experiment/json"
)

// The bounds of a call.
const (
	// MaxBody is the largest answer that is read, in bytes.
	MaxBody = 4 << 20
	// attemptTime is how long one attempt may take.
	attemptTime = 8 * time.Second
)

// Errors of calls. What Do returns wraps one of them, the context's or the network's.
var (
	// ErrAddress says that an address is none that secrets may be sent to.
	ErrAddress = errors.New("must be an https address without user and fragment; http is for loopback alone")
	// ErrTooLarge says that an answer was larger than MaxBody.
	ErrTooLarge = errors.New("the answer is too large")
)

// Config is what a Client is made of.
type Config struct {
	// Base is where the API's paths start. Its query goes with every call: some providers
	// want an application's key there.
	Base *url.URL
	// Header goes with every call.
	Header http.Header
	// HTTP does the calls. It must not follow redirects; NewHTTPClient makes such a one.
	HTTP *http.Client
	// Authorize gives the value of the Authorization header.
	Authorize func(ctx context.Context) (string, error)
	// Rejected hears of a value that was answered by 401; the call is made once more with
	// what Authorize then gives. Nil leaves it at the first answer.
	Rejected func(value string)
	// Sleep waits between attempts, until the context ends; nil is a timer.
	Sleep func(ctx context.Context, d time.Duration) error
	// Pace bounds the calls of contexts that are Unhurried; nil does not.
	Pace *Pace
}

// Client calls one API. It is safe for concurrent use.
type Client struct{ config Config }

// New makes a client.
func New(config Config) *Client {
	if config.Sleep == nil {
		config.Sleep = sleep
	}
	return &Client{config: config}
}

// Call is something to ask.
type Call struct {
	// Name is what errors call it.
	Name   string
	Method string
	// Path are the segments behind the base; each is escaped.
	Path   []string
	Query  url.Values
	Header http.Header
	// Body is written as JSON; nil sends none. Form is sent instead, as a form, if it is not nil.
	Body any
	Form url.Values
	// Repeatable says that asking again does nothing that asking once does not.
	Repeatable bool
}

// Answer is what the provider said, whatever its status.
type Answer struct {
	Status int
	Body   []byte
	Header http.Header

	retryAfter string
}

// Do asks. The error says that there is no whole answer: what happened is open.
func (c *Client) Do(ctx context.Context, call Call) (Answer, error) {
	for attempt := 0; ; attempt++ {
		a, err := c.authorized(ctx, call)
		var locked unauthorized
		if err != nil {
			err = fmt.Errorf("%s: %w", call.Name, err)
		}
		if errors.As(err, &locked) || !call.Repeatable || !transient(a, err) || attempt >= len(pauses) {
			return a, err
		}
		if c.config.Sleep(ctx, pause(attempt, a.retryAfter)) != nil {
			return a, err // the time is up: the last answer is the answer
		}
	}
}

// unauthorized is a failure of Authorize. Trying on is its own business: who knocks with a
// wrong secret again and again is locked out.
type unauthorized struct{ error }

func (u unauthorized) Unwrap() error { return u.error }

// authorized asks, and once more if the authorisation was refused: then nothing was done.
func (c *Client) authorized(ctx context.Context, call Call) (Answer, error) {
	for again := c.config.Rejected != nil; ; again = false {
		value, err := c.config.Authorize(ctx)
		if err != nil {
			return Answer{}, unauthorized{err}
		}
		a, err := c.once(ctx, call, value)
		if err != nil || a.Status != http.StatusUnauthorized || !again {
			return a, err
		}
		c.config.Rejected(value)
	}
}

func (c *Client) once(ctx context.Context, call Call, authorization string) (Answer, error) {
	if err := c.config.Pace.turn(ctx, c.config.Sleep); err != nil {
		return Answer{}, err
	}
	ctx, cancel := context.WithTimeout(ctx, attemptTime)
	defer cancel()
	req, err := c.request(ctx, call)
	if err != nil {
		return Answer{}, err
	}
	req.Header.Set("Authorization", authorization)
	resp, err := c.config.HTTP.Do(req)
	if err != nil {
		return Answer{}, Bare(err)
	}
	defer resp.Body.Close()
	body, err := io.ReadAll(io.LimitReader(resp.Body, MaxBody+1))
	if err != nil {
		return Answer{}, Bare(err)
	}
	if len(body) > MaxBody {
		return Answer{}, ErrTooLarge
	}
	return Answer{Status: resp.StatusCode, Body: body, Header: resp.Header, retryAfter: resp.Header.Get("Retry-After")}, nil
}

func (c *Client) request(ctx context.Context, call Call) (*http.Request, error) {
	target := *c.config.Base
	escaped := make([]string, len(call.Path))
	for i, segment := range call.Path {
		escaped[i] = url.PathEscape(segment)
	}
	target.Path = strings.TrimSuffix(target.Path, "/") + "/" + strings.Join(call.Path, "/")
	target.RawPath = strings.TrimSuffix(c.config.Base.EscapedPath(), "/") + "/" + strings.Join(escaped, "/")
	query := target.Query()
	for name, values := range call.Query {
		query[name] = values
	}
	target.RawQuery = query.Encode()

	var body io.Reader
	if call.Body != nil {
		text, err := json.Marshal(call.Body)
		if err != nil {
			return nil, errors.New("the request cannot be written")
		}
		body = bytes.NewReader(text)
	}
	media := "application/json"
	if call.Form != nil {
		body, media = strings.NewReader(call.Form.Encode()), "application/x-www-form-urlencoded"
	}
	req, err := http.NewRequestWithContext(ctx, call.Method, target.String(), body)
	if err != nil {
		return nil, errors.New("the request cannot be made")
	}
	for _, headers := range []http.Header{c.config.Header, call.Header} {
		for name, values := range headers {
			req.Header[http.CanonicalHeaderKey(name)] = values
		}
	}
	if !call.Repeatable {
		req.GetBody = nil // or net/http itself repeats what has an idempotency key
	}
	req.Header.Set("Accept", "application/json, application/problem+json")
	if body != nil {
		req.Header.Set("Content-Type", media)
	}
	return req, nil
}

// Bare takes out of an error of net/http the address, which may hold keys, and what it quotes
// of the answer, which may say again what was sent.
func Bare(err error) error {
	var inURL *url.Error
	if errors.As(err, &inURL) {
		err = inURL.Err
	}
	if err == nil || !quotation.MatchString(err.Error()) {
		return err
	}
	return unquoted{err}
}

// quotation is what Go's libraries quote of a stranger's text.
var quotation = regexp.MustCompile(`"(?:[^"\\]|\\.)*"?`)

// unquoted is an error without its quotations.
type unquoted struct{ error }

func (u unquoted) Error() string { return quotation.ReplaceAllLiteralString(u.error.Error(), "…") }

func (u unquoted) Unwrap() error { return u.error }

// ParseAddress reads an address that secrets are sent to. Nothing of it is in the error,
// which wraps ErrAddress.
func ParseAddress(text string) (*url.URL, error) {
	u, err := url.Parse(text)
	if err != nil || u.Host == "" || u.User != nil || u.Fragment != "" {
		return nil, ErrAddress
	}
	if u.Scheme != "https" && !(u.Scheme == "http" && loopback(u.Hostname())) {
		return nil, ErrAddress
	}
	return u, nil
}

func loopback(host string) bool {
	addr, err := netip.ParseAddr(host)
	return host == "localhost" || err == nil && addr.IsLoopback()
}
