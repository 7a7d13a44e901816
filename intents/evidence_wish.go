package intents

import (
	"slices"
	"strings"
	"unicode/utf8"

	"balcao/internal/lang"
)

// wished reports whether what is said of a phrase can be a wish for an action: nothing denies,
// tells, supposes or quotes it. Adding needs no word of the lexicon, since which verbs ask for
// it is what a second reader may know better. Taking out and counting anew do: the shop loses
// by them what the customer chose.
func (e *Evidence) wished(action string, written []token) bool {
	t := turn{reader: e.reader, text: e.text, spans: e.spans, tokens: e.read}
	place := written[0].start
	sentence := t.sentence(place)
	parts := parted(sentence)
	own := slices.IndexFunc(parts, func(part []token) bool { return part[len(part)-1].end > place })
	if own < 0 || t.relayed(place, leastQuoted) || t.conditional(place) || supposedWords.in(sentence) || putsOff(sentence) {
		return false
	}
	part := around(parts, own, written)
	at := len(upTo(part, place))
	if e.turnedDown(action, part, at, written) || e.deniedNext(parts, own, part, written) || e.told(part[:at]) || othersDo(part[:at]) {
		return false
	}
	switch action {
	case "remove_from_checkout":
		if removesNoProduct(fold(e.text)) {
			return false
		}
		return e.asksFor(part, at, written, cueRemove, cueEmpty, cueReplace) && e.settled(sentence)
	case "update_quantity":
		_, anew := e.countedAnew(written)
		return (anew || e.asksFor(part, at, written, cueUpdate)) && e.settled(sentence)
	case "add_to_checkout":
		return !e.asksFor(part, at, written, cueRemove, cueEmpty)
	}
	return true
}

// parted splits a sentence at commas, colons and words that set one part against another.
func parted(sentence []token) [][]token {
	var out [][]token
	start := 0
	for i := 0; i <= len(sentence); i++ {
		if i < len(sentence) && !(sentence[i].mark && (sentence[i].word == "," || sentence[i].word == ":")) && !contrasting[sentence[i].word] {
			continue
		}
		if i > start {
			out = append(out, sentence[start:i])
		}
		start = i + 1
	}
	return out
}

var contrasting = wordSet("mas but pero porem sino")

// around is the part of a sentence that the phrase stands in. One that says nothing else is
// read with what stands before it: "não leva a azul, a vermelha".
func around(parts [][]token, own int, written []token) []token {
	part := parts[own]
	for own > 0 && len(meaning(withoutStretch(part, written))) == 0 {
		own--
		part = slices.Concat(parts[own], part)
	}
	return part
}

// withoutStretch are the tokens outside of a stretch of the text.
func withoutStretch(tokens, stretch []token) []token {
	from, to := stretch[0].start, stretch[len(stretch)-1].end
	return slices.DeleteFunc(slices.Clone(tokens), func(t token) bool { return t.start < to && from < t.end })
}

// turnedDown reports whether a negation turns around what is said of the phrase at part[at:].
// That of a removal, "não quero mais", is the wish itself.
func (e *Evidence) turnedDown(action string, part []token, at int, written []token) bool {
	before := part[:at]
	if action == "remove_from_checkout" {
		before = withoutCues(before, cueRemove)
	}
	if borne["deny"].in(before) || slices.ContainsFunc(doneWords.without(before), func(t token) bool { return e.negates(t.word) }) {
		return true
	}
	joined := slices.Concat(before, part[at:])
	length := 0
	for _, t := range part[at:] {
		if t.start < written[len(written)-1].end {
			length++
		}
	}
	return denied(joined, len(before), length, e.language)
}

// negates reports whether a word denies in the language of the text: "no" is a preposition
// in Portuguese.
func (e *Evidence) negates(word string) bool {
	return (negations[word] || noOne[word]) && (word != "no" || e.language != lang.Portuguese)
}

// deniedNext reports whether the part behind that of the phrase takes it back: "a camiseta, não
// manda", "manda a camiseta, não".
func (e *Evidence) deniedNext(parts [][]token, own int, part, written []token) bool {
	if own+1 >= len(parts) {
		return false
	}
	next := parts[own+1]
	if !slices.ContainsFunc(next[:min(2, len(next))], func(t token) bool { return e.negates(t.word) }) {
		return false
	}
	bare := len(meaning(withoutStretch(part, written))) == 0
	return bare || len(meaning(next)) <= 1
}

