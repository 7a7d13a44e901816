package intents

import (
	"slices"
	"strings"

	"balcao/internal/lang"
)

// queryNoise are words of a question that no search is for.
var queryNoise = wordSet(wordList("query queryNoise"))

// query makes the search of a phrase: limits of price, size and colour become filters,
// the rest in the customer's own words is the query. ok is false if nothing is left.
func (t *turn) query(tokens []token) (s Slots, ok bool) {
	s = Slots{Action: "search_catalog"}
	var f SlotsFilters
	tokens = t.takeLimits(glueUnits(withoutReceivers(tokens)), &f)
	tokens = t.takeSize(tokens, &f)
	tokens = t.takeColor(tokens, &f)
	if f != (SlotsFilters{}) {
		s.Filters = &f
	}
	var kept []string
	for _, tok := range tokens {
		if !tok.mark && !isMask(tok.word) && !queryNoise[tok.word] && !t.shortIs(tok) {
			kept = append(kept, tok.word)
		}
	}
	s.Query = t.surface(tokens, trimStops(kept))
	if s.Query == "" && s.Filters != nil {
		s.Query = strings.Join(kept, " ")
	}
	return s, s.Query != ""
}

// shortIs reports whether a token is the end of "what's" and of the like.
func (t *turn) shortIs(o token) bool {
	before := t.text[:o.start]
	return o.word == "s" && (strings.HasSuffix(before, "'") || strings.HasSuffix(before, "’"))
}

// surface writes the kept words as the customer did, but for endearments.
func (t *turn) surface(tokens []token, kept []string) string {
	var out []string
	for _, tok := range tokens {
		if len(out) < len(kept) && tok.word == kept[len(out)] && !tok.mark {
			out = append(out, t.plainly(t.text[tok.start:tok.end]))
		}
	}
	return strings.Join(out, " ")
}

// plainly takes the ending of endearment off a word that only the plain form of is in the
// catalogue: a search looks for "café" and not for "cafézinho".
func (t *turn) plainly(word string) string {
	if t.index.carries(form(fold(word))) {
		if stem, ok := strings.CutSuffix(word, "es"); ok && t.language == lang.Portuguese && strings.HasSuffix(stem, "r") {
			return stem // "celulares"
		}
		return word
	}
	lower := strings.ToLower(word)
	for _, ending := range endearments {
		if !strings.HasSuffix(lower, ending.long) || len(lower) < len(ending.long)+3 {
			continue
		}
		if plain := word[:len(word)-len(ending.long)] + ending.plain; t.index.carries(form(fold(plain))) {
			return plain
		}
	}
	return word
}

// endearments are endings of words, with what stands in their place.
var endearments = []struct{ long, plain string }{
	{"zinho", ""}, {"zinha", ""}, {"zinhos", ""}, {"zinhas", ""}, {"inho", "o"}, {"inha", "a"}, {"inhos", "os"}, {"inhas", "as"},
	{"cito", ""}, {"cita", ""}, {"ito", "o"}, {"ita", "a"}, {"itos", "os"}, {"itas", "as"},
}

func (t *turn) takeLimits(tokens []token, f *SlotsFilters) []token {
	var out []token
	for _, tok := range tokens {
		switch tok.word {
		case string(spanMax):
			f.PriceMax = t.amountAt(tok)
		case string(spanMin):
			f.PriceMin = t.amountAt(tok)
		case string(spanPrice):
		default:
			out = append(out, tok)
		}
	}
	return out
}

func (t *turn) amountAt(tok token) *int64 {
	for _, s := range t.spans {
		if s.start == tok.start {
			amount := s.amount
			return &amount
		}
	}
	return nil
}

// sizeAxis and colorAxis are the axes that searches name.
const (
	sizeAxis  = "tamanho"
	colorAxis = "cor"
)

// takeSize takes a size: after a word for it any word, after "no" and the like a number
// that some product has as a size.
func (t *turn) takeSize(tokens []token, f *SlotsFilters) []token {
	for i := 0; i+1 < len(tokens); i++ {
		n := sizeCues.at(tokens, i)
		next := i + max(n, 1)
		if next >= len(tokens) || tokens[next].mark {
			continue
		}
		label, known := t.index.labels[sizeAxis][labelKey(tokens[next].word)]
		in := (sizeLeadIns[tokens[i].word] || next == len(tokens)-1 && !tokens[i].mark && !hasDigit(tokens[i].word)) && isNumber(tokens[next].word) && known ||
			letterLeadIns[tokens[i].word] && known && isLetters(tokens[next].word)
		if n == 0 && !in {
			continue
		}
		if !known {
			label = strings.ToUpper(tokens[next].word)
		}
		f.Size = label
		if n == 0 && !sizeLeadIns[tokens[i].word] {
			i++ // that word is the thing, or its colour
		}
		return append(append([]token{}, tokens[:i]...), tokens[next+1:]...)
	}
	return tokens
}

// takeBareSize takes a number that some product has as a size and no name has: "tênis
// feminino 37".
func (t *turn) takeBareSize(tokens []token, f *SlotsFilters) []token {
	for i := 1; i < len(tokens) && f.Size == ""; i++ {
		label, known := t.index.labels[sizeAxis][tokens[i].word]
		if known && isNumber(tokens[i].word) && !tokens[i-1].mark && !t.inPair(tokens, i, tokens[i].word) {
			f.Size = label
			return append(slices.Clone(tokens[:i]), tokens[i+1:]...)
		}
	}
	return tokens
}

// isLetters reports whether a size is one of letters: "GG".
func isLetters(word string) bool { return len(word) <= mostSizeLetters && !hasDigit(word) }

const mostSizeLetters = 3

// letterLeadIns come before a size in letters.
var letterLeadIns = wordSet("em no in en")

var sizeLeadIns = wordSet(wordList("query sizeLeadIns"))

// takeColor takes a colour that some product comes in, unless it is part of a name that
// the catalogue knows (Guimarães Rosa).
func (t *turn) takeColor(tokens []token, f *SlotsFilters) []token {
	for i, tok := range tokens {
		key := termsOfWord(tok.word)
		if len(key) == 0 {
			continue
		}
		label, known := t.index.labels[colorAxis][key[0]]
		if !known || colors[stem(tok.word)] == "" || t.inPair(tokens, i, key[0]) {
			continue
		}
		f.Color = label
		return append(append([]token{}, tokens[:i]...), tokens[i+1:]...)
	}
	return tokens
}

func (t *turn) inPair(tokens []token, i int, key string) bool {
	if i == 0 {
		return false
	}
	before := termsOfToken(tokens[i-1])
	return len(before) > 0 && t.index.isPair(before[len(before)-1], key)
}
