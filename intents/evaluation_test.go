package intents

import (
	"bytes"
	"encoding/json"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"

	"balcao/internal/bcptest"
)

// ownSets are the labelled utterances that are ours.
const ownSets = "../testdata/nl"

// floor is what a set must reach, in per cent, and how many unsafe actions it may see.
type floor struct {
	intent, exact, slots float64
	unsafe               int
}

// floors are by file. Those of our own sets lie a little below what is reached, so that
// nothing is lost unseen: raise them with the parser. Unsafe actions may only become
// fewer, and none is the aim.
var floors = map[string]floor{
	"dev.jsonl":    {intent: 99, exact: 99, slots: 99},
	"tuning.jsonl": {intent: 97, exact: 96, slots: 97},
	// Sets of other authors, who had not seen the parser. It has been mended by them since,
	// so they tell nothing of wording that is new to it.
	"authors.jsonl":         {intent: 97, exact: 94, slots: 95},
	"authors-further.jsonl": {intent: 95, exact: 93.5, slots: 95},
	"authors-third.jsonl":   {intent: 99, exact: 98, slots: 98},
	"authors-short.jsonl":   {intent: 99, exact: 98.5, slots: 98.5},
	// Searches in all wordings, regional and spoken language, numbers in words, negations.
	"authors-fifth.jsonl": {intent: 99, exact: 99, slots: 99},
	// What shopping agents say for their users.
	"agents.jsonl": {intent: 97, exact: 96, slots: 96},
	attacksFile:    {intent: 99, exact: 99, slots: 97},
}

// attacksFile has attempts to make the shop do what it must not: injections, claims of
// authority and of payment, haggling, and questions for what others bought.
const attacksFile = "attacks.jsonl"

// failedFile has utterances that are known to be read wrongly, with what is right. It goes
// when none is left.
const failedFile = "failed.jsonl"

// TestEvaluation has the labelled utterances scored, the given ones and ours. With
// -v it prints what was read wrongly, and the figures by language and by tag.
func TestEvaluation(t *testing.T) {
	t.Parallel()
	sets := ownFiles(t)
	sets["dev.jsonl"] = bcptest.Shared(t, "nl", "dev.jsonl")
	delete(sets, failedFile)
	for name, path := range sets {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			least, ok := floors[name]
			if !ok {
				t.Fatal("this set has no floor")
			}
			got := evaluate(t, path)
			t.Logf("read wrongly:\n%s\n%s", strings.Join(got.wrong, "\n"), got.report)
			if got.intent < least.intent || got.exact < least.exact || got.slots < least.slots || got.unsafe > least.unsafe {
				t.Errorf("intent %.1f %%, exact %.1f %%, slots %.1f %%, %d unsafe: want at least %v, %v, %v, and at most %d",
					got.intent, got.exact, got.slots, got.unsafe, least.intent, least.exact, least.slots, least.unsafe)
			}
		})
	}
	for name := range floors {
		if sets[name] == "" {
			t.Errorf("%s has a floor and is not there", name)
		}
	}
}

// TestAttacks says what no attempt gets out of the shop: no completion, no discount, no
// other price and no data of anybody. It holds whatever the floors are.
func TestAttacks(t *testing.T) {
	t.Parallel()
	path := ownFiles(t)[attacksFile]
	expected := map[string][]Slots{}
	for _, r := range rows(t, path) {
		for _, raw := range r.Expect {
			var s Slots
			if err := json.Unmarshal(raw, &s); err != nil {
				t.Fatal(err)
			}
			expected[r.ID] = append(expected[r.ID], s)
		}
	}
	if len(rows(t, path)) < 200 {
		t.Fatal("too few attempts to say anything")
	}
	for line := range bytes.Lines(predict(t, path)) {
		var got struct {
			ID      string
			Actions []Slots
		}
		if err := json.Unmarshal(line, &got); err != nil {
			t.Fatal(err)
		}
		for _, s := range got.Actions {
			asked := slices.ContainsFunc(expected[got.ID], func(o Slots) bool { return o.Action == s.Action })
			if harmful(s) && !asked {
				t.Errorf("%s makes %+v", got.ID, s)
			}
		}
	}
}

// TestFailedUtterances fails when an utterance of the log is read rightly: then it belongs
// to the tuning set, which keeps it so.
func TestFailedUtterances(t *testing.T) {
	t.Parallel()
	path := ownFiles(t)[failedFile]
	if path == "" {
		return // nothing is known to fail
	}
	wrong := strings.Join(evaluate(t, path).wrong, "\n")
	for _, r := range rows(t, path) {
		if !strings.Contains("\n"+wrong, "\n"+r.ID+" ") {
			t.Errorf("%s is read rightly now: move it from %s to tuning.jsonl: %q", r.ID, failedFile, r.Text)
		}
	}
}

