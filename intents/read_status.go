package intents

// Words of a payment that was made, and of what became of it.
var (
	payThings   = table(wordList("status payThings"))
	myPayment   = table("meu pagamento|meu pix|my payment|mi pago|minha transferencia")
	payStates   = table(wordList("status payStates"))
	statusLeads = table(wordList("status statusLeads"))
	// statusFill are the words beside a question that name nothing else.
	statusFill = table(wordList("status statusFill"))
	// openMoney is money that can be asked after by its name alone.
	openMoney = table(wordList("status openMoney"))
	openPix   = table("pix|meu pix|transferencia|transfer")
	// asksAfter opens a question that names nothing but what it is about.
	asksAfter = table(wordList("status asksAfter"))
	// whatNow asks how things stand without naming any.
	whatNow = table(wordList("status whatNow"))
	// whetherLeads ask for an answer to what follows their "se": "vê pra mim se caiu".
	whetherLeads = table(wordList("status whetherLeads"))
	whetherWords = wordSet("se if whether si")
)

// paymentStatus reads a question about a payment that was made, which is one about the
// order. Said without asking it is a claim, and never evidence.
func (t *turn) paymentStatus(c clause, _ hits) bool {
	asks := c.asks || statusLeads.at(c.tokens, 0) > 0 || t.asksWhether(c.tokens)
	mine := c.asks && myPayment.in(c.tokens) && !mayWords.in(c.tokens)
	switch {
	case mine, payThings.in(c.tokens) && payStates.in(c.tokens):
	case asks && t.onlyState(c.tokens), c.asks && t.asksAfterMoney(c.tokens):
	default:
		return false
	}
	if asks {
		t.add(Slots{Action: "get_order"})
	} else {
		t.nothing(ReasonPaymentClaim)
	}
	return true
}

// asksWhether reports whether a clause asks by "se" or "if" behind a word for telling, and
// sets no condition: "confirma pra mim se caiu".
func (t *turn) asksWhether(tokens []token) bool {
	at, n := whetherLeads.find(tokens)
	if at != 0 {
		return false
	}
	rest := polite.without(tokens[n:])
	for i, o := range rest {
		if whetherWords[o.word] {
			return len(meaning(rest[:i])) == 0
		}
	}
	return false
}

// onlyState reports whether a clause names nothing but what becomes of a payment, or of a
// parcel, which is asked of the order too: "caiu?", "did it arrive?".
func (t *turn) onlyState(tokens []token) bool {
	tokens = without(tokens, "viu") // "obrigada, viu?"
	if !payStates.in(tokens) {
		return false
	}
	left := statusFill.without(payStates.without(polite.without(whetherLeads.without(tokens))))
	return len(meaning(t.index.withoutNoise(left))) == 0
}

// asksAfterMoney reads "e o pagamento?", and where money is on its way also "e o pix?" and
// "e agora?".
func (t *turn) asksAfterMoney(tokens []token) bool {
	rest := trimMarks(tokens)
	if t.conversation.Paying && whatNow.at(rest, 0) == len(rest) {
		return true
	}
	n := asksAfter.at(rest, 0)
	before := upTo(t.tokens, rest[0].start)
	joined := len(before) > 0 && connectors[before[len(before)-1].word] // that the clause was parted at
	if n == 0 && !joined && !t.conversation.Paying {
		return false
	}
	rest = rest[n:]
	if !openMoney.in(rest) && !(t.conversation.Paying && openPix.in(rest)) {
		return false
	}
	return len(meaning(statusFill.without(openMoney.without(openPix.without(rest))))) == 0
}
