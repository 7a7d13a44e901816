package intents

// paymentAnswer reads an answer about a payment that is asked about: in other installments,
// or by another way. Both must be said; nothing is confirmed that was not asked.
func (t *turn) paymentAnswer(s Slots, tokens []token) (slots []Slots, done bool) {
	if s.Action != "start_payment" || endsAsking(tokens) || conditionWords.in(tokens) || len(t.guard.stop) > 0 {
		return nil, false
	}
	tokens = withoutDenied(withoutAnswer(tokens))
	method, times := methodOf(tokens), t.installments(tokens)
	if method == "" && times == 0 || deniedBefore(tokens, tokens[len(tokens)-1].end) {
		return nil, false
	}
	h := findCues(tokens)
	if h.has(cueRemove) || h.has(cueCancel) || h.has(cueEmpty) || laterWords.in(tokens) || othersPay(tokens) || doubtWords.in(tokens) || supposedWords.in(tokens) || splitWords.in(tokens) {
		return nil, false
	}
	left := payFill.without(withoutMethods(ackWords.without(withoutCues(tokens, cueAdd, cuePay, cueUpdate, cueReplace))))
	if len(meaning(t.index.withoutNoise(t.withoutTimes(left)))) > 0 {
		return nil, false
	}
	switch {
	case method == "" && s.Method != "credit_card", method != "" && method != "credit_card" && times > 1:
		return nil, false
	case method == "":
		s.Installments = times
	case method == s.Method && times == 0:
	default:
		s.Method, s.Installments = method, times
	}
	return []Slots{s}, true
}

// reasonedYes reports whether an answer says yes and then only why: "sim pode cancelar, achei
// mais perto". A completion needs the bare yes.
func (t *turn) reasonedYes(tokens []token, asked Slots) bool {
	if asked.Action == actionComplete || endsAsking(tokens) || conditionWords.in(tokens) || doubtWords.in(tokens) || supposedWords.in(tokens) {
		return false
	}
	for i := 1; i+1 < len(tokens); i++ {
		lead := tokens[i].mark && (tokens[i].word == "," || isSentenceEnd(tokens[i].word)) || reasons[tokens[i].word]
		if lead && reasonWords.at(tokens, i+1) > 0 && t.isYes(tokens[:i], asked) && !hasDigitWord(tokens[i:]) {
			return true
		}
	}
	return false
}

func hasDigitWord(tokens []token) bool {
	for _, o := range tokens {
		if hasDigit(o.word) || isMask(o.word) {
			return true
		}
	}
	return false
}

// reasonWords begin why somebody says yes.
var reasonWords = table(wordList("answer_payment reasonWords"))
