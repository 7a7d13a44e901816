package intents

import (
	"slices"
	"strings"

	"balcao/catalog"
)

// withOptions reads the options of the product among the terms.
func (r reader) withOptions(p *catalog.Product, terms []term, said string) target {
	t := target{product: p, said: said, explained: 1}
	if p == nil {
		return t
	}
	var selected []catalog.Selection
	for _, o := range p.Options {
		if label, ok := r.index.labelAmong(o, r.index.notInTitle(p, terms)); ok {
			selected = append(selected, catalog.Selection{Name: o.Name, Label: label})
		}
	}
	if len(selected) == 0 {
		return t
	}
	if len(selected) == len(p.Options) {
		t.variant = p.Pick(selected)
	}
	t.options = map[string]string{}
	for _, s := range selected {
		t.options[fold(s.Name)] = s.Label
	}
	return t
}

// notInTitle drops the terms that stand in the product's own title: they choose nothing.
func (x *Index) notInTitle(p *catalog.Product, terms []term) []term {
	place, known := x.place[p.ID]
	if !known {
		return terms
	}
	var out []term
	for _, t := range terms {
		if id, carried := x.numbers[t.text]; !carried || x.at(id, place).field < fieldFor {
			out = append(out, t)
		}
	}
	return out
}

// labelAmong returns the label of the option that the terms say: in full, by another name
// of a size, by half of a double size ("36" of 35/36), or by a part that only one label
// has ("azul" of azul-marinho).
func (x *Index) labelAmong(o catalog.Option, terms []term) (label string, ok bool) {
	said := func(text string) bool {
		return slices.ContainsFunc(terms, func(t term) bool { return x.saysLabel(t, text) })
	}
	unsaid := func(text string) bool { return !said(text) }
	parts, part := 0, ""
	for _, l := range o.Labels {
		key := termsOfLabel(l)
		if len(key) > 0 && !slices.ContainsFunc(key, unsaid) {
			return l, true
		}
		if slices.ContainsFunc(key, func(k string) bool { return !hasDigit(k) && said(k) }) {
			parts, part = parts+1, l
		}
	}
	for _, l := range o.Labels {
		if slices.ContainsFunc(halvesOf(l), said) || slices.ContainsFunc(sizeNames[labelKey(l)], said) {
			return l, true
		}
	}
	return part, parts == 1
}

// saysLabel reports whether a term says a word of a label, perhaps mistyped.
func (x *Index) saysLabel(t term, text string) bool {
	if t.text == text || t.word == text {
		return true
	}
	return t.guessed && slices.ContainsFunc(t.readings, func(r reading) bool { return x.names[r.id] == text })
}

// onlyLabels reports whether all terms are labels of the product's options.
func (x *Index) onlyLabels(p *catalog.Product, terms []term) bool {
	for _, t := range terms {
		isLabel := slices.ContainsFunc(p.Options, func(o catalog.Option) bool {
			_, ok := x.labelAmong(o, []term{t})
			return ok
		})
		if !isLabel {
			return false
		}
	}
	return true
}

// labelKey is an option label as it is compared.
func labelKey(label string) string { return strings.Join(termsOfLabel(label), " ") }

func termsOfLabel(label string) []string {
	var out []string
	for _, t := range tokenize(label) {
		if !t.mark {
			out = append(out, form(t.word))
		}
	}
	return out
}

// halvesOf returns the halves of a double label such as 35/36.
func halvesOf(label string) []string {
	first, second, ok := strings.Cut(fold(label), "/")
	if !ok {
		return nil
	}
	return []string{form(strings.TrimSpace(first)), form(strings.TrimSpace(second))}
}

// sizeNames are other names of the letters of sizes, in the three languages and in the
// letters of the other countries, in the form of terms.
var sizeNames = map[string][]string{
	"pp": {"xs"}, "xs": {"pp"},
	"p": {"s", "small", "pequen", "pequenin", "chic"}, "s": {"p", "small", "pequen", "chic"},
	"m":  {"medium", "medi", "median"},
	"g":  {"l", "large", "larg", "grand"},
	"l":  {"g", "larg", "grand"},
	"gg": {"xl"}, "xl": {"gg"},
	"xgg": {"xxl"}, "xg": {"xxl"}, "exg": {"xxl"}, "xxl": {"xgg", "xg"},
	"eg": {"xl"},
}
