package intents

import (
	"maps"
	"slices"
	"strconv"

	"balcao/catalog"
	"balcao/internal/ids"
)

// repeats reports whether a phrase names again what the action before it asks for: by
// nothing but a pronoun ("esse mesmo, pode pôr"), or by a trait ("coffee beans, the 1 kg
// ones"). A number beside it is the quantity that was not said before.
func (t *turn) repeats(found target, n int64, counted bool, rest []token) bool {
	last := t.lastTarget()
	if last != nil && found.product != nil && slices.Contains(last.Candidates, string(found.product.ID)) && !(len(last.Options) > 0 && found.another([]target{{options: last.Options}})) {
		count := last.Quantity
		if counted && count == 1 {
			count = n
		}
		*last = found.slots(Slots{Action: last.Action, Quantity: count})
		return true // "a power bank, the big one"
	}
	if last == nil || last.Product == "" || moreWords.in(t.reading) {
		return false
	}
	named := len(t.index.terms(t.index.withoutNoise(glueUnits(rest)))) > 0
	switch {
	case found.product != nil && string(found.product.ID) == last.Product && !named:
	case found.product != nil && !named && !counted && !pointsAt(rest):
	case found.product == nil && len(found.candidates) == 0 && !named && counted && last.Quantity == 1 && last.Action == "add_to_checkout":
	case found.product == nil && named && !counted && len(found.candidates) > 1:
		p := t.index.product(ids.Product(last.Product))
		if p == nil || !slices.Contains(found.candidates, p) || len(meaning(t.index.withoutNoise(rest))) > 1 {
			return false
		}
	default:
		return false
	}
	if counted && last.Quantity == 1 && n >= 1 {
		last.Quantity = n
	}
	return true
}

// asSize reads a number that is a size of the product as that: "o branco, 39".
func (t *turn) asSize(found target, n int64, counted bool) (target, bool) {
	label := strconv.FormatInt(n, 10)
	if !counted || found.product == nil || n < leastSize || found.options[sizeAxis] != "" {
		return found, false
	}
	for _, o := range found.product.Options {
		if fold(o.Name) != sizeAxis {
			continue
		}
		for _, l := range o.Labels {
			if l == label || slices.Contains(halvesOf(l), label) {
				chosen := map[string]string{sizeAxis: l}
				return withChosen(target{product: found.product, options: chosen, said: found.said, explained: found.explained}, found.options), true
			}
		}
	}
	return found, false
}

// belonging picks, of several products, the one that goes with what was asked for before:
// "um pixel 10 pro e a capinha preta dele".
func (t *turn) belonging(found target, tokens []token) target {
	last := t.lastProduct()
	if last == nil {
		last = t.conversation.pointed(t.index)
	}
	if len(found.candidates) < 2 || last == nil || !itsWords.in(tokens) {
		return found
	}
	var best *catalog.Product
	for _, p := range found.candidates {
		title := words(tokenize(clean(p.Title)))
		missing := slices.ContainsFunc(words(tokenize(clean(last.Title))), func(w string) bool { return !slices.Contains(title, w) })
		if !missing && p != last && (best == nil || len(p.Title) < len(best.Title)) {
			best = p
		}
	}
	if best == nil {
		return found
	}
	return t.withOptions(best, t.index.terms(glueUnits(tokens)), found.said)
}

var itsWords = table(wordList("again itsWords"))

// sharedOptions are the options of a target: where it is one of several products, those that
// the phrase says of all of them.
func (t *turn) sharedOptions(found target, rest []token) map[string]string {
	if len(found.candidates) < 2 {
		return found.options
	}
	var shared map[string]string
	for i, p := range found.candidates {
		of := t.withOptions(p, t.index.terms(glueUnits(rest)), "")
		options := map[string]string{}
		maps.Copy(options, of.options)
		if of.variant != nil {
			for _, s := range of.variant.Selected {
				options[fold(s.Name)] = s.Label
			}
		}
		if i > 0 && !maps.Equal(shared, options) || len(p.Options) == 0 {
			return nil
		}
		shared = options
	}
	return shared
}

// leastSize is the smallest number that is rather a size of shoes than a quantity.
const leastSize = 30

// postponed reports whether a no behind the wish turns it around: "bota não".
func postponed(tokens []token) bool {
	tokens = trimMarks(tokens)
	n := len(tokens)
	return n > 1 && n <= 4 && tokens[n-1].word == "nao" && !tokens[n-2].mark && cueAt(tokens, 0) == cueAdd
}

// noBehind reads the no of spoken Portuguese that stands behind the verb: "tira não",
// "remove o café não". What it turns around is not done.
func (t *turn) noBehind(c clause, h hits) bool {
	tokens := trimMarks(c.tokens)
	n := len(tokens)
	if n < 2 || c.asks || tokens[n-1].word != "nao" || slices.ContainsFunc(tokens, func(o token) bool { return o.mark }) {
		return false
	}
	for _, cue := range []cue{cueRemove, cueEmpty, cueUpdate, cueReplace, cueCancel} {
		if at, ok := h[cue]; ok && at.at == 0 && !negations[tokens[0].word] {
			t.nothing(ReasonDeclined)
			return true
		}
	}
	return false
}

// superlative reads "o mais em conta desses": one of what was shown, told by its price.
func (t *turn) superlative(tokens []token) bool {
	if len(t.conversation.Results) < 2 || !cheapestWords.in(tokens) && !dearestWords.in(tokens) {
		return false
	}
	left := t.index.withoutNoise(ackWords.without(chatWords.without(cheapestWords.without(dearestWords.without(tokens)))))
	for _, o := range meaning(left) {
		if !listWords[o.word] && !deictics[o.word] && !articles[o.word] {
			return false
		}
	}
	found := t.target(t.conversation, phrase{tokens: ackWords.without(tokens), spans: t.spans})
	if found.product == nil {
		return false
	}
	t.add(found.slots(Slots{Action: "add_to_checkout", Quantity: 1}))
	return true
}

// listWords speak of what was shown as a list.
var listWords = wordSet(wordList("again listWords"))
