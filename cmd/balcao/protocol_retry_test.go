package main

import (
	"bytes"
	"context"
	"net/http"
	"strings"
	"sync"
	"testing"
	"time"
)

// conflict is what another message under a used messageId gets.
var conflict = refusal{200, -32602, "idempotency_conflict", domainBCP, "message.messageId"}

// A retry of a conversation's first message, which names no context: the same answer byte
// for byte, the conversation included, and one checkout.
func TestRetryOfFirstMessage(t *testing.T) {
	t.Parallel()
	shop := startShop(t)
	for name, part := range map[string]object{
		"action":  {"data": object{"action": "add_to_checkout", "product_id": "item_123"}},
		"words":   {"text": "Adicione um Pixel 10 Pro ao carrinho"},
		"nothing": {"text": "oi"},
		"search":  {"data": object{"action": "search_catalog", "query": "camiseta"}},
		"refused": {"data": object{"action": "add_to_checkout", "product_id": "nao-existe"}},
	} {
		t.Run(name, func(t *testing.T) {
			p := shop.agent(t, "platform.json")
			body := p.message(part)
			first := p.post(body)
			again := p.post([]byte(strings.Replace(string(body), `"id":1`, `"id":"another"`, 1)))
			if again.result() != first.result() {
				t.Errorf("the retry is answered\n%s, want\n%s", again.result(), first.result())
			}
			if !strings.HasPrefix(string(again.Body), `{"jsonrpc":"2.0","id":"another",`) {
				t.Errorf("the retry's id is not echoed: %.60s", again.Body)
			}
			if first.Message.ContextID == "" {
				t.Error("the answer has no contextId")
			}
			p.Context = first.Message.ContextID
			if name == "action" || name == "words" {
				if got := p.do("get_checkout").quantities(); len(got) != 1 || got[0] != 1 {
					t.Errorf("quantities are %v, want [1]", got)
				}
			}
		})
	}
}

// The effect of a message comes once, however often it is sent and whatever came between.
func TestRetryLater(t *testing.T) {
	t.Parallel()
	p := startShop(t).agent(t, "platform.json")
	p.buyShirts()
	add := p.message(object{"data": object{"action": "add_to_checkout", "product_id": "item_123"}})
	first := p.post(add)
	between := p.do("update_quantity", "product_id", "item_123", "quantity", 5).terms()
	if again := p.post(add); again.result() != first.result() {
		t.Errorf("a retry is answered\n%s, want\n%s", again.result(), first.result())
	}
	p.do("get_checkout").unchanged(between)
	p.do("cancel_checkout")
	if again := p.post(add); again.result() != first.result() {
		t.Errorf("after the end a retry is answered\n%s, want\n%s", again.result(), first.result())
	}
}

// The same message sixteen times at once: one effect, and the same bytes for all.
func TestRetryInParallel(t *testing.T) {
	t.Parallel()
	shop := startShop(t)
	setup := map[string]func(*buyerAgent) []byte{
		"first message": func(p *buyerAgent) []byte {
			return p.message(object{"data": object{"action": "add_to_checkout", "product_id": "item_123"}})
		},
		"Pix charge": func(p *buyerAgent) []byte {
			p.readyShirts()
			return p.message(object{"data": object{"action": "start_payment"}})
		},
		"token payment": func(p *buyerAgent) []byte {
			p.readyShirts()
			return p.message(object{"data": object{"action": "complete_checkout", "a2a.bcp.checkout.payment": card()[1]}})
		},
	}
	for name, prepare := range setup {
		t.Run(name, func(t *testing.T) {
			p := shop.agent(t, "platform.json")
			body := prepare(p)
			replies := make([]*reply, 16)
			var wg sync.WaitGroup
			for i := range replies {
				wg.Go(func() { replies[i] = p.post(body) })
			}
			wg.Wait()
			for i, r := range replies {
				if r.result() != replies[0].result() {
					t.Errorf("answer %d is\n%s, the first is\n%s", i, r.result(), replies[0].result())
				}
			}
			p.Context = replies[0].Message.ContextID
			last := p.do("get_checkout")
			switch name {
			case "first message":
				if got := last.quantities(); len(got) != 1 || got[0] != 1 {
					t.Errorf("quantities are %v, want [1]", got)
				}
			case "Pix charge":
				if last.charge() != replies[0].charge() {
					t.Errorf("the charge is %s, the answers had %s", last.charge(), replies[0].charge())
				}
			case "token payment":
				if got, want := dig(last.checkout(), "order", "id"), dig(replies[0].checkout(), "order", "id"); got == nil || got != want {
					t.Errorf("the order is %v, the answers had %v", got, want)
				}
			}
		})
	}
}

