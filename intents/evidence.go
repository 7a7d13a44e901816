package intents

import (
	"slices"
	"strings"

	"balcao/catalog"
	"balcao/conversation"
	"balcao/internal/ids"
)

// MaxQuantity is the most pieces that a text may ask for.
const MaxQuantity = maxQuantityInText

// Evidence is a text as a second reader may see it, and what its answer is held against. A
// second reader may know a wish that no lexicon has; that the text says so is for Evidence
// to tell, so that nothing is done that only the reader made up.
type Evidence struct {
	reader
	conversation Conversation
	text         string
	// tokens are those of the text as it was written, with its marks; read are the same
	// with spans masked and slips of the pen mended.
	tokens, read []token
	spans        []span
	masked       masked
}

// Evidence returns the evidence of a text, and whether anybody but the parser may read it
// at all. Nobody may where a guard holds any part of it, where it may answer yes or no to a question,
// where a question binds, where it speaks of personal data that could not be hidden, and where
// it is too long or says nothing.
func (p *Parser) Evidence(u Utterance) (*Evidence, bool) {
	if tooLong(u.Text) {
		return nil, false
	}
	text := prepared(u.Text)
	tokens := tokenize(text)
	if len(words(tokens)) == 0 || len(tokens) > maxTokens || guardedAnywhere(text, tokens) {
		return nil, false
	}
	if p := u.Conversation.Pending; p != nil && (bindsAnyhow(p) || answersYesOrNo(tokens)) {
		return nil, false
	}
	p = p.now()
	list := reader{index: p.index}.findSpans(text)
	r := reader{index: p.index, language: languageOf(text, mask(tokens, list), u.Language)}
	e := &Evidence{reader: r, conversation: u.Conversation, text: text, tokens: tokens, spans: list, read: r.readable(tokens, list)}
	var clear bool
	e.masked, clear = r.hide(text, tokens, list)
	return e, clear && !e.refused() && !e.absurd()
}

// bindsAnyhow reports whether a yes to the question moves money or throws something away. What
// cannot be read may.
func bindsAnyhow(p *conversation.Pending) bool {
	asked, err := decodePending(p)
	return err != nil || binds(asked) != ""
}

// answersYesOrNo reports whether a text begins as a yes or a no does, or says nothing else: that
// is for the parser to read, and for nobody else to guess.
func answersYesOrNo(tokens []token) bool {
	tokens = trimMarks(withoutGreeting(tokens))
	said := []phrases{yesWords, mildYesWords, noWords, doubtWords, ackWords, pointWords}
	if len(tokens) == 0 || slices.ContainsFunc(said, func(p phrases) bool { return p.at(tokens, 0) > 0 }) {
		return true
	}
	for _, p := range append(said, agreeFill, noFill) {
		tokens = p.without(tokens)
	}
	return len(meaning(tokens)) == 0
}

// guardedAnywhere is stricter than the parser: it lets the harmless clauses beside a
// guarded one stand, but they are not worth to show the text to anybody else.
func guardedAnywhere(text string, tokens []token) bool {
	holds := func(part string) bool {
		tokens := tokenize(part)
		g := guardText(part, tokens)
		return g.stop != "" || g.noPayment || g.tainted || claimsAuthority(tokens) || g.clause(part, tokens, false) != ""
	}
	if holds(text) || holds(strings.ReplaceAll(text, "\n", " ")) || invalidQuantity(tokens) {
		return true
	}
	return slices.ContainsFunc(splitClauses(tokens), func(c clause) bool {
		return holds(text[c.tokens[0].start:c.tokens[len(c.tokens)-1].end])
	})
}

// refused reports whether the parser refuses any clause for a reason that is final. It says
// so only where nothing else was understood, so the clauses are read again.
func (e *Evidence) refused() bool {
	written := mask(e.tokens, e.spans)
	t := turn{reader: e.reader, conversation: e.conversation, text: e.text, tokens: e.read, written: written, spans: e.spans, guard: guardText(e.text, written)}
	t.personal()
	for _, c := range splitClauses(t.settle(e.read)) {
		t.clause(c)
	}
	return slices.ContainsFunc(t.reasons, func(s Slots) bool {
		switch s.Reason {
		case ReasonUnclear, ReasonChitchat, ReasonNoPending, ReasonOutOfScope:
			return s.ask == AskTaxpayerID
		}
		return true
	})
}

