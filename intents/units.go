package intents

import (
	"strconv"
	"strings"
)

// glueUnits joins a number and the unit after it into one token ("2 metros" is 2m,
// "10.000 mAh" and "10 mil mAh" are 10000mah), so that it cannot be read as a quantity
// and compares with the catalogue's way of writing it.
func glueUnits(tokens []token) []token {
	out := make([]token, 0, len(tokens))
	for i := 0; i < len(tokens); i++ {
		t := tokens[i]
		if t.mark || !isDigit(t.word[0]) {
			if n, ok := numberWords[t.word]; ok && n > 0 && n < 100 && isLengthUnit(tokens, i+1) && (n == 1 || units[tokens[i+1].word] == "m") {
				out = append(out, token{word: strconv.FormatInt(n, 10) + units[tokens[i+1].word], start: t.start, end: tokens[i+1].end})
				i++
				continue
			}
			out = append(out, t)
			continue
		}
		digits, unit := splitNumber(t.word)
		end, next := t.end, i+1
		if unit == "" && next < len(tokens) && tokens[next].word == "mil" && len(digits) <= 3 && (next+1 == len(tokens) || units[tokens[next+1].word] == "") {
			t.word, t.end = digits+"000", tokens[next].end
			out = append(out, t)
			i = next
			continue
		}
		if unit == "" && next+1 < len(tokens) && tokens[next].word == "mil" && units[tokens[next+1].word] != "" {
			digits, next = digits+"000", next+1
		}
		if unit == "" && next < len(tokens) && units[tokens[next].word] != "" {
			unit, end, next = tokens[next].word, tokens[next].end, next+1
		}
		if short, ok := units[unit]; ok {
			out = append(out, token{word: plainNumber(digits) + short, start: t.start, end: end})
			i = next - 1
			continue
		}
		t.word = plainNumber(digits) + unit
		out = append(out, t)
	}
	return out
}

// isLengthUnit reports whether the token is a unit in full: "um metro" is a size, while
// "um g" is nothing.
func isLengthUnit(tokens []token, i int) bool {
	return i < len(tokens) && len(tokens[i].word) > 3 && units[tokens[i].word] != ""
}

// splitNumber parts "65w" into its digits and its letters.
func splitNumber(word string) (digits, letters string) {
	end := strings.IndexFunc(word, func(r rune) bool { return r >= 'a' })
	if end < 0 {
		return word, ""
	}
	return word[:end], word[end:]
}

// plainNumber drops the points that group thousands; "6,3" and "2.1" stay.
func plainNumber(digits string) string {
	parts := strings.Split(digits, ".")
	for _, p := range parts[1:] {
		if len(p) != 3 {
			return digits
		}
	}
	return strings.Join(parts, "")
}
