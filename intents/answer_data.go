package intents

import (
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"balcao/conversation"
)

// methodAnswer reads an answer to the question how to pay: a way of paying or a number of
// installments, and nothing else.
func (t *turn) methodAnswer(tokens []token, pending *conversation.Pending) (slots []Slots, done bool) {
	s, err := decodePending(pending)
	if err != nil {
		return nil, false
	}
	tokens = withoutDenied(tokens)
	if hasNegation(without(tokens, "no", "n", "num")) || doubtWords.in(tokens) || conditionWords.in(tokens) || noWords.in(without(tokens, "no", "para")) {
		return nil, false
	}
	method, times := methodOf(tokens), t.installments(tokens)
	rest := payFill.without(methodFill.without(yesWords.without(mildYesWords.without(withoutMethods(withoutCues(tokens, cueAdd, cuePay))))))
	byCard := s.Installments > 0 || s.Method == "credit_card" || method == "credit_card"
	if times == 0 && byCard {
		if n, alone := t.loneNumber(rest); alone && n >= 1 && n <= maxInstallments {
			times = int(n)
		}
	}
	if method == "" && times == 0 || len(meaning(t.withoutTimes(rest))) > 0 {
		return nil, false
	}
	if method != "" && method != s.Method {
		s.Method, s.Installments = method, 0
	}
	if times > 0 {
		s.Installments = times
		if s.Method == "" {
			s.Method = "credit_card"
		}
	}
	t.reading, t.tokens = tokens, tokens
	if reason := t.doubted(s); reason != "" {
		return []Slots{unknown(reason)}, true
	}
	return []Slots{s}, true
}

// loneNumber returns the number that tokens say, where they say nothing else.
func (t *turn) loneNumber(tokens []token) (n int64, alone bool) {
	left := slices.DeleteFunc(slices.Clone(tokens), func(o token) bool {
		_, number := numberWords[o.word]
		return o.mark || stopWords[o.word] && !number
	})
	if len(left) == 0 {
		return 0, false
	}
	n, length := t.number(left, 0)
	return n, length > 0 && length == len(left)
}

// methodFill are the words around a way of paying in an answer.
var methodFill = table(wordList("answer_data methodFill"))

// nameAnswer reads the name alone that answers the question for the buyer's data: two
// words or more in capitals before the first mark, of which the shop knows none.
func (t *turn) nameAnswer(tokens []token) (slots []Slots, done bool) {
	for _, s := range t.spans {
		if isData(s.kind) || s.kind == spanAddress || s.kind == spanCEP {
			return nil, false
		}
	}
	first := tokens
	for i, o := range tokens {
		if o.mark {
			first = tokens[:i]
			break
		}
	}
	for len(first) > 0 && (nameLeads[first[0].word] || isA[first[0].word]) {
		first = first[1:]
	}
	for i, o := range first {
		if i > 0 && isA[o.word] && nameTails.in(first[i:]) && len(meaning(nameTails.without(first[i:]))) <= 1 {
			first = first[:i] // "é o meu nome"
			break
		}
	}
	if len(first) < 2 || len(first) > maxNameWords || !isName(first) || t.index.namesAny(first) {
		return nil, false
	}
	capitals := 0
	for i, o := range first {
		letter, _ := utf8.DecodeRuneInString(t.text[o.start:o.end])
		switch {
		case hasDigit(o.word) || isMask(o.word):
			return nil, false
		case unicode.IsUpper(letter):
			capitals++
		case i == 0 || i == len(first)-1 || !particles[o.word]:
			return nil, false
		}
		if !particles[o.word] && (cueAt(first, i) != cueNone || yesWords.at(first, i) > 0 || noWords.at(first, i) > 0) {
			return nil, false
		}
	}
	if capitals < 2 {
		return nil, false
	}
	name := t.text[first[0].start:first[len(first)-1].end]
	return []Slots{{Action: "set_buyer", FullName: strings.TrimSpace(name)}}, true
}

var (
	isA       = wordSet(wordList("answer_data isA"))
	nameTails = table(wordList("answer_data nameTails"))
)

// nameAlone reads a text that is nothing but a name where that is still to be told: words in
// capitals, of which neither the shop nor a rule knows any if there is only one.
func (t *turn) nameAlone(tokens []token) (slots []Slots, done bool) {
	if !t.conversation.NameOpen || len(tokens) == 0 || endsAsking(tokens) || strings.ContainsAny(t.text, ",;:\n") {
		return nil, false
	}
	if slots, done := t.nameAnswer(tokens); done {
		return slots, true
	}
	one := trimMarks(t.written) // no slip is mended in it
	if len(one) != 1 || !one[0].capital || len(t.spans) > 0 || t.index.knows(one[0].word) || t.index.namesAny(one) {
		return nil, false
	}
	return []Slots{{Action: "set_buyer", FullName: t.text[one[0].start:one[0].end]}}, true
}
