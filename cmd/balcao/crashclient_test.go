package main

import (
	"bytes"
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"time"
)

// newClient returns a client for many requests at once.
func newClient() *http.Client {
	return &http.Client{Transport: &http.Transport{MaxIdleConnsPerHost: 256, MaxConnsPerHost: 256}}
}

// crashClient sends actions of one conversation and gives up at the first failure.
type crashClient struct {
	shop         *testShop
	conversation string
	// patience is how long one message is sent again while there is no answer.
	patience time.Duration
}

// act sends an action under a fixed message id and returns the checkout, nil if there was
// no answer.
func (c *crashClient) act(id, members string) map[string]any {
	until := time.Now().Add(c.patience)
	raw := c.post(id, members)
	for raw == nil && time.Now().Before(until) {
		time.Sleep(200 * time.Millisecond)
		raw = c.post(id, members)
	}
	if raw == nil {
		return nil
	}
	var answer struct {
		Result struct {
			Message struct {
				Parts []struct {
					Data map[string]map[string]any
				}
			}
		}
	}
	if json.Unmarshal(raw, &answer) != nil {
		return nil
	}
	for _, p := range answer.Result.Message.Parts {
		if checkout := p.Data["a2a.bcp.checkout"]; checkout != nil {
			return checkout
		}
	}
	return nil
}

// post sends the action and returns the answer's body, nil if there was none.
func (c *crashClient) post(id, members string) []byte {
	body := fmt.Sprintf(`{"jsonrpc":"2.0","id":1,"method":"SendMessage","params":{"message":{"role":"ROLE_USER","messageId":"%s-%s","contextId":"%s","parts":[{"data":{%s}}]}}}`,
		c.conversation, id, c.conversation, members)
	req, err := http.NewRequest(http.MethodPost, c.shop.URL+"/bcp/a2a", bytes.NewReader([]byte(body)))
	if err != nil {
		return nil
	}
	req.Header.Set("Content-Type", "application/json")
	req.Header.Set("A2A-Version", "1.0")
	req.Header.Set("A2A-Extensions", extensionURI)
	req.Header.Set("BCP-Agent", fmt.Sprintf("profile=%q", c.shop.URL+"/sandbox/platform-checkout.json"))
	resp, err := c.shop.client.Do(req)
	if err != nil {
		return nil
	}
	defer resp.Body.Close()
	raw, err := io.ReadAll(resp.Body)
	if err != nil || resp.StatusCode != http.StatusOK {
		return nil
	}
	return raw
}
