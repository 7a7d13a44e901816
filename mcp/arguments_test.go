package mcp

import (
	"net/http"
	"strings"
	"testing"
)

// Bad arguments are refused with the member at fault, and without what was in it.
func TestBadArguments(t *testing.T) {
	t.Parallel()
	server := serve(t, &shop{}, nil)
	const (
		id   = `,"id":"chk_1"`
		line = `{"item":{"id":"p-m"},"quantity":1}`
	)
	withLine := func(l string) string { return meta + `,"checkout":{"line_items":[` + l + `]}` }
	for _, tt := range []struct {
		name, tool, arguments, path string
		header                      []string
	}{
		{"no meta", "get_checkout", `"id":"chk_1"`, "$.meta", nil},
		{"meta null", "get_checkout", `"meta":null,"id":"chk_1"`, "$.meta", nil},
		{"meta text", "get_checkout", `"meta":"4111","id":"chk_1"`, "$.meta", nil},
		{"no agent", "get_checkout", `"meta":{},"id":"chk_1"`, "$.meta['ucp-agent']", nil},
		{"agent text", "get_checkout", `"meta":{"ucp-agent":"4111"},"id":"chk_1"`, "$.meta['ucp-agent']", nil},
		{"no profile", "get_checkout", `"meta":{"ucp-agent":{}},"id":"chk_1"`, "$.meta['ucp-agent'].profile", nil},
		{"profile number", "get_checkout", `"meta":{"ucp-agent":{"profile":4111}},"id":"chk_1"`, "$.meta['ucp-agent'].profile", nil},
		{"no id", "get_checkout", meta, "$.id", nil},
		{"id empty", "get_checkout", meta + `,"id":""`, "$.id", nil},
		{"id number", "get_order", meta + `,"id":4111`, "$.id", nil},
		{"id with a slash", "get_order", meta + `,"id":"a/4111"`, "$.id", nil},
		{"no key to complete", "complete_checkout", meta + id + `,"checkout":{"payment":{}}`, "$.meta['idempotency-key']", nil},
		{"no key to cancel", "cancel_checkout", meta + id, "$.meta['idempotency-key']", nil},
		{"key of the header alone", "cancel_checkout", meta + id, "$.meta['idempotency-key']", []string{"Idempotency-Key", "550e8400-e29b-41d4-a716-446655440000"}},
		{"key that is no UUID", "cancel_checkout", strings.Replace(keyed, "550e8400-", "4111-", 1) + id, "$.meta['idempotency-key']", nil},
		{"key number", "create_checkout", `"meta":{"ucp-agent":{"profile":"https://platform.example/profile"},"idempotency-key":4111},"checkout":{"line_items":[` + line + `]}`, "$.meta['idempotency-key']", nil},
		{"two keys", "cancel_checkout", keyed + id, "$.meta['idempotency-key']", []string{"Idempotency-Key", "650e8400-e29b-41d4-a716-446655440000"}},
		{"no checkout", "create_checkout", meta, "$.checkout", nil},
		{"checkout list", "create_checkout", meta + `,"checkout":[]`, "$.checkout", nil},
		{"no lines", "create_checkout", meta + `,"checkout":{}`, "$.checkout.line_items", nil},
		{"empty lines", "create_checkout", withLine(""), "$.checkout.line_items", nil},
		{"id of a new checkout", "create_checkout", meta + `,"checkout":{"id":"chk_4111","line_items":[` + line + `]}`, "$.checkout.id", nil},
		{"line without item", "create_checkout", withLine(`{"quantity":1}`), "$.checkout.line_items[0].item", nil},
		{"item without id", "create_checkout", withLine(`{"item":{},"quantity":1}`), "$.checkout.line_items[0].item.id", nil},
		{"no quantity", "create_checkout", withLine(line + `,{"item":{"id":"p-m"}}`), "$.checkout.line_items[1].quantity", nil},
		{"quantity 0", "create_checkout", withLine(`{"item":{"id":"p-m"},"quantity":0}`), "$.checkout.line_items[0].quantity", nil},
		{"quantity 1.5", "create_checkout", withLine(`{"item":{"id":"p-m"},"quantity":1.5}`), "$.checkout.line_items[0].quantity", nil},
		{"quantity text", "create_checkout", withLine(`{"item":{"id":"p-m"},"quantity":"2"}`), "$.checkout.line_items[0].quantity", nil},
		{"quantity 10001", "create_checkout", withLine(`{"item":{"id":"p-m"},"quantity":10001}`), "$.checkout.line_items[0].quantity", nil},
		{"buyer text", "create_checkout", meta + `,"checkout":{"buyer":"4111","line_items":[` + line + `]}`, "$.checkout.buyer", nil},
		{"kind of taxpayer", "create_checkout", meta + `,"checkout":{"buyer":{"taxpayer_id":{"kind":"rg","value":"4111"}},"line_items":[` + line + `]}`, "$.checkout.buyer.taxpayer_id.kind", nil},
		{"attribution of a foreign name", "create_checkout", meta + `,"checkout":{"attribution":{"Joao 4111":1},"line_items":[` + line + `]}`, "$.checkout.attribution", nil},
		{"attribution of a short name", "create_checkout", meta + `,"checkout":{"attribution":{"joao4111":1},"line_items":[` + line + `]}`, "$.checkout.attribution", nil},
		{"signals text", "create_checkout", meta + `,"checkout":{"signals":"4111","line_items":[` + line + `]}`, "$.checkout.signals", nil},
		{"method without type", "create_checkout", meta + `,"checkout":{"fulfillment":{"methods":[{}]},"line_items":[` + line + `]}`, "$.checkout.fulfillment.methods[0].type", nil},
		{"update of another", "update_checkout", meta + id + `,"checkout":{"id":"chk_4111","line_items":[]}`, "$.checkout.id", nil},
		{"update without object", "update_checkout", meta + id, "$.checkout", nil},
		{"update without lines", "update_checkout", meta + id + `,"checkout":{}`, "$.checkout.line_items", nil},
		{"completion without object", "complete_checkout", keyed + id, "$.checkout", nil},
		{"completion without payment", "complete_checkout", keyed + id + `,"checkout":{}`, "$.checkout.payment", nil},
		{"payment list", "complete_checkout", keyed + id + `,"checkout":{"payment":[4111]}`, "$.checkout.payment", nil},
		{"credential without type", "complete_checkout", keyed + id + `,"checkout":{"payment":{"instruments":[{"credential":{"token":"4111"}}]}}`, "$.checkout.payment.instruments[0].credential.type", nil},
		{"completion of another", "complete_checkout", keyed + id + `,"checkout":{"id":"chk_2","payment":{}}`, "$.checkout.id", nil},
		{"no catalog", "search_catalog", meta, "$.catalog", nil},
		{"search for nothing", "search_catalog", meta + `,"catalog":{"context":{}}`, "$.catalog", nil},
		{"limit 0", "search_catalog", meta + `,"catalog":{"query":"x","pagination":{"limit":0}}`, "$.catalog.pagination.limit", nil},
		{"cursor of another search", "search_catalog", meta + `,"catalog":{"query":"x","pagination":{"cursor":"eyJwYWdlIjoxfQ=="}}`, "$.catalog.pagination.cursor", nil},
		{"context text", "search_catalog", meta + `,"catalog":{"query":"x","context":"4111"}`, "$.catalog.context", nil},
		{"no ids", "lookup_catalog", meta + `,"catalog":{}`, "$.catalog.ids", nil},
		{"no id in ids", "lookup_catalog", meta + `,"catalog":{"ids":[]}`, "$.catalog.ids", nil},
		{"too many ids", "lookup_catalog", meta + `,"catalog":{"ids":["` + strings.Join(manyIDs(), `","`) + `"]}`, "$.catalog.ids", nil},
		{"id beside catalog", "get_product", meta + `,"id":"p","catalog":{}`, "$.catalog.id", nil},
		{"filters of others alone", "search_catalog", meta + `,"catalog":{"filters":{"brand":"4111"}}`, "$.catalog", nil},
		{"option twice, with an accent", "get_product", meta + `,"catalog":{"id":"p","selected":[{"name":"Tamanho","label":"M"},{"name":"Tamánho","label":"G"}]}`, "$.catalog.selected[1].name", nil},
		{"option twice", "get_product", meta + `,"catalog":{"id":"p","selected":[{"name":"Tamanho","label":"M"},{"name":"tamanho","label":"G"}]}`, "$.catalog.selected[1].name", nil},
	} {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			g := send(t, server, http.MethodPost, "/", toolCall(tt.tool, tt.arguments), tt.header...)
			if g.status != 200 || g.code() != -32602 || g.Error.Data["code"] != "invalid_params" || g.Error.Data["path"] != tt.path {
				t.Errorf("want %s, got %d %s", tt.path, g.status, g.body)
			}
			if tt.header == nil && !finer[tt.name] {
				refusedBySchema(t, tt.tool, tt.arguments)
			}
			if strings.Contains(string(g.body), "4111") || !strings.HasPrefix(g.Error.Message, tt.path) {
				t.Errorf("%s", g.body)
			}
		})
	}
}

// finer are the faults that a schema does not tell, or that ours leaves to the text.
var finer = map[string]bool{
	"key that is no UUID":  true, // a format, which schemas do not assert
	"id of a new checkout": true, "update of another": true, "completion of another": true,
	"cursor of another search": true, "option twice": true, "option twice, with an accent": true,
	"filters of others alone": true,
}

// refusedBySchema holds what the tool refuses against the schema that it publishes.
func refusedBySchema(t *testing.T, name, arguments string) {
	t.Helper()
	for _, tool := range tools() {
		if tool.name == name && resolved(t, tool.input).Validate(document(t, []byte("{"+arguments+"}"))) == nil {
			t.Errorf("the schema of %s takes %s", name, arguments)
		}
	}
}

func manyIDs() []string {
	ids := make([]string, 51)
	for i := range ids {
		ids[i] = strings.Repeat("x", i+1)
	}
	return ids
}
