package profile

import (
	"encoding/json"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/jsonschema-go/jsonschema"

	"balcao/internal/bcptest"
)

func businessSchemaOf(t *testing.T) *jsonschema.Resolved {
	t.Helper()
	var s jsonschema.Schema
	if err := json.Unmarshal(BusinessSchema(), &s); err != nil {
		t.Fatal(err)
	}
	resolved, err := s.Resolve(nil)
	if err != nil {
		t.Fatal(err)
	}
	return resolved
}

func validate(t *testing.T, s *jsonschema.Resolved, raw []byte) error {
	t.Helper()
	var doc any
	if err := json.Unmarshal(raw, &doc); err != nil {
		t.Fatal(err)
	}
	return s.Validate(doc)
}

// Our schema takes every profile that we publish, and refuses what is wrong in one.
func TestBusinessSchema(t *testing.T) {
	t.Parallel()
	schema, shop := businessSchemaOf(t), testShop()
	shop.MCP = true
	for _, r := range shop.Releases {
		good, err := Business(shop, r.Date)
		if err != nil {
			t.Fatal(err)
		}
		if err := validate(t, schema, good); err != nil {
			t.Errorf("%s: %v\n%s", r.Date, err, good)
		}
		for old, wrong := range map[string]string{
			`"payment_handlers":`: `"handlers":`, `"services":`: `"service":`, `"transport":"a2a"`: `"transport":"pigeon"`,
			`"version":"` + r.Date: `"version":"x` + r.Date, `"endpoint":"https://`: `"endpoint":"ftp://`,
		} {
			bad := strings.Replace(string(good), old, wrong, 1)
			if bad == string(good) {
				t.Fatalf("%s: there is no %s in %s", r.Date, old, good)
			}
			if validate(t, schema, []byte(bad)) == nil {
				t.Errorf("%s: taken with %s", r.Date, wrong)
			}
		}
		for _, private := range []string{"d", "p", "q", "dp", "dq", "qi", "oth", "k"} { // RFC 7518, 6
			bad := strings.Replace(string(good), `"kid":`, `"`+private+`":"secret","kid":`, 1)
			if bad == string(good) || validate(t, schema, []byte(bad)) == nil {
				t.Errorf("%s: a key with %s is taken", r.Date, private)
			}
		}
	}
}

// The protocol's fixtures of profiles are judged by our schema as its expectations say.
func TestProfileFixtures(t *testing.T) {
	t.Parallel()
	dir := bcptest.Shared(t, "bcp", "fixtures")
	read := func(elements ...string) []byte {
		raw, err := os.ReadFile(filepath.Join(append([]string{dir}, elements...)...))
		if err != nil {
			t.Fatal(err)
		}
		return raw
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
	schema, judged := businessSchemaOf(t), 0
	for _, kind := range []string{"valid", "invalid"} {
		files, err := filepath.Glob(filepath.Join(dir, kind, "profile*.json"))
		if err != nil {
			t.Fatal(err)
		}
		for _, file := range files {
			judged++
			name := filepath.Base(file)
			err := validate(t, schema, read(kind, name))
			if kind == "valid" {
				if err != nil {
					t.Errorf("%s: %v", name, err)
				}
				continue
			}
			want := expected.Invalid[name]
			member, _, _ := strings.Cut(want.Message, " is a required")
			if err == nil || want.Keyword != "required" || !strings.Contains(err.Error(), "/properties/"+want.Path) ||
				!strings.Contains(err.Error(), want.Keyword) || !strings.Contains(err.Error(), strings.Trim(member, "'")) {
				t.Errorf("%s: %v, want %s of %s at %s", name, err, want.Keyword, member, want.Path)
			}
		}
	}
	if judged != 2 {
		t.Errorf("%d fixtures were judged", judged)
	}
}
