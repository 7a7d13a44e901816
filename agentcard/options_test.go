package agentcard

import (
	"bytes"
	"context"
	"encoding/json"
	"net/http"
	"net/http/httptest"
	"reflect"
	"slices"
	"strings"
	"testing"

	"github.com/a2aproject/a2a-go/v2/a2a"
	client "github.com/a2aproject/a2a-go/v2/a2aclient/agentcard"

	"balcao/platform"
	"balcao/profile"
)

func TestOptionalParts(t *testing.T) {
	t.Parallel()
	for member, options := range map[string]Options{
		"streaming":         {Streaming: true},
		"pushNotifications": {PushNotifications: true},
		"extendedAgentCard": {ExtendedCard: true},
		"":                  {},
	} {
		capabilities := object(t, build(t, testShop(), options))["capabilities"].(map[string]any)
		for _, name := range []string{"streaming", "pushNotifications", "extendedAgentCard"} {
			if got, want := capabilities[name], any(name == member); got != want {
				t.Errorf("%+v: %s = %v, want %v", options, name, got, want)
			}
		}
	}
}

func TestInterfaces(t *testing.T) {
	t.Parallel()
	entry := func(url, binding string) any {
		return map[string]any{"url": url, "protocolBinding": binding, "protocolVersion": "1.0"}
	}
	want := []any{entry("https://loja.example/bcp/a2a", "JSONRPC"), entry("https://loja.example/bcp/a2a/v1", "HTTP+JSON")}
	got := object(t, build(t, testShop(), Options{RESTURL: "https://loja.example/bcp/a2a/v1"}))["supportedInterfaces"]
	if !reflect.DeepEqual(got, want) {
		t.Errorf("got %v, want %v", got, want)
	}
}

func skillIDs(t *testing.T, body []byte) []string {
	t.Helper()
	var c a2a.AgentCard
	if err := json.Unmarshal(body, &c); err != nil {
		t.Fatal(err)
	}
	var out []string
	for _, s := range c.Skills {
		out = append(out, s.ID)
	}
	return out
}

func TestExtended(t *testing.T) {
	t.Parallel()
	shop, options := testShop(), Options{ExtendedCard: true}
	public := build(t, shop, options)
	if ids := skillIDs(t, public); slices.Contains(ids, "bcp-orders") {
		t.Errorf("the public card has %v", ids)
	}
	extended, err := Extended(shop, options)
	if err != nil {
		t.Fatal(err)
	}
	if ids, want := skillIDs(t, extended), []string{"bcp-checkout", "bcp-catalog", "bcp-orders"}; !slices.Equal(ids, want) {
		t.Errorf("skills %v, want %v", ids, want)
	}
	a, b := object(t, public), object(t, extended)
	delete(a, "skills")
	delete(b, "skills")
	if !reflect.DeepEqual(a, b) {
		t.Errorf("beside the skills the cards differ:\n%v\n%v", a, b)
	}

	shop.Disabled = []string{platform.CapOrder}
	if extended, err = Extended(shop, options); err != nil || slices.Contains(skillIDs(t, extended), "bcp-orders") {
		t.Errorf("without orders: %s, %v", extended, err)
	}
	// The list of skills is a list even with nothing to tell.
	shop.Disabled = []string{platform.CapCheckout, platform.CapCatalogSearch, platform.CapCatalogLookup}
	if body := build(t, shop, options); !strings.Contains(string(body), `"skills":[]`) {
		t.Errorf("without skills: %s", body)
	}
}

// TestReadByClient has an A2A client fetch both cards, with all there can be in them.
func TestReadByClient(t *testing.T) {
	t.Parallel()
	shop, options := signedShop(t)
	options.DocumentationURL, options.RESTURL = "https://loja.example/", "https://loja.example/bcp/a2a/v1"
	options.Streaming, options.PushNotifications, options.ExtendedCard = true, true, true
	for name, make := range map[string]func(profile.Shop, Options) ([]byte, error){"public": Card, "extended": Extended} {
		body, err := make(shop, options)
		if err != nil {
			t.Fatal(err)
		}
		server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) { _, _ = w.Write(body) }))
		defer server.Close()
		c, err := client.NewResolver(server.Client()).Resolve(context.Background(), server.URL)
		if err != nil {
			t.Fatalf("%s: %v", name, err)
		}
		if len(c.SupportedInterfaces) != 2 || c.SupportedInterfaces[1].ProtocolBinding != a2a.TransportProtocolHTTPJSON {
			t.Errorf("%s: interfaces %v", name, c.SupportedInterfaces)
		}
		if !c.Capabilities.Streaming || !c.Capabilities.PushNotifications || !c.Capabilities.ExtendedAgentCard || len(c.Signatures) != 1 {
			t.Errorf("%s: read back %+v", name, c)
		}
		dec := json.NewDecoder(bytes.NewReader(body))
		dec.DisallowUnknownFields()
		if err := dec.Decode(new(a2a.AgentCard)); err != nil {
			t.Errorf("%s: a member that is not in A2A: %v", name, err)
		}
	}
}
