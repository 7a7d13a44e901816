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
	c := t.client
	c.calls++
	message := object{"messageId": "msg-" + rand.Text(), "role": "ROLE_USER", "parts": parts, "extensions": []string{c.extension}}
	if t.context != "" {
		message["contextId"] = t.context
	}
	body, err := json.Marshal(object{"jsonrpc": "2.0", "id": c.calls, "method": "SendMessage", "params": object{"message": message}})
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

// post sends a request to the shop's A2A endpoint.
func (t *thread) post(ctx context.Context, step string, body []byte) ([]byte, error) {
	c := t.client
	status, received, err := c.do(ctx, step, http.MethodPost, c.endpoint, map[string]string{
		"Content-Type": "application/json", "A2A-Version": "1.0", "A2A-Extensions": c.extension, "BCP-Agent": c.agent(),
	}, body)
	if err == nil && status != http.StatusOK {
		err = fmt.Errorf("%s: status %d: %s", step, status, received)
	}
	return received, err
}

// response is a SendMessageResponse in its JSON-RPC envelope.
type response struct {
	JSONRPC string
	ID      int
	Error   *struct {
		Code    int
		Message string
	}
	Result struct {
		Message *struct {
			MessageID, ContextID, Role string
			Extensions                 []string
			Parts                      []struct {
				Text string
				Data struct {
					Catalog struct {
						Products []product
					} `json:"a2a.bcp.catalog"`
					Checkout checkout `json:"a2a.bcp.checkout"`
				}
			}
		}
	}
}

// read checks the envelope of an answer and takes out what it holds.
func (t *thread) read(body []byte) (answer, error) {
	var r response
	if err := json.Unmarshal(body, &r); err != nil {
		return answer{}, fmt.Errorf("unreadable answer: %w", err)
	}
	m := r.Result.Message
	switch {
	case r.Error != nil:
		return answer{}, fmt.Errorf("refused with %d: %s", r.Error.Code, r.Error.Message)
	case r.JSONRPC != "2.0" || r.ID != t.client.calls:
		return answer{}, errors.New("the answer belongs to another request")
	case m == nil:
		return answer{}, errors.New("the answer has no message")
	case m.Role != "ROLE_AGENT" || m.MessageID == "" || !slices.Contains(m.Extensions, t.client.extension):
		return answer{}, errors.New("the answer is not a message of the shop under the BCP extension")
	case m.ContextID == "" || t.context != "" && m.ContextID != t.context:
		return answer{}, fmt.Errorf("the answer is in context %q, want %q", m.ContextID, t.context)
	}
	t.context = m.ContextID
	var a answer
	var text []string
	for _, p := range m.Parts {
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
	if a.Checkout.ID == "" {
		return a, nil
	}
	return a, a.Checkout.adds()
}
