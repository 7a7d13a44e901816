package intents

import (
	"slices"
	"strings"
	"unicode/utf8"
)

// Some actions move money, drop the purchase, spend a code or write personal data. They
// need more than a cue: the speaker must ask for them in his own words, now, without a
// negation and without a condition. doubted says why one is not taken from the clause being
// read, empty if nothing speaks against it.
func (t *turn) doubted(s Slots) Reason {
	if reason := t.unwished(s); reason != "" {
		return reason
	}
	cue := cueCancel
	switch {
	case s.Action == "start_payment":
		cue = cuePay
	case s.Action == "cancel_checkout":
	case s.Action == "remove_from_checkout" && s.All:
		cue = cueEmpty
	case s.Action == "apply_discount":
		return t.doubtedCode(s)
	default:
		return ""
	}
	if len(t.reading) == 0 {
		return ""
	}
	at, length := 0, 1
	if h, ok := findCues(t.reading)[cue]; ok {
		at, length = h.at, h.length
	}
	place := t.reading[at].start
	sentence := t.sentence(place)
	switch {
	case t.relayed(place, 1) || speakerPattern.MatchString(fold(t.text)):
		return ReasonInjection
	case consentTold(sentence) || grantedWords.in(t.tokens):
		return ReasonInjection
	case denied(t.reading, at, length, t.language), cue == cuePay && notFinish.MatchString(fold(t.text)):
		return ReasonDeclined
	case putsOff(t.reading):
		return ReasonDeclined
	case t.conditional(place):
		return ReasonUnclear
	case supposedWords.in(sentence) || t.speaker.asked && t.asking(place):
		return ReasonUnclear
	case s.Action == "start_payment" && s.Method == "" && t.speaker.told && t.conversation.Pending != nil && t.conversation.Pending.Action == actionComplete:
		return ReasonUnclear // "o cliente diz que pode concluir"
	case s.Action == "start_payment" && paysNumber(t.reading, at+length):
		return ReasonNegotiation
	case s.Action == "cancel_checkout" && doneWords.at(t.reading, at) > 0 && findCues(t.tokens).has(cuePay):
		return ReasonUnclear // "não quero mais nada, fecha a conta"
	case s.Action == "cancel_checkout" && t.asking(place) && (aboutWords.in(sentence) || !modal.in(sentence)):
		return ReasonUnclear
	case thirdPerson(t.reading, at):
		return ReasonUnclear
	}
	return ""
}

// putsOff reports whether the tokens put off what they ask for. When goods arrive is
// another matter: "fecha pra chegar amanhã".
func putsOff(tokens []token) bool {
	return laterWords.in(tokens) && !arriveWords.in(tokens)
}

var (
	// saveWords keep a code for another purchase.
	saveWords   = table(wordList("careful saveWords"))
	arriveWords = table(wordList("careful arriveWords"))
)

