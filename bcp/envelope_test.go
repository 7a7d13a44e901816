package bcp

import (
	"testing"

	"github.com/google/go-cmp/cmp"

	"balcao/checkout"
	"balcao/internal/bcptest"
	"balcao/platform"
)

func TestEnvelope(t *testing.T) {
	t.Parallel()
	messages := []checkout.Message{{
		Type: checkout.TypeError, Code: checkout.CodeOutOfStock, Severity: checkout.Unrecoverable, Path: "$.line_items",
		Args: checkout.Args{Title: "Blue Jeans", Requested: 3},
	}}
	caps := sessionWith(platform.CapFulfillment).For(platform.CapCheckout)
	full, err := Envelope("2026-07-28", caps, messages, "pt-BR", "https://loja.example/")
	if err != nil {
		t.Fatal(err)
	}
	want := compact(`{"ucp":{"version":"2026-07-28","status":"error","capabilities":{
			"br.dev.bcp.shopping.checkout":[{"version":"2026-07-28"}],
			"br.dev.bcp.shopping.fulfillment":[{"version":"2026-07-14","extends":"br.dev.bcp.shopping.checkout"}]}},
		"messages":[{"type":"error","code":"out_of_stock","path":"$.line_items",
			"content":"Não temos estoque suficiente de Blue Jeans para 3.","severity":"unrecoverable"}],
		"continue_url":"https://loja.example/"}`)
	if diff := cmp.Diff(want, string(full)); diff != "" {
		t.Errorf("envelope (-want +got):\n%s", diff)
	}
	bare, err := Envelope("2026-07-28", nil, messages[:1], "en", "")
	if err != nil {
		t.Fatal(err)
	}
	bcptest.Check(t, "error", full, bare)
}
