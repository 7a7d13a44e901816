package intents

import (
	_ "embed"
	"maps"
	"strings"

	"balcao/internal/lang"
)

//go:embed lexicon/assent.txt
var assentList string

// Some questions bind: a yes closes the order, charges, cancels, empties the cart or spends
// a code. A yes to one of them is read by a small closed grammar and by nothing else:
//
//	{ lead | judgement } yes { after } { mark { lead | judgement } yes { after } }
//
// where a yes is a phrase that says so by itself or [subject] [opening] verb [object], with
// one object of this very question. Whatever else stands in the sentence, such as a word
// that asks, a claim of having paid or another thing, makes it no yes.
type assentWords struct {
	lead, thing, is, fine, judged, never, opening, subject, after, determiner, claims, favour worded
	// yes are by question, those to every one by "".
	yes  map[string]worded
	acts map[string][]act
	// doubt are marks that doubt or ask.
	doubt worded
}

// act is a group of verbs with what they may be done to.
type act struct{ verbs, bare, objects worded }

// worded are phrases by the language they are limited to, "" for all.
type worded map[string]phrases

// emptyQuestion is the question whether the cart is to be emptied.
const emptyQuestion = "empty"

var assent = newAssentWords(assentList)

func newAssentWords(list string) *assentWords {
	a := &assentWords{yes: map[string]worded{}, acts: map[string][]act{}, doubt: worded{}}
	for _, w := range []*worded{&a.lead, &a.thing, &a.is, &a.fine, &a.judged, &a.never, &a.opening, &a.subject, &a.after, &a.determiner, &a.claims, &a.favour} {
		*w = worded{}
	}
	sections := map[string]worded{
		"lead": a.lead, "thing": a.thing, "is": a.is, "fine": a.fine, "judged": a.judged, "never": a.never,
		"opening": a.opening, "subject": a.subject, "after": a.after, "determiner": a.determiner,
		"claims": a.claims, "favour": a.favour,
	}
	var into []worded
	var group act
	for line := range dataLines(list) {
		if heading, ok := strings.CutPrefix(line, "["); ok {
			names := strings.Fields(strings.TrimSuffix(heading, "]"))
			switch {
			case names[0] == "yes":
				into = a.yesOf(names[1:])
			case names[0] == "doubt":
				into = []worded{a.doubt}
			case names[0] == "act":
				group = act{worded{}, worded{}, worded{}}
				for _, question := range names[1:] {
					a.acts[question] = append(a.acts[question], group)
				}
			default:
				into = []worded{sections[names[0]]}
			}
			continue
		}
		kind, said, ok := strings.Cut(line, ":")
		switch {
		case !ok:
			for _, w := range into {
				w.add(line)
			}
		case kind == "verbs":
			group.verbs.add(said)
		case kind == "bare":
			group.bare.add(said)
		case kind == "objects":
			group.objects.add(said)
		}
	}
	return a
}

// yesOf are the tables of what says yes to the questions, to every one if none is named.
func (a *assentWords) yesOf(questions []string) []worded {
	if len(questions) == 0 {
		questions = []string{""}
	}
	out := make([]worded, len(questions))
	for i, question := range questions {
		if a.yes[question] == nil {
			a.yes[question] = worded{}
		}
		out[i] = a.yes[question]
	}
	return out
}

// all are the tables that have words, for the mending of slips.
func (a *assentWords) all() []phrases {
	list := []worded{a.favour, a.lead, a.thing, a.fine, a.judged, a.opening, a.after}
	for _, w := range a.yes {
		list = append(list, w)
	}
	for _, acts := range a.acts {
		for _, group := range acts {
			list = append(list, group.verbs, group.bare, group.objects)
		}
	}
	var out []phrases
	for _, w := range list {
		for p := range maps.Values(w) {
			out = append(out, p)
		}
	}
	return out
}

func (w worded) add(list string) {
	for _, phrase := range strings.Split(list, "|") {
		said, language, limited := strings.Cut(strings.TrimSpace(phrase), "@")
		if limited {
			language = lang.Of(language)
		}
		words := strings.Fields(said)
		if len(words) == 0 {
			continue
		}
		if w[language].first == nil {
			w[language] = phrases{first: map[string][][]string{}}
		}
		w[language].first[words[0]] = append(w[language].first[words[0]], words)
	}
}

