package intents

import (
	"context"
	"slices"
	"strings"
	"sync/atomic"
	"unicode/utf8"

	"golang.org/x/text/unicode/norm"

	"balcao/catalog"
)

// Parser is the built-in Interpreter: deterministic, without any outside call, mostly within a
// millisecond a text. It is safe for concurrent use.
type Parser struct {
	index *Index
	// other is the index to read by instead, nil if there is none.
	other atomic.Pointer[Index]
}

var _ Interpreter = (*Parser)(nil)

// NewParser returns a parser for the products. It keeps the pointers and expects that the
// products do not change.
func NewParser(products []*catalog.Product) *Parser {
	ruleWords() // no customer waits for it
	return &Parser{index: NewIndex(products)}
}

// Use has the parser read texts by another catalogue's index from now on. A text that is
// being read is read to its end by the one before.
func (p *Parser) Use(index *Index) { p.other.Store(index) }

// now is a parser that stays with the present index.
func (p *Parser) now() *Parser {
	if other := p.other.Load(); other != nil {
		return &Parser{index: other}
	}
	return p
}

// Interpret reads the text. It never fails. One that is too long is not read at all, but
// for the language of its beginning: it must cost no more than a short one.
func (p *Parser) Interpret(_ context.Context, u Utterance) (Interpretation, error) {
	long := tooLong(u.Text)
	if long {
		u.Text = u.Text[:maxText/mostWithin]
	}
	text := prepared(u.Text)
	tokens := tokenize(text)
	if long || len(tokens) > maxTokens {
		tokens = tokens[:min(len(tokens), maxTokens)]
		language := languageOf(text, tokens, u.Language)
		return interpretation([]Slots{unknown(ReasonTooLong)}, language, u), nil
	}
	p = p.now()
	list := reader{index: p.index}.findSpans(text)
	language := languageOf(text, mask(tokens, list), u.Language)
	return interpretation(p.read(u, text, tokens, list, language), language, u), nil
}

// prepared is a text as it is read.
func prepared(text string) string {
	text, _ = WithoutCards(clean(text))
	return onceOnly(spokenEmail.ReplaceAllStringFunc(text, writtenEmail))
}

// readable are the tokens of a text as the clauses are read: spans masked, slips mended.
func (r reader) readable(tokens []token, list []span) []token {
	return r.inDigits(r.index.nouns(r.index.spell(spellOut(r.index.doubleSizes(r.index.hundreds(mask(tokens, list)))))))
}

// onceOnly drops a second half that repeats the first word for word: a message that was
// sent twice in one.
func onceOnly(text string) string {
	if half := len(text) / 2; len(text)%2 == 1 && text[half] == '\n' && text[:half] == text[half+1:] {
		return text[:half]
	}
	return text
}

// leastRepeated is how many words a message has at least that counts as said twice.
const leastRepeated = 3

// onceSaid drops the second half of a text that says the same again, word for word: "quero
// um pixel 10. quero um pixel 10". Two short words may be meant so: "mais um, mais um".
func onceSaid(tokens []token) []token {
	said := words(tokens)
	half := len(said) / 2
	if len(said)%2 == 1 || half < leastRepeated || !slices.Equal(said[:half], said[half:]) {
		return tokens
	}
	for i, n := 0, 0; i < len(tokens); i++ {
		if tokens[i].mark {
			continue
		}
		if n++; n > half {
			return tokens[:i]
		}
	}
	return tokens
}

// spokenEmail is an address as it is dictated: "ana ponto lima arroba example ponto com".
var spokenEmail = pattern(`(?i)[a-z0-9._%+\-]+(?:\s+(?:ponto|punto|dot)\s+[a-z0-9]+)*\s+(?:arroba|at sign)\s+[a-z0-9\-]+(?:\s+(?:ponto|punto|dot)\s+[a-z]{2,})+`)

var spokenSigns = pattern(`(?i)\s+(?:(arroba|at sign)|ponto|punto|dot)\s+`)

// writtenEmail puts the signs in the place of their names.
func writtenEmail(spoken string) string {
	return spokenSigns.ReplaceAllStringFunc(spoken, func(sign string) string {
		if strings.ContainsAny(sign, "aA") {
			return "@"
		}
		return "."
	})
}

func interpretation(slots []Slots, language string, u Utterance) Interpretation {
	return Interpretation{
		Intents: Intents(slots, u.Conversation), Language: language, Slots: slots, Confidence: confidence(slots),
	}
}

// maxTokens bounds the words and marks of a text: some stages look at each together with
// those before it. The longest text that is read has fewer if it is written in words.
const maxTokens = 450

// tooLong reports whether a text has more characters than are read. Characters are
// counted only where their number is in doubt.
func tooLong(text string) bool {
	return len(text) > maxText && (len(text) > maxText*utf8.UTFMax || utf8.RuneCountInString(text) > maxText || unfolded(text) > maxText*mostWithin)
}

// mostWithin is how many bytes a character of a text that is read stands for, all in all: a
// ligature may be a whole sentence.
const mostWithin = 8

// unfolded is how many bytes a text has when its ligatures are written out.
func unfolded(text string) int {
	n := 0
	for at := 0; at < len(text); {
		p := norm.NFKD.PropertiesString(text[at:])
		size := max(1, p.Size())
		n += max(size, len(p.Decomposition()))
		at += size
	}
	return n
}

// read is the cascade: guards, pending question, clauses.
func (p *Parser) read(u Utterance, text string, tokens []token, list []span, language string) []Slots {
	if len(tokens) == 0 {
		return []Slots{unknown(ReasonEmpty)}
	}
	written := mask(tokens, list)
	guard := guardText(text, written)
	if guard.stop != "" {
		return []Slots{unknown(guard.stop)}
	}
	r := reader{index: p.index, language: language}
	t := turn{reader: r, conversation: u.Conversation, raw: onceOnly(strings.TrimSpace(u.Text)), text: text, spans: list, guard: guard, written: written}
	tokens = r.comingWants(onceSaid(r.readable(tokens, list)))
	if !guard.tainted && (r.undoes(written) || r.undoes(tokens)) {
		return []Slots{t.undo()}
	}
	speaker := relay{tokens: tokens, language: language}
	speaker.read()
	tokens = r.withoutOldNumber(speaker.out)
	if len(tokens) == 0 {
		return []Slots{unknown(ReasonUnclear)}
	}
	t.speaker = speaker
	if !guard.tainted {
		if slots, done := t.codeAlone(); done {
			return slots
		}
		if slots, done := t.nameAlone(tokens); done {
			return slots
		}
		if slots, done := t.answer(tokens); done {
			if len(slots) == 1 && !slots[0].confirmed && t.strays(slots[0]) && !t.namesWay() {
				return []Slots{unknown(ReasonUnclear)}
			}
			return slots
		}
	}
	t.tokens = tokens
	t.personal()
	if !guard.tainted && t.browse(tokens, endsAsking(tokens)) {
		return t.finish()
	}
	for _, c := range splitClauses(t.settle(tokens)) {
		t.clause(c)
	}
	return t.finish()
}

// confidence is low where a second opinion may know better.
func confidence(slots []Slots) float64 {
	least := 1.0
	for _, s := range slots {
		switch {
		case s.ask == AskTaxpayerID: // nobody knows better
		case s.Action == "unknown" && s.Reason == ReasonUnclear:
			least = min(least, 0.1)
		case s.Unresolved:
			least = min(least, 0.3)
		case len(s.Candidates) > 0:
			least = min(least, 0.6)
		}
	}
	return least
}
