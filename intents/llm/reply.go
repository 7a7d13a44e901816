package llm

import (
	"errors"
	"slices"
	"strings"

	"github.com/go-json-experiment/json"

	"balcao/intents"
)

// reply is the answer of a model. Its members are those of the schema, and no others are
// taken.
type reply struct {
	Actions []action `json:"actions"`
}

type action struct {
	Action   string `json:"action"`
	Product  string `json:"product_id"`
	Said     string `json:"said"`
	Quantity int64  `json:"quantity"`
	All      bool   `json:"all"`
	Query    string `json:"query"`
	Option   string `json:"option"`
	Index    int    `json:"index"`
	Code     string `json:"code"`
}

// vocabulary are the actions that a model may name: neither the completion of a purchase,
// nor anything about the buyer and the address.
var vocabulary = []string{
	"search_catalog", "get_product", "add_to_checkout", "update_quantity", "remove_from_checkout", "get_checkout",
	"select_fulfillment_option", "apply_discount", "start_payment", "cancel_checkout", "get_order", "help", "unknown",
}

var options = []string{"", "standard", "express", "cheapest", "fastest", "pickup"}

const (
	maxActions = 6
	// maxPhrase bounds a phrase or query, in bytes, maxIndex a place in a list.
	maxPhrase, maxIndex = 200, 20
)

// errInvalid is an answer that is not in our form. It says nothing of what was in it.
var errInvalid = errors.New("llm: the answer is not in the form asked for")

// decode reads the payloads of an answer, which count as one list. One fault refuses all:
// who errs in the form is not to be trusted with the rest.
func decode(payloads, ids []string) ([]action, error) {
	var all []action
	for _, p := range payloads {
		var r reply
		if err := json.Unmarshal([]byte(p), &r, json.RejectUnknownMembers(true)); err != nil {
			return nil, errInvalid // the error may quote the text
		}
		all = append(all, r.Actions...)
	}
	if len(all) == 0 || len(all) > maxActions {
		return nil, errInvalid
	}
	for i := range all {
		a := &all[i]
		a.Product = bare(a.Product)
		switch {
		case !slices.Contains(vocabulary, a.Action), a.Product != "" && !slices.Contains(ids, a.Product):
			return nil, errInvalid
		case a.Quantity < 0 || a.Quantity > intents.MaxQuantity, a.Index < 0 || a.Index > maxIndex, !slices.Contains(options, a.Option):
			return nil, errInvalid
		case len(a.Said) > maxPhrase, len(a.Query) > maxPhrase, len(a.Code) > maxPhrase:
			return nil, errInvalid
		}
	}
	return all, nil
}

// bare is an id without the marks that models put around it.
func bare(id string) string { return strings.Trim(id, " \t\n\"'`<>[](){}") }
