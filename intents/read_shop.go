package intents

import (
	"slices"

	"balcao/internal/ids"
)

// order reads a question about an order.
func (t *turn) order(c clause, h hits) bool {
	id := ""
	for _, s := range t.spans {
		if s.kind == spanOrder && s.start >= c.tokens[0].start && s.end <= c.tokens[len(c.tokens)-1].end {
			id = s.value
		}
	}
	about := orderThings.in(c.tokens) && orderStates.in(c.tokens) || h.has(cueOrder) && !t.namesProduct(c.tokens)
	if id == "" && (t.openCheckout(c.tokens) || isPersonal(c.tokens)) {
		return false
	}
	if !about && (id == "" || h.has(cueCancel)) {
		return false
	}
	t.add(Slots{Action: "get_order", Order: id})
	return true
}

// The words of a question about an order: what was ordered, and what may become of it.
var (
	orderThings = table(wordList("shop orderThings"))
	orderStates = table(wordList("shop orderStates"))
	// openWords speak of the checkout as it is now.
	openWords = table(wordList("shop openWords"))
)

// openCheckout reports whether a clause speaks of what is being bought and not of what was.
func (t *turn) openCheckout(tokens []token) bool {
	return openWords.in(tokens) && !notArrived.in(tokens)
}

// notArrived says that what was bought did not come.
var notArrived = table(wordList("shop notArrived"))

// namesProduct reports whether the words are clearly one product.
func (t *turn) namesProduct(tokens []token) bool {
	l := t.index.link(t.index.withoutNoise(tokens), nil)
	return len(l.products) == 1 && l.explained >= surelyExplained
}

// compare reads "qual a diferença entre X e Y": each product is shown.
func (t *turn) compare(c clause, h hits) bool {
	if !h.has(cueCompare) {
		return false
	}
	rest := withoutLead(c.tokens, h[cueCompare])
	for i := range rest {
		if i > 0 && (rest[i].word == "pra" || rest[i].word == "para" || rest[i].word == "pro" && !t.index.isModelPro(rest, i)) {
			rest[i] = token{word: ",", mark: true, start: rest[i].start, end: rest[i].end} // "do S25 pro Ultra"
		}
	}
	if sides := splitAt(c.tokens, h[cueCompare]); len(sides) > 0 {
		rest = sides // "how does X differ from Y"
	}
	parts := splitList(splitVersus(rest))
	var found []Slots
	for _, part := range parts {
		if target := t.target(Conversation{}, phrase{tokens: part, spans: t.spans}); target.found() {
			found = append(found, target.slots(Slots{Action: "get_product"}))
		}
	}
	if len(found) == 0 {
		one := t.target(t.conversation, phrase{tokens: c.tokens, spans: t.spans})
		if one.product == nil {
			return false
		}
		found = append(found, one.slots(Slots{Action: "get_product"}))
	}
	t.add(found...)
	return true
}

// splitAt puts a comma in the place of a cue that stands between two names; nil if nothing
// is named before it.
func splitAt(tokens []token, h hit) []token {
	if h.at < 2 || h.at+h.length >= len(tokens) || differWords.at(tokens, h.at) == 0 {
		return nil
	}
	comma := token{word: ",", mark: true, start: tokens[h.at].start, end: tokens[h.at].start}
	out := append(append([]token{}, tokens[:h.at]...), comma)
	return append(out, tokens[h.at+h.length:]...)
}

// differWords stand between two things that are told apart.
var differWords = table(wordList("shop differWords"))

// withoutLead drops what stands up to and with the cue, unless it stands in the middle.
func withoutLead(tokens []token, h hit) []token {
	if word := tokens[h.at].word; word == "vs" || word == "versus" {
		return tokens
	}
	return tokens[h.at+h.length:]
}

