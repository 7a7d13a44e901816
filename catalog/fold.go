package catalog

import (
	"strings"
	"unicode"
	"unicode/utf8"

	"golang.org/x/text/unicode/norm"
)

// Fold returns text without what people leave out when they type: accents, capitals,
// ligatures and invisible characters. "Camiseta BÁSICA" becomes "camiseta basica".
func Fold(text string) string {
	if isPlain(text) {
		return strings.ToLower(text)
	}
	return strings.Map(func(r rune) rune {
		if unicode.Is(unicode.Mn, r) || unicode.Is(unicode.Cf, r) {
			return -1
		}
		return unicode.ToLower(r)
	}, norm.NFKD.String(text))
}

// isPlain reports whether a text is ASCII, as most are, in which nothing is to be taken out.
func isPlain(text string) bool {
	for i := range len(text) {
		if text[i] >= utf8.RuneSelf {
			return false
		}
	}
	return true
}

// tokens returns the folded words of text in order. Numbers come in one form (10.000 is
// 10000, 6,3 is 6.3, 2 mil is 2000) with their unit attached, so that "128 GB", "128gb"
// and "128 gigas" are all the token 128gb.
func tokens(text string) []string {
	words := split(Fold(text))
	tokens := words[:0]
	for i := 0; i < len(words); i++ {
		number, suffix := leadingNumber(words[i])
		if number == "" {
			tokens = append(tokens, words[i])
			continue
		}
		if suffix == "" && i+1 < len(words) && words[i+1] == "mil" && !strings.Contains(number, ".") {
			number += "000"
			i++
		}
		if suffix == "" && i+1 < len(words) && units[words[i+1]] != "" {
			suffix = words[i+1]
			i++
		}
		if unit := units[suffix]; unit != "" {
			suffix = unit
		}
		tokens = append(tokens, number+suffix)
	}
	return tokens
}

// split cuts folded text at everything that is neither letter nor digit, save for a dot
// or comma between two digits. What English contracts is left out, and the d of
// "d'água".
func split(folded string) []string {
	var words []string
	runes := []rune(folded)
	for start := 0; start < len(runes); {
		if !isWordRune(runes[start]) {
			start++
			continue
		}
		end := start + 1
		for end < len(runes) && (isWordRune(runes[end]) || joinsDigits(runes, end)) {
			end++
		}
		word := string(runes[start:end])
		contracted := contractions[word] && start > 1 && isApostrophe(runes[start-1])
		elided := word == "d" && end < len(runes)-1 && isApostrophe(runes[end]) && isWordRune(runes[end+1])
		if !contracted && !elided {
			words = append(words, word)
		}
		start = end
	}
	return words
}

// contractions are what stands after an apostrophe in English, possessives among them.
var contractions = wordSet("s m d t ll re ve")

func isApostrophe(r rune) bool { return r == '\'' || r == '’' }

func isWordRune(r rune) bool { return unicode.IsLetter(r) || unicode.IsDigit(r) }

func joinsDigits(runes []rune, i int) bool {
	return (runes[i] == '.' || runes[i] == ',') &&
		unicode.IsDigit(runes[i-1]) && i+1 < len(runes) && unicode.IsDigit(runes[i+1])
}

// leadingNumber cuts a word into the number it begins with, in plain form, and the rest.
// The number is empty if the word begins with a letter.
func leadingNumber(word string) (number, rest string) {
	end := 0
	for end < len(word) && strings.IndexByte("0123456789.,", word[end]) >= 0 {
		end++
	}
	return plainNumber(word[:end]), word[end:]
}

// plainNumber takes out separators before groups of three digits and turns any other
// into a decimal point; zeros at the end of the decimals say nothing.
func plainNumber(number string) string {
	parts := strings.FieldsFunc(number, func(r rune) bool { return r == '.' || r == ',' })
	var whole, decimals string
	for i, part := range parts {
		switch {
		case i == 0 || len(part) == 3 && decimals == "" && parts[0] != "0":
			whole += part
		default:
			decimals += part
		}
	}
	if decimals = strings.TrimRight(decimals, "0"); decimals != "" {
		return whole + "." + decimals
	}
	return whole
}

// compounds returns the hyphenated words of text written as one, in the way many people
// type them: "USB-C" gives usbc.
func compounds(text string) []string {
	var joined []string
	for _, field := range strings.Fields(Fold(text)) {
		if parts := split(field); len(parts) > 1 && strings.Contains(field, "-") {
			joined = append(joined, strings.Join(parts, ""))
		}
	}
	return joined
}
