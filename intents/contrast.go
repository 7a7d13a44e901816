package intents

// contrastWords begin what is told apart from the wish.
var contrastWords = table(wordList("contrast contrastWords"))

// contrasts parts a phrase into what is wanted and what is told apart: "o S25, não o
// Ultra". What is told apart ends at a mark.
func contrasts(tokens []token) (wanted []token, unwanted [][]token) {
	for i := 0; i < len(tokens); {
		n := contrastWords.at(tokens, i)
		if n == 0 || i+n == len(tokens) || tokens[i].word == "no" && !isDenial(tokens, i, n) {
			wanted = append(wanted, tokens[i])
			i++
			continue
		}
		end := i + n
		for end < len(tokens) && !tokens[end].mark && contrastWords.at(tokens, end) == 0 {
			end++
		}
		unwanted = append(unwanted, tokens[i+n:end])
		i = end
	}
	return wanted, unwanted
}

// isDenial reports whether "no" is a negation here, and not the Portuguese for "in the".
func isDenial(tokens []token, i, n int) bool {
	if n > 1 {
		return true
	}
	return i > 0 && tokens[i-1].mark
}

// purposeWords begin what the product is for.
var purposeWords = wordSet(wordList("contrast purposeWords"))

// isModelPro reports whether "pro" or "p" is part of a name here: a size, or the mark of a
// model and not short for "para o". It is a mark at the end, before another mark, and
// after a number or a word that it makes a name with, unless somebody or a place to put
// things follows.
func (x *Index) isModelPro(tokens []token, i int) bool {
	switch tokens[i].word {
	case "p":
		return i+1 == len(tokens) || tokens[i+1].word != "/"
	case "pro":
	default:
		return false
	}
	if i+1 == len(tokens) || tokens[i+1].mark || modelMarks[tokens[i+1].word] || versionWords[tokens[i+1].word] || i > 0 && foreignArticles[tokens[i-1].word] {
		return true
	}
	if i == 0 || receivers[tokens[i+1].word] {
		return false
	}
	before := form(tokens[i-1].word)
	return hasDigit(tokens[i-1].word) || x.isPair(before, "pro")
}

// versionWords follow the mark of a model; foreignArticles stand before it in languages in
// which "pro" is no preposition.
var (
	versionWords    = wordSet(wordList("contrast versionWords"))
	foreignArticles = wordSet(wordList("contrast foreignArticles"))
)

// receivers are those for whom something is bought and where it is put.
var receivers = wordSet(wordList("contrast receivers"))

// beginsAside reports whether what follows tells of the product rather than naming it:
// "que eu botei antes", "because I like it".
func beginsAside(tokens []token, i int) bool { return asideWords[tokens[i].word] }

var asideWords = wordSet(wordList("contrast asideWords"))

// containers hold what is bought: a bag of coffee is coffee.
var containers = listed(wordList("contrast containers"))

// isContainer reports whether the word holds the goods named after it.
func isContainer(tokens []token, i int) bool {
	if !containers[form(tokens[i].word)] || i+2 >= len(tokens) || !partWords[tokens[i+1].word] {
		return false
	}
	return concepts().goods(form(tokens[i+2].word))
}

var partWords = wordSet(wordList("contrast partWords"))
