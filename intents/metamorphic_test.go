package intents

import (
	"encoding/json"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"balcao/internal/bcptest"
)

// rule is a change of an utterance or of what it is read with, after which it means the
// same, or what change says that it means then.
type rule struct {
	name string
	// change returns what to say instead, nothing where the rule has no place.
	change func(saying) []saying
	// least is the share, in per cent, that must come out so: what can be had, if some of
	// the changes take a meaning away, or what is reached so far. Raise it with the parser.
	least float64
	// risky is how many may bring an action of riskyActions that nobody asked for: none but
	// those that are known.
	risky int
}

// saying is an utterance of the set with its meaning.
type saying struct {
	row
	u     Utterance
	slots []Slots
}

var rules = []rule{
	{name: "no accents", change: rewritten(unaccented), least: 100},
	{name: "capitals", change: rewritten(strings.ToUpper), least: 100},
	{name: "small letters", change: rewritten(strings.ToLower), least: 100},
	{name: "more space", change: rewritten(spaced), least: 98}, // nothing is in the way of 100
	{name: "polite before", change: politeBefore, least: 99.4}, // nothing is in the way of 100
	{name: "polite after", change: politeAfter, least: 97.7},   // nothing is in the way of 100
	// A letter too few or another one may make another word, or none that can be known.
	{name: "typo: left out", change: mistyped(leftOut), least: 92.5},
	{name: "typo: doubled", change: mistyped(doubled), least: 98},
	{name: "typo: swapped", change: mistyped(swapped), least: 96},
	{name: "typo: key beside", change: mistyped(keyBeside), least: 97},
	{name: "one more", change: oneMore, least: 100},
	{name: "list in another order", change: reordered, least: 100},
	// A message that says the same twice was pasted twice: all is done once.
	{name: "said twice", change: rewritten(func(s string) string { return s + "\n" + s }), least: 100},
	{name: "said twice in a line", change: rewritten(func(s string) string { return strings.TrimRight(s, ".!") + ". " + s }), least: 100},
}

// riskyActions are those that no slip may bring about.
var riskyActions = []string{"complete_checkout", "apply_discount", "set_buyer", "cancel_checkout", "start_payment"}

// TestSayingItOtherwise changes the utterances of the evaluation set.
func TestSayingItOtherwise(t *testing.T) {
	t.Parallel()
	parser := NewParser(evaluationProducts(t))
	said := sayings(t, parser)
	for _, rule := range rules {
		t.Run(rule.name, func(t *testing.T) {
			t.Parallel()
			c := comparison{t: t}
			for _, s := range said {
				for _, changed := range rule.change(s) {
					c.compare(changed, slotsOf(t, parser, changed.u))
				}
			}
			c.finish(rule.least, rule.risky)
		})
	}
}

// TestOrderOfTheCatalogue shuffles the products: nothing may depend on their order.
func TestOrderOfTheCatalogue(t *testing.T) {
	t.Parallel()
	goods := evaluationProducts(t)
	said := sayings(t, NewParser(goods))
	c := comparison{t: t}
	for seed := range uint64(3) {
		shuffled := slices.Clone(goods)
		rand.New(rand.NewPCG(seed, 0)).Shuffle(len(shuffled), func(i, j int) { shuffled[i], shuffled[j] = shuffled[j], shuffled[i] })
		parser := NewParser(shuffled)
		for _, s := range said {
			c.compare(s, slotsOf(t, parser, s.u))
		}
	}
	c.finish(100, 0)
}

// TestLargeCatalogue puts 5,000 invented products beside those of the set.
func TestLargeCatalogue(t *testing.T) {
	t.Parallel()
	goods := evaluationProducts(t)
	said := sayings(t, NewParser(goods))
	for _, tc := range []struct {
		name   string
		rivals bool
		least  float64
	}{
		{"of other kinds", false, 100},
		// What was clear by its kind alone, or one of two, is one of hundreds then.
		{"of the same kinds", true, 97},
	} {
		t.Run(tc.name, func(t *testing.T) {
			t.Parallel()
			parser := NewParser(append(slices.Clone(goods), synthetic(5000, tc.rivals)...))
			c := comparison{t: t}
			for _, s := range said {
				c.compare(s, slotsOf(t, parser, s.u))
			}
			c.finish(tc.least, 0)
		})
	}
}

// TestSameMessageAgain reads every utterance again, from the end and by several at once: a
// reading remembers nothing.
func TestSameMessageAgain(t *testing.T) {
	t.Parallel()
	parser := NewParser(evaluationProducts(t))
	said := sayings(t, parser)
	for range 2 {
		t.Run("", func(t *testing.T) {
			t.Parallel()
			c := comparison{t: t}
			for _, s := range slices.Backward(said) {
				c.compare(s, slotsOf(t, parser, s.u))
			}
			c.finish(100, 0)
		})
	}
}

// sayings are the utterances of the evaluation set, as the parser reads them.
func sayings(t *testing.T, parser *Parser) []saying {
	t.Helper()
	var out []saying
	for _, r := range rows(t, bcptest.Shared(t, "nl", "dev.jsonl")) {
		u := r.utterance(t)
		out = append(out, saying{row: r, u: u, slots: slotsOf(t, parser, u)})
	}
	return out
}

func slotsOf(t *testing.T, p *Parser, u Utterance) []Slots {
	t.Helper()
	got, err := p.Interpret(t.Context(), u)
	if err != nil {
		t.Fatal(err)
	}
	return got.Actions()
}

// comparison counts what came out as it should.
type comparison struct {
	t              *testing.T
	n, same, risky int
}

func (c *comparison) compare(want saying, got []Slots) {
	c.t.Helper()
	c.n++
	is, should := c.meaning(got), c.meaning(want.slots)
	if is == should {
		c.same++
		return
	}
	note := ""
	for _, action := range riskyActions {
		asked := strings.Contains(should, `"`+action+`"`) || action == "start_payment" && strings.Contains(should, `"complete_checkout"`)
		if strings.Contains(is, `"`+action+`"`) && !asked {
			c.risky++
			note = "RISKY "
		}
	}
	c.t.Logf("%s%s %q\n got %s\nwant %s", note, want.ID, want.u.Text, is, should)
}

func (c *comparison) finish(least float64, risky int) {
	c.t.Helper()
	share := 100 * float64(c.same) / float64(max(c.n, 1))
	c.t.Logf("%.1f %% of %d come out right", share, c.n)
	if c.n == 0 || share < least || c.risky > risky {
		c.t.Errorf("%.1f %% of %d come out right and %d bring a risky action; want at least %v %%, and at most %d", share, c.n, c.risky, least, risky)
	}
}

// meaning is what is compared: in lower case, for names and streets are kept as written,
// and without what depends on the order in which things were said.
func (c *comparison) meaning(list []Slots) string {
	c.t.Helper()
	var out []string
	for _, s := range list {
		s.Reason, s.Said, s.Candidates = "", "", slices.Sorted(slices.Values(s.Candidates))
		raw, err := json.Marshal(s)
		if err != nil {
			c.t.Fatal(err)
		}
		out = append(out, fold(string(raw)))
	}
	slices.Sort(out)
	return strings.Join(out, " ")
}
