package intents

import (
	"cmp"
	"encoding/json"
	"maps"
	"slices"
	"strconv"

	"balcao/catalog"
	"balcao/conversation"
	"balcao/internal/ids"
	"balcao/internal/lang"
)

// answer reads the text as the answer to the pending question, if there is one. done is
// false if the text speaks of something else.
func (t *turn) answer(tokens []token) (slots []Slots, done bool) {
	pending := t.conversation.Pending
	if pending == nil {
		return nil, false
	}
	tokens = withoutGreeting(tokens)
	asked, err := decodePending(pending)
	if err == nil && !t.sells(asked) {
		return nil, false // nothing can be agreed to that is not on sale
	}
	money := pending.Action == actionComplete
	binding := ""
	if err == nil {
		binding = binds(asked)
	}
	yes := tokens
	if binding != "" {
		yes = withoutGreeting(t.ownYes(binding))
	}
	agrees := yesWords.in(tokens) && t.isYes(tokens, asked) && !paysOtherwise(tokens, asked)
	if pending.Action == actionPay && !agrees && !endsAsking(tokens) && !(t.conversation.Paying && t.asksCode(tokens)) {
		if slots, done := t.methodAnswer(tokens, pending); done {
			return slots, true
		}
	}
	if pending.Action == "set_buyer" && !endsAsking(tokens) {
		if slots, done := t.nameAnswer(tokens); done {
			return slots, true
		}
	}
	switch {
	case t.conversation.Paying && t.asksCode(tokens):
		return nil, false // "manda o código": it is out, and nothing is closed by it
	case asked.Action == actionPay && paysOtherwise(tokens, asked):
		return nil, false // "quero pagar no cartão" is no yes to Pix
	case err == nil && len(yes) > 0 && !t.relayed(yes[0].start, 1) && (t.isYes(yes, asked) || t.reasonedYes(yes, asked)):
		asked.confirmed = true
		return []Slots{asked}, true
	case findCues(tokens).has(cueCart) && !(money && conditionWords.in(tokens)):
		return nil, false // "deixa eu ver o carrinho antes"
	case asked.Action != "cancel_checkout" && t.dropsPurchase(tokens):
		return nil, false // "não, cancela a compra": more than a no to what is asked
	case isNo(tokens), !money && t.keepsHeld(tokens):
		return []Slots{unknown(ReasonDeclined)}, true
	case len(meaning(mildYesWords.without(tokens))) == 0 && mildYesWords.in(tokens):
		return []Slots{unknown(ReasonUnclear)}, true
	case money && (doubtWords.in(tokens) || conditionWords.in(tokens)) && !changesBasket(tokens):
		return []Slots{unknown(ReasonDeclined)}, true
	case money:
		return nil, false
	}
	return t.restate(tokens, pending)
}

// withoutGreeting drops the greetings that an answer begins with: "oi, bom dia! sim".
func withoutGreeting(tokens []token) []token {
	for i := 0; i < len(tokens); {
		switch n := greetings.at(tokens, i); {
		case n > 0:
			i += n
		case i > 0 && tokens[i].mark:
			i++
		default:
			return tokens[i:]
		}
	}
	return tokens // a greeting alone answers nothing
}

// greetings say nothing to a question.
var greetings = table(wordList("pending greetings"))

// paysOtherwise reports whether the answer names a way of paying that was not asked about.
// Where none was named it was Pix.
func paysOtherwise(tokens []token, asked Slots) bool {
	said := methodOf(tokens)
	return said != "" && said != cmp.Or(asked.Method, "pix")
}

// changesBasket reports whether the answer changes something other than by a verb that
// also gives data ("mandar o CPF").
func changesBasket(tokens []token) bool {
	return changes(doubtWords.without(tokens)) && !(conditionWords.in(tokens) && labels.in(tokens))
}

// actionComplete is the action that only a yes makes.
const actionComplete = "complete_checkout"

// actionReturn gives goods back; from text only a yes makes it.
const actionReturn = "request_return"

// actionPay is the action that the offer of a payment waits for.
const actionPay = "start_payment"

