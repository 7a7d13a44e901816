package demo

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
	"time"
)

func TestReais(t *testing.T) {
	t.Parallel()
	for amount, want := range map[reais]string{
		0: "R$ 0,00", 5: "R$ 0,05", 7980: "R$ 79,80", 123456: "R$ 1.234,56", 123456789: "R$ 1.234.567,89", -599: "-R$ 5,99",
	} {
		if got := amount.String(); got != want {
			t.Errorf("%d is %q, want %q", int64(amount), got, want)
		}
	}
}

func TestCheckoutAdds(t *testing.T) {
	t.Parallel()
	const format = `{"line_items":[{"item":{"price":5990},"quantity":2}],"totals":[{"type":"subtotal","amount":SUBTOTAL},
		{"type":"discount","amount":-599},{"type":"tax","amount":834},{"type":"fulfillment","amount":1990},{"type":"total","amount":TOTAL}]}`
	for name, test := range map[string]struct{ subtotal, total, wrong string }{
		"right":    {"11980", "13371", ""},
		"subtotal": {"5990", "7381", "the lines come to R$ 119,80, the subtotal says R$ 59,90"},
		"tax on":   {"11980", "14205", "the totals come to R$ 133,71, the checkout says R$ 142,05"},
	} {
		var c checkout
		if err := json.Unmarshal([]byte(strings.NewReplacer("SUBTOTAL", test.subtotal, "TOTAL", test.total).Replace(format)), &c); err != nil {
			t.Fatal(err)
		}
		got := ""
		if err := c.adds(); err != nil {
			got = err.Error()
		}
		if got != test.wrong {
			t.Errorf("%s: %q, want %q", name, got, test.wrong)
		}
	}
}

func TestVerify(t *testing.T) {
	t.Parallel()
	var out bytes.Buffer
	told := &tale{out: &out}
	err := told.verify(is("um", 1, 1), passes("dois", errors.New("is three")), holds("três", true))
	if err == nil || err.Error() != `"dois": is three` {
		t.Errorf("error is %v", err)
	}
	if told.facts != 1 {
		t.Errorf("%d facts hold, want 1", told.facts)
	}
	if got := out.String(); !strings.Contains(got, "✓ um\n") || !strings.Contains(got, "✗ dois: is three\n") || strings.Contains(got, "três") {
		t.Errorf("told:\n%s", got)
	}
	if err := told.verify(is("total", reais(7980), 7981)); err == nil || err.Error() != `"total": got R$ 79,80, want R$ 79,81` {
		t.Errorf("error is %v", err)
	}
}

// failing is a writer that has no room.
type failing struct{}

func (failing) Write([]byte) (int, error) { return 0, errors.New("no room") }

func TestTaleKeepsFailedWrite(t *testing.T) {
	t.Parallel()
	told := &tale{out: failing{}}
	told.says("Loja", "Olá")
	if told.err == nil || !strings.Contains(told.err.Error(), "no room") {
		t.Errorf("error is %v", told.err)
	}
}

// TestPlayRefuses plays against servers that are no shop.
func TestPlayRefuses(t *testing.T) {
	t.Parallel()
	for name, test := range map[string]struct {
		status      int
		body, wrong string
	}{
		"nothing there": {http.StatusNotFound, `{}`, "status 404"},
		"not JSON":      {http.StatusOK, `<html>`, "discover_profile"},
		"empty profile": {http.StatusOK, `{}`, "o perfil BCP"},
		"no agent":      {http.StatusOK, `{"ucp":{"version":"2026-07-28","capabilities":{"br.dev.bcp.shopping.checkout":[{}]}}}`, "cartão do agente"},
	} {
		server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
			w.WriteHeader(test.status)
			if _, err := w.Write([]byte(test.body)); err != nil {
				t.Error(err)
			}
		}))
		var out bytes.Buffer
		err := Play(context.Background(), Config{ShopURL: server.URL, Out: &out, JSON: true, Patience: time.Second})
		server.Close()
		if err == nil || !strings.Contains(err.Error(), test.wrong) {
			t.Errorf("%s: error is %v, want one with %q", name, err, test.wrong)
		}
		if !json.Valid(out.Bytes()) {
			t.Errorf("%s: not one line of JSON: %s", name, out.Bytes())
		}
	}
}

func TestReadRefuses(t *testing.T) {
	t.Parallel()
	const right = `{"jsonrpc":"2.0","id":7,"result":{"message":{"messageId":"m","contextId":"ctx","role":"ROLE_AGENT","extensions":["urn:bcp"],"parts":[{"text":"Olá"}]}}}`
	read := func(body string) (answer, error) {
		return (&thread{client: &client{calls: 7, extension: "urn:bcp"}, context: "ctx"}).read([]byte(body))
	}
	if a, err := read(right); err != nil || a.Text != "Olá" {
		t.Fatalf("a right answer gives %q, %v", a.Text, err)
	}
	for name, test := range map[string]struct{ old, changed, wrong string }{
		"not JSON":        {right, "<html>", "unreadable"},
		"other request":   {`"id":7`, `"id":8`, "another request"},
		"other version":   {`"2.0"`, `"1.0"`, "another request"},
		"an error":        {`"result"`, `"error":{"code":-32602,"message":"bad"},"result"`, "refused with -32602: bad"},
		"a task":          {`"message":`, `"task":`, "no message"},
		"said by user":    {"ROLE_AGENT", "ROLE_USER", "not a message of the shop"},
		"no extension":    {"urn:bcp", "urn:other", "not a message of the shop"},
		"other context":   {`"ctx"`, `"ctx2"`, `in context "ctx2", want "ctx"`},
		"does not add up": {`{"text":"Olá"}`, `{"data":{"a2a.bcp.checkout":{"id":"c","totals":[{"type":"total","amount":1}]}}}`, "the totals come to"},
	} {
		if _, err := read(strings.Replace(right, test.old, test.changed, 1)); err == nil || !strings.Contains(err.Error(), test.wrong) {
			t.Errorf("%s: error is %v, want one with %q", name, err, test.wrong)
		}
	}
}
