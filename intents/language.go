package intents

import (
	"strings"

	"balcao/internal/lang"
)

// languageWords are words that tell the three languages apart, folded.
var languageWords = map[string]map[string]bool{
	lang.Portuguese: wordSet(wordList("language languageWords")),
	lang.English:    wordSet(wordList("language languageWords 2")),
	lang.Spanish:    wordSet(wordList("language languageWords 3")),
}

// spanishRequests are forms with a pronoun that only Spanish has: sacame, agregale.
var spanishRequests = func() map[string]bool {
	set := map[string]bool{}
	for _, verb := range []string{"agregar", "quitar", "sacar", "poner", "anadir", "dejar", "cambiar", "borrar", "mostrar", "cobrar", "mandar", "aplicar", "sumar", "buscar", "cancelar"} {
		for _, form := range withPronouns(conjugate("es", verb), "^") {
			if strings.HasSuffix(form, "me") || strings.HasSuffix(form, "le") || strings.HasSuffix(form, "lo") {
				set[form] = true
			}
		}
	}
	return set
}()

// leastTelling is by how many telling words another language must lead to take over from
// the one that is spoken.
const leastTelling = 2

// languageOf tells the language of a text by counting its telling words; what stands in
// typed spans (an e-mail, a code) tells nothing. The language of the conversation holds
// unless another clearly leads, or the text has several words and none of its own: a short
// neutral answer changes nothing. Without a hint a tie goes to Portuguese.
func languageOf(text string, tokens []token, hint string) string {
	count := map[string]int{}
	said := 0
	for _, t := range tokens {
		if t.mark || isMask(t.word) || hasDigit(t.word) {
			continue
		}
		said++
		if spanishRequests[t.word] {
			count[lang.Spanish] += 2
		}
		for language, set := range languageWords {
			if set[t.word] {
				count[language]++
			}
		}
	}
	lower := strings.ToLower(text)
	for mark, language := range map[string]string{"ç": lang.Portuguese, "ã": lang.Portuguese, "õ": lang.Portuguese, "ê": lang.Portuguese, "ñ": lang.Spanish, "¿": lang.Spanish, "¡": lang.Spanish} {
		if strings.Contains(lower, mark) {
			count[language] += 2
		}
	}
	best := lang.Of(hint)
	least := 1
	if hint != "" && (count[best] > 0 || said < leastTelling) {
		least = leastTelling
	}
	for _, language := range lang.All() {
		if count[language] >= count[best]+least {
			best, least = language, 1
		}
	}
	return best
}