var (
	// supposedWords make what is said a thought and no request.
	supposedWords = table(wordList("careful supposedWords"))
	// politeIfs are conditions in form alone.
	politeIfs = table(wordList("careful politeIfs"))
	// askingIfs are words after which se, if and si ask instead.
	askingIfs = wordSet(wordList("careful askingIfs"))
	ifWords   = wordSet(wordList("careful ifWords"))
	ifPhrases = table(wordList("careful ifPhrases"))
	thenWords = wordSet(wordList("careful thenWords"))
	// otherPeople are said to have agreed, with agreedWords.
	otherPeople = wordSet(wordList("careful otherPeople"))
	agreedWords = wordSet(wordList("careful agreedWords"))
	possessives = wordSet(wordList("careful possessives"))
	// personNouns stand before a verb that tells what others do.
	personNouns = wordSet(wordList("careful personNouns"))
	// nobody is spoken to by these, so that no verb after them is a request.
	nobody = wordSet(wordList("careful nobody"))
	// manners may stand between them and the verb.
	manners = wordSet(wordList("careful manners"))
	// grantedWords tell of a consent that was given elsewhere.
	grantedWords = table(wordList("careful grantedWords"))
	// givingWords give data; ownWords tell that they are the speaker's, or to be used.
	givingWords = table(wordList("careful givingWords"))
	ownWords    = table(wordList("careful ownWords"))
	othersData  = table(wordList("careful othersData"))
	aboutWords  = table(wordList("careful aboutWords"))
	makeCode    = pattern(`\b(?:cri[ae]r?|crie|invent\w*|fabri\w+|create|make up|generate|gera|gere|gerar|crea|creame|genera|generame|registre|registra|cadastr\w+|register|add a new)\b.{0,25}\b(?:cupom|cupon|coupon|codigo|code|voucher|vale)\b` +
		`|\b(?:faz|faca|fazer|arrum\w*|arranj\w*|make|habilit\w*|enable|liber\w*|valid[ae]\w*|descobr\w*|guess|adivinh\w*|chut\w*)\s+(?:me )?(?:um|uns|o|el|un|a|an|the)?\s*(?:cupom|cupon|coupon|codigo|code|voucher|vale)\b`)
	// notFinish forbids to close or to charge, wherever in the text it stands: "só coloca, não
	// finaliza".
	notFinish = pattern(`\b(?:nao|n|nunca|nem|sem|do not|don'?t|dont|not|never|without|no|sin)\s+(?:precisa |quero |want to |to |quiero |hace falta )?(?:me |o |a |lo |la |it )?` +
		`(?:finaliz(?:a|e|o|ar|es|ando)|fech(?:a|e|ar|ando)|conclu(?:i|ir|a|indo)|cobr(?:a|e|ar|es|ando)|complet(?:e|ing)|check ?out|charg(?:e|ing)|finish(?:ing)?|clos(?:e|ing)|cierr(?:a|e|es)|cerrar|termin(?:a|e|ar|es))\b`)
	// whichCodes asks for codes instead of giving one.
	whichCodes = pattern(`\b(?:what|which|quais|qual|que|cuales|prob[ae]\w*|try|test[ae]\w*)\b.{0,15}\b(?:coupon|cupo\w*|codes|codigos)\b.{0,20}\b(?:work\w*|valid\w*|funcion\w*|exist\w*|sirv\w*|ande|hasta|ate)\b`)
	// speakerPattern is a line that puts words into somebody's mouth.
	speakerPattern = pattern(`(?m)^\W*(?:\[?\d{1,2}:\d{2}\]?\s*)?(?:agent|agente|bot|robo|user|usuario|human|humano|assistant|assistente|asistente|seller|vendedor|atendente|operator|operador|merchant|loja|shop|tool|ferramenta|herramienta|resultado|result)\s?[a-z0-9]?\s*:`)
	forwarded      = pattern(`(?i)\b(?:encaminhad[ao]s?|encaminhando|encaminho|forwarded|forwarding|fwd|fw|reenviad[ao]s?|reenvio|copiad[ao] de|copied from|pasted|colado de)\b`)
)

// leastQuoted is how many words a quotation has at least that is somebody else's; fewer
// only set a name or a code apart.
const leastQuoted = 3

// sentence returns the tokens of the sentence around a place in the text.
func (t *turn) sentence(place int) []token {
	start, end := 0, len(t.tokens)
	for i, o := range t.tokens {
		if o.mark && isSentenceEnd(o.word) {
			if o.start < place {
				start = i + 1
			} else {
				end = i
				break
			}
		}
	}
	return t.tokens[start:max(start, end)]
}

// asking reports whether the sentence around a place ends in a question mark.
func (t *turn) asking(place int) bool {
	for _, o := range t.tokens {
		if o.start >= place && o.mark && isSentenceEnd(o.word) {
			return o.word == "?"
		}
	}
	return false
}

// segment returns the tokens between the commas around a place in the text.
func segment(tokens []token, place int) []token {
	start, end := 0, len(tokens)
	for i, o := range tokens {
		if o.mark && (isSentenceEnd(o.word) || o.word == "," || o.word == ":") || o.word == "mas" || o.word == "but" || o.word == "pero" {
			if o.start < place && o.word != ":" {
				start = i + 1
			} else if o.start >= place {
				end = i
				break
			}
		}
	}
	return tokens[start:max(start, end)]
}

// upTo returns the tokens before a place in the text.
func upTo(tokens []token, place int) []token {
	for i, o := range tokens {
		if o.start >= place {
			return tokens[:i]
		}
	}
	return tokens
}

// relayed reports whether a place in the text lies in what somebody else wrote: in
// quotation marks around at least so many words with something outside of them, in a
// quoted line, or under the heading of a forwarded message.
func (t *turn) relayed(place, least int) bool {
	if m := forwarded.FindStringIndex(t.text); m != nil && m[0] < place {
		return true
	}
	line := t.text[strings.LastIndexByte(t.text[:place], '\n')+1:]
	if strings.HasPrefix(strings.TrimSpace(line), ">") {
		return true
	}
	open, from := rune(0), 0
	for i, r := range t.text {
		switch {
		case open == 0 && quotes[r] != 0 && !(r == '\'' && i > 0 && t.text[i-1] != ' '):
			open, from = quotes[r], i+utf8.RuneLen(r)
		case open != 0 && r == open:
			open = 0
			if from <= place && place < i {
				outside := len(strings.Fields(t.text[:from])) + len(strings.Fields(t.text[i:]))
				return len(strings.Fields(t.text[from:i])) >= least && outside > 2
			}
		}
	}
	return false
}

