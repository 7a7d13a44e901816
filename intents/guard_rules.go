package intents

import (
	_ "embed"
	"strconv"
	"strings"
)

//go:embed lexicon/guards.txt
var guardsList string

// guardRules are what lexicon/guards.txt says: lists of phrases, and rules that put lists
// one behind the other. A list is looked up by its name, a rule by what it tells.
type guardRules struct {
	lists map[string]phrases
	rules map[string][]guardRule
}

// guardRule holds where its lists follow one another without a comma between, and no phrase
// of unless stands there or right behind.
type guardRule struct {
	steps  []guardStep
	unless phrases
}

// guardStep is a list, or aNumber or anAmount, and how many tokens may stand before it.
type guardStep struct {
	list  phrases
	value string
	gap   int
}

// Rules have any number, or an amount of money, under these names.
const (
	aNumber  = "N"
	anAmount = "$"
)

var guards = newGuardRules(guardsList)

func newGuardRules(list string) *guardRules {
	g := &guardRules{lists: map[string]phrases{aNumber: {}, anAmount: {}}, rules: map[string][]guardRule{}}
	said := map[string][]string{}
	kind, name := "", ""
	var rules [][2]string
	for line := range dataLines(list) {
		if heading, ok := strings.CutPrefix(line, "["); ok {
			kind, name, _ = strings.Cut(strings.TrimSuffix(heading, "]"), " ")
			continue
		}
		if kind == "list" {
			said[name] = append(said[name], line)
			continue
		}
		rules = append(rules, [2]string{name, line})
	}
	for name, lines := range said {
		g.lists[name] = table(strings.Join(lines, "|"))
	}
	for _, r := range rules {
		g.rules[r[0]] = append(g.rules[r[0]], g.rule(r[1]))
	}
	return g
}

// rule reads one: names of lists with the number of tokens between, "unless" and a list.
func (g *guardRules) rule(line string) guardRule {
	var out guardRule
	line, unless, _ := strings.Cut(line, " unless ")
	out.unless = g.list(strings.TrimSpace(unless))
	gap := 0
	for _, word := range strings.Fields(line) {
		if n, err := strconv.Atoi(word); err == nil {
			gap = n
			continue
		}
		step := guardStep{list: g.list(word), gap: gap}
		if word == aNumber || word == anAmount {
			step.value = word
		}
		out.steps, gap = append(out.steps, step), 0
	}
	return out
}

func (g *guardRules) list(name string) phrases {
	list, ok := g.lists[name]
	if !ok && name != "" {
		panic("guards.txt has no list " + name)
	}
	return list
}

// in reports whether any rule of the name holds in the tokens.
func (g *guardRules) in(name string, tokens []token) bool {
	at, _ := g.find(name, tokens)
	return at >= 0
}

// find returns the first place where a rule of the name holds and how many tokens it
// covers, or -1, 0.
func (g *guardRules) find(name string, tokens []token) (at, length int) {
	for i := range tokens {
		if tokens[i].mark && tokens[i].word != "%" {
			continue
		}
		for _, r := range g.rules[name] {
			if end := r.from(tokens, i, 0); end > 0 && !r.excepted(tokens, i, end) {
				return i, end - i
			}
		}
	}
	return -1, 0
}

// from returns where the steps from the given one on end, the first of which begins at
// tokens[i]; 0 if they do not hold.
func (r guardRule) from(tokens []token, i, step int) int {
	n := r.steps[step].covers(tokens, i)
	if n == 0 {
		return 0
	}
	if step+1 == len(r.steps) {
		return i + n
	}
	for gap := range r.steps[step+1].gap + 1 {
		next := i + n + gap
		if next >= len(tokens) || gap > 0 && tokens[next-1].mark && (isSentenceEnd(tokens[next-1].word) || tokens[next-1].word == ",") {
			break
		}
		if end := r.from(tokens, next, step+1); end > 0 {
			return end
		}
	}
	return 0
}

// covers returns how many tokens the step has at tokens[i].
func (s guardStep) covers(tokens []token, i int) int {
	if s.value != "" {
		n, money := moneyAt(tokens, i)
		if s.value == anAmount && !money {
			return 0
		}
		return n
	}
	return s.list.at(tokens, i)
}

// nearBy is how many tokens before or behind a rule an exception to it may stand.
const nearBy = 4

// excepted reports whether an exception stands in what the rule covers or near by, in the
// same sentence.
func (r guardRule) excepted(tokens []token, start, end int) bool {
	if r.unless.first == nil {
		return false
	}
	ends := func(i int) bool { return tokens[i].mark && isSentenceEnd(tokens[i].word) }
	for n := 0; n < nearBy && start > 0 && !ends(start-1); n++ {
		start--
	}
	for n := 0; n < nearBy && end < len(tokens) && !ends(end); n++ {
		end++
	}
	return r.unless.in(tokens[start:end])
}
