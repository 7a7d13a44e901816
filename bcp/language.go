package bcp

import "strings"

// phrase is one text in the three languages the shop speaks.
type phrase struct{ pt, en, es string }

// in returns the phrase in the language of a BCP 47 tag. Whoever asks for another language
// is answered in Portuguese, the shop's own.
func (p phrase) in(lang string) string {
	primary, _, _ := strings.Cut(lang, "-")
	switch strings.ToLower(primary) {
	case "en":
		return p.en
	case "es":
		return p.es
	}
	return p.pt
}
