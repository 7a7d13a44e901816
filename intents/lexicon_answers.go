package intents

// The words that answer a pending question. What says yes to one that binds is in
// lexicon/assent.txt; these do for the others, and lead up to what is said instead. Only
// forms that decide now are here: "confirmaria" and "vou confirmar" are none.
var (
	yesWords     = table(wordList("answers yesWords"))
	mildYesWords = table(wordList("answers mildYesWords"))
	yesFill      = table(wordList("answers yesFill"))
	// agreeFill are the words beside the yes to a question that does not bind.
	agreeFill = table(wordList("answers agreeFill"))
	noWords   = table(wordList("answers noWords"))
	// doubtWords put the decision off.
	doubtWords = table(wordList("answers doubtWords"))
	// noFill are the other words of refusals and doubts.
	noFill = table(wordList("answers noFill"))
	// pointWords say yes by pointing at what is asked about.
	pointWords = table(wordList("answers pointWords"))
	// answerLeads may stand between the yes or no and what is asked for instead.
	answerLeads = table(wordList("answers answerLeads"))
)

// sameWords are the words of the asked action itself, which say yes where no money moves:
// "exato, aumenta".
var sameWords = map[string]phrases{
	"add_to_checkout":           table(wordList("answers sameWords add_to_checkout")),
	"update_quantity":           table(wordList("answers sameWords update_quantity")),
	"remove_from_checkout":      table(wordList("answers sameWords remove_from_checkout")),
	"cancel_checkout":           table(wordList("answers sameWords cancel_checkout")),
	"set_buyer":                 table(wordList("answers sameWords set_buyer")),
	"set_shipping_address":      table(wordList("answers sameWords set_shipping_address")),
	"select_fulfillment_option": table(wordList("answers sameWords select_fulfillment_option")),
	"apply_discount":            table(wordList("answers sameWords apply_discount")),
	"start_payment":             table(wordList("answers sameWords start_payment")),
	"search_catalog":            table("buscar~|procurar~|mostrar~|search|buscar^"),
}
