package intents

import (
	"encoding/json"

	"balcao/conversation"
)

// The words that answer a pending question. A yes must say so: every word of the answer
// has to belong here, and at least one of them must be a yes.
var (
	yesWords = table(`sim|s|claro|confirmo|confirma|confirmar|confirmado|pode concluir|pode finalizar|pode cobrar|pode fechar|pode confirmar|pode fazer|pode ser|pode sim|pode|conclui|concluir|finaliza|finalizar|fecha|fechado|manda ver|manda bala|isso mesmo|isso ai|com certeza|bora|autorizo|de acordo|aceito|quero sim|positivo|certeza
		yes|yep|yeah|yup|confirm|confirmed|i confirm|place the order|place my order|place order|go ahead|do it|sure|absolutely|of course|complete the purchase|complete my purchase|complete it|proceed|charge it|charge me|buy it
		si|dale|confirmar|confirmalo|adelante|hazlo|por supuesto|claro que si|acepto|procede|haz el pedido|realiza la compra|completa la compra`)
	mildYesWords = table("ok|okay|okey|blz|beleza|ta|ta bom|ta certo|certo|perfeito|joia|combinado|isso|fine|alright|right|sounds good|vale|bueno|esta bien|listo")
	yesFill      = table(`o|a|os|as|e|the|it|this|that|el|la|y|and|por favor|please|pagamento|compra|pedido|cobranca|order|purchase|payment|pago|agora|now|ahora|ja|voce|vc|meu|minha|my|mi|tudo|all|todo|eu|i|com|no|na|do|da|de|favor|obrigado|obrigada|thanks|gracias|esse|essa|isso|certo|correto|correct|dados|estao|corretos|esta|ok|concluir|finalizar|fechar|fazer|pagar|cobrar|cobra`)
	noWords      = table(`nao|n|espera|pera|perai|calma|parar|deixa pra la|deixa|depois|ainda nao|melhor nao|cancela|talvez|acho que nao|nem|desisto|mudei de ideia|agora nao|negativo|nada disso
		no|nope|nah|wait|stop|hold on|not yet|not now|maybe|don t|do not|never mind|nevermind|later|cancel|changed my mind
		espere|espera|todavia no|mejor no|quizas|tal vez|luego|ahora no|cancelar|alto`)
)

// answer reads the text as the answer to the pending question, if there is one. done is
// false if the text speaks of something else.
func (t *turn) answer(tokens []token) (slots []Slots, done bool) {
	pending := t.conversation.Pending
	if pending == nil {
		return nil, false
	}
	money := pending.Action == "complete_checkout"
	switch {
	case isYes(tokens, !money):
		s, err := decodePending(pending)
		if err != nil {
			return []Slots{unknown(ReasonUnclear)}, true
		}
		s.confirmed = true
		return []Slots{s}, true
	case isNo(tokens):
		return []Slots{unknown(ReasonDeclined)}, true
	case len(meaning(mildYesWords.without(tokens))) == 0 && mildYesWords.in(tokens):
		return []Slots{unknown(ReasonUnclear)}, true
	case money:
		return nil, false
	}
	return t.restate(tokens, pending)
}

// isYes reports whether every word of the answer approves and one of them says yes; mild
// words such as "ok" count only where no money moves.
func isYes(tokens []token, mild bool) bool {
	said := false
	for i := 0; i < len(tokens); {
		switch yes, soft := yesWords.at(tokens, i), mildYesWords.at(tokens, i); {
		case tokens[i].mark && tokens[i].word != "?":
			i++
		case yes > 0:
			said = true
			i += yes
		case soft > 0:
			said = said || mild
			i += soft
		case yesFill.at(tokens, i) > 0 && !spanishNo(tokens, i):
			i += yesFill.at(tokens, i)
		default:
			return false
		}
	}
	return said
}

// spanishNo tells the no of English and Spanish from the Portuguese "no" before a noun.
func spanishNo(tokens []token, i int) bool {
	return tokens[i].word == "no" && (i+1 == len(tokens) || tokens[i+1].mark || i == 0)
}

// isNo reports whether the answer refuses or hesitates and says nothing else.
func isNo(tokens []token) bool {
	return noWords.in(tokens) && len(meaning(ackWords.without(yesFill.without(noWords.without(tokens))))) == 0
}

// decodePending reads the slots of the pending action.
func decodePending(p *conversation.Pending) (Slots, error) {
	s := Slots{Action: p.Action}
	if len(p.Slots) == 0 {
		return s, nil
	}
	err := json.Unmarshal(p.Slots, &s)
	s.Action = p.Action
	return s, err
}

// restate reads a correction of one slot of the pending action: another quantity or
// other options.
func (t *turn) restate(tokens []token, pending *conversation.Pending) (slots []Slots, done bool) {
	s, err := decodePending(pending)
	if err != nil || s.Product == "" && len(s.Candidates) == 0 {
		return nil, false
	}
	rest := correctionWords.without(noWords.without(yesWords.without(mildYesWords.without(tokens))))
	n, counted, rest := t.takeNewQuantity(rest)
	if counted && n >= 1 && n <= maxQuantityInText && len(meaning(rest)) == 0 {
		s.Quantity = n
		return []Slots{s}, true
	}
	return nil, false
}