// reading is a sentence that may be a yes, read by the grammar from place to place.
type assenting struct {
	*assentWords
	tokens             []token
	question, language string
}

// at returns how many tokens the longest phrase covers from place i on, word by word.
func (r assenting) at(w worded, i int) int {
	if i >= len(r.tokens) {
		return 0
	}
	return max(w[""].exactly(r.tokens[i:]), w[r.language].exactly(r.tokens[i:]))
}

// exactly returns how many tokens the longest phrase covers which they begin with, without
// any other word between.
func (p phrases) exactly(tokens []token) int {
	longest := 0
	for _, phrase := range p.first[tokens[0].word] {
		n := 0
		for n < len(phrase) && n < len(tokens) && !tokens[n].mark && tokens[n].word == phrase[n] {
			n++
		}
		if n == len(phrase) {
			longest = max(longest, n)
		}
	}
	return longest
}

// assents reports whether the tokens say yes to a question that binds.
func (t *turn) assents(tokens []token, question string) bool {
	r := assenting{assentWords: assent, tokens: tokens, question: question, language: t.language}
	said, fresh := false, true
	ironic, told := 0, false
	for i, o := range tokens {
		if r.at(r.never, i) > 0 {
			return false
		}
		told = told || strings.HasPrefix(o.word, "confirm")
		if ironicTwice[o.word] {
			if ironic++; ironic > 1 {
				return false
			}
		}
	}
	for i := 0; i < len(tokens); {
		if tokens[i].mark {
			if r.doubt[""].has(tokens[i].word) {
				return false
			}
			i, fresh = i+1, true
			continue
		}
		if question == actionPay && r.at(r.claims, i) > 0 {
			return false
		}
		yes, before, after := r.yesAt(i), 0, 0
		if fresh || !said {
			before = r.beforeYes(i)
		}
		if said {
			after = r.at(r.after, i)
			if !told {
				after = max(after, r.at(r.favour, i))
			}
		}
		fresh = false
		switch {
		case yes > 0 && yes >= before && yes >= after:
			said = true
			i += yes
		case before > 0 && before >= after:
			i += before
		case after > 0:
			i += after
		default:
			return false
		}
	}
	return said
}

// ironicTwice are mocking where they are said twice.
var ironicTwice = wordSet(wordList("assent ironicTwice"))

// beforeYes is the length of what may lead up to a yes: a greeting, or a judgement of what
// was shown.
func (r assenting) beforeYes(i int) int {
	longest := max(r.at(r.lead, i), r.at(r.judged, i), mildYesWords.exactly(r.tokens[i:]))
	thing := r.at(r.thing, i)
	if is := r.at(r.is, i+thing); is > 0 {
		if fine := r.at(r.fine, i+thing+is); fine > 0 {
			longest = max(longest, thing+is+fine)
		}
	}
	return longest
}

// yesAt is the length of what says yes, with its object.
func (r assenting) yesAt(i int) int {
	longest := max(r.at(r.yes[""], i), r.at(r.yes[r.question], i))
	for _, start := range []int{i, i + r.at(r.subject, i)} {
		for _, from := range []int{start, start + r.at(r.opening, start)} {
			for _, group := range r.acts[r.question] {
				longest = max(longest, r.actAt(group, from)-i)
			}
		}
	}
	return longest
}

// actAt is where an act that begins at place i ends, 0 if none does.
func (r assenting) actAt(group act, i int) int {
	verb, bare := r.at(group.verbs, i), r.at(group.bare, i)
	object := func(at int) int {
		if n := r.at(group.objects, at); n > 0 {
			return at + n
		}
		for range mostDeterminers {
			at += r.at(r.determiner, at)
		}
		if n := r.at(group.objects, at); n > 0 {
			return at + n
		}
		return 0
	}
	end := 0
	if verb > 0 {
		end = max(i+verb, object(i+verb))
	}
	if bare > 0 {
		end = max(end, object(i+bare))
	}
	return end
}

// mostDeterminers is how many stand before a noun: "a minha compra".
const mostDeterminers = 2

// binds returns the question of the grammar that is pending, "" if it does not bind.
func binds(s Slots) string {
	switch s.Action {
	case actionComplete, actionPay, actionReturn, "cancel_checkout", "apply_discount":
		return s.Action
	case "remove_from_checkout":
		if s.All {
			return emptyQuestion
		}
	}
	return ""
}
