package intents

// Limits of price in words, or with their word behind them: "até mil e quinhentos", "de
// seiscentos reais pra cima", "between two and three hundred".
var (
	maxLeads   = table(wordList("spoken_amounts maxLeads"))
	minLeads   = table(wordList("spoken_amounts minLeads"))
	rangeLeads = table(wordList("spoken_amounts rangeLeads"))
	rangeJoins = wordSet(wordList("spoken_amounts rangeJoins"))
	// upwards and downwards stand behind an amount.
	upwards   = table(wordList("spoken_amounts upwards"))
	downwards = table(wordList("spoken_amounts downwards"))
	// currencyWords stand behind the amount; aboutLeads may stand before it.
	currencyWords = wordSet(wordList("spoken_amounts currencyWords"))
	aboutLeads    = wordSet(wordList("spoken_amounts aboutLeads"))
)

// leastSpokenPrice is the least number of reais that counts without a word for money.
const leastSpokenPrice = 100

// findSpokenAmounts finds what the patterns did not.
func (s *spans) findSpokenAmounts() {
	tokens := tokenize(s.text)
	for i := 0; i < len(tokens); i++ {
		if tokens[i].mark {
			continue
		}
		i += max(s.spokenRange(tokens, i), s.spokenLimit(tokens, i, maxLeads, spanMax), s.spokenLimit(tokens, i, minLeads, spanMin), s.spokenBound(tokens, i), 1) - 1
	}
}

// spokenRange finds a range from tokens[i] on, and returns how many tokens it takes.
func (s *spans) spokenRange(tokens []token, i int) int {
	n := rangeLeads.at(tokens, i)
	if n == 0 {
		return 0
	}
	at := skipAbout(tokens, i+n)
	low := spokenAt(tokens, at)
	middle := at + low.length
	if low.length > 0 && middle < len(tokens) && currencyWords[tokens[middle].word] {
		middle++
	}
	if low.length == 0 || middle >= len(tokens) || !rangeJoins[tokens[middle].word] && tokens[middle].word != "-" {
		return 0
	}
	at = skipAbout(tokens, middle+1)
	high := spokenAt(tokens, at)
	end, money := afterMoney(tokens, at+high.length)
	if high.length == 0 || !money && (high.value < leastSpokenPrice || (tokens[i].word == "de" || tokens[i].word == "from") && n == 1 && high.value < thousandScale || countsOn(tokens, end)) {
		return 0
	}
	if low.scale == 1 && high.scale > 1 && low.value*high.scale < high.value {
		low.value *= high.scale
	}
	if low.value >= high.value {
		return 0
	}
	split := tokens[middle].start
	if s.add(span{kind: spanMin, start: tokens[i].start, end: split, amount: low.value * 100}) {
		s.add(span{kind: spanMax, start: split, end: tokens[end-1].end, amount: high.value * 100})
	}
	return end - i
}

// spokenLimit finds a limit behind one of its words.
func (s *spans) spokenLimit(tokens []token, i int, leads phrases, kind spanKind) int {
	n := leads.at(tokens, i)
	if n == 0 {
		return 0
	}
	at := skipAbout(tokens, i+n)
	amount := spokenAt(tokens, at)
	end, money := afterMoney(tokens, at+amount.length)
	if amount.length == 0 || !money && (amount.value < leastSpokenPrice && (amount.value*100 < leastPrice || !closes(tokens, end)) || countsOn(tokens, end)) {
		return 0
	}
	s.add(span{kind: kind, start: tokens[i].start, end: tokens[end-1].end, amount: amount.value * 100})
	return end - i
}

// spokenBound finds an amount with the word for its limit behind it.
func (s *spans) spokenBound(tokens []token, i int) int {
	at := i
	if tokens[i].word == "de" || tokens[i].word == "from" || tokens[i].word == "r" {
		at = skipAbout(tokens, i)
	}
	amount := spokenAt(tokens, at)
	end, money := afterMoney(tokens, at+amount.length)
	if amount.length == 0 || !money && amount.value < leastSpokenPrice {
		return 0
	}
	for _, bound := range []struct {
		words phrases
		kind  spanKind
	}{{upwards, spanMin}, {downwards, spanMax}} {
		n := bound.words.at(tokens, end)
		if n == 0 {
			continue
		}
		s.add(span{kind: bound.kind, start: tokens[i].start, end: tokens[end+n-1].end, amount: amount.value * 100})
		return end + n - i
	}
	return 0
}

// skipAbout returns the place behind the words that may stand before an amount.
func skipAbout(tokens []token, i int) int {
	for i < len(tokens) && (aboutLeads[tokens[i].word] || tokens[i].mark && tokens[i].word == "$") {
		i++
	}
	return i
}

// afterMoney returns the place behind a word for money at tokens[i], and whether it is there.
func afterMoney(tokens []token, i int) (end int, money bool) {
	if i < len(tokens) && (tokens[i].word == "de" && i+1 < len(tokens) && currencyWords[tokens[i+1].word]) {
		i++
	}
	if i < len(tokens) && currencyWords[tokens[i].word] {
		return i + 1, true
	}
	return i, false
}

// countsOn reports whether the number before tokens[i] counts what follows: "menos de mil
// unidades", "até 128 giga".
func countsOn(tokens []token, i int) bool {
	return i < len(tokens) && !tokens[i].mark && !stopWords[tokens[i].word] && !fillerWords[tokens[i].word] && !queryNoise[tokens[i].word] || pieces.at(tokens, i) > 0
}
