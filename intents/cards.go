package intents

import (
	"regexp"
	"strings"
	"unicode"
	"unicode/utf8"
)

// WithoutCards takes the card numbers out of a text, with the security code, the date and the
// word for the card that stand beside them, and reports whether there was one. They are never
// of use here, so nothing that is kept or answered may have them. A text that is too long to
// be read is left alone: it is not kept either.
func WithoutCards(text string) (string, bool) {
	if len(text) > mostHeard {
		return text, false
	}
	out := securityCode.ReplaceAllString(text, "")
	for {
		start, end, ok := cardIn(out)
		if !ok {
			break
		}
		if m := aheadOfCard.FindStringSubmatchIndex(out[:start]); m != nil {
			start = m[2] // not in "pagar no cartão 4111…": there the word says something
		}
		if m := behindCard.FindStringIndex(out[end:]); m != nil {
			end += m[1]
		}
		before, after := strings.TrimRight(out[:start], " "), out[end:]
		if after != "" && !strings.ContainsAny(after[:1], " ,;.!?\n") {
			after = " " + after
		}
		out = before + after
	}
	if out == text {
		return text, false
	}
	return strings.TrimSpace(emptied.ReplaceAllString(out, "$1")), true
}

// mostHeard is far more than is read of a text, or kept of it, in bytes.
const mostHeard = 16 << 10

var (
	// securityCode is the code beside a card, said by its name.
	securityCode = regexp.MustCompile(`(?i)[,;/ ]*\b(?:e |and |y )?(?:o |the |el )?(?:cvv2?|cvc2?|cvn|c[oó]digo de (?:seguran[cç]a|seguridad)|c[oó]d\.? (?:de )?seg(?:uran[cç]a)?\.?|security code)(?: (?:[eé]|is|es|do cart[aã]o))*\s*[:=#\-]?\s*[0-9]{3,4}\b`)
	aheadOfCard  = regexp.MustCompile(`(?i)(?:^|[,:;\n])\s*((?:(?:o |the |el )?(?:n[uú]mero|number)(?: do| of the| del| de la)? )?(?:(?:meu|minha|my|mi|o|the|la) )?(?:cart[aã]o|card|tarjeta)(?: de (?:cr[eé]dito|d[eé]bito))?(?: number)?(?: (?:[eé]|is|es))?\s*[:\-]?\s*)$`)
	behindCard   = regexp.MustCompile(`^(?i)[,;/ \-]*(?:validade|val\.?|vence(?: em)?|venc\.?|exp\.?(?:iry|ires)?|vto\.?)?[: ]*(?:0[1-9]|1[0-2])[/\-](?:20)?[2-4][0-9]\b(?:[,;/ \-]+[0-9]{3,4}\b)?|^[,;/ \-]+[0-9]{3,4}(?:[\s,;.]|$)`)
	// emptied is a comma behind which nothing is left.
	emptied = regexp.MustCompile(`([,;:])(?:\s*[,;])+`)
)

// digitRun is a row of digits in a text.
type digitRun struct {
	start, end int
	digits     string
}

// notCards are numbers that are written in a way of their own, and so are no part of a card's.
var notCards = regexp.MustCompile(`\b[0-9]{3}\.[0-9]{3}\.[0-9]{3}-[0-9]{2}\b|\b[0-9]{2}\.[0-9]{3}\.[0-9]{3}/[0-9]{4}-[0-9]{2}\b|\b[0-9]{5}-[0-9]{3}\b|\+[0-9][0-9 ()\-]{8,}|\(?\b[0-9]{2}\)? ?9[0-9]{4}[- ]?[0-9]{4}\b`)

// cardIn finds a card number in a text: 13 to 19 digits that have the check digit and the
// beginning of a card's, in one row or parted by almost anything.
func cardIn(text string) (start, end int, ok bool) {
	if !enoughDigits(text) {
		return 0, 0, false
	}
	runs := digitRuns(text)
	own := notCards.FindAllStringIndex(text, -1)
	part := func(r digitRun) bool {
		for _, o := range own {
			if o[0] <= r.start && r.end <= o[1] {
				return true
			}
		}
		return false
	}
	for i := range runs {
		number := ""
		for j := i; j < len(runs); j++ {
			r := runs[j]
			if part(r) && len(r.digits) < 13 || j > i && (!partsNumber(text[runs[j-1].end:r.start]) || len(r.digits) > 8 || len(runs[i].digits) > 8) {
				break
			}
			if number += r.digits; len(number) > 19 {
				break
			}
			if isCardNumber(number) && !(j+1 < len(runs) && longerCard(text, runs[j:], number)) {
				start, end = wholeWord(text, runs[i].start, r.end)
				return start, end, true
			}
		}
	}
	return 0, 0, false
}