// changes reports whether the answer asks to change something first: "sim, mas tira o
// café".
func changes(tokens []token) bool {
	h := findCues(tokens)
	return h.has(cueAdd) || h.has(cueRemove) || h.has(cueUpdate) || h.has(cueReplace) || h.has(cueEmpty)
}

// isYes reports whether the answer says yes to what is asked. A question that binds wants a
// sentence of the grammar for it (assent.go); no claim of having paid is one.
func (t *turn) isYes(tokens []token, asked Slots) bool {
	if question := binds(asked); question != "" {
		return !t.guard.noPayment && t.assents(tokens, question)
	}
	return t.agrees(tokens, asked.Action)
}

// agrees reports whether every word of the answer to a question that does not bind approves
// and one of them says yes. Mild words such as "ok", "esse" or the verb of what is asked
// are enough here.
func (t *turn) agrees(tokens []token, action string) bool {
	said := false
	for i := 0; i < len(tokens); {
		yes := max(yesWords.at(tokens, i), mildYesWords.at(tokens, i), sameWords[action].at(tokens, i), pointWords.at(tokens, i))
		switch {
		case tokens[i].mark && tokens[i].word != "?":
			i++
		case yes > 0 && !(tokens[i].word == "y" && t.language != lang.English):
			said = true
			i += yes
		case agreeFill.at(tokens, i) > 0:
			i += agreeFill.at(tokens, i)
		default:
			return false
		}
	}
	return said
}

// isNo reports whether the answer refuses or hesitates and says nothing else.
func isNo(tokens []token) bool {
	if !noWords.in(tokens) && !doubtWords.in(tokens) {
		return false
	}
	rest := ackWords.without(yesFill.without(noWords.without(doubtWords.without(tokens))))
	return len(meaning(noFill.without(rest))) == 0
}

// keepsHeld reads a no with what stays instead: "não, deixa o s25 normal", where that is in
// the cart.
func (t *turn) keepsHeld(tokens []token) bool {
	if noWords.at(tokens, 0) == 0 || !stayWords.in(tokens) {
		return false
	}
	rest := t.index.withoutNoise(stayWords.without(withoutAnswer(tokens)))
	if _, counted, _ := t.takeQuantity(glueUnits(rest)); counted || len(t.index.terms(rest)) == 0 {
		return false
	}
	return t.holds(t.target(t.conversation, phrase{tokens: rest, spans: t.spans, basket: true}))
}

var stayWords = table(wordList("pending stayWords"))

// sells reports whether the shop has the product that a question is about, if it is about one.
func (t *turn) sells(asked Slots) bool {
	return asked.Product == "" || t.index.product(ids.Product(asked.Product)) != nil
}

// decodePending reads the slots of the pending action.
func decodePending(p *conversation.Pending) (Slots, error) {
	s := Slots{Action: p.Action}
	if len(p.Slots) == 0 {
		return s, nil
	}
	err := json.Unmarshal(p.Slots, &s)
	s.Action = p.Action
	return s, err
}

