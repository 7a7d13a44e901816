package intents

import "slices"

var (
	// sendVerbs ask for the means to pay; resendVerbs do so for the second time.
	sendVerbs   = table("mandar~|enviar~|gerar~|passar~|mostrar~|fazer~|send|generate|show|give|make|mandar^|enviar^|generar^|pasar^|mostrar^|hacer^")
	resendVerbs = table("reenviar~|repetir~|repete|regerar~|resend|repeat|regenerate|reenviar^|repetir^|regenerar^")
	againWords  = table("de novo|novamente|outra vez|mais uma vez|denovo|again|once more|one more time|another|de nuevo|nuevamente|otra vez|una vez mas|um novo|um outro|outro|outra|nova|a new|new|un nuevo|nuevo|otro")
	// codeThings are what a charge is paid with.
	codeThings = table("codigo|codigo pix|codigo do pix|pix|chave|chave pix|qr code|qrcode|qr|copia e cola|codigo copia e cola|link de pagamento|link|cobranca|code|pix code|payment code|charge|payment link|codigo de pago|link de pago")
	// lostCode tells that the code is not at hand any more.
	lostCode = table("perdi|sumiu|apaguei|fechei|qual era|qual e|qual|cade|onde esta|onde ta|i lost|lost|what was|what s|what is|where is|where s|se me perdio|perdi|cual era|cual es|donde esta")
	codeFill = table("me|pra mim|para mim|por favor|ai|aqui|mesmo|eu|voce|pode|poderia|consegue|tem como|da para|da pra|quero|queria|preciso|preciso que|a|to me|please|can you|could you|i need|i want|you|podes|puedes|podrias|puede|necesito|quiero|esse|este|this|that|that was|mesmo|entao|then|entonces")
)

// codeAgain reads the wish for a charge's code once more: "manda o código de novo", "gera
// de novo o pix". Where a charge is out, "manda o código" and "perdi o código" are enough.
func (t *turn) codeAgain(c clause, _ hits) bool {
	again := againWords.in(c.tokens) || resendVerbs.in(c.tokens)
	if !again && !t.conversation.Paying || !t.asksCode(c.tokens) {
		return false
	}
	t.reading = againWords.without(c.tokens)
	t.add(Slots{Action: "start_payment", Method: methodOf(c.tokens), Again: true})
	return true
}

// asksCode reports whether the tokens ask for what a charge is paid with and for nothing
// else.
func (t *turn) asksCode(tokens []token) bool {
	tokens = trimMarks(tokens)
	if couponNouns.in(tokens) || slices.ContainsFunc(tokens, func(o token) bool { return negations[o.word] && o.word != "no" }) {
		return false
	}
	rest := againWords.without(tokens)
	lost := t.conversation.Paying && lostCode.in(rest)
	if !codeThings.in(rest) || !sendVerbs.in(rest) && !resendVerbs.in(rest) && !lost {
		return false
	}
	if lost {
		rest = lostCode.without(rest)
	}
	return len(meaning(codeFill.without(sendVerbs.without(resendVerbs.without(codeThings.without(rest)))))) == 0
}

// siteLink reads the wish for a link or for the shop's page, which pays nothing: help tells
// how one buys here.
func (t *turn) siteLink(c clause, h hits) bool {
	if !linkWords.in(c.tokens) || h.has(cuePay) || t.namesProduct(linkWords.without(c.tokens)) {
		return false
	}
	if !sendVerbs.in(c.tokens) && !h.has(cueAdd) && !modal.in(c.tokens) && !h.has(cueSearch) {
		return false
	}
	t.add(Slots{Action: "help"})
	return true
}

// linkWords name a page, but for that of a payment.
var linkWords = table("link|o link|link do site|link da loja|link da compra|pelo site|no site|pela pagina|pelo link|site|pela internet|url|the link|a link|website|on the website|on your site|enlace|el enlace|por la web|en la web|por el sitio|el sitio|pagina web")
