package demo

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"net/http"
)

// Exchange is one request and its answer, as --json prints them: the platform's requests,
// and the shop's when it tells of a task.
type Exchange struct {
	Step     string   `json:"step"`
	Request  Request  `json:"request"`
	Response Response `json:"response"`
}

// Request is what was sent. A key in Authorization is left out.
type Request struct {
	Method  string            `json:"method"`
	URL     string            `json:"url"`
	Headers map[string]string `json:"headers,omitempty"`
	Body    json.RawMessage   `json:"body,omitempty"`
}

// Response is what was answered: a body, or the events of a stream. What is not JSON is given
// as a string.
type Response struct {
	Status int               `json:"status"`
	Body   json.RawMessage   `json:"body,omitempty"`
	Events []json.RawMessage `json:"events,omitempty"`
}

// client sends the platform's requests and has each exchange recorded.
type client struct {
	http *http.Client
	// profile is the URL of the platform's own profile: it says who the platform is.
	profile string
	// endpoint and extension are what the shop's agent card names.
	endpoint, extension string
	// tools is where the shop's profile says its MCP tools are.
	tools  string
	calls  int // number of the last JSON-RPC request
	record func(Exchange) error
}

// maxAnswer bounds an answer, in bytes.
const maxAnswer = 4 << 20

// do sends one request. body is nil for a GET.
func (c *client) do(ctx context.Context, step, method, url string, headers map[string]string, body []byte) (status int, answer []byte, err error) {
	req, shown, err := request(ctx, method, url, headers, body)
	if err != nil {
		return 0, nil, fmt.Errorf("%s: %w", step, err)
	}
	resp, err := c.http.Do(req)
	if err != nil {
		return 0, nil, fmt.Errorf("%s: %w", step, err)
	}
	defer resp.Body.Close()
	answer, err = io.ReadAll(io.LimitReader(resp.Body, maxAnswer))
	if err != nil {
		return 0, nil, fmt.Errorf("%s: read answer: %w", step, err)
	}
	err = c.record(Exchange{Step: step, Request: shown, Response: Response{Status: resp.StatusCode, Body: raw(answer)}})
	return resp.StatusCode, answer, err
}

// request makes a request, and what is shown of it.
func request(ctx context.Context, method, url string, headers map[string]string, body []byte) (*http.Request, Request, error) {
	req, err := http.NewRequestWithContext(ctx, method, url, bytes.NewReader(body))
	if err != nil {
		return nil, Request{}, err
	}
	shown := Request{Method: method, URL: url, Headers: map[string]string{}, Body: raw(body)}
	for name, value := range headers {
		req.Header.Set(name, value)
		if name == "Authorization" {
			value = hiddenKey
		}
		shown.Headers[name] = value
	}
	return req, shown, nil
}

// hiddenKey is shown in place of a key.
const hiddenKey = "Bearer …"

// get fetches a JSON document that must be there.
func (c *client) get(ctx context.Context, step, url string, headers map[string]string, into any) error {
	status, body, err := c.do(ctx, step, http.MethodGet, url, headers, nil)
	if err != nil {
		return err
	}
	if status != http.StatusOK {
		return fmt.Errorf("%s: GET %s: status %d", step, url, status)
	}
	if err := json.Unmarshal(body, into); err != nil {
		return fmt.Errorf("%s: GET %s: %w", step, url, err)
	}
	return nil
}

// agent is the header that says who the platform is.
func (c *client) agent() string { return fmt.Sprintf("profile=%q", c.profile) }

// raw makes a body a JSON value.
func raw(body []byte) json.RawMessage {
	if len(body) == 0 || json.Valid(body) {
		return body
	}
	text, err := json.Marshal(string(body))
	if err != nil { // a string always encodes
		return nil
	}
	return text
}
