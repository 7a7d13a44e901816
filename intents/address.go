package intents

import (
	"slices"
	"strings"
	"unicode"

	"balcao/internal/brazil"
)

var (
	streetStart = pattern(`(?i)(?:^|[^\p{L}])((?:rua|r\.|avenida|av\.?|travessa|alameda|praça|praca|estrada|rodovia|rod\.|largo|viela|calle)\s+[\p{L}0-9])`)
	// addressEnd is the end of a sentence: a mark after a long word or a number, not the
	// point of an abbreviation.
	addressEnd   = pattern(`(?:[\p{L}]{4,}|[0-9]|\b[A-Z]{2})[.;!?](?:\s|$)|\n\s*\n`)
	complement   = pattern(`(?i)^(?:apt?o?\.?|apart(?:amento)?\.?|apt\.?|bloco|bl\.?|casa|sala|conj(?:unto)?\.?|cj\.?|fundos|andar|[0-9]+[ºo°]? andar|lote|lt\.?|quadra|qd\.?|torre|edif[ií]cio|ed\.?|cobertura|suite|unit|depto\.?|piso|loja|box|portaria)(?:\s|$|[0-9])`)
	complementIn = pattern(`(?i)\s(?:apt?o?\.?|apartamento|apt\.?|bloco|bl\.?|casa|sala|conj\.?|cj\.?|fundos|unit|suite|depto\.?)\s+[0-9A-Za-z]+(?:\s+e\s+(?:uma?|dois|duas|tr[eê]s|quatro|cinco|seis|sete|oito|nove))?(?:\s+(?:bloco|bl\.?|torre)\s+[0-9A-Za-z]+)?`)
	houseNumber  = pattern(`(?i)^(?:n[ºo°]?\.?\s*|n[uú]mero\s+|#)?[0-9]{1,6}\s?[a-z]?$|^s/?n$`)
	cityAndState = pattern(`^(.+?)[\s/\-–(]+([A-Za-z]{2})\)?$`)
	country      = pattern(`(?i)^(?:br|brasil|brazil)$`)
	cepWord      = pattern(`(?i)\b(?:cep|zip(?:\s?code)?|c[oó]digo postal|postal code)\b\s*(?:é|e|is|es|:)?`)
	// recipient is who the parcel goes to, named right before the street.
	recipient   = pattern(`(?:[Ee]ntreg\w*|[Ee]nvi\w*|[Mm]and\w*|[Ss]hip(?: it)?|[Dd]eliver(?: it)?|[Dd]estinat[aá]ri[oa]:?)\s+(?:pra|para|to|a)?\s*(?:[oa] )?(\p{Lu}\p{Ll}+(?:\s+(?:d[aeo]s?|e|\p{Lu}\p{Ll}+))+)\s*(?:,|na|no|em|at|en)?\s*$`)
	district    = pattern(`(?i)^(?:bairro|barrio)\s+`)
	segmentMark = pattern(`\s*[,;\n]\s*|\s+[-–/]\s+`)
)

// findAddress finds a Brazilian street address: from the word for the street to the end
// of the sentence, read piece by piece between commas. It finds one; the CEP is a span of
// its own.
func (s *spans) findAddress() {
	m := streetStart.FindStringSubmatchIndex(s.text)
	block := m == nil
	if block {
		m = s.blockAt()
	}
	if m == nil {
		s.findCity()
		return
	}
	start := m[2]
	end := len(s.text)
	if stop := addressEnd.FindStringIndex(s.text[start:]); stop != nil {
		end = start + stop[1]
	}
	a := addressReader{block: block, shouting: strings.ToUpper(s.text) == s.text, lower: strings.ToLower(s.text) == s.text}
	used := a.read(s.withoutSpans(start, end))
	for i := range s.list {
		if other := &s.list[i]; other.start > start && other.start < start+used && other.kind != spanCEP {
			used = other.start - start
		}
	}
	slots := a.slots()
	if slots.Locality == "" || slots.Region == "" {
		if city, state, _, ok := s.cityBeside(); ok {
			slots.Locality, slots.Region = city, state
		}
	}
	if name := inNameOf.FindStringSubmatch(s.text[:start]); name != nil {
		slots.FullName = name[1]
	}
	if name := recipientAfter.FindStringSubmatch(s.text); name != nil {
		slots.FullName = name[1]
	}
	if name := recipient.FindStringSubmatch(s.text[:start]); name != nil {
		slots.FullName = name[1]
	}
	s.list = append(s.list, span{kind: spanAddress, start: start, end: start + used, address: slots})
}

