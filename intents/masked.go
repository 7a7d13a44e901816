package intents

import (
	"fmt"
	"slices"
	"strings"
)

// masked is a text in which placeholders such as [EMAIL_1] stand for personal data.
type masked struct {
	text    string
	hidden  []string // placeholder, what it stands for, and so on
	secrets []secret
}

// hides reports whether a place of the original text is hidden.
func (m masked) hides(at int) bool {
	return slices.ContainsFunc(m.secrets, func(s secret) bool { return s.start <= at && at < s.end })
}

// refill puts what was hidden back into a text that may have the placeholders.
func (m masked) refill(text string) string { return strings.NewReplacer(m.hidden...).Replace(text) }

// secret is a stretch of a text that is hidden.
type secret struct {
	kind       string
	start, end int
}

// secretKinds are the spans that are personal.
var secretKinds = map[spanKind]string{
	spanEmail: "EMAIL", spanCPF: "CPF", spanPhone: "PHONE", spanCEP: "CEP", spanAddress: "STREET", spanName: "NAME",
}

// What looks like personal data is hidden also where no rule takes it for the buyer's: a
// CPF whose check digits fail, a second address, a name on a network, a key.
var (
	anyEmail = pattern(`[^\s<>,;:()]*\s{0,2}[@＠﹫]\s{0,2}[^\s<>,;:()]+(?:\s{0,2}\.\s{0,2}[\p{L}0-9\-]+)*`)
	// namedSigns is an address whose signs are written out, or set in brackets.
	namedSigns = pattern(`(?i)(?:[\p{L}0-9]+\s+(?:ponto|punto|dot)\s+)*[\p{L}0-9._%+\-]+(?:\s*[(\[{<]\s*(?:at|arroba|@)\s*[)\]}>]\s*|\s+(?:arroba|at sign)\s+)[\p{L}0-9._\-]+(?:(?:\s*[(\[{<]\s*(?:dot|ponto|punto|\.)\s*[)\]}>]\s*|\s+(?:ponto|punto|dot)\s+|\s?\.\s?)[\p{L}0-9\-]+)*` +
		`|(?:[\p{L}0-9]+\s+dot\s+)*[\p{L}0-9._%+\-]+\s+at\s+[\p{L}0-9\-]+(?:\s+(?:dot|ponto|punto)\s+[\p{L}0-9\-]+)+`)
	anyKey  = pattern(`(?i)\b[0-9a-f]{8}(?:-?[0-9a-f]{4}){3}-?[0-9a-f]{12}\b`)
	anyCNPJ = pattern(`\b[0-9A-Za-z]{2}\.?[0-9A-Za-z]{3}\.?[0-9A-Za-z]{3}/?[0-9A-Za-z]{4}-?[0-9]{2}\b`)
	// numberedStreet is an address in English: "123 Main Street".
	numberedStreet = pattern(`(?i)\b[0-9]{1,5}\s+(?:\p{L}+\s+){1,3}(?:street|st|road|rd|avenue|ave|drive|lane|blvd|boulevard)\b[^.!?\n]*`)
)

const (
	// leastPersonal is how many digits make a number that may be somebody's, leastSpoken how
	// many words for them.
	leastPersonal, leastSpoken = 8, 6
)

// hide hides the personal data of a text whose tokens and spans are known. clear is false
// where the text speaks of personal data that could not be found in it: then nobody else may
// read it.
func (r reader) hide(text string, tokens []token, list []span) (m masked, clear bool) {
	h := &hider{reader: r, spans: &spans{text: text, list: list}, tokens: tokens}
	for _, s := range list {
		if kind, ok := secretKinds[s.kind]; ok {
			h.add(kind, s.start, s.end)
		}
	}
	h.patterns()
	h.numbers()
	h.spokenNumbers()
	h.streets()
	h.addresses()
	h.names()
	h.data()
	return replace(text, h.secrets), !h.unhidden
}

// replace puts placeholders in the place of the secrets. Those that overlap are one.
func replace(text string, secrets []secret) masked {
	slices.SortStableFunc(secrets, func(a, b secret) int { return a.start - b.start })
	m := masked{secrets: secrets}
	var b strings.Builder
	counts := map[string]int{}
	at := 0
	for i := 0; i < len(secrets); {
		s := secrets[i]
		for i++; i < len(secrets) && secrets[i].start < s.end; i++ {
			s.end = max(s.end, secrets[i].end)
		}
		counts[s.kind]++
		placeholder := fmt.Sprintf("[%s_%d]", s.kind, counts[s.kind])
		b.WriteString(text[at:s.start])
		b.WriteString(placeholder)
		m.hidden = append(m.hidden, placeholder, text[s.start:s.end])
		at = s.end
	}
	b.WriteString(text[at:])
	m.text = b.String()
	return m
}
