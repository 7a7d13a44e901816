package mcp

import (
	"encoding/json"
	"testing"
)

// What a schema demands under a capability stands in it as long as all that it names are on, and
// whatever names none always does.
func TestSchemasForEnabled(t *testing.T) {
	t.Parallel()
	under := func(names string) string { return `{"if":{"required":[` + names + `]},"then":{"required":["x"]}}` }
	const (
		a = `"br.dev.bcp.shopping.a"`
		b = `"br.dev.bcp.shopping.b"`
	)
	all := schemas{
		"conditions": json.RawMessage(`{"type":"object","allOf":[` + under(a) + `,` + under(a+`,`+b) + `,{"minProperties":1}]}`),
		"one":        json.RawMessage(`{"type":"object","allOf":[` + under(b) + `]}`),
		"none":       json.RawMessage(`{"type":"object",  "properties":{}}`),
	}
	for _, tt := range []struct {
		enabled         []string
		conditions, one string
	}{
		{[]string{"br.dev.bcp.shopping.a", "br.dev.bcp.shopping.b"}, string(all["conditions"]), string(all["one"])},
		{[]string{"br.dev.bcp.shopping.a"}, `{"allOf":[` + under(a) + `,{"minProperties":1}],"type":"object"}`, `{"type":"object"}`},
		{nil, `{"allOf":[{"minProperties":1}],"type":"object"}`, `{"type":"object"}`},
	} {
		got, err := all.forEnabled(tt.enabled)
		if err != nil || string(got["conditions"]) != tt.conditions || string(got["one"]) != tt.one || string(got["none"]) != string(all["none"]) {
			t.Errorf("%q: %s (%v)", tt.enabled, got, err)
		}
	}
	if _, err := (schemas{"broken": json.RawMessage(`[]`)}).forEnabled(nil); err == nil {
		t.Error("a definition that is no object is taken")
	}
}
