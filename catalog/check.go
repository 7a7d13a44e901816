package catalog

import (
	"errors"
	"fmt"
	"slices"

	"balcao/internal/ids"
	"balcao/money"
)

// VariantError says what is wrong with one variant of a product.
type VariantError struct {
	// Number is its place in the product, from 0.
	Number int
	ID     ids.Variant
	Err    error
}

func (e *VariantError) Error() string {
	return fmt.Sprintf("variant %d (%q): %v", e.Number+1, e.ID, e.Err)
}

// Unwrap returns what is wrong.
func (e *VariantError) Unwrap() error { return e.Err }

// Check says everything that is wrong with a product taken by itself: what is wrong with
// a variant is a [*VariantError].
func (p *Product) Check() []error {
	var faults []error
	add := func(wrong bool, format string, args ...any) {
		if wrong {
			faults = append(faults, fmt.Errorf(format, args...))
		}
	}
	add(!ids.Valid(string(p.ID)), "the id must be 1 to 64 of A-Z a-z 0-9 . _ -")
	add(p.Title == "", "there is no title")
	add(p.NCM != "" && !digits(p.NCM, 8), "the NCM %q is not eight digits", p.NCM)
	add(p.Rating != nil && !p.Rating.inScale(), "the rating is out of its scale")
	add(len(p.Variants) == 0, "there is no variant")
	add(len(p.Variants) > 1 && len(p.Options) == 0, "several variants need an option to choose by")
	for _, state := range p.NotSoldIn {
		add(!isState(state), "%q is not the two letters of a state", state)
	}
	if err := p.checkOptions(); err != nil {
		return append(faults, err) // what follows would only repeat it
	}
	seen := make(map[ids.Variant]bool, len(p.Variants))
	for i := range p.Variants {
		v := &p.Variants[i]
		err := p.checkVariant(v)
		if err == nil && seen[v.ID] {
			err = errors.New("the id is used twice")
		}
		seen[v.ID] = true
		if err != nil {
			faults = append(faults, &VariantError{i, v.ID, err})
		}
	}
	if len(faults) > 0 {
		return faults
	}
	return p.checkDistinct()
}

func (r *Rating) inScale() bool {
	return r.Most >= 1 && r.Hundredths >= 0 && r.Hundredths <= 100*r.Most && r.Count >= 0
}

func (p *Product) checkOptions() error {
	names := make(map[string]bool, len(p.Options))
	for _, o := range p.Options {
		name := Fold(o.Name)
		if name == "" || names[name] {
			return fmt.Errorf("the option name %q is empty or used twice", o.Name)
		}
		names[name] = true
		if len(o.Labels) == 0 {
			return fmt.Errorf("option %q has no labels", o.Name)
		}
		labels := make(map[string]bool, len(o.Labels))
		for _, label := range o.Labels {
			if label == "" || labels[label] {
				return fmt.Errorf("option %q: the label %q is empty or used twice", o.Name, label)
			}
			labels[label] = true
		}
	}
	return nil
}

func (p *Product) checkVariant(v *Variant) error {
	switch {
	case !ids.Valid(string(v.ID)):
		return errors.New("the id must be 1 to 64 of A-Z a-z 0-9 . _ -")
	case v.Title == "":
		return errors.New("there is no title")
	case v.GTIN != "" && !ValidGTIN(v.GTIN):
		return fmt.Errorf("the GTIN %q is not 8, 12, 13 or 14 digits with a right check digit", v.GTIN)
	case v.Price < 0 || v.Price > money.MaxAmount:
		return fmt.Errorf("the price %d is out of range", v.Price)
	case v.ListPrice < 0 || v.ListPrice > money.MaxAmount:
		return fmt.Errorf("the list price %d is out of range", v.ListPrice)
	}
	for _, o := range p.Options {
		label, ok := v.selected(o.Name)
		if !ok {
			return fmt.Errorf("option %q is not selected", o.Name)
		}
		if !slices.Contains(o.Labels, label) {
			return fmt.Errorf("option %q has no label %q", o.Name, label)
		}
	}
	if len(v.Selected) != len(p.Options) {
		return fmt.Errorf("%d options are selected, the product has %d", len(v.Selected), len(p.Options))
	}
	return nil
}

// checkDistinct sees to it that a full selection means one variant, and an SKU too.
func (p *Product) checkDistinct() (faults []error) {
	selections := make(map[string]bool, len(p.Variants))
	skus := make(map[string]bool, len(p.Variants))
	for i := range p.Variants {
		v := &p.Variants[i]
		var selection string
		for _, o := range p.Options {
			label, _ := v.selected(o.Name)
			selection += label + "\x00"
		}
		if len(p.Options) > 0 && selections[selection] {
			faults = append(faults, &VariantError{i, v.ID, errors.New("it has the selection of another")})
		}
		if v.SKU != "" && skus[v.SKU] {
			faults = append(faults, &VariantError{i, v.ID, fmt.Errorf("it has the SKU of another: %q", v.SKU)})
		}
		selections[selection], skus[v.SKU] = true, true
	}
	return faults
}

// selected returns the label the variant has on an option.
func (v *Variant) selected(option string) (label string, ok bool) {
	for _, s := range v.Selected {
		if s.Name == option {
			return s.Label, true
		}
	}
	return "", false
}

func isState(text string) bool {
	return len(text) == 2 && text[0] >= 'A' && text[0] <= 'Z' && text[1] >= 'A' && text[1] <= 'Z'
}

func digits(text string, n int) bool {
	for i := range len(text) {
		if text[i] < '0' || text[i] > '9' {
			return false
		}
	}
	return len(text) == n
}

// ValidGTIN reports whether text is a GTIN of 8, 12, 13 or 14 digits, the last of them a
// right check digit (GS1 General Specifications, 7.9): from the right, the digits before
// it count three times and once in turn.
func ValidGTIN(text string) bool {
	if n := len(text); n != 8 && n != 12 && n != 13 && n != 14 || !digits(text, n) {
		return false
	}
	sum, last := 0, len(text)-1
	for i := range last {
		weight := 1
		if (last-i)%2 == 1 {
			weight = 3
		}
		sum += weight * int(text[i]-'0')
	}
	return (10-sum%10)%10 == int(text[last]-'0')
}
