package intents

import (
	"regexp"
	"slices"
	"strings"
)

// unwished says why an action is not taken that the words of a clause may be read as, but that
// is about something else, about somebody else, or only thought of; empty if nothing speaks
// against it.
func (t *turn) unwished(s Slots) Reason {
	if s.Action == "set_shipping_address" && otherCustomer.MatchString(fold(t.text)) {
		return ReasonInjection
	}
	if len(t.reading) == 0 {
		return ""
	}
	said := fold(t.textOf(t.reading))
	switch s.Action {
	case "add_to_checkout":
		return t.wishesNothing(s, said)
	case "remove_from_checkout":
		return t.removesOther(s, said)
	case "select_fulfillment_option":
		return t.choosesNoOption(s, said)
	case "start_payment":
		return t.paysOther(s)
	case "set_buyer":
		if s.Consent != nil && t.quotedSaying(t.reading[0].start, said) {
			return ReasonInjection
		}
	}
	return ""
}

// quotedSaying reports whether what is said stands in what somebody else wrote.
func (t *turn) quotedSaying(place int, said string) bool {
	if t.relayed(place, 1) || forwarded.MatchString(t.text[:place]) {
		return true
	}
	quoted := strings.ContainsAny(t.text, "\"“”«»`")
	return quoted && saidBy.MatchString(fold(t.text)) || saidBy.MatchString(said) && quoted
}

// wishesNothing looks at a wish that names no product: what is spoken of is not meant by a verb
// that wants something else.
func (t *turn) wishesNothing(s Slots, said string) Reason {
	if s.Unresolved || t.namesProduct(t.reading) && !placesOrder.MatchString(said) {
		return ""
	}
	held := false
	for _, l := range t.conversation.Lines {
		held = held || string(l.Product) == s.Product
	}
	switch {
	case wantsToDo.MatchString(said), placesOrder.MatchString(said), wantsLess.MatchString(said), tookIt.MatchString(said), repeatsWords.MatchString(said), isValue.MatchString(said):
		return ReasonUnclear
	case held && keepsIt.MatchString(said):
		return ReasonUnclear
	case otherWants.MatchString(said):
		return ReasonUnclear
	}
	return ""
}

// removesOther looks at what shall be taken out: only a product, or the checkout, and now.
func (t *turn) removesOther(s Slots, said string) Reason {
	switch {
	case forgetsOne.MatchString(said), removesNoProduct(said), onlyTotal.MatchString(said), dropsAlone.MatchString(said):
		return ReasonUnclear
	}
	return ""
}

// removesNoProduct reports whether what is taken out is of a product, or nothing at all.
func removesNoProduct(said string) bool {
	for _, p := range []*regexp.Regexp{partOfThing, otherCart, otherPlace, idleSayings, whenRemoved, toldToRemove} {
		if p.MatchString(said) {
			return true
		}
	}
	return false
}

// choosesNoOption looks at a way of delivery that is named but not chosen.
func (t *turn) choosesNoOption(s Slots, said string) Reason {
	switch {
	case hatesIt.MatchString(said):
		return ReasonDeclined
	case othersDelivery.MatchString(said), pastDelivery.MatchString(said):
		return ReasonUnclear
	case s.Index > 0 && (whenItWas.MatchString(said) || forgetsOther.MatchString(said)) && !shippingWords.in(t.reading):
		return ReasonUnclear
	}
	return ""
}

// paysOther looks at a payment that is of a part, of nothing, of somebody else's, or no payment
// at all.
func (t *turn) paysOther(s Slots) Reason {
	said := fold(t.text)
	switch {
	case paysShare.MatchString(said), paysPrice.MatchString(said), costsOnly.MatchString(said):
		return ReasonNegotiation
	case housePays.MatchString(said):
		return ReasonDeclined
	case othersPurchase.MatchString(said), chargesName.MatchString(t.text), otherObject.MatchString(said), whichOne.MatchString(said):
		return ReasonUnclear
	}
	return ""
}

