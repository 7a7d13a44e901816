package catalog

import (
	"errors"
	"fmt"
	"regexp"
	"slices"

	"balcao/internal/ids"
	"balcao/money"
)

var (
	ncmPattern   = regexp.MustCompile(`^[0-9]{8}$`)
	statePattern = regexp.MustCompile(`^[A-Z]{2}$`)
)

// check says what is wrong with a product taken by itself.
func (p *Product) check() error {
	switch {
	case !ids.Valid(string(p.ID)):
		return errors.New("the id must be 1 to 64 of A-Z a-z 0-9 . _ -")
	case p.Title == "":
		return errors.New("there is no title")
	case p.NCM != "" && !ncmPattern.MatchString(p.NCM):
		return fmt.Errorf("the NCM %q is not eight digits", p.NCM)
	case p.Rating != nil && (p.Rating.Most < 1 || p.Rating.Hundredths < 0 || p.Rating.Hundredths > 100*p.Rating.Most || p.Rating.Count < 0):
		return errors.New("the rating is out of its scale")
	case len(p.Variants) == 0:
		return errors.New("there is no variant")
	case len(p.Variants) > 1 && len(p.Options) == 0:
		return errors.New("several variants need an option to choose by")
	}
	for _, state := range p.NotSoldIn {
		if !statePattern.MatchString(state) {
			return fmt.Errorf("%q is not the two letters of a state", state)
		}
	}
	if err := p.checkOptions(); err != nil {
		return err
	}
	seen := make(map[ids.Variant]bool, len(p.Variants))
	for i := range p.Variants {
		v := &p.Variants[i]
		if err := p.checkVariant(v); err != nil {
			return fmt.Errorf("variant %d (%q): %w", i+1, v.ID, err)
		}
		if seen[v.ID] {
			return fmt.Errorf("variant %d: the id %q is used twice", i+1, v.ID)
		}
		seen[v.ID] = true
	}
	return p.checkDistinct()
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
	case v.ListPrice < 0 || v.ListPrice > money.MaxAmount:
		return fmt.Errorf("the list price %d is out of range", v.ListPrice)
	case v.Price < 0 || v.Price > money.MaxAmount:
		return fmt.Errorf("the price %d is out of range", v.Price)
	case len(v.Selected) != len(p.Options):
		return fmt.Errorf("%d options are selected, the product has %d", len(v.Selected), len(p.Options))
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
	return nil
}

// checkDistinct sees to it that a full selection means one variant, and an SKU too.
func (p *Product) checkDistinct() error {
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
			return fmt.Errorf("variant %q has the selection of another", v.ID)
		}
		if v.SKU != "" && skus[v.SKU] {
			return fmt.Errorf("variant %q has the SKU of another", v.ID)
		}
		selections[selection], skus[v.SKU] = true, true
	}
	return nil
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
