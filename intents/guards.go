package intents

import (
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"
)

// guarded is what the guards say of a whole text.
type guarded struct {
	// stop is the reason to go no further, empty if there is none.
	stop Reason
	// noPayment keeps a claim of having paid from starting a payment.
	noPayment bool
	// paid, haggles, waives, authority and injects tell which kinds are in the text at all:
	// only those are looked for in its clauses.
	paid, haggles, waives, authority, injects bool
	// wantsCodes says that a code is to be made up, or the good ones to be told.
	wantsCodes bool
	// tainted says that a part of the text speaks to the machinery: only what can harm
	// nobody is read from the rest of it.
	tainted bool
}

// guardText looks at the whole text before any clause is read. The tokens have its typed
// spans masked.
func guardText(text string, tokens []token) guarded {
	text = fold(text)
	if headerPattern.MatchString(text) || hidden(text) {
		return guarded{stop: ReasonInjection}
	}
	g := guarded{haggles: haggles(tokens), paid: guards.in("paid", tokens), waives: waives(tokens)}
	switch {
	case brokenMinus.MatchString(text) && strings.Count(text, "\n-") == 1:
		return guarded{stop: ReasonInvalidQuantity}
	case bids(tokens), paysEach.MatchString(text), guards.in("deal", tokens), g.haggles && (guards.in("condition", tokens) || setsTerms.at(tokens, 0) > 0 || guards.lists["closes"].in(tokens)):
		return guarded{stop: ReasonNegotiation}
	}
	g.wantsCodes = makeCode.MatchString(text) || whichCodes.MatchString(text)
	g.authority = claimsAuthority(tokens) && guards.in("grant", tokens)
	g.injects = g.authority || injects(text)
	g.noPayment, g.tainted = g.paid || g.waives, g.injects
	return g
}

// setsTerms are the ways to begin with a condition.
var setsTerms = guards.lists["if"]

// injects reports whether a folded text speaks to the machinery.
func injects(text string) bool {
	return markupPattern.MatchString(text) || speakerPattern.MatchString(text) || guards.in("injection", tokenize(text))
}

// claimsAuthority reports whether the speaker poses as somebody who has a say in the shop.
func claimsAuthority(tokens []token) bool { return guards.in("authority", tokens) }

// attackAt returns where in a folded text an attack begins.
func attackAt(text string) int {
	at := len(text)
	for _, p := range []*expression{markupPattern, speakerPattern} {
		if m := p.FindStringIndex(text); m != nil {
			at = min(at, m[0])
		}
	}
	tokens := tokenize(text)
	for _, rule := range []string{"injection", "authority", "waive"} {
		if i, _ := guards.find(rule, tokens); i >= 0 {
			at = min(at, tokens[i].start)
		}
	}
	return at
}

// waives reports whether the customer wants to get away without paying, and not only to pay
// in another way: "esquece o boleto, vai no pix".
func waives(tokens []token) bool {
	at, n := guards.find("waive", tokens)
	return at >= 0 && !methodsIn(tokens[at:min(len(tokens), at+n+2)])
}

// hidden reports whether an attempt to speak to the machinery is written so that a rule
// would not see it: with digits for letters, backwards, with letters of another alphabet,
// or encoded.
func hidden(text string) bool {
	if encodedPattern.MatchString(text) {
		return true
	}
	if mixedWords(text) >= leastMixed && injects(digitsToLetters.Replace(text)) {
		return true
	}
	if strings.ContainsFunc(text, func(r rune) bool { return unicode.In(r, unicode.Cyrillic, unicode.Greek, unicode.Armenian) }) && injects(latin.Replace(text)) {
		return true
	}
	if values := formLabel.ReplaceAllString(text, " "); strings.Count(text, "\n") > 0 && values != text {
		values = strings.Join(strings.Fields(values), " ")
		if injects(values) || waives(tokenize(values)) {
			return true // spread over the fields of a form
		}
	}
	turned := backwards(text)
	return slices.ContainsFunc(attackWords, func(w string) bool { return strings.Contains(turned, w) && !strings.Contains(text, w) }) && injects(turned)
}

var formLabel = pattern(`(?m)^[a-z ]{2,20}:`)

// leastMixed is how many words must mix letters and digits before they are read as
// letters alone.
const leastMixed = 3

func mixedWords(text string) int {
	n := 0
	for _, w := range strings.Fields(text) {
		if hasDigit(w) && strings.ContainsFunc(w, unicode.IsLetter) || w == "4" || w == "3" {
			n++
		}
	}
	return n
}

// attackWords are words of attacks, one of which a text written backwards has.
var attackWords = []string{"ignor", "regra", "rules", "instru", "liber", "sistema", "system", "pedido", "finaliz", "esque", "forget", "order"}

var (
	digitsToLetters = strings.NewReplacer("0", "o", "1", "i", "3", "e", "4", "a", "5", "s", "7", "t", "@", "a", "$", "s")
	latin           = strings.NewReplacer("а", "a", "е", "e", "о", "o", "р", "p", "с", "c", "у", "y", "х", "x", "і", "i", "ѕ", "s", "ԁ", "d", "һ", "h", "ո", "n", "м", "m", "т", "t", "к", "k", "в", "b", "α", "a", "ο", "o", "ε", "e")
	// encodedPattern is a long word in mixed case with no vowel pattern of a language.
	encodedPattern = pattern(`[a-z0-9+/]{32,}={0,2}`)
)

