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
			if word := inWords(tokens, i); word != "" {
				out = append(out, token{word: word, start: t.start, end: tokens[i+1].end})
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
			if grouped := strings.Replace(digits, ",", "", 1); smallUnits[short] && len(digits)-strings.IndexByte(digits, ',') == 4 && isNumber(grouped) {
				digits = grouped // "20,000 mAh"
			}
			out = append(out, token{word: plainNumber(digits) + short, start: t.start, end: end})
			i = next - 1
			continue
		}
		t.word = plainNumber(digits) + unit
		out = append(out, t)
	}
	return out
}

// smallUnits are those that nobody has a thousandth of.
var smallUnits = wordSet("mah ml g mm")

// doubleSizes joins the two numbers of a size that the catalogue has, "41/42", into the
// first of them, which says as much.
func (x *Index) doubleSizes(tokens []token) []token {
	var out []token
	for i := 0; i < len(tokens); i++ {
		t := tokens[i]
		if i+2 < len(tokens) && isNumber(t.word) && tokens[i+1].word == "/" && isNumber(tokens[i+2].word) {
			if _, known := x.labels[sizeAxis][t.word+" "+tokens[i+2].word]; known {
				t.end = tokens[i+2].end
				i += 2
			}
		}
		out = append(out, t)
	}
	return out
}

// inWords reads a size in words, "um metro" or "meio litro"; "um g" is none.
func inWords(tokens []token, i int) string {
	if i+1 == len(tokens) || len(tokens[i+1].word) <= 3 {
		return ""
	}
	unit := units[tokens[i+1].word]
	if unit == "" {
		return ""
	}
	if n, ok := numberWords[tokens[i].word]; ok && n > 0 {
		return strconv.FormatInt(n, 10) + unit
	}
	if tokens[i].word == "de" && i > 0 && (pickArticles[tokens[i-1].word] || i+2 == len(tokens) || tokens[i+2].mark) && !strings.HasSuffix(tokens[i+1].word, "s") {
		return "1" + unit // "o de quilo"
	}
	if halves[tokens[i].word] {
		return halfOf[unit]
	}
	return ""
}

// halves take half of the unit that follows, which is written in a smaller one.
var (
	halves = wordSet("meio meia medio media half")
	halfOf = map[string]string{"l": "500ml", "kg": "500g", "m": "50cm"}
)

// sameSize returns other ways of writing a size: 1kg is 1000g, 500ml is 0,5l.
func sameSize(word string) []string {
	digits, unit := splitNumber(word)
	n, err := strconv.ParseFloat(strings.Replace(digits, ",", ".", 1), 64)
	if err != nil {
		return nil
	}
	var out []string
	for _, s := range scales {
		switch unit {
		case s.large:
			out = append(out, decimal(n*s.factor)+s.small)
		case s.small:
			out = append(out, decimal(n/s.factor)+s.large)
		}
	}
	return out
}

func decimal(n float64) string {
	return strings.Replace(strconv.FormatFloat(n, 'f', -1, 64), ".", ",", 1)
}

var scales = []struct {
	large, small string
	factor       float64
}{{"kg", "g", 1000}, {"l", "ml", 1000}, {"m", "cm", 100}, {"tb", "gb", 1000}, {"tb", "gb", 1024}}

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
