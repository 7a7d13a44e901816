package main

import (
	"bytes"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"
)

// cardLog is a log that a test reads afterwards.
type cardLog struct {
	mu  sync.Mutex
	buf bytes.Buffer
}

func (l *cardLog) Write(p []byte) (int, error) {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.buf.Write(p)
}

const (
	// cardNumber and cardInGroups are those of test cards.
	cardNumber   = "4111111111111111"
	cardInGroups = "5555 5555 5555 4444"
)

// TestNothingOfACardIsKept plays all ways in which a card may be paid with or spilled, over both
// bindings, and looks for it in every byte that the shop keeps, answers and logs.
func TestNothingOfACardIsKept(t *testing.T) {
	t.Parallel()
	dir, log := t.TempDir(), &cardLog{}
	shop := startShopWith(t, dir, log, "--log-level=debug")
	u := seedUser(t, shop, "2026-07-28", "checkout", "fulfillment")
	p := shop.agent(t, "platform.json")
	var answers bytes.Buffer
	keep := func(body []byte) { answers.Write(body) }

	tokens := []string{"tok_secret_approved_7f3a", "3ds_token", "timeout_token", "fail_token"}
	for i, token := range tokens {
		key := fmt.Sprintf("00000000-0000-4000-8000-%012d", i)
		keep(u.call("complete_checkout", map[string]any{"meta": u.meta(key), "id": u.ready(), "checkout": byToken(token)}).Body)
		q := shop.agent(t, "platform-checkout.json")
		q.do("add_to_checkout", "product_id", "item_123")
		keep(q.do("complete_checkout", "a2a.bcp.checkout.payment", byToken(token)["payment"]).Body)
	}

	object := func(change func(map[string]any)) map[string]any {
		o := item("item_123", 1)
		change(o)
		return o
	}
	refusedAt := map[string]map[string]any{
		"buyer":       object(func(o map[string]any) { o["buyer"] = map[string]any{"first_name": cardInGroups} }),
		"unread":      object(func(o map[string]any) { o["notes"] = map[string]any{"free": []any{"card " + cardNumber}} }),
		"attribution": object(func(o map[string]any) { o["attribution"] = map[string]any{"com.example.x": cardNumber} }),
		"name":        object(func(o map[string]any) { o["attribution"] = map[string]any{cardNumber: "x"} }),
		"context":     object(func(o map[string]any) { o["context"] = map[string]any{"intent": "pay by " + cardInGroups} }),
		"coupon":      object(func(o map[string]any) { o["discounts"] = map[string]any{"codes": []any{cardNumber}} }),
		"item":        item(cardNumber, 1),
		"credential": object(func(o map[string]any) {
			o["payment"] = map[string]any{"instruments": []any{map[string]any{"id": "c", "handler_id": "gpay", "type": "card",
				"credential": map[string]any{"type": "card", "card_number_type": "fpan", "number": cardNumber, "cvc": "737", "name": "Ana"}}}}
		}),
	}
	for name, checkout := range refusedAt {
		a := u.post(u.body("create_checkout", map[string]any{"checkout": checkout}))
		if a.Error == nil || a.Error.Code != -32602 {
			t.Errorf("MCP, %s: %s", name, a.Body)
		}
		keep(a.Body)
		r := p.post(p.message(map[string]any{"action": "create_checkout", "checkout": checkout}))
		if !bytes.Contains(r.Body, []byte("-32602")) {
			t.Errorf("A2A, %s: %s", name, r.Body)
		}
		keep(r.Body)
	}
	for name, members := range map[string][]any{
		"query":  {"search_catalog", "query", "tênis " + cardNumber},
		"action": {cardNumber},
		"code":   {"apply_discount", "code", cardNumber},
	} {
		r := p.do(members[0].(string), members[1:]...)
		if !bytes.Contains(r.Body, []byte("-32602")) {
			t.Errorf("A2A, %s: %s", name, r.Body)
		}
		keep(r.Body)
	}
	for _, text := range []string{"pague com o cartão " + cardInGroups + " cvv 737", "procuro " + cardNumber} {
		keep(p.say(text).Body)
	}
	keep(u.call("search_catalog", map[string]any{"catalog": map[string]any{"query": "camiseta"}}).Body)
	where := map[string][]byte{}
	read := func(when string) {
		err := filepath.WalkDir(dir, func(path string, d fs.DirEntry, err error) error {
			if err != nil || d.IsDir() {
				return err
			}
			where[when+d.Name()], err = os.ReadFile(path)
			return err
		})
		if err != nil {
			t.Fatal(err)
		}
	}
	read("while it runs: ") // with the write-ahead log
	shop.stop()
	read("")
	where["answers"], where["log"] = answers.Bytes(), log.buf.Bytes()
	if len(where) < 4 || len(where["while it runs: shop.db-wal"]) == 0 || len(where["shop.db"]) == 0 || len(where["shop.db.sandbox-processor"]) == 0 {
		t.Fatalf("nothing was looked through: %d places", len(where))
	}
	secrets := append([]string{cardNumber, cardInGroups, strings.ReplaceAll(cardInGroups, " ", "")}, tokens...)
	for name, content := range where {
		for _, s := range secrets {
			if at := bytes.Index(content, []byte(s)); at >= 0 {
				t.Errorf("%s has %q: …%q…", name, s, content[max(0, at-80):min(len(content), at+80)])
			}
		}
	}
}
