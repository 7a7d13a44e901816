package mcp

import (
	"encoding/json"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
)

// FuzzServe sends anything for a body: the answer is nothing, or one JSON-RPC answer, and
// never says that we failed.
func FuzzServe(f *testing.F) {
	for _, body := range []string{
		seedCall, modernCall, `{"jsonrpc":"2.0","id":1,"method":"tools/list"}`, `{"jsonrpc":"2.0","method":"notifications/initialized"}`,
		toolCall("search_catalog", meta+`,"catalog":{"query":"x"}`), toolCall("complete_checkout", keyed+`,"id":"c","checkout":{"payment":{"instruments":[{"id":"a"}]}}`),
		toolCall("lookup_catalog", meta+`,"catalog":{"ids":["p","SKU-M","no"]}`), toolCall("get_product", meta+`,"catalog":{"id":"p","selected":[{"name":"Tamanho","label":"G"}]}`),
		`{"jsonrpc":"2.0","id":1,"method":"initialize","params":{"protocolVersion":7}}`, `[]`, `{`,
	} {
		f.Add([]byte(body), "")
	}
	f.Add([]byte(modernCall), "2026-07-28")
	binding, err := New(testConfig(f, &shop{}))
	if err != nil {
		f.Fatal(err)
	}
	f.Fuzz(func(t *testing.T, body []byte, version string) {
		r := httptest.NewRequest(http.MethodPost, "https://loja.example/bcp/mcp", strings.NewReader(string(body)))
		r.Header.Set("Content-Type", "application/json")
		r.Header.Set("Authorization", "Bearer good")
		r.Header.Set("MCP-Protocol-Version", version)
		w := httptest.NewRecorder()
		binding.ServeHTTP(w, r)
		if w.Code == http.StatusAccepted && w.Body.Len() == 0 {
			return
		}
		var answer struct {
			JSONRPC string
			Result  json.RawMessage
			Error   *struct{ Code int }
		}
		if err := json.Unmarshal(w.Body.Bytes(), &answer); err != nil || answer.JSONRPC != "2.0" || (answer.Error == nil) == (answer.Result == nil) {
			t.Fatalf("%d %s: %v", w.Code, w.Body, err)
		}
		if answer.Error != nil && answer.Error.Code == -32603 {
			t.Fatalf("%s: %s", body, w.Body)
		}
	})
}

// What the server says in the binding's place is JSON-RPC too.
func TestInItsPlace(t *testing.T) {
	t.Parallel()
	var answer struct {
		ID    any
		Error struct {
			Code int
			Data struct {
				Code       string
				RetryAfter int `json:"retry_after"`
			}
		}
	}
	if err := json.Unmarshal(Limited(1500e6), &answer); err != nil || answer.Error.Code != -32000 || answer.Error.Data.Code != "rate_limited" || answer.Error.Data.RetryAfter != 2 {
		t.Errorf("Limited: %+v %v", answer, err)
	}
	status, body := Failed()
	if err := json.Unmarshal(body, &answer); err != nil || status != 200 || answer.Error.Code != -32603 || answer.Error.Data.Code != "internal" {
		t.Errorf("Failed: %d %s %v", status, body, err)
	}
}
