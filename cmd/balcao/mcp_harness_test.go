package main

import (
	"bytes"
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"testing"
	"time"

	"github.com/google/jsonschema-go/jsonschema"

	"balcao/internal/bcptest"
)

// toolUser is a platform that calls a shop's tools over MCP. Everything that it is shown is
// held against the protocol's schemas when the test ends.
type toolUser struct {
	t    testing.TB
	shop *testShop
	// Header are sent with every request, Profile in every meta.
	Header  http.Header
	Profile string
	next    int
	seen    map[string][][]byte // by kind
	// inputs and outputs are the schemas that the shop publishes, by tool.
	inputs, outputs map[string]*jsonschema.Resolved
}

// tools returns one with a key for one of the shop's sandbox profiles, such as
// "platform.json".
func (s *testShop) tools(t testing.TB, profile string) *toolUser {
	return s.toolsOf(t, s.URL+"/sandbox/"+profile)
}

func (s *testShop) toolsOf(t testing.TB, profile string) *toolUser {
	u := &toolUser{t: t, shop: s, Header: http.Header{}, Profile: profile, seen: map[string][][]byte{}}
	u.Header.Set("Content-Type", "application/json")
	u.Header.Set("Authorization", "Bearer "+s.apiKey(u.Profile, "checkout", "order"))
	u.inputs, u.outputs = published(t, u.post([]byte(`{"jsonrpc":"2.0","id":0,"method":"tools/list"}`)).Body)
	t.Cleanup(func() {
		if !bcptest.Available(t) {
			t.Log("the protocol's schemas are not here: what was seen is not held against them")
			return
		}
		for kind, docs := range u.seen {
			bcptest.Check(t, kind, docs...)
		}
	})
	return u
}

// toolAnswer is an answer over MCP.
type toolAnswer struct {
	t      testing.TB
	Status int
	Header http.Header
	Body   []byte
	ID     json.RawMessage
	// Raw is the structured content, Doc the same decoded; nil for an error.
	Raw   json.RawMessage
	Doc   map[string]any
	Error *struct {
		Code    int
		Message string
		Data    map[string]any
	}
}

// post sends a body as it is.
func (u *toolUser) post(body []byte) *toolAnswer {
	u.t.Helper()
	req, err := http.NewRequest(http.MethodPost, u.shop.URL+"/bcp/mcp", bytes.NewReader(body))
	if err != nil {
		u.t.Fatal(err)
	}
	req.Header = u.Header.Clone()
	resp, err := u.shop.client.Do(req)
	if err != nil {
		u.t.Fatal(err)
	}
	defer resp.Body.Close()
	raw, err := io.ReadAll(resp.Body)
	if err != nil {
		u.t.Fatal(err)
	}
	return readTool(u.t, resp, raw)
}

func readTool(t testing.TB, resp *http.Response, raw []byte) *toolAnswer {
	t.Helper()
	a := &toolAnswer{t: t, Status: resp.StatusCode, Header: resp.Header, Body: raw}
	var in struct {
		ID     json.RawMessage
		Error  json.RawMessage
		Result struct {
			StructuredContent json.RawMessage
			IsError           bool
			Content           []struct{ Type, Text string }
		}
	}
	if len(raw) == 0 {
		return a
	}
	if err := json.Unmarshal(raw, &in); err != nil {
		t.Fatalf("no JSON-RPC: %d %s", resp.StatusCode, raw)
	}
	a.ID = in.ID
	if in.Error != nil {
		if err := json.Unmarshal(in.Error, &a.Error); err != nil {
			t.Fatal(err)
		}
		return a
	}
	if a.Raw = in.Result.StructuredContent; a.Raw == nil {
		return a
	}
	if err := json.Unmarshal(a.Raw, &a.Doc); err != nil {
		t.Fatal(err)
	}
	var text map[string]any
	if len(in.Result.Content) != 1 || in.Result.Content[0].Type != "text" || in.Result.IsError ||
		json.Unmarshal([]byte(in.Result.Content[0].Text), &text) != nil || fmt.Sprint(text) != fmt.Sprint(a.Doc) {
		t.Errorf("the text does not say what the structured content says: %s", raw)
	}
	return a
}

// body is a tool call. Arguments get the platform's meta unless they have one.
func (u *toolUser) body(tool string, arguments map[string]any) []byte {
	u.t.Helper()
	u.next++
	full := map[string]any{"meta": u.meta("")}
	for k, v := range arguments {
		full[k] = v
	}
	raw, err := json.Marshal(map[string]any{
		"jsonrpc": "2.0", "id": u.next, "method": "tools/call", "params": map[string]any{"name": tool, "arguments": full},
	})
	if err != nil {
		u.t.Fatal(err)
	}
	return raw
}