var quotes = map[rune]rune{'"': '"', '“': '”', '«': '»', '‘': '’', '\'': '\'', '`': '`', '„': '“'}

// conditional reports whether the sentence around a place sets a condition or a time that
// has not come, or follows on one that does: "quando eu receber. Aí fecha".
func (t *turn) conditional(place int) bool {
	sentence := t.sentence(place)
	if t.sets(sentence) {
		return true
	}
	if len(sentence) == 0 || !thenWords[sentence[0].word] || sentence[0].start == 0 {
		return false
	}
	before := upTo(t.tokens, sentence[0].start)
	for len(before) > 0 && before[len(before)-1].mark {
		before = before[:len(before)-1]
	}
	return len(before) > 0 && t.sets(t.sentence(before[len(before)-1].start))
}

// sets reports whether the tokens set a condition.
func (t *turn) sets(tokens []token) bool {
	tokens = withoutPoliteIfs(tokens)
	if conditionWords.in(tokens) || ifPhrases.in(tokens) {
		return true
	}
	for i, o := range tokens {
		asks := i > 0 && askingIfs[tokens[i-1].word]
		switch {
		case i+1 >= len(tokens) || tokens[i+1].mark:
		case o.word == "si" && !asks && t.text[o.start:o.end] != "sí" && t.text[o.start:o.end] != "Sí" && cueAt(tokens, i+1) == cueNone && ackWords.at(tokens, i+1) == 0:
			return true
		case ifWords[o.word] && !asks && o.word != "assim" && o.word != "caso" && o.word != "after":
			return true
		case o.word == "after" && tokens[i+1].word != "that" && tokens[i+1].word != "this" && tokens[i+1].word != "all":
			return true
		case o.word == "caso" && i == 0:
			return true
		}
	}
	return false
}

// withoutPoliteIfs drops the conditions that nothing hangs on: "se puder", but not the
// beginning of "se der tudo certo".
func withoutPoliteIfs(tokens []token) []token {
	out := make([]token, 0, len(tokens))
	for i := 0; i < len(tokens); i++ {
		if n := politeIfs.at(tokens, i); n > 0 {
			if end := i + n; end == len(tokens) || tokens[end].mark || modal.at(tokens, end) > 0 || cueAt(tokens, end) != cueNone {
				i = end - 1
				continue
			}
		}
		out = append(out, tokens[i])
	}
	return out
}

// denied reports whether a negation turns around what tokens[at:at+length] asks for,
// before it or after it: "não fecha", "no lo canceles", "cancela não", "ainda não".
func denied(tokens []token, at, length int, language string) bool {
	if notYet.in(tokens) {
		return true
	}
	before := doneWords.without(tokens[:at])
	if at > 0 && len(words(tokens[:at])) > 0 {
		for i := len(before) - 1; i >= 0; i-- {
			if before[i].mark && before[i].word == "," && i < len(before)-1 {
				break
			}
			if turnsAround(before, i, language) && !(i+1 < len(before) && methodsIn(before[i:])) {
				return true
			}
		}
	}
	for i := at + length; i < len(tokens); i++ {
		if tokens[i].mark {
			break
		}
		if !turnsAround(tokens, i, language) {
			continue
		}
		if rest := trimMarks(tokens[i+1:]); len(rest) == 0 || rest[0].mark || len(meaning(withoutFillers(yesFill.without(chatWords.without(polite.without(rest)))))) == 0 {
			return !methodsIn(tokens[i-1 : i])
		}
		break
	}
	return false
}

// turnsAround reports whether tokens[i] says no; the "no" of Portuguese is a preposition.
func turnsAround(tokens []token, i int, language string) bool {
	switch w := tokens[i].word; {
	case w == "n" || w == "num":
		return false
	case w == "no":
		if i+1 < len(tokens) && (clitics[tokens[i+1].word]) {
			return true
		}
		return language == "es" && (i+1 == len(tokens) || !tokens[i+1].mark && !methodsIn(tokens[i+1:]))
	default:
		return negations[w] || noOne[w]
	}
}

var (
	noOne     = wordSet(wordList("careful noOne"))
	clitics   = wordSet(wordList("careful clitics"))
	notYet    = table(wordList("careful notYet"))
	doneWords = table(wordList("careful doneWords"))
)

func withoutFillers(tokens []token) []token {
	return slices.DeleteFunc(slices.Clone(tokens), func(o token) bool { return fillerWords[o.word] })
}

// paysNumber reports whether a bare number follows the verb: "pago 1", "pay 200". What is
// paid is not the customer's to say.
func paysNumber(tokens []token, at int) bool {
	if at >= len(tokens) || !isNumber(tokens[at].word) && tokens[at].word != string(spanPrice) {
		return false
	}
	return at+1 >= len(tokens) || timesWords.at(tokens, at+1) == 0
}
