package intents

import "slices"

// withoutTurnedDown drops the parts between commas that only turn something down: "o
// primeiro não, o outro", "not the first, the last one". The other one is then another than
// that.
func (t *turn) withoutTurnedDown(tokens []token) []token {
	var kept []token
	var out [][]token
	start := 0
	for i := 0; i <= len(tokens); i++ {
		if i < len(tokens) && !(tokens[i].mark && tokens[i].word == ",") {
			continue
		}
		part := tokens[start:i]
		if turnsDown(part, t.language) {
			out = append(out, part)
		} else if len(part) > 0 {
			if len(kept) > 0 {
				kept = append(kept, tokens[start-1])
			}
			kept = append(kept, part...)
		}
		start = i + 1
	}
	if len(out) == 0 || len(meaning(kept)) == 0 && !otherWords.in(kept) {
		return tokens
	}
	if otherWords.in(kept) {
		found := t.target(t.conversation, phrase{tokens: withoutNo(out[0]), spans: t.spans})
		if found.product != nil {
			t.conversation.Focus = found.product.ID
		}
	}
	return kept
}

// turnsDown reports whether a part has nothing but a thing and a no, with the no at its
// end, or at its beginning before an article.
func turnsDown(part []token, language string) bool {
	n := len(part)
	if n < 2 || n > 8 || len(findCues(part)) > 0 || methodsIn(part) {
		return false
	}
	last := part[n-1].word
	leads := definiteArticles[part[1].word] || part[0].word == "not" && (part[1].word == "that" || part[1].word == "this")
	return last == "nao" || last == "no" && language == "es" || (part[0].word == "not" || part[0].word == "nao") && leads
}

func withoutNo(tokens []token) []token {
	return slices.DeleteFunc(slices.Clone(tokens), func(o token) bool { return negations[o.word] })
}

// firstly drops a "first" before a verb, which is no place in a list: "primero quita el
// cable".
func firstly(tokens []token) []token {
	if len(tokens) > 1 && (tokens[0].word == "primeiro" || tokens[0].word == "primero" || tokens[0].word == "first") && cueAt(tokens, 1) != cueNone {
		return tokens[1:]
	}
	return tokens
}
