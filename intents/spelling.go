package intents

import (
	"maps"
	"slices"
	"strings"
	"sync"
)

// The lengths from which a wrong letter is forgiven in a cue, and in another word that the
// rules know.
const (
	leastMisspeltCue  = 6
	leastMisspeltWord = 5
)

// spellings knows the words of the rules, by how they are mistyped.
type spellings struct {
	typos
	words []string
	cues  map[string]bool
	// careful are the cues of what moves money or drops the purchase.
	careful map[string]bool
}

// ruleWords are those of all rules.
var ruleWords = sync.OnceValue(newSpellings)

func newSpellings() *spellings {
	s := &spellings{cues: map[string]bool{}, careful: map[string]bool{}}
	all := map[string]bool{}
	for _, c := range cuePhrases {
		for first := range c.words.first {
			for _, form := range forms(first) {
				s.cues[form], all[form] = true, true
				if c.cue == cuePay || c.cue == cueCancel {
					s.careful[form] = true
				}
			}
		}
	}
	for _, c := range cuePhrases {
		if c.cue != cueAdd {
			continue
		}
		for first := range c.words.first {
			for _, form := range forms(first) {
				delete(s.careful, form) // "comprar agora" pays, "comprar" does not
			}
		}
	}
	for _, set := range []map[string]bool{stopWords, meantWords(), placeWords, listedWords(noiseList)} {
		maps.Copy(all, set)
	}
	for word := range ordinals {
		all[word] = true
	}
	for word := range cartWords {
		all[word] = true
	}
	maps.DeleteFunc(all, func(w string, _ bool) bool { return len(w) < leastMisspeltWord || hasDigit(w) })
	s.words = slices.Sorted(maps.Keys(all))
	numbers := map[string]int32{}
	for i, w := range s.words {
		numbers[w] = int32(i)
	}
	s.typos = newTypos(numbers)
	return s
}

// listedWords are the words of a list as they stand there.
func listedWords(list string) map[string]bool {
	set := map[string]bool{}
	for line := range dataLines(list) {
		for _, word := range strings.Fields(line) {
			set[word] = true
		}
	}
	return set
}

// meant returns the word of the rules that an unknown one differs from by a letter, a cue
// before any other, and one that is harmless before one that is not; "" if there is none.
func (s *spellings) meant(word string) string {
	if len(word) < leastMisspeltWord {
		return ""
	}
	best := ""
	for _, l := range s.near(word, -1) {
		candidate := s.words[l.term]
		if candidate[0] != word[0] || otherTense(word, candidate) || distance(word, candidate, 1) > 1 || s.cues[candidate] && len(candidate) < leastMisspeltCue {
			continue
		}
		if best == "" || s.cues[candidate] && (!s.cues[best] || s.careful[best] && !s.careful[candidate] || s.careful[best] == s.careful[candidate] && meantRather(word, candidate) > meantRather(word, best)) {
			best = candidate
		}
	}
	return best
}

// meantRather says which of two words that differ from the written one by a letter is rather
// meant: one of which a letter was doubled ("compprar" is comprar, not comparar), then one of
// the same length ("comarar" is too).
func meantRather(written, meant string) int {
	for i := 1; i < len(written); i++ {
		if written[i] == written[i-1] && written[:i]+written[i+1:] == meant {
			return 2
		}
	}
	if len(written) == len(meant) {
		return 1
	}
	return 0
}

// otherTense reports whether the letter tells of another time: "concordou" is no slip for
// "concordo".
func otherTense(word, candidate string) bool {
	for _, ending := range []string{"ou", "ei", "iu", "eu", "aram", "ava", "ado", "ed", "aron", "aste"} {
		if strings.HasSuffix(word, ending) && !strings.HasSuffix(candidate, ending) {
			return true
		}
	}
	return false
}

// spell puts the word of the rules in the place of one that differs by a letter ("adciona")
// and that neither the catalogue nor a list knows. A plus right behind a model is a word.
func (x *Index) spell(tokens []token) []token {
	for i, t := range tokens {
		if same, ok := cartWords[t.word]; ok {
			tokens[i].word = same
		}
		if t.mark && t.word == "+" && isPlus(tokens, i) {
			tokens[i].word, tokens[i].mark = "plus", false
		}
		if i+1 < len(tokens) && objectPronouns[tokens[i+1].word] && strings.HasSuffix(t.word, "i") && len(verbsOf(t.word+"r")) > 0 {
			tokens[i].word += "r" // "reduzi-lo"
			continue
		}
		if t.mark || isMask(t.word) || hasDigit(t.word) || x.knows(t.word) {
			continue
		}
		if word := ruleWords().meant(t.word); word != "" && !(ruleWords().cues[word] && x.likeName(tokens, i)) {
			tokens[i].word = word
			if same, ok := cartWords[word]; ok {
				tokens[i].word = same
			}
		}
	}
	return tokens
}

