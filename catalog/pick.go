package catalog

// Pick returns the one variant that the selections single out, nil if they leave a choice or
// match nothing. A product with one variant needs no selection. Names and labels are read as
// [Select] does: neither case nor accents matter.
func (p *Product) Pick(selected []Selection) *Variant {
	if matching := p.matching(p.spell(selected)); len(matching) == 1 {
		return matching[0]
	}
	return nil
}
