package agentcard

import (
	"crypto/rand"
	"encoding/base64"
	"encoding/json"
	"errors"
	"reflect"
	"strings"
	"testing"
	"time"

	"github.com/go-jose/go-jose/v4"

	"balcao/ap2"
	"balcao/internal/keyring"
	"balcao/profile"
)

// signedShop is the test shop with a ring of its own, whose public keys it publishes.
func signedShop(t *testing.T) (profile.Shop, Options) {
	t.Helper()
	ring, err := keyring.Open(t.TempDir(), time.Now, rand.Reader)
	if err != nil {
		t.Fatal(err)
	}
	shop := testShop()
	for _, k := range ring.PublicJWKs() {
		shop.Keys = append(shop.Keys, profile.JWK(k))
	}
	return shop, Options{Signer: ring}
}

// verify checks a card as a platform does: with the card's bytes, the published key set and
// the rules of A2A, and nothing else that the shop knows.
func verify(t *testing.T, body []byte, shop profile.Shop) error {
	t.Helper()
	published, err := profile.KeySet(shop)
	if err != nil {
		t.Fatal(err)
	}
	var keys jose.JSONWebKeySet
	if err := json.Unmarshal(published, &keys); err != nil {
		t.Fatal(err)
	}
	v := object(t, body)
	list, _ := v["signatures"].([]any)
	if len(list) != 1 {
		return errors.New("not one signature")
	}
	s := list[0].(map[string]any)
	raw, err := json.Marshal(signedPart(v))
	if err != nil {
		t.Fatal(err)
	}
	canonical, err := ap2.Canonical(raw)
	if err != nil {
		t.Fatal(err)
	}
	jws, err := jose.ParseDetached(s["protected"].(string)+".."+s["signature"].(string), canonical, []jose.SignatureAlgorithm{jose.ES256})
	if err != nil {
		return err
	}
	found := keys.Key(jws.Signatures[0].Header.KeyID)
	if len(found) != 1 {
		return errors.New("no such key")
	}
	return jws.DetachedVerify(canonical, found[0])
}

// signedPart removes from a decoded card what A2A 1.0, 8.4.1 says is not signed, by the
// field marks of its definition.
func signedPart(v map[string]any) map[string]any {
	delete(v, "signatures")
	prune(v, "name", "description", "supportedInterfaces", "version", "capabilities", "defaultInputModes", "defaultOutputModes", "skills", "documentationUrl", "iconUrl")
	each(v["supportedInterfaces"], "url", "protocolBinding", "protocolVersion")
	each(v["skills"], "id", "name", "description", "tags")
	if p, ok := v["provider"].(map[string]any); ok {
		prune(p, "url", "organization")
	}
	c := v["capabilities"].(map[string]any)
	prune(c, "streaming", "pushNotifications", "extendedAgentCard")
	each(c["extensions"])
	return v
}

func each(list any, kept ...string) {
	elements, _ := list.([]any)
	for _, e := range elements {
		prune(e.(map[string]any), kept...)
	}
}

// prune removes the members that are at their default, save those that are required or
// marked optional.
func prune(v map[string]any, kept ...string) {
	keep := map[string]bool{}
	for _, name := range kept {
		keep[name] = true
	}
	for name, value := range v {
		list, isList := value.([]any)
		if !keep[name] && (value == false || value == "" || isList && len(list) == 0) {
			delete(v, name)
		}
	}
}

func TestSigned(t *testing.T) {
	t.Parallel()
	shop, options := signedShop(t)
	all := options
	all.DocumentationURL, all.RESTURL = "https://loja.example/", "https://loja.example/bcp/a2a/v1"
	all.Streaming, all.PushNotifications, all.ExtendedCard = true, true, true
	for name, o := range map[string]Options{"nothing optional": options, "everything": all} {
		for kind, make := range map[string]func(profile.Shop, Options) ([]byte, error){"public": Card, "extended": Extended} {
			body, err := make(shop, o)
			if err != nil {
				t.Fatal(err)
			}
			if err := verify(t, body, shop); err != nil {
				t.Errorf("%s, %s card: %v", name, kind, err)
			}
		}
	}
}

