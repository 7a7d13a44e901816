package agentcard

import (
	"bytes"
	"encoding/json"
	"errors"
	"os"
	"path/filepath"
	"reflect"
	"slices"
	"strings"
	"testing"

	"github.com/a2aproject/a2a-go/v2/a2a"

	"balcao/internal/bcptest"
	"balcao/payment"
	"balcao/platform"
	"balcao/profile"
)

func testShop() profile.Shop {
	return profile.Shop{
		PublicURL:      "https://loja.example",
		Name:           "Balcão Demonstração",
		Description:    "Loja de demonstração",
		LegalName:      "Balcão Demonstração Comércio Ltda",
		Software:       "1.2.3",
		SpecURL:        "https://bcp.dev.br",
		Releases:       profile.Releases(),
		MandateIssuers: []string{"https://platform.example/profile.json"},
		Capabilities:   profile.Capabilities(profile.Returns{RequestChannel: "https://loja.example/returns"}),
		Handlers:       []payment.Handler{{Name: "br.dev.bcp.pix", ID: "pix_1", Kind: payment.KindPix}},
	}
}

func build(t *testing.T, shop profile.Shop, options Options) []byte {
	t.Helper()
	body, err := Card(shop, options)
	if err != nil {
		t.Fatal(err)
	}
	return body
}

func object(t *testing.T, body []byte) map[string]any {
	t.Helper()
	var v map[string]any
	if err := json.Unmarshal(body, &v); err != nil {
		t.Fatal(err)
	}
	return v
}

func TestCard(t *testing.T) {
	t.Parallel()
	body := build(t, testShop(), Options{DocumentationURL: "https://loja.example/docs"})
	v := object(t, body)
	for member, want := range map[string]any{
		"name":             "Balcão Demonstração",
		"version":          "1.2.3",
		"documentationUrl": "https://loja.example/docs",
		"provider":         map[string]any{"organization": "Balcão Demonstração Comércio Ltda", "url": "https://loja.example"},
		"supportedInterfaces": []any{map[string]any{
			"url": "https://loja.example/bcp/a2a", "protocolBinding": "JSONRPC", "protocolVersion": "1.0",
		}},
		"defaultInputModes":  []any{"text/plain", "application/json"},
		"defaultOutputModes": []any{"text/plain", "application/json"},
	} {
		if !reflect.DeepEqual(v[member], want) {
			t.Errorf("%s = %v, want %v", member, v[member], want)
		}
	}
	text := string(body)
	for _, explicit := range []string{`"streaming":false`, `"pushNotifications":false`, `"required":false`} {
		if !strings.Contains(text, explicit) {
			t.Errorf("%s is missing", explicit)
		}
	}
}

func TestExtensionURIs(t *testing.T) {
	t.Parallel()
	var got []string
	for _, e := range Extensions(testShop()) {
		got = append(got, e.URI)
	}
	want := []string{
		"https://bcp.dev.br/draft/specification/reference",
		"https://bcp.dev.br/2026-07-28/specification/reference",
		"https://bcp.dev.br/2026-07-14/specification/reference",
		"https://bcp.dev.br/2026-04-08/specification/reference",
		"https://bcp.dev.br/latest/specification/reference",
	}
	if !slices.Equal(got, want) {
		t.Errorf("got %v, want %v", got, want)
	}
}

// TestSameAsProfile compares each extension entry with the profile of its release.
func TestSameAsProfile(t *testing.T) {
	t.Parallel()
	shop := testShop()
	shop.Disabled = []string{platform.CapDiscount}
	v := object(t, build(t, shop, Options{}))
	entries := v["capabilities"].(map[string]any)["extensions"].([]any)
	extensions := Extensions(shop)
	if len(entries) != len(extensions) {
		t.Fatalf("%d entries, want %d", len(entries), len(extensions))
	}
	for i, e := range extensions {
		published, err := profile.Business(shop, e.Release.Date)
		if err != nil {
			t.Fatal(err)
		}
		want := make(map[string]any)
		for name, list := range object(t, published)["ucp"].(map[string]any)["capabilities"].(map[string]any) {
			var short []any
			for _, entry := range list.([]any) {
				kept := map[string]any{"version": entry.(map[string]any)["version"]}
				if extends, ok := entry.(map[string]any)["extends"]; ok {
					kept["extends"] = extends
				}
				short = append(short, kept)
			}
			want[name] = short
		}
		entry := entries[i].(map[string]any)
		if got := entry["params"].(map[string]any)["capabilities"]; !reflect.DeepEqual(got, want) {
			t.Errorf("%s:\n got %v\nwant %v", e.URI, got, want)
		}
		if entry["uri"] != e.URI || entry["required"] != false {
			t.Errorf("entry %v", entry)
		}
	}
}

