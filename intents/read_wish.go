package intents

import (
	"slices"

	"balcao/catalog"
	"balcao/internal/ids"
	"balcao/internal/lang"
)

// wish reads what the customer wants to have.
func (t *turn) wish(c clause, h hits) bool {
	if !h.has(cueAdd) {
		return false
	}
	if c.asks && asksWhy.at(c.tokens, 0) > 0 {
		return false // "pra que vocês precisam disso?"
	}
	if wentFor.in(c.tokens) {
		t.nothing(ReasonUnclear)
		return true
	}
	if t.verbAlone() {
		t.nothing(ReasonUnclear)
		return true
	}
	tokens := withoutCues(c.tokens, cueAdd, cueAvailable)
	if at := h[cueAdd]; at.at > 0 && len(t.parts(tokens, false)) < 2 {
		after := withoutCues(c.tokens[at.at+at.length:], cueAdd, cueAvailable)
		_, counted, named := t.takeQuantity(glueUnits(withoutMore(t.cutContrast(after))))
		l := t.index.link(t.index.withoutNoise(named), nil)
		leads := at.at > 1 || counted // "vim comprar 6 jbl"
		if leads && (len(l.products) == 1 || counted && len(l.products) > 1) && (l.explained >= surelyExplained || len(t.index.link(t.index.withoutNoise(tokens), nil).products) == 0) {
			tokens = after // what leads up to the verb names nothing
		}
	}
	other := t.denied
	tokens, t.denied = t.contrast(tokens)
	if t.denied == nil {
		t.denied = other
	}
	tokens, instead := cutInstead(tokens)
	if limited(c.tokens) {
		if s, ok := t.query(tokens); ok {
			t.add(s)
			return true
		}
	}
	if postponed(c.tokens) {
		t.nothing(ReasonDeclined)
		return true
	}
	if t.setsLine(tokens) || t.countedAfter(c, h[cueAdd]) {
		return true
	}
	if together := t.shared(tokens); together != nil {
		tokens = together
	}
	if t.places(tokens) || t.eachOf(tokens) || t.eachListed(tokens) {
		return true
	}
	for _, part := range t.parts(tokens, false) {
		t.wishOne(withoutMore(part), c, instead)
	}
	return true
}

// verbAlone reports whether the text is one word that wishes for nothing by itself: one that
// was mended into a verb, or a verb where what was spoken of is in the checkout already.
func (t *turn) verbAlone() bool {
	said, written := words(t.tokens), words(t.written)
	if len(said) != 1 || len(written) != 1 {
		return false
	}
	return said[0] != written[0] || t.conversation.line(t.conversation.Focus) != nil
}

// asksWhy begin a question after reasons.
var asksWhy = table(wordList("wish asksWhy"))

// eachOf reads "dom casmurro e brás cubas, quero um de cada": so many of each product of
// the clause before.
func (t *turn) eachOf(tokens []token) bool {
	if !eachWords.in(tokens) {
		return false
	}
	if list := t.conversation.Results; len(t.before) == 0 && len(list) > 1 && len(list) <= maxActions {
		n, alone := t.loneNumber(eachWords.without(tokens))
		for _, id := range list {
			if alone && n >= 1 && n <= maxQuantityInText {
				t.add(Slots{Action: "add_to_checkout", Product: string(id), Quantity: n})
			}
		}
		return alone
	}
	if len(t.before) == 0 {
		return false
	}
	n, counted, rest := t.takeQuantity(eachWords.without(tokens))
	parts := t.parts(t.before, false)
	if !counted || n < 1 || n > maxQuantityInText || len(t.index.terms(t.index.withoutNoise(rest))) > 0 || len(parts) < 2 {
		return false
	}
	t.slots = slices.DeleteFunc(t.slots, func(s Slots) bool { return s.weak || s.Action == "get_product" })
	if made := t.lastTarget(); made != nil && made.Action == "add_to_checkout" && t.listedPlacesBefore() {
		for i := range t.slots {
			if t.slots[i].Action == "add_to_checkout" {
				t.slots[i].Quantity = n // "o primeiro e o último, um de cada"
			}
		}
		return true
	}
	for _, part := range parts {
		if found := t.target(t.conversation, phrase{tokens: part, spans: t.spans}); found.found() {
			t.add(found.slots(Slots{Action: "add_to_checkout", Quantity: n}))
		}
	}
	return true
}