func TestProtectedHeader(t *testing.T) {
	t.Parallel()
	shop, options := signedShop(t)
	s := object(t, build(t, shop, options))["signatures"].([]any)[0].(map[string]any)
	raw, err := base64.RawURLEncoding.Strict().DecodeString(s["protected"].(string))
	if err != nil {
		t.Fatal(err)
	}
	want := map[string]any{"alg": "ES256", "kid": shop.Keys[0].KID, "typ": "JOSE", "jku": "https://loja.example/.well-known/jwks.json"}
	if got := object(t, raw); !reflect.DeepEqual(got, want) {
		t.Errorf("got %v, want %v", got, want)
	}
	if len(s) != 2 {
		t.Errorf("a signature has protected and signature alone: %v", s)
	}
}

// TestPayload pins what is signed of a small card, so that a change of the rule is seen.
func TestPayload(t *testing.T) {
	t.Parallel()
	required := true
	doc := card{
		Name: "Balcão <&>", Interfaces: []agentInterface{{"https://loja.example/bcp/a2a", "JSONRPC", "1.0"}},
		Capabilities: agentCapabilities{Extensions: []extension{{URI: "u", Required: new(bool)}, {URI: "v", Required: &required}}},
		Skills:       []skill{},
		Signatures:   []signature{{"a", "b"}},
	}
	got, err := payload(doc)
	if err != nil {
		t.Fatal(err)
	}
	const want = `{"capabilities":{"extendedAgentCard":false,"extensions":[` +
		`{"description":"","params":{"capabilities":null},"uri":"u"},{"description":"","params":{"capabilities":null},"required":true,"uri":"v"}],` +
		`"pushNotifications":false,"streaming":false},"defaultInputModes":null,"defaultOutputModes":null,"description":"","name":"Balcão <&>","skills":[],` +
		`"supportedInterfaces":[{"protocolBinding":"JSONRPC","protocolVersion":"1.0","url":"https://loja.example/bcp/a2a"}],"version":""}`
	if string(got) != want {
		t.Errorf("got  %s\nwant %s", got, want)
	}
	if len(doc.Signatures) != 1 || doc.Capabilities.Extensions[0].Required == nil {
		t.Error("the card itself was changed")
	}
}

// TestTampered changes one thing of a signed card at a time.
func TestTampered(t *testing.T) {
	t.Parallel()
	shop, options := signedShop(t)
	body := string(build(t, shop, options))
	for name, change := range map[string][2]string{
		"name":      {`"name":"Balcão`, `"name":"Balcao`},
		"endpoint":  {`"url":"https://loja.example/bcp/a2a"`, `"url":"https://ladrao.example/bcp/a2a"`},
		"streaming": {`"streaming":false`, `"streaming":true`},
		"absent":    {`"streaming":false,`, ``},
		"required":  {`"required":false`, `"required":true`},
		"extension": {`/draft/specification`, `/other/specification`},
		"version":   {`"2026-07-28"`, `"2026-07-29"`},
		"skill":     {`"id":"bcp-checkout"`, `"id":"bcp-other"`},
		"new":       {`{"name":`, `{"iconUrl":"https://ladrao.example/i.png","name":`},
	} {
		changed := strings.Replace(body, change[0], change[1], 1)
		if changed == body {
			t.Fatalf("%s: the card has no %s", name, change[0])
		}
		if verify(t, []byte(changed), shop) == nil {
			t.Errorf("%s: still verified", name)
		}
	}
	// What is not signed may be there or not.
	if err := verify(t, []byte(strings.ReplaceAll(body, `"required":false,`, ``)), shop); err != nil {
		t.Errorf("without explicit defaults: %v", err)
	}
	other, _ := signedShop(t)
	if verify(t, []byte(body), other) == nil {
		t.Error("verified by another shop's keys")
	}
}

// TestNothingEmpty: readers disagree about empty members inside params and about required
// ones, so a signed card has none.
func TestNothingEmpty(t *testing.T) {
	t.Parallel()
	shop, options := signedShop(t)
	body, err := Extended(shop, options)
	if err != nil {
		t.Fatal(err)
	}
	for _, empty := range []string{`""`, `[]`, `{}`, `null`} {
		if strings.Contains(string(body), empty) {
			t.Errorf("the card has %s", empty)
		}
	}
}

type broken struct{}

func (broken) Sign(map[string]string, []byte) (string, string, error) {
	return "", "", errors.New("no key")
}

func TestSignerFails(t *testing.T) {
	t.Parallel()
	if body, err := Card(testShop(), Options{Signer: broken{}}); err == nil {
		t.Errorf("an unsigned card went out: %s", body)
	}
}
