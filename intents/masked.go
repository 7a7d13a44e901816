package intents

import (
	"fmt"
	"slices"
	"strings"

	"balcao/internal/brazil"
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
// CPF whose check digits fail, a second address, a card.
var (
	anyEmail  = pattern(`[^\s<>,;:()]+@[^\s<>,;:()]+`)
	anyNumber = pattern(`[+(]{0,2}[0-9][0-9 .()/\-]{5,}[0-9]`)
	anyCNPJ   = pattern(`\b[0-9A-Za-z]{2}\.?[0-9A-Za-z]{3}\.?[0-9A-Za-z]{3}/?[0-9A-Za-z]{4}-?[0-9]{2}\b`)
)

// leastPersonal is how many digits make a number that may be somebody's.
const leastPersonal = 8

// hide hides the personal data of a text whose spans are known.
func hide(text string, list []span) masked {
	var secrets []secret
	add := func(kind string, start, end int) {
		for start < end && (text[end-1] == ' ' || text[end-1] == '\n') {
			end--
		}
		if start < end {
			secrets = append(secrets, secret{kind, start, end})
		}
	}
	for _, s := range list {
		if kind, ok := secretKinds[s.kind]; ok {
			add(kind, s.start, s.end)
		}
	}
	for _, m := range anyEmail.FindAllStringIndex(text, -1) {
		add("EMAIL", m[0], m[1])
	}
	for _, m := range anyCNPJ.FindAllStringIndex(text, -1) {
		if _, ok := brazil.NormalizeCNPJ(text[m[0]:m[1]]); ok {
			add("CNPJ", m[0], m[1])
		}
	}
	for _, m := range anyNumber.FindAllStringIndex(text, -1) {
		if digits(text[m[0]:m[1]]) >= leastPersonal {
			add("NUMBER", m[0], m[1])
		}
	}
	hideStreets(text, list, add)
	hideNames(text, add)
	return replace(text, secrets)
}

// hideStreets hides whoever a parcel goes to, and every street that is in no span, to the
// end of its sentence: nothing tells where it ends.
func hideStreets(text string, list []span, add func(kind string, start, end int)) {
	for _, m := range streetStart.FindAllStringSubmatchIndex(text, -1) {
		if !slices.ContainsFunc(list, func(s span) bool { return s.start <= m[2] && m[2] < s.end }) {
			end := len(text)
			if stop := addressEnd.FindStringIndex(text[m[2]:]); stop != nil {
				end = m[2] + stop[1]
			}
			add("STREET", m[2], end)
		}
		if name := recipient.FindStringSubmatchIndex(text[:m[2]]); name != nil {
			add("NAME", name[2], name[3])
		}
	}
}

// hideNames hides the name after every cue for one.
func hideNames(text string, add func(kind string, start, end int)) {
	s := &spans{text: text}
	lower := strings.ToLower(text) == text
	for _, m := range nameCue.FindAllStringIndex(text, -1) {
		add("NAME", m[1], s.nameEnd(m[1], lower))
	}
	for _, m := range weakNameCue.FindAllStringIndex(text, -1) {
		add("NAME", m[1], s.nameEnd(m[1], false))
	}
}

func digits(text string) (n int) {
	for i := range len(text) {
		if isDigit(text[i]) {
			n++
		}
	}
	return n
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
