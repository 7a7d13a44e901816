package intents

import (
	"slices"

	"balcao/internal/ids"
	"balcao/internal/lang"
)

// bare reads a clause without a verb: "mais um desse", "4 corre 4 preto 42", "o segundo",
// "camiseta vermelha".
func (t *turn) bare(c clause, _ hits) bool {
	reason := small(c.tokens)
	if reason == ReasonNoPending && pointsAt(c.tokens) && pointsOnly(c.tokens) && !asksNothing(c.tokens) && len(t.conversation.Lines) == 0 && !t.asking(c.tokens[0].start) {
		if p := t.conversation.pointed(t.index); p != nil {
			t.add(target{product: p}.slots(Slots{Action: "add_to_checkout", Quantity: 1}))
			return true
		}
	}
	if reason == ReasonChitchat && len(meaning(chatWords.without(c.tokens))) == 0 {
		t.nothing(reason)
		return true
	}
	if (opener(ownWordings, c.tokens) > 0 || tooMuchWords.in(c.tokens)) && !c.asks {
		t.nothing(ReasonUnclear) // what one has is no wish, and "cinco é muito" none either
		return true
	}
	if reason == ReasonNoPending || reason == ReasonOutOfScope || isPersonal(c.tokens) {
		if !isPersonal(c.tokens) {
			t.nothing(reason)
		}
		return true
	}
	if remarks.in(firstPart(c.tokens)) {
		c.asks = true // "eu já tenho um": what is remarked is no more wanted than what is asked about
		return t.bareName(c, reason)
	}
	if limited(c.tokens) {
		if s, ok := t.query(t.continued(c, withoutCues(c.tokens, cueAvailable))); ok {
			t.add(s)
			return true
		}
	}
	if t.eachListed(c.tokens) {
		return true
	}
	if together := t.shared(c.tokens); together != nil && !c.asks && (len(together) > 1 || t.conversation.pointed(t.index) != nil) {
		t.wishOne(together, c, false)
		return true
	}
	if len(t.conversation.Results) > 1 && t.places(c.tokens) || t.eachOf(c.tokens) || t.piecesOfFocus(c) || t.superlative(c.tokens) || t.states(c) || t.picks(c) || t.several(c.tokens) || t.restates(c) {
		return true
	}
	more := moreWords.in(laterWords.without(c.tokens)) // "otro día" is no other piece
	tokens := withoutMore(c.tokens)
	n, counted, rest := t.takeQuantity(glueUnits(tokens))
	if len(c.tokens) > 0 && pointsOnly(c.tokens) && len(t.conversation.Lines) == 0 && !t.asking(c.tokens[0].start) {
		if p := t.conversation.pointed(t.index); p != nil {
			t.add(target{product: p}.slots(Slots{Action: "add_to_checkout", Quantity: 1}))
			return true
		}
	}
	if counted && n == 1 && t.asksForOne(c) {
		counted = false // "e um aerossol?" asks what there is
	}
	place, _ := ordinal(rest, len(t.conversation.Results))
	_, spelt := phrase{tokens: rest, spans: t.spans}.product()
	alone := len(meaning(t.index.withoutNoise(rest))) == 0 && !pointsAt(rest) // a number by itself says nothing
	if counted && !alone || more || place >= 0 || spelt {
		if found := t.target(t.conversation, phrase{tokens: rest, spans: t.spans, again: more}); found.found() && (!found.empty || more) {
			found = t.belonging(found, c.tokens)
			if t.onlyDescribes(found, rest, counted) {
				t.nothing(ReasonUnclear)
				return true
			}
			if !counted {
				n = 1
			}
			if n < 1 || n > maxQuantityInText {
				t.nothing(ReasonInvalidQuantity)
				return true
			}
			if c.asks && !counted && !more && !modal.in(c.tokens) && !polite.in(c.tokens) {
				t.add(found.slots(Slots{Action: "get_product"})) // "what's the second one like?"
				return true
			}
			t.add(t.onlyThat(c, found, n, found.slots(Slots{Action: "add_to_checkout", Quantity: n})))
			return true
		}
	}
	return t.bareName(c, reason)
}

