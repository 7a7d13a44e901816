package mcp

import (
	"encoding/json"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/jsonschema-go/jsonschema"

	"balcao/internal/bcptest"
)

// resolved compiles one of our definitions.
func resolved(t *testing.T, name string) *jsonschema.Resolved {
	t.Helper()
	all, err := readSchemas()
	if err != nil {
		t.Fatal(err)
	}
	raw, err := all.bundle(name)
	if err != nil {
		t.Fatal(err)
	}
	return compile(t, raw)
}

func compile(t *testing.T, raw []byte) *jsonschema.Resolved {
	t.Helper()
	var schema jsonschema.Schema
	if err := json.Unmarshal(raw, &schema); err != nil {
		t.Fatal(err)
	}
	out, err := schema.Resolve(nil)
	if err != nil {
		t.Fatalf("%v: %s", err, raw)
	}
	return out
}

func document(t *testing.T, raw []byte) any {
	t.Helper()
	var doc any
	if err := json.Unmarshal(raw, &doc); err != nil {
		t.Fatal(err)
	}
	return doc
}

// Every published schema is an object at its root and refers to nothing outside of itself,
// or clients lose all tools; every answer may be the error envelope.
func TestPublishedSchemas(t *testing.T) {
	t.Parallel()
	all, err := readSchemas()
	if err != nil {
		t.Fatal(err)
	}
	used := map[string]bool{}
	for _, tool := range tools() {
		for _, name := range []string{tool.input, tool.output} {
			raw, err := all.bundle(name)
			if err != nil {
				t.Fatalf("%s: %v", name, err)
			}
			var root struct {
				Type string                     `json:"type"`
				Defs map[string]json.RawMessage `json:"$defs"`
			}
			if err := json.Unmarshal(raw, &root); err != nil || root.Type != "object" {
				t.Errorf("%s: type %q, %v", name, root.Type, err)
			}
			if strings.Count(string(raw), `"$ref"`) != strings.Count(string(raw), `"$ref":"`+refPrefix) || strings.Contains(string(raw), `"$id"`) {
				t.Errorf("%s refers to something outside: %s", name, raw)
			}
			compile(t, raw)
			used[name] = true
			for def := range root.Defs {
				used[def] = true
			}
		}
		envelope := `{"ucp":{"version":"2026-07-28","status":"error","capabilities":{}},"messages":[{"type":"error","code":"x","content":"y","severity":"unrecoverable"}]}`
		if err := resolved(t, tool.output).Validate(document(t, []byte(envelope))); err != nil {
			t.Errorf("%s does not take the error envelope: %v", tool.output, err)
		}
		if resolved(t, tool.output).Validate(document(t, []byte(strings.Replace(envelope, `"messages"`, `"id":"x","messages"`, 1)))) == nil {
			t.Errorf("%s takes an envelope with an id", tool.output)
		}
	}
	for name := range all {
		if !used[name] {
			t.Errorf("nothing uses the definition %s", name)
		}
	}
}

// The protocol's fixtures are judged by our schemas as its expectations say. The two profiles
// are no tool's answer.
func TestProtocolFixtures(t *testing.T) {
	t.Parallel()
	dir := bcptest.Shared(t, "bcp", "fixtures")
	read := func(elements ...string) []byte {
		raw, err := os.ReadFile(filepath.Join(append([]string{dir}, elements...)...))
		if err != nil {
			t.Fatal(err)
		}
		return raw
	}
	schemaOf := func(file string) string {
		switch {
		case strings.HasPrefix(file, "checkout"):
			return "checkout"
		case strings.HasPrefix(file, "order"):
			return "order"
		case strings.HasPrefix(file, "catalog-search"):
			return "search_response"
		case strings.HasPrefix(file, "pix"):
			return "pix_instrument"
		}
		return ""
	}
	var expected struct {
		Invalid map[string]struct {
			Path    string `json:"instance_path"`
			Keyword string
			Message string `json:"message_contains"`
		}
	}
	if err := json.Unmarshal(read("expectations.json"), &expected); err != nil {
		t.Fatal(err)
	}
	judged := 0
	for _, kind := range []string{"valid", "invalid"} {
		files, err := os.ReadDir(filepath.Join(dir, kind))
		if err != nil {
			t.Fatal(err)
		}
		for _, file := range files {
			name := schemaOf(file.Name())
			if name == "" {
				continue
			}
			judged++
			doc := document(t, read(kind, file.Name()))
			if search, _ := doc.(map[string]any); kind == "invalid" && name == "search_response" {
				delete(search, "pagination") // which is wrong as well, and would be told first
			}
			err := resolved(t, name).Validate(doc)
			if kind == "valid" {
				if err != nil {
					t.Errorf("%s: %v", file.Name(), err)
				}
				continue
			}
			want := expected.Invalid[file.Name()]
			member := strings.Trim(strings.SplitN(want.Message, " is a required", 2)[0], "'") // the one that is missing, if so
			if want.Keyword != "required" {
				member = filepath.Base(want.Path)
			}
			if err == nil || !strings.Contains(err.Error(), want.Keyword) || !strings.Contains(err.Error(), member) {
				t.Errorf("%s: %v, want %s of %s", file.Name(), err, want.Keyword, member)
			}
		}
	}
	if judged != 11 {
		t.Errorf("%d fixtures were judged", judged)
	}
}

// The OpenRPC description stands by itself and has all tools that are switched on.
func TestOpenRPC(t *testing.T) {
	t.Parallel()
	raw, err := OpenRPC("Loja", "2026-07-28", "https://loja.example/bcp/mcp", capabilities())
	if err != nil {
		t.Fatal(err)
	}
	var doc struct {
		Methods []struct {
			Name   string
			Params []struct {
				Name     string
				Required bool
			}
		}
		Components struct{ Schemas map[string]json.RawMessage }
	}
	if err := json.Unmarshal(raw, &doc); err != nil {
		t.Fatal(err)
	}
	params := map[string]int{}
	for _, m := range doc.Methods {
		params[m.Name] = len(m.Params)
		if m.Params[0].Name != "meta" || !m.Params[0].Required {
			t.Errorf("%s: %+v", m.Name, m.Params)
		}
	}
	if len(params) != 9 || params["complete_checkout"] != 3 || params["get_order"] != 2 {
		t.Errorf("methods %v", params)
	}
	const prefix = `"$ref":"#/components/schemas/`
	for rest := string(raw); ; {
		_, after, found := strings.Cut(rest, prefix)
		if !found {
			break
		}
		name, _, _ := strings.Cut(after, `"`)
		if doc.Components.Schemas[name] == nil {
			t.Errorf("%s is not there", name)
		}
		rest = after
	}
	if strings.Count(string(raw), `"$ref"`) != strings.Count(string(raw), prefix) {
		t.Error("a reference goes elsewhere")
	}
}
