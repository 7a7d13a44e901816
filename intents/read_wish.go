package intents

import (
	"slices"
	"strconv"

	"balcao/catalog"
	"balcao/internal/ids"
	"balcao/internal/lang"
)

// wish reads what the customer wants to have.
func (t *turn) wish(c clause, h hits) bool {
	if !h.has(cueAdd) {
		return false
	}
	tokens := withoutCues(c.tokens, cueAdd, cueAvailable)
	tokens, t.denied = t.contrast(tokens)
	tokens, instead := cutInstead(tokens)
	if limited(c.tokens) {
		if s, ok := t.query(tokens); ok {
			t.add(s)
			return true
		}
	}
	if t.setsLine(tokens) || t.countedAfter(c, h[cueAdd]) {
		return true
	}
	before := len(t.slots)
	if t.places(tokens) {
		return true
	}
	for _, part := range t.parts(tokens, false) {
		t.wishOne(withoutMore(part), c, instead)
	}
	return len(t.slots) > before || len(t.reasons) > 0
}

// wishBeside reads the product in a clause that also says something else, if there is
// one: "adiciona o X com o cupom Y".
func (t *turn) wishBeside(c clause) {
	tokens := couponNouns.without(withoutCues(c.tokens, cueAdd, cueCoupon))
	n, counted, rest := t.takeQuantity(glueUnits(tokens))
	if !counted {
		n = 1
	}
	found := t.target(Conversation{}, phrase{tokens: rest, spans: t.spans})
	if found.product != nil && n >= 1 && n <= maxQuantityInText {
		t.add(found.slots(Slots{Action: "add_to_checkout", Quantity: n}))
	}
}

// wishOne reads one product of a wish.
func (t *turn) wishOne(tokens []token, c clause, instead bool) {
	n, counted, rest := t.takeQuantity(glueUnits(tokens))
	if !counted {
		n = 1
	}
	pair := pairWords.in(tokens)
	if n > maxQuantityInText || fractionFirst(tokens) {
		t.nothing(ReasonInvalidQuantity)
		return
	}
	again := instead || moreWords.in(c.tokens) || onlyWords.in(c.tokens)
	found := t.target(t.conversation, phrase{tokens: rest, spans: t.spans, basket: n == 0, again: again})
	found = t.withoutDenied(found)
	if pair && found.product != nil && !wornInPairs(found.product) && 2*n <= maxQuantityInText {
		n, counted = 2*max(n, 1), true
	}
	switch {
	case (found.empty || found.said == "") && t.wantsShown(n):
	case c.asks && !found.found() && !modal.in(c.tokens):
		t.nothing(ReasonUnclear) // "é seguro comprar aqui?"
	case !found.found() && conditionWords.in(c.tokens):
		t.nothing(ReasonUnclear)
	case laterWords.in(c.tokens) && len(t.index.terms(t.index.withoutNoise(rest))) == 0:
		t.nothing(ReasonDeclined) // "depois eu compro"
	case found.empty && found.product == nil || !counted && len(t.index.terms(t.index.withoutNoise(rest))) == 0 && t.declined():
		t.nothing(ReasonUnclear)
	case n == 0 && (found.product == nil || t.conversation.line(found.product.ID) == nil):
		t.nothing(ReasonInvalidQuantity)
	case n == 0:
		s := found.slots(Slots{Action: "remove_from_checkout"})
		s.Options = nil
		t.add(s)
	case !found.found() && (isPersonal(c.tokens) || !namesThing(t.index, rest)):
		t.nothing(ReasonUnclear)
	case instead && counted && found.product != nil && t.conversation.line(found.product.ID) != nil:
		t.add(found.slots(Slots{Action: "update_quantity", Quantity: n}))
	default:
		s := found.slots(Slots{Action: "add_to_checkout", Quantity: n})
		if counted {
			s = t.onlyThat(c, found, n, s)
		}
		t.add(s)
	}
}

// pairWords mean two of what is not worn in pairs.
var pairWords = table("um par de|par de|uma dupla de|dupla de|couple of|couple|pair of|un par de")

// wornInPairs reports whether a pair of the product is one piece of it: it comes in sizes.
func wornInPairs(p *catalog.Product) bool {
	return slices.ContainsFunc(p.Options, func(o catalog.Option) bool { return fold(o.Name) == sizeAxis })
}