// withoutSpans returns a stretch of the text with other spans blanked out, byte for byte.
func (s *spans) withoutSpans(start, end int) string {
	b := []byte(s.text[start:end])
	for _, other := range s.list {
		for i := max(other.start, start); i < min(other.end, end); i++ {
			b[i-start] = ' '
		}
	}
	return string(b)
}

// addressReader collects the pieces of an address.
type addressReader struct {
	// block says that the street is one of blocks: parts of it may follow.
	block                              bool
	shouting, lower                    bool
	street, extended, locality, region string
	// others are pieces that nothing tells the meaning of: district and city.
	others []string
}

// read reads the pieces until one belongs to something else, and returns how many bytes
// it used.
func (a *addressReader) read(body string) int {
	at := 0
	for at < len(body) {
		next, stop := len(body), len(body)
		if m := segmentMark.FindStringIndex(body[at:]); m != nil {
			stop, next = at+m[0], at+m[1]
		}
		piece := strings.Trim(cepWord.ReplaceAllString(body[at:stop], " "), " .;!?\n")
		piece = strings.Join(strings.Fields(piece), " ")
		if piece != "" && !a.take(piece) {
			return at
		}
		at = next
	}
	return at
}

// take places one piece; false means that the address is over.
func (a *addressReader) take(piece string) bool {
	switch {
	case a.street == "":
		a.takeStreet(piece)
	case startsClause(piece):
		return false
	case partings.in(tokenize(piece)) && len(meaning(partings.without(tokenize(piece)))) == 0: // "valeu"
	case houseNumber.MatchString(piece) && !endsInNumber(a.street):
		a.street += ", " + piece
	case a.block && a.extended == "" && blockParts.MatchString(piece):
		a.takeBlock(piece)
	case complement.MatchString(piece):
		a.extend(piece)
	case country.MatchString(piece) || a.takeState(piece):
	case complementIn.MatchString(piece):
		m := complementIn.FindStringIndex(piece)
		return a.take(piece[:m[0]]) && a.take(strings.TrimSpace(piece[m[0]:]))
	case len(meaning(tokenize(piece))) == 0: // "obrigado"
	default:
		a.others = append(a.others, district.ReplaceAllString(piece, ""))
	}
	return true
}

// takeStreet reads street and number; without commas more may stand behind them.
func (a *addressReader) takeStreet(piece string) {
	if a.block {
		a.takeBlock(piece)
		return
	}
	m := complementIn.FindStringIndex(piece)
	if m == nil {
		m = []int{len(piece), len(piece)}
	}
	a.street = piece[:m[0]]
	street, place, spoken := a.splitSpoken(a.street)
	if spoken {
		a.street = street
	}
	if m[0] < m[1] {
		a.extend(inFigures(strings.TrimSpace(piece[m[0]:m[1]])))
	}
	if place != "" {
		a.takePlace(place)
	}
	switch rest := strings.TrimSpace(piece[m[1]:]); {
	case rest == "":
	case a.isPlace(rest):
		a.takePlace(rest)
	default:
		a.take(rest)
	}
}

// partings are no part of an address.
var partings = table(wordList("address partings"))

func (a *addressReader) extend(piece string) {
	if a.extended != "" {
		a.extended += ", "
	}
	a.extended += piece
}

