package profile

import (
	"encoding/json"
	"fmt"
	"maps"
	"os"
	"reflect"
	"slices"
	"strings"
	"testing"

	"balcao/ap2"
	"balcao/internal/bcptest"
	"balcao/payment"
	"balcao/platform"
)

// ucpDocument wraps the members of ucp beside a version and services.
func ucpDocument(members string) string {
	return `{"ucp":{"version":"2026-07-28","services":{},` + members + `}}`
}

func TestParseMalformed(t *testing.T) {
	t.Parallel()
	deep := strings.Repeat("[", 63) + strings.Repeat("]", 63)
	for name, body := range map[string]string{
		"empty":                 ``,
		"not JSON":              `<html>`,
		"array":                 `[]`,
		"no ucp":                `{}`,
		"ucp null":              `{"ucp":null}`,
		"ucp in another case":   `{"UCP":{"version":"2026-07-28","services":{},"payment_handlers":{}}}`,
		"no version":            `{"ucp":{"services":{},"payment_handlers":{}}}`,
		"version draft":         `{"ucp":{"version":"draft","services":{},"payment_handlers":{}}}`,
		"version a number":      `{"ucp":{"version":20260728,"services":{},"payment_handlers":{}}}`,
		"version with newline":  `{"ucp":{"version":"2026-07-28\n","services":{},"payment_handlers":{}}}`,
		"no services":           `{"ucp":{"version":"2026-07-28","payment_handlers":{}}}`,
		"services an array":     `{"ucp":{"version":"2026-07-28","services":[],"payment_handlers":{}}}`,
		"no handlers":           `{"ucp":{"version":"2026-07-28","services":{}}}`,
		"handlers null":         ucpDocument(`"payment_handlers":null`),
		"capabilities an array": ucpDocument(`"payment_handlers":{},"capabilities":[]`),
		"duplicate member":      ucpDocument(`"payment_handlers":{},"payment_handlers":{}`),
		"duplicate deep down":   ucpDocument(`"payment_handlers":{},"x":{"a":1,"a":2}`),
		"bad UTF-8":             ucpDocument(`"payment_handlers":{},"x":"` + "\xff" + `"`),
		"trailing data":         ucpDocument(`"payment_handlers":{}`) + `{}`,
		"too deep":              ucpDocument(`"payment_handlers":{},"x":` + deep),
		"too large":             ucpDocument(`"payment_handlers":{},"x":"` + strings.Repeat("a", MaxDocument) + `"`),
		"too many names":        ucpDocument(`"payment_handlers":{},"capabilities":{` + manyMembers(129) + `}`),
		"too many entries":      ucpDocument(`"payment_handlers":{"com.a":[` + strings.Repeat("{},", 32) + `{}]}`),
	} {
		if doc, err := parse([]byte(body)); err == nil {
			t.Errorf("%s: taken as %+v", name, doc)
		}
	}
	within := ucpDocument(`"payment_handlers":{},"x":` + deep[1:len(deep)-1])
	if _, err := parse([]byte(within)); err != nil {
		t.Errorf("depth 64: %v", err)
	}
}

func manyMembers(n int) string {
	members := make([]string, n)
	for i := range members {
		members[i] = fmt.Sprintf(`"com.a%d":[]`, i)
	}
	return strings.Join(members, ",")
}

