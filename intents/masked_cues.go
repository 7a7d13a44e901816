package intents

import (
	_ "embed"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"balcao/internal/brazil"
)

//go:embed lexicon/personal.txt
var personalList string

// personalCues are the words that speak of personal data.
var personalCues = sections(personalList)

// hider finds what is hidden of a text.
type hider struct {
	reader
	*spans
	tokens  []token
	secrets []secret
	// unhidden says that the text speaks of personal data that were not found.
	unhidden bool
}

func (h *hider) add(kind string, start, end int) {
	for start < end && (h.text[end-1] == ' ' || h.text[end-1] == '\n') {
		end--
	}
	for start < end && (h.text[start] == ' ' || h.text[start] == '\n') {
		start++
	}
	if start < end {
		h.secrets = append(h.secrets, secret{kind, start, end})
	}
}

// hides reports whether a place is hidden already.
func (h *hider) hides(at int) bool {
	return slices.ContainsFunc(h.secrets, func(s secret) bool { return s.start <= at && at < s.end })
}

// patterns hides what is told by its form.
func (h *hider) patterns() {
	for _, p := range []struct {
		kind string
		is   *expression
	}{{"EMAIL", anyEmail}, {"EMAIL", namedSigns}, {"KEY", anyKey}, {"STREET", numberedStreet}} {
		for _, m := range p.is.FindAllStringIndex(h.text, -1) {
			h.add(p.kind, m[0], m[1])
		}
	}
	for _, m := range anyCNPJ.FindAllStringIndex(h.text, -1) {
		if _, ok := brazil.NormalizeCNPJ(h.text[m[0]:m[1]]); ok {
			h.add("CNPJ", m[0], m[1])
		}
	}
}

// numbers hides the rows of digits that may be somebody's number, in any script and whatever
// parts them. Prices and the shop's own codes are none.
func (h *hider) numbers() {
	runs := slices.DeleteFunc(digitRuns(h.text), func(r digitRun) bool {
		return slices.ContainsFunc(h.list, func(s span) bool {
			return s.start <= r.start && r.start < s.end && (s.kind == spanProduct || s.kind == spanPrice || s.kind == spanMax || s.kind == spanMin)
		})
	})
	for i := 0; i < len(runs); {
		digits, last := len(runs[i].digits), i
		for last+1 < len(runs) && partsDigits(h.text[runs[last].end:runs[last+1].start]) {
			last++
			digits += len(runs[last].digits)
		}
		if digits >= leastPersonal {
			start, end := wholeWord(h.text, runs[i].start, runs[last].end)
			for _, open := range []string{"(", "+"} {
				start = len(strings.TrimSuffix(h.text[:start], open))
			}
			h.add("NUMBER", start, end)
		}
		i = last + 1
	}
}

// partsDigits reports whether what stands between two rows of digits may part one number: a few
// signs, or a letter among them.
func partsDigits(between string) bool {
	letters, n := 0, 0
	for _, r := range between {
		if n++; unicode.IsLetter(r) {
			letters++
		}
	}
	return n <= mostBetween && letters <= 1
}

// spokenNumbers hides a number that is written in words, one after the other.
func (h *hider) spokenNumbers() {
	first, last, count, spoken := -1, -1, 0, false
	flush := func() {
		if spoken && count >= leastSpoken {
			h.add("NUMBER", h.tokens[first].start, h.tokens[last].end)
		}
		first, count, spoken = -1, 0, false
	}
	for i, t := range h.tokens {
		_, word := numberWords[t.word]
		switch {
		case word || t.word == "meia" || t.word == "double" || t.word == "triple":
			count++
			spoken = true
		case isNumber(t.word):
			count += len(t.word)
		case first >= 0 && (t.mark && t.word != "\n" || t.word == "e" || t.word == "y" || t.word == "and"):
			continue
		default:
			flush()
			continue
		}
		if last = i; first < 0 {
			first = i
		}
	}
	flush()
}

// sentenceEnd is where the sentence ends that a place stands in; of an abbreviation it goes on.
func (h *hider) sentenceEnd(at int) int {
	if stop := addressEnd.FindStringIndex(h.text[at:]); stop != nil {
		return at + stop[1]
	}
	return len(h.text)
}

// streets hides whoever a parcel goes to, and every street that is in no span, to the end of
// its sentence: nothing tells where it ends.
func (h *hider) streets() {
	for i, t := range h.tokens {
		if h.covered(t.start) || h.hides(t.start) || !h.beginsStreet(i) {
			continue
		}
		next := h.behindMarks(i + 1) // not the point of "Trav."
		h.add("STREET", t.start, h.sentenceEnd(h.tokens[next].start))
		h.recipientBefore(t.start)
	}
	for _, s := range h.list {
		if s.kind == spanAddress {
			h.recipientBefore(s.start)
		}
	}
	for _, p := range []*expression{inNameOf, recipientAfter} {
		for _, m := range p.FindAllStringSubmatchIndex(h.text, -1) {
			h.add("NAME", m[2], m[3])
		}
	}
}

func (h *hider) recipientBefore(at int) {
	if name := recipient.FindStringSubmatchIndex(h.text[:at]); name != nil {
		h.add("NAME", name[2], name[3])
	}
}

