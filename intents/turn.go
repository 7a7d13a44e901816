package intents

import (
	"slices"
	"strings"
)

// turn is the reading of one text.
type turn struct {
	reader
	conversation Conversation
	// raw is the text as it was sent, text as it is read.
	raw, text string
	spans     []span
	guard     guarded
	// tokens are all of the text, written the same before slips were mended; reading are
	// those of the clause being read.
	tokens, written, reading []token
	// slots are what was understood so far, in order.
	slots []Slots
	// reasons are those of clauses that lead to nothing.
	reasons []Slots
	// tooMany is the last action that was turned down for its quantity alone, nil if none.
	tooMany *Slots
	// named says that the last action only shows a product that was named without a verb.
	named bool
	// denied is what the clause being read tells apart from its wish.
	denied []token
	// dropped is why the clause before this one was dropped, empty if it was not.
	dropped Reason
	// droppedEnd is where in the text that clause ends.
	droppedEnd int
	// haggled says that a clause asked for another price: nothing is paid at this one.
	haggled bool
	// before is the clause before this one.
	before []token
	// scopes are those of the sentences that say more than their wish.
	scopes []scope
	// speaker is what was relayed for somebody else.
	speaker relay
}

// add takes actions, but for those that nobody plainly asked for.
func (t *turn) add(s ...Slots) {
	for _, one := range s {
		if reason := t.doubted(one); reason != "" {
			t.nothing(reason)
			continue
		}
		t.slots = append(t.slots, one)
	}
}

// nothing notes that a clause leads to nothing. Where a question is open, a bare answer
// that is none to it is not one to no question.
func (t *turn) nothing(r Reason) {
	if r == ReasonNoPending && t.conversation.Pending != nil {
		r = ReasonUnclear
	}
	t.reasons = append(t.reasons, unknown(r))
}
func (t *turn) question(q Question) {
	t.reasons = append(t.reasons, Slots{Action: "unknown", Reason: ReasonUnclear, ask: q})
}

// clause reads one clause.
func (t *turn) clause(c clause) {
	reason := t.guard.clause(t.textOf(c.tokens), t.asWritten(c.tokens), c.asks)
	if reason == ReasonInjection || reason == ReasonDeclined {
		if sound := t.beforeAttack(c.tokens); len(sound) > 0 {
			t.nothing(reason)
			c.tokens, reason = sound, ""
		}
	}
	if wish, ok := t.withoutWhyNot(c.tokens); ok && reason == "" {
		c.tokens, c.asks = wish, false
	}
	if t.guard.waives && reason == "" {
		c.tokens = beforeGrounds(c.tokens)
	}
	goesOn := (len(findCues(c.tokens)) == 0 || t.dropped == ReasonNegotiation && !strongAdd.in(c.tokens) && !wantWords.in(c.tokens) && !findCues(c.tokens).has(cueRemove)) && !strings.ContainsAny(t.text[min(t.droppedEnd, c.tokens[0].start):c.tokens[0].start], ".!?;\n")
	if reason == "" && t.dropped != "" && (t.pointsBack(c.tokens) || goesOn && t.dropped != ReasonUnclear) {
		reason = t.dropped // "um cupom de 75 %, mete ele": he is what was dropped
	}
	t.haggled = t.haggled || reason == ReasonNegotiation && !c.asks
	if t.dropped = reason; reason != "" {
		t.droppedEnd = c.tokens[len(c.tokens)-1].end
		t.nothing(reason)
		return
	}
	if invalidQuantity(c.tokens) {
		t.nothing(ReasonInvalidQuantity)
		return
	}
	if labels.at(c.tokens, 0) > 0 && len(c.tokens) > labels.at(c.tokens, 0) && c.tokens[labels.at(c.tokens, 0)].word == ":" {
		return // the value of a form: the spans have it, or nothing has
	}
	if n := commentWords.at(c.tokens, 0); n > 0 && n < len(c.tokens) && len(t.slots) > 0 && t.comments(c.tokens[n:]) && !couponNouns.in(c.tokens) && !t.namesProduct(c.tokens[n:]) {
		return // "cinco cabos, vou vender na feira"
	}
	if t.otherVariant(c) {
		return
	}
	whole := c.tokens
	defer func() { t.before = whole }()
	c.tokens = t.withoutTurnedDown(withoutSecondNo(firstly(c.tokens)))
	if t.keepOnly(c) {
		return
	}
	if c.corrects && t.correct(c) {
		return
	}
	if c.tokens = t.withoutComments(asides.without(c.tokens)); len(words(c.tokens)) == 0 {
		return
	}
	if newsWords.in(c.tokens) && !t.namesProduct(newsWords.without(c.tokens)) {
		t.nothing(ReasonOutOfScope)
		return
	}
	if about := t.givesBack(c); about != "" {
		t.returns(ReasonOutOfScope, about)
		return
	}
	if c.tokens = t.withoutInvoice(c); len(words(c.tokens)) == 0 {
		t.nothing(ReasonUnclear)
		return
	}
	t.reading, t.denied = c.tokens, nil
	if s, ok := t.scopeOf(c); ok {
		defer func(whole Conversation) { t.conversation, t.narrowed = whole, false }(t.conversation)
		t.within(s, c)
	}
	hits := findCues(c.tokens)
	if couponNouns.in(c.tokens) || slices.ContainsFunc(c.tokens, func(o token) bool { return o.word == string(spanCoupon) }) {
		t.dropped = ReasonUnclear // "tenho um cupom, bota aí": the code is what is put
	}
	for _, read := range clauseReaders {
		if read(t, c, hits) {
			return
		}
	}
}

