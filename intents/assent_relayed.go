package intents

import (
	"slices"
	"strings"
	"unicode"

	"golang.org/x/text/unicode/norm"
)

// ownYes returns the tokens that may answer a question that binds: all of them, or, where
// somebody is spoken for, what the speaker says himself behind one sentence in which that
// one approves; and no tokens where the text cannot be a yes.
func (t *turn) ownYes(question string) []token {
	r := &t.speaker
	if !r.spokenFor() {
		if !plainlyWritten(t.raw, false) || pastVerb(r.tokens, t.text) {
			return nil
		}
		return r.own
	}
	n := r.approval(0)
	if n == 0 || n+1 >= len(r.tokens) || !r.tokens[n].mark || !plainlyWritten(t.raw, true) || pastVerb(r.tokens[n:], t.text) {
		return nil
	}
	own := r.tokens[n+1:]
	colon := func(o token) bool { return o.mark && o.word == ":" }
	if slices.ContainsFunc(own, colon) || slices.ContainsFunc(r.tokens[:n], colon) || !namesQuestion(own, question) {
		return nil
	}
	rest := relay{tokens: own, language: r.language}
	if rest.read(); rest.spokenFor() {
		return nil
	}
	return own
}

// spokenFor reports whether somebody else is spoken for, or of.
func (r *relay) spokenFor() bool {
	return r.framed || r.agreed || r.told || slices.ContainsFunc(r.tokens, func(o token) bool {
		return relaySpeakers.has(o.word) || relaySpeakers.has(strings.TrimSuffix(o.word, "s")) || relaySpeakers.has(strings.TrimSuffix(o.word, "es"))
	})
}

// approval returns how many tokens the sentence takes in which the one who is spoken for
// approves of what is asked, 0 if it is none: "o cliente leu o resumo e está de acordo".
func (r *relay) approval(i int) int {
	if n := assent.yes[""][""].exactly(r.tokens[i:]); n > 0 && i+n+1 < len(r.tokens) && r.tokens[i+n].word == "," {
		i += n + 1 // "sim, o usuário ratifica o que disse"
	}
	if n := relayBehalf.at(r.tokens, i); n > 0 {
		i += n
		if s := relaySpeakers.at(r.tokens, i); s > 0 && i > 0 && relayDeterminers.has(r.tokens[i-1].word) {
			i += s // the article stands in the preposition: "em nome do cliente"
		} else if s := r.speaker(i); s > 0 {
			i += s
		} else {
			return 0
		}
		if i+1 >= len(r.tokens) || r.tokens[i].word != "," || !whoWords[r.tokens[i+1].word] {
			return 0
		}
		i += 2
	} else if n := r.speaker(i); n > 0 {
		i += n
	} else {
		return 0
	}
	phrase := func(name string) int {
		if i >= len(r.tokens) {
			return 0
		}
		return relays[name].exactly(r.tokens[i:])
	}
	i += phrase("already")
	if n := phrase("read"); n > 0 {
		i += n
		if i >= len(r.tokens) || !connectors[r.tokens[i].word] || r.tokens[i].mark {
			return 0
		}
		i++
	}
	n := phrase("approving")
	if n == 0 {
		return 0
	}
	i += n
	return i + phrase("approved")
}

// namesQuestion reports whether the speaker asks in so many words for what is asked.
func namesQuestion(tokens []token, question string) bool {
	if question == actionComplete {
		return relayCloses.in(tokens)
	}
	for i := range tokens {
		r := assenting{assentWords: assent, tokens: tokens, question: question}
		for _, group := range assent.acts[question] {
			if r.actAt(group, i) > i {
				return true
			}
		}
	}
	return false
}

// harmlessMarks are those that a yes to a question that binds may have: every other mark may
// ask, doubt, deny, quote or cross it out.
const harmlessMarks = ".,!¡…;👍👌✅🙏❤😊🎉"

