package llm

import (
	"slices"
	"strings"

	"balcao/catalog"
	"balcao/intents"
	"balcao/internal/ids"
)

// accepted is an action that the text bears out, with the words that it was read from.
type accepted struct {
	slots intents.Slots
	words string
}

// accept holds the actions against the text and returns those that it bears out.
func accept(actions []action, e *intents.Evidence) []accepted {
	var out []accepted
	for _, a := range actions {
		if s, ok := a.slots(e); ok {
			out = append(out, accepted{s, a.Said + " " + a.Query})
		}
	}
	return out
}

// slots is the action in the parser's form; ok is false where the text does not say so.
func (a action) slots(e *intents.Evidence) (s intents.Slots, ok bool) {
	switch a.Action {
	case "add_to_checkout", "update_quantity":
		change := a.Action == "update_quantity"
		if a.Quantity == 0 && !change {
			a.Quantity = 1
		}
		if s, ok = e.Target(a.Action, ids.Product(a.Product), a.Said); ok {
			s.Quantity, ok = a.Quantity, e.Quantity(a.Quantity, a.Said, change)
		}
		return s, ok
	case "remove_from_checkout":
		if a.All {
			return intents.Slots{Action: a.Action, All: true}, a.Product == "" && e.Asked(a.Action)
		}
		return e.Target(a.Action, ids.Product(a.Product), a.Said)
	case "get_product":
		return e.Target(a.Action, ids.Product(a.Product), a.Said)
	case "search_catalog":
		return e.Query(e.Refill(strings.TrimSpace(a.Query)))
	case "select_fulfillment_option":
		return e.Shipping(a.Option, a.Index)
	case "apply_discount":
		s.Action = a.Action
		s.Code, ok = e.Code(a.Code)
		return s, ok && e.Asked(a.Action)
	case "start_payment":
		return e.Payment(), e.Asked(a.Action)
	case "cancel_checkout":
		return intents.Slots{Action: a.Action}, e.Asked(a.Action)
	case "get_order":
		return e.Order(), true
	case "get_checkout", "help":
		return intents.Slots{Action: a.Action}, true
	}
	return intents.Slots{}, false
}

// merge puts what the model read in the place of what the parser could not. What the parser
// understood stands, and so does its question where the model says nothing about it.
func merge(own []intents.Slots, read []accepted) []intents.Slots {
	var out []intents.Slots
	placed := false
	for _, s := range own {
		switch {
		case !unsure(s):
			out = append(out, s)
		case slices.ContainsFunc(read, func(a accepted) bool { return s.Said == "" || overlap(s.Said, a.words) }):
			if !placed {
				out, placed = append(out, fresh(own, read)...), true
			}
		default:
			out = append(out, s)
		}
	}
	if !placed || len(out) > maxActions {
		return own
	}
	return out
}

// unsure reports whether the parser could not place something.
func unsure(s intents.Slots) bool { return s.Unresolved || s.Action == "unknown" }

// fresh are the actions that the parser does not have already.
func fresh(own []intents.Slots, read []accepted) []intents.Slots {
	var out []intents.Slots
	for _, a := range read {
		if !slices.ContainsFunc(slices.Concat(own, out), func(s intents.Slots) bool { return same(s, a.slots) }) {
			out = append(out, a.slots)
		}
	}
	return out
}

// same reports whether two actions are about the same thing; then the first counts.
func same(a, b intents.Slots) bool {
	if a.Action != b.Action || unsure(a) {
		return false
	}
	switch a.Action {
	case "search_catalog":
		return a.Query == b.Query
	case "add_to_checkout", "update_quantity", "remove_from_checkout", "get_product":
		return a.Product == b.Product && a.Variant == b.Variant || slices.Contains(a.Candidates, b.Product) || slices.Contains(b.Candidates, a.Product)
	}
	return true
}

// overlap reports whether two phrases share a word, whatever their accents and capitals.
func overlap(a, b string) bool {
	words := strings.Fields(catalog.Fold(b))
	return slices.ContainsFunc(strings.Fields(catalog.Fold(a)), func(w string) bool { return slices.Contains(words, w) })
}