// absurd reports whether the text has a number that can be no quantity, and is none of a
// size or a name either: which quantity was meant instead is not for a reader to say.
func (e *Evidence) absurd() bool {
	return slices.ContainsFunc(glueUnits(e.read), func(t token) bool {
		return isNumber(t.word) && len(t.word) > len("99") && !e.index.carries(t.word) && !e.masked.hides(t.start)
	})
}

// Text is what was written, without personal data.
func (e *Evidence) Text() string { return e.masked.text }

// Refill puts the personal data back that Text has placeholders for.
func (e *Evidence) Refill(text string) string { return e.masked.refill(text) }

// Target is the action on the product that the phrase names. The phrase must stand in the
// text word for word, and nothing may deny what is said of it. What the parser links it to counts before the reader's choice: of
// several likely products the customer chooses. The reader's own choice stands where the
// parser has none, if it shares a word with the phrase or the phrase points at it.
func (e *Evidence) Target(action string, product ids.Product, said string) (Slots, bool) {
	written, ok := e.phrase(said)
	if !ok || !e.wished(action, written) {
		return Slots{}, false
	}
	basket := action == "update_quantity" || action == "remove_from_checkout"
	if basket && e.conversation.line(product) == nil {
		return Slots{}, false
	}
	_, _, rest := e.takeQuantity(e.readable(written, e.spans))
	if e.conversation.Pending != nil && pointsAt(rest) {
		return Slots{}, false // "esse" answers what the shop has asked
	}
	t := e.target(e.conversation, phrase{tokens: rest, spans: e.spans, basket: basket})
	switch {
	case t.product != nil:
		ok = t.product.ID == product
	case len(t.candidates) > 1:
		ok = slices.ContainsFunc(t.candidates, func(p *catalog.Product) bool { return p.ID == product })
	default:
		terms := e.index.terms(glueUnits(rest))
		if ok = e.index.backs(product, terms) || e.pointed(product, rest, terms); ok {
			t = e.withOptions(e.index.product(product), terms, t.said)
		}
	}
	if !ok || t.product == nil && len(t.candidates) == 0 {
		return Slots{}, false
	}
	return t.slots(Slots{Action: action}), true
}

// pointed reports whether the phrase can mean a product by pointing: it is one that the
// conversation has, and the phrase says nothing else.
func (e *Evidence) pointed(product ids.Product, tokens []token, terms []term) bool {
	c := e.conversation
	if product != c.Focus && !slices.Contains(c.Results, product) && c.line(product) == nil {
		return false
	}
	p := e.index.product(product)
	if p == nil {
		return false
	}
	var rest []term
	for _, t := range terms {
		if _, place := ordinals[t.text]; !place && !deictics[t.text] {
			rest = append(rest, t)
		}
	}
	return len(rest) == 0 && (len(terms) > 0 || pointsAt(tokens)) || len(rest) > 0 && e.index.onlyLabels(p, rest)
}

// numbered reports whether a number stands in the text, but not in the phrase: "pixel 10"
// is no ten of them.
func (e *Evidence) numbered(n int64, except []token) bool {
	for i, t := range e.read {
		if len(except) > 0 && t.start >= except[0].start && t.start < except[len(except)-1].end {
			continue
		}
		if found, length := e.number(e.read, i); length > 0 && found == n {
			return true
		}
	}
	return false
}

// phrase finds the words of a phrase in the text, one after the other.
func (e *Evidence) phrase(said string) ([]token, bool) {
	want := words(tokenize(clean(said)))
	if len(want) == 0 {
		return nil, false
	}
	for at := range e.tokens {
		if end, ok := runs(e.tokens, at, want); ok {
			return e.tokens[at:end], true
		}
	}
	return nil, false
}

// runs reports whether the words follow from tokens[at] on, and where they end. Marks may
// stand between them.
func runs(tokens []token, at int, want []string) (end int, ok bool) {
	for i, n := at, 0; i < len(tokens); i++ {
		switch {
		case tokens[i].mark && n > 0:
		case tokens[i].mark || tokens[i].word != want[n]:
			return 0, false
		default:
			if n++; n == len(want) {
				return i + 1, true
			}
		}
	}
	return 0, false
}
