package intents

import (
	"regexp"
	"strings"
	"unicode"
	"unicode/utf8"

	"balcao/internal/brazil"
	"balcao/internal/cardnumber"
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
	for _, beside := range besideCards {
		out = beside.ReplaceAllString(out, "")
	}
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
	out = strings.TrimSpace(emptied.ReplaceAllString(out, "$1"))
	if wishAlone.MatchString(out) {
		return "", true // what was wanted is the number
	}
	return out, true
}

// mostHeard is far more than is read of a text, or kept of it, in bytes.
const mostHeard = 16 << 10

var (
	// securityCode is the code beside a card, said by its name.
	securityCode = regexp.MustCompile(`(?i)[,;/ ]*\b(?:e |and |y )?(?:o |the |el )?(?:cvv2?|cvc2?|cvn|c[oó]digo de (?:seguran[cç]a|seguridad)|c[oó]d\.? (?:de )?seg(?:uran[cç]a)?\.?|security code)(?: (?:[eé]|is|es|do cart[aã]o))*\s*[:=#\-]?\s*[0-9]{3,4}\b`)
	aheadOfCard  = regexp.MustCompile(`(?i)(?:^|[,:;\n])\s*((?:(?:o |the |el )?(?:n[uú]mero|number)(?: do| of the| del| de la)? )?(?:(?:meu|minha|my|mi|o|the|la) )?(?:cart[aã]o|card|tarjeta)(?: de (?:cr[eé]dito|d[eé]bito))?(?: number)?(?: (?:[eé]|is|es))?\s*[:\-]?\s*)$`)
	behindCard   = regexp.MustCompile(`^(?i)[,;/ \-]*(?:validade|val\.?|vence(?: em)?|venc\.?|exp\.?(?:iry|ires)?|vto\.?)?[: ]*(?:0[1-9]|1[0-2])[/\-](?:20)?[2-4][0-9]\b(?:[,;/ \-]+[0-9]{3,4}\b)?|^[,;/ \-]+[0-9]{3,4}(?:[\s,;.]|$)`)
	// besideCards are the secret of a card and its date, where the card is named or the date called
	// its end.
	besideCards = []*regexp.Regexp{
		regexp.MustCompile(`(?i)[,;/ ]*\b(?:e |and |y )?(?:a |o |the |el |la |my |minha |mi )?(?:senha|pin|password|contrase[nñ]a|clave|c[oó]digo|code|security number)(?: (?:do|da|del|de la|de mi|of the|of my|for my|for the|de|meu|minha))+ (?:cart[aã]o|card|tarjeta)(?: (?:[eé]|is|es))?\s*[:=#\-]?\s*[0-9]{3,8}\b`),
		regexp.MustCompile(`(?i)[,;/ ]*\b(?:e |and |y )?(?:a |o |the |el |la |my |minha |mi )?(?:card|cart[aã]o|tarjeta) (?:pin|code|password|senha)(?: (?:[eé]|is|es))?\s*[:=#\-]?\s*[0-9]{3,8}\b`),
		regexp.MustCompile(`(?i)[,;/ ]*\b(?:e |and |y )?(?:o |a |the |el |la )?(?:c[oó]digo|code|senha|pin|clave|contrase[nñ]a)\s*[:=#\-]?\s*[0-9]{3,8}(?: (?:do|da|del|de la|de mi|of the|of my|for my|on my|on the|no|meu|minha))+ (?:cart[aã]o|card|tarjeta)\b`),
		regexp.MustCompile(`(?i)[,;/ ]*\b(?:e |and |y )?(?:a |o |the |el |la )?(?:data de )?(?:validade|vencimento|vencimiento|valid thru|valid until|exp\.?|expiry|expires|expiration|expiry date|expiration date)(?: (?:[eé]|is|es|do cart[aã]o|de la tarjeta))*\s*[:=\-]?\s*(?:0[1-9]|1[0-2])\s?[/\-]\s?(?:20)?[2-4][0-9]\b`),
	}
	// wishAlone is a verb that the number was the object of.
	wishAlone = regexp.MustCompile(`^(?i)(?:eu |i |yo )?(?:quero|queria|quiero|compro|levo|pego|adiciona|coloca|manda|want|buy|add|take)[.!]?$`)
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
	text = asDigits(text)
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
			if part(r) && len(r.digits) < 13 || j > i && (!partsNumber(text[runs[j-1].end:r.start]) || !shortParts(runs[i:j+1])) {
				break
			}
			if number += r.digits; len(number) > 19 {
				break
			}
			if cardnumber.Valid(number) && !(j+1 < len(runs) && longerCard(text, runs[j:], number)) {
				start, end = wholeWord(text, runs[i].start, r.end)
				return start, end, true
			}
		}
	}
	return 0, 0, false
}

// shortParts reports whether the parts are short enough to be those of one number: of at most
// eight digits each, or a longer and a shorter one that make sixteen and neither a phone nor a
// document.
func shortParts(parts []digitRun) bool {
	total, long := 0, ""
	for _, p := range parts {
		if total += len(p.digits); len(p.digits) > 8 {
			long = p.digits
		}
	}
	switch len(long) {
	case 0:
		return true
	case 9, 10, 12, 13, 14, 15:
		return total <= 16 && !(len(long) >= 12 && strings.HasPrefix(long, "55"))
	case 11:
		return total <= 16 && long[2] != '9' && !isTaxpayer(long)
	}
	return false
}

func isTaxpayer(digits string) bool {
	_, ok := brazil.NormalizeCPF(digits)
	return ok
}

var (
	// markup stands for a space.
	markup = regexp.MustCompile(`(?i)<[^<>]{1,12}>|%20|%0a|%09|%2d|&[a-z]{2,6};|&#[0-9]{2,4};`)
	// mixedDigits is a word of digits and letters that look like some.
	mixedDigits = regexp.MustCompile(`\b[0-9OoIl|]*[0-9][0-9OoIl|]*`)
	lookalikes  = strings.NewReplacer("O", "0", "o", "0", "I", "1", "l", "1", "|", "1")
)

// asDigits writes spaces for markup, and digits for the letters among digits that look like them.
// All places stay the same.
func asDigits(text string) string {
	text = markup.ReplaceAllStringFunc(text, func(m string) string { return strings.Repeat(" ", len(m)) })
	return mixedDigits.ReplaceAllStringFunc(text, func(m string) string {
		if letters := len(strings.Trim(m, "0123456789")); letters == 0 || len(m) < 3 {
			return m
		}
		return lookalikes.Replace(m)
	})
}

// longerCard reports whether a number goes on to a longer one that is a card's too.
func longerCard(text string, runs []digitRun, number string) bool {
	for k := 1; k < len(runs) && partsNumber(text[runs[k-1].end:runs[k].start]) && shortParts(runs[:k+1]); k++ {
		if number += runs[k].digits; cardnumber.Valid(number) {
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
const mostBetween = 12

// partsNumber reports whether what stands between two rows of digits may part one number: signs and
// spaces, a letter or one that is repeated, or a word that joins.
func partsNumber(between string) bool {
	said := strings.ToLower(strings.TrimSpace(between))
	switch said {
	case "e", "y", "and", "i":
		return true
	}
	letters := strings.ContainsFunc(between, unicode.IsLetter)
	if letters {
		return said == between && utf8.RuneCountInString(said) <= 3 && strings.Trim(said, said[:1]) == "" || utf8.RuneCountInString(between) == 1
	}
	return utf8.RuneCountInString(between) <= mostBetween
}
