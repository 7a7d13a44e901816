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
	if isPersonal(c.tokens) && !(onlyCEP(c.tokens) && shippingWords.in(c.tokens) && (fastestWords.in(c.tokens) || cheapestWords.in(c.tokens) || expressWords.in(c.tokens))) {
		return false
	}
	c.tokens = withoutDenied(c.tokens)
	about := shippingWords.in(c.tokens) || t.speaksOfShipping(c.tokens) || t.conversation.Pending != nil && t.conversation.Pending.Action == "select_fulfillment_option"
	if arrivesFirst.in(c.tokens) {
		t.add(Slots{Action: "select_fulfillment_option", Option: optionFastest})
		return true
	}
	if h.has(cuePrice) || h.has(cueAvailable) && c.asks {
		return t.shippingQuestion(about)
	}
	s := Slots{Action: "select_fulfillment_option", Price: t.priceIn(c.tokens)}
	switch other := t.otherOption(c.tokens); {
	case other >= 0:
		s.Index = other + 1
	case t.byTitle(c.tokens, &s):
	case pickupWords.in(c.tokens) || (goAndGet.in(c.tokens) || goVerbs.in(c.tokens) && atShop.in(c.tokens)) && t.namesNothing(atShop.without(goVerbs.without(goAndGet.without(c.tokens)))):
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
		asked := t.conversation.Pending != nil && t.conversation.Pending.Action == "select_fulfillment_option"
		offered := len(t.conversation.Options)
		if offered == 0 && (asked && !fromTheEnd(c.tokens) || placed.in(c.tokens)) {
			offered = mostOptions
		}
		place, _ := ordinal(c.tokens, offered)
		if n, alone := t.loneNumber(placeLeads.without(ackWords.without(c.tokens))); place < 0 && asked && alone && n >= 1 && n <= int64(offered) {
			place = int(n) - 1
		}
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

// otherOption returns the place of the one of two options that is not chosen yet, where the
// words ask for the other one and name no product: "melhor o outro"; -1 otherwise.
func (t *turn) otherOption(tokens []token) int {
	if len(t.conversation.Options) != 2 || t.conversation.Chosen == "" || t.otherOf(t.conversation, tokens) != nil && t.conversation.line(t.conversation.Focus) == nil || !otherOptions.in(tokens) || !t.namesNothing(otherOptions.without(tokens)) {
		return -1
	}
	return slices.IndexFunc(t.conversation.Options, func(o ShippingOption) bool { return o.ID != t.conversation.Chosen })
}

// otherOptions ask for the other of two ways of delivery.
var otherOptions = table(wordList("shipping otherOptions"))

// fromTheEnd reports whether a place is counted from the end of a list.
func fromTheEnd(tokens []token) bool {
	return slices.ContainsFunc(tokens, func(o token) bool { return ordinals[o.word] < 0 })
}

// speaksOfShipping reports whether the clause before this one spoke of delivery, and this
// one names no product: "não precisa ser expresso, pode ser a padrão".
func (t *turn) speaksOfShipping(tokens []token) bool {
	if !shippingWords.in(t.before) && !expressWords.in(t.before) || len(t.before) == 0 {
		return false
	}
	named := t.index.withoutNoise(withoutCues(cheapestWords.without(standardWords.without(expressWords.without(tokens))), cueAdd))
	return len(t.index.terms(named)) == 0
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

// onlyCEP reports whether the only data in a clause are a CEP.
func onlyCEP(tokens []token) bool {
	for _, t := range tokens {
		if isPersonal([]token{t}) && t.word != string(spanCEP) {
			return false
		}
	}
	return true
}

// mostOptions is how far the places of shipping options are counted where the list is not
// known.
const mostOptions = 5

var (
	placed       = table(wordList("shipping placed"))
	arrivesFirst = table(wordList("shipping arrivesFirst"))
	// goVerbs with a place are going there too.
	goVerbs = table(wordList("shipping goVerbs"))
	atShop  = table(wordList("shipping atShop"))
	// goAndGet is going to the shop, where no product is named beside it.
	goAndGet = table(wordList("shipping goAndGet"))
)

// namesNothing reports whether no product is among the words.
func (t *turn) namesNothing(tokens []token) bool {
	return len(t.index.link(t.index.withoutNoise(tokens), nil).products) == 0
}

// withoutDenied drops the parts between commas that are turned down: "expressa não, a
// padrão".
func withoutDenied(tokens []token) []token {
	var kept []token
	denied := false
	start := 0
	for i := 0; i <= len(tokens); i++ {
		if i < len(tokens) && !(tokens[i].mark && tokens[i].word == ",") {
			continue
		}
		part := tokens[start:min(i, len(tokens))]
		if slices.ContainsFunc(part, func(t token) bool {
			return t.word == "nao" || t.word == "not" || t.word == "skip" || t.word == "dispenso"
		}) {
			denied = true
		} else {
			kept = append(kept, part...)
		}
		start = i + 1
	}
	if denied && len(words(kept)) > 0 {
		return kept
	}
	return tokens
}
