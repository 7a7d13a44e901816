package intents

import (
	"slices"

	"balcao/internal/lang"
)

// A sentence is more than its wish. Its segments explain ("já que o outro é curto"), set
// the condition that there is such a thing ("se houver no 41"), say what the wish is about
// ("quanto ao livro"), name what is chosen from ("das que você mostrou"), or tell what is
// not wanted after all ("I was going to get the S25 but"). Before the clauses are parted,
// settle gives each segment its role and leaves the wish with what belongs to it.

// scope is what the segments around the wishes of one sentence say of them.
type scope struct {
	// from and to are the places of the sentence in the text.
	from, to int
	// comment is what was explained: the thing that a wish without a name is about.
	comment []token
	// among is what is chosen from.
	among []token
	// instead is what was told apart: what is wanted may be of its kind.
	instead []token
}

// part is a segment of a sentence with the marks and connectors before it.
type part struct {
	lead, tokens []token
}

// settle returns the tokens of a text without those that ask for nothing, and the scopes of
// its sentences.
func (t *turn) settle(tokens []token) []token {
	var out, noticed []token
	for start := 0; start < len(tokens); {
		end := start
		for end < len(tokens) && !(tokens[end].mark && isSentenceEnd(tokens[end].word)) {
			end++
		}
		asks := end < len(tokens) && tokens[end].word == "?"
		if sentence := tokens[start:end]; len(sentence) > 0 && opener(noticedWords, sentence) > 0 && !asks && end+1 < len(tokens) {
			noticed, start = sentence[opener(noticedWords, sentence):], end+1
			continue
		}
		out = append(out, t.sentenceOf(tokens[start:end], noticed, asks)...)
		noticed = nil
		if end < len(tokens) {
			out = append(out, tokens[end])
		}
		start = end + 1
	}
	return out
}

// sentenceOf returns what one sentence asks for, behind one that only noticed something.
func (t *turn) sentenceOf(tokens, noticed []token, asks bool) []token {
	if len(tokens) == 0 {
		return tokens
	}
	s := scope{from: tokens[0].start, to: tokens[len(tokens)-1].end, comment: noticed}
	tokens = t.selected(withoutOffered(sayingsAside.without(tokens), asks), &s)
	parts := t.concluded(segments(tokens, asks), &s)
	parts = cleft(intended(parts, &s), &s)
	parts = t.withoutAsides(t.topics(parts), asks, &s)
	parts = t.conditions(parts)
	if s.comment != nil || s.among != nil || s.instead != nil {
		t.scopes = append(t.scopes, s)
	}
	return joined(parts)
}

// withoutOffered drops a relative clause that says no more than that the shop has it: "os
// romances que vocês vendem".
func withoutOffered(tokens []token, asks bool) []token {
	for i := 2; i < len(tokens) && !asks; i++ {
		if n := offeredWords.at(tokens, i); n > 0 && !tokens[i-1].mark && !asksWhat[tokens[i-1].word] {
			return append(slices.Clone(tokens[:i]), tokens[i+n:]...)
		}
	}
	return tokens
}

// segments parts a sentence at commas and dashes, and before the words that open a reason.
func segments(tokens []token, asks bool) []part {
	var out []part
	current := part{}
	flush := func() {
		if len(current.tokens) > 0 || len(current.lead) > 0 {
			out = append(out, current)
		}
		current = part{}
	}
	for i, tok := range tokens {
		switch {
		case tok.mark && tok.word == ":" && len(current.tokens) > 0 && (preambles.at(current.tokens, 0) == len(current.tokens) || opener(states, current.tokens) > 0 && !wishes(current.tokens)):
			flush()
			current.lead = []token{tok}
			continue
		case tok.mark && (tok.word == "," || tok.word == "-" || tok.word == "–" || tok.word == "—"):
			if len(current.tokens) > 0 {
				flush()
			}
			current.lead = append(current.lead, tok)
			continue
		case len(current.tokens) > 0 && innerReasons.at(tokens, i) > 0 && !asks:
			flush()
		}
		current.tokens = append(current.tokens, tok)
	}
	flush()
	return out
}

// joined puts the segments together again.
func joined(parts []part) []token {
	var out []token
	for i, p := range parts {
		if i > 0 {
			out = append(out, p.lead...)
		}
		out = append(out, p.tokens...)
	}
	return out
}

