package fakepsp

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"net/http"
	"time"
)

// Caller brings callbacks to shops over HTTP, with the provider's certificate where the shop
// asks for one.
type Caller struct{ client *http.Client }

// NewCaller returns one. It follows no redirect: an address that moved must be registered.
func NewCaller(identity *Identity) *Caller {
	return &Caller{&http.Client{
		Timeout:       deliverTimeout,
		Transport:     &http.Transport{TLSClientConfig: identity.CallbackTLS(), IdleConnTimeout: time.Minute, ForceAttemptHTTP2: true},
		CheckRedirect: func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse },
	}}
}

// Deliver is a Config's. Only the status 200 counts. Errors do not name the address, which
// may hold a secret.
func (c *Caller) Deliver(ctx context.Context, url string, body []byte) error {
	req, err := http.NewRequestWithContext(ctx, http.MethodPost, url, bytes.NewReader(body))
	if err != nil {
		return errors.New("callback could not be made")
	}
	req.Header.Set("Content-Type", "application/json")
	resp, err := c.client.Do(req)
	if err != nil {
		return errors.New("callback did not reach the shop")
	}
	defer resp.Body.Close()
	_, _ = io.Copy(io.Discard, io.LimitReader(resp.Body, 1<<10))
	if resp.StatusCode != http.StatusOK {
		return fmt.Errorf("callback was answered with status %d", resp.StatusCode)
	}
	return nil
}

// Close lets go of idle connections.
func (c *Caller) Close() { c.client.CloseIdleConnections() }
