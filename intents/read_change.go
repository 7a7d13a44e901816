package intents

// Words of a change by a number of pieces instead of to one.
var (
	upWords   = table("aumenta|aumentar|aumente|increase|raise|sube|bump")
	downWords = table("diminui|diminuir|diminua|reduz|reduzir|reduza|decrease|reduce|lower|baixa|reducir")
)

// update reads "muda o café para 5", "aumenta mais 2", "deixa só um".
func (t *turn) update(c clause, h hits) bool {
	if !h.has(cueUpdate) || isPersonal(c.tokens) {
		return false
	}
	tokens := withoutCues(c.tokens, cueUpdate)
	to := toNumber(t.reader, tokens)
	n, counted, rest := t.takeNewQuantity(glueUnits(tokens))
	if !counted {
		return false
	}
	rest = without(rest, "quantidade", "quantity", "cantidad", "qtd", "qtde")
	found := t.target(t.conversation, phrase{tokens: rest, spans: t.spans, basket: true})
	if found.product != nil && !to {
		n = t.relative(c, found, n)
	}
	switch {
	case n == 0:
		t.add(found.slots(Slots{Action: "remove_from_checkout"}))
	case n < 0 || n > maxQuantityInText:
		t.nothing(ReasonInvalidQuantity)
	default:
		s := found.slots(Slots{Action: "update_quantity", Quantity: n})
		s.Options = nil
		t.add(s)
	}
	return true
}

// relative turns "aumenta 2" into the quantity that the line then has.
func (t *turn) relative(c clause, found target, n int64) int64 {
	l := t.conversation.line(found.product.ID)
	switch {
	case l == nil:
		return n
	case upWords.in(c.tokens):
		return l.Quantity + n
	case downWords.in(c.tokens):
		return max(0, l.Quantity-n)
	}
	return n
}

// toNumber reports whether a number follows a word such as "para".
func toNumber(r reader, tokens []token) bool {
	for i := range tokens {
		if i+1 < len(tokens) && targetWords.at(tokens, i) > 0 {
			if _, length := r.number(tokens, i+1); length > 0 && tokens[i].word != "em" && tokens[i].word != "by" {
				return true
			}
		}
	}
	return false
}

func without(tokens []token, drop ...string) []token {
	var out []token
	for _, t := range tokens {
		keep := true
		for _, d := range drop {
			keep = keep && t.word != d
		}
		if keep {
			out = append(out, t)
		}
	}
	return out
}

// replaceBy stands between what goes and what comes.
var replaceBy = table("por|pelo|pela|pelos|pelas|for|with|to|para|pra|por el|por la|quero|coloca|bota")

// replace reads "troca o X pelo Y".
func (t *turn) replace(c clause, h hits) bool {
	at, ok := h[cueReplace]
	if !ok || isPersonal(c.tokens) {
		return false
	}
	tokens := c.tokens[at.at+at.length:]
	by, n := replaceBy.find(tokens)
	if by < 0 {
		return false
	}
	old := t.target(t.conversation, phrase{tokens: tokens[:by], spans: t.spans, basket: true})
	count, counted, rest := t.takeQuantity(glueUnits(tokens[by+n:]))
	if counted && len(meaning(rest)) == 0 {
		t.add(old.slots(Slots{Action: "update_quantity", Quantity: count}))
		return true
	}
	if !counted {
		count = 1
	}
	next := t.target(Conversation{}, phrase{tokens: rest, spans: t.spans})
	if old.empty && old.product == nil || next.empty || !next.found() {
		t.nothing(ReasonUnclear)
		return true
	}
	t.add(t.fewer(old, 0, false), next.slots(Slots{Action: "add_to_checkout", Quantity: count}))
	return true
}