// takeState reads "GO", "Campinas SP", "Campinas/SP".
func (a *addressReader) takeState(piece string) bool {
	if a.region != "" {
		return false
	}
	if uf, ok := brazil.NormalizeUF(piece); ok && len(piece) == 2 && a.isCode(piece) {
		a.region = uf
		return true
	}
	if m := cityOfState.FindStringSubmatch(piece); m != nil {
		if uf, ok := brazil.NormalizeUF(m[2]); ok && len(m[2]) > 2 {
			a.locality, a.region = inPlace.ReplaceAllString(m[1], ""), uf
			return true
		}
	}
	if a.takeStateName(piece) {
		return true
	}
	m := cityAndState.FindStringSubmatch(piece)
	if m == nil || !a.isCode(m[2]) && strings.ToLower(m[1]) != m[1] {
		return false
	}
	uf, ok := brazil.NormalizeUF(m[2])
	if ok {
		a.locality, a.region = inPlace.ReplaceAllString(m[1], ""), uf
	}
	return ok
}

// takeStateName reads "recife pernambuco". The states that are cities too could be those.
func (a *addressReader) takeStateName(piece string) bool {
	words := strings.Fields(piece)
	for n := 1; n <= 4 && n < len(words); n++ {
		name := strings.Join(words[len(words)-n:], " ")
		uf, ok := brazil.NormalizeUF(name)
		if ok && len(name) > 2 && uf != "SP" && uf != "RJ" {
			a.locality, a.region = inPlace.ReplaceAllString(strings.Join(words[:len(words)-n], " "), ""), uf
			return true
		}
	}
	return false
}

// isCode tells a state from a short word: capitals, unless the customer does not use
// them at all.
func (a *addressReader) isCode(word string) bool {
	return strings.ToUpper(word) == word || a.lower
}

func (a *addressReader) slots() Slots {
	if n := len(a.others); a.region == "" && n > 1 { // "Goiânia, Goiás"
		if uf, ok := brazil.NormalizeUF(a.others[n-1]); ok {
			a.region, a.others = uf, a.others[:n-1]
		}
	}
	if n := len(a.others); a.locality == "" && n > 0 {
		a.locality, a.others = a.others[n-1], a.others[:n-1]
	}
	for _, o := range a.others {
		a.extend(o)
	}
	return Slots{Street: a.street, Extended: a.extended, Locality: a.locality, Region: a.region}
}

func endsInNumber(street string) bool {
	return strings.ContainsFunc(street[strings.LastIndexByte(street, ' ')+1:], unicode.IsDigit)
}

// startsClause reports whether a piece begins something new, such as "e paga no pix" or
// "meu email é".
func startsClause(piece string) bool {
	tokens := tokenize(piece)
	for i, t := range tokens {
		if connectors[t.word] {
			continue
		}
		if dataWords[t.word] {
			return true
		}
		return i < len(tokens) && cueAt(tokens, i) != cueNone
	}
	return false
}

// dataWords begin the next piece of data.
var dataWords = wordSet(wordList("address dataWords"))

// cueAt returns the cue that starts at tokens[i].
func cueAt(tokens []token, i int) cue {
	for _, c := range cuePhrases {
		if c.words.at(tokens, i) > 0 {
			return c.cue
		}
	}
	return cueNone
}

var (
	// cityOfState is "Belém do Pará"; inPlace comes before a city.
	cityOfState = pattern(`(?i)^(.+?)\s+(?:d[oea]|n[oa]|em)\s+(\p{L}[\p{L} ]+)$`)
	inPlace     = pattern(`(?i)^(?:em|no|na|in|en|cidade de|cidade)\s+`)
)

const unitForm = `(?:apto?\.?|apartamento|apt\.?|bloco|bl\.?|torre|sala|conjunto|conj\.?|casa|depto\.?|departamento|apartment|suite|edif[ií]cio)(?:\s*(?:n[ºo°.]+\s*)?[0-9]{1,5}[a-z]?|\s+[a-z]-?[0-9]{0,4})\b`

