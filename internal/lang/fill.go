package lang

import "strings"

// Fill returns the text in the language of a tag with facts put in: {name} becomes the
// value of that name, given as pairs of name and value. A part in square brackets
// disappears when a fact in it is empty, so one template serves with and without it:
// "CEP[ {value}] inválido". Brackets do not nest, and values are never looked at again,
// whatever they contain.
func (t Text) Fill(tag string, pairs ...string) string {
	var out strings.Builder
	rest := t.In(tag)
	for rest != "" {
		fixed, after, optional := strings.Cut(rest, "[")
		expanded, _ := expand(fixed, pairs)
		out.WriteString(expanded)
		if !optional {
			break
		}
		part, tail, _ := strings.Cut(after, "]")
		if expanded, whole := expand(part, pairs); whole {
			out.WriteString(expanded)
		}
		rest = tail
	}
	return out.String()
}

// expand replaces the placeholders of one part and reports whether all had a value.
func expand(part string, pairs []string) (text string, whole bool) {
	var out strings.Builder
	whole = true
	for {
		before, after, found := strings.Cut(part, "{")
		out.WriteString(before)
		if !found {
			return out.String(), whole
		}
		name, tail, _ := strings.Cut(after, "}")
		value := lookup(pairs, name)
		whole = whole && value != ""
		out.WriteString(value)
		part = tail
	}
}

func lookup(pairs []string, name string) string {
	for i := 0; i+1 < len(pairs); i += 2 {
		if pairs[i] == name {
			return pairs[i+1]
		}
	}
	return ""
}