func TestParseCapabilityEntries(t *testing.T) {
	t.Parallel()
	const checkout = "br.dev.bcp.shopping.checkout"
	for name, test := range map[string]struct {
		entry  string
		usable bool
	}{
		"version alone":        {`{"version":"2026-07-28"}`, true},
		"schema of the body":   {`{"version":"2026-07-28","spec":"https://any.example/x","schema":"https://bcp.dev.br/s.json"}`, true},
		"schema elsewhere":     {`{"version":"2026-07-28","schema":"https://evil.example/s.json"}`, false},
		"spec not https":       {`{"version":"2026-07-28","spec":"http://bcp.dev.br/x"}`, false},
		"no version":           {`{}`, false},
		"version no date":      {`{"version":"draft"}`, false},
		"version no string":    {`{"version":1}`, false},
		"not an object":        {`"2026-07-28"`, false},
		"null":                 {`null`, false},
		"extends one":          {`{"version":"2026-07-28","extends":"br.dev.bcp.shopping.cart"}`, true},
		"extends several":      {`{"version":"2026-07-28","extends":["br.dev.bcp.shopping.cart"]}`, true},
		"extends none":         {`{"version":"2026-07-28","extends":[]}`, false},
		"extends null":         {`{"version":"2026-07-28","extends":null}`, false},
		"extends no name":      {`{"version":"2026-07-28","extends":"Cart!"}`, false},
		"config not an object": {`{"version":"2026-07-28","config":1}`, false},
	} {
		doc, err := parse([]byte(ucpDocument(`"payment_handlers":{},"capabilities":{"` + checkout + `":[` + test.entry + `]}`)))
		if err != nil {
			t.Errorf("%s: %v", name, err)
			continue
		}
		if got := len(doc.Capabilities[checkout]) == 1; got != test.usable {
			t.Errorf("%s: usable %v, want %v", name, got, test.usable)
		}
	}
	doc, err := parse([]byte(ucpDocument(`"payment_handlers":{},"capabilities":{"` + checkout + `":[1,{"version":"2026-04-08"}],"com.a.b":7,"Bad Name":[{"version":"2026-04-08"}]}`)))
	if err != nil {
		t.Fatal(err)
	}
	want := map[string][]DeclaredCapability{checkout: {{Version: "2026-04-08"}}}
	if !reflect.DeepEqual(doc.Capabilities, want) {
		t.Errorf("one bad entry: got %v, want %v", doc.Capabilities, want)
	}
}

func TestAuthority(t *testing.T) {
	t.Parallel()
	for _, test := range []struct {
		name, schema string
		want         bool
	}{
		{"br.dev.bcp.shopping.checkout", "https://bcp.dev.br/draft/schemas/shopping/checkout.json", true},
		{"br.dev.bcp.shopping.checkout", "https://BCP.dev.BR.:8443/s.json", true},
		{"com.example.vendor.delegate_payment", "https://vendor.example.com/s.json", true},
		{"com.example.pay", "https://cdn.example.com/s.json", false},
		{"com.example", "https://example.com/s.json", false},
		{"com.examplepay.x", "https://example.com/s.json", false},
		{"br.dev.bcp.pix", "http://bcp.dev.br/s.json", false},
		{"br.dev.bcp.pix", "https://user@bcp.dev.br/s.json", false},
		{"br.dev.bcp.pix", "https://br/s.json", false},
		{"localhost.x", "https://localhost/s.json", false},
		{"x.y", "https://127.0.0.1/s.json", false},
		{"x.y", "https://[::1]/s.json", false},
		{"br.dev.bcp.pix", "https://bcp..dev.br/s.json", false},
		{"br.dev.bcp.pix", "", false},
	} {
		if got := Bound(test.name, test.schema); got != test.want {
			t.Errorf("Bound(%q, %q) = %v", test.name, test.schema, got)
		}
	}
}

func TestParseHandlers(t *testing.T) {
	t.Parallel()
	doc, err := parse([]byte(ucpDocument(`"payment_handlers":{
		"br.dev.bcp.pix":[{"id":"p","version":"2026-07-28","schema":"https://bcp.dev.br/pix.json"}],
		"com.google.pay":[{"id":"g","version":"2026-07-28","available_instruments":[{"type":"card","constraints":{"brands":["visa"]}}]}],
		"com.a.empty":[{"id":"g","version":"2026-07-28","available_instruments":[]}],
		"com.a.null":[{"id":"g","version":"2026-07-28","available_instruments":null}],
		"com.a.noid":[{"version":"2026-07-28"}],
		"com.a.stolen":[{"id":"g","version":"2026-07-28","schema":"https://evil.example/x.json"}]}`)))
	if err != nil {
		t.Fatal(err)
	}
	want := map[string][]DeclaredHandler{
		"br.dev.bcp.pix": {{}},
		"com.google.pay": {{Instruments: []payment.InstrumentType{{Type: "card", Brands: []string{"visa"}}}}},
	}
	if !reflect.DeepEqual(doc.Handlers, want) || !doc.DeclaresHandlers {
		t.Errorf("got %v, want %v", doc.Handlers, want)
	}
}