// longerCard reports whether a number goes on to a longer one that is a card's too.
func longerCard(text string, runs []digitRun, number string) bool {
	for k := 1; k < len(runs) && partsNumber(text[runs[k-1].end:runs[k].start]) && len(runs[k].digits) <= 8; k++ {
		if number += runs[k].digits; isCardNumber(number) {
			return true
		}
	}
	return false
}

// wholeWord widens a place to the letters that are grown together with it.
func wholeWord(text string, start, end int) (from, to int) {
	for start > 0 {
		r, size := utf8.DecodeLastRuneInString(text[:start])
		if !unicode.IsLetter(r) && r != '+' {
			break
		}
		start -= size
	}
	for end < len(text) {
		r, size := utf8.DecodeRuneInString(text[end:])
		if !unicode.IsLetter(r) {
			break
		}
		end += size
	}
	return start, end
}

func enoughDigits(text string) bool {
	n := 0
	for _, r := range text {
		if digitOf(r) >= 0 {
			n++
		}
	}
	return n >= 13
}

func digitRuns(text string) []digitRun {
	var out []digitRun
	open := false
	for at, r := range text {
		d := digitOf(r)
		if d < 0 {
			if open = open && unicode.In(r, unicode.Mn, unicode.Me, unicode.Cf); open { // keycaps, and what is not seen
				out[len(out)-1].end = at + utf8.RuneLen(r)
			}
			continue
		}
		if !open {
			out = append(out, digitRun{start: at})
		}
		run := &out[len(out)-1]
		run.digits += string(rune('0' + d))
		run.end = at + utf8.RuneLen(r)
		open = true
	}
	return out
}

// digitOf is the value of a digit of any script, -1 of anything else.
func digitOf(r rune) int {
	switch {
	case r >= '0' && r <= '9':
		return int(r - '0')
	case r < utf8.RuneSelf:
		return -1
	case unicode.Is(unicode.Nd, r): // each script has its ten in a row, and the zero first
		zero := r
		for i := 0; i < 9 && unicode.Is(unicode.Nd, zero-1) && foldedDigit(zero) != 0; i++ {
			zero--
		}
		return int(r-zero) % 10
	case unicode.Is(unicode.No, r): // raised, in a circle
		return foldedDigit(r)
	}
	return -1
}

// foldedDigit is the value of a digit that folds to a plain one, such as a raised or a wide
// one; -1 of anything else.
func foldedDigit(r rune) int {
	if s := fold(string(r)); len(s) == 1 && isDigit(s[0]) {
		return int(s[0] - '0')
	}
	return -1
}

// mostBetween is how many signs may stand between two parts of one number.
const mostBetween = 3

// partsNumber reports whether what stands between two rows of digits may part one number: signs and
// spaces, or a single letter.
func partsNumber(between string) bool {
	letters, n := 0, 0
	for _, r := range between {
		if n++; unicode.IsLetter(r) {
			letters++
		}
	}
	return n <= mostBetween && letters <= 1 && (letters == 0 || n == 1)
}

// issuers are how the numbers of cards begin, and how long they are: a number that merely has
// a right check digit, as one in ten has, is none.
var issuers = regexp.MustCompile(`^(?:4(?:[0-9]{12}|[0-9]{15}|[0-9]{18})|5[0-9]{15}|2[2-7][0-9]{14}|3[47][0-9]{13}|3(?:0|6|8|9)[0-9]{12}|35[0-9]{14}|6[0-9]{15,18}|38[0-9]{14,17})$`)

// isCardNumber reports whether digits are the number of a card.
func isCardNumber(number string) bool {
	if len(number) < 13 || !issuers.MatchString(number) || strings.Count(number, number[:1]) == len(number) {
		return false
	}
	sum := 0
	for i := range len(number) {
		d := int(number[len(number)-1-i] - '0')
		if i%2 == 1 {
			if d *= 2; d > 9 {
				d -= 9
			}
		}
		sum += d
	}
	return sum%10 == 0
}
