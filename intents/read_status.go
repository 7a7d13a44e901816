package intents

// Words of a payment that was made, and of what became of it.
var (
	payThings   = table("pagamento|pagamentos|pix|boleto|transferencia|deposito|pago|payment|transfer|dinheiro|pagamento do pedido|el pago|money|plata|dinero")
	myPayment   = table("meu pagamento|meu pix|my payment|mi pago|minha transferencia")
	payStates   = table("viram|viu|conferiram|localizaram|encontraram|acharam|pingou|got my|seen|saw|recebeu|receberam|recebido|caiu|cairam|cair|aprovado|aprovada|aprovou|confirmado|confirmada|confirmou|confirmaram|compensou|compensado|identificado|identificou|identificaram|processado|processou|entrou|bateu|chegou|deu certo|foi aprovado|passou|constou|consta|gone through|go through|went through|come through|came through|arrive|arrived|receive|received|been received|been approved|approved|been confirmed|clear|cleared|been processed|recibieron|recibio|recibiste|acredito|acreditado|se acredito|llego|entro|impacto|aprobado|aprobaron|paso")
	statusLeads = table("ja|sera|voce recebeu|voces receberam|receberam|recebeu|did|has|have|was|is|ya|recibieron|recibio|meu pagamento ja|o pagamento ja|deu certo")
	// statusFill are the words beside a question that name nothing else.
	statusFill = table("e agora|agora|ja|e ai|sera que|sera|entao|ai|la|na conta|na sua conta|no banco|do lado de voces|por ai|mesmo|tudo|certinho|and now|now|then|yet|already|has|have|did|it|y ahora|ahora|ya|entonces|en la cuenta|hola|oi|ola|hi|hello|moco|moca|gente|por favor|please")
	// openMoney is money that can be asked after by its name alone.
	openMoney = table("pagamento|meu pagamento|pagamento do pedido|payment|my payment|el pago|mi pago|pago")
	openPix   = table("pix|meu pix|transferencia|transfer")
	// asksAfter opens a question that names nothing but what it is about.
	asksAfter = table("e|cade|and|y|what about|how about|que tal|que paso con|o que houve com|como ta|como esta|como anda|novidades do|alguma novidade do|any news of|any news on")
	// whatNow asks how things stand without naming any.
	whatNow = table("e agora|e ai agora|e entao|novidade|novidades|alguma novidade|and now|now what|any news|any update|y ahora|alguna novedad|novedades")
	// whetherLeads ask for an answer to what follows their "se": "vê pra mim se caiu".
	whetherLeads = table("confirmar~|conferir~|verificar~|checar~|olhar~|ver~|ve|ve ai|avisar~|dizer~|diz|falar~|sabe|sabe dizer|saber|confirm|check|tell me|let me know|see|verificar^|confirmar^|revisar^|fijate|decime|dime|dices|avisame")
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