const (
	people = `(?:amig[oa]s?|friends?|irma[os]?|irma|brothers?|sisters?|herman[oa]s?|mae|pai|mother|father|mom|dad|mama|papa|marido|esposa|esposo|mulher|husband|wife|vizinh[oa]s?|neighbou?rs?|vecin[oa]s?|chefe|boss|jefe|tia|tio|uncle|aunt|prim[oa]s?|cousin|filh[oa]s?|son|daughter|hij[oa]s?|colega|coworker|namorad[oa]|girlfriend|boyfriend|novi[oa]|sogr[oa]|avo|vo|outra pessoa|outro cliente|otro cliente|cliente anterior|other customer)`
	whose  = `(?:meus?|minhas?|my|mi|mis|the|o|a|seus?|suas?|nosso|nossa|our)`
)

var (
	// wantsToDo wants another verb than one that buys.
	wantsToDo    = regexp.MustCompile(`\b(?:quero|queria|quer|queremos|quiero|quisiera|preciso|necesito|gostaria de|want to|need to|d like to|would like to)\s+(?:so |apenas |te |me |mais |a )?(?:ver|saber|falar|pensar|perguntar|conversar|entender|olhar|dormir|sair|conhecer|dar uma olhada|hablar|preguntar|mirar|see|know|think|talk|ask|look|speak)\b|^\W*(?:eu |yo )?(?:queria|quisiera)\W*$`)
	placesOrder  = regexp.MustCompile(`\b(?:fazer|faz|faca|hacer|haz|make|place)\s+(?:um|uma|o|un|una|a|an|the|meu|mi|my)\s+(?:pedido|compra|encomenda|order|purchase)\W*$`)
	wantsLess    = regexp.MustCompile(`^\W*(?:eu |yo |i )?(?:quero|quiero|want)\s+(?:menos|less|fewer)\W*$|^\W*ya no mas\W*$`)
	tookIt       = regexp.MustCompile(`^\W*(?:ya )?(?:lo|la|los|las)\s+(?:lleve|compre|pedi|tome)\W*$`)
	repeatsWords = regexp.MustCompile(`\b(?:repita|repete|repita|repeat|repite)\s+(?:comigo|after me|conmigo|o que|what|lo que|isso|that|eso|depois de mim)\b`)
	isValue      = regexp.MustCompile(`\b(?:valor|preco|total|price|precio)\s+(?:e|eh|is|es)\b`)
	keepsIt      = regexp.MustCompile(`\b(?:ficar com|keep|quedarme con|quedarmelo|quedarmela|manter|mantener)\b`)
	otherWants   = regexp.MustCompile(`^\W*(?:(?:` + whose + `)\s+` + people + `|ele|ela|eles|elas|he|she|they|el|ella|ellos|ellas)\s+(?:quer|querem|queria|wants?|wanted|quiere|quieren|queria|precisa|needs?|necesita)\W*$`)

	// partOfThing is of a product, but no product.
	// idleSayings have a verb that takes out, of nothing.
	idleSayings  = regexp.MustCompile(`\b(?:kill it|strike a pose|lose (?:weight|sleep|time|money|it)|(?:photo )?dump of|drop dead|drop by|pull off|cut it out|kick back|take out (?:the trash|dinner)|tirar? (?:fotos?|onda|sarro|duvidas?|um cochilo|ferias)|sacar fotos)\b`)
	partOfThing  = regexp.MustCompile(`\b(?:fotos?|fotografias?|selfies?|manchas?|etiquetas?|sujeira|poeira|po|cheiro|nodoas?|rugas|vincos?|pelos?|fiapos?|pneus?|rodas?|rodinhas?|photos?|pictures?|pics?|stains?|labels?|tags?|dirt|dust|smell|wrinkles|lint|suciedad|olor|arrugas|pelusas?)\s+(?:da|do|de|das|dos|na|no|of|from|on|off|in|del|en)\b`)
	otherCart    = regexp.MustCompile(`\b(?:carrinho|carrito|sacola|cesta|bolsa)\s+(?:de|do|da)\s+(?:bebe|nene|nenem|crianca|boneca|mao|feira|supermercado|mercado|pao|roupa|lixo|golfe|rolima|bebé|compras da)\b|\b(?:baby|golf|shopping mall|toy|laundry)\s+(?:cart|carriage|basket|bag)\b`)
	otherPlace   = regexp.MustCompile(`\b(?:do varal|da maquina|do armario|da gaveta|do corpo|da mala|do tanque|do guarda roupa|from the (?:wash|closet|drawer|line|dryer|washer|wardrobe)|del armario|del tendedero|de la lavadora)\b`)
	onlyTotal    = regexp.MustCompile(`\b(?:menos|except|but|exceto|salvo|excepto)\s+(?:o|a|the|el|la)\s+(?:total|valor|preco|frete|price|shipping|precio|envio)\b`)
	dropsAlone   = regexp.MustCompile(`^\W*(?:pode sair|podem sair|puede salir|drop (?:it|that)|scrap (?:it|that)|forget (?:it|that)|can go|delete from carts?)\W*$`)
	whenRemoved  = regexp.MustCompile(`\b(?:quando|assim que|depois que|when|whenever|once|cuando|after)\s+(?:eu|a gente|nos|voce|ele|ela|i|we|you|he|she|they|yo)\s+\w+`)
	toldToRemove = regexp.MustCompile(`\b(?:ninguem|nobody|no one|nadie)\s+(?:vai|ira|deve|pode|will|can|should|va a|puede)\b|\b` + people + `\s+(?:me )?(?:mandou|mandaram|pediu|disse|falou|quer|vai|told|asked|said|wants?|will|mando|pidio|dijo|quiere|va a)\b`)

	hatesIt        = regexp.MustCompile(`\b(?:nunca mais|nunca|jamais|never|odeio|detesto|hate|odio|abomino|nem pensar|livre me d[eo])\b`)
	othersDelivery = regexp.MustCompile(`\b(?:da|do|de|of|del)\s+(?:meu|minha|mi|my|la|the)?\s*` + people + `\b|\b(?:de noticias|of news|of the news|da pizza|de pizza|do ifood)\b`)
	pastDelivery   = regexp.MustCompile(`\b(?:ontem|anteontem|yesterday|ayer|anteayer|semana passada|last (?:week|time|year|month)|la semana pasada|da ultima vez|la ultima vez)\b`)
	// whenItWas is a day or a time, and no place in a list.
	whenItWas    = regexp.MustCompile(`\b(?:na|nesta|essa|ate|segunda|next|on)\s+(?:segunda|feira|monday)\b|\b(?:last|ultima|ultimo|ultim[ao]s|pasada|passada)\s+(?:week|month|year|time|compra|pedido|vez|semana|mes|order|purchase)\b`)
	forgetsOther = regexp.MustCompile(`\b(?:esquece|esqueca|esquecer|forget|olvida|olvidate|ignora|ignore|deixa)\b`)

	forgetsOne = regexp.MustCompile(`^\W*(?:esquece|esqueca|forget|olvida|olvidate de)\s+(?:o|a|the|el|la)\s+(?:outr[oa]|other|other one|otr[oa])\W*$`)
	paysShare  = regexp.MustCompile(`\b(?:cobr\w+|pag\w+|charge|pay|bill|pix|fech\w+|conclu\w+|close)\b[^.!?]{0,20}\b(?:metade|half|mitad|um terco|a third|um quarto|a quarter|un tercio)\b|\b(?:metade|half|mitad)\b[^.!?]{0,12}\b(?:no pix|in pix|by pix|no cartao)\b`)
	// paysPrice names what is to be paid.
	paysPrice      = regexp.MustCompile(`\b(?:ger\w+|cria\w*|crie|faz|faca|fazer|mand\w+|emit\w+|envi\w+|cobr\w+|generate|create|make|send|issue|genera\w*|haz|hace|crea\w*)\s+(?:(?:me|um|uma|o|a|an|the|un|el|una|meu|my|mi)\s+)*(?:pix|boleto|cobranca|charge|payment|cobro|pago|qr code|qr|link)\s+(?:de|of|for|por|no valor de|com valor de|com o valor de)\s+(?:so |apenas |only |just |solo )?(?:r\$ ?|us\$ ?|\$ ?)?[0-9]+(?:[.,][0-9]+)*(?:\s*(?:reais|real|pesos|dollars|bucks|conto|contos|pila|centavos)|\s*$|\s*[.,!;])|\b(?:cobra|cobre|charge me|charge|cobrame|cobreme)\s+(?:so |apenas |only |just |solo )?(?:r\$ ?|us\$ ?|\$ ?)?[0-9]+(?:[.,][0-9]+)*(?:\s*(?:reais|real|pesos|dollars|bucks|conto|contos|pila|centavos)|\s*$|\s*[.,!;])`)
	costsOnly      = regexp.MustCompile(`\b(?:custa|custam|vale|valem|costs?|cuesta|cuestan|sai|sale)\s+(?:so |apenas |only |just |solo )?(?:r\$ ?|us\$ ?|\$ ?)?[0-9]+(?:[.,][0-9]+)*[^?]{0,12}[,;.]?\s*(?:pode |can )?(?:fecha|fechar|conclui|finaliza|close|finish|cierra|paga|cobra)`)
	housePays      = regexp.MustCompile(`\bforgive (?:the|my|this) (?:payment|bill|charge|debt)\b|\b(?:e|eh|is|es) (?:um |a |un )?(?:brinde|freebie|regalo da casa|cortesia|gift from the (?:house|store|shop))\b|\b(?:charge|bill|put) (?:it|this|that|everything)? ?(?:to|on) the (?:house|store|shop)\b|\b(?:cobra|cobre|cobrar|cobrale|paga|debita) (?:da|na|a|de la|de a|do|ao?) (?:loja|casa|tienda|vendedor|lojista)\b|\bpor conta d(?:a|e) (?:casa|loja|voces)\b|\b(?:da|de|dar|marca|considera|dalo|da lo) (?:como|por) (?:pago|paga|pagado|quitado)\b|\b(?:va|vai|invita|corre) por (?:la|a|conta da) (?:casa|loja|tienda)\b|\b(?:va|corre) por cuenta de la casa\b`)
	othersPurchase = regexp.MustCompile(`\b(?:pedido|compra|conta|carrinho|cartao|order|purchase|bill|cart|card|cuenta|tarjeta|carrito)\s+(?:da|do|de|of|del|d[eo]s?)\s+(?:` + whose + `\s+)?` + people + `\b|\b(?:cobr\w+|charge|bill)\s+(?:d?[oa] |a |de |al )?(?:` + whose + `\s+)?` + people + `\b|\bmy\s+` + people + `'?s\s+(?:order|purchase|card|bill|cart)\b|\b(?:pedido|compra|conta|cuenta|order|purchase|bill|check)\s+(?:de|of|from|for|da)\s+(?:ontem|anteontem|yesterday|ayer|last week|semana passada)\b|\b(?:da mesa|de la mesa|for table|of table|table number)\s+[0-9]+\b`)
	chargesName    = regexp.MustCompile(`(?i:\b(?:cobra|cobre|cobrar|charge|bill|cobrale a|cóbrale a|cobrá a))(?i: (?:o|a|do|da|ao|à|al|from))? (?:[A-ZÁÉÍÓÚÂÊÔÃÕÇ][a-záéíóúâêôãõçñ]{2,})\W*$`)
	otherObject    = regexp.MustCompile(`\b(?:fech\w+|encerr\w+|finaliz\w+|termin\w+|conclu\w+|cierr\w+|cerra\w*|close|finish|end|complete)\s+(?:(?:a|o|as|os|the|la|el|las|los|my|your|minha|meu|sua|seu|esse|este|essa|esta|this|that|mi|tu)\s+)?(?:portas?|janelas?|chat|conversas?|bate papo|atendimento|chamado|ticket|aba|abas|app|aplicativo|sessao|boca|olhos?|ventanas?|puertas?|charla|conversacion|atencion|sesion|pestana|doors?|windows?|session|conversation|tabs?|browser|navegador|loja|store|shop|tienda|gaveta|drawer|reuniao|meeting|reunion|assunto|topic|tema)\b`)
	whichOne       = regexp.MustCompile(`^\W*(?:que|qual|quais|cual|which|what)\s+(?:pix|boleto|cartao|card|tarjeta|pagamento|payment|pago)\W*$|\b(?:fech\w+|pag\w+|conclu\w+|finaliz\w+|cobr\w+|cerrar|close|pay|finish|confirm\w+)\s+(?:o que|o q|por que|por q|pq|porque|why|what|que|para que|pra que)\W*$`)

	otherCustomer = regexp.MustCompile(`\b(?:endereco|address|direccion)\s+(?:do|da|de|of|del|d[eo])\s+(?:the |la |el )?(?:outr[oa]s?|otr[oa]s?|other|another|ultim[oa]|last|previous|anterior)\s*(?:client\w+|customer\w*|comprador\w*|buyer\w*|user\w*|usuari\w+|pessoa|person)\b`)
	saidBy        = regexp.MustCompile(`\b(?:disse|diz|dizia|escreveu|falou|mandou|respondeu|said|says|wrote|texted|told|dijo|dice|escribio|mando|me escreveu)\b`)

	// paysEach is a price for each piece, or one at which something is bought, and no number of
	// pieces.
	paysEach = regexp.MustCompile(`\b(?:buy|take|get|grab|purchase|have|levo|levar|compro|comprar|pego|llevo|llevar|fico com|quero|quiero|want)\s+(?:(?:it|them|this|that|these|those|this one|that one|all|ele|ela|eles|elas|isso|esse|essa|esses|essas|este|esta|lo|la|los|las|todos|todas)\s+)?(?:at|for|por|a)\s+(?:r\$ ?|\$ ?)?[0-9]+(?:[.,][0-9]+)*\s*(?:each|apiece|a piece|cada um|cada uma|cada uno|cada una|cada|a unidade|per unit)\b|\b(?:buy|take|get|grab|purchase)\s+(?:it|them|this|that|these|those)\s+(?:at|for)\s+(?:\$ ?)?[0-9]+(?:[.,][0-9]+)*\W*$`)
)

