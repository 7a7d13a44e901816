package intents

import "slices"

// The shipping options that text can name.
const (
	optionStandard = "standard"
	optionExpress  = "express"
	optionCheapest = "cheapest"
	optionFastest  = "fastest"
	optionPickup   = "pickup"
)

// shipping reads the choice of a shipping option: by title, by kind, by place in the list
// on offer.
func (t *turn) shipping(c clause, h hits) bool {
	if isPersonal(c.tokens) {
		return false
	}
	about := shippingWords.in(c.tokens)
	if h.has(cuePrice) || h.has(cueAvailable) && c.asks {
		return t.shippingQuestion(about)
	}
	s := Slots{Action: "select_fulfillment_option", Price: t.priceIn(c.tokens)}
	switch {
	case t.byTitle(c.tokens, &s):
	case pickupWords.in(c.tokens):
		s.Option = optionPickup
	case fastestWords.in(c.tokens) && (about || len(t.conversation.Options) > 0):
		s.Option = optionFastest
	case cheapestWords.in(c.tokens) && (about || t.offersShippingOnly()):
		s.Option = optionCheapest
	case expressWords.in(c.tokens) && (about || namesOption(c.tokens)):
		s.Option = optionExpress
	case standardWords.in(c.tokens) && (about || namesOption(c.tokens) || t.offersShippingOnly()):
		s.Option = optionStandard
	case about || t.offersShippingOnly():
		place, _ := ordinal(c.tokens, len(t.conversation.Options))
		if place < 0 {
			return false
		}
		s.Index = place + 1
	default:
		return false
	}
	t.add(s)
	return true
}

// shippingQuestion answers what freight costs: with an address the options are in the
// checkout, without one it has to be given first.
func (t *turn) shippingQuestion(about bool) bool {
	if !about {
		return false
	}
	if len(t.conversation.Options) > 0 {
		t.add(Slots{Action: "get_checkout"})
	} else {
		t.question(AskAddress)
	}
	return true
}

// offersShippingOnly reports whether shipping options are on offer and no products are,
// so that "a mais barata" can only mean one of them.
func (t *turn) offersShippingOnly() bool {
	return len(t.conversation.Options) > 0 && len(t.conversation.Results) == 0
}

// namesOption reports whether the words are names of a service (PAC, Sedex) and not also
// of a product.
func namesOption(tokens []token) bool {
	return slices.ContainsFunc(tokens, func(t token) bool { return t.word == "pac" || t.word == "sedex" })
}

// byTitle finds an option on offer whose title is said in full.
func (t *turn) byTitle(tokens []token, s *Slots) bool {
	for i, o := range t.conversation.Options {
		title := words(tokenize(clean(o.Title)))
		if len(title) == 0 || !saysInOrder(words(tokens), title) {
			continue
		}
		s.Index = i + 1
		switch offered := tokenize(clean(o.Title)); {
		case expressWords.in(offered):
			s.Option, s.Index = optionExpress, 0
		case standardWords.in(offered):
			s.Option, s.Index = optionStandard, 0
		}
		return true
	}
	return false
}

func saysInOrder(said, title []string) bool {
	for i := 0; i+len(title) <= len(said); i++ {
		if slices.Equal(said[i:i+len(title)], title) {
			return true
		}
	}
	return false
}

// priceIn returns the price that the clause names, 0 if none.
func (t *turn) priceIn(tokens []token) int64 {
	for _, tok := range tokens {
		if tok.word == string(spanPrice) {
			return *t.amountAt(tok)
		}
	}
	return 0
}
