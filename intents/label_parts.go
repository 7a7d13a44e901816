package intents

// withLabels puts a part that only says a colour or a size to the part before it: "a mais
// barata, em preto e tamanho M".
func (t *turn) withLabels(parts [][]token) [][]token {
	var out [][]token
	for _, part := range parts {
		if n := len(out); n > 0 && t.onlySaysLabels(part) {
			out[n-1] = append(out[n-1][:len(out[n-1]):len(out[n-1])], part...)
			continue
		}
		out = append(out, part)
	}
	return out
}

// onlySaysLabels reports whether a part begins as an attribute does and has nothing but
// labels of options in it.
func (t *turn) onlySaysLabels(part []token) bool {
	n := max(labelLeads.at(part, 0), sizeCues.at(part, 0))
	if n == 0 || n == len(part) {
		return false
	}
	for _, o := range meaning(part[n:]) {
		key := labelKey(o.word)
		_, size := t.index.labels[sizeAxis][key]
		_, color := t.index.labels[colorAxis][form(o.word)]
		if !size && !color && sizeCues.at([]token{o}, 0) == 0 {
			return false
		}
	}
	return true
}

// labelLeads begin a part that says how a thing shall be.
var labelLeads = table(wordList("label_parts labelLeads"))
