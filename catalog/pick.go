package catalog

import "strings"

// Pick returns the one variant that the selections single out, nil if they leave a
// choice or match nothing. A product with one variant needs no selection. Names and
// labels are compared without regard to case.
func (p *Product) Pick(selected []Selection) *Variant {
	if len(selected) == 0 && len(p.Variants) == 1 {
		return &p.Variants[0]
	}
	var hit *Variant
	for i := range p.Variants {
		if v := &p.Variants[i]; v.matches(selected) {
			if hit != nil {
				return nil
			}
			hit = v
		}
	}
	return hit
}

// matches reports whether the variant has every one of the selections.
func (v *Variant) matches(selected []Selection) bool {
	for _, want := range selected {
		found := false
		for _, has := range v.Selected {
			if strings.EqualFold(has.Name, want.Name) && strings.EqualFold(has.Label, want.Label) {
				found = true
			}
		}
		if !found {
			return false
		}
	}
	return true
}
