package agent

import (
	"go/ast"
	"go/parser"
	"go/token"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"
)

// literals are all sentences in the package's source, by file and line.
func literals(t *testing.T) map[string][]string {
	t.Helper()
	files, err := filepath.Glob("*.go")
	if err != nil {
		t.Fatal(err)
	}
	out := map[string][]string{}
	for _, name := range files {
		if strings.HasSuffix(name, "_test.go") {
			continue
		}
		set := token.NewFileSet()
		file, err := parser.ParseFile(set, name, nil, parser.SkipObjectResolution)
		if err != nil {
			t.Fatal(err)
		}
		ast.Inspect(file, func(n ast.Node) bool {
			lit, ok := n.(*ast.CompositeLit)
			if !ok {
				return true
			}
			if kind, ok := lit.Type.(*ast.SelectorExpr); !ok || kind.Sel.Name != "Text" {
				return true
			}
			var texts []string
			for _, e := range lit.Elts {
				if text, ok := e.(*ast.BasicLit); ok {
					s, err := strconv.Unquote(text.Value)
					if err != nil {
						t.Fatal(err)
					}
					texts = append(texts, s)
				}
			}
			out[set.Position(lit.Pos()).String()] = texts
			return true
		})
	}
	return out
}

// Everything that the shop says it says in three languages, with the same facts in each.
func TestSentencesInAllLanguages(t *testing.T) {
	t.Parallel()
	holes := regexp.MustCompile(`\{[^}]*\}`)
	all := literals(t)
	if len(all) < 40 {
		t.Fatalf("only %d sentences were found", len(all))
	}
	for at, texts := range all {
		if len(texts) != 3 {
			t.Errorf("%s: %d languages, want 3", at, len(texts))
			continue
		}
		facts := func(i int) []string { return slices.Sorted(slices.Values(holes.FindAllString(texts[i], -1))) }
		for i, text := range texts {
			if strings.TrimSpace(text) == "" {
				t.Errorf("%s: language %d is empty", at, i)
			}
			if !slices.Equal(facts(i), facts(0)) {
				t.Errorf("%s: %q has other facts than %q", at, text, texts[0])
			}
		}
	}
}

func TestEnumerate(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct {
		names          []string
		language, want string
	}{
		{nil, "pt-BR", ""}, {[]string{"a"}, "pt-BR", "a"}, {[]string{"a", "b"}, "pt-BR", "a e b"},
		{[]string{"a", "b", "c"}, "en", "a, b and c"}, {[]string{"a", "b", "c"}, "es", "a, b y c"},
	} {
		if got := enumerate(tt.names, tt.language); got != tt.want {
			t.Errorf("enumerate(%q, %s) = %q, want %q", tt.names, tt.language, got, tt.want)
		}
	}
}