// restate reads a correction of one slot of the pending action: another quantity, other
// options, or which of several products was meant.
func (t *turn) restate(tokens []token, pending *conversation.Pending) (slots []Slots, done bool) {
	s, err := decodePending(pending)
	if err == nil {
		if slots, done := t.paymentAnswer(s, tokens); done {
			return slots, true
		}
	}
	if err != nil || s.Product == "" && len(s.Candidates) == 0 || endsAsking(tokens) || remarks.in(tokens) {
		return nil, false
	}
	if h := findCues(optionFill.without(tokens)); s.Product != "" && (len(h) == 0 || h.has(cueAdd) || h.has(cueUpdate) || h.has(cueReplace)) && !h.has(cueRemove) && !h.has(cuePay) && !h.has(cueCancel) && !h.has(cuePrice) {
		if slots, done := t.optionAnswer(s, tokens); done {
			return slots, true
		}
	}
	rest, _ := cutInstead(withoutAnswer(t.withoutTurnedDown(tokens)))
	if len(s.Candidates) > 0 {
		rest = withoutCues(rest, cueAvailable) // "el que tiene más batería"
	}
	if h := findCues(unpicked(rest, s)); len(h) > 1 || len(h) == 1 && !h.has(cueAdd) && !h.has(cueUpdate) || len(rest) == 0 {
		return nil, false
	}
	lead := len(rest) - len(unpicked(rest, s))
	rest = append(rest[:lead:lead], restated.without(pickFill.without(withoutCues(rest[lead:], cueAdd, cueUpdate)))...)
	rest = glueUnits(rest)
	chosen := len(s.Candidates) > 0
	if one, ok := t.numbered(s, rest); ok {
		return []Slots{one}, true
	}
	if one, ok := t.countedPlace(s, tokens, rest); ok {
		return []Slots{one}, true
	}
	if chosen && t.wishesOne(tokens) {
		s.Action, s.Quantity = "add_to_checkout", 1
		return []Slots{s}, true // which one is still not said
	}
	if !chosen || t.numberAlone(rest) {
		if n, counted, left := t.takeNewQuantity(rest); counted && n >= 1 && n <= maxQuantityInText && len(meaning(left)) == 0 {
			s.Quantity = n
			return []Slots{s}, true
		} else if counted && len(meaning(left)) == 0 && !(chosen && n > maxQuantityInText) {
			return []Slots{unknown(ReasonInvalidQuantity)}, true
		}
	}
	if !chosen && hasNegation(tokens) && len(t.index.terms(t.index.withoutNoise(rest))) == 0 {
		return []Slots{unknown(ReasonDeclined)}, true // "não era bem isso que eu tinha em mente"
	}
	found := t.target(t.asked(s), phrase{tokens: rest, spans: t.spans, choosing: chosen})
	if found.product == nil || found.empty || found.explained < surelyExplained {
		return nil, false
	}
	switch inView := string(found.product.ID) == s.Product || slices.Contains(s.Candidates, string(found.product.ID)); {
	case !inView && t.turnsDown(tokens) && t.holds(found):
		return []Slots{unknown(ReasonDeclined)}, true // "não, deixa o s25": what is there stays
	case !inView && !(t.turnsDown(tokens) && t.onlyNames(rest, found.product)):
		return nil, false // another product needs a wish of its own, or takes the place of this one
	case inView && !chosen && found.variant == nil && len(found.options) == 0 && !t.onlyNames(rest, found.product):
		return nil, false
	case inView:
		found = withChosen(found, chosenOf(found.product, s))
	}
	return []Slots{found.slots(Slots{Action: s.Action, Quantity: s.Quantity})}, true
}

// wishesOne reports whether an answer wants one of several and does not say which: "add one".
func (t *turn) wishesOne(tokens []token) bool {
	h := findCues(tokens)
	if len(h) != 1 || !h.has(cueAdd) || slices.ContainsFunc(tokens, func(o token) bool { return o.word == "1" }) {
		return false
	}
	left := withoutCues(polite.without(withoutAnswer(tokens)), cueAdd)
	return len(meaning(slices.DeleteFunc(slices.Clone(left), func(o token) bool { return aSingle[o.word] }))) == 0 && slices.ContainsFunc(left, func(o token) bool { return aSingle[o.word] })
}

var aSingle = wordSet(wordList("pending aSingle"))

// turnsDown reports whether the answer begins by saying no to what is asked about: "não, o
// de 65 W", "na verdade a garrafa".
func (t *turn) turnsDown(tokens []token) bool {
	return noWords.at(tokens, 0) > 0 || correctionWords.at(tokens, 0) > 0
}

// onlyNames reports whether the tokens do nothing but name the product: every word with a
// meaning is one of its own.
func (t *turn) onlyNames(tokens []token, p *catalog.Product) bool {
	named := meaning(nameFill.without(withoutFillers(tokens)))
	for _, o := range named {
		if articles[o.word] || units[o.word] != "" {
			continue
		}
		l := t.index.link([]token{o}, []ids.Product{p.ID})
		if len(l.products) == 0 && !t.index.carries(form(o.word)) {
			return false
		}
	}
	return len(named) > 0
}

// nameFill may stand beside the name of a product.
var nameFill = table(wordList("pending nameFill"))