// A client that hangs up, sooner or later, finds the effect of its message once.
func TestRetryAfterHangingUp(t *testing.T) {
	t.Parallel()
	shop := startShop(t)
	for i := range 12 {
		p := shop.agent(t, "platform.json")
		p.readyShirts()
		body := p.message(object{"data": object{"action": "start_payment"}})
		ctx, cancel := context.WithTimeout(context.Background(), time.Duration(i)*500*time.Microsecond)
		req, err := http.NewRequestWithContext(ctx, http.MethodPost, shop.URL+"/bcp/a2a", bytes.NewReader(body))
		if err != nil {
			t.Fatal(err)
		}
		req.Header = p.Header.Clone()
		if resp, err := shop.client.Do(req); err == nil {
			_ = resp.Body.Close()
		}
		cancel()
		first, again := p.post(body), p.post(body)
		if first.result() != again.result() || first.charge() != p.do("get_checkout").charge() {
			t.Errorf("after %d × 0.5 ms: the retries are answered\n%s\n%s", i, first.result(), again.result())
		}
	}
}

// A used messageId with another content is refused; the same content in another spelling of
// JSON is the same message.
func TestMessageIDConflict(t *testing.T) {
	t.Parallel()
	shop := startShop(t)
	p := shop.agent(t, "platform.json")
	send := func(message string) *reply { return p.post(sendBody(`{"message":` + message + `}`)) }
	first := send(`{"messageId":"m1","role":"ROLE_USER","contextId":"c1","parts":[{"data":{"action":"add_to_checkout","product_id":"item_123","quantity":1}}]}`)
	same := send(`{"contextId":"c1", "parts":[{"data":{"quantity":1.0,"action":"add_to_checkout","product_id":"\u0069tem_123"}}], "role":"ROLE_USER","messageId":"m1"}`)
	if same.result() != first.result() {
		t.Errorf("the same message is answered\n%s, want\n%s", same.result(), first.result())
	}
	for name, message := range map[string]string{
		"quantity":      `{"messageId":"m1","role":"ROLE_USER","contextId":"c1","parts":[{"data":{"action":"add_to_checkout","product_id":"item_123","quantity":2}}]}`,
		"context":       `{"messageId":"m1","role":"ROLE_USER","contextId":"c2","parts":[{"data":{"action":"add_to_checkout","product_id":"item_123","quantity":1}}]}`,
		"no context":    `{"messageId":"m1","role":"ROLE_USER","parts":[{"data":{"action":"add_to_checkout","product_id":"item_123","quantity":1}}]}`,
		"more metadata": `{"messageId":"m1","role":"ROLE_USER","contextId":"c1","metadata":{"x":1},"parts":[{"data":{"action":"add_to_checkout","product_id":"item_123","quantity":1}}]}`,
		"words":         `{"messageId":"m1","role":"ROLE_USER","contextId":"c1","parts":[{"text":"oi"}]}`,
		"another case":  `{"messageId":"m1","role":"ROLE_USER","contextId":"c1","parts":[{"data":{"action":"get_checkout"}}]}`,
	} {
		t.Run(name, func(t *testing.T) {
			r := send(message)
			r.t = t
			r.refused(conflict)
		})
	}
	p.Context = "c1"
	if got := p.do("get_checkout").quantities(); len(got) != 1 || got[0] != 1 {
		t.Errorf("quantities are %v, want [1]", got)
	}
	// A message that was refused as malformed used up nothing.
	send(`{"messageId":"m2","role":"ROLE_USER","contextId":"c1","parts":[{"data":{"action":"add_to_checkout","quantity":0}}]}`).refused(badMember("product_id"))
	if r := send(`{"messageId":"m2","role":"ROLE_USER","contextId":"c1","parts":[{"data":{"action":"get_checkout"}}]}`); r.Error != nil {
		t.Errorf("the id of a refused message is refused: %s", r.Body)
	}
}

// What an authenticated platform answers for is not replayed to one that only claims to be
// it; that one's use of the id is its own.
func TestRetryAcrossProof(t *testing.T) {
	t.Parallel()
	shop := startShop(t)
	proven := shop.keyed(t, "Bearer "+shop.apiKey(shop.URL+"/sandbox/platform.json", "checkout"))
	claimed := shop.agent(t, "platform.json")
	body := sendBody(`{"message":{"messageId":"m1","role":"ROLE_USER","contextId":"c1","parts":[{"data":{"action":"add_to_checkout","product_id":"item_123"}}]}}`)
	first, second := proven.post(body), claimed.post(body)
	if first.checkout()["id"] == second.checkout()["id"] {
		t.Error("both have one checkout")
	}
	if again := proven.post(body); again.result() != first.result() {
		t.Errorf("the retry is answered\n%s, want\n%s", again.result(), first.result())
	}
}

// What was stored outlives the process.
func TestRetryAfterRestart(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	// The platform must have the same address before and after.
	profile := startShop(t).hostPlatform(t)
	body := sendBody(`{"message":{"messageId":"m1","role":"ROLE_USER","parts":[{"data":{"action":"add_to_checkout","product_id":"item_123"}}]}}`)
	shop := startShopIn(t, dir)
	first := shop.agentOf(t, profile).post(body)
	shop.stop()
	shop = startShopIn(t, dir)
	p := shop.agentOf(t, profile)
	if again := p.post(body); again.result() != first.result() {
		t.Errorf("after a restart the retry is answered\n%s, want\n%s", again.result(), first.result())
	}
	p.Context = first.Message.ContextID
	if got := p.do("get_checkout").checkout()["id"]; got != first.checkout()["id"] {
		t.Errorf("the checkout is %v, want %v", got, first.checkout()["id"])
	}
}
