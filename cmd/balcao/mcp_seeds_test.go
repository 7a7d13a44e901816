package main

import (
	"encoding/json"
	"fmt"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"balcao/internal/bcptest"
)

// seed is what one of the protocol's documents shows: the tool calls in it and the results,
// in their order.
type seed struct {
	calls   []map[string]any
	results []map[string]any
}

// readSeed cuts the JSON objects out of a document. Those with an ellipsis are none.
func readSeed(t *testing.T, number string) seed {
	t.Helper()
	files, err := filepath.Glob(filepath.Join(bcptest.Shared(t, "seeds"), number+"_*"))
	if err != nil || len(files) != 1 {
		t.Fatalf("seed %s: %v %v", number, files, err)
	}
	raw, err := os.ReadFile(files[0])
	if err != nil {
		t.Fatal(err)
	}
	var out seed
	for text := string(raw); ; {
		start := strings.IndexByte(text, '{')
		if start < 0 {
			return out
		}
		text = text[start:]
		decoder := json.NewDecoder(strings.NewReader(text))
		var object map[string]any
		if decoder.Decode(&object) != nil {
			text = text[1:]
			continue
		}
		text = text[decoder.InputOffset():]
		if object["method"] == "tools/call" {
			out.calls = append(out.calls, object)
		} else if content, ok := dig(object, "result", "structuredContent").(map[string]any); ok {
			out.results = append(out.results, content)
		}
	}
}

// seedUser is a platform that declares what the seeds negotiate, in one version.
func seedUser(t *testing.T, shop *testShop, version string, capabilities ...string) *toolUser {
	t.Helper()
	declared := map[string]any{}
	for _, name := range capabilities {
		declared["br.dev.bcp.shopping."+name] = []any{map[string]any{"version": version, "spec": "https://bcp.dev.br/x", "schema": "https://bcp.dev.br/x"}}
	}
	profile, err := json.Marshal(map[string]any{"ucp": map[string]any{
		"version": version, "services": map[string]any{}, "payment_handlers": map[string]any{}, "capabilities": declared,
	}})
	if err != nil {
		t.Fatal(err)
	}
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) { _, _ = w.Write(profile) }))
	t.Cleanup(server.Close)
	return shop.toolsOf(t, server.URL+"/shopping-agent.json")
}

// replay sends a call of a document as it stands, but for the address of the profile, which
// must be one that can be fetched, and ids of ours for those of the document.
func (u *toolUser) replay(call map[string]any, ids ...string) *toolAnswer {
	u.t.Helper()
	raw, err := json.Marshal(call)
	if err != nil {
		u.t.Fatal(err)
	}
	profile, _ := dig(call, "params", "arguments", "meta", "ucp-agent", "profile").(string)
	raw = []byte(strings.NewReplacer(append([]string{profile, u.Profile}, ids...)...).Replace(string(raw)))
	a := u.post(raw)
	if a.Doc == nil || fmt.Sprint(call["id"]) != string(a.ID) {
		u.t.Fatalf("%s: %d %s", raw, a.Status, a.Body)
	}
	tool, _ := dig(call, "params", "name").(string)
	arguments, _ := dig(call, "params", "arguments").(map[string]any)
	u.sent(tool, arguments)
	u.saw(tool, a)
	return a
}

// shows holds an answer against what a document shows, member by member: what it shows must be
// there and equal. Departures are the places where it is not; each of them must be one.
func shows(t *testing.T, want map[string]any, a *toolAnswer, departures ...string) {
	t.Helper()
	var differ []string
	compare("$", any(want), any(a.Doc), func(path string) { differ = append(differ, path) })
	slices.Sort(differ)
	differ = slices.Compact(differ)
	slices.Sort(departures)
	if !slices.Equal(differ, departures) {
		t.Errorf("differs at\n%q\nand shall at\n%q\n%s", differ, departures, a.Raw)
	}
}

// free are the members whose values are each shop's own: ids, times, addresses, and texts in
// the language of the answer.
func free(path string) bool {
	for _, end := range []string{
		".expires_at", ".occurred_at", ".continue_url", ".permalink_url", ".url", ".content", ".cursor", ".total_count", ".checkout_id", ".seller.name",
		".selected_destination_id", ".groups.options.title", ".display_text",
	} {
		if strings.HasSuffix(path, end) {
			return true
		}
	}
	return path == "$.id" || path == "$.fulfillment.methods.destinations.id" || path == "$.fulfillment.expectations.id"
}

// compare tells of each place where want is not in got. Each element of a list must be found
// among those of the other.
func compare(path string, want, got any, differs func(path string)) {
	switch w := want.(type) {
	case map[string]any:
		g, ok := got.(map[string]any)
		if !ok {
			differs(path)
			return
		}
		for name, value := range w {
			compare(path+"."+name, value, g[name], differs)
		}
	case []any:
		g, _ := got.([]any)
		left := slices.Clone(g)
		for _, value := range w {
			best, fewest := -1, []string(nil)
			for i, candidate := range left {
				var faults []string
				compare(path, value, candidate, func(p string) { faults = append(faults, p) })
				if best < 0 || len(faults) < len(fewest) {
					best, fewest = i, faults
				}
			}
			if best < 0 {
				differs(path)
				return
			}
			for _, p := range fewest {
				differs(p)
			}
			left = slices.Delete(left, best, best+1)
		}
	default:
		if got == nil && want != nil || !free(path) && fmt.Sprint(want) != fmt.Sprint(got) {
			differs(path)
		}
	}
}

// fixtureShop starts a shop that sells what the documents show, in BRL.
func fixtureShop(t *testing.T, file string) *testShop {
	t.Helper()
	products, err := os.ReadFile("../../testdata/shops/" + file)
	if err != nil {
		t.Fatal(err)
	}
	return startMain(t, t.TempDir(), &Main{Stdout: testLog{t}, Stderr: testLog{t}, Products: products})
}