// told reports whether the words before a phrase tell what was done: "ontem", "zorpei".
func (e *Evidence) told(before []token) bool {
	if borne["told"].in(before) {
		return true
	}
	for i, t := range before {
		if !t.mark && e.isPast(before, i) {
			return true
		}
	}
	return false
}

// isPast reports whether a word is a verb of the past by its form: one that the tables know only
// so, or one that no table knows and that ends as such verbs do.
func (e *Evidence) isPast(tokens []token, i int) bool {
	word := tokens[i].word
	if known := verbForms()[word]; len(known) > 0 {
		participle := endsIn(word, "ado", "ada", "ados", "adas", "ido", "ida", "idos", "idas") // "retirada na loja"
		return !participle && !slices.ContainsFunc(known, func(v string) bool { return !isVerb(v[:len(v)-1]) })
	}
	if utf8.RuneCountInString(word) < leastPast || hasDigit(word) || stopWords[word] || borne["not told"].has(word) || borne["change"].has(word) || borne["remove"].has(word) || e.index.carries(form(word)) {
		return false
	}
	written := strings.ToLower(e.text[tokens[i].start:tokens[i].end])
	switch {
	case endsIn(word, "ei", "ou", "eu", "iu", "aram", "eram", "iram", "ava", "avam", "avamos", "aste", "aron", "ieron", "aba", "aban", "abamos"):
		return true
	case endsIn(written, "é", "ó") && e.language == lang.Spanish:
		return true
	}
	return strings.HasSuffix(word, "ed") && (i == 0 || subjects[tokens[i-1].word])
}

// leastPast is how many letters a verb of the past has.
const leastPast = 4

func endsIn(word string, endings ...string) bool {
	return slices.ContainsFunc(endings, func(ending string) bool { return strings.HasSuffix(word, ending) })
}

// subjects stand before an English verb of the past.
var subjects = wordSet(wordList("evidence_wish subjects"))

// othersDo reports whether the words before a phrase tell what somebody else does: "minha mãe
// zorpa a camiseta". Behind a preposition he only gets it.
func othersDo(before []token) bool {
	for i, t := range before {
		person := nobody[t.word] || i > 0 && personNouns[t.word] && possessives[before[i-1].word]
		first := i
		if i > 0 && possessives[before[i-1].word] {
			first = i - 1
		}
		if person && i+1 < len(before) && !(first > 0 && towards[before[first-1].word]) {
			return true
		}
	}
	return false
}

var towards = wordSet(wordList("evidence_wish towards"))

// asksFor reports whether a word of the cues, or one of the list for a second reader, is about
// the phrase at part[at:]: no other verb stands between the two.
func (e *Evidence) asksFor(part []token, at int, written []token, cues ...cue) bool {
	tables := []phrases{borne["remove"]}
	if slices.Contains(cues, cueUpdate) {
		tables = []phrases{borne["change"]}
	}
	for _, c := range cuePhrases {
		if slices.Contains(cues, c.cue) {
			tables = append(tables, c.words)
		}
	}
	end := written[len(written)-1].end
	for i := range part {
		if part[i].mark || part[i].start >= part[at].start && part[i].start < end {
			continue
		}
		for _, p := range tables {
			n := p.at(part, i)
			switch {
			case n == 0:
			case i < at && !e.anotherVerb(part[min(i+n, at):at]), i > at && !slices.ContainsFunc(part[at:i], func(t token) bool { return connectors[t.word] }):
				return true
			}
		}
	}
	return false
}

// anotherVerb reports whether a word that no list knows follows a connector: "dá fim no boné e
// zorpa a camiseta".
func (e *Evidence) anotherVerb(tokens []token) bool {
	for i, t := range tokens {
		if !connectors[t.word] || i+1 >= len(tokens) {
			continue
		}
		next := tokens[i+1]
		known := stopWords[next.word] || next.mark || hasDigit(next.word) || numberWords[next.word] > 0 || e.index.carries(form(next.word))
		if !known || cueAt(tokens, i+1) != cueNone {
			return true
		}
	}
	return false
}

// settled reports whether a sentence asks for something and not about it.
func (e *Evidence) settled(sentence []token) bool {
	asks := slices.ContainsFunc(e.read, func(t token) bool {
		return t.mark && t.word == "?" && len(sentence) > 0 && t.start >= sentence[len(sentence)-1].end
	})
	return !asks || modal.in(sentence)
}