var (
	otherCode = regexp.MustCompile(`\b` + whose + `\s+` + people + `\s+(?:tem|tinha|usou|usa|ganhou|recebeu|has|had|got|uses|used|tiene|uso|gano)\b|\b(?:cupom|cupon|coupon|codigo|code|voucher)\s+(?:da|do|de|of|del)\s+(?:` + whose + `\s+)?` + people + `\b|\b(?:ela|ele|she|he|ella|el)\s+(?:que )?(?:vai|quem vai|will|va a)\s+usar|\b(?:expirad[oa]s?|vencid[oa]s?|expirou|venceu|expired|caducad[oa]s?|caduco|vencio)\b`)
	askedCode = regexp.MustCompile(`\b(?:quanto|cuanto|how much|what would|what does|what will|what is|ficaria|funciona|funcionaria|works?|is valid|valid[oa]?|vale|valem|sirve|serve|anda|presta|existe|exists)\b`)
	wouldCost = regexp.MustCompile(`\b(?:quanto|cuanto|how much)\s+(?:ficaria|fica|sairia|sai|custaria|seria|daria|quedaria|queda|costaria|saldria|would|is|will|does)\b`)
	brokenNo  = regexp.MustCompile(`\b(?:sem|without|sin|nao|no|not)\s*\n\s*(?:\w+\s+){0,2}(?:cupom|cupon|coupon|codigo|code|voucher)\b`)
	// brokenMinus is a number below nothing that a line break sets apart from its verb.
	brokenMinus = regexp.MustCompile(`[^\n:;.,\s][ ]*\n[ ]*[-−–][0-9]`)
)

// othersCode says why a code that was written is not applied: it is of somebody else's, over, only
// asked about, or stands in what somebody said.
func (t *turn) othersCode(sentence []token, place int) Reason {
	said := fold(t.text[sentence[0].start:sentence[len(sentence)-1].end])
	asks := t.asking(place) && (wouldCost.MatchString(said) || askedCode.MatchString(said) && !findCues(sentence).has(cueAdd))
	switch {
	case brokenNo.MatchString(fold(t.text)):
		return ReasonDeclined
	case otherCode.MatchString(said):
		return ReasonUnclear
	case asks && !slices.ContainsFunc(t.tokens, func(o token) bool { return applyVerbs[o.word] }):
		return ReasonUnclear
	case t.relayed(place, 1) && saidBy.MatchString(said):
		return ReasonInjection
	}
	return ""
}

var applyVerbs = wordSet(wordList("unwished applyVerbs"))
