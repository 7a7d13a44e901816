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
	wishesToCancel = table(`querer~ cancelar|querer~ desistir|querer~ anular|gostaria de cancelar|gostaria de desistir|desejar~ cancelar|prefiro cancelar|preferia cancelar|vou cancelar|vou desistir|vamos cancelar|preciso cancelar|precisava cancelar|resolvi cancelar|decidi cancelar|quero o cancelamento|quero cancelamento|solicito o cancelamento|solicito cancelamento|peco o cancelamento
		want to cancel|wanna cancel|like to cancel|need to cancel|prefer to cancel|rather cancel|going to cancel|have to cancel|decided to cancel
		querer^ cancelar|querer^ anular|quisiera cancelar|deseo cancelar|prefiero cancelar|voy a cancelar|necesito cancelar|decidi cancelar`)
	stopsBuying = table(`nao quero mais comprar|nao quero comprar mais|nao vou mais comprar|nao vou comprar mais
		forget the whole thing|call the whole thing off|don t want to buy|don t want to buy anything|no longer want to buy
		ya no quiero comprar|no quiero comprar nada|ya no voy a comprar`)
)
