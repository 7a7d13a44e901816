package intents

// dropsPurchase reports whether an answer drops the purchase and not only what is asked: it
// names the purchase beside the cancellation, or wishes for one. A bare "cancela" is a no.
func (t *turn) dropsPurchase(tokens []token) bool {
	hit, ok := findCues(tokens)[cueCancel]
	if !ok || endsAsking(tokens) {
		return false
	}
	return stopsBuying.at(tokens, hit.at) > 0 || doneWords.at(tokens, hit.at) == 0 && (namesBasket(tokens) || wishesToCancel.in(tokens))
}

var (
	wishesToCancel = table(wordList("drop_purchase wishesToCancel"))
	stopsBuying    = table(wordList("drop_purchase stopsBuying"))
)
