package intents

import (
	"slices"

	"balcao/internal/ids"
)

// selected takes out of a sentence what is chosen from: "das cafeteiras que você mostrou, a
// segunda", "tira o mais caro dos dois que estão no carrinho".
func (t *turn) selected(tokens []token, s *scope) []token {
	for i := range tokens {
		n := outOfWords.at(tokens, i)
		if n == 0 || i > 0 && i+n < len(tokens) && tokens[i+n].mark {
			continue
		}
		end := setEnd(tokens, i+n, i == 0)
		if end <= i+n {
			continue
		}
		rest := append(slices.Clone(tokens[:i]), tokens[end:]...)
		for len(rest) > 0 && rest[0].mark {
			rest = rest[1:]
		}
		if len(rest) == 0 {
			continue
		}
		among := tokens[i+n : end]
		if shippingWords.in(among) {
			return append(trimMarks(rest), shippingNoun(among)...)
		}
		if len(t.conversation.Results) < 2 && len(t.conversation.Lines) == 0 {
			continue
		}
		s.among = among
		return trimMarks(rest)
	}
	return tokens
}

// shippingNoun is the word for delivery among the tokens.
func shippingNoun(tokens []token) []token {
	at, n := shippingWords.find(tokens)
	return tokens[at : at+n]
}

// setEnd returns where the set that begins at tokens[from] ends: behind the words for
// having been shown or for the checkout, or at the comma after a set that opens its
// sentence. It is from where no set is.
func setEnd(tokens []token, from int, first bool) int {
	for i := from; i < len(tokens); i++ {
		if tokens[i].mark {
			if first && tokens[i].word == "," && i+1 < len(tokens) {
				return i + 1
			}
			return from
		}
		if n := shownWords.at(tokens, i); n > 0 {
			return i + n
		}
	}
	return from
}

// narrow leaves of the conversation what is chosen from.
func (t *turn) narrow(among []token) {
	inBasket := namesCart(among) || putWords.in(among) || len(t.conversation.Results) < 2
	list := t.conversation.Results
	if inBasket {
		list = t.conversation.inBasket()
	}
	_, _, names := t.takeQuantity(glueUnits(shownWords.without(among)))
	var few []ids.Product
	for _, p := range t.index.link(t.index.withoutNoise(names), list).products {
		few = append(few, p.ID)
	}
	left := slices.DeleteFunc(slices.Clone(list), func(id ids.Product) bool { return !slices.Contains(few, id) })
	if len(left) == 0 || len(left) == 1 && !inBasket {
		left = list // one of several is chosen: "das cafeteiras, a segunda"
	}
	if !inBasket {
		t.conversation.Results, t.conversation.Focus = left, ""
		return
	}
	t.conversation.Lines = slices.DeleteFunc(slices.Clone(t.conversation.Lines), func(l Line) bool { return !slices.Contains(left, l.Product) })
	t.conversation.Results, t.conversation.Focus = nil, ""
	if len(left) == 1 {
		t.conversation.Focus = left[0]
	}
}

// outOfWords come before what is chosen from; shownWords say where it is seen.
var (
	outOfWords = table(`
		das|dos|da relacao|da lista|de entre|dentre|dentre os|dentre as|entre os|entre as|de todos os|de todas as|daqueles|daquelas|desses|dessas|destes|destas
		of the|out of the|from the|from among the|among the|between the|of those|of these|from those|out of those|of all the
		de los|de las|entre los|entre las|de entre los|de entre las|de esos|de esas|de estos|de estas|de la lista`)
	shownWords = table(`
		que voce mostrou|que voce me mostrou|que me mostrou|que mostrou|que me mostraste|que voces mostraram|que me mostraram|que mostraram|que acabou de me mostrar|que acabou de mostrar|que voce acabou de me mostrar|que voce acabou de mostrar|que me foram apresentados|que me foram apresentadas|que foram apresentados|que foram apresentadas|que me apresentou|que voce apresentou|que apareceram|que apareceu|que voce listou|que listou|que voce achou|que voce encontrou|que voce mandou|que me mandou|que mandou|que me foi enviada|que me foi enviado|que me foram enviados|que me foram enviadas|que me enviou|que voce enviou|que voce passou|que voce sugeriu|que voce indicou|que voce trouxe|que voce ofereceu|que vi|que eu vi|que vimos|que estao ai|que estao aqui|que tem ai|apresentados|apresentadas|mostrados|mostradas|listados|listadas|oferecidos|oferecidas|ai de cima|acima
		que estao no carrinho|que estao na sacola|que tem no carrinho|que estao no pedido|que ja estao no carrinho|que estao na cesta|que coloquei|que eu coloquei|que ja coloquei|que botei|que eu botei|que tenho no carrinho|no carrinho|na sacola|no meu carrinho|na minha sacola
		you showed me|you showed|you just showed me|you just showed|you ve shown me|you have shown me|that you showed me|you listed|you just listed|that you listed|you found|you sent|you sent me|you gave me|you mentioned|you suggested|you offered|you brought up|that came up|that were shown|shown|listed|above|on the list|on your list
		in my cart|in the cart|in my basket|in my bag|in the basket|i added|i ve added|that i added|i put in|already in the cart
		que me mostraste|que me mostro|que me mostraron|que mostraste|que me ensenaste|que me enseno|que me acabas de ensenar|que me acabas de mostrar|que me acaba de mostrar|que me acaba de ensenar|que acabas de mostrarme|que acabas de ensenarme|que me pasaste|que me enviaste|que me mando|que me mandaste|que aparecen|que salieron|que listaste|que encontraste|que vi|mostrados|mostradas|de arriba
		que estan en el carrito|que hay en el carrito|que tengo en el carrito|que puse|que agregue|en el carrito|del carrito`)
)