// asksForOne reports whether a clause asks after one of something and wishes for nothing.
func (t *turn) asksForOne(c clause) bool {
	if !c.asks || moreWords.in(c.tokens) || polite.in(c.tokens) || modal.in(c.tokens) || asWell.in(c.tokens) {
		return false
	}
	i := 0
	for i < len(c.tokens) && (connectors[c.tokens[i].word] || c.tokens[i].mark) {
		i++
	}
	return i < len(c.tokens) && articles[c.tokens[i].word]
}

// asWell adds to what is wished for already.
var asWell = table("tambem|also|too|as well|tambien")

// polite are words that only a wish has: "coturno marrom 41, por favor".
var polite = table(wordList("bare polite"))

// modal words ask for something to be done.
var (
	modal = table(wordList("bare modal"))
)

// afterVerb returns what follows an unknown word that stands where a verb does, if it is
// a number of one product: "descola um mouse pra mim". nil otherwise.
func (t *turn) afterVerb(tokens []token) []token {
	for i := 0; i+2 < len(tokens) && i < 3; i++ {
		if stopWords[tokens[i].word] || fillerWords[tokens[i].word] || tokens[i].mark {
			continue
		}
		if t.index.knows(tokens[i].word) || hasDigit(tokens[i].word) {
			return nil
		}
		rest := tokens[i+1:]
		if _, length := t.number(rest, 0); length == 0 {
			return nil
		}
		_, _, named := t.takeQuantity(glueUnits(polite.without(rest)))
		l := t.index.link(t.index.withoutNoise(named), nil)
		if len(l.products) == 1 && l.explained >= surelyExplained && t.conversation.line(l.products[0].ID) == nil {
			return rest
		}
		return nil
	}
	return nil
}

// setsLine reads "coloca o chocolate em 5" of a line of the checkout.
func (t *turn) setsLine(tokens []token) bool {
	if len(t.conversation.Lines) == 0 || !toNumber(t.reader, tokens) && !t.numberOn(tokens) {
		return false
	}
	n, counted, rest := t.takeNewQuantity(glueUnits(tokens))
	if !counted || n < 1 || n > maxQuantityInText {
		return false
	}
	found := t.target(t.conversation, phrase{tokens: rest, spans: t.spans, basket: true})
	if found.product == nil || found.explained < surelyExplained || t.conversation.line(found.product.ID) == nil || len(t.index.terms(rest)) == 0 {
		return false
	}
	s := found.slots(Slots{Action: "update_quantity", Quantity: n})
	s.Options = nil
	t.add(s)
	return true
}

// numberOn reports whether a number is put on a line: "7 no cabo hdmi".
func (t *turn) numberOn(tokens []token) bool {
	if len(tokens) == 0 {
		return false
	}
	_, n := t.number(tokens, 0)
	return n > 0 && n < len(tokens) && onLine[tokens[n].word] && t.language == lang.Portuguese
}

var onLine = wordSet("no na nos nas")

// several reads a list of quantities and products without a verb: "2 cafés e 1 filtro".
func (t *turn) several(tokens []token) bool {
	parts := t.parts(tokens, false)
	if len(parts) < 2 {
		return false
	}
	counts := 0
	for _, part := range parts {
		if _, counted, _ := t.takeQuantity(glueUnits(part)); counted {
			counts++
		}
	}
	if counts == 0 {
		return false
	}
	for _, part := range parts {
		t.wishOne(withoutMore(part), clause{tokens: part}, false)
	}
	return true
}