func TestParseKeys(t *testing.T) {
	t.Parallel()
	list := func(n int) string { return "[" + strings.Repeat("{},", n-1) + "{}]" }
	one := "[" + platformKey("p1") + "]"
	heavy := func(members string) string {
		return "[" + strings.TrimSuffix(platformKey("p1"), "}") + "," + members + "}]"
	}
	for name, test := range map[string]struct{ members, want string }{
		"none":                          {`"x":1`, ""},
		"keys":                          {`"keys":` + one, one},
		"old name":                      {`"signing_keys":` + one, one},
		"both, the name of today":       {`"signing_keys":` + list(2) + `,"keys":` + one, one},
		"all keys revoked":              {`"keys":[],"signing_keys":` + one, "[]"},
		"keys no array, the old is":     {`"keys":{"kid":"p1"},"signing_keys":` + one, ""},
		"keys null, the old an array":   {`"keys":null,"signing_keys":` + one, ""},
		"old name, no array":            {`"signing_keys":"p1"`, ""},
		"in another case":               {`"Keys":` + one, ""},
		"64":                            {`"keys":` + list(64), "[]"},
		"65":                            {`"keys":` + list(65), ""},
		"what package ap2 passes over":  {`"keys":[1,null,{"kid":"p2"},` + one[1:], one},
		"an id twice":                   {`"keys":[` + platformKey("p1") + "," + platformKey("p2") + "," + one[1:], "[" + platformKey("p2") + "]"},
		"in another order":              {`"keys":[` + platformKey("p2") + "," + one[1:], one[:len(one)-1] + "," + platformKey("p2") + "]"},
		"members beyond the known":      {`"keys":` + heavy(`"key_ops":["verify"],"x5c":["`+strings.Repeat("A", MaxDocument/2)+`"],"n":{"a":[1]}`), one},
		"a number that no two agree on": {`"keys":` + heavy(`"n":9007199254740993`), ""},
	} {
		body := ucpDocument(`"payment_handlers":{},"capabilities":{"com.a":[{"version":"2026-07-28"}]}`)
		doc, err := parse([]byte(body[:len(body)-1] + "," + test.members + "}"))
		if err != nil || len(doc.Capabilities) != 1 {
			t.Errorf("%s: %+v, %v", name, doc, err)
			continue
		}
		if string(doc.Keys) != test.want || (doc.Keys == nil) != (test.want == "") {
			t.Errorf("%s: keys %q, want %q", name, doc.Keys, test.want)
		}
	}
}

// A key costs what it verifies with, however much was published beside it.
func TestParsedKeysAreLight(t *testing.T) {
	t.Parallel()
	body := func(keys string) []byte { return []byte(`{"keys":` + keys + "," + goodProfile()[1:]) }
	long := strings.Repeat("k", MaxDocument/4)
	plain, err := parse(body("[" + platformKey("p1") + "]"))
	if err != nil {
		t.Fatal(err)
	}
	if plain.weight() < len(plain.Keys) {
		t.Errorf("%d bytes of keys weigh %d", len(plain.Keys), plain.weight())
	}
	for name, keys := range map[string]string{
		"junk in the key":     "[" + strings.TrimSuffix(platformKey("p1"), "}") + `,"junk":"` + long + `"}]`,
		"junk beside it":      `["` + long + `",` + platformKey("p1") + "]",
		"a long id beside it": "[" + platformKey(long) + "," + platformKey("p1") + "]",
		"white space":         "[" + strings.Repeat(" ", MaxDocument/4) + platformKey("p1") + "]",
	} {
		doc, err := parse(body(keys))
		if err != nil {
			t.Fatal(err)
		}
		if string(doc.Keys) != string(plain.Keys) || doc.weight() != plain.weight() || doc.weight() > 1<<10 {
			t.Errorf("%s: %d bytes of keys weigh %d, want %d", name, len(doc.Keys), doc.weight(), plain.weight())
		}
	}
}

