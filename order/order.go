// Package order is what a completed checkout turns into, and its life from then on: what
// was bought and paid, what was handed over and delivered, what was canceled, sent back
// and given back.
//
// Rules: BCP order capability and its extensions tax, fiscal identity, NF-e and returns;
// Código de Defesa do Consumidor, articles 26 and 49. An order is made once per checkout,
// in the transaction that takes the stock; [Service.Do] is the one door by which it
// changes afterwards.
package order

import (
	"time"

	"balcao/internal/brazil"
	"balcao/internal/ids"
	"balcao/money"
	"balcao/platform"
)

// Order is a paid order.
type Order struct {
	ID       ids.Order
	Checkout ids.Checkout
	Owner    platform.Owner
	// Version counts writes: 1 when placed.
	Version int64
	// Session is what was negotiated for the checkout.
	Session platform.Session
	// Language is the language of the titles.
	Language string
	// Label is the shop's short name for it, such as "Pedido ABC123".
	Label string
	// Key is the unguessable part of the permalink.
	Key string
	// CreatedAt is when it was placed, UpdatedAt when it was written last.
	CreatedAt, UpdatedAt time.Time
	Currency             money.Currency
	Lines                []Line
	// Totals describe the order as it is now: without what was canceled, with the prices as
	// they were adjusted. What was sent back stays in them; the adjustments tell of it.
	Totals []Total
	// FreightKept is what was paid for delivery and was not given back.
	FreightKept money.Amount
	Promises    []Expectation
	Seller      Seller
	// Attribution is the platform's own, as it came with the checkout.
	Attribution map[string]string
	// Payment is how it was paid, Buyer who bought: for the shop, never on the wire.
	Payment Payment
	Buyer   Buyer
	// Events tell what happened to the goods, Adjustments what was changed after the
	// purchase; both in the order in which they were told. Events never change.
	Events      []Event
	Adjustments []Adjustment
	// NFe is the invoice, nil as long as none was issued.
	NFe *NFe
	// Applied are the commands that made it what it is.
	Applied []Applied
}

// Line is a line of an order. Quantities are units. Original was bought and Total is left
// after cancellations; of those, Fulfilled were handed over, to a carrier or to the buyer,
// Delivered arrived, Returned are on their way back or came back, and for Repaid of those
// the money was given back.
type Line struct {
	ID              ids.LineItem
	Variant         ids.Variant
	Title           string
	Price           money.Amount
	Original, Total int64
	Fulfilled       int64
	Delivered       int64
	Returned        int64
	Repaid          int64
	NCM             string
	Taxes           []Tax
	Totals          []Total
	// Kept is what was paid for the units that are neither canceled nor repaid: with its
	// part of discounts and of taxes that come on top, without freight.
	Kept money.Amount
}

// Status is derived: removed, fulfilled, partial or processing (BCP order, in this order).
func (l Line) Status() string {
	switch {
	case l.Total == 0:
		return "removed"
	case l.Fulfilled == l.Total:
		return "fulfilled"
	case l.Fulfilled > 0:
		return "partial"
	}
	return "processing"
}

// Tax is a tax that a price contains or adds.
type Tax struct {
	// Type is icms, pis, cofins, ...
	Type string
	// Rate is in units per 100,000: 10217 is 10.217 %.
	Rate         int64
	Base, Amount money.Amount
	// Authority is federal, state or municipal; Behavior TaxInclusive or TaxExclusive.
	Authority, Behavior string
}

// How a tax relates to the price it belongs to: the price contains it, or it comes on top.
const (
	TaxInclusive = "inclusive"
	TaxExclusive = "exclusive"
)

// The ways in which goods reach the buyer.
const (
	MethodShipping = "shipping"
	MethodPickup   = "pickup"
)

// Expectation is what the buyer was promised.
type Expectation struct {
	ID string
	// Lines are the quantities it covers.
	Lines []LineQuantity
	// Method is shipping or pickup.
	Method      string
	Destination brazil.Address
	Description string
}

// LineQuantity is a part of a line.
type LineQuantity struct {
	Line     ids.LineItem
	Quantity int64
}

// Seller is who sells, frozen when the checkout was made.
type Seller struct {
	// CNPJ is 14 characters without punctuation.
	CNPJ      string
	LegalName string
	Address   brazil.Address
}

