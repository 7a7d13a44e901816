package intents

import "encoding/json"

// Slots is one action as text says it, in the form in which interpreters are compared:
// flat, by the names that the JSON form has. Intents alone turns it into an Intent.
type Slots struct {
	Action string `json:"action"`

	Query   string        `json:"query,omitempty"`
	Filters *SlotsFilters `json:"filters,omitempty"`

	// Target of get_product, add_to_checkout, update_quantity and remove_from_checkout:
	// a product (with its variant if it was fully told), candidates, or unresolved.
	Product    string   `json:"product_id,omitempty"`
	Variant    string   `json:"variant_id,omitempty"`
	Candidates []string `json:"candidates,omitempty"`
	Unresolved bool     `json:"unresolved,omitempty"`
	// Said is the phrase that the target was read from, kept where it stays open.
	Said string `json:"product_query,omitempty"`
	// Options are labels by axis, where they do not make one variant.
	Options map[string]string `json:"options,omitempty"`
	// Quantity is in pieces; for update_quantity it is the new quantity.
	Quantity int64 `json:"quantity,omitempty"`
	All      bool  `json:"all,omitempty"`

	// Buyer. Phone is E.164, CPF eleven digits.
	Email    string `json:"email,omitempty"`
	FullName string `json:"full_name,omitempty"`
	Phone    string `json:"phone_number,omitempty"`
	CPF      string `json:"cpf,omitempty"`
	// Consent is understood but not part of the compared form.
	Consent *Consent `json:"-"`

	// Address. Region is a two-letter state, PostalCode eight digits.
	Street     string `json:"street_address,omitempty"`
	Extended   string `json:"extended_address,omitempty"`
	Locality   string `json:"address_locality,omitempty"`
	Region     string `json:"address_region,omitempty"`
	PostalCode string `json:"postal_code,omitempty"`

	// Option is standard, express, cheapest, fastest or pickup; Index counts the options
	// on offer from 1.
	Option string `json:"option,omitempty"`
	Index  int    `json:"index,omitempty"`
	// Price is what the customer said the option costs, in minor units; 0 if nothing.
	Price int64 `json:"-"`

	Code string `json:"code,omitempty"`
	// Method is pix, credit_card, debit_card, boleto or wallet.
	Method       string `json:"method,omitempty"`
	Installments int    `json:"installments,omitempty"`
	// Again says that the means to pay are asked for, which may be out already.
	Again  bool   `json:"-"`
	Order  string `json:"order_id,omitempty"`
	Reason Reason `json:"reason,omitempty"`

	// confirmed marks the pending action that an explicit yes returned.
	confirmed bool
	// weak marks a search made of a clause without a verb: it gives way to anything else.
	weak bool
	// ask is what an unclear text has to be asked, and what help is asked about.
	ask Question
}

// SlotsFilters narrow a search. Prices are in minor units.
type SlotsFilters struct {
	PriceMin *int64 `json:"price_min,omitempty"`
	PriceMax *int64 `json:"price_max,omitempty"`
	Color    string `json:"cor,omitempty"`
	Size     string `json:"tamanho,omitempty"`
}

// Consent is what the buyer said of the optional consents; nil means nothing was said.
type Consent struct {
	Analytics, Preferences, Marketing, SaleOfData *bool
}

// maxActions is the most that one text may ask for.
const maxActions = 6

// Actions returns the meaning in the compared form. Consent alone, and what the form has
// no name for, is left out; an undo is the nearest that it has. The form is never empty.
func (i Interpretation) Actions() []Slots {
	var out []Slots
	for _, s := range i.Slots {
		if s.Action == "remove_discount" || s.Action == "set_buyer" && s.Email+s.FullName+s.Phone+s.CPF == "" {
			continue
		}
		if s.Action == actionUndo {
			if s.Action = "remove_from_checkout"; s.Product == "" {
				s = unknown(ReasonUnclear)
			}
		}
		out = append(out, s)
	}
	if len(out) == 0 {
		out = append(out, unknown(ReasonUnclear))
	}
	return out
}

// Encode returns the slots as conversation.Pending keeps them.
func (s Slots) Encode() ([]byte, error) { return json.Marshal(s) }

func unknown(r Reason) Slots { return Slots{Action: "unknown", Reason: r} }
