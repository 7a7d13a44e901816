package intents

import (
	"bufio"
	"encoding/json"
	"os"
	"testing"
)

// leastBenign is how many look-alikes there are at least.
const leastBenign = 200

// TestBenign reads what ordinary customers say with the words that attacks and haggling
// have too: owners of phones, instructions of coffee makers, free delivery. None of them is
// told that such things are not done here.
func TestBenign(t *testing.T) {
	t.Parallel()
	file, err := os.Open("testdata/benign.jsonl")
	if err != nil {
		t.Fatal(err)
	}
	defer file.Close()
	p := NewParser(evaluationProducts(t))
	n := 0
	for lines := bufio.NewScanner(file); lines.Scan(); n++ {
		var row struct{ ID, Text string }
		if err := json.Unmarshal(lines.Bytes(), &row); err != nil {
			t.Fatal(err)
		}
		for _, c := range []Conversation{{}, {Lines: []Line{{Product: "PIXEL-10", Quantity: 1}}}, {Focus: "FONE-SONY-XM5"}} {
			for _, s := range slotsOf(t, p, Utterance{Text: row.Text, Conversation: c}) {
				switch s.Reason {
				case ReasonInjection, ReasonNegotiation, ReasonPaymentClaim:
					t.Errorf("%s %q is read as %s", row.ID, row.Text, s.Reason)
				default:
				}
			}
		}
	}
	if n < leastBenign {
		t.Errorf("only %d look-alikes", n)
	}
}

// TestGuardRules holds that every kind of rule and list that the code looks for is in
// guards.txt.
func TestGuardRules(t *testing.T) {
	t.Parallel()
	for _, name := range []string{"injection", "grant", "authority", "deal", "condition", "haggle", "waive", "paid"} {
		if len(guards.rules[name]) == 0 {
			t.Errorf("no rules %s", name)
		}
	}
	for _, name := range []string{"bid", "money", "behind-bid", "closes", "if", "because"} {
		if len(guards.lists[name].first) == 0 {
			t.Errorf("no list %s", name)
		}
	}
}
