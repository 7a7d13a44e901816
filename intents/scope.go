package intents

import "balcao/catalog"

// scopeOf returns the scope of the sentence that a clause is from.
func (t *turn) scopeOf(c clause) (scope, bool) {
	for _, s := range t.scopes {
		if s.from <= c.tokens[0].start && c.tokens[0].start <= s.to {
			return s, true
		}
	}
	return scope{}, false
}

// within reads a clause in the light of its sentence: what is chosen from is all there is,
// and a clause without a name is about what was commented on.
func (t *turn) within(s scope, c clause) {
	if s.among != nil {
		t.narrow(s.among)
		t.narrowed = true
	}
	t.denied = s.instead
	if s.comment == nil || t.conversation.Pending != nil {
		return
	}
	_, _, named := t.takeNewQuantity(glueUnits(withoutWishes(c.tokens)))
	if len(t.index.link(t.index.withoutNoise(named), nil).products) > 0 {
		return
	}
	if p := t.spokenOf(s.comment); p != nil {
		t.conversation.Focus = p.ID
	}
}

// spokenOf returns the one product that a comment names: at its beginning or at its end,
// among the lines of the checkout before all others.
func (t *turn) spokenOf(comment []token) *catalog.Product {
	tokens := glueUnits(t.index.withoutNoise(comment))
	tokens = tokens[:min(len(tokens), longestComment)]
	if p := t.lineNamed(tokens); p != nil {
		return p
	}
	for n := len(tokens); n > 0; n-- {
		for _, some := range [][]token{tokens[:n], tokens[len(tokens)-n:]} {
			if l := t.index.link(some, nil); len(l.products) == 1 && l.explained >= surelyExplained {
				return l.products[0]
			}
		}
	}
	return nil
}
