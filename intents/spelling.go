package intents

import (
	"slices"
)

// leastMisspelt is the length from which one wrong letter in a cue word is forgiven.
const leastMisspelt = 6

// cueWords are the single words of all cues, long enough to be recognised with a slip,
// by their first letter.
var cueWords = func() map[byte][]string {
	out := map[byte][]string{}
	for _, c := range cuePhrases {
		for _, list := range c.words {
			for _, phrase := range list {
				if word := phrase[0]; len(word) >= leastMisspelt && !slices.Contains(out[word[0]], word) {
					out[word[0]] = append(out[word[0]], word)
				}
			}
		}
	}
	for _, list := range out {
		slices.Sort(list)
	}
	return out
}()

// spell puts the cue word in the place of one that differs by a letter ("adciona") and
// that neither the catalogue nor another table knows.
func (x *Index) spell(tokens []token) []token {
	for i, t := range tokens {
		if same, ok := cartWords[t.word]; ok {
			tokens[i].word = same
		}
		if t.mark || isMask(t.word) || len(t.word) < leastMisspelt-1 || hasDigit(t.word) || x.knows(t.word) {
			continue
		}
		for _, word := range cueWords[t.word[0]] {
			if distance(t.word, word, 1) == 1 {
				tokens[i].word = word
				break
			}
		}
	}
	return tokens
}

// nouns marks words that the catalogue knows and that stand after an article: in "quero
// uma bota" the bota is a boot, in "bota um pixel" a verb.
func (x *Index) nouns(tokens []token) []token {
	for i := 1; i < len(tokens); i++ {
		if (articles[tokens[i-1].word] || i == 1 && (tokens[0].word == "a" || tokens[0].word == "o")) && cueAt(tokens, i) != cueNone {
			terms := termsOfToken(tokens[i])
			tokens[i].noun = len(terms) > 0 && len(x.byTerm[terms[0]]) > 0
		}
	}
	return tokens
}

var articles = wordSet("um uma uns umas un una the an duas dois two dos minha meu my")

// cartWords are other names of the cart; the tables know one.
var cartWords = map[string]string{"sacola": "carrinho", "sacolinha": "carrinho", "cesta": "carrinho", "basket": "cart"}

// tableWords are all words of all tables: none of them is a misspelt cue.
var tableWords = func() map[string]bool {
	list := []phrases{
		shippingWords, pickupWords, expressWords, standardWords, cheapestWords, dearestWords, fastestWords,
		yesWords, mildYesWords, noWords, ackWords, chatWords, outsideWords, consentWords, marketingWords,
		refuseWords, acceptWords, couponNouns, humanWords, paymentQuestionWords, correctionWords, insteadWords,
		doubtWords, noFill, pointWords, answerLeads, yesFill, payFill, payThings, payStates, timesWords, divideWords,
		orderThings, orderStates, openWords, attributes, doubleWords, halfWords, lessWords, preferWords, restated, asides,
		cartFill, cancelFill, cancelOther, refusal, onlyWords, polite, goAndGet, arrivesFirst, conditionWords, knowWords, containers,
	}
	for _, c := range cuePhrases {
		list = append(list, c.words)
	}
	set := map[string]bool{}
	for _, table := range list {
		for _, phrases := range table {
			for _, phrase := range phrases {
				for _, word := range phrase {
					set[word] = true
				}
			}
		}
	}
	return set
}()

// knows reports whether a word has a meaning as it is written.
func (x *Index) knows(word string) bool {
	if stopWords[word] || queryNoise[word] || tableWords[word] || noiseWords[word] {
		return true
	}
	return slices.ContainsFunc(termsOfWord(word), func(t string) bool { return len(x.byTerm[t]) > 0 })
}
