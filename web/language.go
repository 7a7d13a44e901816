package web

import (
	"fmt"
	"net/http"
	"strings"

	"golang.org/x/text/language"

	"balcao/internal/lang"
)

// matcher has the languages of the pages in the order of lang.All.
var matcher = language.NewMatcher([]language.Tag{language.BrazilianPortuguese, language.English, language.Spanish})

// browserLanguage is the language of the pages that the browser's user reads best.
func browserLanguage(r *http.Request) string {
	_, i := language.MatchStrings(matcher, strings.Join(r.Header.Values("Accept-Language"), ","))
	return lang.All()[i]
}

// objectLanguage is the language of a checkout or an order, or the browser's if it has
// none of ours.
func objectLanguage(tag string, r *http.Request) string {
	if known, ok := lang.Match(tag); ok {
		return known
	}
	return browserLanguage(r)
}

// text returns the text with this key, filled with the facts.
func text(tag, key string, facts ...any) (string, error) {
	t, ok := texts[key]
	if !ok {
		return "", fmt.Errorf("web: no text %q", key)
	}
	if len(facts) == 0 {
		return t.In(tag), nil
	}
	return fmt.Sprintf(t.In(tag), facts...), nil
}
