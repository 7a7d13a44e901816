package intents

import (
	"slices"
	"strconv"
	"strings"

	"balcao/catalog"
)

// maxQuantityInText is the most pieces that a sentence may ask for; more is taken for a
// slip or an attack, and the customer is asked.
const maxQuantityInText = 99

// reader reads phrases with what they depend on: the catalogue and the language.
type reader struct {
	index    *Index
	language string
	// narrowed says that what is spoken of is among what was shown, or what is in the
	// checkout, and nowhere else.
	narrowed bool
}

// number reads a number at tokens[i], in digits or words, and how many tokens it takes.
func (r reader) number(tokens []token, i int) (n int64, length int) {
	if l := halfDozens.at(tokens, i); l > 0 {
		return 6, l
	}
	n, length = r.plainNumber(tokens, i)
	if length > 0 && i+length < len(tokens) && dozens.at(tokens, i+length) > 0 {
		if end := i + length + 1; end+1 < len(tokens) && (tokens[end].word == "e" || tokens[end].word == "y") && (tokens[end+1].word == "meia" || tokens[end+1].word == "media") {
			return 12*n + 6, length + 3 // "uma dúzia e meia"
		}
		return 12 * n, length + 1
	}
	if length == 0 && dozens.at(tokens, i) > 0 {
		return 12, 1
	}
	return n, length
}

func (r reader) plainNumber(tokens []token, i int) (n int64, length int) {
	word := tokens[i].word
	if isNumber(word) && len(word) > 9 {
		return maxQuantityInText + 1, 1
	}
	if digits := strings.Trim(word, "x"); isNumber(digits) && len(digits) <= 9 && len(word)-len(digits) <= 1 {
		n, _ = strconv.ParseInt(digits, 10, 64) // nine digits fit
		if i+1 < len(tokens) && tokens[i+1].word == "x" {
			return n, 2
		}
		return n, 1
	}
	n, ok := r.numberWord(word)
	if !ok {
		return 0, 0
	}
	if i+1 < len(tokens) && n > 0 {
		if factor := largeNumbers[tokens[i+1].word]; factor > 0 {
			return n * factor, 2
		}
	}
	if n >= 20 && n < 100 {
		if rest, l := r.plainNumberAfterTens(tokens, i+1); l > 0 {
			return n + rest, 1 + l
		}
	}
	return n, 1
}

// plainNumberAfterTens reads the units of "vinte e cinco" and "twenty five".
func (r reader) plainNumberAfterTens(tokens []token, i int) (n int64, length int) {
	if i < len(tokens) && (tokens[i].word == "e" || tokens[i].word == "y" || tokens[i].word == "-") {
		length++
	}
	if i+length >= len(tokens) {
		return 0, 0
	}
	n, ok := r.numberWord(tokens[i+length].word)
	if length > 0 && tokens[i].word == "y" {
		n, ok = numberWords[tokens[i+length].word] // "cuarenta y dos" is Spanish for sure
	}
	if ok && n > 0 && n < 10 {
		return n, length + 1
	}
	return 0, 0
}

// largeNumbers multiply the number before them: so many pieces nobody can buy.
var largeNumbers = map[string]int64{
	"mil": 1000, "thousand": 1000, "milhao": 1e6, "milhoes": 1e6, "million": 1e6, "millon": 1e6, "millones": 1e6, "cem": 100, "hundred": 100, "bilhao": 1e9, "bilhoes": 1e9,
}

func (r reader) numberWord(word string) (int64, bool) {
	if only, limited := numberWordsOnlyIn[word]; limited && only != r.language {
		return 0, false
	}
	n, ok := numberWords[word]
	return n, ok
}

// inQuantity stand before a number of pieces behind what is counted.
var inQuantity = table(wordList("quantity inQuantity"))

