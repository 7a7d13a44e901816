package intents

import (
	"slices"
	"strings"
)

var (
	// paymentQuestionWords ask which ways of paying there are.
	paymentQuestionWords = table(wordList("payment paymentQuestionWords"))
	paymentNouns         = table("pagamento|payment|pago|pagar|pay")
	// finishNouns make "checkout" and the like a wish to pay when they stand alone.
	finishNouns = wordSet("checkout caixa")
	// methodSaid says of a way of paying that it is chosen, not asked for.
	methodSaid = table("forma de pagamento|payment method|forma de pago")
	// mayWords ask whether paying so is possible.
	mayWords     = table(wordList("payment mayWords"))
	howManyTimes = table(wordList("payment howManyTimes"))
	timesWords   = table(wordList("payment timesWords"))
	divideWords  = table(wordList("payment divideWords"))
	// payFill are the words beside a way of paying that name nothing else.
	payFill = table(wordList("payment payFill"))
)

// useWords pay with what is named, unless they ask whether one may.
var useWords = table(wordList("payment useWords"))

// maxInstallments is the most that the form takes.
const maxInstallments = 24

// paymentQuestion reads a question about the ways of paying.
func (t *turn) paymentQuestion(c clause, h hits) bool {
	asks := paymentQuestionWords.in(c.tokens) && (c.asks || paymentNouns.in(c.tokens) || methodsIn(c.tokens) && !methodSaid.in(c.tokens))
	use := !c.asks && useWords.in(c.tokens) && methodsIn(c.tokens)
	may := !use && mayWords.in(c.tokens) && (h.has(cuePay) || methodsIn(c.tokens) || timesWords.in(c.tokens)) && !h.has(cueAdd)
	many := howManyTimes.in(c.tokens)
	if !asks && !may && !many {
		return false
	}
	t.add(Slots{Action: "help", ask: AskWaysToPay})
	return true
}

// pay reads the wish to pay, with the way if that is said. Text never goes further than
// starting a payment.
func (t *turn) pay(c clause, h hits) bool {
	c.tokens = withoutDenied(c.tokens)
	method, times := methodOf(c.tokens), t.installments(c.tokens)
	said := payFill.without(withoutMethods(ackWords.without(withoutCues(c.tokens, cueAdd, cuePay))))
	alone := len(meaning(t.withoutTimes(said))) == 0 && !namesOne(c.tokens)
	if h.has(cuePrice) && howMuch.in(c.tokens) || onlyAck(c.tokens) {
		return false
	}
	switch {
	case h.has(cuePay):
	case method != "" && alone:
	case times > 0 && alone:
	case finishAlone(c.tokens):
	default:
		return false
	}
	switch {
	case conditionWords.in(withoutPoliteIfs(c.tokens)):
		t.nothing(ReasonNegotiation)
		return true
	case method == "" && otherMoney.in(c.tokens):
		t.question(AskPaymentMethod)
		return true
	case splitWords.in(c.tokens) && methodOf(withoutMethod(c.tokens, method)) != "":
		t.nothing(ReasonUnclear) // one purchase is paid in one way
		return true
	case othersPay(c.tokens) && h.has(cueAdd):
		return false
	case putsOff(c.tokens) || othersPay(c.tokens) || withoutPaying.in(c.tokens):
		t.nothing(ReasonDeclined)
		return true
	case c.asks && !h.has(cuePay) && (h.has(cuePrice) || findCues(t.before).has(cuePrice)):
		t.nothing(ReasonUnclear) // "o preço é o mesmo no boleto?"
		return true
	case c.asks && !modal.in(c.tokens) && (!payNow.in(c.tokens) || len(meaning(t.index.withoutNoise(payNow.without(said)))) > 0):
		t.nothing(ReasonUnclear) // "o pagamento é seguro?"
		return true
	}
	s := Slots{Action: "start_payment", Method: method, Installments: times, Again: codeThings.in(c.tokens)}
	if s.Installments > 0 && s.Method == "" {
		s.Method = "credit_card"
	}
	t.add(s)
	return true
}

// installments reads "3x", "em três vezes", "3 parcelas" and "divide em 3"; 0 if none.
func (t *turn) installments(tokens []token) int {
	for i, tok := range tokens {
		n, length := t.plainNumber(tokens, i)
		if length == 0 || n < 1 || n > maxInstallments {
			continue
		}
		end := i + length
		divides := i > 0 && (divideWords.in(tokens[:i]) || t.paying()) && (tokens[i-1].word == "em" || tokens[i-1].word == "en" || tokens[i-1].word == "in" || tokens[i-1].word == "into")
		if strings.HasSuffix(tok.word, "x") && hasDigit(tok.word) || length == 2 && tokens[i+1].word == "x" || end < len(tokens) && timesWords.at(tokens, end) > 0 || divides {
			return int(n)
		}
	}
	return 0
}

