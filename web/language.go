package web

import (
	"fmt"
	"net/http"
	"strings"

	"golang.org/x/text/language"
)

// The languages of the pages. Portuguese is the shop's own.
const (
	portuguese = "pt-BR"
	english    = "en"
	spanish    = "es"
)

var languages = []string{portuguese, english, spanish}

var matcher = language.NewMatcher([]language.Tag{language.BrazilianPortuguese, language.English, language.Spanish})

// browserLanguage is the language of the pages that the browser's user reads best.
func browserLanguage(r *http.Request) string {
	_, i := language.MatchStrings(matcher, strings.Join(r.Header.Values("Accept-Language"), ","))
	return languages[i]
}

// objectLanguage is the language of a checkout or an order, or the browser's if it has
// none of ours.
func objectLanguage(tag string, r *http.Request) string {
	primary, _, _ := strings.Cut(tag, "-")
	switch strings.ToLower(primary) {
	case "pt":
		return portuguese
	case english:
		return english
	case spanish:
		return spanish
	}
	return browserLanguage(r)
}

// phrase is one text in the three languages. A %s in it is a fact.
type phrase struct{ pt, en, es string }

func (p phrase) in(lang string) string {
	switch lang {
	case english:
		return p.en
	case spanish:
		return p.es
	}
	return p.pt
}

// text returns the text with this key, filled with the facts.
func text(lang, key string, facts ...any) (string, error) {
	p, ok := texts[key]
	if !ok {
		return "", fmt.Errorf("web: no text %q", key)
	}
	if len(facts) == 0 {
		return p.in(lang), nil
	}
	return fmt.Sprintf(p.in(lang), facts...), nil
}