// Payment is the payment that paid an order.
type Payment struct {
	Handler ids.Handler
	// Kind is "pix" or "token".
	Kind string
	// TXID and EndToEndID name a Pix payment, Attempt a token payment at its processor.
	TXID       ids.TXID
	EndToEndID string
	Attempt    string
	// Amount is what was paid, freight included, in minor units.
	Amount money.Amount
}

// Buyer is who bought, as far as it was told. Members that were not given are empty.
type Buyer struct {
	Name, Email string
	// Phone is E.164.
	Phone string
	// TaxpayerKind is cpf, cnpj or id_estrangeiro; TaxpayerID carries no punctuation.
	TaxpayerKind, TaxpayerID string
}

// Event tells what happened to goods on their way to the buyer (BCP fulfilment event).
type Event struct {
	ID   string
	Type EventType
	At   time.Time
	// Lines are the units it happened to.
	Lines    []LineQuantity
	Tracking Tracking
	// Description is for the buyer, empty for none.
	Description string
}

// EventType says what happened. The set is open.
type EventType string

// The events that the protocol names.
const (
	EventProcessing       EventType = "processing"
	EventShipped          EventType = "shipped"
	EventInTransit        EventType = "in_transit"
	EventDelivered        EventType = "delivered"
	EventFailedAttempt    EventType = "failed_attempt"
	EventCanceled         EventType = "canceled"
	EventUndeliverable    EventType = "undeliverable"
	EventReturnedToSender EventType = "returned_to_sender"
)

// Tracking is where a parcel can be followed. Members that are not known are empty.
type Tracking struct {
	Number, URL, Carrier string
}

// Adjustment is a change after the purchase (BCP order adjustment, returns extension).
type Adjustment struct {
	ID     string
	Type   AdjustmentType
	Status AdjustmentStatus
	At     time.Time
	// Lines are the units concerned; a negative quantity was taken back.
	Lines []LineQuantity
	// Amount is money, negative in the buyer's favour; zero where it is about goods alone.
	Amount money.Amount
	// Description is the shop's, for the buyer and the platform, empty for none. Note is what
	// the buyer wrote to the shop with a request: for its staff alone, since nobody else was
	// meant and whoever holds the link of the order can write it.
	Description, Note string
	// Reason is why: one of the reasons below, or empty.
	Reason Reason
	// AcknowledgedAt is when the shop took note of a request, zero if nothing was asked.
	AcknowledgedAt time.Time
	// ReverseShippingCode, Carrier and Deadline say how and until when goods are sent back.
	ReverseShippingCode, Carrier string
	Deadline                     time.Time
	// Related are the adjustments that this one follows from.
	Related []string
	// Elsewhere says that a refund was made at the provider without the shop's asking: by the
	// bank itself, or by hand. SeenAt is when the staff took note of it.
	// Nameless says that the provider has no id for it.
	Elsewhere, Nameless bool
	SeenAt              time.Time
	// Record is the provider's id of a refund that the shop asked for, where it keeps none of the
	// shop's: once told apart, it stays so.
	Record string
	// EndedAt is when it stopped being pending, zero while it is or if it never was.
	EndedAt time.Time
}

// AdjustmentType says what kind of change it is. The set is open.
type AdjustmentType string

// The adjustments that this shop makes.
const (
	Cancellation    AdjustmentType = "cancellation"
	Return          AdjustmentType = "return"
	Refunded        AdjustmentType = "refund"
	PriceAdjustment AdjustmentType = "price_adjustment"
)

// AdjustmentStatus is where an adjustment stands.
type AdjustmentStatus string

// The states of an adjustment.
const (
	Pending   AdjustmentStatus = "pending"
	Completed AdjustmentStatus = "completed"
	Failed    AdjustmentStatus = "failed"
)

// Reason is why goods go back (BCP returns extension).
type Reason string

// The reasons.
const (
	// Withdrawal needs no other reason (CDC, article 49).
	Withdrawal   Reason = "withdrawal"
	Defect       Reason = "defect"
	WrongProduct Reason = "wrong_product"
)

// NFe refers to the electronic invoice of an order (BCP NF-e extension). It carries nothing
// about the buyer.
type NFe struct {
	// AccessKey is 44 characters whose check digit holds.
	AccessKey string
	// DANFEURL and XMLURL are empty where they are not published.
	DANFEURL, XMLURL string
	// IssuedAt is zero where it is not known.
	IssuedAt time.Time
}

// Applied is a command that was carried out.
type Applied struct {
	// Key is the caller's; Content is a hash of what was asked.
	Key, Content string
}
