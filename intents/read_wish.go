package intents

import "balcao/internal/lang"

// wish reads what the customer wants to have.
func (t *turn) wish(c clause, h hits) bool {
	if !h.has(cueAdd) {
		return false
	}
	tokens := withoutCues(c.tokens, cueAdd, cueAvailable)
	tokens, instead := cutInstead(t.cutContrast(tokens))
	if limited(c.tokens) {
		if s, ok := t.query(tokens); ok {
			t.add(s)
			return true
		}
	}
	before := len(t.slots)
	for _, part := range t.parts(withoutMore(tokens), false) {
		t.wishOne(part, c, instead)
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
	if n > maxQuantityInText || fractionFirst(tokens) {
		t.nothing(ReasonInvalidQuantity)
		return
	}
	found := t.target(t.conversation, phrase{tokens: rest, spans: t.spans, basket: n == 0})
	switch {
	case found.empty && found.product == nil:
		t.nothing(ReasonUnclear)
	case n == 0:
		s := found.slots(Slots{Action: "remove_from_checkout"})
		s.Options = nil
		t.add(s)
	case !found.found() && (isPersonal(c.tokens) || !namesThing(t.index, rest)):
		t.nothing(ReasonUnclear)
	case instead && counted && found.product != nil && t.conversation.line(found.product.ID) != nil:
		t.add(found.slots(Slots{Action: "update_quantity", Quantity: n}))
	default:
		t.add(found.slots(Slots{Action: "add_to_checkout", Quantity: n}))
	}
}

// cutContrast cuts what is told apart from the wish: "o S25, não o Ultra".
func (t *turn) cutContrast(tokens []token) []token {
	for i := 1; i+1 < len(tokens); i++ {
		word := tokens[i].word
		denies := negations[word] && (word != "no" || t.language == lang.Spanish && (tokens[i+1].word == "el" || tokens[i+1].word == "la"))
		if denies && len(meaning(tokens[:i])) > 0 {
			return tokens[:i]
		}
	}
	return tokens
}

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
		if moreWords.has(t.word) && cheapestWords.at(tokens, i) == 0 && dearestWords.at(tokens, i) == 0 {
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
	return len(tokens) > 0 && isFraction(tokens[0].word)
}

// bare reads a clause without a verb: "mais um desse", "4 corre 4 preto 42", "o segundo",
// "camiseta vermelha".
func (t *turn) bare(c clause, _ hits) bool {
	reason := small(c.tokens)
	if reason == ReasonNoPending || reason == ReasonOutOfScope || isPersonal(c.tokens) {
		if !isPersonal(c.tokens) {
			t.nothing(reason)
		}
		return true
	}
	more := moreWords.in(c.tokens)
	tokens := withoutMore(c.tokens)
	n, counted, rest := t.takeQuantity(glueUnits(tokens))
	place, _ := ordinal(rest, len(t.conversation.Results))
	_, spelt := phrase{tokens: rest, spans: t.spans}.product()
	alone := len(meaning(rest)) == 0 && !pointsAt(rest) // a number by itself says nothing
	if counted && !alone || more || place >= 0 || spelt {
		if found := t.target(t.conversation, phrase{tokens: rest, spans: t.spans}); found.found() && (!found.empty || more) {
			if !counted {
				n = 1
			}
			if n < 1 || n > maxQuantityInText {
				t.nothing(ReasonInvalidQuantity)
				return true
			}
			t.add(found.slots(Slots{Action: "add_to_checkout", Quantity: n}))
			return true
		}
	}
	return t.bareName(c, reason)
}

// bareName reads the name of a product alone: one is shown, several are searched for.
func (t *turn) bareName(c clause, reason Reason) bool {
	l := t.index.link(glueUnits(chatWords.without(c.tokens)), nil)
	if len(l.products) == 0 {
		t.nothing(reason)
		return true
	}
	if len(l.products) == 1 && l.explained >= surelyExplained {
		t.add(t.withOptions(l.products[0], l.terms, "").slots(Slots{Action: "get_product"}))
		return true
	}
	s, ok := t.query(c.tokens)
	if !ok || isNumber(s.Query) {
		t.nothing(ReasonUnclear)
		return true
	}
	t.add(s)
	return true
}
