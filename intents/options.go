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
		if label, ok := labelAmong(o, terms, r.titleOf(p)); ok {
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

func (r reader) titleOf(p *catalog.Product) []string {
	return r.index.entries[r.index.place[p.ID]].title
}

// labelAmong returns the label of the option that the terms say. A word of the product's
// own title chooses nothing; half of a double size ("36" of 35/36) chooses the whole.
func labelAmong(o catalog.Option, terms []term, title []string) (label string, ok bool) {
	said := func(text string) bool {
		return slices.ContainsFunc(terms, func(t term) bool { return t.text == text }) && !slices.Contains(title, text)
	}
	for _, l := range o.Labels {
		key := termsOfLabel(l)
		if len(key) > 0 && !slices.ContainsFunc(key, func(k string) bool { return !said(k) }) {
			return l, true
		}
	}
	for _, l := range o.Labels {
		if strings.Contains(l, "/") && slices.ContainsFunc(strings.Split(l, "/"), said) {
			return l, true
		}
	}
	return "", false
}

// onlyLabels reports whether all terms are labels of the product's options.
func onlyLabels(p *catalog.Product, terms []term) bool {
	for _, t := range terms {
		isLabel := slices.ContainsFunc(p.Options, func(o catalog.Option) bool {
			_, ok := labelAmong(o, []term{t}, nil)
			return ok
		})
		if !isLabel {
			return false
		}
	}
	return true
}
