package intents

import (
	"slices"
	"strings"

	"balcao/internal/lang"
)

var (
	// wholeWords say that all of the checkout is meant.
	wholeWords = table(wordList("evidence_asked wholeWords"))
	// doubts put a wish off, or only imagine it.
	doubts = table(wordList("evidence_asked doubts"))
)

// Asked reports whether the text plainly asks for an action that moves money or changes
// what is to be paid, throws the checkout away or takes all out of it: it has the words for it, denies nothing, doubts
// nothing and asks nothing. A reader's word alone is not enough for these.
func (e *Evidence) Asked(action string) bool {
	t := turn{reader: e.reader, text: e.text, spans: e.spans, tokens: e.read, reading: e.read}
	if e.doubtful() || t.doubted(Slots{Action: action, All: action == "remove_from_checkout"}) != "" {
		return false
	}
	h := findCues(e.read)
	switch action {
	case "start_payment":
		return h.has(cuePay) || methodsIn(e.read)
	case "cancel_checkout":
		return h.has(cueCancel)
	case "remove_from_checkout":
		return h.has(cueEmpty) || h.has(cueRemove) && wholeWords.in(e.read)
	case "apply_discount":
		return h.has(cueCoupon) || couponNouns.in(e.read)
	}
	return false
}

// doubtful reports whether the text has a negation or a question mark anywhere.
func (e *Evidence) doubtful() bool {
	return doubts.in(e.read) || slices.ContainsFunc(e.read, func(t token) bool {
		return t.mark && t.word == "?" || negations[t.word] && (t.word != "no" || e.language != lang.Portuguese)
	})
}

// Code returns a discount code as the shop keeps it, if it stands in the text just so and
// looks like one: a reader cannot know a code from another word.
func (e *Evidence) Code(code string) (string, bool) {
	list := &spans{text: e.text}
	for _, word := range strings.FieldsFunc(e.text, func(r rune) bool { return r != '-' && !isWordRune(r) }) {
		if word == code && couponWord.FindString(word) == word && list.isCode(word) && !isNumber(word) && !e.index.sells(word) {
			return strings.ToUpper(word), true
		}
	}
	return "", false
}

// Shipping is the choice of a way of delivery by its kind or by its place in the list, if the
// text makes it: it names the way, or wishes for what is cheap or fast of the delivery. That
// delivery is spoken of chooses nothing.
func (e *Evidence) Shipping(option string, place int) (Slots, bool) {
	s := Slots{Action: "select_fulfillment_option", Option: option, Index: place}
	offered := e.conversation.Options
	if len(offered) == 0 || (option == "") == (place == 0) || place > len(offered) || e.doubtful() || e.told(e.read) {
		return s, false
	}
	t := turn{reader: e.reader, conversation: e.conversation, text: e.text, tokens: e.read, reading: e.read}
	if t.unwished(s) != "" {
		return s, false
	}
	var named Slots
	byTitle := t.byTitle(e.read, &named)
	delivery := shippingWords.in(e.read)
	switch option {
	case "":
		return s, byTitle && named.Index == place || delivery && e.Place(place)
	case optionPickup:
		return s, pickupWords.in(e.read) || goAndGet.in(e.read)
	case optionExpress:
		return s, named.Option == option || namesOption(e.read) && expressWords.in(e.read) || delivery && expressWords.in(e.read)
	case optionStandard:
		return s, named.Option == option || namesOption(e.read) && standardWords.in(e.read) || delivery && standardWords.in(e.read)
	case optionCheapest:
		return s, delivery && (cheapestWords.in(e.read) || borne["cheap"].in(e.read))
	case optionFastest:
		return s, arrivesFirst.in(e.read) || delivery && (fastestWords.in(e.read) || borne["fast"].in(e.read))
	}
	return s, false
}

// Place reports whether the text names a place in a list, counted from 1.
func (e *Evidence) Place(n int) bool {
	for _, t := range e.read {
		if ordinals[t.word] == n {
			return n > 0
		}
	}
	return e.numbered(int64(n), nil)
}

// Query is the search for a reader's words, if they share one with the text; limits of
// price, size and colour are those that the parser reads.
func (e *Evidence) Query(query string) (Slots, bool) {
	said := map[string]bool{}
	for _, t := range e.index.terms(e.read) {
		said[t.text] = true
	}
	shared := slices.ContainsFunc(e.index.terms(tokenize(clean(query))), func(t term) bool { return said[t.text] })
	if !shared {
		return Slots{}, false
	}
	t := turn{reader: e.reader, text: e.text, spans: e.spans}
	own, _ := t.query(e.read)
	return Slots{Action: "search_catalog", Query: query, Filters: own.Filters}, true
}

// Payment is the wish to pay with what the text says of the way.
func (e *Evidence) Payment() Slots {
	return Slots{Action: "start_payment", Method: methodOf(e.read)}
}

// Order is the wish to see an order, by its number if the text has just one.
func (e *Evidence) Order() Slots {
	s := Slots{Action: "get_order"}
	for _, n := range e.spans {
		if n.kind != spanOrder {
			continue
		}
		if s.Order != "" {
			return Slots{Action: "get_order"}
		}
		s.Order = n.value
	}
	return s
}