var (
	// cityCue is a city and its state behind words that say where someone is.
	cityCue = pattern(`(?i)(?:\b(?:frete|moro|vivo|resido|estou|fico|sou|entregar?|entrega [eé]|[eé] em|aqui em|envia|manda|cidade|city|ciudad|ship|deliver|vivo)\s*(?::|[eé]|em|de|para|pra|aqui em|in|to|en|a)?\s+(?:em |para |pra |a )?)(\p{L}[\p{L} ]{2,30}?)(?:\s*[,/(]\s*|\s+[-–]\s+|-|\s+no\s+|\s+na\s+|\s+em\s+|\s+)(\p{L}{2}\b|\p{L}[\p{L} ]{3,20}?)(?:\)|[,.;\n]|\s+cep|\s+na rua|\s*$)`)
	// inNameOf is who the parcel goes to, said before the address.
	inNameOf = pattern(`(?i:entreg\w*|envi\w*|mand\w*)\s+(?:em nome de|no nome de|aos cuidados de|para|pra|a nombre de)\s+(?:[ao] )?(\p{Lu}\p{Ll}+(?:\s+(?:d[aeo]s?\s+|e\s+)?\p{Lu}\p{Ll}+)+)`)
	// complementAlone is a complement by its label, without a street.
	complementAlone = pattern(`(?i)(?:^|[\s,])complemento\s*(?::|[eé]\s)\s*([^\n,;.!?]+)`)
	// unitAlone is a flat or a block with its number, on its own between marks.
	unitAlone = pattern(`(?i)(?:^|[,.;:!\n]\s*|(?:^|\s)(?:[eé]|o|no|na|meu|faltou|falta)\s+)(` + unitForm + `(?:,?\s+(?:e\s+)?` + unitForm + `)*)\s*(?:$|[,.;!\n]|\s(?:esqueci|faltou|viu|t[aá]|por favor)\b)`)
	// recipientAfter is who the parcel goes to, said behind the address.
	recipientAfter = pattern(`(?:[Rr]ecipient|[Dd]estinat[aá]ri[oa]|[Qq]uem recebe(?: [eé])?|[Qq]uem vai receber(?: [eé])?|[Aa]os cuidados d[aeo]|[Aa]/[Cc]|[Rr]ecebedora?|[Rr]ecibe)\s*[:\-]?\s*(?:[ao] )?(\p{Lu}\p{Ll}+(?:\s+(?:d[aeo]s?\s+|e\s+)?\p{Lu}\p{Ll}+)+)`)
)

// cityBeside finds a city with its state outside a street address.
func (s *spans) cityBeside() (city, state string, at []int, ok bool) {
	m := cityCue.FindStringSubmatchIndex(s.text)
	if m == nil {
		return "", "", nil, false
	}
	city, state = s.text[m[2]:m[3]], s.text[m[4]:m[5]]
	uf, ok := brazil.NormalizeUF(strings.TrimSpace(state))
	if !ok || len(state) == 2 && strings.ToUpper(state) != state && strings.ToLower(s.text) != s.text && !slices.Contains(largeCities, fold(city)) {
		return "", "", nil, false
	}
	for _, t := range tokenize(city) {
		if cueAt([]token{t}, 0) != cueNone {
			return "", "", nil, false
		}
	}
	return strings.TrimSpace(city), uf, m[2:6], true
}

// findCity finds a city with its state where no street is told.
func (s *spans) findCity() {
	city, state, at, ok := s.cityBeside()
	if ok {
		s.add(span{kind: spanAddress, start: at[0], end: at[3], address: Slots{Locality: city, Region: state}})
		return
	}
	for _, pattern := range []*expression{complementAlone, unitAlone} {
		if m := pattern.FindStringSubmatchIndex(s.text); m != nil {
			s.add(span{kind: spanAddress, start: m[2], end: m[3], address: Slots{Extended: strings.TrimSpace(s.text[m[2]:m[3]])}})
			return
		}
	}
}