func backwards(text string) string {
	r := []rune(text)
	slices.Reverse(r)
	return string(r)
}

// harmless are the actions that are read from a text of which a part was an attack.
func harmless(s Slots) bool {
	if s.Unresolved {
		return false
	}
	switch s.Action {
	case "search_catalog", "get_product", "add_to_checkout", "update_quantity", "get_checkout", "get_order", "select_fulfillment_option", "set_shipping_address":
		return true
	case "remove_from_checkout":
		return !s.All
	case "set_buyer":
		return s.FullName == ""
	case "apply_discount":
		return true // the code stands in the text, and the shop knows which are good
	}
	return false
}

// clause looks at one clause: it is dropped, and the others stand.
func (g guarded) clause(text string, tokens []token, asks bool) Reason {
	switch {
	case g.injects && (injects(fold(text)) || g.authority && claimsAuthority(tokens) && !couponGiven.in(tokens)):
		return ReasonInjection
	case g.paid && guards.in("paid", tokens) && !asks:
		return ReasonPaymentClaim
	case g.waives && waives(tokens):
		return ReasonDeclined
	case g.haggles && haggles(tokens) && !couponGiven.in(tokens):
		return ReasonNegotiation
	}
	return ""
}

// couponGiven is a code that the customer was given, beside the word for it.
var couponGiven = table(wordList("guards couponGiven"))

func haggles(tokens []token) bool { return guards.in("haggle", tokens) }

// small reports what a clause without any wish is: an acknowledgement, a pleasantry, a
// topic outside the shop, or unclear.
func small(tokens []token) Reason {
	if len(words(tokens)) == 0 {
		return ReasonEmpty
	}
	if chatWords.at(tokens, 0) > 0 && ackWords.at(tokens, 0) == 0 {
		return ReasonChitchat
	}
	if len(meaning(ackWords.without(tokens))) == 0 && ackWords.in(tokens) {
		return ReasonNoPending
	}
	switch {
	case outsideWords.in(tokens):
		return ReasonOutOfScope
	case chatWords.in(tokens):
		return ReasonChitchat
	}
	return ReasonUnclear
}

// meaning returns the tokens that are neither marks nor stop words.
func meaning(tokens []token) []token {
	var out []token
	for _, t := range tokens {
		if !t.mark && !stopWords[t.word] && !isMask(t.word) {
			out = append(out, t)
		}
	}
	return out
}

// invalidQuantity reports whether the phrase asks for a number of pieces that cannot be:
// negative, a fraction or absurdly many.
func invalidQuantity(tokens []token) bool {
	for i, t := range tokens {
		switch {
		case t.mark && minusSigns[t.word] && i+1 < len(tokens) && isNumber(tokens[i+1].word) && !isDash(tokens, i):
			return true
		case t.word == "menos" && i+1 < len(tokens) && (isNumber(tokens[i+1].word) || i > 0 && numberWords[tokens[i+1].word] > 1 && cueAt(tokens, i-1) == cueAdd), t.word == "minus", t.word == "negativo" && i > 0 && isNumber(tokens[i-1].word):
			return true
		case t.mark && oddNumber(t.word) && (i == 0 || tokens[i-1].end < t.start || tokens[i-1].mark || hasDigit(tokens[i-1].word)) && !(i+1 < len(tokens) && units[tokens[i+1].word] != ""):
			return true // "½", "Ⅻ", but not "m²"
		case t.mark && t.word == "^" && i > 0 && i+1 < len(tokens) && isNumber(tokens[i-1].word) && isNumber(tokens[i+1].word):
			return true
		}
	}
	return false
}

// minusSigns are the marks that take away, in all widths.
var minusSigns = map[string]bool{"-": true, "−": true, "－": true, "﹣": true, "‒": true, "‐": true, "‑": true}

// oddNumber reports whether a mark is a number of another kind than digits: a fraction, an
// exponent or a Roman one.
func oddNumber(mark string) bool {
	r, _ := utf8.DecodeRuneInString(mark)
	return unicode.In(r, unicode.No, unicode.Nl)
}

// isDash reports whether a minus with a space on either side only sets apart what follows
// it: "redmi note 14 - 3 unidades". Behind a verb it is a minus.
func isDash(tokens []token, i int) bool {
	return i > 0 && tokens[i+1].start > tokens[i].end && tokens[i-1].end < tokens[i].start && !tokens[i-1].mark && cueAt(tokens, i-1) == cueNone &&
		i+2 < len(tokens) && pieces.at(tokens, i+2) > 0
}

// isFraction reports whether a word is a number with decimals.
func isFraction(word string) bool {
	whole, decimals, ok := strings.Cut(strings.ReplaceAll(word, ",", "."), ".")
	return ok && isNumber(whole) && isNumber(decimals)
}
