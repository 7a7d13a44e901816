package intents

import (
	"bufio"
	"bytes"
	"encoding/json"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strconv"
	"testing"

	"balcao/internal/bcptest"
)

// leastExact is the share of utterances, in per cent, that must be read exactly.
const leastExact = 99.0

// TestEvaluation reads the labelled utterances and has them scored by the set's own
// scorer. Not one unsafe action is allowed.
func TestEvaluation(t *testing.T) {
	t.Parallel()
	python, err := exec.LookPath("python3")
	if err != nil {
		bcptest.Missing(t, "the scorer needs python3: %v", err)
	}
	gold := bcptest.Shared(t, "nl", "dev.jsonl")
	predictions := filepath.Join(t.TempDir(), "predictions.jsonl")
	if err := os.WriteFile(predictions, predict(t, gold), 0o600); err != nil {
		t.Fatal(err)
	}
	args := []string{bcptest.Shared(t, "nl", "score.py"), gold, predictions}
	if testing.Verbose() {
		args = append(args, "-v")
	}
	report, err := exec.Command(python, args...).CombinedOutput()
	t.Logf("%s", report)
	if err != nil {
		t.Fatalf("the scorer found unsafe actions or failed: %v", err)
	}
	m := regexp.MustCompile(`ALL .*exact=\s*([0-9.]+)%`).FindSubmatch(report)
	if m == nil {
		t.Fatal("no result in the report")
	}
	if exact, err := strconv.ParseFloat(string(m[1]), 64); err != nil || exact < leastExact {
		t.Errorf("exact = %s %%, want at least %v", m[1], leastExact)
	}
}

// predict interprets every row of the set and returns the lines for the scorer.
func predict(t testing.TB, gold string) []byte {
	t.Helper()
	parser := NewParser(evaluationProducts(t))
	var out bytes.Buffer
	encoder := json.NewEncoder(&out)
	for _, r := range rows(t, gold) {
		got, err := parser.Interpret(t.Context(), r.utterance(t))
		if err != nil {
			t.Fatal(err)
		}
		if err := encoder.Encode(map[string]any{"id": r.ID, "actions": got.Actions()}); err != nil {
			t.Fatal(err)
		}
	}
	return out.Bytes()
}

func rows(t testing.TB, path string) []row {
	t.Helper()
	file, err := os.Open(path)
	if err != nil {
		t.Fatal(err)
	}
	defer file.Close()
	var out []row
	for lines := bufio.NewScanner(file); lines.Scan(); {
		var r row
		if err := json.Unmarshal(lines.Bytes(), &r); err != nil {
			t.Fatal(err)
		}
		out = append(out, r)
	}
	return out
}

func BenchmarkInterpret(b *testing.B) {
	parser := NewParser(evaluationProducts(b))
	list := rows(b, bcptest.Shared(b, "nl", "dev.jsonl"))
	for i := 0; b.Loop(); i++ {
		if _, err := parser.Interpret(b.Context(), list[i%len(list)].utterance(b)); err != nil {
			b.Fatal(err)
		}
	}
}
