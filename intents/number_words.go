package intents

import (
	"slices"
	"strconv"
)

// Number words are written in digits from here on, as sizes ("quarenta e dois") and models
// have them. Small ones stay words: they count, and some mean other things too.
const (
	leastInDigits = 11
	tensFrom      = 20
	mostInDigits  = 99
)

// inDigits writes the number words of the tokens from eleven to ninety-nine in digits, and
// a small one right before a unit, behind "o de" or in the name of a product: "quarenta e
// dois" is 42, "o de dois teras" is "o de 2 teras", "pixel dez" is "pixel 10".
func (r reader) inDigits(tokens []token) []token {
	out := make([]token, 0, len(tokens))
	for i := 0; i < len(tokens); i++ {
		t := tokens[i]
		n, ok := r.numberWord(t.word)
		if !ok || t.mark || t.word == "cem" || numberWordsOnlyIn[t.word] != "" || isDigit(t.word[0]) || r.index.inTitle(t.word) {
			out = append(out, t)
			continue
		}
		after := i + 1
		if n >= tensFrom && n <= mostInDigits {
			if rest, length := r.plainNumberAfterTens(tokens, after); length > 0 {
				n, after = n+rest, after+length
			}
		}
		large := after < len(tokens) && (largeNumbers[tokens[after].word] > 0 || dozens.at(tokens, after) > 0)
		ofMeasure := n > 1 && n <= mostInDigits && after < len(tokens) && measures[tokens[after].word]
		if !large && (n >= leastInDigits && n <= mostInDigits || ofMeasure || n > 1 && (isOf(tokens, i) || r.numbersName(tokens, i, n))) {
			t.word, t.end = strconv.FormatInt(n, 10), tokens[after-1].end
			out = append(out, t)
			i = after - 1
			continue
		}
		out = append(out, t)
	}
	return nounUnits(out)
}

// numbersName reports whether a number in words is the one of a name before it: "pixel dez".
func (r reader) numbersName(tokens []token, i int, n int64) bool {
	return i > 0 && n <= mostInDigits && !tokens[i-1].mark && !stopWords[tokens[i-1].word] && r.index.isPair(form(tokens[i-1].word), strconv.FormatInt(n, 10))
}

// hundreds writes numbers from a hundred on that are said in several words in digits:
// "duzentos e cinquenta e seis" is 256. One word alone is written so before a unit: "mil
// watts".
func (x *Index) hundreds(tokens []token) []token {
	var out []token
	for i := 0; i < len(tokens); {
		t := tokens[i]
		n := spokenAt(tokens, i)
		end := i + n.length
		unit := end < len(tokens) && measures[tokens[end].word]
		said := n.length > 1 && !isNumber(t.word) || n.length == 1 && unit && !isNumber(t.word)
		if !said || n.value < hundredScale || x.titled(tokens[i:end]) {
			out = append(out, t)
			i++
			continue
		}
		t.word, t.end = strconv.FormatInt(n.value, 10), tokens[end-1].end
		out = append(out, t)
		i = end
	}
	return out
}

// titled reports whether a title of the catalogue has all of the words: "mil e uma noites".
func (x *Index) titled(tokens []token) bool {
	return !slices.ContainsFunc(tokens, func(o token) bool { return !stopWords[o.word] && !x.inTitle(o.word) })
}

// isOf reports whether "o de" or "pelo de" stands before tokens[i]: what follows tells the
// thing and does not count it.
func isOf(tokens []token, i int) bool {
	return i > 1 && (tokens[i-1].word == "de" || tokens[i-1].word == "of") && ofLeads[tokens[i-2].word] && tokens[i-1].start-tokens[i-2].end <= 1
}

// ofLeads stand before "de" where the name of the thing is left out.
var ofLeads = wordSet(wordList("number_words ofLeads"))

// measures are units that no other word looks like.
var measures = func() map[string]bool {
	out := map[string]bool{}
	for word := range units {
		out[word] = len(word) > 3 || word == "mah"
	}
	return out
}()

// nounUnits marks a unit behind a number as no verb: in "2 tera" tera is no "terá".
func nounUnits(tokens []token) []token {
	for i := 1; i < len(tokens); i++ {
		if units[tokens[i].word] != "" && isNumber(tokens[i-1].word) {
			tokens[i].noun = true
		}
	}
	return tokens
}
