package intents

import "slices"

// respaced joins words that the catalogue writes as one and parts those that it writes as
// two: "air fryer", "usbc", "s 25", "pixel10".
func (x *Index) respaced(tokens []token) []token {
	out := make([]token, 0, len(tokens))
	for i := 0; i < len(tokens); i++ {
		t := tokens[i]
		if t.mark || isMask(t.word) {
			out = append(out, t)
			continue
		}
		if i+1 < len(tokens) && !tokens[i+1].mark {
			next := tokens[i+1]
			if thousand, ok := thousands(t, next); ok {
				out = append(out, thousand)
				i++
				continue
			}
			if x.isOneWord(t.word, next.word) {
				out = append(out, token{word: t.word + next.word, start: t.start, end: next.end})
				i++
				continue
			}
		}
		if stopWords[t.word] || noiseWords[form(t.word)] || famousNames[t.word] || modelMarks[t.word] || !x.strange(form(t.word)) {
			out = append(out, t)
			continue
		}
		if word := x.goodsWord(t.word); word != "" {
			t.word = word
			out = append(out, t)
			continue
		}
		out = append(out, x.parted(t)...)
	}
	return out
}

// thousands joins "10 mil".
func thousands(t, next token) (token, bool) {
	if next.word != "mil" || !isNumber(t.word) || len(t.word) > 3 {
		return token{}, false
	}
	return token{word: t.word + "000", start: t.start, end: next.end}, true
}

// isOneWord reports whether two words are one in the catalogue and not two.
func (x *Index) isOneWord(a, b string) bool {
	if _, known := x.carried(form(a + b)); !known || x.isPair(form(a), form(b)) {
		return false
	}
	if isNumber(b) && len(a) == 1 {
		return true // a letter and a number make a model
	}
	return len(b) > 1 && !stopWords[a] && !stopWords[b] && !hasDigit(a+b) && (x.strange(form(a)) || x.strange(form(b)))
}

// parted parts an unknown word into two neighbours of the catalogue, or where letters and
// digits meet.
func (x *Index) parted(t token) []token {
	if pair, ok := x.joined[x.hash(t.word)]; ok {
		for i := range t.word {
			if form(t.word[:i]) == x.names[pair[0]] && form(t.word[i:]) == x.names[pair[1]] {
				return []token{{word: t.word[:i], start: t.start, end: t.end}, {word: t.word[i:], start: t.start, end: t.end}}
			}
		}
	}
	pieces := alternate(t.word)
	if len(pieces) < 2 || len(pieces[0]) < 3 || isDigit(t.word[0]) {
		return []token{t}
	}
	if _, known := x.carried(form(pieces[0])); !known {
		return []token{t}
	}
	var out []token
	for _, piece := range pieces {
		out = append(out, token{word: piece, start: t.start, end: t.end})
	}
	return out
}

// alternate parts a word where letters and digits meet; a number keeps a unit after it,
// and what is no unit or mark a letter: "9a".
func alternate(word string) []string {
	var out []string
	start := 0
	for i := 1; i < len(word); i++ {
		if isDigit(word[i]) && !isDigit(word[i-1]) || !isDigit(word[i]) && isDigit(word[i-1]) && (modelMarks[word[i:]] || slices.Contains(longMarks, word[i:])) {
			out = append(out, word[start:i])
			start = i
		}
	}
	return append(out, word[start:])
}

// longMarks are marks of several parts as they are written in one.
var longMarks = []string{"proxl", "promax", "proplus"}

// goodsWord returns the word for goods that a strange one is but for a letter, "" if none:
// unless the catalogue has other words that are as near.
func (x *Index) goodsWord(word string) string {
	if len(word) < sureLikeness || hasDigit(word) {
		return ""
	}
	near := concepts().typos.near(form(word), -1)
	if len(near) == 0 || near[0].slips > 1 || len(near) > 1 && near[1].slips == near[0].slips {
		return ""
	}
	found := concepts().words[near[0].term]
	if near[0].slips > 0 && distance(form(word), found, 1) > 1 {
		return "" // they only sound alike: "longer", lonchera
	}
	others := x.resembling(form(word), word, false)
	if len(others) == 0 || slices.ContainsFunc(others, func(r reading) bool { return x.names[r.id] == found }) {
		return found
	}
	return ""
}