// takeQuantity reads how many pieces a product phrase asks for and returns the rest of
// it. A number counts only before the first word that means something ("4 corre 4"), or
// with a word for pieces after it ("café 3 pacotes").
func (r reader) takeQuantity(tokens []token) (n int64, ok bool, rest []token) {
	if n, ok, rest := r.measured(tokens); ok {
		return n, true, rest
	}
	if at, length := inQuantity.find(tokens); length > 0 && at+length < len(tokens) {
		if n, digits := r.number(tokens, at+length); digits > 0 {
			return n, true, slices.Concat(tokens[:at], tokens[at+length+digits:]) // "em quantidade de cinco"
		}
	}
	content := false
	for i := 0; i < len(tokens); i++ {
		if tokens[i].mark {
			continue
		}
		n, length := r.number(tokens, i)
		if i > 0 && (placeWords[tokens[i-1].word] || sizeCues.at(tokens, i-1) > 0) {
			length = 0 // "opção 3", "tamanho 38"
		}
		if i > 0 && tokens[i].tied && isNumber(tokens[i].word) && tokens[i-1].end+1 == tokens[i].start && !r.index.carries(form(tokens[i-1].word)) {
			length = 0 // "NATAL-20" is a code
		}
		if length == 1 && isNumber(tokens[i].word) && isOf(tokens, i) {
			length, content = 0, true // "o de 65"
		}
		if length > 0 && n > 1 && i > 1 && leadsTrait[tokens[i-1].word] && tokens[i-1].start-tokens[i-2].end <= 1 && (definiteArticles[tokens[i-2].word] || tokens[i-2].word == "one") {
			length, content = 0, true // "o de duas portas"
		}
		if length == 1 && i > 0 && isNumber(tokens[i].word) && r.index.isPair(form(tokens[i-1].word), tokens[i].word) && (i == 1 || !numberWordIsArticle(tokens[i-1].word)) {
			length = 0 // "the go 4"
		}
		if length == 1 && i > 0 && i+1 < len(tokens) && tokens[i-1].word == "the" && (tokens[i+1].word == "one" || tokens[i+1].word == "ones") && isNumber(tokens[i].word) {
			length, content = 0, true // "the 65 one"
		}
		end := i + length
		counted := end < len(tokens) && pieces.at(tokens, end) > 0
		times := strings.HasSuffix(tokens[i].word, "x") || strings.HasPrefix(tokens[i].word, "x") || content && i > 0 && quantityWords[tokens[i-1].word]
		if length > 0 && (counted || times || content && n > 1 && r.countsGoods(tokens, i, end) || !content && !r.partOfName(tokens, i, end)) {
			if end+2 < len(tokens) && tokens[end].word == "(" && tokens[end+2].word == ")" {
				end += 3 // "two (2) units"
			}
			if end < len(tokens) {
				end += pieces.at(tokens, end)
			}
			return n, true, append(append([]token{}, tokens[:i]...), tokens[end:]...)
		}
		content = content || length > 0 || len(termsOfToken(tokens[i])) > 0 && !noiseWords[form(tokens[i].word)] && !fillerWords[tokens[i].word]
	}
	return r.lastQuantity(tokens)
}

// countsGoods reports whether a number stands right before a kind of goods in the plural, and
// behind no word that it may be the number of: "meu chefe falou, 3 mouses".
func (r reader) countsGoods(tokens []token, i, end int) bool {
	if end >= len(tokens) || tokens[end].mark || i > 0 && r.index.inTitle(tokens[i-1].word) {
		return false
	}
	word := tokens[end].word
	return stem(word) != word && concepts().goods(form(word)) && r.index.carriesGoods(form(word))
}

// carriesGoods reports whether the catalogue has goods of the kind that a word names.
func (x *Index) carriesGoods(text string) bool {
	return slices.ContainsFunc(concepts().names[text], func(n name) bool {
		c := concepts().concepts[n.concept]
		_, carried := x.carried(c.term)
		return c.goods && carried
	})
}

// leadsTrait stand between an article and what a thing has.
var leadsTrait = wordSet("de com with con")

// lastQuantity reads a number that stands apart at the end: "café em grão, dois", "café
// em grãos (2)", "times three".
func (r reader) lastQuantity(tokens []token) (n int64, ok bool, rest []token) {
	end := len(tokens)
	for end > 0 && (tokens[end-1].mark || tokens[end-1].word == "so" || tokens[end-1].word == "favor" || tokens[end-1].word == "por" || tokens[end-1].word == "please") {
		end--
	}
	for i := max(1, end-3); i < end; i++ {
		n, length := r.number(tokens, i)
		before := tokens[i-1]
		apart := before.mark && before.word != "-" && before.word != "/" && before.word != "%" || lastLeads[before.word] || before.word == "times" || before.word == "x" || quantityWords[before.word]
		if length > 0 && i+length == end && apart && !numberWordIsArticle(tokens[i].word) {
			return n, true, append([]token{}, tokens[:i-1]...)
		}
	}
	return r.trailingQuantity(tokens)
}

