package main

import (
	"net/http"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	sdk "github.com/modelcontextprotocol/go-sdk/mcp"

	"balcao/internal/bcptest"
)

// Clients of the Model Context Protocol that others wrote buy from a shop by its tools, by the
// handshake and without it.
func TestMCPClients(t *testing.T) {
	t.Parallel()
	for _, kind := range []string{"sdk", "client", "modern"} {
		t.Run("JavaScript "+kind, func(t *testing.T) {
			t.Parallel()
			installed := bcptest.Clients(t)
			shop := startShop(t)
			key := shop.apiKey(shop.URL+"/sandbox/platform.json", "checkout", "order")
			play(t, shop, "node", filepath.Join(javaScript(t, installed), "tools.mjs"), kind, key)
		})
	}
	for _, mode := range []string{"auto", "legacy"} {
		t.Run("Python "+mode, func(t *testing.T) {
			t.Parallel()
			installed := bcptest.Clients(t)
			shop := startShop(t)
			key := shop.apiKey(shop.URL+"/sandbox/platform.json", "checkout", "order")
			play(t, shop, python(installed, "tools.py", mode, key)...)
		})
	}
}

// The inspector lists the tools and calls one.
func TestMCPInspectorClient(t *testing.T) {
	t.Parallel()
	installed := bcptest.Clients(t)
	shop := startShop(t)
	key := shop.apiKey(shop.URL+"/sandbox/platform.json", "checkout")
	run := func(args ...string) string {
		t.Helper()
		args = append([]string{"--cli", shop.URL + "/bcp/mcp", "--transport", "http", "--header", "Authorization: Bearer " + key}, args...)
		out, err := exec.CommandContext(t.Context(), filepath.Join(installed, "js", "node_modules", ".bin", "mcp-inspector"), args...).CombinedOutput()
		if err != nil {
			t.Fatalf("%v: %v\n%s", args, err, out)
		}
		return string(out)
	}
	if out := run("--method", "tools/list"); !strings.Contains(out, "complete_checkout") {
		t.Errorf("tools/list: %s", out)
	}
	out := run("--method", "tools/call", "--tool-name", "search_catalog", "--tool-arg", `meta={"ucp-agent":{"profile":"`+shop.URL+`/sandbox/platform.json"}}`,
		"--tool-arg", `catalog={"query":"caneca"}`)
	if !strings.Contains(out, "products") {
		t.Errorf("tools/call: %s", out)
	}
}

// keyed sends a platform's key with every request.
type keyed struct{ key string }

func (k keyed) RoundTrip(r *http.Request) (*http.Response, error) {
	r = r.Clone(r.Context())
	r.Header.Set("Authorization", "Bearer "+k.key)
	return http.DefaultTransport.RoundTrip(r)
}

// The client of the Go SDK lists the tools and calls them, errors with their data.
func TestMCPGoClient(t *testing.T) {
	t.Parallel()
	shop := startShop(t)
	profile := shop.URL + "/sandbox/platform.json"
	client := sdk.NewClient(&sdk.Implementation{Name: "balcao-test", Version: "1"}, nil)
	transport := &sdk.StreamableClientTransport{Endpoint: shop.URL + "/bcp/mcp", HTTPClient: &http.Client{Transport: keyed{shop.apiKey(profile, "checkout", "order")}}}
	session, err := client.Connect(t.Context(), transport, nil)
	if err != nil {
		t.Fatal(err)
	}
	defer session.Close()
	tools, err := session.ListTools(t.Context(), nil)
	if err != nil || len(tools.Tools) != 9 {
		t.Fatalf("tools: %v %v", tools, err)
	}
	meta := map[string]any{"ucp-agent": map[string]any{"profile": profile}}
	got, err := session.CallTool(t.Context(), &sdk.CallToolParams{Name: "create_checkout", Arguments: map[string]any{"meta": meta, "checkout": item("item_123", 1)}})
	if err != nil || got.IsError || dig(got.StructuredContent, "id") == nil {
		t.Fatalf("create_checkout: %+v %v", got, err)
	}
	if _, err := session.CallTool(t.Context(), &sdk.CallToolParams{Name: "get_checkout", Arguments: map[string]any{"meta": meta}}); err == nil || !strings.Contains(err.Error(), "$.id") {
		t.Errorf("bad arguments: %v", err)
	}
}