// TestMandatesAreNamed: AP2 is to be seen in the card that everybody sees and in the
// extended one, under every address of the extension, and gone from both when it is off.
func TestMandatesAreNamed(t *testing.T) {
	t.Parallel()
	entry := func(date string) any {
		return map[string]any{"version": date, "extends": platform.CapCheckout}
	}
	want := []any{entry("2026-07-28"), entry("2026-07-14"), entry("2026-04-08")}
	off := testShop()
	off.Disabled = []string{platform.CapAP2Mandate}
	untrusting := testShop()
	untrusting.MandateIssuers = nil
	for name, card := range map[string]func(profile.Shop, Options) ([]byte, error){"public": Card, "extended": Extended} {
		for _, shop := range []profile.Shop{testShop(), off, untrusting} {
			body, err := card(shop, Options{})
			if err != nil {
				t.Fatal(err)
			}
			extensions := object(t, body)["capabilities"].(map[string]any)["extensions"].([]any)
			if len(extensions) != 5 {
				t.Errorf("%s: %d extensions, want 5", name, len(extensions))
			}
			for _, e := range extensions {
				capabilities := e.(map[string]any)["params"].(map[string]any)["capabilities"].(map[string]any)
				got, named := capabilities[platform.CapAP2Mandate]
				if named != (len(shop.Disabled) == 0 && shop.MandateIssuers != nil) || named && !reflect.DeepEqual(got, want) {
					t.Errorf("%s, disabled %v, issuers %v: ap2_mandate is %v, want %v", name, shop.Disabled, shop.MandateIssuers, got, want)
				}
			}
		}
	}
}

func TestSkillsFollowCapabilities(t *testing.T) {
	t.Parallel()
	for name, test := range map[string]struct {
		disabled []string
		want     []string
	}{
		"all":         {nil, []string{"bcp-checkout", "bcp-catalog"}},
		"lookup only": {[]string{platform.CapCatalogSearch}, []string{"bcp-checkout", "bcp-catalog"}},
		"no catalog":  {[]string{platform.CapCatalogSearch, platform.CapCatalogLookup}, []string{"bcp-checkout"}},
		"no checkout": {[]string{platform.CapCheckout}, []string{"bcp-catalog"}},
	} {
		shop := testShop()
		shop.Disabled = test.disabled
		var got []string
		for _, s := range skills(shop, shop.Enabled()) {
			got = append(got, s.ID)
		}
		if !slices.Equal(got, test.want) {
			t.Errorf("%s: got %v, want %v", name, got, test.want)
		}
	}
	shop := testShop()
	if tags := checkoutSkill(shop).Tags; !slices.Contains(tags, "pix") {
		t.Errorf("tags %v", tags)
	}
	shop.Handlers = nil
	if tags := checkoutSkill(shop).Tags; slices.Contains(tags, "pix") {
		t.Errorf("tags %v without Pix", tags)
	}
}

// TestKnownMembers decodes the card with the types of an A2A implementation, which must
// know every member.
func TestKnownMembers(t *testing.T) {
	t.Parallel()
	dec := json.NewDecoder(bytes.NewReader(build(t, testShop(), Options{DocumentationURL: "https://loja.example/docs"})))
	dec.DisallowUnknownFields()
	var c a2a.AgentCard
	if err := dec.Decode(&c); err != nil {
		t.Fatal(err)
	}
	if len(c.SupportedInterfaces) != 1 || c.SupportedInterfaces[0].ProtocolBinding != a2a.TransportProtocolJSONRPC || len(c.Capabilities.Extensions) != 5 {
		t.Errorf("read back %+v", c)
	}
}

// TestDocumentedCard compares with the card in the checkout over A2A document: every
// member it has, ours has too, with a value of the same kind.
func TestDocumentedCard(t *testing.T) {
	t.Parallel()
	files, err := filepath.Glob(filepath.Join(bcptest.Shared(t, "seeds"), "001_*"))
	if err != nil || len(files) != 1 {
		t.Fatalf("the checkout over A2A document: found %v (error %v)", files, err)
	}
	text, err := os.ReadFile(files[0])
	if err != nil {
		t.Fatal(err)
	}
	documented, err := cutCard(text)
	if err != nil {
		t.Fatal(err)
	}
	contains(t, "card", object(t, build(t, testShop(), Options{})), documented)
}

// cutCard finds the JSON object that has supportedInterfaces.
func cutCard(text []byte) (map[string]any, error) {
	for i := bytes.Index(text, []byte("\n{\n")); i >= 0; {
		var v map[string]any
		if err := json.NewDecoder(bytes.NewReader(text[i:])).Decode(&v); err == nil && v["supportedInterfaces"] != nil {
			return v, nil
		}
		next := bytes.Index(text[i+1:], []byte("\n{\n"))
		if next < 0 {
			break
		}
		i += 1 + next
	}
	return nil, errors.New("the document has no agent card")
}

// contains checks that got has the members of want, at every level. Of a list the first
// elements are compared; texts and dates may differ.
func contains(t *testing.T, path string, got, want any) {
	t.Helper()
	switch want := want.(type) {
	case map[string]any:
		object, ok := got.(map[string]any)
		if !ok {
			t.Errorf("%s: got %T, want an object", path, got)
			return
		}
		for name, value := range want {
			if _, ok := object[name]; !ok {
				t.Errorf("%s.%s is missing", path, name)
				continue
			}
			contains(t, path+"."+name, object[name], value)
		}
	case []any:
		list, ok := got.([]any)
		if !ok || len(list) == 0 {
			t.Errorf("%s: got %v, want a list", path, got)
			return
		}
		contains(t, path+"[0]", list[0], want[0])
	case bool:
		if got != any(want) {
			t.Errorf("%s = %v, want %v", path, got, want)
		}
	default:
		if reflect.TypeOf(got) != reflect.TypeOf(want) {
			t.Errorf("%s: got %T, want %T", path, got, want)
		}
	}
}
