package agent

import (
	"strings"

	"balcao/checkout"
)

// needs are what a checkout may need next.
type needs string

const (
	needNothing needs = ""
	needItems   needs = "items"
	needAddress needs = "address"
	needStreet  needs = "street"
	needCEP     needs = "cep"
	needRegion  needs = "region"
	needOption  needs = "option"
	needBuyer   needs = "buyer"
	// needStock is a line that cannot be sold as it is, needPlace an address where nothing
	// goes to.
	needStock needs = "stock"
	needPlace needs = "place"
	// needDrop is a line that may not go to the address, or is no longer sold.
	needDrop needs = "drop"
)

// need is the first thing that the checkout lacks, in the order in which a buyer is asked.
func need(r checkout.Result) needs {
	if r.Checkout == nil || r.Status != checkout.Incomplete && r.Status != checkout.RequiresEscalation {
		return needNothing
	}
	if len(r.Checkout.Lines) == 0 {
		return needItems
	}
	for _, m := range r.Messages {
		if m.Type != checkout.TypeError || refusedLine(r, m) {
			continue
		}
		switch m.Code {
		case checkout.CodeItemUnavailable:
			return needDrop
		case checkout.CodeOutOfStock:
			return needStock
		case checkout.CodeUndeliverable:
			return needPlace
		case checkout.CodeFieldRequired:
			if n, ok := fieldNeeds[m.Args.Field]; ok {
				return n
			}
		}
	}
	return needNothing
}

// refusedLine reports whether a message is about a line that a refused command would have made: the
// checkout itself lacks nothing by it.
func refusedLine(r checkout.Result, m checkout.Message) bool {
	return strings.HasPrefix(m.Path, "$.line_items") && !strings.Contains(m.Path, "[")
}

var fieldNeeds = map[string]needs{
	"destination": needAddress, "street_address": needStreet, "postal_code": needCEP, "address_region": needRegion,
	"option": needOption, "taxpayer_id": needBuyer,
}
