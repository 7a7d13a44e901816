package intents

import (
	"slices"
	"strings"
)

// browse reads a text that only looks for goods: it is a search for the goods and traits
// that it names, and its limits are filters; nothing is put in. What stands around the
// frame, whom it is for, and what is told apart are no part of it.
func (t *turn) browse(tokens []token, asks bool) bool {
	if t.conversation.Pending != nil || isPersonal(tokens) || slices.ContainsFunc(tokens, func(o token) bool { return browseless[spanKind(o.word)] }) {
		return false
	}
	l, framed := findLook(tokens)
	if !framed && asks && anyWords[tokens[0].word] {
		l, framed = look{to: 1}, true
	}
	left := withoutReceivers(withoutOffers(append(slices.Clone(tokens[:l.from]), tokens[l.to:]...)))
	if !framed && !limited(tokens) || showsOne(tokens) || pointsAt(left) || outsideWords.in(tokens) || axisWords.in(l.inside) {
		return false
	}
	if !t.looksOnly(tokens, left, framed) || !limited(tokens) && findCues(left).has(cueAdd) && t.namesProduct(withoutCues(left, cueAdd)) {
		return false
	}
	s, ok := t.lookedFor(tokens, l)
	if !ok {
		return false
	}
	t.add(s)
	return true
}

// browseless are the spans beside which nobody only looks.
var browseless = map[spanKind]bool{spanCoupon: true, spanOrder: true, spanProduct: true, spanPrice: true}

// anyWords open a question after things of a kind.
var anyWords = wordSet(wordList("browse anyWords"))

// axisWords ask what something comes in, and not what there is.
var axisWords = table(wordList("browse axisWords"))

// looksOnly reports whether a text does nothing but look; left is what stands around its
// frame.
func (t *turn) looksOnly(tokens, left []token, framed bool) bool {
	h := findCues(left)
	for _, c := range []cue{cueEmpty, cueReplace, cueRemove, cueUpdate, cueCancel, cueOrder, cueCompare, cueCart, cuePay, cueHelp, cueCoupon, cuePrice} {
		if h.has(c) && !(c == cueRemove && withoutUnwantedHas(left)) {
			return false
		}
	}
	if strongAdd.in(left) || shippingWords.in(tokens) || pickupWords.in(tokens) || methodsIn(tokens) {
		return false
	}
	if at, put := h[cueAdd]; put && !mildWishes.in(left[at.at:min(len(left), at.at+at.length)]) {
		return !framed
	}
	return true
}

// withoutUnwantedHas reports whether the words that seem to take something out only tell it
// apart.
func withoutUnwantedHas(tokens []token) bool {
	return !findCues(withoutUnwanted(tokens)).has(cueRemove)
}

// mildWishes want something without asking for it to be put in.
var mildWishes = table(wordList("browse mildWishes"))

// lookedFor makes the search of a text whose frame is l.
func (t *turn) lookedFor(tokens []token, l look) (s Slots, ok bool) {
	s = Slots{Action: "search_catalog"}
	var f SlotsFilters
	whole := t.takeLimits(glueUnits(withoutUnwanted(tokens)), &f)
	t.takeColor(t.takeBareSize(t.takeSize(whole, &f), &f), &f)
	if f != (SlotsFilters{}) {
		s.Filters = &f
	}
	kept := t.goodsOf(tokens, l)
	if len(kept) == 0 {
		return s, false
	}
	s.Query = strings.Join(kept, " ")
	return s, true
}

// goodsOf are the words of what is looked for, as they were written: those in the frame or
// behind it, else those before it; of the other parts of the sentence only what describes
// the goods.
func (t *turn) goodsOf(tokens []token, l look) []string {
	var parts [][]token
	if len(l.inside) > 0 {
		parts = append(parts, l.inside)
	}
	after := splitMarks(tokens[l.to:])
	before := splitMarks(tokens[:l.from])
	slices.Reverse(before)
	parts = append(append(parts, after...), before...)
	main := slices.IndexFunc(parts, func(p []token) bool { return t.namesGoods(t.searched(p)) })
	if main < 0 {
		return nil
	}
	var out []string
	for i, p := range parts {
		if i == main && (l.to == 0 || i >= len(parts)-len(before)) {
			p = t.fromArticle(p)
		}
		p = t.searched(p)
		switch {
		case i == main:
		case i < len(parts)-len(before) && t.describesOnly(p):
		default:
			continue
		}
		for _, o := range p {
			out = append(out, t.plainly(t.text[o.start:o.end]))
		}
	}
	return out
}

// fromArticle drops what leads up to the goods of a part that no frame is before: "tava
// pensando em dar um fone".
func (t *turn) fromArticle(part []token) []token {
	for i := len(part) - 1; i > 0; i-- {
		if (countingArticles[part[i-1].word] || part[i-1].word == "os" || part[i-1].word == "as") && t.namesGoods(part[i:]) {
			return part[i:]
		}
	}
	return part
}

// searched are the words of a part that a search is for.
func (t *turn) searched(part []token) []token {
	var f SlotsFilters
	own := len(part) > 1 && looks.own.at(part, 0) > 0 && looks.whom.at(part, looks.own.at(part, 0)) > 0
	part = withoutOffers(withoutReceivers(t.takeColor(t.takeBareSize(t.takeSize(t.takeLimits(glueUnits(withoutUnwanted(part)), &f), &f), &f), &f)))
	if l, ok := findLook(part); ok && len(l.inside) == 0 {
		part = append(slices.Clone(part[:l.from]), part[l.to:]...)
	}
	var kept []token
	for _, o := range sayingsAside.without(asides.without(part)) {
		if own && !t.namesGoods([]token{o}) {
			continue // "minha sogra ama café"
		}
		if !o.mark && !isMask(o.word) && !queryNoise[o.word] && !t.shortIs(o) && (!searchTalk[o.word] || t.index.carries(form(o.word))) {
			kept = append(kept, o)
		}
	}
	joins := func(o token) bool { return stopWords[o.word] || purposeWords[o.word] || letterLeadIns[o.word] }
	for len(kept) > 0 && joins(kept[0]) {
		kept = kept[1:]
	}
	for len(kept) > 0 && joins(kept[len(kept)-1]) {
		kept = kept[:len(kept)-1]
	}
	return kept
}

// namesGoods reports whether the words have a kind of goods, or something that the catalogue
// has.
func (t *turn) namesGoods(tokens []token) bool {
	tokens = slices.Clone(tokens)
	for i, o := range tokens {
		tokens[i].word = fold(t.plainly(o.word))
	}
	return slices.ContainsFunc(t.index.terms(tokens), func(o term) bool { return o.goods || len(o.readings) > 0 && !o.guessed })
}

// describesOnly reports whether all words are traits or makers of goods.
func (t *turn) describesOnly(tokens []token) bool {
	terms := t.index.terms(tokens)
	return len(terms) > 0 && !slices.ContainsFunc(terms, func(o term) bool { return o.goods || !o.trait && !o.maker })
}

// searchTalk is said around what is looked for.
var searchTalk = wordSet(wordList("browse searchTalk"))
