package profile

import (
	"reflect"
	"slices"
	"strings"
	"testing"

	"balcao/payment"
	"balcao/platform"
)

func handlerNames(handlers []payment.Handler) []string {
	var names []string
	for _, h := range handlers {
		names = append(names, h.Name)
	}
	return names
}

// declared builds a platform profile of "name@date" strings.
func declared(version string, capabilities ...string) *Document {
	doc := &Document{Version: version, Capabilities: make(map[string][]DeclaredCapability)}
	for _, c := range capabilities {
		name, date, _ := strings.Cut(c, "@")
		doc.Capabilities[name] = append(doc.Capabilities[name], DeclaredCapability{Version: date})
	}
	return doc
}

func TestIntersection(t *testing.T) {
	t.Parallel()
	shop := testShop()
	// A chain: c extends b, b extends a; d extends a or checkout.
	chain := Shop{Releases: Releases(), Capabilities: []Capability{
		{Name: "x.c", Versions: []string{"2026-07-28"}, Extends: []string{"x.b"}},
		{Name: "x.b", Versions: []string{"2026-07-28"}, Extends: []string{"x.a"}},
		{Name: "x.a", Versions: []string{"2026-07-28"}},
		{Name: "x.d", Versions: []string{"2026-07-28"}, Extends: []string{"x.a", "x.e"}},
		{Name: "x.e", Versions: []string{"2026-07-28"}},
	}}
	for name, test := range map[string]struct {
		shop Shop
		doc  *Document
		want []string
	}{
		"nothing in common": {shop, declared("2026-07-28", "com.other.x@2026-07-28"), nil},
		"latest common date": {shop, declared("2026-07-28",
			platform.CapCheckout+"@2026-04-08", platform.CapCheckout+"@2026-07-14"), []string{platform.CapCheckout + "@2026-07-14"}},
		"exact dates, newer is none":        {shop, declared("2026-07-28", platform.CapCheckout+"@2026-07-29"), nil},
		"exact dates, between is none":      {shop, declared("2026-07-28", platform.CapCheckout+"@2026-07-15"), nil},
		"date of another capability":        {shop, declared("2026-07-28", platform.CapCheckout+"@2026-07-28", platform.CapTax+"@2026-07-03"), []string{platform.CapCheckout + "@2026-07-28"}},
		"orphan extension":                  {shop, declared("2026-07-28", platform.CapFulfillment+"@2026-07-28"), nil},
		"orphan for the parent's date":      {shop, declared("2026-07-28", platform.CapFulfillment+"@2026-07-28", platform.CapCheckout+"@2025-01-01"), nil},
		"one parent of two is enough":       {shop, declared("2026-07-28", platform.CapTax+"@2026-07-14", platform.CapOrder+"@2026-04-08"), []string{platform.CapTax + "@2026-07-14", platform.CapOrder + "@2026-04-08"}},
		"dates do not depend on the other":  {shop, declared("2026-04-08", platform.CapCheckout+"@2026-04-08", platform.CapFiscalIdentity+"@2026-07-03"), []string{platform.CapCheckout + "@2026-04-08", platform.CapFiscalIdentity + "@2026-07-03"}},
		"shop's order":                      {shop, declared("2026-07-28", platform.CapCatalogLookup+"@2026-07-28", platform.CapOrder+"@2026-07-28", platform.CapCheckout+"@2026-07-28"), []string{platform.CapCheckout + "@2026-07-28", platform.CapOrder + "@2026-07-28", platform.CapCatalogLookup + "@2026-07-28"}},
		"chain falls from its root":         {chain, declared("2026-07-28", "x.c@2026-07-28", "x.b@2026-07-28"), nil},
		"chain holds":                       {chain, declared("2026-07-28", "x.c@2026-07-28", "x.b@2026-07-28", "x.a@2026-07-28"), []string{"x.c@2026-07-28", "x.b@2026-07-28", "x.a@2026-07-28"}},
		"chain falls, the other parent not": {chain, declared("2026-07-28", "x.c@2026-07-28", "x.d@2026-07-28", "x.e@2026-07-28"), []string{"x.d@2026-07-28", "x.e@2026-07-28"}},
	} {
		n, err := negotiate(test.shop, agentURL, test.doc)
		if err != nil {
			t.Errorf("%s: %v", name, err)
			continue
		}
		var got []string
		for _, c := range n.Session.Capabilities {
			got = append(got, c.Name+"@"+c.Version)
		}
		if !slices.Equal(got, test.want) {
			t.Errorf("%s: got %v, want %v", name, got, test.want)
		}
		if n.Session.Version != test.doc.Version {
			t.Errorf("%s: version %s", name, n.Session.Version)
		}
	}
	n, err := negotiate(shop, agentURL, declared("2026-07-28", platform.CapCheckout+"@2026-07-28", platform.CapTax+"@2026-07-28"))
	if err != nil {
		t.Fatal(err)
	}
	want := []string{platform.CapCheckout, platform.CapOrder}
	if got := n.Session.For(platform.CapCheckout)[1].Extends; !slices.Equal(got, want) {
		t.Errorf("tax extends %v, want %v", got, want)
	}
}

