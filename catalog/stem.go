package catalog

import "strings"

// term returns the form under which a token is indexed: its stem, or the Portuguese word
// for it where buyers write in English or Spanish.
func term(token string) string {
	s := stem(token)
	if canonical, ok := synonyms[s]; ok {
		return canonical
	}
	return s
}

// stem takes plural and gender off a folded word, lightly: camisetas and camiseta agree,
// vermelhos and vermelha too. Tokens with digits are names and stay as they are.
func stem(word string) string {
	if hasDigit(word) {
		return word
	}
	word = singular(word)
	last := len(word) - 1
	switch {
	case word == "rede":
		return word // a network or a hammock, not the colour red
	case len(word) >= 5 && (word[last] == 'a' || word[last] == 'o') && !strings.HasSuffix(word, "ao"):
		return word[:last] // preta, preto
	case len(word) >= 4 && word[last] == 'e':
		return word[:last] // colares lost its e already, bases its s
	case len(word) >= 4 && word[last] == 'y':
		return word[:last] + "i" // battery, batteries
	}
	return word
}

// endings are plural endings of Portuguese, Spanish and English with their singular. The
// first that fits is taken; least is the shortest word it applies to.
var endings = []struct {
	plural, singular string
	least            int
}{
	{"oes", "ao", 6}, // botões, but not shoes
	{"aes", "ao", 6}, // alemães
	{"ais", "al", 5}, // digitais
	{"eis", "el", 5}, // papéis
	{"ois", "ol", 5}, // lençóis
	{"uis", "ul", 5}, // azuis
	{"ss", "ss", 0},  // dress is no plural
	{"is", "is", 0},  // nor is tênis
	{"us", "us", 0},  // nor plus
	{"ns", "m", 5},   // marrons
	{"res", "r", 5},  // cores
	{"zes", "z", 5},  // luzes
	{"ses", "s", 5},  // meses
	{"s", "", 4},
}

func singular(word string) string {
	for _, e := range endings {
		if len(word) >= e.least && strings.HasSuffix(word, e.plural) {
			return strings.TrimSuffix(word, e.plural) + e.singular
		}
	}
	return word
}

func hasDigit(word string) bool { return strings.ContainsAny(word, "0123456789") }
