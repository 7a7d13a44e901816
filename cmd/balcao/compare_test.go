package main

import (
	"fmt"
	"reflect"
	"strings"
)

// comparison holds what a document shows against what we answered: every member of the
// document must be in the answer with its value, arrays by containment.
type comparison struct {
	// playground leaves out texts and what each seller says of itself.
	playground bool
}

// contains lists what is missing or differs.
func (c comparison) contains(path string, want, got any) []string {
	switch want := want.(type) {
	case map[string]any:
		have, ok := got.(map[string]any)
		if !ok {
			return []string{fmt.Sprintf("%s: is %T, want an object", path, got)}
		}
		var out []string
		for name, value := range want {
			out = append(out, c.member(path+"."+name, name, value, have)...)
		}
		return out
	case []any:
		have, ok := got.([]any)
		if !ok {
			return []string{fmt.Sprintf("%s: is %T, want a list", path, got)}
		}
		return c.elements(path, want, have)
	}
	if !reflect.DeepEqual(want, got) {
		return []string{fmt.Sprintf("%s: is %v, want %v", path, got, want)}
	}
	return nil
}

// member compares one member by what it is.
func (c comparison) member(path, name string, want any, have map[string]any) []string {
	got, there := have[name]
	switch {
	case name == "payment_handlers":
		return nil // each shop's own
	case c.playground && c.skipped(name):
		return nil
	case !there:
		return []string{path + ": is missing"}
	case ownValue(name) || c.playground && c.text(name):
		if reflect.TypeOf(want) != reflect.TypeOf(got) {
			return []string{fmt.Sprintf("%s: is %T, want %T", path, got, want)}
		}
		return nil
	case c.playground && name == "taxes":
		if w, g := sumOf(want), sumOf(got); w != g {
			return []string{fmt.Sprintf("%s: sum to %v, want %v", path, g, w)}
		}
		return nil
	case c.playground && name == "postal_code":
		want, got = strings.ReplaceAll(fmt.Sprint(want), "-", ""), strings.ReplaceAll(fmt.Sprint(got), "-", "")
	case c.playground && name == "type" && want == "shipping" && got != "shipping":
		if got != "fulfillment" && got != "total" {
			return []string{fmt.Sprintf("%s: is %v, want fulfillment or total", path, got)}
		}
		return nil
	}
	return c.contains(path, want, got)
}

// elements finds each wanted element among those that are there.
func (c comparison) elements(path string, want, have []any) []string {
	var out []string
	for i, w := range want {
		var nearest []string
		found := false
		for _, h := range have {
			faults := c.contains(fmt.Sprintf("%s[%d]", path, i), w, h)
			if len(faults) == 0 {
				found = true
				break
			}
			if nearest == nil || depth(faults) > depth(nearest) {
				nearest = faults
			}
		}
		if !found {
			out = append(out, append(nearest, fmt.Sprintf("%s[%d]: has no match", path, i))...)
		}
	}
	return out
}

// depth tells how far into an element the comparison got: the deepest is the nearest.
func depth(faults []string) int {
	deepest := 0
	for _, f := range faults {
		deepest = max(deepest, strings.Count(f, "."))
	}
	return deepest
}

// ownValue names the members whose value is each server's own: ids, times and URLs.
func ownValue(name string) bool {
	switch name {
	case "id", "ids", "url", "messageId", "contextId", "expires_at", "permalink_url", "provider_payment_id", "copia_e_cola":
		return true
	}
	return strings.HasSuffix(name, "_id") && name != "product_id" && name != "taxpayer_id" || strings.HasSuffix(name, "_ids") ||
		strings.HasSuffix(name, "_time") || strings.HasSuffix(name, "_at")
}

// skipped are members that the playground has and that are not compared.
func (c comparison) skipped(name string) bool {
	switch name {
	case "context", "payment_url", "label":
		return true
	}
	return false
}

// text names the members that are words, or the seller's own data.
func (c comparison) text(name string) bool {
	switch name {
	case "text", "content", "description", "display_text", "payee_name", "cnpj", "legal_name":
		return true
	}
	return false
}

func sumOf(list any) (sum float64) {
	items, _ := list.([]any)
	for _, item := range items {
		amount, _ := dig(item, "amount").(float64)
		sum += amount
	}
	return sum
}

// differences makes an error of what differs, nil of nothing.
func differences(list []string) error {
	if len(list) == 0 {
		return nil
	}
	return fmt.Errorf("%s", strings.Join(list, "\n"))
}