// meta is the platform's, with an idempotency key unless that is empty.
func (u *toolUser) meta(key string) map[string]any {
	meta := map[string]any{"ucp-agent": map[string]any{"profile": u.Profile}}
	if key != "" {
		meta["idempotency-key"] = key
	}
	return meta
}

// call calls a tool. The answer must be a result.
func (u *toolUser) call(tool string, arguments map[string]any) *toolAnswer {
	u.t.Helper()
	a := u.post(u.body(tool, arguments))
	if a.Doc == nil {
		u.t.Fatalf("%s: %d %s", tool, a.Status, a.Body)
	}
	u.sent(tool, arguments)
	u.saw(tool, a)
	return a
}

// sent holds arguments that were taken against the schema that the shop publishes for them.
func (u *toolUser) sent(tool string, arguments map[string]any) {
	u.t.Helper()
	raw, err := json.Marshal(arguments)
	var decoded map[string]any
	if err == nil {
		err = json.Unmarshal(raw, &decoded)
	}
	if err != nil {
		u.t.Fatal(err)
	}
	if decoded["meta"] == nil {
		decoded["meta"] = u.meta("")
	}
	if err := u.inputs[tool].Validate(any(decoded)); err != nil {
		u.t.Errorf("%s takes arguments that its schema does not: %v\n%s", tool, err, raw)
	}
}

// published are the schemas of arguments and results in an answer to tools/list.
func published(t testing.TB, raw []byte) (inputs, outputs map[string]*jsonschema.Resolved) {
	t.Helper()
	var list struct {
		Result struct {
			Tools []struct {
				Name                      string
				InputSchema, OutputSchema *jsonschema.Schema
			}
		}
	}
	err := json.Unmarshal(raw, &list)
	if err != nil {
		t.Fatal(err)
	}
	inputs, outputs = map[string]*jsonschema.Resolved{}, map[string]*jsonschema.Resolved{}
	for _, tool := range list.Result.Tools {
		if inputs[tool.Name], err = tool.InputSchema.Resolve(nil); err == nil {
			outputs[tool.Name], err = tool.OutputSchema.Resolve(nil)
		}
		if err != nil {
			t.Fatalf("%s: %v", tool.Name, err)
		}
	}
	return inputs, outputs
}

// saw holds an answer against the schema that the shop publishes for it, and keeps it for the
// check by the protocol's own at the end.
func (u *toolUser) saw(tool string, a *toolAnswer) {
	u.t.Helper()
	if err := u.outputs[tool].Validate(any(a.Doc)); err != nil {
		u.t.Errorf("%s: the result is not what its schema says: %v\n%s", tool, err, a.Raw)
	}
	kind := map[string]string{"get_order": "order", "search_catalog": "catalog-search", "lookup_catalog": "catalog-lookup", "get_product": "product"}[tool]
	if kind == "" {
		kind = "checkout"
	}
	if dig(a.Doc, "ucp", "status") == "error" {
		kind = "error"
	}
	u.seen[kind] = append(u.seen[kind], a.Raw)
}

func (a *toolAnswer) text(path ...string) string {
	s, _ := dig(a.Doc, path...).(string)
	return s
}

// codes are the codes of the answer's messages with their paths.
func (a *toolAnswer) codes() map[string]string {
	out := map[string]string{}
	messages, _ := a.Doc["messages"].([]any)
	for _, m := range messages {
		code, _ := dig(m, "code").(string)
		out[code], _ = dig(m, "path").(string)
	}
	return out
}

// item is a checkout object with one line.
func item(id string, quantity int) map[string]any {
	return map[string]any{"line_items": []any{map[string]any{"item": map[string]any{"id": id}, "quantity": quantity}}}
}

// until reads a checkout until its status is reached.
func (u *toolUser) until(id, status string) *toolAnswer {
	u.t.Helper()
	deadline := time.Now().Add(10 * time.Second)
	for {
		a := u.call("get_checkout", map[string]any{"id": id})
		if a.text("status") == status {
			return a
		}
		if time.Now().After(deadline) {
			u.t.Fatalf("status is %q, want %q", a.text("status"), status)
		}
		time.Sleep(20 * time.Millisecond)
	}
}