// restates reads another quantity for what was asked for last, without a word for the
// correction: "são três", "café em grão. dois por favor".
func (t *turn) restates(c clause) bool {
	if n := ackWords.at(c.tokens, 0); n > 0 && n < len(c.tokens) && restated.at(c.tokens, 0) == 0 {
		c.tokens = c.tokens[n:] // "ok, two bags then"
	}
	cut, instead := cutInstead(t.cutContrast(c.tokens))
	instead = instead || endsCorrecting.in(cut)
	tokens := restated.without(cut)
	if instead {
		c.tokens = append(cut[:len(cut):len(cut)], token{word: "so"})
	}
	n, counted, rest := t.takeQuantity(glueUnits(tokens))
	if !counted || n < 1 || n > maxQuantityInText {
		return false
	}
	counter := slices.ContainsFunc(c.tokens, isCounter) && !moreWords.in(c.tokens)
	left := slices.DeleteFunc(t.index.withoutNoise(rest), isCounter)
	if n == 1 && !onlyWords.in(c.tokens) && !hasDigit(words(c.tokens)[0]) && len(words(c.tokens)) > 2 || chatWords.in(c.tokens) {
		return false // "tu é um amor"
	}
	if len(meaning(left)) == 0 {
		last := t.lastTarget()
		if last != nil && (last.Quantity == 1 || len(tokens) < len(c.tokens)) {
			last.Quantity = n
			return true
		}
		if p := t.conversation.pointedLine(t.index); p != nil && (counter || len(tokens) < len(c.tokens) && t.conversation.Pending == nil) {
			t.add(target{product: p}.slots(Slots{Action: "update_quantity", Quantity: n}))
			return true
		}
		return false
	}
	if !instead && (restated.at(c.tokens, 0) == 0 || articles[c.tokens[0].word]) {
		return false
	}
	found := t.target(t.conversation, phrase{tokens: rest, spans: t.spans, basket: true})
	if found.product == nil || t.conversation.line(found.product.ID) == nil {
		return false
	}
	t.add(Slots{Action: "update_quantity", Product: string(found.product.ID), Quantity: n})
	return true
}

// isCounter reports whether a word counts pieces or packs: "two bags", "3 pacotes".
func isCounter(o token) bool { return containers[form(o.word)] || pieces.has(o.word) }

// endsCorrecting says at the end that a number was wrong: "2 celulares na verdade".
var endsCorrecting = table("na verdade|actually|en realidad")

// onlyThat turns a wish for fewer pieces than there are into the new quantity: "só um
// café".
func (t *turn) onlyThat(c clause, found target, n int64, s Slots) Slots {
	if found.product == nil || !onlyWords.in(c.tokens) {
		return s
	}
	if l := t.conversation.line(found.product.ID); l != nil && l.Quantity > n {
		return Slots{Action: "update_quantity", Product: s.Product, Variant: s.Variant, Quantity: n}
	}
	return s
}

var onlyWords = table(wordList("bare onlyWords"))

// bareName reads the name of a product alone: one is shown, several are searched for.
func (t *turn) bareName(c clause, reason Reason) bool {
	l := t.index.link(glueUnits(t.index.withoutNoise(chatWords.without(c.tokens))), nil)
	if c.asks && (len(l.products) != 1 || l.explained < surelyExplained) {
		if about := t.index.link(glueUnits(t.index.withoutNoise(attributes.without(c.tokens))), nil); len(about.products) == 1 && about.explained >= surelyExplained && t.index.specific(about.terms) {
			l = about
		}
	}
	if len(l.products) == 0 && (t.kindSaid(c.tokens) || t.asksForOne(c)) {
		if s, ok := t.query(c.tokens); ok {
			s.weak = true
			t.add(s)
			return true
		}
	}
	if len(l.products) == 0 && t.leadingPart(c) {
		return true
	}
	if p := t.index.product(t.conversation.Focus); len(l.products) == 0 && c.asks && p != nil && reason == ReasonUnclear && opensPointing(c.tokens) {
		t.add(target{product: p}.slots(Slots{Action: "get_product"})) // "essa aí molha?"
		return true
	}
	if len(l.products) == 0 {
		t.nothing(reason)
		return true
	}
	if after := t.afterVerb(c.tokens); len(after) > 0 && !c.asks {
		t.wishOne(polite.without(after), c, false)
		return true
	}
	if polite.in(c.tokens) && !c.asks && len(l.products) > 0 {
		t.wishOne(polite.without(c.tokens), c, false)
		return true
	}
	if len(l.products) == 1 && l.explained >= surelyExplained {
		found := t.withOptions(l.products[0], l.terms, "")
		if _, sized := found.options[sizeAxis]; sized && !c.asks {
			t.add(found.slots(Slots{Action: "add_to_checkout", Quantity: 1})) // who says a size wants it
			return true
		}
		if last := t.lastTarget(); last != nil && last.Product == string(found.product.ID) {
			return true // it was named again
		}
		t.add(found.slots(Slots{Action: "get_product"}))
		t.named = true
		return true
	}
	s, ok := t.query(c.tokens)
	if !ok || isNumber(s.Query) {
		t.nothing(ReasonUnclear)
		return true
	}
	s.weak = true
	t.add(s)
	return true
}

