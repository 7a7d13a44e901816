package intents

import (
	"slices"

	"balcao/catalog"
	"balcao/internal/ids"
)

// Words of a change by a number of pieces instead of to one.
var (
	upWords   = table(wordList("change upWords"))
	downWords = table(wordList("change downWords"))
)

// update reads "muda o café para 5", "aumenta mais 2", "deixa só um".
func (t *turn) update(c clause, h hits) bool {
	moved := broughtWords.in(c.tokens) && wayWords.in(c.tokens)
	if moved {
		c.tokens = wayWords.without(broughtWords.without(c.tokens)) // "bring the beans down to one"
	}
	passes := (moved || passWords.in(c.tokens)) && toNumber(t.reader, c.tokens)
	replaces := h.has(cueReplace) && !addsFirst(c.tokens, h)
	if !h.has(cueUpdate) && !replaces && !passes || isPersonal(c.tokens) || letMe.in(c.tokens) {
		return false
	}
	tokens := passWords.without(withoutCues(c.tokens, cueUpdate, cueReplace))
	to := toNumber(t.reader, tokens)
	n, counted, rest := t.takeNewQuantity(glueUnits(tokens))
	if !counted {
		return t.keepsOne(c, h, rest)
	}
	rest = without(rest, "quantidade", "quantity", "cantidad", "qtd", "qtde")
	found := t.target(t.conversation, phrase{tokens: rest, spans: t.spans, basket: true})
	if last := t.lastTarget(); last != nil && last.Action == "update_quantity" && found.product == nil && len(t.index.terms(t.index.withoutNoise(rest))) == 0 && n >= 1 && n <= maxQuantityInText {
		last.Quantity = n // "tira uma das meias e deixa duas só"
		return true
	}
	if found.product == nil && len(t.before) > 0 && len(t.index.terms(t.index.withoutNoise(rest))) == 0 {
		if l := t.lineAmong(t.before); l != nil {
			found = target{product: t.index.product(l.Product)} // "el café se acaba rápido, súbelo a cuatro"
		}
	}
	if passes && !h.has(cueUpdate) && found.product == nil {
		return false
	}
	if last := t.lastTarget(); last != nil && last.Action == "update_quantity" && (found.product == nil || string(found.product.ID) == last.Product) && n > 0 && n <= maxQuantityInText && len(meaning(t.index.withoutNoise(rest))) == 0 {
		last.Quantity = n // "tira dois kits, deixa três"
		return true
	}
	if found.product != nil && !to {
		n = t.relative(c, found, n)
	}
	switch {
	case n == 0:
		t.add(found.slots(Slots{Action: "remove_from_checkout"}))
	case n < 0 || n > maxQuantityInText:
		t.nothing(ReasonInvalidQuantity)
	default:
		s := found.slots(Slots{Action: "update_quantity", Quantity: n})
		s.Options = nil
		t.add(s)
	}
	return true
}

// letMe asks for time and changes nothing: "deixa eu ver".
var letMe = table(wordList("change letMe"))

// broughtWords with wayWords change a quantity in English.
var (
	broughtWords = table(wordList("change broughtWords"))
	wayWords     = table("down|up|back")
)

// passWords change a quantity only with a number to go to.
var passWords = table(wordList("change passWords"))

// keepsOne reads "deixa só o mouse": every other line goes.
func (t *turn) keepsOne(c clause, h hits, rest []token) bool {
	if !h.has(cueUpdate) || !onlyWords.in(c.tokens) || len(t.conversation.Lines) < 2 {
		return false
	}
	found := t.target(t.conversation, phrase{tokens: rest, spans: t.spans, basket: true})
	if found.product == nil || found.explained < surelyExplained || t.conversation.line(found.product.ID) == nil || len(t.index.terms(t.index.withoutNoise(rest))) == 0 {
		return false
	}
	t.slots = slices.DeleteFunc(t.slots, func(s Slots) bool { return s.Action == "remove_from_checkout" && s.All })
	for _, l := range t.conversation.Lines {
		if l.Product != found.product.ID {
			t.add(lineSlots(l, "remove_from_checkout"))
		}
	}
	return true
}