// withoutDenied drops the candidates that were told apart: "o café pilão, mas não o
// descafeinado".
func (t *turn) withoutDenied(found target) target {
	if len(found.candidates) < 2 || len(t.denied) == 0 {
		return found
	}
	var list []ids.Product
	for _, p := range found.candidates {
		list = append(list, p.ID)
	}
	out := t.index.link(t.index.withoutNoise(glueUnits(t.denied)), list).products
	var left []*catalog.Product
	for _, p := range found.candidates {
		if !slices.Contains(out, p) {
			left = append(left, p)
		}
	}
	switch len(left) {
	case 0:
	case 1:
		return target{product: left[0], said: found.said, explained: found.explained}
	default:
		found.candidates = left
	}
	return found
}

// declined reports whether something was turned down before: "não usa o cupom, vou guardar
// ele" wishes for nothing.
func (t *turn) declined() bool {
	return slices.ContainsFunc(t.reasons, func(s Slots) bool { return s.Reason == ReasonDeclined })
}

// wantsShown makes a wish of the product named right before: "pixel 10 pro, quero um".
func (t *turn) wantsShown(n int64) bool {
	if len(t.slots) == 0 || n < 1 {
		return false
	}
	last := &t.slots[len(t.slots)-1]
	if last.Action != "get_product" || last.Product == "" || !t.named {
		return false
	}
	last.Action, last.Quantity = "add_to_checkout", n
	return true
}

// cutContrast cuts what is told apart from the wish: "o S25, não o Ultra", "sem ser o
// Ultra".
func (t *turn) cutContrast(tokens []token) []token {
	kept, _ := t.contrast(tokens)
	return kept
}

func (t *turn) contrast(tokens []token) (kept, denied []token) {
	for i := 1; i+1 < len(tokens); i++ {
		word := tokens[i].word
		denies := negations[word] && (word != "no" || t.language == lang.Spanish && (tokens[i+1].word == "el" || tokens[i+1].word == "la"))
		n := notThat.at(tokens, i)
		if (denies || n > 0) && len(meaning(tokens[:i])) > 0 {
			return tokens[:i], tokens[i+max(n, 1):]
		}
	}
	return tokens, nil
}

// notThat tells one thing from another.
var notThat = table("sem ser|que nao seja|que nao e|menos o|menos a|exceto|mas nao|but not|not the|other than|que no sea|pero no")

// cutInstead cuts "em vez de 2" off and tells whether it was there.
func cutInstead(tokens []token) ([]token, bool) {
	if at, n := insteadWords.find(tokens); n > 0 && at > 0 {
		return tokens[:at], true
	}
	return tokens, false
}

// withoutMore drops the "mais" of "mais um desse", which an add means anyway, but not
// that of "o mais barato".
func withoutMore(tokens []token) []token {
	out := make([]token, 0, len(tokens))
	for i, t := range tokens {
		if moreWords.has(t.word) && !(i > 0 && definiteArticles[tokens[i-1].word]) && cheapestWords.at(tokens, i) == 0 && dearestWords.at(tokens, i) == 0 {
			continue
		}
		out = append(out, t)
	}
	return out
}

// namesThing reports whether an unplaced phrase is the name of a thing rather than
// something to do: "quero falar" asks for no product.
func namesThing(x *Index, tokens []token) bool {
	left := meaning(tokens)
	return len(left) > 0 && (!isInfinitive(left[0].word) || len(x.link(left[:1], nil).products) > 0)
}

func isInfinitive(word string) bool {
	n := len(word)
	return n > 3 && word[n-1] == 'r' && (word[n-2] == 'a' || word[n-2] == 'e' || word[n-2] == 'i')
}

func fractionFirst(tokens []token) bool {
	for _, t := range tokens {
		if stopWords[t.word] || fillerWords[t.word] {
			continue
		}
		return isFraction(t.word) || t.word == "meio" || t.word == "half"
	}
	return false
}

