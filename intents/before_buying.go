package intents

import (
	"slices"
	"strings"
)

// beforeBuying reads what is asked of the purchase that is being made, whatever was spoken
// of last: what delivery costs and how long it takes, what all of it costs, whether it is
// paid, and what name is on it. It shows the checkout; without an address delivery asks for it.
func (t *turn) beforeBuying(c clause, h hits) bool {
	if !c.asks || t.conversation.Pending != nil && t.conversation.Pending.Action != actionComplete {
		return false
	}
	rest := trimMarks(c.tokens)
	held := len(t.conversation.Lines) > 0
	inView := t.conversation.Focus == "" || t.conversation.line(t.conversation.Focus) != nil
	whole := func(p phrases) bool {
		return p.in(rest) && len(meaning(t.index.withoutNoise(askFill.without(p.without(rest))))) == 0
	}
	switch {
	case len(t.slots) == 1 && len(rest) > 1 && definiteArticles[rest[0].word] && freightNouns.at(rest, 1) > 0 && howMuch.in(t.before) && len(words(t.before)) == 1 && (held || t.conversation.Focus != "") && !t.conversation.Paying:
		t.slots = nil // "quanto é o frete?" was parted at its verb
		return t.shippingQuestion(true)
	case whole(isPaid):
		t.add(Slots{Action: "get_order"})
	case !held && t.conversation.Focus == "" || t.conversation.Paying:
		return false
	case freightNouns.in(rest) && (h.has(cuePrice) || howMuch.in(rest)) && !h.has(cueAdd) && !isPersonal(rest) && t.namesNothing(freightNouns.without(withoutCues(rest, cuePrice))):
		return t.shippingQuestion(true)
	case whole(arrivalTime):
		return t.shippingQuestion(true)
	case held && inView && whole(wholeTotal), held && whole(onInvoice):
		t.add(Slots{Action: "get_checkout"})
	default:
		return false
	}
	return true
}

var (
	freightNouns = table(wordList("before_buying freightNouns"))
	isPaid       = table(wordList("before_buying isPaid"))
	arrivalTime  = table(wordList("before_buying arrivalTime"))
	wholeTotal   = table(wordList("before_buying wholeTotal"))
	onInvoice    = table(wordList("before_buying onInvoice"))
	askFill      = table(wordList("before_buying askFill"))
)

// goneLine reads what shall be taken out where that is a line whose product the catalogue
// has no more: by the line's own title, by its place, or as the only one there is.
func (t *turn) goneLine(tokens []token) bool {
	lines := t.conversation.Lines
	if !slices.ContainsFunc(lines, func(l Line) bool { return t.index.product(l.Product) == nil }) {
		return false
	}
	left := slices.DeleteFunc(slices.Clone(tokens), func(o token) bool { return o.mark })
	at, _ := ordinal(left, len(lines))
	if at < 0 {
		at = t.lineTitled(left)
	}
	nothing := len(meaning(t.index.withoutNoise(goneFill.without(left)))) == 0
	if at < 0 && len(lines) == 1 && (pointsAt(left) || nothing) {
		at = 0
	}
	if at < 0 && nothing && !pointsAt(left) && (namesCart(left) || t.conversation.line(t.conversation.Focus) == nil) {
		at = t.onlyGone() // "tirar do carrinho" answers what the shop asks about it
	}
	if at < 0 || t.index.product(lines[at].Product) != nil {
		return false
	}
	t.add(lineSlots(lines[at], "remove_from_checkout"))
	return true
}

// onlyGone returns the place of the one line whose product the catalogue has no more, -1 if
// there are several.
func (t *turn) onlyGone() int {
	at := -1
	for i, l := range t.conversation.Lines {
		if t.index.product(l.Product) != nil {
			continue
		}
		if at >= 0 {
			return -1
		}
		at = i
	}
	return at
}

// goneFill names the cart or nothing at all.
var goneFill = table(wordList("before_buying goneFill"))

// lineTitled returns the place of the one line whose title has all of the words, -1 if none
// or several have.
func (t *turn) lineTitled(tokens []token) int {
	said := meaning(t.index.withoutNoise(goneFill.without(tokens)))
	found := -1
	for i, l := range t.conversation.Lines {
		title := words(tokenize(clean(l.Title)))
		if len(said) == 0 || slices.ContainsFunc(said, func(o token) bool {
			return !smallWords[o.word] && !slices.ContainsFunc(title, func(w string) bool { return strings.TrimSuffix(w, "s") == strings.TrimSuffix(o.word, "s") })
		}) {
			continue
		}
		if found >= 0 {
			return -1
		}
		found = i
	}
	return found
}
