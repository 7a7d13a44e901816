package intents

import "strings"

func wordSet(list string) map[string]bool {
	set := map[string]bool{}
	for _, w := range strings.Fields(list) {
		set[w] = true
	}
	wordSets = append(wordSets, set)
	return set
}

// wordSets are all sets of words, noted as they are made with the package.
var wordSets []map[string]bool

// stem takes the plural off a folded word, well enough for Portuguese, Spanish and
// English alike: both sides of a comparison go through it.
func stem(word string) string {
	if len(word) < 4 || hasDigit(word) || !strings.HasSuffix(word, "s") || strings.HasSuffix(word, "ss") {
		return word
	}
	if base, ok := irregular[word]; ok {
		return base
	}
	for _, rule := range pluralRules {
		if base, ok := strings.CutSuffix(word, rule.plural); ok {
			return base + rule.singular
		}
	}
	return word[:len(word)-1]
}

var pluralRules = []struct{ plural, singular string }{
	{"oes", "ao"}, {"aes", "ao"}, {"res", "r"}, {"zes", "z"}, {"les", "le"}, {"ais", "al"}, {"eis", "el"}, {"ois", "ol"}, {"uis", "ul"},
	{"ns", "m"}, {"is", "is"}, {"us", "us"},
}

// irregular are plurals that the rules would spoil.
var irregular = map[string]string{
	"shoes": "shoe", "lenses": "lens", "boxes": "box", "jeans": "jeans", "dois": "dois", "seis": "seis", "depois": "depois",
	"plus": "plus", "mais": "mais", "meses": "mes", "paises": "pais", "menus": "menu",
}

// neutral takes the last vowel off a longer word, so that preta and preto, móviles and
// móvil, batteries and battery are one term each.
func neutral(word string) string {
	last := len(word) - 1
	switch {
	case len(word) < 5 || hasDigit(word):
		return word
	case word[last] == 'a' || word[last] == 'o' && word[last-1] != 'a' || word[last] == 'e':
		return word[:last]
	case word[last] == 'y':
		return word[:last] + "i"
	}
	return word
}

// soundKey writes a word as it sounds, roughly, so that the commonest spelling mistakes
// (ifone, galaxi, casmuro) make no difference.
func soundKey(word string) string {
	var b strings.Builder
	for i := 0; i < len(word); i++ {
		c := word[i]
		switch {
		case c == 'p' && i+1 < len(word) && word[i+1] == 'h':
			c = 'f'
			i++
		case c == 'y':
			c = 'i'
		case c == 'k' || c == 'q':
			c = 'c'
		case c == 'z':
			c = 's'
		case c == 'w':
			c = 'v'
		case c == 'h':
			continue
		}
		if s := b.String(); s != "" && s[len(s)-1] == c {
			continue
		}
		b.WriteByte(c)
	}
	return b.String()
}

// distance is the number of letters to insert, remove, replace or swap with the next to
// make b of a. It stops counting above limit and returns limit+1.
func distance(a, b string, limit int) int {
	if d := len(a) - len(b); d > limit || -d > limit {
		return limit + 1
	}
	before, last, row := make([]int, len(b)+1), make([]int, len(b)+1), make([]int, len(b)+1)
	for j := range last {
		last[j] = j
	}
	for i := 1; i <= len(a); i++ {
		row[0] = i
		least := i
		for j := 1; j <= len(b); j++ {
			cost := 1
			if a[i-1] == b[j-1] {
				cost = 0
			}
			row[j] = min(last[j]+1, row[j-1]+1, last[j-1]+cost)
			if i > 1 && j > 1 && a[i-1] == b[j-2] && a[i-2] == b[j-1] {
				row[j] = min(row[j], before[j-2]+1)
			}
			least = min(least, row[j])
		}
		if least > limit {
			return limit + 1
		}
		before, last, row = last, row, before
	}
	return last[len(b)]
}