// likeName reports whether a word in a capital stands as a name does: alone, behind another
// in a capital, or before one that the catalogue does not know. "Carlos Mendes" sends nothing.
func (x *Index) likeName(tokens []token, i int) bool {
	if !tokens[i].capital {
		return false
	}
	before, after := i-1, i+1
	for before > 0 && particles[tokens[before].word] {
		before--
	}
	for after+1 < len(tokens) && particles[tokens[after].word] {
		after++
	}
	follows := before >= 0 && tokens[before].capital
	leads := after < len(tokens) && tokens[after].capital && !x.carries(form(tokens[after].word))
	return len(words(tokens)) == 1 || follows || leads
}

// objectPronouns take the r off an infinitive before them.
var objectPronouns = wordSet("lo la los las")

// isPlus reports whether a plus belongs to the model before it ("s25+") and joins nothing.
func isPlus(tokens []token, i int) bool {
	t := tokens[i]
	return i > 0 && hasDigit(tokens[i-1].word) && tokens[i-1].end == t.start && (i+1 == len(tokens) || tokens[i+1].start > t.end)
}

// nouns marks words that the catalogue knows and that stand after an article: in "quero
// uma bota" the bota is a boot, in "bota um pixel" a verb.
func (x *Index) nouns(tokens []token) []token {
	for i := 1; i < len(tokens); i++ {
		if (articles[tokens[i-1].word] || nounLeads[tokens[i-1].word] || i == 1 && (tokens[0].word == "a" || tokens[0].word == "o")) && cueAt(tokens, i) != cueNone {
			terms := termsOfToken(tokens[i])
			tokens[i].noun = len(terms) > 0 && x.carries(terms[0])
		}
	}
	return tokens
}

// nounLeads come before a thing, as articles do.
var nounLeads = wordSet(wordList("spelling nounLeads"))

var articles = wordSet(wordList("spelling articles"))

// cartWords are other names of the cart; the tables know one.
var cartWords = map[string]string{"sacola": "carrinho", "sacolinha": "carrinho", "cesta": "carrinho", "basket": "cart"}

// meantWords are words of tables that another may have been meant to be.
func meantWords() map[string]bool {
	list := []phrases{
		shippingWords, pickupWords, expressWords, standardWords, cheapestWords, dearestWords, fastestWords,
		yesWords, mildYesWords, noWords, ackWords, chatWords, outsideWords, consentWords, marketingWords,
		refuseWords, acceptWords, couponNouns, humanWords, paymentQuestionWords, correctionWords, insteadWords,
		doubtWords, noFill, pointWords, answerLeads, yesFill, payFill, payThings, payStates, timesWords, divideWords,
		orderThings, orderStates, openWords, attributes, doubleWords, halfWords, lessWords, preferWords, restated, asides,
		cartFill, cancelFill, cancelOther, refusal, onlyWords, polite, goAndGet, arrivesFirst, conditionWords, knowWords,
		reasonOpeners, innerReasons, firstReasons, conclusions, preambles, noticedWords, offeredWords, ownWordings, tooMuchWords, comparatives, canItself, states, sayingsAside, remainderWords, remainWords,
		intentions, turnings, changedMind, notThis, soughtWords, topicOpeners, deferral, ifThereIs, inStock, outOfWords,
		shownWords, exceptWords, enoughWords, settleWords, everyWords, inquiryFrames, thanWords,
		supposedWords, politeIfs, ifPhrases, givingWords, ownWords, othersData, aboutWords, notYet, doneWords,
		statusFill, whatNow, whetherLeads, sendVerbs, resendVerbs, againWords, lostCode, codeFill, codeThings,
	}
	list = append(list, assent.all()...)
	for _, c := range cuePhrases {
		list = append(list, c.words)
	}
	out := wordsIn(list)
	for _, words := range []map[string]bool{vocatives, askingIfs, ifWords, otherPeople, agreedWords, personNouns, nobody} {
		maps.Copy(out, words)
	}
	return out
}

func wordsIn(list []phrases) map[string]bool {
	out := map[string]bool{}
	for _, t := range list {
		for _, phrases := range t.first {
			for _, phrase := range phrases {
				for _, word := range phrase {
					out[word] = true
				}
			}
		}
	}
	return out
}

// ruleVocabulary are the words of all tables and sets, which have noted themselves: none of them
// is misspelt.
var ruleVocabulary = sync.OnceValue(func() map[string]bool {
	out := wordsIn(slices.Concat(tables, assent.all()))
	for _, set := range wordSets {
		maps.Copy(out, set)
	}
	for word := range largeNumbers {
		out[word] = true
	}
	return out
})

// vocatives call the one who is spoken to.
var vocatives = wordSet(wordList("spelling vocatives"))

// knows reports whether a word has a meaning as it is written.
func (x *Index) knows(word string) bool {
	text := form(word)
	_, number := numberWords[word]
	return number || halves[word] || units[word] != "" || pieces.has(word) || dozens.has(word) || stopWords[word] || queryNoise[word] || ruleVocabulary()[word] || len(verbsOf(word)) > 0 || famousNames[word] || noiseWords[text] || fillerWords[word] ||
		len(concepts().names[text]) > 0 || x.carries(text)
}
