package intents

import (
	"slices"

	"balcao/catalog"
	"balcao/internal/ids"
)

// basketNouns name the checkout as a whole.
var basketNouns = wordSet(wordList("basket basketNouns"))

// negated reads a wish that is turned around: nothing is done.
func (t *turn) negated(c clause, h hits) bool {
	for _, wish := range []cue{cueAdd, cuePay, cueCancel, cueUpdate, cueReplace, cueSearch} {
		at, ok := h[wish]
		if ok && !h.has(cueRemove) && !h.has(cueCancel) && negatedBefore(c.tokens, at.at) {
			if wish == cueAdd && wantWords.in(c.tokens) && t.refuses(c) {
				return true
			}
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

// refuses reads "o chocolate eu não quero" and "esse não": what is in the checkout goes.
func (t *turn) refuses(c clause) bool {
	if p := t.conversation.Pending; p != nil && p.Action != actionComplete {
		return false // the no is to the question
	}
	rest := refusal.without(withoutCues(c.tokens, cueAdd))
	if len(t.index.terms(t.index.withoutNoise(rest))) == 0 && !pointsAt(c.tokens) {
		return false // a bare no
	}
	found := t.target(t.conversation, phrase{tokens: rest, spans: t.spans, basket: true})
	if found.product == nil || found.explained < surelyExplained || t.conversation.line(found.product.ID) == nil {
		return false
	}
	s := found.slots(Slots{Action: "remove_from_checkout"})
	s.Options = nil
	t.add(s)
	return true
}

// wantWords are those whose no turns down what is there: "não adiciona o café" only stops
// something.
var wantWords = table(wordList("basket wantWords"))

// refusal are the words that turn down a product beside its name.
var refusal = table(wordList("basket refusal"))

// refused reads "o chocolate não", "no chocolate", "o chocolate não precisa".
func (t *turn) refused(c clause, h hits) bool {
	denies := slices.ContainsFunc(c.tokens, func(t token) bool { return negations[t.word] && t.word != "num" })
	if !denies || c.asks || h.has(cueAdd) || h.has(cuePay) || h.has(cueCancel) || h.has(cueOrder) || h.has(cueRemove) || h.has(cueUpdate) || h.has(cueReplace) || h.has(cueCart) || h.has(cuePrice) {
		return false
	}
	return t.refuses(c)
}

// takenOut reads "take the chocolate out", "deixa o chocolate pra lá": a verb and what
// turns it around stand on both sides of the product.
func (t *turn) takenOut(c clause, h hits) bool {
	for _, around := range outPhrases {
		at, n := around.verb.find(c.tokens)
		if n == 0 {
			continue
		}
		end, m := around.end.find(c.tokens[at+n:])
		if m == 0 || end == 0 {
			continue
		}
		middle := c.tokens[at+n : at+n+end]
		rest := append([]token{}, middle...)
		if tail := c.tokens[at+n+end+m:]; len(tail) > 0 && (!tail[0].mark || t.namesProduct(tail)) {
			rest = append(rest, tail...) // else it tells why
		}
		if len(meaning(middle)) == 0 && !pointsAt(middle) {
			continue
		}
		return t.remove(clause{tokens: append([]token{{word: "tira"}}, rest...)}, hits{cueRemove: hit{0, 1}})
	}
	return false
}

var outPhrases = []struct{ verb, end phrases }{
	{table(wordList("basket outPhrases")), table("out|off|away")},
	{table("deixar~|deixa|deixe"), table(wordList("basket outPhrases 2"))},
	{table("jogar~|botar~|por~"), table("fora")},
	{table("deja|deje|dejar"), table("de lado|afuera|fuera")},
	{table("zerar~|zera"), table("do carrinho|da sacola")},
}

// empty reads "tira tudo", with what stays if that is said.
func (t *turn) empty(c clause, h hits) bool {
	at, ok := h[cueEmpty]
	if !ok {
		return false
	}
	rest := c.tokens[at.at+at.length:]
	if othersThings.in(rest) {
		t.nothing(ReasonUnclear)
		return true
	}
	from, n := exceptWords.find(rest)
	if from < 0 && len(t.index.link(t.index.withoutNoise(glueUnits(rest)), t.conversation.inBasket()).products) > 0 {
		return false // "tira todos os cafés"
	}
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
	tokens := withoutCues(withoutKept(c.tokens), cueRemove)
	if bothWords.in(tokens) && len(t.conversation.Lines) == 2 && len(meaning(t.index.withoutNoise(bothWords.without(tokens)))) == 0 {
		for _, l := range t.conversation.Lines {
			t.add(lineSlots(l, "remove_from_checkout"))
		}
		return true
	}
	if t.goneLine(tokens) {
		return true
	}
	n, counted, rest := t.takeQuantity(glueUnits(tokens))
	if t.removesEach(n, counted, rest) {
		return true
	}
	for _, part := range t.parts(rest, true) {
		found := t.target(t.conversation, phrase{tokens: part, spans: t.spans, basket: true})
		if named := t.namedBefore(part); named.product != nil {
			found = named
		}
		if found.empty && found.product == nil {
			t.nothing(ReasonUnclear)
			continue
		}
		if hasNegation(c.tokens[at.at:at.at+at.length]) && (found.product == nil || t.conversation.line(found.product.ID) == nil) {
			t.nothing(ReasonDeclined) // what is not in the checkout was only declined
			continue
		}
		t.add(t.fewer(t.inBasket(found), n, counted))
	}
	return true
}

// inBasket is the target where it is in the checkout, and what was said alone where it is
// not: nothing can be taken out that is not there.
func (t *turn) inBasket(found target) target {
	if len(t.conversation.Lines) == 0 || t.holds(found) || found.said == "" {
		return found
	}
	if slices.ContainsFunc(found.candidates, func(p *catalog.Product) bool { return t.conversation.line(p.ID) != nil }) {
		return found
	}
	return target{said: found.said}
}

// removesEach reads "tira os dois cabos" where so many lines are cables.
func (t *turn) removesEach(n int64, counted bool, rest []token) bool {
	if !counted || n < 2 {
		return false
	}
	found := t.target(t.conversation, phrase{tokens: rest, spans: t.spans, basket: true})
	if int64(len(found.candidates)) != n {
		return false
	}
	for _, p := range found.candidates {
		if l := t.conversation.line(p.ID); l == nil || l.Quantity > 1 {
			return false
		}
	}
	for _, p := range found.candidates {
		t.add(Slots{Action: "remove_from_checkout", Product: string(p.ID)})
	}
	return true
}

// withoutKept cuts off what stays: "drop the laptop, keep the mouse".
func withoutKept(tokens []token) []token {
	for i := 1; i+1 < len(tokens); i++ {
		if isBreak(tokens, i) && keepWords.at(tokens, i+1) > 0 {
			return tokens[:i]
		}
	}
	return tokens
}

var keepWords = table(wordList("basket keepWords"))

// namedBefore is the line that the clause before named, where this one names nothing: "o
// mouse tá caro, tira".
func (t *turn) namedBefore(part []token) target {
	left := t.index.withoutNoise(t.before)
	if len(t.index.terms(t.index.withoutNoise(glueUnits(part)))) > 0 || len(t.index.terms(left)) == 0 {
		return target{}
	}
	named := t.target(Conversation{Lines: t.conversation.Lines}, phrase{tokens: left, spans: t.spans, basket: true})
	if named.product == nil || t.conversation.line(named.product.ID) == nil {
		return target{}
	}
	t.slots = slices.DeleteFunc(t.slots, func(s Slots) bool {
		return s.Action == "search_catalog" || s.Action == "get_product" || s.Action == "remove_from_checkout"
	})
	return named
}

func hasNegation(tokens []token) bool {
	return slices.ContainsFunc(tokens, func(t token) bool { return negations[t.word] })
}

// bothWords mean two lines at once.
var bothWords = table(wordList("basket bothWords"))

// parts splits a list if every part of it links to a product of its own; else the phrase
// is one.
func (t *turn) parts(tokens []token, basket bool) [][]token {
	parts := slices.DeleteFunc(t.withLabels(splitList(tokens)), func(part []token) bool {
		return len(t.index.terms(t.index.withoutNoise(part))) == 0 && !pointsAt(part)
	})
	parts = t.sharingNoun(parts)
	if len(parts) < 2 {
		return [][]token{tokens}
	}
	if t.labelsOfFocus(parts) {
		return parts
	}
	seen, lists := map[ids.Product][]target{}, map[ids.Product][]target{}
	var before []*catalog.Product
	unknown := 0
	for _, part := range parts {
		if !slices.ContainsFunc(meaning(part), func(o token) bool { return !isNumber(o.word) }) {
			return [][]token{tokens} // "chinelo azul, 41/42"
		}
		_, counted, rest := t.takeQuantity(glueUnits(part))
		found := t.target(Conversation{Lines: t.conversation.Lines, Results: t.conversation.Results}, phrase{tokens: rest, spans: t.spans, basket: basket})
		if !counted && definiteArticles[part[0].word] && slices.ContainsFunc(append(found.candidates, found.product), func(p *catalog.Product) bool { return slices.Contains(before, p) }) {
			return [][]token{tokens} // "two cables, the 2 m ones"
		}
		before = found.candidates
		switch {
		case found.product != nil && found.another(seen[found.product.ID]):
			seen[found.product.ID] = append(seen[found.product.ID], found)
		case len(found.candidates) > 1 && len(found.candidates) <= MaxCandidates:
			found.options = t.sharedOptions(found, rest)
			kind := found.candidates[0].ID
			named := func(p *catalog.Product) bool { return seen[p.ID] != nil }
			if lists[kind] != nil && !found.another(lists[kind]) || !counted && slices.ContainsFunc(found.candidates, named) { // "o do meio, branco 42"
				return [][]token{tokens}
			}
			lists[kind] = append(lists[kind], found)
		case counted && !basket && !found.found() && t.index.sellsNone(t.index.withoutNoise(rest)):
			unknown++ // "um pixel 9a e um playstation 5": the one is taken, the other is told
		default:
			return [][]token{tokens}
		}
	}
	if unknown > 1 || len(seen)+len(lists) == 0 {
		return [][]token{tokens}
	}
	return parts
}

// sellsNone reports whether a phrase begins with a word that the catalogue does not know.
func (x *Index) sellsNone(tokens []token) bool {
	terms := x.terms(tokens)
	return len(terms) > 0 && !terms[0].digits && len(terms[0].readings) == 0
}

// cancel reads the wish to drop the whole purchase, or one product of it.
func (t *turn) cancel(c clause, h hits) bool {
	if !h.has(cueCancel) {
		return false
	}
	rest := withoutCues(c.tokens, cueCancel, cueAdd, cuePay)
	if deniedBefore(c.tokens, c.tokens[h[cueCancel].at].start) && !negations[c.tokens[h[cueCancel].at].word] {
		t.nothing(ReasonDeclined)
		return true
	}
	if pastOrder.in(spellOut(tokenize(t.text))) {
		t.returns(ReasonUnclear, AskReturn) // what is paid is given back, and asked about first
		return true
	}
	if linked := t.index.link(t.index.withoutNoise(glueUnits(rest)), t.conversation.inBasket()).products; len(linked) > 0 && !namesBasket(rest) {
		return t.remove(clause{tokens: rest}, hits{cueRemove: hit{}})
	}
	if !namesBasket(rest) && len(t.index.terms(t.index.withoutNoise(cancelFill.without(rest)))) > 0 || cancelOther.in(rest) {
		t.nothing(ReasonUnclear) // something else shall be cancelled
		return true
	}
	t.add(Slots{Action: "cancel_checkout"})
	return true
}

// cancelFill are the words beside a cancellation that name nothing; cancelOther are things
// that are not the purchase.
var (
	cancelFill  = table(wordList("basket cancelFill"))
	cancelOther = table(wordList("basket cancelOther"))
)

// pastOrder is a purchase that was made before.
var pastOrder = table(wordList("basket pastOrder"))

// cartNouns name the checkout where it stands alone: "meu carrinho".
var cartNouns = wordSet(wordList("basket cartNouns"))

// putWords are what was put into the checkout already.
var putWords = table(wordList("basket putWords"))

// cartFill are the words of a question about the checkout that name nothing.
var cartFill = table(wordList("basket cartFill"))

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
	asks := namesCart(c.tokens) && !h.has(cueAdd) && !h.has(cuePay) && !h.has(cueCoupon) && !h.has(cueUpdate) && len(t.index.terms(t.index.withoutNoise(cartFill.without(c.tokens)))) == 0
	asks = asks || c.asks && putWords.in(c.tokens) && len(t.conversation.Lines) > 0
	if h.has(cuePay) && methodsIn(c.tokens) && !c.asks {
		return false // "pago o total com a carteira"
	}
	if !h.has(cueCart) && !bare && !asks || h.has(cuePrice) && t.namesProduct(withoutCues(c.tokens, cuePrice, cueCart, cueSearch)) {
		return false
	}
	t.add(Slots{Action: "get_checkout"})
	return true
}

// keepOnly reads "fica só com o notebook, o resto tira": all lines go but those named.
func (t *turn) keepOnly(c clause) bool {
	if !restWords.in(c.tokens) || len(t.conversation.Lines) < 2 || !cuePhrases[cueRemove-1].words.in(c.tokens) && !leaveWords.in(c.tokens) {
		return false
	}
	all := exceptWords.without(leaveWords.without(restWords.without(withoutCues(spellOut(tokenize(t.text)), cueRemove, cueUpdate))))
	kept := t.index.link(t.index.withoutNoise(glueUnits(without(all, ",", "com"))), t.conversation.inBasket()).products
	if len(kept) != 1 {
		t.nothing(ReasonUnclear)
		return true
	}
	t.slots = slices.DeleteFunc(t.slots, func(s Slots) bool { return hasTarget(s) })
	for _, l := range t.conversation.Lines {
		if l.Product != kept[0].ID {
			t.add(lineSlots(l, "remove_from_checkout"))
		}
	}
	return true
}

// leaveWords say that something goes, without a verb of removing.
var leaveWords = table(wordList("basket leaveWords"))

var restWords = table(wordList("basket restWords"))
