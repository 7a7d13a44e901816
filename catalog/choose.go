package catalog

import (
	"fmt"
	"slices"

	"balcao/internal/ids"
)

// Choice is a product as it is shown to somebody who is choosing a variant.
type Choice struct {
	Product *Product
	// Variants are those that match the selection, the featured one first.
	Variants []*Variant
	// Selected is the selection in effect, in the catalogue's spelling.
	Selected []Selection
	// Options tells for each label what choosing it would lead to.
	Options []OptionSignals
}

// OptionSignals are the labels of an option with their signals.
type OptionSignals struct {
	Name   string
	Labels []LabelSignals
}

// LabelSignals says what is there under a label together with what is selected on the
// other options: a variant at all, and one that can be sold now.
type LabelSignals struct {
	Label             string
	Exists, Available bool
}

// DuplicateOptionError says that a selection names an option twice.
type DuplicateOptionError struct{ Name string }

func (e *DuplicateOptionError) Error() string {
	return fmt.Sprintf("catalog: option %q is selected twice", e.Name)
}

// Select works out what to show of a product. Without a selection the featured variant's
// options are in effect. If no variant has all that is selected, selections are given up
// one by one until one has: first those on options that the product does not have, then
// those not named in preferences, then by preferences from its end. Available says what
// can be sold now; nil means everything.
//
// Rules: BCP catalogue lookup, get_product.
func Select(p *Product, selected []Selection, preferences []string, available func(ids.Variant) bool) (Choice, error) {
	seen := make(map[string]bool, len(selected))
	for _, s := range selected {
		name := Fold(s.Name)
		if seen[name] {
			return Choice{}, &DuplicateOptionError{Name: s.Name}
		}
		seen[name] = true
	}
	if len(selected) == 0 {
		return SelectVariant(p, &p.Variants[0], available), nil
	}

	known := slices.DeleteFunc(p.spell(selected), func(s Selection) bool { return p.option(s.Name) == nil })
	slices.SortStableFunc(known, func(a, b Selection) int {
		return preference(preferences, a.Name) - preference(preferences, b.Name)
	})
	kept := known
	for len(kept) > 0 && len(p.matching(kept)) == 0 {
		kept = kept[:len(kept)-1]
	}
	// The answer keeps the order of the request.
	effective := slices.DeleteFunc(p.spell(selected), func(s Selection) bool { return !slices.Contains(kept, s) })
	return p.choice(p.matching(effective), effective, available), nil
}

// SelectVariant shows a product with one of its variants selected.
func SelectVariant(p *Product, v *Variant, available func(ids.Variant) bool) Choice {
	return p.choice([]*Variant{v}, slices.Clone(v.Selected), available)
}

func (p *Product) choice(variants []*Variant, selected []Selection, available func(ids.Variant) bool) Choice {
	c := Choice{Product: p, Variants: variants, Selected: selected}
	for _, o := range p.Options {
		signals := OptionSignals{Name: o.Name}
		others := slices.DeleteFunc(slices.Clone(selected), func(s Selection) bool { return s.Name == o.Name })
		for _, label := range o.Labels {
			there := p.matching(append(slices.Clone(others), Selection{Name: o.Name, Label: label}))
			signals.Labels = append(signals.Labels, LabelSignals{
				Label:  label,
				Exists: len(there) > 0,
				Available: slices.ContainsFunc(there, func(v *Variant) bool {
					return available == nil || available(v.ID)
				}),
			})
		}
		c.Options = append(c.Options, signals)
	}
	return c
}

// matching returns the variants that have all of the selection.
func (p *Product) matching(selection []Selection) []*Variant {
	var variants []*Variant
	for i := range p.Variants {
		v := &p.Variants[i]
		if !slices.ContainsFunc(selection, func(s Selection) bool { return !slices.Contains(v.Selected, s) }) {
			variants = append(variants, v)
		}
	}
	return variants
}

// spell returns the selection in the product's own spelling, as far as it has the names
// and labels: case and accents do not matter in a request.
func (p *Product) spell(selection []Selection) []Selection {
	spelt := slices.Clone(selection)
	for i := range spelt {
		o := p.option(spelt[i].Name)
		if o == nil {
			continue
		}
		spelt[i].Name = o.Name
		for _, label := range o.Labels {
			if Fold(label) == Fold(spelt[i].Label) && !slices.Contains(o.Labels, spelt[i].Label) {
				spelt[i].Label = label
			}
		}
	}
	return spelt
}

// option returns the option of that name, nil if there is none.
func (p *Product) option(name string) *Option {
	for i := range p.Options {
		if Fold(p.Options[i].Name) == Fold(name) {
			return &p.Options[i]
		}
	}
	return nil
}

// preference is the rank of an option, the first first; unnamed ones come last.
func preference(preferences []string, name string) int {
	for i, preferred := range preferences {
		if Fold(preferred) == Fold(name) {
			return i
		}
	}
	return len(preferences)
}
