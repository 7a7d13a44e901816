package profile

import (
	"encoding/json"
	"slices"
	"strings"
	"testing"

	"balcao/internal/bcptest"
	"balcao/platform"
)

type publishedProfile struct {
	UCP struct {
		Version           string                                  `json:"version"`
		Services          map[string][]map[string]string          `json:"services"`
		Capabilities      map[string][]map[string]json.RawMessage `json:"capabilities"`
		PaymentHandlers   map[string]json.RawMessage              `json:"payment_handlers"`
		SupportedVersions map[string]string                       `json:"supported_versions"`
	} `json:"ucp"`
	Keys []map[string]string `json:"keys"`
}

func publish(t *testing.T, shop Shop, version string) publishedProfile {
	t.Helper()
	body, err := Business(shop, version)
	if err != nil {
		t.Fatal(err)
	}
	var p publishedProfile
	if err := json.Unmarshal(body, &p); err != nil {
		t.Fatal(err)
	}
	return p
}

func TestBusinessCurrent(t *testing.T) {
	t.Parallel()
	p := publish(t, testShop(), "2026-07-28")
	if p.UCP.Version != "2026-07-28" {
		t.Errorf("version = %q", p.UCP.Version)
	}
	want := map[string]string{
		"2026-07-14": "https://loja.example/.well-known/bcp/2026-07-14",
		"2026-04-08": "https://loja.example/.well-known/bcp/2026-04-08",
	}
	if len(p.UCP.SupportedVersions) != 2 || p.UCP.SupportedVersions["2026-07-14"] != want["2026-07-14"] || p.UCP.SupportedVersions["2026-04-08"] != want["2026-04-08"] {
		t.Errorf("supported_versions = %v, want %v", p.UCP.SupportedVersions, want)
	}
	services := p.UCP.Services["br.dev.bcp.shopping"]
	if len(services) != 1 || services[0]["transport"] != "a2a" || services[0]["endpoint"] != "https://loja.example/.well-known/agent-card.json" {
		t.Errorf("services = %v", services)
	}
	tax := p.UCP.Capabilities[platform.CapTax][0]
	if got := string(tax["extends"]); got != `["br.dev.bcp.shopping.checkout","br.dev.bcp.shopping.order"]` {
		t.Errorf("tax extends = %s", got)
	}
	if got := string(tax["schema"]); got != `"https://bcp.dev.br/2026-07-28/schemas/shopping/tax.json"` {
		t.Errorf("tax schema = %s", got)
	}
	if got := string(p.UCP.Capabilities[platform.CapReturns][0]["config"]); got != `{"withdrawal_period_days":7,"request_channel":"https://loja.example/returns"}` {
		t.Errorf("returns config = %s", got)
	}
	ap2 := p.UCP.Capabilities[platform.CapAP2Mandate][0]
	for member, want := range map[string]string{
		"extends": `"br.dev.bcp.shopping.checkout"`,
		"spec":    `"https://bcp.dev.br/2026-07-28/specification/ap2-mandates"`,
		"schema":  `"https://bcp.dev.br/2026-07-28/schemas/shopping/ap2_mandate.json"`,
		"config":  `{"vp_formats_supported":{"dc+sd-jwt":{}}}`,
	} {
		if got := string(ap2[member]); got != want {
			t.Errorf("ap2_mandate %s = %s, want %s", member, got, want)
		}
	}
	if got := string(p.UCP.PaymentHandlers["br.dev.bcp.pix"]); got != `[{"id":"pix_recebedor_001","version":"2026-07-28","available_instruments":[{"type":"pix"}],"config":{"environment":"sandbox"}}]` {
		t.Errorf("pix = %s", got)
	}
	if len(p.Keys) != 1 || p.Keys[0]["kid"] != "merchant-1" {
		t.Errorf("keys = %v", p.Keys)
	}
}

