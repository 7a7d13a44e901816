package intents

import (
	"slices"
	"strings"
)

// clause is a stretch of a text that asks for one thing, or for one list of things.
type clause struct {
	tokens []token
	// corrects says that it restates something of what came before.
	corrects bool
	// asks says that it ends in a question mark.
	asks bool
	// rather says that it names what is wanted, or meant, instead of what was turned down.
	rather bool
}

// splitClauses parts a text at the ends of sentences, before corrections, and at
// connectors and commas that a new cue follows. Parts of lists stay together.
func splitClauses(tokens []token) []clause {
	var out []clause
	current := clause{}
	var said sofar
	flush := func() {
		if len(words(current.tokens)) > 0 {
			out = append(out, current)
		}
		current, said = clause{}, sofar{}
	}
	behind, ends := behindBreaks(tokens), cueEndsOf(tokens)
	for i := 0; i < len(tokens); {
		t := tokens[i]
		before := func() *sofar {
			start := i - len(current.tokens)
			if current.rather {
				start++ // its verb was not said
			}
			return said.in(tokens, ends, start, i)
		}
		if n := goAndGet.at(tokens, i); n > 1 {
			current.tokens = append(current.tokens, tokens[i:i+n]...)
			i += n
			continue
		}
		switch {
		case signOffs.at(tokens, i) > 0 && len(current.tokens) == 0 && len(out) > 0:
			return out
		case t.mark && t.word == ":" && i+1 < len(tokens) && len(current.tokens) > 0 && headsList(current.tokens) && (isNumber(strings.Trim(tokens[i+1].word, "x")) || numberWords[tokens[i+1].word] > 0):
			current, said = clause{}, sofar{} // "lista da vó: 2 cafés"
			i++
			continue
		case t.mark && isSentenceEnd(t.word):
			current.asks = t.word == "?"
			flush()
			i++
			continue
		case isBreak(tokens, i) && len(current.tokens) > 0 && insteadWords.at(current.tokens, 0) > 0 && !before().breaks:
		case (t.word == "que" || t.word == "porque") && i+2 < len(tokens) && before().removes && opensClause(tokens, i+1):
			flush()
			i++
			continue
		case isBreak(tokens, i):
			if n := correctionAt(tokens, i+1); n > 0 && !(endsCorrecting.at(tokens, i+1) > 0 && closes(tokens, i+1+n)) && !(tokens[i].word == "e" && tokens[i+1].word == "melhor") {
				flush()
				current.corrects = true
				i += 1 + n
				continue
			}
			if next := i + 1; before().negates && next+1 < len(tokens) && ratherWords.at(tokens, next) > 0 && cueAt(tokens, next+ratherWords.at(tokens, next)) == cueNone && len(meaning(current.tokens)) > 1 {
				verb, removes := "quero", false
				if said.removes && !wantWords.in(current.tokens) {
					verb, removes = "tira", true
				}
				flush()
				current.rather, said.asks, said.removes = true, true, removes
				current.tokens = append(current.tokens, token{word: verb, start: tokens[next].start, end: tokens[next].start})
				i = next + ratherWords.at(tokens, next)
				continue
			}
			before()
			if next := behind[i]; next < len(tokens) && !asksTail(tokens, next) && (opensClause(tokens, next) || said.asks && frontsObject(tokens, next) || said.negates && said.asks && meantAt(tokens, next) || said.negates && softOpeners.at(tokens, next) > 0) {
				flush()
				i = next
				continue
			}
		case len(current.tokens) > 1 && midCorrections.at(tokens, i) > 0 && i+midCorrections.at(tokens, i) < len(tokens) && !tokens[i+midCorrections.at(tokens, i)].mark:
			n := midCorrections.at(tokens, i)
			flush()
			current.corrects = true
			i += n
			continue
		case said.onlyFillers(current.tokens):
			if n := correctionAt(tokens, i); n > 0 {
				current, said = clause{corrects: true}, sofar{}
				i += n
				continue
			}
		}
		current.tokens = append(current.tokens, t)
		i++
	}
	flush()
	return out
}

func isSentenceEnd(mark string) bool {
	return mark == "." || mark == "!" || mark == "?" || mark == ";" || mark == "\n"
}

// signOffs close a letter: what follows is a signature.
var signOffs = table(wordList("clauses signOffs"))

// ratherWords come before what is wanted instead of what was turned down.
var ratherWords = table(wordList("clauses ratherWords"))

// meantAt reports whether what is meant instead begins at tokens[i]: "não é pra cancelar,
// é pra pagar".
func meantAt(tokens []token, i int) bool {
	n := meantLeads.at(tokens, i)
	return n > 0 && i+n < len(tokens) && cueAt(tokens, i+n) != cueNone
}

var meantLeads = table(wordList("clauses meantLeads"))

// headsList reports whether the tokens are the heading of a list and ask for nothing of
// their own.
func headsList(tokens []token) bool {
	for _, t := range tokens {
		if listLabels[t.word] {
			return true
		}
	}
	last := tokens[len(tokens)-1]
	return numberWords[last.word] > 1
}

// listLabels open the heading of a list.
var listLabels = wordSet(wordList("clauses listLabels"))

