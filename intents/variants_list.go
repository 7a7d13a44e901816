package intents

import (
	"slices"

	"balcao/catalog"
)

// sharingNoun completes the parts of a list that say only what is different from the part
// before: "4 camisetas brancas M e 2 G", "dois all star pretos, um 38 e outro 40". A first
// part that only counts them all is left out then.
func (t *turn) sharingNoun(parts [][]token) [][]token {
	if len(parts) < 2 {
		return parts
	}
	n, counted, noun := t.takeQuantity(glueUnits(parts[0]))
	found := t.target(Conversation{}, phrase{tokens: noun, spans: t.spans})
	kind := found.candidates
	if found.product != nil {
		kind = []*catalog.Product{found.product}
	}
	kind = slices.DeleteFunc(slices.Clone(kind), func(p *catalog.Product) bool { return len(p.Options) == 0 })
	if len(kind) == 0 || onlyTraits(t.index.terms(t.index.withoutNoise(noun))) {
		return parts
	}
	out := [][]token{parts[0]}
	sum := int64(0)
	for _, part := range parts[1:] {
		count, many, rest := t.takeQuantity(part)
		if label := t.index.terms(rest); moreWords.has(part[0].word) || !many && len(label) == 1 || many && count >= leastSize && len(rest) == 0 {
			count, rest = 1, withoutOther(part) // "outro 40"
		}
		terms := t.index.terms(glueUnits(rest))
		if len(terms) == 0 {
			return parts
		}
		at := slices.IndexFunc(kind, func(p *catalog.Product) bool { return t.index.onlyLabels(p, terms) })
		if at < 0 {
			return parts
		}
		sum += count
		whole := slices.Clone(part[:len(part)-len(rest)])
		whole = append(whole, t.withoutAxes(kind[at], noun, terms)...)
		out = append(out, append(whole, rest...))
	}
	if !counted && len(found.options) < len(kind[0].Options) || counted && sum == n && len(parts) > 2 {
		return out[1:]
	}
	return out
}

// withoutOther drops the word for another one.
func withoutOther(tokens []token) []token {
	return slices.DeleteFunc(slices.Clone(tokens), func(o token) bool { return moreWords.has(o.word) })
}

// withoutAxes drops the words that choose on the same axes as the terms do.
func (t *turn) withoutAxes(p *catalog.Product, tokens []token, terms []term) []token {
	return slices.DeleteFunc(slices.Clone(tokens), func(o token) bool {
		said := t.index.terms([]token{o})
		return slices.ContainsFunc(p.Options, func(axis catalog.Option) bool {
			_, now := t.index.labelAmong(axis, terms)
			_, before := t.index.labelAmong(axis, said)
			return now && before && len(said) > 0
		})
	})
}

// another reports whether a target differs from the others, of the same product, by an
// option that is told of both: white and 39 are one, M and G are two.
func (t target) another(others []target) bool {
	return !slices.ContainsFunc(others, func(o target) bool {
		for axis, label := range t.options {
			if other := o.options[axis]; other != "" && other != label {
				return false
			}
		}
		return true
	})
}
