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
	at, ok := h[cueRemove]
	if !ok || h[cueCancel].at == at.at && h[cueCancel].length > at.length {
		return false // "não quero mais comprar" is no product
	}
	tokens := withoutCues(c.tokens, cueRemove)
	if bothWords.in(tokens) && len(t.conversation.Lines) == 2 {
		for _, l := range t.conversation.Lines {
			t.add(lineSlots(l, "remove_from_checkout"))
		}
		return true
	}
	n, counted, rest := t.takeQuantity(glueUnits(tokens))
	for _, part := range t.parts(rest, true) {
		found := t.target(t.conversation, phrase{tokens: part, spans: t.spans, basket: true})
		if found.empty && found.product == nil {
			t.nothing(ReasonUnclear)
			continue
		}
		if negations[c.tokens[at.at].word] && (found.product == nil || t.conversation.line(found.product.ID) == nil) {
			t.nothing(ReasonDeclined) // what is not in the checkout was only declined
			continue
		}
		t.add(t.fewer(found, n, counted))
	}
	return true
}

// bothWords mean two lines at once.
var bothWords = table("os dois|as duas|ambos|ambas|both|los dos|las dos")

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
