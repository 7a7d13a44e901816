package email

import (
	"regexp"
	"strings"
	"unicode"
)

// Longest texts of others that a letter shows, in characters.
const (
	maxTitle = 200
	maxName  = 80
	maxText  = 500
)

// clean is a text of somebody else's on one line: without control characters, those that turn
// the direction of writing around and others that are not seen, and not longer than most.
func clean(text string, most int) string {
	var out []rune
	space := false
	for _, r := range strings.ToValidUTF8(text, " ") {
		switch {
		case unicode.IsSpace(r), unicode.In(r, unicode.Zl, unicode.Zp):
			space = len(out) > 0
			continue
		case unicode.In(r, unicode.Cc, unicode.Cf, unicode.Co, unicode.Cs, unicode.Variation_Selector), !unicode.IsGraphic(r):
			continue
		}
		if space {
			out, space = append(out, ' '), false
		}
		out = append(out, r)
		if len(out) > most {
			return strings.TrimRight(string(out[:most-1]), " ") + "…"
		}
	}
	return string(out)
}

// salutation is the name in a greeting, empty unless it is one. A platform gives it, and what
// programs that show mail would make a link of has no place in a letter of the shop's.
func salutation(name string) string {
	name = clean(name, maxName)
	for i, r := range name {
		followed := i+1 < len(name) && name[i+1] != ' '
		switch {
		case unicode.IsLetter(r), unicode.IsMark(r), r == ' ', r == '\'', r == '’', r == '-', r == '…':
		case r == '.' && !followed: // an initial, and no domain
		default:
			return ""
		}
	}
	return name
}

// linked is what programs that show mail know an address on the web by: a mark between letters
// that no blank follows, as in example.com and https://.
var linked = regexp.MustCompile(`([.:])([\pL/])`)

// place is a line of where something goes. A platform gives it, as it does the name, but every
// street is one: what would become a link is taken apart.
func place(text string, most int) string { return linked.ReplaceAllString(clean(text, most), "$1 $2") }