// Package ap2 finds in a sandbox platform's profile the keys that it was given.
func TestPublishedKeysCanBeUsed(t *testing.T) {
	t.Parallel()
	shop := testShop()
	body, err := SandboxPlatform(shop, SandboxAP2, shop.Keys...)
	if err != nil {
		t.Fatal(err)
	}
	doc, err := parse(body)
	if err != nil {
		t.Fatal(err)
	}
	given, err := json.Marshal(shop.Keys)
	if err != nil {
		t.Fatal(err)
	}
	read := func(list []byte) ap2.Keys {
		keys, err := ap2.ParseKeys(list)
		if err != nil {
			t.Fatal(err)
		}
		return keys
	}
	if got, want := read(doc.Keys), read(given); !reflect.DeepEqual(got, want) || reflect.DeepEqual(got, read([]byte("[]"))) {
		t.Errorf("got %v, want %v", got, want)
	}
}

// TestParsePlayground reads a profile that another implementation published.
func TestParsePlayground(t *testing.T) {
	t.Parallel()
	raw, err := os.ReadFile(bcptest.Shared(t, "bcp", "playground", "01-connect-seller.json"))
	if err != nil {
		t.Fatal(err)
	}
	var step struct {
		Response struct {
			Profile rawJSON `json:"business_profile"`
		} `json:"response"`
	}
	if err := decode(raw, &step); err != nil {
		t.Fatal(err)
	}
	doc, err := parse(step.Response.Profile)
	if err != nil {
		t.Fatal(err)
	}
	n, err := negotiate(testShop(), agentURL, doc)
	if err != nil {
		t.Fatal(err)
	}
	got := make(map[string]string)
	for _, c := range n.Session.Capabilities {
		got[c.Name] = c.Version
	}
	want := map[string]string{
		platform.CapCheckout: "2026-04-08", platform.CapFulfillment: "2026-04-08", platform.CapBuyerConsent: "2026-04-08",
		platform.CapFiscalIdentity: "2026-07-03", platform.CapTax: "2026-07-14", platform.CapOrder: "2026-04-08",
		platform.CapNFe: "2026-04-08", platform.CapCatalogSearch: "2026-04-08",
	}
	if n.Session.Version != "2026-04-08" || !maps.Equal(got, want) {
		t.Errorf("negotiated %s %v, want %v", n.Session.Version, got, want)
	}
	if names := handlerNames(n.Handlers); !slices.Equal(names, []string{"br.dev.bcp.pix"}) {
		t.Errorf("handlers %v", names)
	}
}

type rawJSON []byte

func (r *rawJSON) UnmarshalJSON(b []byte) error { *r = append((*r)[:0], b...); return nil }

// FuzzParse: a document is refused, or can be negotiated with.
func FuzzParse(f *testing.F) {
	full, err := SandboxPlatform(testShop(), SandboxFull)
	if err != nil {
		f.Fatal(err)
	}
	f.Add(full)
	f.Add([]byte(`{"keys":[` + platformKey("p1") + `],` + ucpDocument(`"payment_handlers":{}`)[1:]))
	f.Add([]byte(ucpDocument(`"payment_handlers":{"com.google.pay":[{"id":"g","version":"2026-07-28"}]},"capabilities":{"a.b":[{"version":"2026-07-28","extends":["c.d"]}]}`)))
	shop := testShop()
	f.Fuzz(func(t *testing.T, body []byte) {
		doc, err := parse(body)
		if err != nil {
			if doc != nil {
				t.Errorf("refused with %v and returned %+v", err, doc)
			}
			return
		}
		if doc.Keys != nil {
			if _, err := ap2.ParseKeys(doc.Keys); err != nil {
				t.Errorf("keys %q: %v", doc.Keys, err)
			}
		}
		if _, err := negotiate(shop, agentURL, doc); err != nil && codeOf(err) != CodeVersionUnsupported {
			t.Errorf("negotiation: %v", err)
		}
	})
}
