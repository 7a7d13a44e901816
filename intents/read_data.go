package intents

import "slices"

// newData reads that something the shop knows shall change where the new value is not said:
// "sim, mas troca o endereço antes", "o CEP tá errado". The shop asks for it.
func (t *turn) newData(c clause, h hits) bool {
	changes := h.has(cueReplace) || h.has(cueUpdate) || wrongData.in(c.tokens) || otherData.in(c.tokens)
	if !changes || isPersonal(c.tokens) || h.has(cueCart) || c.asks && !modal.in(c.tokens) || t.exchangesHeld(c.tokens, h) {
		return false
	}
	for _, s := range t.slots {
		if s.Action == "set_buyer" || s.Action == "set_shipping_address" {
			return false // it is said elsewhere in the text
		}
	}
	for _, d := range knownData {
		if d.words.in(c.tokens) {
			t.question(d.ask)
			return true
		}
	}
	return false
}

// exchangesHeld reports whether a product of the checkout goes for another one, whatever data
// it has the name of: "swap the phone for the pro version".
func (t *turn) exchangesHeld(tokens []token, h hits) bool {
	at, ok := h[cueReplace]
	if !ok {
		at, ok = h[cueUpdate]
	}
	if !ok {
		return false
	}
	rest := tokens[at.at+at.length:]
	by, n := replaceBy.find(rest)
	if by < 1 {
		return false
	}
	next := slices.DeleteFunc(slices.Clone(rest[by+n:]), func(o token) bool { return versionWords[o.word] })
	return t.holds(t.target(t.conversation, phrase{tokens: rest[:by], spans: t.spans, basket: true})) && (onlyMarks(polite.without(trimMarks(next))) || t.namesProduct(next))
}

// knownData are what the shop asks for, by its names; those of the address come first, for
// "o endereço de e-mail" is rarely said.
var knownData = []struct {
	ask   Question
	words phrases
}{
	{AskNewEmail, table("email|e mail|correo|correo electronico")},
	{AskNewPhone, table(wordList("data knownData AskNewPhone"))},
	{AskNewTaxpayerID, table("cpf|documento|taxpayer id|tax id")},
	{AskNewName, table(wordList("data knownData AskNewName"))},
	{AskNewAddress, table(wordList("data knownData AskNewAddress"))},
}

var (
	// wrongData says that what is there is not right.
	wrongData = table(wordList("data wrongData"))
	// otherData asks for another one.
	otherData = table(wordList("data otherData"))
)
