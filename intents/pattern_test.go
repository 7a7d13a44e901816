package intents

import (
	"encoding/json"
	"regexp"
	"slices"
	"strings"
	"testing"
)

// All expressions are sound, and find in every labelled utterance what they find without
// a look at the pieces that they need.
func TestExpressionsFindWhatTheyDescribe(t *testing.T) {
	t.Parallel()
	var texts []string
	for _, path := range ownFiles(t) {
		for _, r := range rows(t, path) {
			texts = append(texts, r.Text, fold(r.Text))
		}
	}
	slices.Sort(texts)
	for _, e := range expressions {
		plain := e.whole()
		for i := 0; i < len(texts); i += 5 {
			text := texts[i]
			if got, want := e.MatchString(text), plain.MatchString(text); got != want {
				t.Errorf("%.60q in %q: %v, want %v", plain, text, got, want)
			}
			if got, want := e.FindStringIndex(text), plain.FindStringIndex(text); !slices.Equal(got, want) {
				t.Errorf("%.60q in %q: at %v, want %v", plain, text, got, want)
			}
		}
	}
}

func TestPiecesThatAnExpressionNeeds(t *testing.T) {
	t.Parallel()
	tests := map[string]string{
		`abc`:                            `["abc"]`,
		`\b(?:rua|av)\s+[0-9]`:           `["rua","av"]`,
		`pre[cç]o`:                       `["preco","preço"]`,
		`(?i)R\$\s*[0-9]+`:               `["r$"]`,
		`[0-9]{3}-?[0-9]{2}`:             `["\\xff0"]`,
		`(?:a|b)*`:                       `null`,
		`x?`:                             `null`,
		`(?:ignor|esquec)\w*.{0,9}rules`: `["rules"]`,
		`(?i:entreg\w*)x`:                `["x"]`,
		`[a-z]+@[a-z]+`:                  `["@"]`,
		`.*`:                             `null`,
	}
	for source, want := range tests {
		got, err := json.Marshal(needsOf(source, strings.HasPrefix(source, foldsCase)))
		if err != nil {
			t.Fatal(err)
		}
		if strings.ReplaceAll(string(got), `\ufffd`, `\\xff`) != want {
			t.Errorf("%s needs %s, want %s", source, got, want)
		}
	}
}

func TestAlternativesOfAnExpression(t *testing.T) {
	t.Parallel()
	source := `a|b(c|d)|[|\]]|\||(?:e|f)g`
	want := []string{`a`, `b(c|d)`, `[|\]]`, `\|`, `(?:e|f)g`}
	if got := alternativesOf(source); !slices.Equal(got, want) {
		t.Errorf("%q", got)
	}
	if !regexp.MustCompile(want[2]).MatchString("|") {
		t.Error("a class with a bar")
	}
}
