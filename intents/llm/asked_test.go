package llm

import (
	"bytes"
	"os"
	"path/filepath"
	"testing"

	"balcao/intents"
	"balcao/internal/bcptest"
)

// TestHowOftenTheModelIsAsked tells, with -v, how much of the labelled utterances is left to a
// model: what the parser is unsure of, and what of that may go out.
func TestHowOftenTheModelIsAsked(t *testing.T) {
	t.Parallel()
	parser := intents.NewParser(goods(t))
	files, err := filepath.Glob("../../testdata/nl/*.jsonl")
	if err != nil || len(files) == 0 {
		t.Fatalf("no sets: %v", err)
	}
	asked := 0
	for _, name := range append(files, bcptest.Shared(t, "nl", "dev.jsonl")) {
		raw, err := os.ReadFile(name)
		if err != nil {
			t.Fatal(err)
		}
		rows, unsure, open := 0, 0, 0
		for line := range bytes.Lines(raw) {
			_, u, err := intents.DecodeUtterance(line)
			if err != nil {
				t.Fatalf("%s: %v", name, err)
			}
			own, err := parser.Interpret(t.Context(), u)
			if err != nil {
				t.Fatal(err)
			}
			rows++
			if own.Confidence >= usualThreshold || !wanting(own) {
				continue
			}
			unsure++
			if _, ok := parser.Evidence(u); ok {
				open++
			} else {
				t.Logf("closed: %q", u.Text)
			}
		}
		asked += open
		t.Logf("%s: of %d utterances the parser is unsure of %d, and a model may read %d", filepath.Base(name), rows, unsure, open)
	}
	if asked == 0 {
		t.Error("the model is never asked")
	}
}