// plainlyWritten reports whether a text, as it was sent, has letters, digits and harmless
// marks alone; a colon counts as one if colons is set. A line may end nowhere but at the end.
func plainlyWritten(raw string, colons bool) bool {
	text := []rune(strings.TrimSpace(raw))
	letter := func(i int) bool {
		return i >= 0 && i < len(text) && (unicode.IsLetter(text[i]) || unicode.Is(unicode.Mn, text[i]))
	}
	said := false
	for i, r := range text {
		switch {
		case unicode.Is(unicode.Latin, r), r >= '0' && r <= '9':
			said = true
		case r == ' ' || r == '\u00a0':
		case strings.ContainsRune(".,!…;", r):
			if !said {
				return false // "!sim" denies
			}
		case strings.ContainsRune(harmlessMarks, r), r == ':' && colons && said:
		case r == '-' || r == '\'' || r == '’':
			if !letter(i-1) || !letter(i+1) {
				return false
			}
		case r == '\ufe0f' || r >= 0x1f3fb && r <= 0x1f3ff: // the looks of the emoji before
			if i == 0 || !strings.ContainsRune(harmlessMarks, text[i-1]) && text[i-1] != '\ufe0f' {
				return false
			}
		case accents[r] && letter(i-1): // one that composes, or it crosses out
		default:
			return false
		}
	}
	return !strings.ContainsFunc(norm.NFC.String(string(text)), func(r rune) bool { return unicode.Is(unicode.Mn, r) && r != '\ufe0f' })
}

// accents are those of the three languages where they are written by themselves.
var accents = map[rune]bool{'\u0300': true, '\u0301': true, '\u0302': true, '\u0303': true, '\u0308': true, '\u0327': true}

// pastVerb reports whether one of the words tells by its accent what was done before:
// "confirmé", "autorizó", which are "confirme" and "autorizo" without it.
func pastVerb(tokens []token, text string) bool {
	return slices.ContainsFunc(tokens, func(o token) bool {
		if o.mark || o.end > len(text) || o.end < o.start {
			return false
		}
		word := strings.ToLower(text[o.start:o.end])
		switch {
		case strings.HasSuffix(word, "ó"):
			return len(o.word) > 3
		case strings.HasSuffix(word, "é"):
			return len(o.word) > 4 || o.word == "use"
		}
		return false
	})
}

// strays reports whether a text that is no yes to the question that binds leads by accident
// to what nobody asked for: to the payment that is being asked about, or, where the purchase
// is to be dropped, to more or less of the goods without naming any.
func (t *turn) strays(s Slots) bool {
	p := t.conversation.Pending
	if p == nil {
		return false
	}
	asked, err := decodePending(p)
	if err != nil {
		return false
	}
	question := binds(asked)
	switch s.Action {
	case actionPay:
		sameWay := s.Method == "" || s.Method == "pix" || s.Method == asked.Method
		return sameWay && !(s.Again && t.conversation.Paying) && (question == actionPay || question == "cancel_checkout" || question == emptyQuestion || question != "" && t.speaker.spokenFor() ||
			question == actionComplete && s.Method == "")
	case "add_to_checkout", "remove_from_checkout", "update_quantity":
		return (question == "cancel_checkout" || question == emptyQuestion) && !s.All && !t.namesProduct(t.tokens)
	}
	return false
}

// namesWay reports whether a text may name the way to pay as an answer: it tells of no
// payment that was made, asks nothing and has no mark that doubts.
func (t *turn) namesWay() bool {
	return !t.speaker.spokenFor() && plainlyWritten(t.raw, false) && !slices.ContainsFunc(t.speaker.tokens, func(o token) bool {
		return assent.claims[""].has(o.word) && o.word != "pago" || askingWords[o.word]
	}) && !slices.Equal(words(t.speaker.tokens), []string{"pix", "pago"})
}

var askingWords = wordSet(wordList("assent_relayed askingWords"))
