package intents

import (
	"context"
	"time"

	"balcao/conversation"
	"balcao/internal/ids"
	"balcao/money"
	"balcao/payment"
)

// Interpreter reads text. What it cannot place it says as Ask or Unknown; an error means
// that it could not work at all.
type Interpreter interface {
	Interpret(context.Context, Utterance) (Interpretation, error)
}

// Utterance is what a customer wrote, with what the conversation knows.
type Utterance struct {
	Text string
	// Language is a hint, used when the text itself does not tell; may be empty.
	Language     string
	Conversation Conversation
	// From names the conversation, for who bounds what one costs, and Message the message,
	// for who must read it alike when it is sent again, which may be in another conversation.
	// Both may be empty.
	From, Message string
}

// Conversation is what an utterance may refer to.
type Conversation struct {
	// Lines are the lines of the current checkout, in order.
	Lines []Line
	// Options are the shipping options on offer, in the order shown.
	Options []ShippingOption
	// Chosen is the id of the one of Options that is chosen, empty if none is.
	Chosen string
	// Codes are the discount codes in the checkout.
	Codes []string
	// Handlers are the ways of paying on offer.
	Handlers []payment.Handler
	// Results are the products last shown, in order.
	Results []ids.Product
	// Focus is the product last spoken of, empty if none.
	Focus ids.Product
	// Pending is what the shop has asked to confirm, nil if nothing.
	Pending *conversation.Pending
	// Paying says that a charge is out, or that the purchase has become an order: a question
	// in few words is about the money then.
	Paying bool
	// CouponOpen says that a coupon was spoken of and none is good yet: the shop has asked
	// for the code, or turned one down.
	CouponOpen bool
	// NameOpen says that the buyer's name is still to be told: a name alone is that name.
	NameOpen bool
}

// Line is a line of the checkout as the customer sees it.
type Line struct {
	ID       ids.LineItem
	Product  ids.Product
	Variant  ids.Variant
	Title    string
	Quantity int64
}

// ShippingOption is a way to get the goods, with its price in minor units.
type ShippingOption struct {
	ID, Title string
	Price     money.Amount
	// Latest is when the goods arrive at the latest; zero if that is not known.
	Latest time.Time
}

// Interpretation is what a text means.
type Interpretation struct {
	// Intents are in the order in which they were said; never empty.
	Intents []Intent
	// Language is that of the text: Portuguese, English or Spanish.
	Language string
	// Slots are the same meaning in the form that Intents were made of.
	Slots []Slots
	// Confidence is between 0 and 1; a low one is worth a second opinion.
	Confidence float64
}
