package demo

import (
	"context"
	"crypto/rand"
	"encoding/json"
	"errors"
	"fmt"
	"net/http"
	"slices"
	"strings"
)

// object is a JSON object to send.
type object map[string]any

// part is a part of a message: text or data (A2A 1.0).
type part struct {
	Text      string `json:"text,omitempty"`
	Data      object `json:"data,omitempty"`
	MediaType string `json:"mediaType,omitempty"`
}

// dataPart is the part for an action.
func dataPart(action object) part { return part{Data: action, MediaType: "application/json"} }

// thread is one conversation with the shop.
type thread struct {
	client  *client
	context string // the shop's contextId, empty before its first answer
	// sent and received are the last request and its answer, byte for byte.
	sent, received []byte
}

func (p *play) newThread() *thread { return &thread{client: p.client} }

// answer is what the shop said to one message.
type answer struct {
	Text     string
	Products []product
	Checkout checkout // its ID is empty if there is none
}

// send sends one message and reads the answer.
func (t *thread) send(ctx context.Context, step string, parts ...part) (answer, error) {
	body, err := t.client.call("SendMessage", object{"message": t.message(parts...)})
	if err != nil {
		return answer{}, fmt.Errorf("%s: %w", step, err)
	}
	received, err := t.post(ctx, step, body)
	if err != nil {
		return answer{}, err
	}
	t.sent, t.received = body, received
	a, err := t.read(received)
	if err != nil {
		return answer{}, fmt.Errorf("%s: %w", step, err)
	}
	return a, nil
}

// message is a message of the conversation.
func (t *thread) message(parts ...part) object {
	m := object{"messageId": "msg-" + rand.Text(), "role": "ROLE_USER", "parts": parts, "extensions": []string{t.client.extension}}
	if t.context != "" {
		m["contextId"] = t.context
	}
	return m
}

// call is the request for the next call of a method.
func (c *client) call(method string, params object) ([]byte, error) {
	c.calls++
	return json.Marshal(object{"jsonrpc": "2.0", "id": c.calls, "method": method, "params": params})
}

// post sends a request to the shop's A2A endpoint.
func (t *thread) post(ctx context.Context, step string, body []byte) ([]byte, error) {
	c := t.client
	status, received, err := c.do(ctx, step, http.MethodPost, c.endpoint, c.headers(), body)
	if err == nil && status != http.StatusOK {
		err = fmt.Errorf("%s: status %d: %s", step, status, received)
	}
	return received, err
}

// headers are those of every call.
func (c *client) headers() map[string]string {
	return map[string]string{
		"Content-Type": "application/json", "A2A-Version": "1.0", "A2A-Extensions": c.extension, "BCP-Agent": c.agent(),
	}
}

// message is a message as it is received.
type message struct {
	MessageID, ContextID, Role string
	Extensions                 []string
	Parts                      []content
}

// content is a part of a message or of an artifact.
type content struct {
	Text string
	Data struct {
		Catalog struct {
			Products []product
		} `json:"a2a.bcp.catalog"`
		Checkout checkout `json:"a2a.bcp.checkout"`
	}
}

// refusal is the error of a call.
type refusal struct {
	Code    int
	Message string
}

func (r *refusal) Error() string { return fmt.Sprintf("refused with %d: %s", r.Code, r.Message) }

// result takes the result of a call out of its JSON-RPC envelope. The error is a refusal
// if the shop answered with one.
func result[T any](call int, body []byte) (T, error) {
	var none T
	var r struct {
		JSONRPC string
		ID      int
		Error   *refusal
		Result  T
	}
	if err := json.Unmarshal(body, &r); err != nil {
		return none, fmt.Errorf("unreadable answer: %w", err)
	}
	switch {
	case r.Error != nil:
		return none, r.Error
	case r.JSONRPC != "2.0" || r.ID != call:
		return none, errors.New("the answer belongs to another request")
	}
	return r.Result, nil
}

// read checks an answer and takes out what it holds.
func (t *thread) read(body []byte) (answer, error) {
	r, err := result[struct{ Message *message }](t.client.calls, body)
	if err != nil {
		return answer{}, err
	}
	m := r.Message
	switch {
	case m == nil:
		return answer{}, errors.New("the answer has no message")
	case m.Role != "ROLE_AGENT" || m.MessageID == "" || !slices.Contains(m.Extensions, t.client.extension):
		return answer{}, errors.New("the answer is not a message of the shop under the BCP extension")
	case m.ContextID == "" || t.context != "" && m.ContextID != t.context:
		return answer{}, fmt.Errorf("the answer is in context %q, want %q", m.ContextID, t.context)
	}
	t.context = m.ContextID
	a := readParts(m.Parts)
	if a.Checkout.ID == "" {
		return a, nil
	}
	return a, a.Checkout.adds()
}

// readParts takes out what the parts of a message or an artifact hold.
func readParts(parts []content) answer {
	var a answer
	var text []string
	for _, p := range parts {
		if p.Text != "" {
			text = append(text, p.Text)
		}
		if len(p.Data.Catalog.Products) > 0 {
			a.Products = p.Data.Catalog.Products
		}
		if p.Data.Checkout.ID != "" {
			a.Checkout = p.Data.Checkout
		}
	}
	a.Text = strings.Join(text, "\n")
	return a
}
