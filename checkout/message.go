package checkout

import "balcao/money"

// MessageType is the kind of a message.
type MessageType string

// The types of message.
const (
	TypeError   MessageType = "error"
	TypeWarning MessageType = "warning"
	TypeInfo    MessageType = "info"
)

// Severity says who can mend an error.
type Severity string

// The severities.
const (
	// Recoverable: the platform can fix it with another call.
	Recoverable Severity = "recoverable"
	// RequiresBuyerInput: only the shop's own page can collect what is missing.
	RequiresBuyerInput Severity = "requires_buyer_input"
	// RequiresBuyerReview: the buyer must approve on the shop's page.
	RequiresBuyerReview Severity = "requires_buyer_review"
	// Unrecoverable: there is no resource to act on.
	Unrecoverable Severity = "unrecoverable"
)

// Code is the code of a message on the wire.
type Code string

// The codes that the checkout uses.
const (
	CodeOutOfStock          Code = "out_of_stock"
	CodeItemUnavailable     Code = "item_unavailable"
	CodeOptionRequired      Code = "option_required"
	CodeQuantityAdjusted    Code = "quantity_adjusted"
	CodePriceChanged        Code = "price_changed"
	CodeFieldRequired       Code = "field_required"
	CodeInvalidPostalCode   Code = "invalid_postal_code"
	CodeInvalidTaxpayerID   Code = "invalid_taxpayer_id"
	CodeInvalidEmail        Code = "invalid_email"
	CodeInvalidPhone        Code = "invalid_phone"
	CodeInvalidRegion       Code = "invalid_region"
	CodeInvalidSelection    Code = "invalid_selection"
	CodeUndeliverable       Code = "address_undeliverable"
	CodeFulfillmentChanged  Code = "fulfillment_changed"
	CodeDiscountExpired     Code = "discount_code_expired"
	CodeDiscountInvalid     Code = "discount_code_invalid"
	CodeDiscountApplied     Code = "discount_code_already_applied"
	CodeDiscountCombination Code = "discount_code_combination_disallowed"
	CodeDiscountIneligible  Code = "discount_code_user_ineligible"
	CodePaymentFailed       Code = "payment_failed"
	CodePaymentExpired      Code = "payment_expired"
	CodePaymentRequired     Code = "payment_required"
	CodeProcessorDown       Code = "processor_unavailable"
	CodeRequires3DS         Code = "requires_3ds"
	CodeBuyerReview         Code = "buyer_review_required"
	CodeHandoff             Code = "fulfillment_handoff"
	CodeNotAllowed          Code = "operation_not_allowed"
	CodeConfirmationStale   Code = "confirmation_stale"
	CodeNotFound            Code = "not_found"
	CodeLimit               Code = "limit_exceeded"
	CodeWithdrawal          Code = "right_of_withdrawal"
	CodePickupNotice        Code = "pickup_at_counter"
	CodeAwaitingPayment     Code = "awaiting_payment"
	CodeEligibilityIgnored  Code = "eligibility_not_accepted"
	CodeIncompatible        Code = "capabilities_incompatible"
	CodeNextStep            Code = "next_step"
	CodeUnauthorized        Code = "unauthorized"
	CodeNoVariant           Code = "no_matching_variant"
	CodeNotSoldThere        Code = "not_sold_in_region"
	CodeFilterIgnored       Code = "price_filter_ignored"
	CodeFilterUnknown       Code = "filter_unknown"
	// Those of AP2 mandates.
	CodeMandateRequired      Code = "mandate_required"
	CodeAgentMissingKey      Code = "agent_missing_key"
	CodeMandateInvalid       Code = "mandate_invalid_signature"
	CodeMandateExpired       Code = "mandate_expired"
	CodeMandateScope         Code = "mandate_scope_mismatch"
	CodeAuthorizationInvalid Code = "merchant_authorization_invalid"
)

// Message tells the platform, and through it the buyer, something about the checkout.
// Its text is written by the wire package in the language of the answer.
type Message struct {
	Type     MessageType
	Code     Code
	Severity Severity
	// Path is an RFC 9535 JSONPath from the checkout's root, empty for none.
	Path string
	Args Args
}

// Args are the facts a message's text needs.
type Args struct {
	// Title is a product's title, Field a member's name, Value what was sent.
	Title, Field, Value string
	// Names are labels to choose from.
	Names []string
	// Requested and Available are quantities.
	Requested, Available int64
	// Amount and Was are prices in minor units.
	Amount, Was money.Amount
}

func recoverable(code Code, path string, args Args) Message {
	return Message{Type: TypeError, Code: code, Severity: Recoverable, Path: path, Args: args}
}

func warning(code Code, path string, args Args) Message {
	return Message{Type: TypeWarning, Code: code, Path: path, Args: args}
}

func info(code Code, path string, args Args) Message {
	return Message{Type: TypeInfo, Code: code, Path: path, Args: args}
}

// envelope turns a refusal into one for an answer without a checkout, where nothing can
// be mended on the resource.
func envelope(ms []Message) []Message {
	out := make([]Message, len(ms))
	for i, m := range ms {
		if m.Type == TypeError {
			m.Severity = Unrecoverable
		}
		out[i] = m
	}
	return out
}
