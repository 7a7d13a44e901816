package intents

import (
	"regexp"
	"strconv"
)

var (
	// paymentQuestionWords ask which ways of paying there are.
	paymentQuestionWords = table("formas de pagamento|forma de pagamento|meios de pagamento|metodos de pagamento|como posso pagar|como eu pago|como pago|aceita|aceitam|payment methods|payment options|how can i pay|do you accept|do you take|medios de pago|formas de pago|aceptan|como puedo pagar")
	paymentNouns         = table("pagamento|payment|pago|pagar|pay")
	// finishNouns make "checkout" and the like a wish to pay when they stand alone.
	finishNouns = wordSet("checkout caixa")
	installment = regexp.MustCompile(`(?i)\b(?:em|in|en|de)?\s*([0-9]{1,2})\s*(?:x\b|vezes|parcelas|installments?|payments|cuotas|pagos)`)
)

// maxInstallments is the most that the form takes.
const maxInstallments = 24

// paymentQuestion reads a question about the ways of paying.
func (t *turn) paymentQuestion(c clause, _ hits) bool {
	if !paymentQuestionWords.in(c.tokens) || !c.asks && !methodsIn(c.tokens) && !paymentNouns.in(c.tokens) {
		return false
	}
	t.add(Slots{Action: "help"})
	return true
}

// pay reads the wish to pay, with the way if that is said. Text never goes further than
// starting a payment.
func (t *turn) pay(c clause, h hits) bool {
	method := methodOf(c.tokens)
	alone := len(meaning(withoutMethods(ackWords.without(withoutCues(c.tokens, cueAdd))))) == 0
	switch {
	case h.has(cuePay):
	case method != "" && alone:
	case finishAlone(c.tokens):
	default:
		return false
	}
	s := Slots{Action: "start_payment", Method: method}
	if m := installment.FindStringSubmatch(t.textOf(c.tokens)); m != nil {
		if n, err := strconv.Atoi(m[1]); err == nil && n >= 1 && n <= maxInstallments {
			s.Installments = n
			if s.Method == "" {
				s.Method = "credit_card"
			}
		}
	}
	t.add(s)
	return true
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
var couponNouns = table("cupom|cupon|cupons|coupon|coupons|voucher|promo code|codigo promocional|codigo de desconto|discount code|codigo de descuento")

// coupon reads the codes that were written. Without a code there is nothing to apply.
func (t *turn) coupon(c clause, h hits) bool {
	applied := false
	for _, tok := range c.tokens {
		if tok.word != string(spanCoupon) {
			continue
		}
		action := "apply_discount"
		if h.has(cueRemove) || h.has(cueCancel) {
			action = "remove_discount"
		}
		for _, s := range t.spans {
			if s.start == tok.start {
				t.add(Slots{Action: action, Code: s.value})
				applied = true
			}
		}
	}
	if applied {
		if h.has(cueAdd) {
			t.wishBeside(c)
		}
		return true
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
