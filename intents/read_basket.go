package intents

import (
	"slices"

	"balcao/internal/ids"
)

// basketNouns name the checkout as a whole.
var basketNouns = wordSet("carrinho sacola cesta compra pedido checkout cart basket bag order carrito bolsa compras tudo all everything todo total")

// negated reads a wish that is turned around: nothing is done.
func (t *turn) negated(c clause, h hits) bool {
	for _, wish := range []cue{cueAdd, cuePay, cueCancel, cueUpdate, cueReplace, cueSearch} {
		at, ok := h[wish]
		if ok && !h.has(cueRemove) && !h.has(cueCancel) && negatedBefore(c.tokens, at.at) {
			t.nothing(ReasonDeclined)
			return true
		}
	}
	for _, wish := range []cue{cueCancel, cueRemove} {
		if at, ok := h[wish]; ok && negatedBefore(c.tokens, at.at) {
			t.nothing(ReasonDeclined)
			return true
		}
	}
	return false
}

// empty reads "tira tudo", with what stays if that is said.
func (t *turn) empty(c clause, h hits) bool {
	at, ok := h[cueEmpty]
	if !ok {
		return false
	}
	rest := c.tokens[at.at+at.length:]
	from, n := exceptWords.find(rest)
	if from < 0 {
		t.add(Slots{Action: "remove_from_checkout", All: true})
		return true
	}
	kept := t.index.link(glueUnits(rest[from+n:]), t.conversation.inBasket()).products
	if len(kept) == 0 {
		t.nothing(ReasonUnclear)
		return true
	}
	keep := map[ids.Product]bool{}
	for _, p := range kept {
		keep[p.ID] = true
	}
	for _, l := range t.conversation.Lines {
		if !keep[l.Product] {
			t.add(lineSlots(l, "remove_from_checkout"))
		}
	}
	return true
}

// lineSlots aims an action at a line of the checkout.
func lineSlots(l Line, action string) Slots {
	return Slots{Action: action, Product: string(l.Product)}
}

// remove reads "tira o café", "tira um dos cafés".
func (t *turn) remove(c clause, h hits) bool {
	if !h.has(cueRemove) {
		return false
	}
	tokens := withoutCues(c.tokens, cueRemove)
	n, counted, rest := t.takeQuantity(glueUnits(tokens))
	if counted && numberWordsOnlyIn[c.tokens[0].word] == English {
		counted = false
	}
	for _, part := range t.parts(rest, true) {
		found := t.target(t.conversation, phrase{tokens: part, spans: t.spans, basket: true})
		if found.empty && found.product == nil {
			t.nothing(ReasonUnclear)
			continue
		}
		t.add(t.fewer(found, n, counted))
	}
	return true
}

// fewer takes n pieces off a line that has more of them, and else the line.
func (t *turn) fewer(found target, n int64, counted bool) Slots {
	if counted && found.product != nil {
		if l := t.conversation.line(found.product.ID); l != nil && l.Quantity > n && n > 0 {
			return found.slots(Slots{Action: "update_quantity", Quantity: l.Quantity - n})
		}
	}
	s := found.slots(Slots{Action: "remove_from_checkout"})
	s.Options = nil
	return s
}

// parts splits a list if every part of it links to a product of its own; else the phrase
// is one.
func (t *turn) parts(tokens []token, basket bool) [][]token {
	parts := splitList(tokens)
	if len(parts) < 2 {
		return [][]token{tokens}
	}
	seen := map[ids.Product]bool{}
	for _, part := range parts {
		_, _, rest := t.takeQuantity(glueUnits(part))
		found := t.target(Conversation{Lines: t.conversation.Lines}, phrase{tokens: rest, spans: t.spans, basket: basket})
		switch {
		case found.product != nil && !seen[found.product.ID]:
			seen[found.product.ID] = true
		case len(found.candidates) > 1 && len(found.candidates) <= MaxCandidates && !seen[found.candidates[0].ID]:
			seen[found.candidates[0].ID] = true
		default:
			return [][]token{tokens}
		}
	}
	return parts
}

// Words of a change by a number of pieces instead of to one.
var (
	upWords   = table("aumenta|aumentar|aumente|increase|raise|sube|bump")
	downWords = table("diminui|diminuir|diminua|reduz|reduzir|reduza|decrease|reduce|lower|baixa|reducir")
)

// update reads "muda o café para 5", "aumenta mais 2", "deixa só um".
func (t *turn) update(c clause, h hits) bool {
	if !h.has(cueUpdate) || isPersonal(c.tokens) {
		return false
	}
	tokens := withoutCues(c.tokens, cueUpdate)
	to := toNumber(t.reader, tokens)
	n, counted, rest := t.takeNewQuantity(glueUnits(tokens))
	if !counted {
		return false
	}
	rest = without(rest, "quantidade", "quantity", "cantidad", "qtd", "qtde")
	found := t.target(t.conversation, phrase{tokens: rest, spans: t.spans, basket: true})
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

// replaceBy stands between what goes and what comes.
var replaceBy = table("por|pelo|pela|pelos|pelas|for|with|to|para|pra|por el|por la|quero|coloca|bota")

// replace reads "troca o X pelo Y".
func (t *turn) replace(c clause, h hits) bool {
	at, ok := h[cueReplace]
	if !ok || isPersonal(c.tokens) {
		return false
	}
	tokens := c.tokens[at.at+at.length:]
	by, n := replaceBy.find(tokens)
	if by < 0 {
		return false
	}
	old := t.target(t.conversation, phrase{tokens: tokens[:by], spans: t.spans, basket: true})
	count, counted, rest := t.takeQuantity(glueUnits(tokens[by+n:]))
	if counted && len(meaning(rest)) == 0 {
		t.add(old.slots(Slots{Action: "update_quantity", Quantity: count}))
		return true
	}
	if !counted {
		count = 1
	}
	next := t.target(Conversation{}, phrase{tokens: rest, spans: t.spans})
	if old.empty && old.product == nil || next.empty || !next.found() {
		t.nothing(ReasonUnclear)
		return true
	}
	t.add(t.fewer(old, 0, false), next.slots(Slots{Action: "add_to_checkout", Quantity: count}))
	return true
}

// cancel reads the wish to drop the whole purchase, or one product of it.
func (t *turn) cancel(c clause, h hits) bool {
	if !h.has(cueCancel) {
		return false
	}
	rest := withoutCues(c.tokens, cueCancel, cueAdd, cuePay)
	if linked := t.index.link(glueUnits(rest), t.conversation.inBasket()).products; len(linked) > 0 && !namesBasket(rest) {
		return t.remove(clause{tokens: rest}, hits{cueRemove: hit{}})
	}
	t.add(Slots{Action: "cancel_checkout"})
	return true
}

// cartNouns name the checkout where it stands alone: "meu carrinho".
var cartNouns = wordSet("carrinho sacola cesta cart basket bag carrito total")

func namesCart(tokens []token) bool {
	return slices.ContainsFunc(tokens, func(t token) bool { return cartNouns[t.word] })
}

func namesBasket(tokens []token) bool {
	for _, t := range tokens {
		if basketNouns[t.word] {
			return true
		}
	}
	return false
}

// cart reads the wish to see the checkout.
func (t *turn) cart(c clause, h hits) bool {
	bare := len(h) == 0 && namesCart(c.tokens) && len(meaning(c.tokens)) == 0
	if !h.has(cueCart) && !bare {
		return false
	}
	t.add(Slots{Action: "get_checkout"})
	return true
}
