package intents

import (
	"slices"
	"strconv"

	"balcao/internal/ids"
)

// places reads what points at the list last shown: "os dois", "a 2", "o do meio".
func (t *turn) places(tokens []token) bool {
	list := t.conversation.Results
	if len(list) < 2 {
		return false
	}
	if t.listedPlaces(tokens) {
		return true
	}
	left := t.index.withoutNoise(tokens)
	rest := words(placeFill.without(left))
	var chosen []ids.Product
	switch {
	case len(list) == 2 && bothWords.in(tokens) && t.allAre(list, bothWords.without(left)):
		chosen = list
	case middleWords.in(tokens) && len(list)%2 == 1 && len(meaning(middleWords.without(left))) == 0:
		chosen = list[len(list)/2 : len(list)/2+1]
	case len(list) <= maxActions && (allWords.in(tokens) && t.allAre(list, allWords.without(left)) || t.saysAll(left, list)):
		chosen = list
	case len(rest) == 1 && isNumber(rest[0]) && placeLeads.in(tokens):
		if n, err := strconv.Atoi(rest[0]); err == nil && n >= 1 && n <= len(list) {
			chosen = list[n-1 : n]
		}
	}
	for _, id := range chosen {
		t.add(Slots{Action: "add_to_checkout", Product: string(id), Quantity: 1})
	}
	return len(chosen) > 0
}

// listedPlaces reads a list of places in what was last shown: "o primeiro e o último, um de
// cada", "the first and the third". All parts must be places, each of another product.
func (t *turn) listedPlaces(tokens []token) bool {
	list := t.conversation.Results
	count := int64(1)
	if eachWords.in(tokens) {
		tokens = eachWords.without(tokens)
		if n := len(trimMarks(tokens)); n > 1 {
			if said, length := t.number(tokens, n-1); length > 0 && said >= 1 && said <= maxQuantityInText {
				count, tokens = said, tokens[:n-1]
			}
		}
	}
	var chosen []ids.Product
	for _, part := range splitList(polite.without(tokens)) {
		left := slices.DeleteFunc(slices.Clone(part), func(o token) bool { return fillerWords[o.word] && ordinals[o.word] == 0 })
		place, rest := ordinal(left, len(list))
		if place < 0 {
			place, rest = numberedPlace(left, len(list))
		}
		if place < 0 && len(meaning(left)) == 0 && !slices.ContainsFunc(left, func(o token) bool { return isNumber(o.word) }) {
			continue
		}
		if place < 0 || len(meaning(t.index.withoutNoise(rest))) > 0 || slices.Contains(chosen, list[place]) {
			return false
		}
		chosen = append(chosen, list[place])
	}
	if len(chosen) < 2 {
		return false
	}
	for _, id := range chosen {
		t.add(Slots{Action: "add_to_checkout", Product: string(id), Quantity: count})
	}
	return true
}

// numberedPlace reads "o 3" in a list of n, from 0, -1 if it is none.
func numberedPlace(tokens []token, n int) (place int, rest []token) {
	if len(tokens) != 2 || !definiteArticles[tokens[0].word] || !isNumber(tokens[1].word) || len(tokens[1].word) != 1 {
		return -1, tokens
	}
	at := int(tokens[1].word[0] - '0')
	if at < 1 || at > n {
		return -1, tokens
	}
	return at - 1, nil
}

// listedPlacesBefore reports whether the clause before this one was a list of places.
func (t *turn) listedPlacesBefore() bool {
	again := turn{reader: t.reader, conversation: t.conversation, text: t.text, spans: t.spans}
	return len(t.conversation.Results) > 1 && again.listedPlaces(t.before)
}
