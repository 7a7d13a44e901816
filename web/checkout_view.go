package web

import (
	"net/url"

	"balcao/bcp"
	"balcao/checkout"
	"balcao/internal/brazil"
	"balcao/money"
	"balcao/order"
)

type checkoutView struct {
	Status, StatusText string
	// OrderURL is the order's page once there is one.
	OrderURL string
	// ChallengeURL leads to where the buyer proves identity, empty if that is not needed.
	ChallengeURL     string
	Handoff, Over    bool
	Messages         []messageView
	Lines            []lineView
	Totals           []totalView
	Pix              *pixView
	Delivery         *deliveryView
	Buyer            *buyerView
	Seller           sellerView
	Expires          string
	WithdrawalNotice string
}

type messageView struct {
	// Type is error, warning or info.
	Type, Text string
}

func viewCheckout(result checkout.Result, lang string) (checkoutView, error) {
	c := result.Checkout
	v := checkoutView{
		Status:   string(result.Status),
		Handoff:  result.Status == checkout.RequiresEscalation,
		Over:     result.Status.Terminal(),
		Pix:      viewPix(result, lang),
		Buyer:    viewBuyer(c.Buyer),
		Seller:   viewSeller(c.Seller),
		Messages: viewMessages(result.Messages, lang),
		// Every page of a sale carries the notice, also after the purchase.
		WithdrawalNotice: bcp.Text(checkout.Message{Type: checkout.TypeInfo, Code: checkout.CodeWithdrawal}, lang),
	}
	var err error
	if v.StatusText, err = text(lang, "status."+string(result.Status)); err != nil {
		return v, err
	}
	for _, l := range c.Lines {
		v.Lines = append(v.Lines, lineView{
			Title: l.Title, Quantity: l.Quantity,
			Price: money.Format(l.Price, lang), Amount: money.Format(order.Amount(l.Totals, order.TotalTotal), lang),
		})
	}
	if v.Totals, err = viewTotals(c.Totals, lang); err != nil {
		return v, err
	}
	if v.Delivery, err = viewDelivery(c, lang); err != nil {
		return v, err
	}
	if !v.Over {
		v.Expires = brazil.Moment(c.ExpiresAt, lang)
	}
	if c.Challenge != nil {
		v.ChallengeURL = keyed(c.ID, "/challenge", c.Key)
	}
	if c.Order != nil {
		v.OrderURL = "/orders/" + url.PathEscape(string(c.Order.ID)) + "?key=" + url.QueryEscape(c.Order.Key)
	}
	return v, nil
}

// viewMessages writes the messages except for the notice, which has its own place.
func viewMessages(messages []checkout.Message, lang string) []messageView {
	var out []messageView
	for _, m := range messages {
		if m.Code != checkout.CodeWithdrawal {
			out = append(out, messageView{string(m.Type), bcp.Text(m, lang)})
		}
	}
	return out
}
