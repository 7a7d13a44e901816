package intents

// Words that take back what was done last, whatever it was.
var (
	undoWords = table(`
		desfazer~|desfaz|desfaca|desfacam|reverter~|reverte|voltar~ atras|volta atras|volte atras|volta como tava|volta como estava|volta como era|volta ao que era|volta o que era|deixa como tava antes|deixa como estava antes|deixa como era antes|volta um passo
		undo|revert|roll back|rollback|take that back|take it back|take back the last|take back my last|go back one step|put it back how it was|put it back the way it was|put that back how it was|change it back|change that back
		deshacer^|deshacer|deshaz|deshace|deshaga|deshazlo|deshacelo|revertir^|revierte|volver^ atras|vuelve atras|volve atras|volver atras|da marcha atras|dejalo como estaba antes|vuelve a como estaba`)
	// undoFill is what such a text may say beside it. What names a product, the order or all
	// of the cart is something else.
	undoFill = table(`
		isso|isso ai|isto|essa|esse|ai|ultimo|ultima|ultimos|mudanca|alteracao|modificacao|acao|coisa|passo|que fiz|que eu fiz|que voce fez|que acabei de fazer|que pedi|que eu pedi|agora ha pouco|errei|me enganei|foi engano|sem querer|ops|opa|eita|ih|ai meu deus|nao era isso|me arrependi|mudei de ideia|pra mim|aqui|la|vamos|vai|entao|ja|rapido|tambem|preciso|gostaria de|da pra|como estava
		that|this|it|last|last one|one|change|action|thing|step|edit|i did|you did|i just did|what|what i did|just|my|oops|whoops|sorry|my bad|my mistake|i made a mistake|wait|actually|quickly|to|like to|need to|let s|the way it was
		eso|esto|ese|esa|lo|ultimo cambio|cambio|accion|paso|lo que hice|que hice|me equivoque|fue un error|perdon|ups|un paso|necesito|lo ultimo`)
)

// undoes reports whether a text asks to take back the last change and asks nothing else.
func (r reader) undoes(tokens []token) bool {
	if !undoWords.in(tokens) || wholeOrder.in(tokens) {
		return false
	}
	said := regretWords.without(tokens)
	for i, t := range said {
		if negations[t.word] && !(t.word == "no" && i+1 < len(said) && said[i+1].word == "ultimo") {
			return false // "não desfaz", but "volta atrás no último"
		}
	}
	rest := regretWords.without(polite.without(modal.without(tokens)))
	rest = undoFill.without(undoWords.without(rest))
	return len(meaning(r.index.withoutNoise(rest))) == 0
}

// wholeOrder is more than the last change.
var wholeOrder = table("pedido|compra|carrinho|cesta|sacola|tudo|todas|todos|order|purchase|cart|basket|everything|all|carrito|todo|toda")

// regretWords deny what was done, not that it is taken back.
var regretWords = table("nao era isso|nao era isso que eu queria|nao foi isso que eu pedi|not what i wanted|that s not what i wanted|no era eso|no queria eso")

// undo is the wish to take back the last change. A line that was spoken of last is what it
// takes out where nobody knows what that change was.
func (t *turn) undo() Slots {
	s := Slots{Action: actionUndo}
	for _, l := range t.conversation.Lines {
		if l.Product == t.conversation.Focus {
			s.Product = string(l.Product)
		}
	}
	return s
}

// actionUndo is the action of a text that takes back the last change. The compared form has
// no name for it.
const actionUndo = "undo"
