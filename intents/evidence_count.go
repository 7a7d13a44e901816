package intents

import "slices"

// Quantity reports whether the text asks for so many pieces of what the phrase names. One
// needs no saying, unless something else is said; or it must be said too, for a change.
func (e *Evidence) Quantity(n int64, said string, change bool) bool {
	written, ok := e.phrase(said)
	if !ok || n < 1 || n > maxQuantityInText {
		return false
	}
	if change {
		if counted, ok := e.countedAnew(written); ok {
			return counted == n
		}
	}
	for _, read := range []func([]token) (int64, bool){e.countedIn, e.countedBefore, e.countedBehind} {
		if counted, ok := read(written); ok {
			return counted == n
		}
	}
	return n == 1 && !change
}

// countedIn reads the number of pieces in a phrase.
func (e *Evidence) countedIn(written []token) (int64, bool) {
	n, ok, _ := e.takeQuantity(written)
	if !ok {
		return 0, false
	}
	first := e.place(written[0])
	for i := range written {
		if found, length := e.number(e.tokens[:first+len(written)], first+i); length > 0 && found == n {
			return n, e.counts(first+i, length)
		}
	}
	return n, true
}

// countedBefore reads the number that stands right before a phrase, or before the few words that
// lead to it: "três unidades do", "two of the", "dois troços".
func (e *Evidence) countedBefore(written []token) (int64, bool) {
	at := e.place(written[0])
	last, length := -1, 0
	var n int64
	for i := max(0, at-mostLeading); i < at; {
		found, l := e.number(e.tokens[:at], i)
		switch {
		case e.tokens[i].mark:
			last = -1
		case l > 0:
			n, last, length = found, i, l
		}
		i += max(1, l)
	}
	if last < 0 {
		return 0, false
	}
	return n, e.leadsTo(e.tokens[last+length:at]) && e.counts(last, length)
}

// mostLeading is how far before a phrase its number stands at most.
const mostLeading = 5

// leadsTo reports whether words between a number and a phrase lead from one to the other.
func (e *Evidence) leadsTo(between []token) bool {
	if len(between) > 0 {
		between = between[min(len(between), pieces.at(between, 0)):]
	}
	switch {
	case len(between) == 0:
		return true
	case ofWords[between[0].word]:
		return len(meaning(between)) == 0
	}
	word := between[0].word
	return len(between) == 1 && !connectors[word] && !borne["measure"].has(word) && cueAt(between, 0) == cueNone && !definiteArticles[word]
}

var ofWords = wordSet(wordList("evidence_count ofWords"))

// countedBehind reads the number that stands apart behind a phrase, or with a word for pieces:
// "camiseta: 2", "camiseta, duas", "camiseta 2 unidades".
func (e *Evidence) countedBehind(written []token) (int64, bool) {
	at := e.place(written[0]) + len(written)
	i := at
	if i < len(e.tokens) && (e.tokens[i].mark && apartMarks[e.tokens[i].word] || e.tokens[i].word == "x" || quantityWords[e.tokens[i].word]) {
		i++
	}
	if i >= len(e.tokens) {
		return 0, false
	}
	n, length := e.number(e.tokens, i)
	end := i + length
	if length == 0 || i == at && !(end < len(e.tokens) && pieces.at(e.tokens, end) > 0) && e.tokens[i].word[0] != 'x' {
		return 0, false
	}
	return n, e.counts(i, length) && e.endsCount(end)
}

var apartMarks = wordSet(", : ( =")

// countedAnew reads the number that a thing shall have from now on: "em 1", "to five", "só
// duas", "passa a camiseta pra 3".
func (e *Evidence) countedAnew(written []token) (int64, bool) {
	at := e.place(written[0])
	for i := at + len(written); i < len(e.tokens) && i < at+len(written)+mostLeading && !e.tokens[i].mark; i++ {
		lead := targetWords.at(e.tokens, i)
		if lead == 0 || i+lead >= len(e.tokens) {
			continue
		}
		if n, length := e.number(e.tokens, i+lead); length > 0 && !isMeasured(e.tokens, i+lead+length) && e.endsCount(i+lead+length) && !e.covered(i+lead) {
			return n, true
		}
	}
	return 0, false
}

// counts reports whether the number at e.tokens[i] counts pieces: it is no measure, no size, no
// price and no place in a list.
func (e *Evidence) counts(i, length int) bool {
	if e.covered(i) || isMeasured(e.tokens, i+length) {
		return false
	}
	if i == 0 || e.tokens[i-1].mark {
		return true
	}
	before := e.tokens[i-1].word
	return !borne["no count"].has(before) && !placeWords[before] && sizeCues.at(e.tokens, i-1) == 0 &&
		!(definiteArticles[before] && before != "the")
}

// isMeasured reports whether the word at a place makes the number before it a measure.
func isMeasured(tokens []token, i int) bool {
	return i < len(tokens) && (borne["measure"].at(tokens, i) > 0 && pieces.at(tokens, i) == 0 || tokens[i].mark && (tokens[i].word == "%" || tokens[i].word == "°" || tokens[i].word == "º"))
}

// endsCount reports whether nothing that could be counted follows at a place.
func (e *Evidence) endsCount(i int) bool {
	return i >= len(e.tokens) || e.tokens[i].mark || stopWords[e.tokens[i].word] || connectors[e.tokens[i].word] || fillerWords[e.tokens[i].word] || pieces.at(e.tokens, i) > 0
}

// covered reports whether a token is part of a span, such as a price.
func (e *Evidence) covered(i int) bool {
	at := e.tokens[i].start
	return slices.ContainsFunc(e.spans, func(s span) bool { return s.start <= at && at < s.end })
}

// place is where a token stands in the text.
func (e *Evidence) place(first token) int {
	return slices.IndexFunc(e.tokens, func(t token) bool { return t.start == first.start })
}
