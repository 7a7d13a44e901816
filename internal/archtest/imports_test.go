package archtest

import (
	"strings"
	"testing"
)

// source makes a file of the folder that imports these paths.
func source(t *testing.T, name string, imports ...string) goFile {
	t.Helper()
	var b strings.Builder
	b.WriteString("package x\n")
	for _, p := range imports {
		b.WriteString("import _ \"" + p + "\"\n")
	}
	f, err := parse(name, []byte(b.String()))
	if err != nil {
		t.Fatal(err)
	}
	return f
}

func TestImportRules(t *testing.T) {
	t.Parallel()
	for _, tc := range []struct {
		file, path string
		want       string // part of the reason, empty if allowed
	}{
		{"checkout/a.go", "balcao/order", ""},
		{"checkout/a.go", "balcao/internal/ids", ""},
		{"checkout/a.go", "balcao/bcp", "layer 2 must not know layer 3"},
		{"checkout/a.go", "balcao/ap2", "no protocol"},
		{"checkout/a.go", "balcao/jsonrpc", "no protocol"},
		{"checkout/a.go", "balcao/internal/safehttp", "no protocol"},
		{"checkout/a.go", "balcao/internal/keyring", "no protocol"},
		{"checkout/a.go", "net/http", "several protocols"},
		{"checkout/a.go", "net/http/httptest", "several protocols"},
		{"checkout/a.go", "net/url", ""},
		{"checkout/a.go", "encoding/json", "bcp owns the wire"},
		{"checkout/a.go", "encoding/hex", ""},
		{"checkout/a.go", "database/sql", "the stores own"},
		{"checkout/a.go", "log", "errors are returned"},
		{"checkout/a.go", "log/slog", "errors are returned"},
		{"checkout/a.go", "github.com/labstack/echo/v4", "web framework"},
		{"checkout/a.go", "github.com/go-json-experiment/json/jsontext", "the domain knows no JSON"},
		{"checkout/a_test.go", "encoding/json", ""},
		{"checkout/a_test.go", "balcao/bcp", ""},
		{"money/a.go", "encoding/json", "bcp owns the wire"},
		{"internal/journal/a.go", "log/slog", "errors are returned"},
		{"internal/safehttp/a.go", "net/http", ""},
		{"jsonrpc/a.go", "balcao/internal/ids", "layer 0 do not know each other"},
		{"money/a.go", "balcao/catalog", "layer 0 must not know layer 1"},
		{"money/a.go", "balcao/internal/lang", ""},
		{"checkout/a.go", "balcao/internal/lang", ""},
		{"checkout/a.go", "balcao/internal/secret", ""},
		{"internal/lru/a.go", "encoding/json", "bcp owns the wire"},

		{"order/a.go", "balcao/platform", ""},
		{"order/a.go", "balcao/job", ""},
		{"order/a.go", "balcao/catalog", "layer 1 do not know each other"},
		{"catalog/a.go", "golang.org/x/text/unicode/norm", ""},

		{"bcp/a.go", "balcao/ap2", ""},
		{"profile/a.go", "balcao/ap2", ""},
		{"agentcard/a.go", "balcao/ap2", ""},
		{"intents/a.go", "balcao/ap2", "signed documents"},
		{"agentcard/a.go", "balcao/profile", ""},
		{"profile/a.go", "balcao/agentcard", "layer 3 do not know each other"},
		{"intents/a.go", "balcao/bcp", ""},
		{"intents/a.go", "balcao/prompts", ""},
		{"intents/llm/a.go", "balcao/intents", ""},
		{"bcp/a.go", "balcao/intents", "layer 3 do not know each other"},
		{"intents/a.go", "github.com/tmc/langchaingo/llms", "without a language model"},
		{"intents/llm/a.go", "github.com/tmc/langchaingo/llms", ""},
		{"catalog/sample/a.go", "balcao/checkout", ""},
		{"payment/pix/a.go", "balcao/payment/token", "layer 3 do not know each other"},
		{"payment/pix/a.go", "balcao/bcp", "layer 3 do not know each other"},
		{"store/sqlite/a.go", "balcao/store/rows", ""},
		{"store/sqlite/a.go", "balcao/store/storetest", "for tests alone"},
		{"store/sqlite/a.go", "balcao/profile", "layer 3 do not know each other"},
		{"store/sqlite/a.go", "modernc.org/sqlite", ""},
		{"store/sqlite/a.go", "balcao/agent", "layer 3 must not know layer 4"},

		{"agent/a.go", "balcao/ap2", ""},
		{"agent/a.go", "balcao/intents", ""},
		{"agent/a.go", "balcao/store/sqlite", "through the domain's interfaces"},
		{"agent/a.go", "balcao/httpd", "layer 4 do not know each other"},
		{"agent/a.go", "github.com/a2aproject/a2a-go/v2/a2a", ""},
		{"httpd/a.go", "github.com/a2aproject/a2a-go/v2/a2a", "A2A binding is one package"},
		{"cmd/balcao/a.go", "github.com/a2aproject/a2a-go/v2/a2a", "A2A binding is one package"},
		{"agent/a.go", "github.com/labstack/echo/v4", "web framework"},
		{"web/a.go", "github.com/labstack/echo/v4/middleware", ""},
		{"web/a.go", "database/sql", "SQL is spoken"},
		{"agent/a.go", "github.com/modelcontextprotocol/go-sdk/mcp", "MCP binding is one package"},

		{"cmd/balcao/a.go", "balcao/store/sqlite", ""},
		{"cmd/balcao/a.go", "balcao/internal/bcptest", "for tests alone"},
		{"cmd/balcao/a.go", "balcao/nowhere", "has no layer"},
		{"cmd/balcao/a.go", "github.com/stranger/thing", "in no table"},
		{"internal/bcptest/a.go", "encoding/json", ""},
	} {
		got := checkImports([]goFile{source(t, tc.file, tc.path)})
		switch {
		case tc.want == "" && len(got) > 0:
			t.Errorf("%s", got[0])
		case tc.want != "" && (len(got) != 1 || !strings.Contains(got[0], tc.want)):
			t.Errorf("%s imports %s: got %q, want one with %q", tc.file, tc.path, got, tc.want)
		}
	}
}

func TestPlaceRule(t *testing.T) {
	t.Parallel()
	if got := checkPlaces([]goFile{source(t, "bcp/a.go"), source(t, "cmd/balcao/a.go")}); len(got) != 0 {
		t.Errorf("known packages: %q", got)
	}
	for _, name := range []string{"util/a.go", "bcp/v2/a.go", "a.go", "internal/a.go"} {
		if got := checkPlaces([]goFile{source(t, name)}); len(got) != 1 {
			t.Errorf("%s: got %q, want one fault", name, got)
		}
	}
}

// TestTables finds rules that can never apply, which a slip of the pen makes.
func TestTables(t *testing.T) {
	t.Parallel()
	seen := map[string]bool{}
	for _, u := range units {
		if seen[u.name] {
			t.Errorf("unit %s stands twice", u.name)
		}
		seen[u.name] = true
		for _, other := range u.also {
			if to, ok := unitOf(other); !ok || to.layer != u.layer {
				t.Errorf("unit %s may also import %s, which is not of its layer", u.name, other)
			}
		}
	}
	for _, o := range outside {
		if o.why == "" {
			t.Errorf("no reason for %s", o.path)
		}
		for _, by := range o.by {
			if _, ok := unitOf(by); !ok {
				t.Errorf("%s is allowed in %s, which is no unit", o.path, by)
			}
		}
	}
}
