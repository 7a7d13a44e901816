package intents

// Limits of price in words, or with their word behind them: "até mil e quinhentos", "de
// seiscentos reais pra cima", "between two and three hundred".
var (
	maxLeads = table(`
		ate|ate no maximo|ate uns|ate umas|no maximo|no maximo uns|de no maximo|por no maximo|maximo de|maximo|abaixo de|abaixo dos|menos de|menos que|por menos de|inferior a|inferiores a|menor que|mais barato que|mais barata que|mais barato do que|mais baratos que|mais baratos do que|orcamento de|orcamento e de|orcamento e|limite de|limite e|teto de|teto e|so tenho|tenho so|tenho ate|nao mais que|nao mais de|nao acima de|nada acima de|nada mais de|nada que passe de|nada passando de|gastar ate|gastar no maximo|na faixa de ate
		nao passe de|nao passem de|nao passa de|nao passam de|nao passar de|nao passando de|nao passe dos|nao passem dos|num passa de|num passe de|num passem de|n passe de|nao passa dos|nao pode passar de|nao ultrapasse|nao ultrapassem|nao ultrapassa|nao exceda|nao excedam|nao supere|nao superem|nao estoure|sem passar de|sem passar dos|sem ultrapassar|sem estourar|nao custe mais de|nao custe mais que|nao custe mais do que|nao custem mais de|nao custem mais que|nao custa mais de|nao custa mais que|nao custe acima de|nao saia por mais de|nao saia mais de|nao saia mais que|nao seja mais de|nao seja acima de|nao valha mais de|nao valham mais de|nao de mais de
		up to|under|below|less than|for less than|at most|at the most|no more than|not more than|nothing over|nothing above|nothing more than|not over|not above|cheaper than|max|maximum|maximum of|budget of|budget is|budget s|limit of|limit is|keep it under|without going over|that don t go over|that doesn t go over|that won t go over|that doesn t cost more than|that don t cost more than|doesn t exceed|don t exceed|no higher than|tops out at
		hasta|hasta unos|menos de|por menos de|menor a|menor de|por debajo de|debajo de|como maximo|como mucho|a lo sumo|a lo mas|maximo de|presupuesto de|presupuesto es de|solo tengo|tengo hasta|mas barato que|mas baratos que|mas baratas que|no mas de|no mas que|nada por encima de|nada de mas de|no pase de|no pasen de|no pasa de|no pasan de|no pase los|no pasen los|no supere|no superen|no supere los|no superen los|no exceda|no excedan|sin pasar de|sin pasarse de|no cueste mas de|no cuesten mas de|no cuesta mas de|no valga mas de|no valgan mas de|no vale mas de|no salga mas de|no salgan mas de|no sea mas de|no sean mas de`)
	minLeads = table(`
		acima de|acima dos|a partir de|a partir dos|mais de|mais que|superior a|superiores a|pelo menos|no minimo|minimo de|de no minimo|partindo de|mais caro que|mais caros que
		over|above|more than|at least|starting at|starting from|upwards of|from|minimum|minimum of
		por encima de|encima de|desde|desde los|mas de|mas que|al menos|por lo menos|como minimo|minimo|a partir de|superior a|mas caro que`)
	rangeLeads = table(`
		entre|entre os|entre uns|de|de uns|na faixa de|na faixa entre|na faixa dos|na casa de|faixa de|algo entre|variando de|indo de|coisa de
		between|from|in the range of|ranging from|anywhere between|anywhere from|somewhere between
		desde|de unos|entre los|entre unos|en el rango de|de los|que vayan de`)
	rangeJoins = wordSet("e y and a to ate hasta")
	// upwards and downwards stand behind an amount.
	upwards   = table("pra cima|para cima|ou mais|e acima|em diante|no minimo|pra mais|and up|and above|and over|or more|or above|upwards|minimum|plus|para arriba|pa arriba|hacia arriba|o mas|en adelante|como minimo|minimo")
	downwards = table("pra baixo|para baixo|ou menos|no maximo|maximo|de teto|estourando|e olhe la|no talo|or less|or under|or below|and under|and below|tops|max|maximum|at most|para abajo|pa abajo|hacia abajo|o menos|como maximo|como mucho|a lo sumo|a lo mas|de tope")
	// currencyWords stand behind the amount; aboutLeads may stand before it.
	currencyWords = wordSet("reais reales real conto contos pila pilas pau paus mango mangos merreis bucks brl dinheiros")
	aboutLeads    = wordSet("uns umas os as los unos unas the about around roughly r of de cerca")
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