// splitVersus makes joiners of the words between two compared products.
func splitVersus(tokens []token) []token {
	out := make([]token, len(tokens))
	for i, t := range tokens {
		switch t.word {
		case "vs", "versus", "com", "con", "with", "ou", "or", "x":
			t.word, t.mark = ",", true
		}
		out[i] = t
	}
	return out
}

// price reads a question about one product: its price, its details.
func (t *turn) price(c clause, h hits) bool {
	if !h.has(cuePrice) || isPersonal(c.tokens) || cheapestWords.in(c.tokens) && !findCues(cheapestWords.without(c.tokens)).has(cuePrice) {
		return false
	}
	if at := h[cuePrice].at; h.has(cueAdd) && !c.asks && h[cueAdd].at < at && relativeWords[c.tokens[at-1].word] {
		return false // "quero aquele que vem com a caneta"
	}
	if h.has(cueHelp) && t.namesNothing(withoutCues(c.tokens, cueHelp, cuePrice, cueAdd)) && (!pointsAt(c.tokens) || t.conversation.pointed(t.index) == nil) {
		return false // "me explica como funciona"
	}
	if negatedBefore(c.tokens, h[cuePrice].at) {
		t.nothing(ReasonUnclear)
		return true
	}
	if p := t.index.product(t.conversation.Focus); p != nil && pointsAt(c.tokens) && !otherWords.in(c.tokens) {
		t.add(t.withOptions(p, t.index.terms(c.tokens), "").slots(Slots{Action: "get_product"}))
		return true
	}
	rest := withoutCues(c.tokens, cuePrice, cueAvailable, cueSearch)
	if t.target(t.conversation, phrase{tokens: rest, spans: t.spans}).product == nil {
		rest = attributes.without(rest)
	}
	for _, part := range t.parts(rest, false) {
		found := t.target(t.conversation, phrase{tokens: part, spans: t.spans})
		if c.asks && !found.found() {
			if p := t.subject(c.tokens); p != nil {
				found = target{product: p} // "o Moto G85 vem mesmo com carregador na caixa?"
			}
		}
		if t.named && (found.empty || len(t.index.terms(t.index.withoutNoise(glueUnits(part)))) == 0) {
			return true // "e o de 256, quanto é?"
		}
		basketOnly := t.conversation.Focus == "" && len(t.conversation.Results) == 0 && !pointsAt(part)
		if slices.ContainsFunc(t.slots, func(s Slots) bool { return s.Action == "set_shipping_address" }) && len(t.index.terms(t.index.withoutNoise(glueUnits(part)))) == 0 {
			return true // "moro no 04538-132, quanto fica?"
		}
		if len(t.conversation.Lines) > 0 && len(t.index.terms(t.index.withoutNoise(glueUnits(part)))) == 0 && (basketOnly || t.conversation.Pending != nil && t.conversation.Pending.Action == actionComplete) {
			t.add(Slots{Action: "get_checkout"})
			return true
		}
		if !found.found() && !c.asks && !howMuch.in(c.tokens) && thisPrice.in(c.tokens) {
			t.nothing(ReasonChitchat) // "arretado esse preço"
			return true
		}
		if found.empty && found.product == nil {
			if len(t.conversation.Lines) > 0 {
				t.add(Slots{Action: "get_checkout"})
			} else {
				t.nothing(ReasonUnclear)
			}
			return true
		}
		t.add(found.slots(Slots{Action: "get_product"}))
	}
	return true
}

// relativeWords tie what follows to the thing before.
var relativeWords = wordSet("que which that")

// thisPrice speaks of a price that is known.
var thisPrice = table(wordList("shop thisPrice"))

