package intents

import (
	"strings"
	"unicode"
	"unicode/utf8"

	"golang.org/x/text/unicode/norm"

	"balcao/catalog"
)

// clean returns the text in NFC without the invisible characters that hide words from a
// reader or from a rule: zero-width and bidirectional controls, and others of the kind.
func clean(text string) string {
	text = strings.ToValidUTF8(text, " ")
	return strings.TrimSpace(strings.Map(func(r rune) rune {
		switch {
		case r == '\n':
			return r
		case unicode.IsSpace(r):
			return ' '
		case unicode.In(r, unicode.Cf, unicode.Cc, unicode.Variation_Selector):
			return -1
		}
		return r
	}, unmasked(undecorated(norm.NFC.String(text)))))
}

// undecorated writes letters in circles and of mathematics as letters.
func undecorated(text string) string {
	decorated := func(r rune) bool { return r >= 0x2460 && r <= 0x24ff || r >= 0x1d400 && r <= 0x1d7ff }
	if !strings.ContainsFunc(text, decorated) {
		return text
	}
	var b strings.Builder
	for _, r := range text {
		if decorated(r) {
			b.WriteString(norm.NFKC.String(string(r)))
		} else {
			b.WriteRune(r)
		}
	}
	return b.String()
}

// unmasked writes the letters of other alphabets that look like Latin ones as those, in
// words that mix the two: "Рixеl" in Cyrillic is no other name.
func unmasked(text string) string {
	foreign := func(r rune) bool { return unicode.In(r, unicode.Cyrillic, unicode.Greek, unicode.Armenian) }
	if !strings.ContainsFunc(text, foreign) {
		return text
	}
	var b strings.Builder
	for part := range strings.SplitAfterSeq(text, " ") {
		if !strings.ContainsFunc(part, foreign) || !strings.ContainsFunc(part, func(r rune) bool { return unicode.Is(unicode.Latin, r) }) {
			b.WriteString(part)
			continue
		}
		for _, r := range part {
			lower := unicode.ToLower(r)
			plain := latin.Replace(string(lower))
			if lower != r {
				plain = strings.ToUpper(plain)
			}
			b.WriteString(plain)
		}
	}
	return b.String()
}

// fold returns the text in lower case without accents, and with the width variants of
// Unicode made plain, so that "CAFÉ", "café" and "ｃａｆé" match.
func fold(text string) string {
	if isPlain(text) {
		return text
	}
	return catalog.Fold(text)
}

func isPlain(text string) bool {
	for i := range len(text) {
		if text[i] >= utf8.RuneSelf || text[i] >= 'A' && text[i] <= 'Z' {
			return false
		}
	}
	return true
}

// token is a word, a number or a punctuation mark of a clean text.
type token struct {
	// word is the folded form; a mark is its own word.
	word string
	// start and end are byte offsets into the clean text.
	start, end int
	mark       bool
	// noun says that the word names a thing here, though it may be a verb elsewhere.
	noun bool
	// capital says that the word begins with a capital and goes on without one.
	capital bool
	// tied says that a hyphen ties it to the word before: "NATAL-20".
	tied bool
}

// tokenize splits clean text. Letters and digits make words, with decimal points and
// commas between digits inside; every other visible character is a mark.
func tokenize(text string) []token {
	var out []token
	for at := 0; at < len(text); {
		r, size := utf8.DecodeRuneInString(text[at:])
		switch {
		case r == ' ' || joinsWords(text, at, r):
			at += size
		case isWordRune(r):
			end := wordEnd(text, at)
			if word := fold(text[at:end]); word != "" { // combining marks alone fold to nothing
				out = append(out, token{word: word, start: at, end: end, tied: at > 0 && text[at-1] == '-' && joinsWords(text, at-1, '-'), capital: unicode.IsUpper(r) && strings.ToUpper(text[at:end]) != text[at:end]})
			}
			at = end
		default:
			out = append(out, token{word: string(r), start: at, end: at + size, mark: true})
			at += size
		}
	}
	return out
}

// joinsWords reports whether a hyphen or an apostrophe stands between two words, where it
// says no more than a space: "usb-c", "I'd".
func joinsWords(text string, at int, r rune) bool {
	if r != '-' && r != '\'' && r != '’' || at == 0 {
		return false
	}
	before, _ := utf8.DecodeLastRuneInString(text[:at])
	after, _ := utf8.DecodeRuneInString(text[at+utf8.RuneLen(r):])
	return isWordRune(before) && isWordRune(after)
}

func isWordRune(r rune) bool {
	return unicode.IsLetter(r) || unicode.IsDigit(r) || unicode.Is(unicode.Mn, r)
}

func wordEnd(text string, at int) int {
	for at < len(text) {
		r, size := utf8.DecodeRuneInString(text[at:])
		if !isWordRune(r) && !isDecimalMark(text, at) {
			break
		}
		at += size
	}
	return at
}

// isDecimalMark reports whether a point or comma stands between two digits.
func isDecimalMark(text string, at int) bool {
	return (text[at] == '.' || text[at] == ',') && at > 0 && at+1 < len(text) &&
		isDigit(text[at-1]) && isDigit(text[at+1])
}

func isDigit(c byte) bool { return c >= '0' && c <= '9' }

func hasDigit(word string) bool { return strings.ContainsAny(word, "0123456789") }

// isNumber reports whether the word is written in digits alone.
func isNumber(word string) bool { return word != "" && strings.Trim(word, "0123456789") == "" }

// words returns the words of the tokens, without marks.
func words(tokens []token) []string {
	out := make([]string, 0, len(tokens))
	for _, t := range tokens {
		if !t.mark {
			out = append(out, t.word)
		}
	}
	return out
}
