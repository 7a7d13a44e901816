package main

import (
	"bytes"
	"encoding/json"
	"io"
	"net/http"
	"reflect"
	"slices"
	"strings"
	"testing"
)

// The domains of ErrorInfo.
const (
	domainA2A = "a2a-protocol.org"
	domainBCP = "bcp.dev.br"
)

// refusal is a JSON-RPC error as a program sees it.
type refusal struct {
	status, code   int // of HTTP and of JSON-RPC
	reason, domain string
	field          string // the first member at fault
}

// rpcRefusal is an error of A2A itself, with HTTP 200.
func rpcRefusal(code int, reason string) refusal {
	return refusal{status: http.StatusOK, code: code, reason: reason, domain: domainA2A}
}

// badMember is the error for one bad member.
func badMember(field string) refusal {
	return refusal{status: http.StatusOK, code: -32602, reason: "INVALID_PARAMS", domain: domainA2A, field: field}
}

// bcpRefusal is an error of BCP's registry.
func bcpRefusal(status int, reason string) refusal {
	return refusal{status: status, code: -32000, reason: reason, domain: domainBCP}
}

// refused holds an answer against the refusal that was expected.
func (r *reply) refused(want refusal) {
	r.t.Helper()
	if r.Error == nil {
		r.t.Errorf("got an answer, want %+v:\n%.600s", want, r.Body)
		return
	}
	got := refusal{status: r.Status, code: r.Error.Code}
	for _, d := range r.Error.Data {
		switch d["@type"] {
		case "type.googleapis.com/google.rpc.ErrorInfo":
			got.reason, _ = d["reason"].(string)
			got.domain, _ = d["domain"].(string)
		case "type.googleapis.com/google.rpc.BadRequest":
			violations, _ := d["fieldViolations"].([]any)
			if len(violations) > 0 {
				got.field, _ = dig(violations[0], "field").(string)
			}
		}
	}
	if got != want {
		r.t.Errorf("refused with\n %+v, want\n %+v\n%.600s", got, want, r.Body)
	}
	if r.Error.Message == "" {
		r.t.Error("the error has no text")
	}
}

// metadata is a member of ErrorInfo's metadata, empty if it is not there.
func (r *reply) metadata(name string) string {
	if r.Error == nil {
		return ""
	}
	for _, d := range r.Error.Data {
		if s, ok := dig(d, "metadata", name).(string); ok {
			return s
		}
	}
	return ""
}

// told is a message about a checkout, without its text.
type told struct{ kind, code, severity, path string }

// complaint is an error that the platform can mend.
func complaint(code, path string) told { return told{"error", code, "recoverable", path} }

// remark is a warning.
func remark(code, path string) told { return told{"warning", code, "", path} }

// final is an error of an answer that has no checkout.
func final(code, path string) told { return told{"error", code, "unrecoverable", path} }

// messages are those of the answer's checkout or envelope.
func (r *reply) messages() []told {
	r.t.Helper()
	list, _ := r.checkout()["messages"].([]any)
	out := make([]told, len(list))
	for i, m := range list {
		str := func(name string) string { s, _ := dig(m, name).(string); return s }
		out[i] = told{str("type"), str("code"), str("severity"), str("path")}
		if content := str("content"); content == "" || strings.ContainsAny(content, "{}[]") {
			r.t.Errorf("message %+v has the text %q", out[i], content)
		}
	}
	if text := r.text(); text == "" || strings.ContainsAny(text, "{}[]") {
		r.t.Errorf("the answer's text is %q", text)
	}
	return out
}

// tells checks that the answer has the message.
func (r *reply) tells(want told) {
	r.t.Helper()
	if got := r.messages(); !slices.Contains(got, want) {
		r.t.Errorf("messages are\n %+v, want among them\n %+v", got, want)
	}
}

// onlyTells checks that the answer is an error envelope with this one message.
func (r *reply) onlyTells(want told) {
	r.t.Helper()
	if got := r.messages(); !slices.Equal(got, []told{want}) {
		r.t.Errorf("messages are\n %+v, want only\n %+v", got, want)
	}
	if r.checkout()["id"] != nil || dig(r.checkout(), "ucp", "status") != "error" {
		r.t.Errorf("the answer is no error envelope: %.600s", r.Body)
	}
}

// terms are a checkout without its messages, to see that nothing changed.
func (r *reply) terms() map[string]any {
	r.t.Helper()
	c := r.checkout()
	delete(c, "messages")
	return c
}

// unchanged checks that the checkout is as it was.
func (r *reply) unchanged(before map[string]any) {
	r.t.Helper()
	if after := r.terms(); !reflect.DeepEqual(after, before) {
		r.t.Errorf("the checkout changed from\n %v to\n %v", before, after)
	}
}

// quantities are those of the checkout's lines.
func (r *reply) quantities() []int {
	r.t.Helper()
	lines, _ := r.checkout()["line_items"].([]any)
	out := []int{}
	for _, l := range lines {
		n, _ := dig(l, "quantity").(float64)
		out = append(out, int(n))
	}
	return out
}

// result is the answer without the JSON-RPC envelope, byte for byte.
func (r *reply) result() string {
	r.t.Helper()
	var envelope struct{ Result json.RawMessage }
	if err := json.Unmarshal(r.Body, &envelope); err != nil || envelope.Result == nil {
		r.t.Fatalf("no result: %.600s", r.Body)
	}
	return string(envelope.Result)
}

// buyShirts starts a purchase of two red shirts, which lacks an address and a buyer.
func (p *buyerAgent) buyShirts() *reply {
	p.t.Helper()
	return p.do("add_to_checkout", "product_id", "camiseta-vermelha-m", "quantity", 2)
}

// readyShirts is the same with everything that it lacked.
func (p *buyerAgent) readyShirts() *reply {
	p.t.Helper()
	p.buyShirts()
	p.do("set_buyer", "buyer", map[string]any{"full_name": "Ana Silva", "taxpayer_id": map[string]any{"kind": "cpf", "value": "39053344705"}})
	p.do("set_shipping_address", "address", map[string]any{"street_address": "Rua das Flores, 100", "postal_code": "74000-000"})
	r := p.do("select_fulfillment_option", "option_id", "standard")
	if got := r.status(); got != "ready_for_complete" {
		p.t.Fatalf("status is %q, want ready_for_complete: %+v", got, r.messages())
	}
	return r
}

// request sends any HTTP request to the shop.
func (s *testShop) request(t testing.TB, method, path string, header http.Header, body []byte) (*http.Response, []byte) {
	t.Helper()
	req, err := http.NewRequest(method, s.URL+path, bytes.NewReader(body))
	if err != nil {
		t.Fatal(err)
	}
	req.Header = header.Clone()
	resp, err := s.client.Do(req)
	if err != nil {
		t.Fatalf("%s %s failed: %v", method, path, err)
	}
	defer resp.Body.Close()
	raw, err := io.ReadAll(resp.Body)
	if err != nil {
		t.Fatalf("read answer: %v", err)
	}
	return resp, raw
}

// readReply reads an error out of an answer to request.
func readReply(t testing.TB, resp *http.Response, body []byte) *reply {
	t.Helper()
	r := &reply{t: t, Status: resp.StatusCode, Header: resp.Header, Body: body}
	var envelope struct{ Error json.RawMessage }
	err := json.Unmarshal(body, &envelope)
	if err == nil && envelope.Error != nil {
		err = json.Unmarshal(envelope.Error, &r.Error)
	}
	if err != nil {
		t.Fatalf("the answer is no JSON-RPC: %v\n%s", err, body)
	}
	return r
}