// allAre reports whether what is left of a phrase names nothing, or the kind that all of
// the products are of: "os dois livros".
func (t *turn) allAre(list []ids.Product, left []token) bool {
	if len(meaning(left)) == 0 {
		return true
	}
	left = slices.DeleteFunc(slices.Clone(left), func(o token) bool { return anyThing[o.word] })
	if len(meaning(left)) == 0 {
		return true
	}
	terms := t.index.terms(left)
	for _, place := range t.index.placesOf(list) {
		if len(terms) == 0 || slices.ContainsFunc(terms, func(o term) bool { return !t.index.tells(place, o) }) {
			return false
		}
	}
	return true
}

// anyThing are words for things of any kind.
var anyThing = wordSet(wordList("bare anyThing"))

// piecesOfFocus reads a number with an agreement or a courtesy as so many pieces of the
// product spoken of: "pode ser três", "two please".
func (t *turn) piecesOfFocus(c clause) bool {
	p := t.conversation.pointed(t.index)
	if p == nil || c.asks || t.conversation.Pending != nil || len(t.slots) > 0 || len(t.conversation.Lines) > 0 {
		return false
	}
	left := ackWords.without(polite.without(c.tokens))
	n, alone := t.loneNumber(left)
	if len(left) == len(c.tokens) || !alone || n < 1 || n > maxQuantityInText {
		return false
	}
	t.add(target{product: p}.slots(Slots{Action: "add_to_checkout", Quantity: n}))
	return true
}

// saysAll reports whether a phrase counts all of the products last shown: "os quatro
// cabos".
func (t *turn) saysAll(left []token, list []ids.Product) bool {
	if len(left) < 2 || !pluralArticles[left[0].word] {
		return false
	}
	n, length := t.number(left, 1)
	return length > 0 && n == int64(len(list)) && t.allAre(list, left[1+length:])
}

var pluralArticles = wordSet("os as los las the")

// asksNothing tells "isso mesmo", which only agrees, from "esse mesmo".
func asksNothing(tokens []token) bool {
	return slices.ContainsFunc(tokens, func(t token) bool { return t.word == "isso" || t.word == "eso" || t.word == "that" })
}

// pointsOnly reports whether a clause does nothing but point: "pode ser esse mesmo".
func pointsOnly(tokens []token) bool {
	left := trimMarks(ackWords.without(tokens))
	return len(left) > 0 && pointWords.at(left, 0) == len(left) && pointsAt(left)
}

// mostKindWords is the most words of a bare phrase that is taken for a search.
const mostKindWords = 3

// kindSaid reports whether a short phrase begins with a kind of product: "tênis feminino".
func (t *turn) kindSaid(tokens []token) bool {
	left := meaning(t.index.withoutNoise(tokens))
	if len(left) == 0 || len(left) > mostKindWords {
		return false
	}
	terms := t.index.terms(left)
	return len(terms) > 0 && terms[0].goods && len(terms[0].readings) > 0
}

// trimMarks drops the marks at the end.
func trimMarks(tokens []token) []token {
	for len(tokens) > 0 && tokens[len(tokens)-1].mark {
		tokens = tokens[:len(tokens)-1]
	}
	return tokens
}

var (
	allWords   = table(wordList("bare allWords"))
	placeFill  = table(wordList("bare placeFill"))
	placeLeads = table(wordList("bare placeLeads"))
)
