package intents

import (
	"balcao/bcp"
	"balcao/catalog"
	"balcao/checkout"
	"balcao/conversation"
	"balcao/internal/ids"
	"balcao/money"
	"balcao/order"
)

// Intent is one thing that a message asks for. The set is closed.
type Intent interface{ isIntent() }

type (
	// Change is everything that changes a checkout. An empty Checkout means the current
	// one of the conversation.
	Change struct {
		Checkout ids.Checkout
		Command  checkout.Command
	}
	// SearchCatalog looks for products. A zero Limit means the catalogue's default.
	// Context is what the structured form says of the buyer, nil for nothing.
	SearchCatalog struct {
		Query   string
		Filters Filters
		Limit   int
		Cursor  string
		Context *checkout.Hints
	}
	// GetProduct shows one product; ID is that of a product or a variant. Preferences
	// are option names in the order in which they are held on to. Context is as in
	// SearchCatalog.
	GetProduct struct {
		ID          string
		Selected    []catalog.Selection
		Preferences []string
		Context     *checkout.Hints
	}
	// GetCheckout shows a checkout; an empty id means the current one.
	GetCheckout struct{ Checkout ids.Checkout }
	// GetOrder shows an order; an empty id means the last one of the conversation.
	GetOrder struct{ Order ids.Order }
	// RequestReturn gives goods of an order back; an empty id means the last order of the
	// conversation, no lines mean all that can be given back. Text makes it only by a yes.
	RequestReturn struct {
		Order  ids.Order
		Lines  []order.LineQuantity
		Reason order.Reason
	}
	// Ask means that the message was understood but leaves something open: the shop
	// asks back and changes nothing.
	Ask struct {
		About Question
		// Action is what the customer wanted done, by its name in the vocabulary.
		Action string
		// Candidates are the products that were possibly meant, at most MaxCandidates,
		// the likeliest first.
		Candidates []ids.Product
		// Said is the part of the text that could not be placed, for the answer.
		Said string
	}
	// Undo takes back the last change of the cart.
	Undo struct{}
	// Help asks what the shop can do; About narrows it to AskWares or AskWaysToPay.
	Help struct{ About Question }
	// Unknown is a message that leads to nothing; Reason says why.
	Unknown struct{ Reason Reason }
	// Confirm is an explicit yes to the question that was pending. Then is what the yes
	// does; it counts only for the terms that Pending names, and only before it lapses,
	// which is for the executor to check.
	Confirm struct {
		Pending conversation.Pending
		Then    Intent
	}
	// Decline is a no, or a hesitation, to the question that was pending.
	Decline struct{}
)

func (Change) isIntent()        {}
func (SearchCatalog) isIntent() {}
func (GetProduct) isIntent()    {}
func (GetCheckout) isIntent()   {}
func (GetOrder) isIntent()      {}
func (RequestReturn) isIntent() {}
func (Ask) isIntent()           {}
func (Undo) isIntent()          {}
func (Help) isIntent()          {}
func (Unknown) isIntent()       {}
func (Confirm) isIntent()       {}
func (Decline) isIntent()       {}

// MaxCandidates is the most products that one question names.
const MaxCandidates = 5

// Filters narrow a search; all of them must hold (BCP catalogue: AND).
type Filters struct {
	// Categories are alternatives of one another.
	Categories []string
	// PriceMin and PriceMax are in minor units, both ends included; nil means open.
	PriceMin, PriceMax *money.Amount
	// Selected are labels on option axes, such as cor or tamanho.
	Selected []catalog.Selection
	// Available leaves out what cannot be sold now.
	Available bool
	// Unknown says that there were others, which do not count.
	Unknown bool
}

// Catalog returns the search as the catalogue takes it; stock says what can be sold now.
func (s SearchCatalog) Catalog(stock bcp.Stock) catalog.Query {
	f := bcp.Filters{
		Categories: s.Filters.Categories, PriceMin: s.Filters.PriceMin, PriceMax: s.Filters.PriceMax,
		Options: s.Filters.Selected, Available: s.Filters.Available,
	}
	q := f.Query(stock)
	q.Text, q.Hint, q.Limit, q.Cursor = s.Query, s.Context.Purpose(), s.Limit, s.Cursor
	return q
}

// Question is what an Ask is about.
type Question string

// The questions.
const (
	// AskWhichProduct: several products fit, they are in Candidates.
	AskWhichProduct Question = "which_product"
	// AskUnknownProduct: no product fits what was said.
	AskUnknownProduct Question = "unknown_product"
	// AskWhichShipping: the shipping option said is not offered as it was said.
	AskWhichShipping Question = "which_shipping"
	// AskAddress: shipping can only be chosen or priced with an address.
	AskAddress Question = "address"
	// AskTaxpayerID: the CPF said has wrong check digits.
	AskTaxpayerID Question = "taxpayer_id"
	// AskCoupon: a coupon was spoken of without its code.
	AskCoupon Question = "coupon"
	// AskNewAddress and the like: what is there shall change, and the new one was not said.
	AskNewAddress    Question = "new_address"
	AskNewName       Question = "new_name"
	AskNewEmail      Question = "new_email"
	AskNewPhone      Question = "new_phone"
	AskNewTaxpayerID Question = "new_taxpayer_id"
	// AskPaymentMethod: the way of paying said is not offered.
	AskPaymentMethod Question = "payment_method"
	// AskReturn: what is paid shall be cancelled or go back. The shop asks before it does that.
	AskReturn Question = "return"
	// AskDefect and AskWrongProduct: what came is faulty, or is not what was bought.
	AskDefect       Question = "return_defect"
	AskWrongProduct Question = "return_wrong_product"
)

// What a customer asks of the shop's service, where it is not all of it.
const (
	// AskWares: what is sold here.
	AskWares Question = "wares"
	// AskWaysToPay: how one pays here.
	AskWaysToPay Question = "ways_to_pay"
)

// Reason says why a text led to nothing.
type Reason string

// The reasons.
const (
	ReasonChitchat        Reason = "chitchat"
	ReasonOutOfScope      Reason = "out_of_scope"
	ReasonInjection       Reason = "injection"
	ReasonNegotiation     Reason = "negotiation"
	ReasonNoPending       Reason = "no_pending"
	ReasonDeclined        Reason = "declined"
	ReasonPaymentClaim    Reason = "payment_claim"
	ReasonInvalidQuantity Reason = "invalid_quantity"
	ReasonUnclear         Reason = "unclear"
	ReasonEmpty           Reason = "empty"
	ReasonTooLong         Reason = "too_long"
)