// trailingQuantity reads a number at the very end that nothing sets apart: "pixel 9a dois".
// It counts where the product is named without it and not with it ("go 4", "iphone 128").
func (r reader) trailingQuantity(tokens []token) (n int64, ok bool, rest []token) {
	end := len(tokens)
	for end > 0 && (tokens[end-1].mark || fillerWords[tokens[end-1].word] && !r.index.inTitle(tokens[end-1].word) || stopWords[tokens[end-1].word]) {
		end--
	}
	if end < 2 {
		return 0, false, tokens
	}
	last := end - 1
	n, length := r.number(tokens, last)
	if length != 1 || n < 1 || n > mostTrailing || numberWordIsArticle(tokens[last].word) || articles[tokens[last].word] && n == 1 || stopWords[tokens[last-1].word] || placeWords[tokens[last-1].word] {
		return 0, false, tokens
	}
	rest = append(slices.Clone(tokens[:last]), tokens[end:]...)
	if isNumber(tokens[last].word) && len(r.index.link(r.index.withoutNoise(tokens), nil).products) > 0 {
		return 0, false, tokens
	}
	l := r.index.link(r.index.withoutNoise(rest), nil)
	if len(l.products) == 0 || l.explained < surelyExplained || isNumber(tokens[last].word) && r.index.numbersModels(tokens[last-1].word, l.products) {
		return 0, false, tokens
	}
	return n, true, rest
}

// mostTrailing is the most that a number counts which nothing sets apart: a larger one may
// well be a model.
const mostTrailing = 10

// numbersModels reports whether the word has the number of a model behind it in the title
// of one of the products: after "iphone" a number is none of pieces.
func (x *Index) numbersModels(word string, products []*catalog.Product) bool {
	return slices.ContainsFunc(products, func(p *catalog.Product) bool {
		title := x.entries[x.place[p.ID]].title
		for i := 1; i < len(title); i++ {
			if x.names[title[i-1]] == form(word) && hasDigit(x.names[title[i]]) {
				return true
			}
		}
		return false
	})
}

// quantityWords announce the number of pieces.
var quantityWords = wordSet(wordList("quantity quantityWords"))

// lastLeads stand before the number that a thing shall have.
var lastLeads = wordSet(wordList("quantity lastLeads"))

// numberWordIsArticle reports whether a word for one is an article as well.
func numberWordIsArticle(word string) bool { return word == "a" || word == "an" }

// partOfName reports whether a number belongs to the words after it ("o 10 pro xl").
func (r reader) partOfName(tokens []token, i, end int) bool {
	if !isNumber(tokens[i].word) || end >= len(tokens) {
		return false
	}
	after := termsOfToken(tokens[end])
	return len(after) > 0 && r.index.isPair(tokens[i].word, after[0])
}

// targetWords come before the quantity that a line shall have.
var targetWords = table(wordList("quantity targetWords"))

// beforeOld returns where the old quantity before tokens[at] begins, at if none is there:
// "de duas para seis".
func (r reader) beforeOld(tokens []token, at int) int {
	for i := max(0, at-3); i+1 < at; i++ {
		if !oldWords[tokens[i].word] {
			continue
		}
		_, length := r.number(tokens, i+1)
		end := i + 1 + length
		if length > 0 && (end == at || end+pieces.at(tokens, end) == at) {
			return i
		}
	}
	return at
}

// oldWords come before the quantity that a line has.
var oldWords = wordSet("de from desde")

// takeNewQuantity reads the quantity that a change asks for: after "para" and the like
// if there is such a number, else as in any phrase.
func (r reader) takeNewQuantity(tokens []token) (n int64, ok bool, rest []token) {
	for i := len(tokens) - 2; i >= 0; i-- {
		if targetWords.at(tokens, i) == 0 {
			continue
		}
		n, length := r.number(tokens, i+1)
		if length > 0 {
			end := i + 1 + length
			if end < len(tokens) {
				end += pieces.at(tokens, end)
			}
			return n, true, append(append([]token{}, tokens[:r.beforeOld(tokens, i)]...), tokens[end:]...)
		}
	}
	return r.takeQuantity(tokens)
}
