package intents

// sofar is what the beginning of a clause has said. It is read on as the clause grows, and
// never from the start again: a text may be one long clause.
type sofar struct {
	// read is up to where the text was read, filled how many words begin the clause that are
	// interjections: "vixe", "ei".
	read, filled int
	// asks says that there is some cue, removes one for taking out, negates a negation, and
	// breaks a comma or a connector.
	asks, removes, negates, breaks bool
}

// longestPhrase is how far behind its beginning a phrase of a table ends, at the most.
const longestPhrase = 16

// onlyFillers reports whether the tokens are interjections alone.
func (s *sofar) onlyFillers(tokens []token) bool {
	for s.filled < len(tokens) {
		t := tokens[s.filled]
		if t.mark || !fillerWords[t.word] && t.word != "a" && t.word != "o" {
			return false
		}
		s.filled++
	}
	return true
}

// cueEnds are the places behind the cues that begin at each token of a text, 0 where none
// does: of any cue, and of one for taking out.
type cueEnds struct{ any, removing []int }

func cueEndsOf(tokens []token) cueEnds {
	e := cueEnds{any: make([]int, len(tokens)), removing: make([]int, len(tokens))}
	for i := range tokens {
		if i > 0 && thingWords[tokens[i].word] && determiners[tokens[i-1].word] {
			continue // as for findVerb
		}
		for _, c := range cuePhrases {
			n := c.words.at(tokens, i)
			if n > 0 && (e.any[i] == 0 || i+n < e.any[i]) {
				e.any[i] = i + n
			}
			if n > 0 && c.cue == cueRemove {
				e.removing[i] = i + n
			}
		}
	}
	return e
}

// in reads on to tokens[end], where the clause began at tokens[start].
func (s *sofar) in(tokens []token, ends cueEnds, start, end int) *sofar {
	s.read = max(s.read, start)
	for i := max(start, s.read-longestPhrase); i < end; i++ {
		if i >= s.read {
			s.negates = s.negates || negations[tokens[i].word]
			s.breaks = s.breaks || isBreak(tokens, i)
		}
		s.asks = s.asks || ends.any[i] > 0 && ends.any[i] <= end
		s.removes = s.removes || ends.removing[i] > 0 && ends.removing[i] <= end
	}
	s.read = max(s.read, end)
	return s
}

// behindBreaks gives for each token the place behind the commas and connectors that begin
// there.
func behindBreaks(tokens []token) []int {
	out := make([]int, len(tokens)+1)
	out[len(tokens)] = len(tokens)
	for i := len(tokens) - 1; i >= 0; i-- {
		if out[i] = i; isBreak(tokens, i) {
			out[i] = out[i+1]
		}
	}
	return out
}
