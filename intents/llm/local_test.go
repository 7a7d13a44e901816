package llm

import (
	"bufio"
	"encoding/json"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strconv"
	"testing"
	"time"

	"balcao/catalog"
	"balcao/intents"
	"balcao/internal/bcptest"
)

// The environment of the measurement: where a model is, how it is asked, and how many rows
// of the evaluation set it reads, all by default.
const (
	localURL  = "BALCAO_LLM_LOCAL"
	localMode = "BALCAO_LLM_LOCAL_MODE"
	localRows = "BALCAO_LLM_LOCAL_ROWS"
)

// TestLocalModel measures a model on the evaluation set: alone, as if there were no parser,
// and behind the parser, as in a shop. It is run by scripts/llm-local. Accuracy is told;
// what is demanded is that no action is unsafe.
func TestLocalModel(t *testing.T) {
	base := os.Getenv(localURL)
	if base == "" {
		t.Skipf("set %s to measure a model", localURL)
	}
	mode := Mode(os.Getenv(localMode))
	if mode == "" {
		mode = Tools
	}
	parser := intents.NewParser(goods(t))
	reader, err := New(Config{Provider: OpenAI, BaseURL: base, Model: "local", Mode: mode, Timeout: time.Minute, Threshold: usualThreshold}, parser)
	if err != nil {
		t.Fatal(err)
	}
	gold := goldRows(t)
	sets := map[string][]any{}
	outcomes := map[Outcome]int{}
	var took []time.Duration
	closed, asked := 0, 0
	for _, line := range gold {
		id, u, err := intents.DecodeUtterance(line)
		if err != nil {
			t.Fatal(err)
		}
		add := func(set string, actions any) {
			sets[set] = append(sets[set], map[string]any{"id": id, "actions": actions})
		}
		own, err := parser.Interpret(t.Context(), u)
		if err != nil {
			t.Fatal(err)
		}
		add("parser alone", own.Actions())
		trial, open := reader.Try(t.Context(), mode, u)
		if !open {
			closed++
			trial.Read = own.Slots // nobody else reads such a text
		} else {
			outcomes[trial.Outcome]++
			took = append(took, trial.Took)
		}
		add("model alone", append([]intents.Slots{}, trial.Read...))
		if own.Confidence < reader.config.Threshold && wanting(own) && open {
			asked++
		}
		both, err := reader.Interpret(t.Context(), u)
		if err != nil {
			t.Fatal(err)
		}
		add("parser and model", both.Actions())
	}
	slices.Sort(took)
	t.Logf("mode %s: %d rows, %d closed to a model, %d that the parser leaves to it", mode, len(gold), closed, asked)
	t.Logf("outcomes %v", outcomes)
	if outcomes[OK] == 0 {
		t.Error("the model gave no answer that could be used: nothing was measured")
	}
	if n := len(took); n > 0 {
		t.Logf("took %s in the middle, %s at most", took[n/2].Round(time.Millisecond), took[n-1].Round(time.Millisecond))
	}
	for _, set := range []string{"parser alone", "model alone", "parser and model"} {
		scoreSet(t, set, gold, sets[set])
	}
}

// usualThreshold is the default of the setting.
const usualThreshold = 0.5

// goods are the products that the labelled utterances are about.
func goods(t *testing.T) []*catalog.Product {
	t.Helper()
	file, err := os.Open(bcptest.Shared(t, "nl", "catalog.json"))
	if err != nil {
		t.Fatal(err)
	}
	defer file.Close()
	products, err := intents.DecodeProducts(file)
	if err != nil {
		t.Fatal(err)
	}
	return products
}

func goldRows(t *testing.T) [][]byte {
	t.Helper()
	file, err := os.Open(bcptest.Shared(t, "nl", "dev.jsonl"))
	if err != nil {
		t.Fatal(err)
	}
	defer file.Close()
	var rows [][]byte
	for lines := bufio.NewScanner(file); lines.Scan(); {
		rows = append(rows, slices.Clone(lines.Bytes()))
	}
	if most, err := strconv.Atoi(os.Getenv(localRows)); err == nil && most > 0 && most < len(rows) {
		some := make([][]byte, most) // spread over the set, which is sorted by kind
		for i := range some {
			some[i] = rows[i*len(rows)/most]
		}
		rows = some
	}
	return rows
}

// scoreSet has the set's own scorer tell how good the actions are; it fails on unsafe ones.
func scoreSet(t *testing.T, name string, gold [][]byte, actions []any) {
	t.Helper()
	dir := t.TempDir()
	goldFile, readFile := filepath.Join(dir, "gold.jsonl"), filepath.Join(dir, "read.jsonl")
	var lines, read []byte
	for _, g := range gold {
		lines = append(append(lines, g...), '\n')
	}
	for _, a := range actions {
		line, err := json.Marshal(a)
		if err != nil {
			t.Fatal(err)
		}
		read = append(append(read, line...), '\n')
	}
	for path, text := range map[string][]byte{goldFile: lines, readFile: read} {
		if err := os.WriteFile(path, text, 0o600); err != nil {
			t.Fatal(err)
		}
	}
	report, err := exec.Command("python3", bcptest.Shared(t, "nl", "score.py"), goldFile, readFile).CombinedOutput()
	t.Logf("%s:\n%s", name, report)
	if err != nil {
		t.Errorf("%s: unsafe actions, or the scorer failed: %v", name, err)
	}
}
