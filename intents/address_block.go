package intents

import (
	"strings"
)

// Brasília, and towns planned like it, have no names of streets: a sector or a block with
// its number, and behind it what leads to the house ("SQS 308 Bloco A", "QNM 12 Conjunto C
// Casa 14", "Quadra 5 Lote 3").
var (
	blockStart = pattern(`(?i)(?:^|[^\p{L}0-9])((?:s[hmgces][a-z]{1,4}\s+)?(?:sq[ns]w?|sqsw|sqnw|cl[ns]w?|sc[ns]|scrn|scrs|sep[ns]|sga[ns]|smpw|smdb|shi[ns]|shc[ns]w?|shcgn|shtn|srtv[ns]|sia|saa?n|sof[ns]|cr[ns]|aos|adl|q[eilrs]|qn[a-r]|qs[a-f]|qms|quadra|qd\.?|superquadra)\s+` +
		`(?:[0-9]|(?:quadra|qd|trecho|conjunto|bloco)\b))`)
	blockPart  = `(?:bloco|bl\.?|conj(?:unto)?\.?|cj\.?|quadra|qd\.?|lote|lt\.?|m[oó]dulo|trecho|casa|entrada|ch[aá]cara)\s*[0-9A-Za-z]{1,4}\b`
	blockParts = pattern(`(?i)^(?:` + blockPart + `\s*)+`)
	// blockHead is the first piece: up to its number, with the parts behind it.
	blockHead = pattern(`(?i)^(?:[a-z.]+\s+){1,2}(?:[0-9]{1,4}[a-z]?\b\s*|` + blockPart + `\s*)(?:` + blockPart + `\s*)*`)
	// blockBeside tells with it that a place is meant and no product: a part of a block, a
	// city or the state.
	blockBeside = pattern(`(?i)\b(?:` + blockPart + `|bras[ií]lia|df|plano piloto|asa (?:sul|norte)|taguatinga|ceil[aâ]ndia|samambaia|gama|guar[aá]|sobradinho|planaltina|[aá]guas claras|recanto|sudoeste|lago (?:sul|norte)|palmas)\b`)
)

// blockAt finds where such an address begins, as the place of a submatch; nil if there is
// none. It needs something beside it that speaks of a place.
func (s *spans) blockAt() []int {
	m := blockStart.FindStringSubmatchIndex(s.text)
	if m == nil {
		return nil
	}
	for _, o := range s.list {
		if o.start < m[3] && m[2] < o.end {
			return nil
		}
		if o.kind == spanCEP && s.text[min(m[2]+2, m[3]-1)] != ' ' { // "qr 2" says less
			return m
		}
	}
	if !blockBeside.MatchString(s.text[m[3]:]) {
		return nil
	}
	return m
}

// takeBlock reads a piece of such an address: what leads to the house is the street, as it
// was written.
func (a *addressReader) takeBlock(piece string) {
	pattern := blockParts
	if a.street == "" {
		pattern = blockHead
	}
	n := len(pattern.FindString(piece))
	if n == 0 {
		n = len(piece)
	}
	if a.street != "" {
		a.street += ", "
	}
	a.street += strings.TrimSpace(piece[:n])
	rest := strings.TrimSpace(piece[n:])
	if m := complementIn.FindString(" " + rest); m != "" && strings.HasPrefix(" "+rest, m) {
		a.extend(strings.TrimSpace(m))
		rest = strings.TrimSpace(strings.TrimPrefix(" "+rest, m))
	}
	if rest != "" {
		a.take(rest)
	}
}
