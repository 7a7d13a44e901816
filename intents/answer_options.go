package intents

import (
	"maps"
	"slices"

	"balcao/catalog"
	"balcao/internal/ids"
	"balcao/internal/lang"
)

// optionAnswer reads an answer about the product of a pending question by the labels of
// its options alone, whatever is said around them: "calço 39", "preto não, branco", "o 36
// não entra, põe 37". Labels that are turned down give way to the others.
func (t *turn) optionAnswer(s Slots, tokens []token) (slots []Slots, done bool) {
	p := t.index.product(ids.Product(s.Product))
	if p == nil || len(p.Options) == 0 || endsAsking(tokens) {
		return nil, false
	}
	now := chosenOf(p, s)
	said := t.labelsSaid(p, tokens)
	chosen := map[string]string{}
	for _, l := range said.labels {
		old, settled := chosen[l.axis]
		switch {
		case l.denied, settled && l.label == now[l.axis]:
		case settled && old != now[l.axis] && l.listed:
			return nil, false // "uma preta e uma branca" are two
		default:
			chosen[l.axis] = l.label
		}
	}
	if len(chosen) == 0 || t.namesOther(p, said.rest) {
		return nil, false
	}
	if n, counted, _ := t.takeNewQuantity(optionFill.without(withoutCues(said.rest, cueAdd, cueUpdate, cueReplace))); counted {
		if n < 1 || n >= leastSize {
			return []Slots{unknown(ReasonUnclear)}, true // a size that there is not
		}
		s.Quantity = n
	}
	maps.Copy(now, chosen)
	found := withChosen(target{product: p}, now)
	return []Slots{found.slots(Slots{Action: s.Action, Quantity: s.Quantity})}, true
}

// chosenOf are the options that the slots have settled, by axis.
func chosenOf(p *catalog.Product, s Slots) map[string]string {
	chosen := maps.Clone(s.Options)
	if chosen == nil {
		chosen = map[string]string{}
	}
	for _, v := range p.Variants {
		if string(v.ID) != s.Variant {
			continue
		}
		for _, o := range v.Selected {
			chosen[fold(o.Name)] = o.Label
		}
	}
	return chosen
}

// saidLabel is a label of an option that an answer says.
type saidLabel struct {
	axis, label string
	// denied says that it is turned down; listed that it stands in a list, beside others.
	denied, listed bool
}

// saidOptions are the labels of an answer and the words that are none.
type saidOptions struct {
	labels []saidLabel
	rest   []token
}

// labelsSaid finds the labels part by part: a no before a label or behind all of them turns
// it down, and so does a complaint.
func (t *turn) labelsSaid(p *catalog.Product, tokens []token) saidOptions {
	var out saidOptions
	for _, part := range splitMarks(tokens) {
		first, no, pending := len(out.labels), false, false
		for i, tok := range part {
			axis, label, ok := t.labelOf(p, tok)
			switch {
			case t.denies(part, i) || len(out.labels) > first && (tok.word == "que" || tok.word == "than") && ratherThan.in(part[:i]):
				no, pending = true, true
				continue
			case !ok && complaints.at(part, i) > 0:
				pending = true
			case no && cueAt(part, i) == cueAdd && !wantWords.has(tok.word) && len(out.labels) > first:
				no = false
			}
			if !ok {
				out.rest = append(out.rest, tok)
				continue
			}
			listed := i > 0 && len(out.labels) > first && (joiners[part[i-1].word] || articles[part[i-1].word])
			out.labels = append(out.labels, saidLabel{axis: axis, label: label, denied: no, listed: listed})
			pending = pending && !no
		}
		for i := first; i < len(out.labels) && pending; i++ {
			out.labels[i].denied = true
		}
	}
	return out
}

// denies reports whether a no stands at the place; the Portuguese "no" before a word is
// none.
func (t *turn) denies(part []token, i int) bool {
	if insteadWords.at(part, i) > 0 {
		return true
	}
	return negations[part[i].word] && (part[i].word != "no" && part[i].word != "n" && part[i].word != "num" ||
		part[i].word == "no" && t.language == lang.Spanish && (i == len(part)-1 || i == 0))
}

// labelOf returns the label of the product's options that a word says.
func (t *turn) labelOf(p *catalog.Product, tok token) (axis, label string, ok bool) {
	if tok.mark || stopWords[tok.word] && len(tok.word) > 1 {
		return "", "", false
	}
	terms := t.index.terms([]token{tok})
	if len(terms) == 0 {
		return "", "", false
	}
	for _, o := range p.Options {
		if label, ok := t.index.labelAmong(o, terms); ok {
			return fold(o.Name), label, true
		}
	}
	return "", "", false
}

// mostAround is how many words with a meaning may stand around the labels of an answer.
const mostAround = 5

// namesOther reports whether the words around the labels speak of something else than the
// product.
func (t *turn) namesOther(p *catalog.Product, rest []token) bool {
	left := t.index.withoutNoise(withoutCues(rest, cueAdd, cueUpdate, cueReplace))
	for _, said := range []phrases{correctionWords, ackWords, yesWords, complaints, optionFill} {
		left = said.without(left)
	}
	if len(meaning(left)) > mostAround || isPersonal(rest) {
		return true
	}
	l := t.index.link(left, nil)
	return len(l.products) > 0 && !slices.Contains(l.products, p) && l.explained >= surelyExplained
}

// splitMarks parts tokens at the marks between them and before what opposes.
func splitMarks(tokens []token) [][]token {
	var out [][]token
	var part []token
	for _, tok := range tokens {
		if tok.mark || tok.word == "mas" || tok.word == "but" || tok.word == "pero" {
			if len(part) > 0 {
				out = append(out, part)
			}
			part = nil
			continue
		}
		part = append(part, tok)
	}
	if len(part) > 0 {
		out = append(out, part)
	}
	return out
}

// endsAsking reports whether the tokens end in a question mark.
func endsAsking(tokens []token) bool {
	return len(tokens) > 0 && tokens[len(tokens)-1].word == "?"
}

var (
	// ratherThan are the words that a "than" belongs to.
	ratherThan = table(wordList("answer_options ratherThan"))
	// complaints turn down the size that they are said of.
	complaints = table(wordList("answer_options complaints"))
	// optionFill are words around the label in an answer.
	optionFill = table(wordList("answer_options optionFill"))
)