func TestVersionMembership(t *testing.T) {
	t.Parallel()
	for version, ok := range map[string]bool{
		"2026-07-28": true, "2026-07-14": true, "2026-04-08": true,
		"2026-07-15": false, "2026-04-01": false, "2027-01-01": false,
	} {
		_, err := negotiate(testShop(), agentURL, declared(version))
		if (err == nil) != ok || !ok && codeOf(err) != CodeVersionUnsupported {
			t.Errorf("%s: %v", version, err)
		}
	}
}

func TestHandlers(t *testing.T) {
	t.Parallel()
	card := func(brands ...string) DeclaredHandler {
		return DeclaredHandler{Instruments: []payment.InstrumentType{{Type: "card", Brands: brands}}}
	}
	type offer struct {
		name   string
		brands []string
	}
	pix := offer{"br.dev.bcp.pix", nil}
	for name, test := range map[string]struct {
		declares bool
		handlers map[string][]DeclaredHandler
		want     []offer
	}{
		"none declared": {false, nil, []offer{pix, {"com.google.pay", []string{"visa", "mastercard", "elo"}}, {"com.example.vendor.delegate_payment", nil}}},
		"others alone":  {true, map[string][]DeclaredHandler{"com.other.pay": {{}}}, []offer{pix}},
		"none usable":   {true, map[string][]DeclaredHandler{}, []offer{pix}},
		"no limits":     {true, map[string][]DeclaredHandler{"com.google.pay": {{}}}, []offer{pix, {"com.google.pay", []string{"visa", "mastercard", "elo"}}}},
		"type alone":    {true, map[string][]DeclaredHandler{"com.google.pay": {card()}}, []offer{pix, {"com.google.pay", []string{"visa", "mastercard", "elo"}}}},
		"brands":        {true, map[string][]DeclaredHandler{"com.google.pay": {card("elo", "amex", "visa")}}, []offer{pix, {"com.google.pay", []string{"visa", "elo"}}}},
		"other brands":  {true, map[string][]DeclaredHandler{"com.google.pay": {card("amex")}}, []offer{pix}},
		"two entries":   {true, map[string][]DeclaredHandler{"com.google.pay": {card("visa"), card("elo")}}, []offer{pix, {"com.google.pay", []string{"visa", "elo"}}}},
		"their limit":   {true, map[string][]DeclaredHandler{"com.example.vendor.delegate_payment": {card("amex")}}, []offer{pix, {"com.example.vendor.delegate_payment", []string{"amex"}}}},
		"other type":    {true, map[string][]DeclaredHandler{"br.dev.bcp.pix": {card()}}, nil},
	} {
		doc := &Document{Version: "2026-07-28", DeclaresHandlers: test.declares, Handlers: test.handlers}
		n, err := negotiate(testShop(), agentURL, doc)
		if err != nil {
			t.Fatal(err)
		}
		var got []offer
		for _, h := range n.Handlers {
			got = append(got, offer{h.Name, h.Instruments[0].Brands})
		}
		if !reflect.DeepEqual(got, test.want) {
			t.Errorf("%s: got %v, want %v", name, got, test.want)
		}
	}
	if brands := testShop().Handlers[1].Instruments[0].Brands; len(brands) != 3 {
		t.Errorf("the shop's handlers were changed: %v", brands)
	}
}