var eachWords = table(wordList("wish eachWords"))

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
	if p := t.index.product(t.conversation.Focus); p != nil && len(t.before) > 0 && len(t.slots) == 0 && len(t.index.terms(t.index.withoutNoise(rest))) == 0 {
		if said := glueUnits(t.index.withoutNoise(t.before)); len(t.index.terms(said)) > 0 && t.index.onlyLabels(p, t.index.terms(said)) {
			rest = append(slices.Clone(said), rest...) // "o branco 39, quero um"
		}
	}
	if n > maxQuantityInText || fractionFirst(glueUnits(tokens)) {
		if found := t.target(t.conversation, phrase{tokens: rest, spans: t.spans}); found.product != nil {
			s := found.slots(Slots{Action: "add_to_checkout", Quantity: 1})
			t.tooMany = &s
		}
		t.nothing(ReasonInvalidQuantity)
		return
	}
	again := c.rather || instead || moreWords.in(c.tokens) || onlyWords.in(c.tokens)
	found := t.target(t.conversation, phrase{tokens: rest, spans: t.spans, basket: n == 0, again: again})
	if last := t.lastProduct(); !found.found() && last != nil && len(rest) > 0 && ofLeads[rest[0].word] {
		found = t.ofTheKind(last, rest, found) // "tira o carregador de 30 e põe o de 65"
	}
	found = t.belonging(t.withoutDenied(t.likeDenied(found, rest)), c.tokens)
	if sized, ok := t.asSize(found, n, counted); ok {
		found, n, counted = sized, 1, false
	}
	if t.repeats(found, n, counted, rest) {
		return
	}
	if pair && found.product != nil && !wornInPairs(found.product) && 2*n <= maxQuantityInText {
		n, counted = 2*max(n, 1), true
	}
	switch {
	case (found.empty || found.said == "") && t.wantsShown(n):
	case c.rather && !counted && t.holds(found):
		t.nothing(ReasonDeclined) // "não quero o X, só o Y": Y stays
	case t.wishesBefore(rest, n):
	case c.asks && !found.found() && !modal.in(c.tokens):
		t.nothing(ReasonUnclear) // "é seguro comprar aqui?"
	case !found.found() && slices.ContainsFunc(c.tokens, func(o token) bool { return noOne[o.word] }):
		t.nothing(ReasonUnclear) // "I haven't decided on buying"
	case !found.found() && conditionWords.in(c.tokens):
		t.nothing(ReasonUnclear)
	case t.guard.paid && len(t.index.terms(t.index.withoutNoise(rest))) == 0:
		t.nothing(ReasonPaymentClaim) // "já paguei, manda"
	case laterWords.in(c.tokens) && len(t.index.terms(t.index.withoutNoise(laterWords.without(rest)))) == 0:
		t.nothing(ReasonDeclined) // "depois eu compro"
	case t.onlyDescribes(found, rest, counted):
		t.nothing(ReasonUnclear)
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
	case (instead || found.product != nil && t.deniesNumberOf(t.conversation.line(found.product.ID))) && counted && found.product != nil && t.conversation.line(found.product.ID) != nil:
		t.add(found.slots(Slots{Action: "update_quantity", Quantity: n}))
	default:
		found.options = t.sharedOptions(found, rest)
		s := found.slots(Slots{Action: "add_to_checkout", Quantity: n})
		if counted {
			s = t.onlyThat(c, found, n, s)
		}
		t.add(s)
	}
}

// pairWords mean two of what is not worn in pairs.
var pairWords = table(wordList("wish pairWords"))

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

// likeDenied finds what is wanted instead of something of the same kind, where its own words
// are too few: "no es el de 30 W el que busco, sino el de 65".
func (t *turn) likeDenied(found target, rest []token) target {
	if len(t.denied) == 0 || len(t.index.terms(rest)) == 0 {
		return found
	}
	if kind := t.kindOf(t.denied); len(kind) > 0 {
		if l := t.index.link(append(kind, t.index.withoutNoise(rest)...), nil); len(l.products) == 1 && l.explained >= surelyExplained {
			return t.withOptions(l.products[0], l.terms, found.said)
		}
	}
	if found.product != nil {
		return found
	}
	if old := t.spokenOf(t.denied); old != nil {
		return t.ofTheKind(old, rest, found)
	}
	return found
}

// kindOf returns the word for the kind of goods that a phrase begins with, nil if it has
// none.
func (t *turn) kindOf(tokens []token) []token {
	said := meaning(t.index.withoutNoise(tokens))
	if len(said) == 0 {
		return nil
	}
	terms := t.index.terms(said[:1])
	if len(terms) != 1 || !terms[0].goods {
		return nil
	}
	return said[:1:1]
}

// declined reports whether something was turned down before: "não usa o cupom, vou guardar
// ele" wishes for nothing.
func (t *turn) declined() bool {
	return slices.ContainsFunc(t.reasons, func(s Slots) bool { return s.Reason == ReasonDeclined })
}

// holds reports whether the product is in the checkout.
func (t *turn) holds(found target) bool {
	return found.product != nil && t.conversation.line(found.product.ID) != nil
}

// wishesBefore makes a wish of the product that the clause before named, where this one
// names nothing: "vou dar de presente um dom casmurro, coloca aí".
func (t *turn) wishesBefore(rest []token, n int64) bool {
	left := t.index.withoutNoise(t.before)
	if len(t.index.terms(t.index.withoutNoise(rest))) > 0 || pointsAt(rest) || len(t.index.terms(left)) == 0 || n < 1 || t.declined() {
		return false
	}
	if len(t.slots) > 0 && !t.slots[len(t.slots)-1].weak {
		return false
	}
	named := t.target(Conversation{}, phrase{tokens: cutBeforeNumber(left), spans: t.spans})
	if !named.found() || named.product == nil && len(named.candidates) > MaxCandidates || named.explained < surelyExplained {
		return false
	}
	t.slots = slices.DeleteFunc(t.slots, func(s Slots) bool { return s.weak })
	t.add(named.slots(Slots{Action: "add_to_checkout", Quantity: n}))
	return true
}

// cutBeforeNumber returns the tokens behind the first article or number, all if none.
func cutBeforeNumber(tokens []token) []token {
	for i, t := range tokens {
		if articles[t.word] && i+1 < len(tokens) {
			return tokens[i+1:]
		}
	}
	return tokens
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
var notThat = table(wordList("wish notThat"))

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
	for i, t := range tokens {
		if stopWords[t.word] || fillerWords[t.word] {
			continue
		}
		if i > 0 && middleWords.at(tokens, i-1) > 1 {
			return false // "o do meio"
		}
		return isFraction(t.word) || (t.word == "meio" || t.word == "half") && !dozens.in(tokens)
	}
	return false
}