// showsSubject reads "o chocolate tem glúten?": what stands before the verb is one product,
// whatever is asked of it.
func (t *turn) showsSubject(tokens []token, verb int) bool {
	subject := t.index.withoutNoise(glueUnits(tokens[:verb]))
	if len(t.index.terms(subject)) == 0 || !definite(tokens[:verb]) {
		return false
	}
	found := t.target(Conversation{Results: t.conversation.Results}, phrase{tokens: subject, spans: t.spans})
	if found.product == nil || found.explained < surelyExplained {
		return false
	}
	t.add(t.withOptions(found.product, t.index.terms(glueUnits(tokens)), "").slots(Slots{Action: "get_product"}))
	t.named = true
	return true
}

// strongAdd puts something in, whatever leads up to it.
var strongAdd = table(wordList("shop strongAdd"))

// definite reports whether one thing is meant, and not a kind of things: "o notebook".
func definite(tokens []token) bool {
	for i, t := range tokens {
		if i+1 < len(tokens) && definiteArticles[t.word] && (i == 0 || tokens[i-1].word != "com" && tokens[i-1].word != "que") {
			return true
		}
	}
	return false
}

var definiteArticles = wordSet("o a the el la")

// specific reports whether the terms name one product rather than its kind: by a brand, by
// a model, or by two words of its name.
func (x *Index) specific(terms []term) bool {
	known := 0
	for _, t := range terms {
		_, colour := x.labels[colorAxis][t.text]
		_, size := x.labels[sizeAxis][t.text]
		if len(t.readings) == 0 || colour || size {
			continue
		}
		known++
		if t.digits || t.mark || t.maker || !t.goods && !t.trait {
			return true
		}
	}
	return known > 1
}

// attributes are what is asked of a product.
var attributes = table(wordList("shop attributes"))

// search reads the wish to look for products, and the question whether there is one: that
// shows the product if it is one alone.
func (t *turn) search(c clause, h hits) bool {
	asks := h.has(cueAvailable) && (!h.has(cueAdd) || knowWords.in(c.tokens))
	if !h.has(cueSearch) && !asks || isPersonal(c.tokens) || asks && !c.asks && !h.has(cueSearch) && c.tokens[h[cueAvailable].at].word == "vem" {
		return false
	}
	if h.has(cueHelp) && t.namesNothing(withoutCues(c.tokens, cueHelp, cueAvailable, cueSearch)) {
		return false
	}
	if at, put := h[cueAdd]; put && strongAdd.at(c.tokens, at.at) > 0 && h.has(cueSearch) && at.at < h[cueSearch].at && purposeIn(c.tokens[at.at:h[cueSearch].at]) {
		return false // "bota um cabo pra ver o jogo"
	}
	if at := h[cueSearch].at; h.has(cueAdd) && h.has(cueSearch) && h[cueAdd].at < at && (purposeWords[c.tokens[at-1].word] || c.tokens[at-1].word == "to") {
		return false // "vou querer cinco pra vender"
	}
	if h.has(cueAdd) && strongAdd.in(c.tokens) && modal.in(c.tokens) {
		return false // "queria ver se consegue colocar"
	}
	if p := t.index.product(t.conversation.Focus); asks && p != nil {
		if terms := t.index.terms(glueUnits(withoutCues(c.tokens, cueAvailable))); len(terms) > 0 && t.index.onlyLabels(p, terms) {
			t.add(t.withOptions(p, terms, "").slots(Slots{Action: "get_product"}))
			return true
		}
	}
	if asks && c.asks && t.showsSubject(c.tokens, h[cueAvailable].at) {
		return true
	}
	if at, n := doesVerbs.find(c.tokens); n > 0 && at > 1 && c.asks && c.tokens[0].word == "does" && t.showsSubject(c.tokens[1:], at-1) {
		return true
	}
	if p := t.index.product(t.conversation.Focus); asks && c.asks && p != nil && pointsAt(c.tokens[:h[cueAvailable].at]) && !otherWords.in(c.tokens) {
		subject := t.index.withoutNoise(c.tokens[:h[cueAvailable].at])
		if len(t.index.terms(subject)) == 0 || slices.Contains(t.index.link(glueUnits(subject), []ids.Product{p.ID}).products, p) {
			t.add(t.withOptions(p, t.index.terms(glueUnits(c.tokens)), "").slots(Slots{Action: "get_product"}))
			t.named = true
			return true
		}
	}
	rest := withoutCues(knowWords.without(c.tokens), cueSearch, cueAvailable)
	if asks && !h.has(cueSearch) || showsOne(c.tokens) {
		found := t.target(Conversation{Focus: t.conversation.Focus}, phrase{tokens: rest, spans: t.spans})
		if found.product != nil && found.explained >= surelyExplained && !limited(c.tokens) && (pointsAt(c.tokens) || definite(c.tokens) || t.index.specific(t.index.terms(t.index.withoutNoise(glueUnits(rest))))) {
			t.add(found.slots(Slots{Action: "get_product"}))
			t.named = true
			return true
		}
		if p := t.conversation.pointed(t.index); p != nil && found.product == nil && pointsAt(c.tokens) {
			t.add(target{product: p}.slots(Slots{Action: "get_product"}))
			return true
		}
	}
	said := withoutCues(knowWords.without(c.tokens), cueSearch, cueAvailable, cueAdd)
	s, ok := t.query(t.continued(c, said))
	if !ok || !c.asks && !h.has(cueSearch) && !t.sold(said) {
		return false // "minha sogra vem no domingo"
	}
	if outsideWords.in(c.tokens) && !t.namesProduct(said) {
		t.nothing(ReasonOutOfScope)
		return true
	}
	t.add(s)
	return true
}

