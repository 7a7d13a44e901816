package intents

import "slices"

// comingWants writes "quero" in the place of a way that was made for so many of a thing: "vim
// buscar 3 cabos" neither searches nor fetches what was ordered.
func (r reader) comingWants(tokens []token) []token {
	for i := range tokens {
		n := cameFor.at(tokens, i)
		if n == 0 || i+n >= len(tokens) {
			continue
		}
		if _, counted := r.number(tokens, i+n); counted == 0 && !countingArticles[tokens[i+n].word] {
			continue
		}
		wish := token{word: "quero", start: tokens[i].start, end: tokens[i+n-1].end}
		return slices.Concat(tokens[:i], []token{wish}, tokens[i+n:])
	}
	return tokens
}

var cameFor = table(`vim buscar|vim pegar|vim comprar|vim levar|vim aqui buscar|vim aqui pegar|vim aqui comprar|vim so buscar|vim so pegar|vim so comprar|viemos buscar|viemos pegar|viemos comprar|venho buscar|venho comprar
	came to get|came to buy|came for|came in for|came here for|came in to get|came to pick up|came here to get|came here to buy
	vine a buscar|vine a comprar|vine a llevar|vine por|vengo por|vengo a buscar|vengo a comprar|vengo a llevar|venimos a buscar|venimos a comprar`)

// wentFor tell of a way that was made, and do not say what is wanted now: "fui lá comprar 3
// mouses mas não tinha".
var wentFor = table(`fui comprar|fui buscar|fui pegar|fui encomendar|fui levar|fui la comprar|fui la buscar|fui la pegar|fui ai comprar|fui ai buscar|fui ai pegar|fui na loja comprar|fui ate ai comprar|fui tentar comprar|fomos comprar|fomos buscar|fomos pegar|foi comprar|foi buscar|foi la comprar|tinha ido comprar|tentei comprar|tentei pegar|tentei levar|tentei colocar|tentei adicionar|tentamos comprar|passei ai pra comprar|passei la pra comprar
	went to buy|went to get|went to pick up|went there to buy|went there to get|went out to buy|went in to buy|tried to buy|tried to get|tried to order|tried to add|was trying to buy
	fui a comprar|fui a buscar|fui a llevar|fui alla a comprar|fui ahi a comprar|fuimos a comprar|fuimos a buscar|fue a comprar|intente comprar|trate de comprar|habia ido a comprar`)
