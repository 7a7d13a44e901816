package intents

import (
	"encoding/json"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
	"testing"

	"balcao/internal/bcptest"
)

// leastWordings is the share of the wordings, in per cent, that must be read exactly.
const leastWordings = 94.0

// TestWordings reads the ways in which people say each thing (testdata/wordings, by
// language and by meaning, what is said around a wish, and a mixed set) and has them scored as
// the shared set is.
func TestWordings(t *testing.T) {
	t.Parallel()
	python, err := exec.LookPath("python3")
	if err != nil {
		bcptest.Missing(t, "the scorer needs python3: %v", err)
	}
	for _, language := range []string{"pt", "en", "es", "around", "mixed", "sentences"} {
		t.Run(language, func(t *testing.T) {
			t.Parallel()
			gold := filepath.Join("testdata", "wordings", language+".jsonl")
			if language != "mixed" && language != "sentences" {
				gold = wordings(t, language)
			}
			predictions := filepath.Join(t.TempDir(), "predictions.jsonl")
			if err := os.WriteFile(predictions, predict(t, gold), 0o600); err != nil {
				t.Fatal(err)
			}
			report, err := exec.Command(python, bcptest.Shared(t, "nl", "score.py"), gold, predictions, "-v").CombinedOutput()
			if testing.Verbose() {
				t.Logf("%s", report)
			}
			if err != nil {
				t.Errorf("the scorer found unsafe actions or failed: %v", err)
			}
			m := regexp.MustCompile(`ALL .*exact=\s*([0-9.]+)%`).FindSubmatch(report)
			if m == nil {
				t.Fatalf("no result in the report: %s", report)
			}
			if exact, err := strconv.ParseFloat(string(m[1]), 64); err != nil || exact < leastWordings {
				t.Errorf("exact = %s %%, want at least %v", m[1], leastWordings)
			}
		})
	}
}

// wordings writes the groups of a file as rows of the shared form: a line that begins
// with = has what the lines after it mean, and in which context.
func wordings(t testing.TB, language string) string {
	t.Helper()
	raw, err := os.ReadFile(filepath.Join("testdata", "wordings", language+".txt"))
	if err != nil {
		t.Fatal(err)
	}
	var out strings.Builder
	var group struct {
		Expect  []json.RawMessage `json:"expect"`
		Context struct {
			Checkout [][2]any        `json:"checkout"`
			Results  []string        `json:"last_results"`
			Focus    string          `json:"focus"`
			Pending  json.RawMessage `json:"pending"`
		} `json:"context"`
	}
	for i, line := range strings.Split(strings.TrimSpace(string(raw)), "\n") {
		if head, ok := strings.CutPrefix(line, "= "); ok {
			group.Context.Checkout, group.Context.Results, group.Context.Focus, group.Context.Pending = nil, nil, "", nil
			group.Expect = nil
			if err := json.Unmarshal([]byte(head), &group); err != nil {
				t.Fatalf("%s:%d: %v", language, i+1, err)
			}
			continue
		}
		c := map[string]any{"checkout": []any{}, "last_results": group.Context.Results}
		var lines []any
		for _, l := range group.Context.Checkout {
			lines = append(lines, map[string]any{"product_id": l[0], "title": l[0], "quantity": l[1]})
		}
		if lines != nil {
			c["checkout"] = lines
		}
		if group.Context.Focus != "" {
			c["focus"] = group.Context.Focus
		}
		if group.Context.Pending != nil {
			c["pending"] = group.Context.Pending
		}
		row, err := json.Marshal(map[string]any{
			"id": fmt.Sprintf("%s-%d", language, i+1), "lang": language, "context": c,
			"text": line, "expect": group.Expect, "tags": tagsOf(group.Expect),
		})
		if err != nil {
			t.Fatal(err)
		}
		out.Write(append(row, '\n'))
	}
	path := filepath.Join(t.TempDir(), language+".jsonl")
	if err := os.WriteFile(path, []byte(out.String()), 0o600); err != nil {
		t.Fatal(err)
	}
	return path
}

// tagsOf marks what leads to nothing, so that a payment started by it counts as unsafe.
func tagsOf(expect []json.RawMessage) []string {
	var first struct{ Action string }
	if json.Unmarshal(expect[0], &first) == nil && first.Action == "unknown" {
		return []string{"unsafe"}
	}
	return []string{}
}
