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
	outOfWords = table(wordList("among outOfWords"))
	shownWords = table(wordList("among shownWords"))
)
