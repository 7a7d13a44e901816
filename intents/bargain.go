package intents

import "slices"

// Prices are not made in a conversation. Whoever names one and says that he closes at it
// ("por 4 mil eu fecho", "faz 80 que eu levo", "if you do 50 I'll take it") has asked for
// nothing until the shop agrees, which it never does: nothing is added and nothing paid.

// leastBid is the least bare number that may be a price; smaller ones count pieces.
const leastBid = 20

// bids reports whether the tokens name a price and promise to close at it.
func bids(tokens []token) bool {
	for i := range tokens {
		n, money := moneyAt(tokens, i)
		if n == 0 {
			continue
		}
		end := i + n
		if value, _ := amountAt(tokens, i); !money && value < leastBid || end < len(tokens) && (timesWords.at(tokens, end) > 0 || perPiece.at(tokens, end) > 0) {
			continue
		}
		offered, alone := offeredBefore(tokens, i), (money || promised(tokens, end)) && startsPart(tokens, i)
		if !offered && !alone || !money && !endsBid(tokens, end) {
			continue
		}
		around := nearSentences(tokens, i)
		if guards.lists["closes"].in(around) || guards.lists["if"].in(withoutPoliteIfs(around)) || findCues(around).has(cuePay) {
			return true
		}
	}
	return false
}

// perPiece follows a price that is known and not bid.
var perPiece = table(wordList("bargain perPiece"))

// amountAt returns the number at tokens[i] with its thousands, and how many tokens it has;
// 0 if there is none. A price or a limit that was masked has no value here.
func amountAt(tokens []token, i int) (value int64, length int) {
	t := tokens[i]
	if t.mark && t.word != "$" {
		return 0, 0
	}
	switch {
	case t.word == string(spanPrice) || t.word == string(spanMax):
		return 0, 1
	case t.word == "r" || t.word == "us" || t.word == "u" || t.word == "$":
		at := i + 1
		if t.word != "$" {
			if at >= len(tokens) || tokens[at].word != "$" {
				return 0, 0
			}
			at++
		}
		if at >= len(tokens) || !hasDigit(tokens[at].word) {
			return 0, 0
		}
		v, n := amountAt(tokens, at)
		return v, at - i + n
	case isNumber(t.word):
		value = valueOf(t.word)
	case isFraction(t.word):
		value = leastBid
	case numberWords[t.word] == 1 && i+1 < len(tokens) && numberWords[tokens[i+1].word] == hundred:
		value = 1
	case numberWords[t.word] > 1 && numberWordsOnlyIn[t.word] == "":
		value = numberWords[t.word]
	case len(t.word) > 1 && t.word[len(t.word)-1] == 'k' && isNumber(t.word[:len(t.word)-1]):
		value = thousand * valueOf(t.word[:len(t.word)-1])
	default:
		return 0, 0
	}
	length = 1
	for i+length < len(tokens) && (numberWords[tokens[i+length].word] >= hundred || tokens[i+length].word == "k") {
		value, length = max(value*thousand, thousand), length+1
	}
	if numberWords[t.word] >= hundred { // "ciento veinte", "cento e vinte"
		for at := i + length; at < len(tokens); at++ {
			if joins := joiners[tokens[at].word] || tokens[at].word == "y"; !joins && numberWords[tokens[at].word] <= 1 {
				break
			} else if !joins {
				length = at + 1 - i
			}
		}
	}
	return value, length
}

const (
	hundred  = 100
	thousand = 1000
)

// valueOf is the value of a short number in digits; a long one is large, whatever it is.
func valueOf(digits string) int64 {
	n := int64(0)
	for _, d := range digits {
		n = min(n*10+int64(d-'0'), thousand*thousand)
	}
	return n
}

// moneyAt returns how many tokens the number at tokens[i] has with the word that makes it
// money, and whether anything does.
func moneyAt(tokens []token, i int) (length int, money bool) {
	_, n := amountAt(tokens, i)
	if n == 0 {
		return 0, false
	}
	words := 0
	if end := i + n; end < len(tokens) {
		words = moneyWords.at(tokens, end)
	}
	large := func(o token) bool {
		return o.word == "$" || o.word == string(spanPrice) || o.word == string(spanMax) || n > 1 && o.word == "mil"
	}
	return n + words, words > 0 || slices.ContainsFunc(tokens[i:i+n], large)
}

// moneyWords make the number before them money.
var moneyWords = guards.lists["money"]

// mostToPromise is how many small words stand between a bare number and the promise that
// makes it a price: "120 max and then I'll pay".
const mostToPromise = 4

// promised reports whether a connector follows at tokens[i], and behind it a promise to
// close: "120 y cerramos".
func promised(tokens []token, i int) bool {
	joined := false
	for end := min(len(tokens), i+mostToPromise); i < end; i++ {
		closes := guards.lists["closes"].at(tokens, i) > 0 || cueAt(tokens, i) == cuePay
		switch {
		case closes && joined:
			return true
		case connectors[tokens[i].word]:
			joined = true
		case guards.lists["behind-bid"].at(tokens, i) == 0:
			return false
		}
	}
	return false
}

// offeredBefore reports whether what comes right before tokens[i] offers: "por", "faz",
// "make it", with a few small words between.
func offeredBefore(tokens []token, i int) bool {
	bid := guards.lists["bid"]
	for from := max(0, i-mostBefore); from < i; from++ {
		n := bid.at(tokens, from)
		if n == 0 || from+n > i {
			continue
		}
		if !slices.ContainsFunc(tokens[from+n:i], func(o token) bool { return !bidFill[o.word] }) {
			return true
		}
	}
	return false
}

// mostBefore is how many tokens before a number its offer may begin.
const mostBefore = 6

// bidFill may stand between an offer and its number.
var bidFill = wordSet(wordList("bargain bidFill"))

// startsPart reports whether a part of a sentence begins at tokens[i].
func startsPart(tokens []token, i int) bool {
	for i > 0 && bidFill[tokens[i-1].word] {
		i--
	}
	return i == 0 || isBreak(tokens, i-1) || tokens[i-1].mark
}

// endsBid reports whether what follows a bare number leaves it a price: nothing, a mark, a
// promise or a small word, but no noun.
func endsBid(tokens []token, i int) bool {
	return i >= len(tokens) || tokens[i].mark || connectors[tokens[i].word] || guards.lists["behind-bid"].at(tokens, i) > 0 || guards.lists["closes"].at(tokens, i) > 0 || cueAt(tokens, i) == cuePay
}

// nearSentences are the sentences around a place and those beside it.
func nearSentences(tokens []token, i int) []token {
	start, end := i, i
	for ends := 0; start > 0; start-- {
		if tokens[start-1].mark && isSentenceEnd(tokens[start-1].word) && !(start > 1 && tokens[start-2].mark) {
			if ends++; ends > 1 {
				break
			}
		}
	}
	for ends := 0; end < len(tokens); end++ {
		if tokens[end].mark && isSentenceEnd(tokens[end].word) && !tokens[end-1].mark {
			if ends++; ends > 1 {
				break
			}
		}
	}
	return tokens[start:end]
}
