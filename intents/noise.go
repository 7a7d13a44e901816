package intents

// fillerWords name no product: interjections, words of address, time, manner and feeling,
// and the small talk around a wish. In the phrase of a product they are passed over, so
// that "oxente, bota logo um pixel aí, caramba" is as clear as "bota um pixel". One that a
// title of the catalogue has keeps its meaning.
var fillerWords = wordSet(wordList("noise fillerWords"))

// withoutNoise returns the tokens that may speak of a product.
func (x *Index) withoutNoise(tokens []token) []token {
	out := make([]token, 0, len(tokens))
	for i, t := range tokens {
		if placeWords[t.word] && i+1 < len(tokens) && isNumber(tokens[i+1].word) {
			out = append(out, t) // "item 2"
			continue
		}
		if t.word == "pro" && i+1 < len(tokens) && receivers[tokens[i+1].word] {
			t.word = "para" // "39 pro meu filho" is no model
		}
		if t.word == "mas" && i+1 < len(tokens) && i > 0 && determiners[tokens[i-1].word] {
			out = append(out, t) // "el más corto"
			continue
		}
		if (t.word == "caro" || t.word == "cara" || t.word == "barato" || t.word == "barata") && i > 0 && (tokens[i-1].word == "ta" || tokens[i-1].word == "muito" || tokens[i-1].word == "esta") {
			continue // "tá caro" says nothing of which
		}
		if i > 0 && contracted[tokens[i-1].word] && len(t.word) <= 2 && !hasDigit(t.word) || t.word == "first" && i == len(tokens)-1 && i > 0 && !determiners[tokens[i-1].word] {
			continue
		}
		if _, place := ordinals[t.word]; place || !fillerWords[t.word] || x.inTitle(t.word) {
			out = append(out, t)
		}
	}
	return out
}

// inTitle reports whether a title of the catalogue, other than by a stop word, has the
// word.
func (x *Index) inTitle(word string) bool {
	if stopWords[word] {
		return false
	}
	id, known := x.carried(form(word))
	return known && x.best[id] >= fieldFor
}