// paying reports whether a payment was asked about, so that "em 3" can only be installments.
func (t *turn) paying() bool {
	p := t.conversation.Pending
	return p != nil && p.Action == "start_payment"
}

// withoutTimes drops the number of installments.
func (t *turn) withoutTimes(tokens []token) []token {
	out := make([]token, 0, len(tokens))
	for i := 0; i < len(tokens); i++ {
		n, length := t.plainNumber(tokens, i)
		if length > 0 && n >= 1 && n <= maxInstallments {
			i += length - 1
			continue
		}
		out = append(out, tokens[i])
	}
	return timesWords.without(out)
}

// methodOf returns the way of paying that is said; debit before card, pix before all.
func methodOf(tokens []token) string {
	for _, m := range methodWords {
		if m.words.in(tokens) {
			return m.method
		}
	}
	return ""
}

func methodsIn(tokens []token) bool { return methodOf(tokens) != "" }

func withoutMethods(tokens []token) []token {
	for _, m := range methodWords {
		tokens = m.words.without(tokens)
	}
	return tokens
}

// finishAlone reports whether "checkout" stands for itself, not in "my checkout".
func finishAlone(tokens []token) bool {
	said := false
	for _, t := range tokens {
		switch {
		case finishNouns[t.word]:
			said = true
		case t.mark, t.word == "please", t.word == "now", t.word == "to", t.word == "ir", t.word == "pro", t.word == "para", t.word == "o", t.word == "por", t.word == "favor":
		default:
			return false
		}
	}
	return said
}

// couponNouns name a discount code.
var couponNouns = table(wordList("payment couponNouns"))

// coupon reads the codes that were written. Without a code there is nothing to apply.
func (t *turn) coupon(c clause, h hits) bool {
	applied := false
	if code := t.correctedCode(c); code != "" {
		t.slots[len(t.slots)-1].Code = code
		return true
	}
	for _, tok := range c.tokens {
		if tok.word != string(spanCoupon) {
			continue
		}
		action := "apply_discount"
		if h.has(cueRemove) || h.has(cueCancel) {
			action = "remove_discount"
		}
		for _, s := range t.spans {
			if s.start != tok.start {
				continue
			}
			applied = true
			if action == "apply_discount" && deniedBefore(c.tokens, tok.start) {
				t.nothing(ReasonDeclined)
				continue
			}
			t.add(Slots{Action: action, Code: s.value})
		}
	}
	if applied {
		if h.has(cueAdd) {
			t.wishBeside(c)
		}
		return true
	}
	if h.has(cueCoupon) && slices.ContainsFunc(t.slots, func(s Slots) bool { return s.Action == "apply_discount" }) &&
		len(t.index.terms(t.index.withoutNoise(withoutCues(c.tokens, cueCoupon, cueAdd)))) == 0 {
		return true // "please apply it"
	}
	if !couponNouns.in(c.tokens) {
		return false
	}
	if (h.has(cueRemove) || h.has(cueCancel)) && len(t.conversation.Codes) == 1 {
		t.add(Slots{Action: "remove_discount", Code: t.conversation.Codes[0]})
		return true
	}
	t.question(AskCoupon)
	return true
}

// namesOne reports whether a clause spells out an id of the catalogue.
func namesOne(tokens []token) bool {
	for _, t := range tokens {
		if t.word == string(spanProduct) {
			return true
		}
	}
	return false
}

// deniedBefore reports whether a negation stands before the place in the text.
func deniedBefore(tokens []token, start int) bool {
	for _, t := range tokens {
		if t.start >= start {
			return false
		}
		if negations[t.word] && t.word != "no" || t.word == "dont" {
			return true
		}
	}
	return false
}

var howMuch = table(wordList("payment howMuch"))

// onlyAck reports whether a clause is nothing but an acknowledgement: "fechou!".
func onlyAck(tokens []token) bool {
	return len(meaning(ackWords.without(tokens))) == 0 && ackWords.in(tokens)
}

var (
	// others are people who pay in the speaker's place; payNow asks for the means to pay.
	others = table(wordList("payment others"))
	// relatives pay where a verb follows: "minha filha" alone calls the one spoken to.
	relatives     = table(wordList("payment relatives"))
	withoutPaying = table(wordList("payment withoutPaying"))
	payNow        = table(wordList("payment payNow"))
)

// othersPay reports whether somebody else is to pay.
func othersPay(tokens []token) bool {
	if others.in(tokens) {
		return true
	}
	at, n := relatives.find(tokens)
	return n > 0 && (at == 0 || at+n < len(tokens) && !tokens[at+n].mark)
}

// splitWords split a payment.
var splitWords = table(wordList("payment splitWords"))

// withoutMethod returns the tokens without the words of one way of paying.
func withoutMethod(tokens []token, method string) []token {
	for _, m := range methodWords {
		if m.method == method {
			tokens = m.words.without(tokens)
		}
	}
	return tokens
}

// otherMoney are ways of paying that the form has no name for.
var otherMoney = table(wordList("payment otherMoney"))