// sold reports whether the words begin with what the catalogue knows, or with a kind of
// goods.
func (t *turn) sold(tokens []token) bool {
	terms := t.index.terms(t.index.withoutNoise(tokens))
	return limited(tokens) || len(terms) > 0 && (terms[0].goods || len(terms[0].readings) > 0 && !terms[0].guessed)
}

// continued puts what the clause before wished for into a question for it that has only a
// limit: "preciso de um teclado; o que vocês têm até 300 reais?".
func (t *turn) continued(c clause, tokens []token) []token {
	last := t.lastTarget()
	if !c.asks || !limited(c.tokens) || last == nil || last.Action != "add_to_checkout" || len(meaning(queryFill.without(tokens))) > 0 {
		return tokens
	}
	_, _, named := t.takeQuantity(glueUnits(withoutWishes(t.before)))
	t.slots = t.slots[:len(t.slots)-1]
	return append(slices.Clone(named), slices.DeleteFunc(slices.Clone(tokens), func(o token) bool { return !limited([]token{o}) })...)
}

// queryFill are the words of a question for things that name none.
var queryFill = table(wordList("shop queryFill"))

// doesVerbs end the subject of a question with does.
var doesVerbs = table(wordList("shop doesVerbs"))

func purposeIn(tokens []token) bool {
	return slices.ContainsFunc(tokens, func(o token) bool { return o.word == "para" || o.word == "pra" || o.word == "to" })
}

// knowWords make a question of a wish: "queria saber se tem".
var knowWords = table(wordList("shop knowWords"))

// showWords ask to see, which may be one product as well as a search.
var showWords = table(wordList("shop showWords"))

func showsOne(tokens []token) bool { return showWords.in(tokens) }

// limited reports whether the clause has a limit of price.
func limited(tokens []token) bool {
	for _, t := range tokens {
		if t.word == string(spanMax) || t.word == string(spanMin) {
			return true
		}
	}
	return false
}

// refundWords ask for money or goods to go back, which no text can do.
var refundWords = table(wordList("shop refundWords"))

// humanWords ask for a person.
var humanWords = table(wordList("shop humanWords"))

// help reads a question about the shop's own service.
func (t *turn) help(c clause, h hits) bool {
	if !h.has(cueHelp) && !humanWords.in(c.tokens) {
		return false
	}
	t.add(Slots{Action: "help"})
	return true
}
