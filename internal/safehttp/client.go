package safehttp

import (
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
	// TotalTimeout bounds one Get from resolving to the last byte; 0 means 10 s.
	TotalTimeout time.Duration
	// MaxBytes is the longest body that is accepted; 0 means 512 KiB.
	MaxBytes int64
	// Resolver looks names up; nil means the system's.
	Resolver *net.Resolver
}

// Client fetches from untrusted addresses. It is safe for concurrent use and
// keeps no connections open between calls.
type Client struct {
	http          *http.Client
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
	c.http = &http.Client{
		// Proxy stays nil: a proxy would dial for us, unchecked.
		Transport: &http.Transport{
			DialContext:            dialer.DialContext,
			TLSHandshakeTimeout:    connectTimeout,
			DisableKeepAlives:      true,
			DisableCompression:     true,
			MaxResponseHeaderBytes: maxHeaderBytes,
		},
		CheckRedirect: func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse },
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
func (c *Client) Get(ctx context.Context, rawURL string) ([]byte, http.Header, error) {
	u, err := c.checkURL(rawURL)
	if err != nil {
		return nil, nil, err
	}
	ctx, cancel := context.WithTimeout(ctx, c.totalTimeout)
	defer cancel()
	req, err := http.NewRequestWithContext(ctx, http.MethodGet, u.String(), nil)
	if err != nil {
		return nil, nil, fmt.Errorf("%w: %w", ErrInvalidURL, err)
	}
	req.Header.Set("Accept", "application/json")
	req.Header.Set("User-Agent", "balcao")

	resp, err := c.http.Do(req)
	if err != nil {
		return nil, nil, transportError(err)
	}
	defer resp.Body.Close()
	switch {
	case resp.StatusCode >= 300 && resp.StatusCode <= 399:
		return nil, nil, fmt.Errorf("%w: status %d", ErrRedirect, resp.StatusCode)
	case resp.StatusCode < 200 || resp.StatusCode > 299:
		return nil, nil, fmt.Errorf("%w: %d", ErrStatus, resp.StatusCode)
	}
	body, err := c.readBody(ctx, resp)
	if err != nil {
		return nil, nil, err
	}
	return body, resp.Header, nil
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