// opener returns how many tokens open a segment with one of the phrases, perhaps behind a
// connector, 0 if none does.
func opener(p phrases, tokens []token) int {
	for i := 0; i < len(tokens) && i < 2; i++ {
		if n := p.at(tokens, i); n > 0 {
			return i + n
		}
		if !connectors[tokens[i].word] {
			break
		}
	}
	return 0
}

// concluded drops what leads up to a conclusion: "tenho uma em casa, então tira a JBL".
func (t *turn) concluded(parts []part, s *scope) []part {
	for i := 1; i < len(parts); i++ {
		n := opener(conclusions, parts[i].tokens)
		if n == 0 || n == len(parts[i].tokens) || parts[i].tokens[n-1].word == "so" && t.language != lang.English {
			continue
		}
		if slices.ContainsFunc(parts[:i], func(p part) bool { return wishes(p.tokens) }) {
			continue
		}
		s.comment = joined(parts[:i])
		rest := slices.Clone(parts[i:])
		rest[0].tokens = rest[0].tokens[n:]
		return rest
	}
	return parts
}

// wishes reports whether a segment asks for something to be done.
func wishes(tokens []token) bool {
	h := findCues(tokens)
	for _, c := range []cue{cueEmpty, cueReplace, cueRemove, cueUpdate, cueCancel, cueCart, cuePay, cueSearch, cueCoupon, cueAdd, cuePrice, cueCompare, cueOrder} {
		if at, ok := h[c]; ok && !negatedBefore(tokens, at.at) {
			return true
		}
	}
	return false
}

// withoutAsides drops the segments that explain, comment, or say what stays as it is.
func (t *turn) withoutAsides(parts []part, asks bool, s *scope) []part {
	var kept []part
	for i, p := range parts {
		if len(parts) > 1 && t.isAside(p.tokens, i, asks) {
			if len(s.comment) == 0 {
				s.comment = p.tokens
			}
			continue
		}
		kept = append(kept, p)
	}
	if len(kept) == 0 || len(meaning(joined(kept))) == 0 && !pointsAt(joined(kept)) {
		return parts
	}
	return kept
}

// isAside reports whether the segment asks for nothing.
func (t *turn) isAside(tokens []token, place int, asks bool) bool {
	reason := opener(reasonOpeners, tokens)
	if reason == 0 && place == 0 && !asks {
		reason = opener(firstReasons, tokens)
	}
	if reason == 0 && place > 0 && !asks && len(tokens) > 2 && tokens[0].word == "que" && !specifies[tokens[1].word] && !t.saysLabel(tokens) {
		reason = 1 // "ponme otro, que me quedé corto"
	}
	switch {
	case reason > 0:
		return !t.wishesFor(tokens[reason:])
	case opener(preambles, tokens) > 0:
		return !limited(tokens) && !wishes(tokens[opener(preambles, tokens):])
	case deferral.in(tokens) && !wishes(deferral.without(withoutCues(tokens, cueUpdate))):
		return true
	case remainderWords.in(tokens) && remainWords.in(tokens):
		return true
	case opener(states, tokens) > 0:
		return !wishes(tokens) && !limited(tokens) && !couponNouns.in(tokens) && !isPersonal(tokens)
	}
	return false
}

// saysLabel reports whether a segment says a colour that some product has.
func (t *turn) saysLabel(tokens []token) bool {
	return slices.ContainsFunc(tokens, func(o token) bool {
		_, known := t.index.labels[colorAxis][form(o.word)]
		return known
	})
}

// wishesFor reports whether a reason is a wish of its own: "tira o de 1 m, porque vou levar
// o de 2 m".
func (t *turn) wishesFor(tokens []token) bool {
	h := findCues(tokens)
	at, ok := h[cueAdd]
	if !ok || !opensClause(tokens, 0) || negatedBefore(tokens, at.at) {
		return false
	}
	return t.namesProduct(withoutCues(tokens, cueAdd))
}

