package intents

import (
	"slices"

	"balcao/catalog"
)

// inquiry reads a question about one product, whatever is asked of it: "does the JBL Tune
// fold up?", "gostaria de saber se a mochila é impermeável". The product is shown; of a
// comparison both are.
func (t *turn) inquiry(c clause, h hits) bool {
	told, frame := t.askedAbout(c.tokens)
	if frame == 0 && (!c.asks || modal.in(c.tokens) && wishes(c.tokens) || strongAdd.in(c.tokens)) {
		return false
	}
	if frame == 0 && (h.has(cueRemove) || h.has(cueEmpty) || h.has(cueCart) || h.has(cueOrder) || h.has(cueCoupon)) || limited(c.tokens) || isPersonal(c.tokens) {
		return false
	}
	inverted := englishQuestion[c.tokens[0].word]
	at, n := canItself.find(c.tokens)
	itself := n > 0 && at > 1 && definiteArticles[c.tokens[0].word] // "o Redmi Note 14 pega 5G?"
	compares := thanWords.in(c.tokens) && comparatives.in(c.tokens)
	if frame == 0 && !compares && (h.has(cueSearch) || (h.has(cueAdd) && !itself || h.has(cueAvailable)) && !inverted || outsideWords.in(c.tokens)) {
		return false
	}
	if frame == 0 && !inverted && !compares && !definite(c.tokens) {
		return false // "e uma prensa também?" asks for one
	}
	if shippingWords.in(c.tokens) || methodsIn(c.tokens) || namesCart(c.tokens) {
		return false
	}
	var found []Slots
	sides := splitThan(told)
	for _, side := range sides {
		p := t.subject(side)
		if p == nil {
			continue
		}
		one := t.withOptions(p, t.index.terms(glueUnits(side)), "")
		if len(sides) > 1 {
			one = target{product: p}
		}
		s := one.slots(Slots{Action: "get_product"})
		if !slices.ContainsFunc(found, func(o Slots) bool { return o.Product == s.Product }) {
			found = append(found, s)
		}
	}
	if len(found) == 0 {
		return false
	}
	t.add(found...)
	t.named = len(found) == 1
	return true
}

// askedAbout cuts the frame of a question that is told off, "gostaria de saber se", and
// returns how long it was.
func (t *turn) askedAbout(tokens []token) (told []token, frame int) {
	for i := range tokens {
		if n := inquiryFrames.at(tokens, i); n > 0 && i+n < len(tokens) {
			return tokens[i+n:], i + n
		}
	}
	return tokens, 0
}

// subject finds the product that a question begins with, or, where it begins with a verb,
// the first that is named behind it.
func (t *turn) subject(tokens []token) *catalog.Product {
	tokens = glueUnits(tokens)
	for i := 0; i < len(tokens) && i < mostBeforeSubject; i++ {
		if i > 0 && !articleOf(tokens[i].word) && !beginsQuestion[tokens[i-1].word] {
			continue
		}
		for end := min(len(tokens), i+longestSubject); end > i; end-- {
			names := t.index.withoutNoise(tokens[i:end])
			if len(names) == 0 {
				continue
			}
			l := t.index.link(names, nil)
			if len(l.products) == 1 && l.explained >= surelyExplained && (definite(tokens[i:end]) || t.index.specific(l.terms)) {
				return l.products[0]
			}
		}
	}
	return nil
}

// splitThan parts a question at what compares two things.
func splitThan(tokens []token) [][]token {
	if at, n := thanWords.find(tokens); n > 0 && at > 0 && at+n < len(tokens) {
		return [][]token{tokens[:at], tokens[at+n:]}
	}
	return [][]token{tokens}
}

func articleOf(word string) bool {
	return definiteArticles[word] || word == "os" || word == "as" || word == "los" || word == "las" || word == "da" || word == "do" || word == "del"
}

const (
	// mostBeforeSubject is how many words may stand before the subject of a question, and
	// longestSubject how many it has.
	mostBeforeSubject = 5
	longestSubject    = 6
)

var (
	// inquiryFrames come before what is asked.
	inquiryFrames = table(wordList("inquiry inquiryFrames"))
	// thanWords stand between two things that are compared.
	thanWords = table(wordList("inquiry thanWords"))
	// canItself are verbs that a thing does as well as who buys it.
	canItself = table(wordList("inquiry canItself"))
	// englishQuestion are the verbs that an English question begins with.
	englishQuestion = wordSet(wordList("inquiry englishQuestion"))
	// comparatives ask which of two is more.
	comparatives = table(wordList("inquiry comparatives"))
	// beginsQuestion are verbs that a question begins with, before its subject.
	beginsQuestion = wordSet(wordList("inquiry beginsQuestion"))
)