// numbered reads a bare number as what it answers: the place of one of several products, or
// a label such as a size of the one product.
func (t *turn) numbered(s Slots, tokens []token) (Slots, bool) {
	if len(tokens) != 1 || !isNumber(tokens[0].word) {
		return s, false
	}
	n, err := strconv.Atoi(tokens[0].word)
	switch {
	case err != nil:
	case len(s.Candidates) > 0 && n >= 1 && n <= len(s.Candidates):
		return Slots{Action: s.Action, Product: s.Candidates[n-1], Options: s.Options, Quantity: s.Quantity}, true
	case s.Product != "" && s.Variant == "":
		found := target{product: t.index.product(ids.Product(s.Product)), options: s.Options}
		if sized, ok := t.asSize(found, int64(n), true); ok {
			return sized.slots(Slots{Action: s.Action, Quantity: s.Quantity}), true
		}
	}
	return s, false
}

// countedPlace reads how many are wanted of the one at a place among several: "duas da
// primeira", "two of the second one". The rest of the answer must say nothing else.
func (t *turn) countedPlace(s Slots, tokens, rest []token) (Slots, bool) {
	for i := range tokens {
		n, length := t.number(tokens, i)
		if length == 0 || i+length >= len(tokens) || !ofWords[tokens[i+length].word] || n < 1 || n > maxQuantityInText {
			continue
		}
		from, to := tokens[i].start, tokens[i+length].start
		left := slices.DeleteFunc(slices.Clone(rest), func(o token) bool { return o.start >= from && o.start < to })
		place, left := ordinal(left, len(s.Candidates))
		left = slices.DeleteFunc(left, func(o token) bool { return aSingle[o.word] }) // "of the first one"
		if place >= 0 && len(meaning(left)) == 0 {
			return Slots{Action: s.Action, Product: s.Candidates[place], Options: s.Options, Quantity: n}, true
		}
	}
	return s, false
}

// unpicked are the tokens of an answer without an article and the word behind it, which
// names one of the candidates and is no verb: "el corto".
func unpicked(tokens []token, s Slots) []token {
	if len(s.Candidates) > 0 && len(tokens) > 1 && pickArticles[tokens[0].word] {
		return tokens[2:]
	}
	return tokens
}

// numberAlone reports whether an answer is nothing but a number of pieces.
func (t *turn) numberAlone(tokens []token) bool {
	_, counted, rest := t.takeNewQuantity(tokens)
	return counted && len(rest) == 0
}

// asked is the conversation with what the pending question is about in view.
func (t *turn) asked(s Slots) Conversation {
	c := Conversation{Results: t.conversation.Results}
	if s.Product != "" {
		if p := t.index.product(ids.Product(s.Product)); p != nil {
			c.Focus = p.ID
		}
	}
	if len(s.Candidates) > 0 {
		c.Results = nil
		for _, id := range s.Candidates {
			c.Results = append(c.Results, ids.Product(id))
		}
	}
	return c
}

// withoutAnswer drops the yes or no, the doubts and the "mas antes" that an answer begins
// with.
func withoutAnswer(tokens []token) []token {
	for i := 0; i < len(tokens); {
		n := max(noWords.at(tokens, i), yesWords.at(tokens, i), mildYesWords.at(tokens, i), correctionWords.at(tokens, i), answerLeads.at(tokens, i))
		switch {
		case n > 0:
			i += n
		case tokens[i].mark:
			i++
		default:
			return tokens[i:]
		}
	}
	return nil
}

// withChosen adds the options that were chosen before.
func withChosen(found target, chosen map[string]string) target {
	if len(chosen) == 0 || found.variant != nil {
		return found
	}
	options := map[string]string{}
	maps.Copy(options, chosen)
	maps.Copy(options, found.options)
	var selected []catalog.Selection
	for _, o := range found.product.Options {
		if label, ok := options[fold(o.Name)]; ok {
			selected = append(selected, catalog.Selection{Name: o.Name, Label: label})
		}
	}
	found.options = options
	if len(selected) == len(found.product.Options) {
		found.variant = found.product.Pick(selected)
	}
	return found
}