// beginsStreet reports whether an address begins at tokens[i].
func (h *hider) beginsStreet(i int) bool {
	next := h.behindMarks(i + 1)
	if next >= len(h.tokens) || h.tokens[i].mark || h.tokens[next].mark {
		return false
	}
	switch word := h.tokens[i].word; {
	case personalCues["street"].has(word):
		return true
	case personalCues["block"].has(word):
		return isNumber(h.tokens[next].word) || utf8.RuneCountInString(h.tokens[next].word) == 1 && !stopWords[h.tokens[next].word] && !connectors[h.tokens[next].word]
	case personalCues["named street"].has(word) && (utf8.RuneCountInString(word) == 1 || !h.index.carries(form(word)) || !h.knows(next)):
		return !isNumber(h.tokens[next].word) && h.tokens[next].word != "$" && h.numberSoon(next)
	}
	return false
}

// behindMarks passes over the marks between a word and what it announces.
func (h *hider) behindMarks(i int) int {
	for i < len(h.tokens) && h.tokens[i].mark && strings.Contains(`.:;,-–—=("'“”‘’«`, h.tokens[i].word) {
		i++
	}
	return i
}

// mostStreet is how many words a name of a street has before its number.
const mostStreet = 6

// numberSoon reports whether the number of a house follows within a few words.
func (h *hider) numberSoon(i int) bool {
	for n := 0; i < len(h.tokens) && n < mostStreet; i++ {
		switch t := h.tokens[i]; {
		case t.mark && isSentenceEnd(t.word) && t.word != ".":
			return false
		case isDigit(t.word[0]) && !isMeasured(h.tokens, i+1):
			return true
		case !t.mark:
			n++
		}
	}
	return false
}

// addresses hides what is said to be an address, whatever its form.
func (h *hider) addresses() {
	for i := range h.tokens {
		n := personalCues["address"].at(h.tokens, i)
		if n == 0 || h.tokens[i].mark {
			continue
		}
		at := h.behindMarks(i + n)
		switch {
		case at >= len(h.tokens) || h.hides(h.tokens[at].start):
		case h.numberSoon(at):
			h.add("STREET", h.tokens[at].start, h.sentenceEnd(h.tokens[at].start))
		case h.unknown(at):
			h.unhidden = h.unhidden || !h.has("STREET", "CEP")
		}
	}
}

// unknown reports whether the first word with a meaning from a place on is one that nobody
// knows: then it may be anybody's.
func (h *hider) unknown(at int) bool {
	for ; at < len(h.tokens) && !h.tokens[at].mark; at++ {
		if word := h.tokens[at].word; personalCues["no name"].has(word) && !stopWords[word] {
			return false
		} else if !stopWords[word] && !fillerWords[word] {
			return !h.knows(at)
		}
	}
	return false
}

// knows reports whether a word is one of the language, or of the catalogue.
func (h *hider) knows(i int) bool {
	word := h.tokens[i].word
	_, number := numberWords[word]
	return number || hasDigit(word) || stopWords[word] || fillerWords[word] || noiseWords[form(word)] || h.index.carries(form(word)) || shippingWords.has(word) || cueAt(h.tokens, i) != cueNone
}

// has reports whether something of these kinds is hidden.
func (h *hider) has(kinds ...string) bool {
	return slices.ContainsFunc(h.secrets, func(s secret) bool { return slices.Contains(kinds, s.kind) })
}

// names hides the names behind the cues for them. Behind one that may come before anything a
// name must be in capitals; a word in lower case that nobody knows may be one too.
func (h *hider) names() {
	for i := range h.tokens {
		if h.tokens[i].mark {
			continue
		}
		if n := personalCues["name"].at(h.tokens, i); n > 0 {
			h.nameAt(i+n, true)
		} else if n := personalCues["weak name"].at(h.tokens, i); n > 0 {
			h.nameAt(i+n, false)
		}
	}
}

func (h *hider) nameAt(i int, surely bool) {
	at := h.behindMarks(i)
	for at < len(h.tokens) && (nameLinks[h.tokens[at].word] || h.tokens[at].mark && at > i && h.tokens[at].word == "'") {
		at = h.behindMarks(at + 1)
	}
	if at >= len(h.tokens) || h.tokens[at].mark {
		return
	}
	start := h.tokens[at].start
	first, _ := utf8.DecodeRuneInString(h.text[start:])
	switch {
	case unicode.IsUpper(first) && !personalCues["no name"].has(h.tokens[at].word):
		h.add("NAME", start, h.nameEnd(start, strings.ToLower(h.text) == h.text))
		if surely {
			h.restOfName(start)
		}
	case personalCues["no name"].has(h.tokens[at].word) || nameStops[h.tokens[at].word]:
	case surely:
		h.add("NAME", start, max(h.tokens[at].end, h.nameEnd(start, true)))
	case !h.knows(at) && !endsIn(h.tokens[at].word, "ndo", "ing"):
		h.unhidden = true
	}
}

// restOfName hides what follows a name in capitals and may be more of it: "Ana lima".
func (h *hider) restOfName(start int) {
	end := h.nameEnd(start, false)
	for i, t := range h.tokens {
		if t.start < end {
			continue
		}
		if t.mark || h.knows(i) || nameStops[t.word] {
			return
		}
		h.add("NAME", t.start, t.end)
		end = t.end
	}
}

// nameLinks may stand between a cue and the name.
var nameLinks = wordSet(wordList("masked_cues nameLinks"))

// data looks whether the data that the text speaks of were found.
func (h *hider) data() {
	if personalCues["data"].in(h.tokens) && !h.has("EMAIL", "CPF", "CNPJ", "PHONE", "NUMBER", "KEY") {
		h.unhidden = true
	}
}