// asWritten are the tokens of a clause before slips were mended.
func (t *turn) asWritten(tokens []token) []token {
	from, to := tokens[0].start, tokens[len(tokens)-1].end
	start := len(upTo(t.written, from))
	return t.written[start:max(start, len(upTo(t.written, to)))]
}

// beforeAttack returns the part of a clause before the last break that comes before an
// attack, where that part is sound.
func (t *turn) beforeAttack(tokens []token) []token {
	text := fold(t.textOf(tokens))
	words := len(strings.Fields(text[:attackAt(text)])) // folded, the places are others
	last := 0
	for i := range tokens {
		if len(strings.Fields(t.textOf(tokens[:i+1]))) > words {
			break
		}
		if i > 0 && isBreak(tokens, i) {
			last = i
		}
	}
	for last > 0 && isBreak(tokens, last-1) {
		last--
	}
	if h := findCues(tokens[:last]); last == 0 || !h.has(cueAdd) && !h.has(cueRemove) || injects(fold(t.textOf(tokens[:last]))) {
		return nil
	}
	return tokens[:last]
}

// beforeGrounds returns the tokens before the grounds that are given for going without
// paying: "add a mouse and, since I work here, waive the payment".
func beforeGrounds(tokens []token) []token {
	for i := 1; i+1 < len(tokens); i++ {
		if !isBreak(tokens, i) || guards.lists["because"].at(tokens, i+1) == 0 {
			continue
		}
		for i > 1 && isBreak(tokens, i-1) {
			i--
		}
		return tokens[:i]
	}
	return tokens
}

// pointsBack reports whether a clause names nothing: what it is about was said before.
func (t *turn) pointsBack(tokens []token) bool {
	h := findCues(tokens)
	if !h.has(cueAdd) && !h.has(cueCoupon) {
		return false
	}
	left := t.index.withoutNoise(chatWords.without(withoutCues(tokens, cueAdd, cueCoupon)))
	for _, o := range meaning(left) {
		if !backWords[o.word] {
			return false
		}
	}
	return true
}

// backWords point at what was said before.
var backWords = wordSet(wordList("turn backWords"))

// textOf returns what the customer wrote in a clause.
func (t *turn) textOf(tokens []token) string {
	return t.text[tokens[0].start:max(tokens[0].end, tokens[len(tokens)-1].end)]
}

// clauseReaders try a clause in this order; the first that understands it has it.
var clauseReaders = []func(*turn, clause, hits) bool{
	(*turn).beforeBuying,
	(*turn).consent,
	(*turn).deferred,
	(*turn).negated,
	(*turn).noBehind,
	(*turn).allBut,
	(*turn).empty,
	(*turn).coupon,
	(*turn).bareCode,
	(*turn).takenOut,
	(*turn).codeAgain,
	(*turn).siteLink,
	(*turn).wares,
	(*turn).newData,
	(*turn).paymentStatus,
	(*turn).paymentQuestion,
	(*turn).shipping,
	(*turn).stated,
	(*turn).scale,
	(*turn).spokenNumber,
	(*turn).instead,
	(*turn).replace,
	(*turn).less,
	(*turn).remove,
	(*turn).update,
	(*turn).cancel,
	(*turn).order,
	(*turn).compareShown,
	(*turn).compare,
	(*turn).cart,
	(*turn).aboutIt,
	(*turn).price,
	(*turn).pay,
	(*turn).inquiry,
	(*turn).search,
	(*turn).help,
	(*turn).refused,
	(*turn).aboutFocus,
	(*turn).wish,
	(*turn).bare,
}