// isBreak reports whether a comma or a connector stands at tokens[i].
func isBreak(tokens []token, i int) bool {
	return tokens[i].mark && (tokens[i].word == "," || tokens[i].word == "-" || tokens[i].word == "–" || tokens[i].word == "—") ||
		connectors[tokens[i].word] && !(tokens[i].word == "ai" && i > 0 && (deictics[tokens[i-1].word] || onlyWords.has(tokens[i-1].word))) // "esse aí"
}

// correctionAt returns how many tokens open a correction at tokens[i]: a phrase for it,
// or a bare "não" between commas.
func correctionAt(tokens []token, i int) int {
	if i >= len(tokens) {
		return 0
	}
	n := correctionWords.at(tokens, i)
	if n == 0 && negations[tokens[i].word] && i > 0 && i+2 < len(tokens) && tokens[i+1].word == "," {
		n = 1
	}
	if n > 0 && i+n < len(tokens) && tokens[i+n].word == "," {
		n++
	}
	return n
}

// closes reports whether nothing follows up to the end of the sentence.
func closes(tokens []token, i int) bool {
	return i >= len(tokens) || tokens[i].mark && isSentenceEnd(tokens[i].word)
}

// softOpeners begin what is taken instead of what was turned down.
var softOpeners = table(wordList("clauses softOpeners"))

// midCorrections correct where no comma stands before them either.
var midCorrections = table(wordList("clauses midCorrections"))

// opensClause reports whether a new wish begins at tokens[i], perhaps after a pronoun or a
// negation.
func opensClause(tokens []token, i int) bool {
	for step := 0; step < 4 && i < len(tokens); step++ {
		if cueAt(tokens, i) != cueNone || rolesOpen[tokens[i].word] || shippingWords.at(tokens, i) > 0 || pickupWords.at(tokens, i) > 0 || goAndGet.at(tokens, i) > 0 || questionWords[tokens[i].word] || step > 0 && tokens[i].word == string(spanCEP) || onlyMethod(tokens[i:]) {
			return true
		}
		if step == 0 && definiteArticles[tokens[i].word] && i+1 < len(tokens) && shippingWords.at(tokens, i+1) > 0 {
			return true
		}
		if !leadIns[tokens[i].word] && !negations[tokens[i].word] {
			return false
		}
		i++
	}
	return false
}

// frontsObject reports whether a clause begins at tokens[i] with a thing, and what shall be
// done with it follows: "e o filtro muda pra dez".
func frontsObject(tokens []token, i int) bool {
	if !definiteArticles[tokens[i].word] && tokens[i].word != "os" && tokens[i].word != "as" || i+1 >= len(tokens) || cueAt(tokens, i) != cueNone {
		return false
	}
	for j := i + 2; j < len(tokens) && j <= i+mostObject && !isBreak(tokens, j) && !tokens[j].mark; j++ {
		switch cueAt(tokens, j) {
		case cueRemove, cueReplace:
			return true
		case cueUpdate:
			return slices.ContainsFunc(tokens[j:], func(o token) bool { return isNumber(o.word) || numberWords[o.word] > 1 })
		case cueNone:
		default:
			return false
		}
	}
	return false
}

// mostObject is how many words a thing in front of its verb has.
const mostObject = 6

// onlyMethod reports whether nothing but a way of paying follows up to the end of the
// sentence: "frete barato e boleto".
func onlyMethod(tokens []token) bool {
	end := 0
	for end < len(tokens) && end <= mostMethod && !(tokens[end].mark && isSentenceEnd(tokens[end].word)) && !(tokens[end].mark && tokens[end].word == ",") {
		end++
	}
	part := tokens[:end]
	return end <= mostMethod && methodsIn(part) && len(meaning(payFill.without(withoutMethods(part)))) == 0
}

// mostMethod is how many words nothing but a way of paying has.
const mostMethod = 20

// questionWords begin a question of their own.
var questionWords = wordSet(wordList("clauses questionWords"))

// asksTail reports whether nothing but the question whether there is one follows: "no 43
// branco, tem?".
func asksTail(tokens []token, i int) bool {
	n := tailAsks.at(tokens, i)
	return n > 0 && i+n < len(tokens) && tokens[i+n].word == "?"
}

var tailAsks = table(wordList("clauses tailAsks"))

// leadIns may stand before the verb of a clause; rolesOpen begin a claim of authority.
var (
	leadIns   = wordSet(wordList("clauses leadIns"))
	rolesOpen = wordSet("as sou soy")
)

// splitList parts a phrase at commas and joiners, for lists of products.
func splitList(tokens []token) [][]token {
	var out [][]token
	var current []token
	for i, t := range tokens {
		if t.mark && t.word == "/" && i > 0 && i+1 < len(tokens) && isNumber(tokens[i-1].word) && isNumber(tokens[i+1].word) {
			current = append(current, t) // "41/42" is one size
			continue
		}
		if t.mark && (t.word == "," || t.word == "+" || t.word == "&" || t.word == "/" || t.word == ";" || t.word == ":" && i+1 < len(tokens) && articles[tokens[i+1].word]) || joiners[t.word] {
			if len(current) > 0 {
				out = append(out, current)
			}
			current = nil
			continue
		}
		current = append(current, t)
	}
	if len(current) > 0 {
		out = append(out, current)
	}
	return out
}
