package intents

import (
	"slices"
	"strings"
)

// beforeBuying reads what is asked of the purchase that is being made, whatever was spoken
// of last: what delivery costs and how long it takes, what all of it costs, whether it is
// paid, and what name is on it. It shows the checkout; without an address delivery asks for it.
func (t *turn) beforeBuying(c clause, h hits) bool {
	if !c.asks || t.conversation.Pending != nil && t.conversation.Pending.Action != actionComplete {
		return false
	}
	rest := trimMarks(c.tokens)
	held := len(t.conversation.Lines) > 0
	inView := t.conversation.Focus == "" || t.conversation.line(t.conversation.Focus) != nil
	whole := func(p phrases) bool {
		return p.in(rest) && len(meaning(t.index.withoutNoise(askFill.without(p.without(rest))))) == 0
	}
	switch {
	case len(t.slots) == 1 && len(rest) > 1 && definiteArticles[rest[0].word] && freightNouns.at(rest, 1) > 0 && howMuch.in(t.before) && len(words(t.before)) == 1 && (held || t.conversation.Focus != "") && !t.conversation.Paying:
		t.slots = nil // "quanto é o frete?" was parted at its verb
		return t.shippingQuestion(true)
	case whole(isPaid):
		t.add(Slots{Action: "get_order"})
	case !held && t.conversation.Focus == "" || t.conversation.Paying:
		return false
	case freightNouns.in(rest) && (h.has(cuePrice) || howMuch.in(rest)) && !h.has(cueAdd) && !isPersonal(rest) && t.namesNothing(freightNouns.without(withoutCues(rest, cuePrice))):
		return t.shippingQuestion(true)
	case whole(arrivalTime):
		return t.shippingQuestion(true)
	case held && inView && whole(wholeTotal), held && whole(onInvoice):
		t.add(Slots{Action: "get_checkout"})
	default:
		return false
	}
	return true
}

var (
	freightNouns = table("frete|entrega|envio|shipping|delivery|postage")
	isPaid       = table(`pagou|foi pago|ja foi pago|o pedido foi pago|ja esta paga|is it paid|was it paid|is it already paid|has it been paid|is this paid|is that paid|esta pagado|ya esta pagado|esta pagada|ya esta pagada|quedo pagado|se pago|ya se pago`)
	arrivalTime  = table(`que horas chega|que hora chega|quando chega|quando que chega|chega quando|em quanto tempo chega|quanto tempo demora|quanto tempo leva|quanto demora|prazo de entrega|qual o prazo de entrega|qual e o prazo de entrega|qual o prazo|demora quanto|demora muito|quando vai chegar|vai chegar quando|tempo de entrega
		when will it arrive|when does it arrive|when will it get here|when would it arrive|how long will it take|how long does it take|how long does delivery take|how long does shipping take|what s the delivery time|what is the delivery time|delivery time|how soon will it arrive|how fast is delivery
		cuanto tarda en llegar|cuanto tarda|cuanto demora|cuanto demora en llegar|cuando llega|cuando llegaria|cuando va a llegar|a que hora llega|plazo de entrega|cual es el plazo de entrega|tiempo de entrega|en cuanto tiempo llega`)
	wholeTotal = table(`quanto fica|quanto que fica|quanto da|quanto deu|quanto custa tudo|quanto fica tudo|quanto da tudo|quanto sai tudo|quanto e tudo|quanto ficou|fica quanto|qual o total|how much is that|how much is it all|how much is everything|how much is it|how much does it come to|what s the total|what does it come to|cuanto es|cuanto es todo|cuanto sale|cuanto sale todo|cuanto cuesta todo|cuanto queda|cuanto seria`)
	onInvoice  = table(`qual meu nome na nota|qual e meu nome na nota|qual o nome na nota|que nome esta na nota|que nome vai na nota|em que nome esta|em nome de quem|what name is on the invoice|what s my name on the invoice|whose name is on it|que nombre esta en la factura|cual es mi nombre en la factura|a nombre de quien`)
	askFill    = table("e ai|e|ai|entao|mesmo|so|and|so then|then|y|entonces|por favor|please|la|isso|it|tudo|me diz|ah|oi|ola|hi|hola|no total|in total|en total|aqui|ja|already|ya")
)

// goneLine reads what shall be taken out where that is a line whose product the catalogue
// has no more: by the line's own title, by its place, or as the only one there is.
func (t *turn) goneLine(tokens []token) bool {
	lines := t.conversation.Lines
	if !slices.ContainsFunc(lines, func(l Line) bool { return t.index.product(l.Product) == nil }) {
		return false
	}
	left := slices.DeleteFunc(slices.Clone(tokens), func(o token) bool { return o.mark })
	at, _ := ordinal(left, len(lines))
	if at < 0 {
		at = t.lineTitled(left)
	}
	nothing := len(meaning(t.index.withoutNoise(goneFill.without(left)))) == 0
	if at < 0 && len(lines) == 1 && (pointsAt(left) || nothing) {
		at = 0
	}
	if at < 0 && nothing && !pointsAt(left) && (namesCart(left) || t.conversation.line(t.conversation.Focus) == nil) {
		at = t.onlyGone() // "tirar do carrinho" answers what the shop asks about it
	}
	if at < 0 || t.index.product(lines[at].Product) != nil {
		return false
	}
	t.add(lineSlots(lines[at], "remove_from_checkout"))
	return true
}

// onlyGone returns the place of the one line whose product the catalogue has no more, -1 if
// there are several.
func (t *turn) onlyGone() int {
	at := -1
	for i, l := range t.conversation.Lines {
		if t.index.product(l.Product) != nil {
			continue
		}
		if at >= 0 {
			return -1
		}
		at = i
	}
	return at
}

// goneFill names the cart or nothing at all.
var goneFill = table("do carrinho|carrinho|da sacola|do pedido|from the cart|from my cart|cart|out|del carrito|carrito|la|lo|ai|por favor|please")

// lineTitled returns the place of the one line whose title has all of the words, -1 if none
// or several have.
func (t *turn) lineTitled(tokens []token) int {
	said := meaning(t.index.withoutNoise(goneFill.without(tokens)))
	found := -1
	for i, l := range t.conversation.Lines {
		title := words(tokenize(clean(l.Title)))
		if len(said) == 0 || slices.ContainsFunc(said, func(o token) bool {
			return !smallWords[o.word] && !slices.ContainsFunc(title, func(w string) bool { return strings.TrimSuffix(w, "s") == strings.TrimSuffix(o.word, "s") })
		}) {
			continue
		}
		if found >= 0 {
			return -1
		}
		found = i
	}
	return found
}
