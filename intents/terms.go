package intents

import "strings"

// terms reads the words of a phrase as terms of the catalogue.
func (x *Index) terms(tokens []token) []term {
	var out []term
	seen := map[string]bool{}
	for i, t := range tokens {
		if x.isPreposition(tokens, i) {
			continue
		}
		for _, text := range termsOfToken(t) {
			if found := x.term(text); !seen[found.text] {
				seen[found.text] = true
				out = append(out, found)
			}
		}
	}
	return out
}

// isPreposition reports whether "pro" is short for "para o" and not the name of a model:
// it is when another word follows and it does not end a name that the catalogue knows.
func (x *Index) isPreposition(tokens []token, i int) bool {
	if tokens[i].word != "pro" || i+1 == len(tokens) || tokens[i+1].mark {
		return false
	}
	if i == 0 {
		return true
	}
	before := termsOfToken(tokens[i-1])
	return len(before) == 0 || !hasDigit(tokens[i-1].word) && !x.pairs[before[len(before)-1]+" pro"]
}

// term finds the word in the catalogue, or the word that it most likely was meant to be.
func (x *Index) term(text string) term {
	if n := len(x.byTerm[text]); n > 0 {
		return term{text: text, known: true, factor: 1, worth: x.worth(text)}
	}
	if !hasDigit(text) {
		if like := x.like(text); like != "" {
			return term{text: like, known: true, factor: likeFactor, worth: x.worth(like)}
		}
	}
	return term{text: text, factor: 1, worth: x.unknownWorth()}
}

// The lengths from which one and two wrong letters are forgiven.
const (
	oneTypoFrom  = 4
	twoTyposFrom = 7
)

// like returns the term that sounds like the word or is spelt nearly so, "" if none is.
func (x *Index) like(word string) string {
	if len(word) < oneTypoFrom {
		return ""
	}
	word = strings.TrimRight(word, "ao") // as neutral does with longer words
	key := soundKey(word)
	if terms := x.bySound[key]; len(terms) > 0 {
		return terms[0]
	}
	limit := 1
	if len(word) >= twoTyposFrom {
		limit = 2
	}
	best, least := "", limit+1
	for _, candidate := range x.keys[firstByte(key)] {
		if len(candidate) < oneTypoFrom-1 {
			continue
		}
		if d := distance(key, candidate, limit); d < least {
			best, least = x.bySound[candidate][0], d
		}
	}
	if hasDigit(best) {
		return ""
	}
	return best
}

func firstByte(s string) byte {
	if s == "" {
		return 0
	}
	return s[0]
}
