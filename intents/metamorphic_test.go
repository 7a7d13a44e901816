package intents

import (
	"encoding/json"
	"strings"
	"testing"

	"balcao/internal/bcptest"
)

// leastStable is the share of utterances, in per cent, whose meaning must survive a
// change that carries none.
const leastStable = 99.0

// TestMetamorphic changes the utterances of the evaluation set in ways that say nothing
// new.
func TestMetamorphic(t *testing.T) {
	t.Parallel()
	parser := NewParser(evaluationProducts(t))
	list := rows(t, bcptest.Shared(t, "nl", "dev.jsonl"))
	changes := map[string]func(string) string{
		"no accents": unaccented,
		"capitals":   strings.ToUpper,
		"polite":     func(s string) string { return "por favor, " + s },
		"thanks":     func(s string) string { return s + " obrigado" },
	}
	for name, change := range changes {
		same := 0
		for _, r := range list {
			u := r.utterance(t)
			want := meaningOf(t, parser, u)
			u.Text = change(u.Text)
			if got := meaningOf(t, parser, u); got == want {
				same++
			} else {
				t.Logf("%s: %q\n got %s\nwant %s", name, u.Text, got, want)
			}
		}
		if share := 100 * float64(same) / float64(len(list)); share < leastStable {
			t.Errorf("%s: %.1f %% keep their meaning, want at least %v", name, share, leastStable)
		}
	}
}

// unaccented drops accents alone.
func unaccented(text string) string {
	return strings.NewReplacer("á", "a", "à", "a", "â", "a", "ã", "a", "é", "e", "ê", "e", "í", "i", "ó", "o", "ô", "o",
		"õ", "o", "ú", "u", "ç", "c", "ñ", "n", "Á", "A", "É", "E").Replace(text)
}

// meaningOf is the meaning in lower case: names and streets are kept as written.
func meaningOf(t *testing.T, p *Parser, u Utterance) string {
	t.Helper()
	got, err := p.Interpret(t.Context(), u)
	if err != nil {
		t.Fatal(err)
	}
	actions := got.Actions()
	for i := range actions {
		actions[i].Reason, actions[i].Said = "", ""
	}
	raw, err := json.Marshal(actions)
	if err != nil {
		t.Fatal(err)
	}
	return fold(string(raw))
}