// bare reads a clause without a verb: "mais um desse", "4 corre 4 preto 42", "o segundo",
// "camiseta vermelha".
func (t *turn) bare(c clause, _ hits) bool {
	reason := small(c.tokens)
	if reason == ReasonNoPending && pointsAt(c.tokens) && pointsOnly(c.tokens) && !asksNothing(c.tokens) && len(t.conversation.Lines) == 0 {
		if p := t.conversation.pointed(t.index); p != nil {
			t.add(target{product: p}.slots(Slots{Action: "add_to_checkout", Quantity: 1}))
			return true
		}
	}
	if reason == ReasonChitchat && len(meaning(chatWords.without(c.tokens))) == 0 {
		t.nothing(reason)
		return true
	}
	if reason == ReasonNoPending || reason == ReasonOutOfScope || isPersonal(c.tokens) {
		if !isPersonal(c.tokens) {
			t.nothing(reason)
		}
		return true
	}
	if limited(c.tokens) {
		if s, ok := t.query(withoutCues(c.tokens, cueAvailable)); ok {
			t.add(s)
			return true
		}
	}
	if len(t.conversation.Results) > 1 && t.places(c.tokens) || t.several(c.tokens) || t.restates(c) {
		return true
	}
	more := moreWords.in(c.tokens)
	tokens := withoutMore(c.tokens)
	n, counted, rest := t.takeQuantity(glueUnits(tokens))
	if len(c.tokens) > 0 && pointsOnly(c.tokens) && len(t.conversation.Lines) == 0 && !c.asks {
		if p := t.conversation.pointed(t.index); p != nil {
			t.add(target{product: p}.slots(Slots{Action: "add_to_checkout", Quantity: 1}))
			return true
		}
	}
	place, _ := ordinal(rest, len(t.conversation.Results))
	_, spelt := phrase{tokens: rest, spans: t.spans}.product()
	alone := len(meaning(rest)) == 0 && !pointsAt(rest) // a number by itself says nothing
	if counted && !alone || more || place >= 0 || spelt {
		if found := t.target(t.conversation, phrase{tokens: rest, spans: t.spans, again: more}); found.found() && (!found.empty || more) {
			if !counted {
				n = 1
			}
			if n < 1 || n > maxQuantityInText {
				t.nothing(ReasonInvalidQuantity)
				return true
			}
			t.add(t.onlyThat(c, found, n, found.slots(Slots{Action: "add_to_checkout", Quantity: n})))
			return true
		}
	}
	return t.bareName(c, reason)
}

// countedAfter reads "o mouse eu quero 3": the product before the verb, its number after.
func (t *turn) countedAfter(c clause, at hit) bool {
	before, after := c.tokens[:at.at], withoutCues(c.tokens[at.at+at.length:], cueAdd)
	n, counted, rest := t.takeQuantity(glueUnits(after))
	if !counted || n < 1 || n > maxQuantityInText || len(meaning(t.index.withoutNoise(rest))) > 0 || len(t.index.terms(t.index.withoutNoise(before))) == 0 {
		return false
	}
	found := t.target(t.conversation, phrase{tokens: before, spans: t.spans, again: true})
	if !found.found() || found.empty {
		return false
	}
	action := "add_to_checkout"
	if found.product != nil && t.conversation.line(found.product.ID) != nil {
		action = "update_quantity"
	}
	t.add(found.slots(Slots{Action: action, Quantity: n}))
	return true
}

// polite are words that only a wish has: "coturno marrom 41, por favor".
var polite = table("por favor|please|se faz favor|por gentileza|fazendo favor|faz favor|pra mim|para mim|for me|para mi|no carrinho|in the cart|to the cart|to my cart|in my cart|al carrito|en el carrito")

// modal words ask for something to be done; laterWords put it off.
var (
	modal      = table("pode|podes|podem|poderia|podia|tem como|da para|da pra|consegue|conseguem|conseguiria|voce coloca|voce adiciona|me ve|me manda|me da|can you|could you|can i get|can i have|could i|may i|would you|will you|can we|puedes|podrias|podes|puede|me pones|me agregas|me das|me da|e possivel|seria possivel|rola de|quero|queria|i want|i d like|quiero")
	laterWords = table("depois eu|amanha eu|mais tarde|outro dia|outra hora|mes que vem|semana que vem|quando receber|quando eu receber|depois compro|compro depois|depois|later|tomorrow|next week|next month|despues|mas tarde|manana")
)