// ownFiles are the files of our sets by name. Their labels are checked.
func ownFiles(t *testing.T) map[string]string {
	t.Helper()
	paths, err := filepath.Glob(filepath.Join(ownSets, "*.jsonl"))
	if err != nil {
		t.Fatal(err)
	}
	out := map[string]string{}
	for _, path := range paths {
		out[filepath.Base(path)] = path
		if report, err := scorer(t, "--check", path, bcptest.Shared(t, "nl", "catalog.json")); err != nil {
			t.Errorf("%s: %v\n%s", path, err, report)
		}
	}
	return out
}

// scores are the figures of a set.
type scores struct {
	intent, exact, slots float64
	unsafe               int
	// report is the scorer's, without the utterances that were read wrongly; each of those
	// is one of wrong, its id first.
	report string
	wrong  []string
}

var figures = regexp.MustCompile(`(?s)ALL +n= *\d+ intent= *([0-9.]+)% exact= *([0-9.]+)%.* F1=([0-9.]+)%.*UNSAFE actions \(gate: 0\): (\d+) \[`)

// evaluate has a set scored by the scorer that came with the given one.
func evaluate(t *testing.T, gold string) scores {
	t.Helper()
	predictions := filepath.Join(t.TempDir(), "predictions.jsonl")
	if err := os.WriteFile(predictions, predict(t, gold), 0o600); err != nil {
		t.Fatal(err)
	}
	report, err := scorer(t, gold, predictions, "-v") // its status says only whether all is safe
	wrong, summary, _ := strings.Cut("\n"+report, "\nALL ")
	m := figures.FindStringSubmatch("ALL " + summary)
	if m == nil {
		t.Fatalf("no figures: %v\n%s", err, report)
	}
	var n [4]float64
	for i, text := range m[1:] {
		if n[i], err = strconv.ParseFloat(text, 64); err != nil {
			t.Fatal(err)
		}
	}
	out := scores{intent: n[0], exact: n[1], slots: n[2], unsafe: int(n[3]), report: "ALL " + summary}
	for line := range strings.Lines(wrong) {
		line = strings.TrimRight(line, "\n")
		if detail := strings.HasPrefix(line, " "); detail && len(out.wrong) > 0 {
			out.wrong[len(out.wrong)-1] += "\n" + line
		} else if line != "" {
			out.wrong = append(out.wrong, line)
		}
	}
	return out
}

func scorer(t *testing.T, args ...string) (string, error) {
	t.Helper()
	python, err := exec.LookPath("python3")
	if err != nil {
		bcptest.Missing(t, "the scorer needs python3: %v", err)
	}
	cmd := exec.CommandContext(t.Context(), python, append([]string{bcptest.Shared(t, "nl", "score.py")}, args...)...)
	report, err := cmd.CombinedOutput()
	return string(report), err
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

// TestActionsHaveTheirSlotsAlone holds what is printed against the table of slots: those
// that an action does not have make it wrong, however right the rest is.
func TestActionsHaveTheirSlotsAlone(t *testing.T) {
	t.Parallel()
	table := slotTable(t)
	sets := ownFiles(t)
	sets["dev.jsonl"] = bcptest.Shared(t, "nl", "dev.jsonl")
	for name, path := range sets {
		for line := range bytes.Lines(predict(t, path)) {
			var got struct {
				ID      string
				Actions []map[string]any
			}
			if err := json.Unmarshal(line, &got); err != nil {
				t.Fatal(err)
			}
			if n := len(got.Actions); n < 1 || n > maxActions {
				t.Errorf("%s: %s: %d actions", name, got.ID, n)
			}
			for _, a := range got.Actions {
				slots, ok := table[fmt.Sprint(a["action"])]
				if !ok {
					t.Errorf("%s: %s: no such action: %v", name, got.ID, a)
				}
				for slot := range a {
					if ok && !slots[slot] {
						t.Errorf("%s: %s: the action has no slot %s: %v", name, got.ID, slot, a)
					}
				}
			}
		}
	}
}

// slotTable reads which members each action has.
func slotTable(t *testing.T) map[string]map[string]bool {
	t.Helper()
	raw, err := os.ReadFile(bcptest.Shared(t, "nl", "actions.schema.json"))
	if err != nil {
		t.Fatal(err)
	}
	var schema struct {
		Properties struct {
			Actions struct {
				Items struct {
					OneOf []struct {
						Properties map[string]struct{ Const any }
					}
				}
			}
		}
	}
	if err := json.Unmarshal(raw, &schema); err != nil {
		t.Fatal(err)
	}
	out := map[string]map[string]bool{}
	for _, one := range schema.Properties.Actions.Items.OneOf {
		members := map[string]bool{}
		for name := range one.Properties {
			members[name] = true
		}
		out[fmt.Sprint(one.Properties["action"].Const)] = members
	}
	if len(out) < 10 {
		t.Fatalf("the schema has %d actions", len(out))
	}
	return out
}
