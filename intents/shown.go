package intents

import "slices"

// shown finds the product among the results last shown, if one of them alone explains
// the whole phrase.
func (r reader) shown(c Conversation, p phrase, tokens []token, said string) target {
	if len(c.Results) == 0 {
		return target{}
	}
	l := r.index.link(tokens, c.Results)
	if len(l.products) != 1 || l.explained < surelyExplained || !tiedTo(p.tokens) && r.outdone(l, tokens) {
		return target{}
	}
	t := r.withOptions(l.products[0], l.terms, said)
	t.explained = l.explained
	return t
}

// tiedTo reports whether a phrase tells a thing by what it belongs to: "a do pixel 10".
func tiedTo(tokens []token) bool {
	for i := range tokens[:max(len(tokens), 1)-1] {
		if pickArticles[tokens[i].word] && tieWords[tokens[i+1].word] || i == 0 && purposeWords[tokens[i].word] {
			return true
		}
	}
	return false
}

var tieWords = wordSet(wordList("shown tieWords"))

// outdone reports whether the catalogue has what the phrase names, and what was shown is
// something else: a model of the same family, or what goes with it. After cases were shown
// "um pixel 10" is the phone.
func (r reader) outdone(shown links, tokens []token) bool {
	whole := r.index.link(tokens, nil)
	if len(whole.products) == 0 || whole.explained < surelyExplained || slices.Contains(whole.products, shown.products[0]) {
		return false
	}
	return r.index.onlyFor(r.index.place[shown.products[0].ID], shown.terms) ||
		len(whole.products) == 1 && r.index.isNamed(r.index.place[whole.products[0].ID], r.index.said(query{terms: whole.terms}), true)
}

// onlyFor reports whether the terms that a product carries are those of what it is for.
func (x *Index) onlyFor(place int32, terms []term) bool {
	return !slices.ContainsFunc(terms, func(t term) bool {
		return !t.noise && !t.isFor && slices.ContainsFunc(t.readings, func(r reading) bool {
			p := x.at(r.id, place)
			return p.field != fieldFor && p.field > 0 || p.own
		})
	})
}