// setsLine reads "coloca o chocolate em 5" of a line of the checkout.
func (t *turn) setsLine(tokens []token) bool {
	if len(t.conversation.Lines) == 0 || !toNumber(t.reader, tokens) {
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
	cut, instead := cutInstead(t.cutContrast(c.tokens))
	tokens := restated.without(cut)
	if instead {
		c.tokens = append(cut[:len(cut):len(cut)], token{word: "so"})
	}
	n, counted, rest := t.takeQuantity(glueUnits(tokens))
	if !counted || n < 1 || n > maxQuantityInText {
		return false
	}
	left := t.index.withoutNoise(rest)
	if len(meaning(left)) == 0 {
		last := t.lastTarget()
		if last != nil && (last.Quantity == 1 || len(tokens) < len(c.tokens)) {
			last.Quantity = n
			return true
		}
		if p := t.conversation.pointedLine(t.index); p != nil && len(tokens) < len(c.tokens) && t.conversation.Pending == nil {
			t.add(target{product: p}.slots(Slots{Action: "update_quantity", Quantity: n}))
			return true
		}
		return false
	}
	if restated.at(c.tokens, 0) == 0 || articles[c.tokens[0].word] {
		return false
	}
	found := t.target(t.conversation, phrase{tokens: rest, spans: t.spans, basket: true})
	if found.product == nil || t.conversation.line(found.product.ID) == nil {
		return false
	}
	t.add(Slots{Action: "update_quantity", Product: string(found.product.ID), Quantity: n})
	return true
}

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

var onlyWords = table("so|apenas|somente|only|just|solo|solamente|nada mais que")

// bareName reads the name of a product alone: one is shown, several are searched for.
func (t *turn) bareName(c clause, reason Reason) bool {
	l := t.index.link(glueUnits(t.index.withoutNoise(chatWords.without(c.tokens))), nil)
	if c.asks && (len(l.products) != 1 || l.explained < surelyExplained) {
		if about := t.index.link(glueUnits(t.index.withoutNoise(attributes.without(c.tokens))), nil); len(about.products) == 1 && about.explained >= surelyExplained && t.index.specific(about.terms) {
			l = about
		}
	}
	if len(l.products) == 0 && t.kindSaid(c.tokens) {
		if s, ok := t.query(c.tokens); ok {
			s.weak = true
			t.add(s)
			return true
		}
	}
	if len(l.products) == 0 {
		t.nothing(reason)
		return true
	}
	if polite.in(c.tokens) && !c.asks && len(l.products) > 0 {
		t.wishOne(polite.without(c.tokens), c, false)
		return true
	}
	if len(l.products) == 1 && l.explained >= surelyExplained {
		t.add(t.withOptions(l.products[0], l.terms, "").slots(Slots{Action: "get_product"}))
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

// places reads what points at the list last shown: "os dois", "a 2", "o do meio".
func (t *turn) places(tokens []token) bool {
	list := t.conversation.Results
	if len(list) < 2 {
		return false
	}
	left := t.index.withoutNoise(tokens)
	rest := words(placeFill.without(left))
	var chosen []ids.Product
	switch {
	case len(list) == 2 && bothWords.in(tokens) && len(meaning(bothWords.without(left))) == 0:
		chosen = list
	case middleWords.in(tokens) && len(list)%2 == 1 && len(meaning(middleWords.without(left))) == 0:
		chosen = list[len(list)/2 : len(list)/2+1]
	case allWords.in(tokens) && len(meaning(left)) == 0 && len(list) <= maxActions:
		chosen = list
	case len(rest) == 1 && isNumber(rest[0]) && placeLeads.in(tokens):
		if n, err := strconv.Atoi(rest[0]); err == nil && n >= 1 && n <= len(list) {
			chosen = list[n-1 : n]
		}
	}
	for _, id := range chosen {
		t.add(Slots{Action: "add_to_checkout", Product: string(id), Quantity: 1})
	}
	return len(chosen) > 0
}

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
	allWords   = table("todos|todas|todos eles|all of them|all|todos ellos|os tres|as tres|los tres")
	placeFill  = table("o|a|os|as|numero|opcao|item|n|el|la|the|number|option|opcion|produto|da lista|lista|de|do|da|que")
	placeLeads = table("o|a|numero|opcao|item|el|la|the|number|option|opcion|produto")
)