// finish returns what was understood: duplicates once, at most maxActions, and the
// reasons alone if nothing was.
func (t *turn) finish() []Slots {
	var out []Slots
	for _, s := range t.slots {
		if (t.guard.noPayment || t.haggled) && s.Action == "start_payment" || t.guard.tainted && !harmless(s) {
			continue
		}
		if s.weak && t.conversation.Pending != nil && t.conversation.Pending.Action == actionComplete {
			continue // what is no answer is no search either
		}
		if t.strays(s) {
			t.nothing(ReasonUnclear)
			continue
		}
		if s.Action == "search_catalog" && t.searchedBetter(s) {
			continue
		}
		if s.weak && slices.ContainsFunc(t.slots, func(o Slots) bool { return !o.weak }) {
			continue
		}
		if s.Unresolved && s.Action == "add_to_checkout" && t.conversation.Pending != nil && t.conversation.Pending.Action == actionComplete && hasNegation(t.before) {
			continue // "não confirma nada sem eu mandar"
		}
		if s.Action == "start_payment" && (t.defers() || t.nearlyYes(s)) || t.cancels() && s.Action != "cancel_checkout" {
			continue
		}
		same := func(o Slots) bool {
			if o.Action == "remove_from_checkout" && o.Action == s.Action && o.Product != "" && o.Product == s.Product && o.Variant == s.Variant {
				return true
			}
			return o.Action == s.Action && !hasTarget(s) && s.Action != "apply_discount"
		}
		if !slices.ContainsFunc(out, same) {
			out = append(out, s)
		}
	}
	switch {
	case len(out) > maxActions:
		return []Slots{unknown(ReasonTooLong)}
	case len(out) > 0:
		return append(out, t.faulty()...)
	case t.guard.tainted:
		return []Slots{unknown(ReasonInjection)}
	case t.guard.paid:
		return []Slots{unknown(ReasonPaymentClaim)}
	case len(t.reasons) > 0:
		return []Slots{t.worst()}
	}
	return []Slots{unknown(ReasonUnclear)}
}

// faulty is what has to be told beside what was understood: that a CPF does not hold.
func (t *turn) faulty() []Slots {
	at := slices.IndexFunc(t.reasons, func(s Slots) bool { return s.ask == AskTaxpayerID })
	if at < 0 || len(t.slots) >= maxActions {
		return nil
	}
	return t.reasons[at : at+1]
}

// searchedBetter reports whether another search of the text has only some of the words of
// this one: "presente pra quem gosta de café, o que tem de café?".
func (t *turn) searchedBetter(s Slots) bool {
	words := strings.Fields(fold(s.Query))
	return s.Filters == nil && slices.ContainsFunc(t.slots, func(o Slots) bool {
		fewer := strings.Fields(fold(o.Query))
		return o.Action == s.Action && o.Filters == nil && len(fewer) > 0 && len(fewer) < len(words) && !slices.ContainsFunc(fewer, func(w string) bool { return !slices.Contains(words, w) })
	})
}

// defers reports whether the text changes the checkout whose completion is pending: then
// nothing is paid before the customer has seen what it makes of it.
func (t *turn) defers() bool {
	p := t.conversation.Pending
	return p != nil && p.Action == actionComplete && slices.ContainsFunc(t.slots, func(s Slots) bool {
		return s.Action == "add_to_checkout" || s.Action == "update_quantity" || s.Action == "remove_from_checkout"
	})
}

// nearlyYes reports whether a payment is read from what begins as a yes to the question
// whether to close: the payment is chosen by then, and a slip in a yes starts no other.
func (t *turn) nearlyYes(s Slots) bool {
	p := t.conversation.Pending
	return p != nil && p.Action == actionComplete && s.Method == "" && !s.Again && yesWords.at(t.tokens, 0) > 0
}

// cancels reports whether the text drops the whole purchase, which makes the rest idle.
func (t *turn) cancels() bool {
	return slices.ContainsFunc(t.slots, func(s Slots) bool { return s.Action == "cancel_checkout" })
}

// hasTarget reports whether an action may come several times in one text.
func hasTarget(s Slots) bool {
	switch s.Action {
	case "add_to_checkout", "remove_from_checkout", "update_quantity", "get_product", "search_catalog":
		return true
	}
	return false
}

// worst returns the reason that matters most: one of a guard before "unclear", and that
// before small talk.
func (t *turn) worst() Slots {
	order := []Reason{
		ReasonInjection, ReasonPaymentClaim, ReasonNegotiation, ReasonInvalidQuantity, ReasonDeclined, ReasonOutOfScope,
		ReasonNoPending, ReasonUnclear, ReasonChitchat,
	}
	for _, r := range order {
		for _, s := range t.reasons {
			if s.Reason == r && (r != ReasonUnclear || len(t.reasons) == 1 || s.ask != "") {
				return s
			}
		}
	}
	return t.reasons[0]
}