func TestBusinessDates(t *testing.T) {
	t.Parallel()
	all := []string{"2026-07-28", "2026-07-14", "2026-04-08"}
	want := map[string][]string{
		platform.CapCheckout: all, platform.CapOrder: all, platform.CapFulfillment: all, platform.CapBuyerConsent: all,
		platform.CapDiscount: all, platform.CapCatalogSearch: all, platform.CapCatalogLookup: all, platform.CapAP2Mandate: all,
		platform.CapFiscalIdentity: {"2026-07-28", "2026-07-03"},
		platform.CapTax:            {"2026-07-28", "2026-07-14"},
		platform.CapNFe:            {"2026-07-28", "2026-07-03", "2026-04-08"},
		platform.CapReturns:        {"2026-07-28", "2026-07-27"},
	}
	for _, release := range Releases() {
		p := publish(t, testShop(), release.Date)
		if len(p.UCP.Capabilities) != len(want) {
			t.Errorf("%s: %d capabilities, want %d", release.Date, len(p.UCP.Capabilities), len(want))
		}
		for name, dates := range want {
			var got []string
			for _, e := range p.UCP.Capabilities[name] {
				got = append(got, strings.Trim(string(e["version"]), `"`))
			}
			if !slices.Equal(got, dates) {
				t.Errorf("%s: %s = %v, want %v", release.Date, name, got, dates)
			}
		}
	}
}

func TestBusinessLeaf(t *testing.T) {
	t.Parallel()
	p := publish(t, testShop(), "2026-04-08")
	if p.UCP.SupportedVersions != nil {
		t.Errorf("a leaf has supported_versions %v", p.UCP.SupportedVersions)
	}
	entries := p.UCP.Capabilities[platform.CapFiscalIdentity]
	last := entries[len(entries)-1]
	for member, want := range map[string]string{
		"version": `"2026-07-03"`,
		"extends": `"br.dev.bcp.shopping.checkout"`,
		"spec":    `"https://bcp.dev.br/2026-04-08/specification/fiscal-identity"`,
		"schema":  `"https://bcp.dev.br/schemas/shopping/fiscal_identity.json"`,
	} {
		if got := string(last[member]); got != want {
			t.Errorf("fiscal_identity %s = %s, want %s", member, got, want)
		}
	}
	if _, err := Business(testShop(), "2026-01-01"); err == nil {
		t.Error("a profile for a version that is not served")
	}
}

func TestBusinessSwitches(t *testing.T) {
	t.Parallel()
	shop := testShop()
	shop.Disabled = []string{platform.CapOrder, platform.CapDiscount}
	p := publish(t, shop, "2026-07-28")
	for _, gone := range []string{platform.CapOrder, platform.CapDiscount, platform.CapReturns} {
		if _, ok := p.UCP.Capabilities[gone]; ok {
			t.Errorf("%s is listed", gone)
		}
	}
	if got := string(p.UCP.Capabilities[platform.CapTax][0]["extends"]); got != `"br.dev.bcp.shopping.checkout"` {
		t.Errorf("tax extends = %s", got)
	}
	if got := shop.Capabilities[5].Extends; len(got) != 2 {
		t.Errorf("the table was changed: %v", got)
	}
	services := p.UCP.Services["br.dev.bcp.shopping"]
	if len(services) != 1 || services[0]["transport"] != "a2a" || services[0]["endpoint"] != "https://loja.example/.well-known/agent-card.json" {
		t.Errorf("services = %v", services)
	}
}

// TestSchemas validates every published document against the protocol's schemas.
func TestSchemas(t *testing.T) {
	t.Parallel()
	shop := testShop()
	var profiles, platforms [][]byte
	for _, r := range shop.Releases {
		body, err := Business(shop, r.Date)
		if err != nil {
			t.Fatal(err)
		}
		profiles = append(profiles, body)
	}
	for _, kind := range []SandboxKind{SandboxFull, SandboxAP2, SandboxCheckout} {
		body, err := SandboxPlatform(shop, kind)
		if err != nil {
			t.Fatal(err)
		}
		var doc struct {
			UCP json.RawMessage `json:"ucp"`
		}
		if err := json.Unmarshal(body, &doc); err != nil {
			t.Fatal(err)
		}
		platforms = append(platforms, doc.UCP)
	}
	bcptest.Check(t, "profile", profiles...)
	bcptest.Check(t, "ucp.json#/$defs/platform_schema", platforms...)
	bcptest.Refuse(t, "profile", []byte(`{"ucp":{"version":"2026-07-28","services":{}}}`))
}
