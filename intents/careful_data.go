package intents

import "slices"

// doubtedCode is for a code: one that is to be made up was not given to the customer.
func (t *turn) doubtedCode(s Slots) Reason {
	place := -1
	for _, o := range t.spans {
		if o.kind == spanCoupon && o.value == s.Code {
			place = o.start
		}
	}
	if place < 0 {
		return ""
	}
	sentence := t.sentence(place)
	if len(sentence) > 0 {
		if reason := t.othersCode(sentence, place); reason != "" {
			return reason
		}
	}
	switch {
	case t.relayed(place, leastQuoted):
		return ReasonInjection
	case t.guard.wantsCodes:
		return ReasonInjection
	case saveWords.in(sentence) || putsOff(segment(t.tokens, place)), putsOff(sentence) && !findCues(sentence).has(cuePay):
		return ReasonDeclined
	case t.conditional(place) || supposedWords.in(sentence):
		return ReasonUnclear
	}
	part := segment(t.tokens, place)
	if place := upTo(part, place); withoutWords.in(place) || codeFailed.in(part) {
		return ReasonDeclined
	}
	if t.asking(place) && aboutCodes.in(sentence) && !findCues(sentence).has(cueCoupon) {
		return ReasonUnclear
	}
	for i := range upTo(part, place) {
		if turnsAround(part, i, t.language) {
			return ReasonDeclined
		}
	}
	return ""
}

var (
	// withoutWords leave out the code behind them.
	withoutWords = table("sem|sin|without|nao use|no uses|tira|tirar")
	// codeFailed tell that a code had no effect, aboutCodes ask what one is.
	codeFailed = table(`nao entrou|nao funcionou|nao funciona|nao pegou|nao foi aplicado|nao aplicou|nao deu certo|nao abateu|nao descontou|deu erro|foi recusado|expirou|venceu|sumiu
		didn t work|doesn t work|did not work|does not work|wasn t applied|was not applied|was rejected|failed|expired|not working
		no funciono|no funciona|no entro|no se aplico|no sirvio|fue rechazado|caduco|vencio`)
	aboutCodes = table(`o que e|que e|qual e|quem|de quem|voces tem|voce tem|tem|existe|ate quando|quando|por que|porque|como funciona|quanto vale|da quanto|quanto da
		what is|what s|whose|who|do you have|is there|until when|when|why|how does|how much
		que es|cual es|quien|tienen|tienes|hay|existe|hasta cuando|cuando|por que|como funciona|cuanto`)
)

// withheld reports whether a span with data of a person is spoken of without being given:
// turned down, quoted, asked about, or somebody else's.
func (t *turn) withheld(s span) bool {
	sentence := t.sentence(s.start)
	part := segment(t.tokens, s.start)
	before := upTo(part, s.start)
	switch {
	case t.relayed(s.start, leastQuoted):
		return true
	case slices.ContainsFunc(before, func(o token) bool { return negations[o.word] && o.word != "no" && o.word != "n" && o.word != "num" }):
		return true
	case givingWords.in(sentence) && t.conditional(s.start):
		return true
	case othersData.in(before):
		return true
	case t.asking(s.start) && !ownWords.in(sentence):
		return true
	}
	return false
}

// misplaced reports whether an address or a CEP is spoken of without being where the goods
// go: turned down, of the past, or somebody else's. Goods may go to somebody else: "entrega na
// casa da minha tia, Rua ...".
func (t *turn) misplaced(s span) bool {
	sentence := t.sentence(s.start)
	before := upTo(segment(t.tokens, s.start), s.start)
	for i := len(before) - 1; i >= 0; i-- {
		if before[i].word == string(s.kind) {
			before = before[i+1:] // "não é 20040-030 é 22041-001"
			break
		}
	}
	for i := range before {
		if turnsAround(before, i, t.language) || i == 0 && before[i].word == "no" && bringWords.at(before, 1) > 0 {
			return true
		}
	}
	if formerWords.in(before) {
		return true
	}
	return placeNouns.in(before) && slices.ContainsFunc(before, func(o token) bool { return personNouns[o.word] }) && !bringWords.in(sentence)
}

var (
	// formerWords tell of a place that is no longer it.
	formerWords = table(`antigo|antiga|anterior|velho|era|ficava|morava|morei|moravamos|old|former|previous|used to|was|lived|viejo|vieja|antes vivia|vivia|quedaba`)
	// placeNouns name what a place is told by, bringWords have goods go there or data taken.
	placeNouns = table("cep|endereco|rua|zip|zip code|postal code|address|codigo postal|direccion")
	bringWords = table(`entregar~|entrega|mandar~|manda|enviar~|envia|levar~|leva|usar~|usa|colocar~|coloca|por~|bota|anotar~|anota|mudar~|muda|trocar~|troca|atualizar~|frete|calcular~|calcula|receber~|presente
		deliver|send|ship|use|put|change|update|set|shipping|gift|entregar^|mandar^|enviar^|usar^|poner^|cambiar^|envio|regalo`)
)

// othersThings are those of somebody else.
var othersThings = table("dele|dela|deles|delas|do meu|da minha|do cliente|do vizinho|do outro|de outra pessoa|his cart|her cart|their cart|somebody else s|someone else s|de el|de ella|de ellos|del vecino|del otro")
