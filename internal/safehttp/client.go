package safehttp

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"net"
	"net/http"
	"time"
)

// Defaults for a zero Config. BCP wants at least 128 KiB for a profile.
const (
	defaultConnectTimeout = 3 * time.Second
	defaultTotalTimeout   = 10 * time.Second
	defaultMaxBytes       = 512 << 10
	maxHeaderBytes        = 64 << 10
)

// Config bounds a Client. The zero value is safe.
type Config struct {
	// AllowLoopback lets loopback addresses be dialled, and by plain http too.
	// Set it only while the server's own public URL is on loopback.
	AllowLoopback bool
	// ConnectTimeout bounds resolving and connecting, and again the TLS
	// handshake; 0 means 3 s.
	ConnectTimeout time.Duration
	// TotalTimeout bounds one call from resolving to the last byte; 0 means 10 s.
	TotalTimeout time.Duration
	// MaxBytes is the longest body that is accepted; 0 means 512 KiB.
	MaxBytes int64
	// Resolver looks names up; nil means the system's.
	Resolver *net.Resolver
}

// Client fetches from untrusted addresses and posts to them. It is safe for concurrent use
// and keeps no connections open between calls.
type Client struct {
	transport     *http.Transport
	allowLoopback bool
	totalTimeout  time.Duration
	maxBytes      int64
}

// New returns a Client within the bounds of config.
func New(config Config) *Client {
	c := &Client{
		allowLoopback: config.AllowLoopback,
		totalTimeout:  orDefault(config.TotalTimeout, defaultTotalTimeout),
		maxBytes:      orDefault(config.MaxBytes, defaultMaxBytes),
	}
	connectTimeout := orDefault(config.ConnectTimeout, defaultConnectTimeout)
	dialer := &net.Dialer{
		Timeout:  connectTimeout,
		Resolver: config.Resolver,
		Control:  c.control,
	}
	// The transport is used as it is: a http.Client would follow redirects and put URLs, with
	// what is secret in them, into its errors.
	c.transport = &http.Transport{
		// Proxy stays nil: a proxy would dial for us, unchecked.
		DialContext:            dialer.DialContext,
		TLSHandshakeTimeout:    connectTimeout,
		DisableKeepAlives:      true,
		DisableCompression:     true,
		MaxResponseHeaderBytes: maxHeaderBytes,
	}
	return c
}

func orDefault[T time.Duration | int64](value, fallback T) T {
	if value <= 0 {
		return fallback
	}
	return value
}

// Get fetches one JSON document and returns its body and header. Errors wrap
// one of this package's Err values.
func (c *Client) Get(ctx context.Context, rawURL string) (body []byte, header http.Header, err error) {
	ask := http.Header{"Accept": {"application/json"}}
	err = c.call(ctx, http.MethodGet, rawURL, ask, nil, func(ctx context.Context, resp *http.Response) (err error) {
		switch {
		case resp.StatusCode >= 300 && resp.StatusCode <= 399:
			return fmt.Errorf("%w: status %d", ErrRedirect, resp.StatusCode)
		case resp.StatusCode < 200 || resp.StatusCode > 299:
			return fmt.Errorf("%w: %d", ErrStatus, resp.StatusCode)
		}
		header = resp.Header
		body, err = c.readBody(ctx, resp)
		return err
	})
	if err != nil {
		return nil, nil, err
	}
	return body, header, nil
}

// Post sends a body and returns the status of the answer, whatever it is: a redirect is not
// followed, and the answer's body is not read. Errors, for want of an answer, wrap one of
// this package's Err values.
func (c *Client) Post(ctx context.Context, rawURL string, header http.Header, body []byte) (status int, err error) {
	err = c.call(ctx, http.MethodPost, rawURL, header, body, func(_ context.Context, resp *http.Response) error {
		status = resp.StatusCode
		return nil
	})
	return status, err
}

// call makes one request and has the answer read, all within the time limit.
func (c *Client) call(
	ctx context.Context, method, rawURL string, header http.Header, body []byte, read func(context.Context, *http.Response) error,
) error {
	u, err := c.parse(rawURL)
	if err != nil {
		return err
	}
	ctx, cancel := context.WithTimeout(ctx, c.totalTimeout)
	defer cancel()
	req, err := http.NewRequestWithContext(ctx, method, u.String(), bytes.NewReader(body))
	if err != nil {
		return ErrInvalidURL // the cause has the whole URL
	}
	for name, values := range header {
		req.Header[http.CanonicalHeaderKey(name)] = values
	}
	req.Header.Set("User-Agent", "balcao")

	resp, err := c.transport.RoundTrip(req)
	if err != nil {
		return transportError(err)
	}
	defer resp.Body.Close()
	return read(ctx, resp)
}

func (c *Client) readBody(ctx context.Context, resp *http.Response) ([]byte, error) {
	if resp.ContentLength > c.maxBytes {
		return nil, fmt.Errorf("%w: more than %d bytes", ErrTooLarge, c.maxBytes)
	}
	body, err := io.ReadAll(io.LimitReader(resp.Body, c.maxBytes+1))
	if err == nil {
		// A server may end a half-sent body in good form when it sees us hang
		// up at the time limit.
		err = ctx.Err()
	}
	if err != nil {
		return nil, fmt.Errorf("%w: %w", ErrUnreachable, err)
	}
	if int64(len(body)) > c.maxBytes {
		return nil, fmt.Errorf("%w: more than %d bytes", ErrTooLarge, c.maxBytes)
	}
	return body, nil
}

// transportError keeps a refusal by the dialler apart from a failed attempt.
func transportError(err error) error {
	if errors.Is(err, ErrForbiddenAddress) {
		return err
	}
	return fmt.Errorf("%w: %w", ErrUnreachable, err)
}
