package intents

import "slices"

// eachListed reads "two of each" beside a list, and "um de cada um dos romances do Machado":
// so many of each of them.
func (t *turn) eachListed(tokens []token) bool {
	at, length := eachWords.find(tokens)
	if length == 0 {
		return false
	}
	n, counted := int64(1), false
	before, after := tokens[:at], tokens[at+length:]
	for i := at - 1; i >= max(0, at-widestEnough) && !counted; i-- {
		if m, taken := t.number(tokens, i); taken > 0 {
			n, counted, before = m, true, tokens[:i]
		}
	}
	if n < 1 || n > maxQuantityInText {
		return false
	}
	var found []target
	for _, part := range t.parts(append(slices.Clone(trimMarks(before)), after...), false) {
		_, _, names := t.takeQuantity(glueUnits(part))
		found = append(found, t.target(t.conversation, phrase{tokens: eachFill.without(names), spans: t.spans}))
	}
	if len(found) == 1 && len(found[0].candidates) > 1 && len(found[0].candidates) <= maxActions {
		list := found[0].candidates
		found = nil
		for _, p := range list {
			found = append(found, t.withOptions(p, nil, ""))
		}
	}
	if len(found) < 2 || slices.ContainsFunc(found, func(f target) bool { return f.product == nil }) {
		return false
	}
	for _, f := range found {
		t.add(f.slots(Slots{Action: "add_to_checkout", Quantity: n}))
	}
	return true
}

// eachFill stands between "each of" and the things.
var eachFill = table(wordList("each eachFill"))
