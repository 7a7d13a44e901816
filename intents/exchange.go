package intents

import (
	"slices"

	"balcao/catalog"
	"balcao/internal/ids"
)

// byModel returns what follows "pelo", "for the" and the like: one thing that is known by
// its model or by what it has. nil if something else follows.
func byModel(tokens []token) []token {
	if n := definiteBy.at(tokens, 0); n > 0 {
		return tokens[n:]
	}
	return nil
}

// toModel reports whether a change goes to something that is no number: "muda pro normal".
func (t *turn) toModel(tokens []token) bool {
	if len(tokens) < 2 {
		return false
	}
	n := definiteBy.at(tokens, 0)
	if n == 0 || n >= len(tokens) {
		return false
	}
	_, number := t.number(tokens, n)
	return number == 0
}

// definiteBy stand before the one thing that takes another's place.
var definiteBy = table(wordList("exchange definiteBy"))

// withoutPointing drops the pronouns that stand for the thing that goes.
func withoutPointing(tokens []token) []token {
	return slices.DeleteFunc(slices.Clone(tokens), func(o token) bool { return deictics[o.word] })
}

// exchangeModel puts another model or another variant in the place of the one in focus:
// "troca pelo de 256", "swap it for the ultra", "troca pela azul".
func (t *turn) exchangeModel(old target, tokens []token) bool {
	tokens = glueUnits(polite.without(t.cutContrast(tokens)))
	next := t.target(Conversation{Focus: old.product.ID}, phrase{tokens: tokens, spans: t.spans})
	if next.product == nil || next.explained < surelyExplained || next.product == old.product && len(next.options) == 0 {
		next = t.sibling(old.product, tokens)
	}
	if next.product == nil {
		return false
	}
	if next.product == old.product {
		next = withChosen(next, t.heldOptions(old.product.ID))
	}
	if t.staysSame(old, next) {
		t.nothing(ReasonUnclear)
		return true
	}
	t.add(t.fewer(old, 0, false), next.slots(Slots{Action: "add_to_checkout", Quantity: 1}))
	return true
}

// staysSame reports whether what shall take the place of a product is the very same, in the
// variant that is held: nothing would be exchanged, and what is meant has to be asked.
func (t *turn) staysSame(old, next target) bool {
	if old.product == nil || next.product != old.product {
		return false
	}
	l := t.conversation.line(old.product.ID)
	return l == nil || next.variant == nil && len(next.options) == 0 || next.variant != nil && next.variant.ID == l.Variant
}

// heldOptions are the options of a product in the checkout, by axis.
func (t *turn) heldOptions(id ids.Product) map[string]string {
	l, p := t.conversation.line(id), t.index.product(id)
	if l == nil || p == nil {
		return nil
	}
	return chosenOf(p, Slots{Variant: string(l.Variant)})
}

// sibling finds the product of the same kind that a phrase tells apart: by its mark, by a
// number of its name, by its size.
func (t *turn) sibling(old *catalog.Product, tokens []token) target {
	if next := t.ofTheKind(old, tokens, target{}); next.product != nil {
		return next
	}
	read := t.index.read(t.index.withoutNoise(tokens))
	terms := slices.DeleteFunc(read.terms, func(o term) bool { return o.noise })
	plain := slices.ContainsFunc(t.index.read(tokens).terms, func(o term) bool { return o.base })
	if len(terms) == 0 && !plain {
		return target{}
	}
	place := t.index.place[old.ID]
	var best *catalog.Product
	fewest := 0
	for _, near := range t.index.placesOf(t.index.nearest(t.index.terms(glueUnits(tokenize(clean(old.Title)))), mostSiblings)) {
		e := &t.index.entries[near]
		if near == place || e.product.Brand != old.Brand || e.product.Category != old.Category {
			continue
		}
		if slices.ContainsFunc(terms, func(o term) bool { return !t.index.tells(near, o) }) || plain && t.index.hasMark(e.title, nil) {
			continue
		}
		shared := t.index.sharedTitle(place, near)
		if more := len(e.title) - shared; shared > 0 && (best == nil || more < fewest) {
			best, fewest = e.product, more
		}
	}
	if best == nil {
		return target{}
	}
	return t.withOptions(best, nil, "")
}

// onlyMarks reports whether a phrase has nothing but marks of a model: "the pro".
func onlyMarks(tokens []token) bool {
	left := meaning(tokens)
	return len(left) > 0 && !slices.ContainsFunc(left, func(o token) bool { return !modelMarks[o.word] && !articles[o.word] })
}

// mostSiblings is how many products are looked at for one of the same kind.
const mostSiblings = 50

// sharedTitle counts the words that two titles share.
func (x *Index) sharedTitle(a, b int32) int {
	n := 0
	for _, id := range x.entries[a].title {
		if slices.Contains(x.entries[b].title, id) {
			n++
		}
	}
	return n
}