// relative turns "aumenta 2" into the quantity that the line then has.
func (t *turn) relative(c clause, found target, n int64) int64 {
	l := t.conversation.line(found.product.ID)
	switch {
	case l == nil:
		return n
	case upWords.in(c.tokens):
		return l.Quantity + n
	case downWords.in(c.tokens):
		return max(0, l.Quantity-n)
	}
	return n
}

// toNumber reports whether a number follows a word such as "para".
func toNumber(r reader, tokens []token) bool {
	for i := range tokens {
		if i+1 < len(tokens) && targetWords.at(tokens, i) > 0 {
			if _, length := r.number(tokens, i+1); length > 0 && tokens[i].word != "em" && tokens[i].word != "by" {
				return true
			}
		}
	}
	return false
}

func without(tokens []token, drop ...string) []token {
	var out []token
	for _, t := range tokens {
		keep := true
		for _, d := range drop {
			keep = keep && t.word != d
		}
		if keep {
			out = append(out, t)
		}
	}
	return out
}

// byWords stand before the product that takes another's place.
var byWords = table(wordList("change byWords"))

// replaceBy stands between what goes and what comes.
var replaceBy = table(wordList("change replaceBy"))

// instead reads "em vez do X quero o Y" and "quero o Y em vez do X".
func (t *turn) instead(c clause, _ hits) bool {
	at, n := insteadWords.find(c.tokens)
	if n == 0 || isPersonal(c.tokens) {
		return false
	}
	before, after := c.tokens[:at], c.tokens[at+n:]
	if len(meaning(before)) == 0 {
		cut := wishStart(after)
		if cut < 0 {
			return false
		}
		before, after = after[cut:], after[:cut]
	}
	_, _, named := t.takeQuantity(glueUnits(after))
	ofThat := len(after) > 0 && after[0].word == "de"
	if ofThat {
		named = after // "em vez do de 30"
	}
	old := t.target(t.conversation, phrase{tokens: named, spans: t.spans, basket: true})
	if old.product == nil || t.conversation.line(old.product.ID) == nil || len(t.index.terms(after)) == 0 && !ofThat {
		return false
	}
	if _, counted, rest := t.takeQuantity(glueUnits(after)); !ofThat && counted && len(meaning(rest)) == 0 {
		return false // "em vez de 2" is another quantity
	}
	if n, counted, rest := t.takeQuantity(glueUnits(withoutCues(before, cueAdd, cueUpdate))); counted && len(meaning(t.index.withoutNoise(rest))) == 0 && n > 0 && n <= maxQuantityInText {
		t.add(Slots{Action: "update_quantity", Product: string(old.product.ID), Quantity: n})
		return true
	}
	return t.exchange(old, withoutCues(before, cueAdd, cueUpdate))
}

// wishStart returns the place where a wish, or what follows a comma, begins; -1 if none.
func wishStart(tokens []token) int {
	for i := 1; i < len(tokens); i++ {
		if cueAt(tokens, i) == cueAdd || tokens[i].mark && tokens[i].word == "," || cueAt(tokens, i) == cueUpdate {
			return i
		}
	}
	return -1
}

// exchange takes one product out and puts another in.
func (t *turn) exchange(old target, tokens []token) bool {
	count, counted, rest := t.takeQuantity(glueUnits(preferWords.without(tokens)))
	if !counted {
		count = 1
	}
	c := Conversation{}
	if old.product != nil {
		c.Focus = old.product.ID // "pela azul" is the same in blue
	}
	rest = slices.DeleteFunc(slices.Clone(rest), func(o token) bool { return versionWords[o.word] })
	next := t.target(c, phrase{tokens: rest, spans: t.spans})
	if next.product == nil && old.product != nil && onlyMarks(rest) {
		next = t.sibling(old.product, rest) // "for the pro version": of what goes
	}
	if next.product == nil && old.product != nil {
		next = t.ofTheKind(old.product, rest, next)
	}
	if old.product != nil && !next.found() {
		next = t.sibling(old.product, rest) // "for the pro version"
	}
	if t.staysSame(old, next) || old.empty && old.product == nil || next.empty || !next.found() || count < 1 || count > maxQuantityInText {
		t.nothing(ReasonUnclear)
		return true
	}
	t.add(t.fewer(old, 0, false), next.slots(Slots{Action: "add_to_checkout", Quantity: count}))
	return true
}