// intended drops what was wanted before the speaker thought again: "ia levar o S25, mas
// prefiro o Ultra".
func intended(parts []part, s *scope) []part {
	if len(parts) == 0 || opener(intentions, parts[0].tokens) == 0 {
		return parts
	}
	all := joined(parts)
	for i := 2; i < len(all); i++ {
		if n := turnings.at(all, i); n > 0 && i+n < len(all) {
			rest := all[i+n:]
			for len(rest) > 0 && (rest[0].mark || changedMind.at(rest, 0) > 0) {
				rest = rest[max(1, changedMind.at(rest, 0)):]
			}
			if len(meaning(rest)) == 0 {
				return parts
			}
			if negations[rest[len(rest)-1].word] {
				return nil // "but I'd rather not"
			}
			s.instead = all[opener(intentions, all):i]
			return []part{{tokens: wanting(rest)}}
		}
	}
	return parts
}

// wanting puts a verb before a phrase that has none.
func wanting(tokens []token) []token {
	if len(findCues(tokens)) > 0 {
		return tokens
	}
	return append([]token{{word: "quero", start: tokens[0].start, end: tokens[0].start}}, tokens...)
}

// cleft drops what is told apart by "não é … que eu quero" and makes a wish of what follows.
func cleft(parts []part, s *scope) []part {
	for i := 0; i+1 < len(parts); i++ {
		p := parts[i].tokens
		n := opener(notThis, p)
		if n == 0 || !soughtWords.in(p[n:]) {
			continue
		}
		next := parts[i+1].tokens
		for len(next) > 0 && thisIs[next[0].word] {
			next = next[1:]
		}
		if len(next) == 0 {
			return parts
		}
		s.instead = soughtWords.without(p[n:])
		out := append(slices.Clone(parts[:i]), part{lead: parts[i].lead, tokens: wanting(next)})
		return append(out, parts[i+2:]...)
	}
	return parts
}

// topics puts what a segment names as its topic where the segment after it leaves a gap:
// "quanto ao livro, levo um".
func (t *turn) topics(parts []part) []part {
	var out []part
	for i := 0; i < len(parts); i++ {
		n := opener(topicOpeners, parts[i].tokens)
		if n == 0 || n == len(parts[i].tokens) || i+1 == len(parts) {
			out = append(out, parts[i])
			continue
		}
		topic := parts[i].tokens[n:]
		next := parts[i+1]
		i++
		out = append(out, part{lead: parts[i-1].lead, tokens: t.filled(next.tokens, topic)})
	}
	return out
}

// filled puts a thing that was named outside of it into a segment that names none.
func (t *turn) filled(tokens, thing []token) []token {
	_, _, named := t.takeNewQuantity(glueUnits(withoutWishes(tokens)))
	if l := t.index.link(t.index.withoutNoise(named), nil); len(l.products) == 1 && l.explained >= surelyExplained {
		return tokens
	}
	return append(slices.Clone(tokens), thing...)
}

// deferred reads what is put off: "o livro fica para outra ocasião". Nothing is done.
func (t *turn) deferred(c clause, h hits) bool {
	if !deferral.in(c.tokens) || c.asks || h.has(cueRemove) || h.has(cuePay) || h.has(cueCancel) || isPersonal(c.tokens) || shippingWords.in(c.tokens) {
		return false
	}
	t.nothing(ReasonDeclined)
	return true
}

// withoutWishes drops the verbs of wishing.
func withoutWishes(tokens []token) []token {
	return withoutCues(tokens, cueAdd, cueRemove, cueUpdate, cueReplace)
}

// conditions makes wishes of things that are wanted if there are any: "se houver o branco,
// pode colocar", "quero o branco, se tiver".
func (t *turn) conditions(parts []part) []part {
	for i, p := range parts {
		n := opener(ifThereIs, p.tokens)
		if n == 0 {
			continue
		}
		thing, next := withoutIfs(p.tokens[n:]), i+1
		for next < len(parts) && t.onlySaysLabels(parts[next].tokens) {
			thing = append(thing, parts[next].tokens...)
			next++
		}
		rest := append(slices.Clone(parts[:i]), parts[next:]...)
		wish := slices.IndexFunc(rest, func(o part) bool { return wishes(o.tokens) })
		if wish < 0 {
			return parts
		}
		if len(meaning(thing)) > 0 {
			rest[wish].tokens = t.filled(rest[wish].tokens, thing)
		}
		return rest
	}
	return parts
}

// withoutIfs drops what a condition says besides the thing: that it is in stock, by whom.
func withoutIfs(tokens []token) []token { return inStock.without(tokens) }

// longestComment is how many words a comment may have that is looked at for a product.
const longestComment = 12
