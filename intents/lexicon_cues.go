package intents

// cue is what a clause may want, told by its words.
type cue int

// The cues, in the order in which they win when a clause has several.
const (
	cueNone cue = iota
	cueEmpty
	cueReplace
	cueRemove
	cueUpdate
	cueCancel
	cueOrder
	cueCompare
	cueCart
	cuePrice
	cuePay
	cueSearch
	cueAvailable
	cueHelp
	cueCoupon
	cueAdd
)

// cuePhrase has the words of one cue.
type cuePhrase struct {
	cue   cue
	words phrases
}

// cuePhrases are the words of each cue in Portuguese, English and Spanish, folded. Words
// of glue may stand between those of a phrase; marked verbs have all their forms.
var cuePhrases = []cuePhrase{
	{cueEmpty, table(wordList("cues cueEmpty"))},
	{cueReplace, table(wordList("cues cueReplace"))},
	{cueRemove, table(wordList("cues cueRemove"))},
	{cueUpdate, table(wordList("cues cueUpdate"))},
	{cueCancel, table(wordList("cues cueCancel"))},
	{cueOrder, table(wordList("cues cueOrder"))},
	{cueCompare, table(wordList("cues cueCompare"))},
	{cuePrice, table(wordList("cues cuePrice"))},
	{cueCart, table(wordList("cues cueCart"))},
	{cuePay, table(wordList("cues cuePay"))},
	{cueSearch, table(wordList("cues cueSearch"))},
	{cueAvailable, table(wordList("cues cueAvailable"))},
	{cueHelp, table(wordList("cues cueHelp"))},
	{cueCoupon, table(wordList("cues cueCoupon"))},
	{cueAdd, table(wordList("cues cueAdd"))},
}