// addsFirst reports whether a wish stands before the change, other than the wish for the
// change itself: "quero trocar".
func addsFirst(tokens []token, h hits) bool {
	add, replaces := h[cueAdd], h[cueReplace]
	if !h.has(cueAdd) || add.at >= replaces.at {
		return false
	}
	return add.at+add.length != replaces.at || wantWords.at(tokens, add.at) == 0
}

// lastProduct is the product of the action before, nil if it has none.
func (t *turn) lastProduct() *catalog.Product {
	if len(t.slots) == 0 {
		return nil
	}
	return t.index.product(ids.Product(t.slots[len(t.slots)-1].Product))
}

// preferWords open the wish for something else.
var preferWords = table(wordList("change preferWords"))

// scale reads "dobra o café" and "tira metade": a multiple of what there is.
func (t *turn) scale(c clause, _ hits) bool {
	up, down := doubleWords.in(c.tokens), halfWords.in(c.tokens)
	if !up && !down {
		return false
	}
	rest := without(halfWords.without(doubleWords.without(withoutCues(c.tokens, cueUpdate, cueAdd, cueRemove))), "quantidade", "quantity", "cantidad", "pela", "por", "para", "pra")
	found := t.target(t.conversation, phrase{tokens: rest, spans: t.spans, basket: true})
	if found.product == nil {
		return false
	}
	l := t.conversation.line(found.product.ID)
	switch {
	case l == nil:
		return false
	case up && l.Quantity*2 <= maxQuantityInText:
		t.add(Slots{Action: "update_quantity", Product: string(l.Product), Quantity: l.Quantity * 2})
	case down && l.Quantity%2 == 0:
		t.add(Slots{Action: "update_quantity", Product: string(l.Product), Quantity: l.Quantity / 2})
	default:
		t.nothing(ReasonUnclear)
	}
	return true
}

var (
	doubleWords = table(wordList("change doubleWords"))
	halfWords   = table(wordList("change halfWords"))
)

// replace reads "troca o X pelo Y".
func (t *turn) replace(c clause, h hits) bool {
	at, ok := h[cueReplace]
	if update, is := h[cueUpdate]; !ok && is && (byWords.in(c.tokens[update.at:]) || t.toModel(c.tokens[update.at+update.length:])) {
		at, ok = update, true
	}
	if !ok || isPersonal(c.tokens) || addsFirst(c.tokens, h) {
		return false
	}
	tokens := c.tokens[at.at+at.length:]
	by, n := replaceBy.find(tokens)
	if by < 0 {
		return false
	}
	old := t.target(t.conversation, phrase{tokens: tokens[:by], spans: t.spans, basket: true})
	if last := t.lastProduct(); old.empty && old.product == nil && pointsAt(tokens[:by]) && last != nil {
		old = target{product: last} // "I don't want X, swap it for Y"
	}
	if model := byModel(tokens[by:]); len(model) > 0 && old.product != nil && (len(meaning(withoutPointing(tokens[:by]))) == 0 || model[0].word == "de") && t.exchangeModel(old, model) {
		return true
	}
	next := tokens[by+n:]
	if len(next) > 0 && next[0].word == "de" {
		next = tokens[by+n-1:] // "pelo de 65"
	}
	count, counted, rest := t.takeQuantity(glueUnits(next))
	if counted && len(meaning(rest)) == 0 {
		t.add(old.slots(Slots{Action: "update_quantity", Quantity: count}))
		return true
	}
	if len(meaning(tokens[:by])) == 0 {
		return false // "troca pra 5 chocolates"
	}
	return t.exchange(old, next)
}
