package httpd

import (
	"net/url"
	"time"

	"balcao/internal/ids"
	"balcao/money"
	"balcao/order"
)

// OrderPage is a part of a list of orders.
type OrderPage struct {
	Orders []OrderSummary `json:"orders"`
	// Next is the value of "after" for the page behind this one, empty if this is the last.
	Next ids.Order `json:"next,omitempty"`
}

// OrderSummary is an order in a list. Amounts are minor units.
type OrderSummary struct {
	ID        ids.Order   `json:"id"`
	Label     string      `json:"label,omitempty"`
	PlacedAt  time.Time   `json:"placed_at"`
	UpdatedAt time.Time   `json:"updated_at"`
	Stage     order.Stage `json:"stage"`
	// Attention says that somebody has to do something beside handing the goods over.
	Attention bool         `json:"attention"`
	Buyer     string       `json:"buyer,omitempty"`
	Currency  string       `json:"currency"`
	Total     money.Amount `json:"total"`
	// Platform is its profile URL.
	Platform string `json:"platform"`
}

// OrderView is an order as the shop's staff see it: with the buyer, the payment, and what went
// back of it. Amounts are minor units. Nothing of it may reach a platform.
type OrderView struct {
	OrderSummary
	Version  int64        `json:"version"`
	Checkout ids.Checkout `json:"checkout_id"`
	Language string       `json:"language,omitempty"`
	// Page is the path of the buyer's page, below the shop's public address.
	Page    string       `json:"page"`
	Contact OrderContact `json:"contact"`
	Payment OrderPayment `json:"payment"`
	// Refundable is what can still be given back.
	Refundable  money.Amount      `json:"refundable"`
	Lines       []OrderViewLine   `json:"line_items"`
	Totals      []OrderTotal      `json:"totals"`
	Deliveries  []OrderDelivery   `json:"deliveries"`
	Events      []OrderEvent      `json:"events"`
	Adjustments []OrderAdjustment `json:"adjustments"`
	NFe         *OrderNFe         `json:"nfe,omitempty"`
}

// OrderContact is who bought.
type OrderContact struct {
	Name         string `json:"name,omitempty"`
	Email        string `json:"email,omitempty"`
	Phone        string `json:"phone,omitempty"`
	TaxpayerKind string `json:"taxpayer_kind,omitempty"`
	TaxpayerID   string `json:"taxpayer_id,omitempty"`
}

// OrderPayment is how it was paid, with the provider's ids.
type OrderPayment struct {
	Handler    ids.Handler  `json:"handler_id,omitempty"`
	Kind       string       `json:"kind,omitempty"`
	TXID       ids.TXID     `json:"txid,omitempty"`
	EndToEndID string       `json:"end_to_end_id,omitempty"`
	Attempt    string       `json:"attempt,omitempty"`
	Amount     money.Amount `json:"amount"`
}

// OrderViewLine is a line, with quantities in units.
type OrderViewLine struct {
	ID        ids.LineItem `json:"id"`
	Variant   ids.Variant  `json:"variant"`
	Title     string       `json:"title"`
	Price     money.Amount `json:"price"`
	Original  int64        `json:"original"`
	Total     int64        `json:"total"`
	Fulfilled int64        `json:"fulfilled"`
	Delivered int64        `json:"delivered"`
	Returned  int64        `json:"returned"`
	Repaid    int64        `json:"repaid"`
	Status    string       `json:"status"`
	// WithdrawUntil is the last second in which the buyer may withdraw, absent before all of
	// it was delivered.
	WithdrawUntil time.Time `json:"withdraw_until,omitzero"`
}

// OrderTotal is an entry of the totals.
type OrderTotal struct {
	Type   string       `json:"type"`
	Text   string       `json:"display_text,omitempty"`
	Amount money.Amount `json:"amount"`
	// Included says that the prices contain it: it is added to nothing.
	Included bool `json:"included,omitempty"`
}

// OrderUnits are units of a line; below zero they were taken back.
type OrderUnits struct {
	ID       ids.LineItem `json:"id"`
	Quantity int64        `json:"quantity"`
}

// OrderDelivery is where goods are to go.
type OrderDelivery struct {
	Method      string       `json:"method_type"`
	Lines       []OrderUnits `json:"line_items"`
	Description string       `json:"description,omitempty"`
	Name        string       `json:"name,omitempty"`
	Street      string       `json:"street_address,omitempty"`
	Extended    string       `json:"extended_address,omitempty"`
	Locality    string       `json:"address_locality,omitempty"`
	Region      string       `json:"address_region,omitempty"`
	PostalCode  string       `json:"postal_code,omitempty"`
	Country     string       `json:"address_country,omitempty"`
	Phone       string       `json:"phone,omitempty"`
}

// OrderEvent is what happened to goods on their way.
type OrderEvent struct {
	ID             string          `json:"id"`
	Type           order.EventType `json:"type"`
	At             time.Time       `json:"occurred_at"`
	Lines          []OrderUnits    `json:"line_items"`
	TrackingNumber string          `json:"tracking_number,omitempty"`
	TrackingURL    string          `json:"tracking_url,omitempty"`
	Carrier        string          `json:"carrier,omitempty"`
	Description    string          `json:"description,omitempty"`
}

// OrderAdjustment is a change after the purchase.
type OrderAdjustment struct {
	ID          string                 `json:"id"`
	Type        order.AdjustmentType   `json:"type"`
	Status      order.AdjustmentStatus `json:"status"`
	At          time.Time              `json:"occurred_at"`
	Lines       []OrderUnits           `json:"line_items,omitempty"`
	Amount      money.Amount           `json:"amount,omitempty"`
	Reason      order.Reason           `json:"reason,omitempty"`
	Description string                 `json:"description,omitempty"`
	// Note is what the buyer wrote.
	Note                string    `json:"note,omitempty"`
	AcknowledgedAt      time.Time `json:"acknowledged_at,omitzero"`
	ReverseShippingCode string    `json:"reverse_shipping_code,omitempty"`
	Carrier             string    `json:"carrier,omitempty"`
	Deadline            time.Time `json:"deadline,omitzero"`
	Related             []string  `json:"related_adjustment_ids,omitempty"`
	EndedAt             time.Time `json:"ended_at,omitzero"`
	// Elsewhere is a refund that the shop did not ask for; SeenAt when staff took note of it.
	Elsewhere bool      `json:"elsewhere,omitempty"`
	SeenAt    time.Time `json:"seen_at,omitzero"`
}

// OrderNFe refers to the invoice.
type OrderNFe struct {
	AccessKey string    `json:"access_key"`
	DANFEURL  string    `json:"danfe_url,omitempty"`
	XMLURL    string    `json:"xml_url,omitempty"`
	IssuedAt  time.Time `json:"issued_at,omitzero"`
}

// PageOf is a page of orders as staff see it.
func PageOf(p order.Page) OrderPage {
	out := OrderPage{Orders: make([]OrderSummary, len(p.Orders))}
	for i, o := range p.Orders {
		out.Orders[i] = summaryOfOrder(o)
	}
	if p.More {
		out.Next = p.Orders[len(p.Orders)-1].ID
	}
	return out
}

func summaryOfOrder(o *order.Order) OrderSummary {
	return OrderSummary{
		ID: o.ID, Label: o.Label, PlacedAt: o.CreatedAt, UpdatedAt: o.UpdatedAt, Stage: o.Stage(), Attention: o.NeedsAttention(),
		Buyer: o.Buyer.Name, Currency: string(o.Currency), Total: order.Amount(o.Totals, order.TotalTotal), Platform: o.Owner.Profile,
	}
}

// ViewOrder is an order as staff see it, in a shop that gives so many days to withdraw.
func ViewOrder(o *order.Order, withdrawalDays int) OrderView {
	v := OrderView{
		OrderSummary: summaryOfOrder(o), Version: o.Version, Checkout: o.Checkout, Language: o.Language,
		Page:       "/orders/" + url.PathEscape(string(o.ID)) + "?key=" + url.QueryEscape(o.Key),
		Contact:    OrderContact(o.Buyer),
		Payment:    OrderPayment(o.Payment),
		Refundable: o.Refundable(), Lines: []OrderViewLine{}, Totals: []OrderTotal{}, Deliveries: []OrderDelivery{},
		Events: []OrderEvent{}, Adjustments: []OrderAdjustment{},
	}
	for _, l := range o.Lines {
		until, _ := o.WithdrawalEnds(l, withdrawalDays)
		v.Lines = append(v.Lines, OrderViewLine{
			ID: l.ID, Variant: l.Variant, Title: l.Title, Price: l.Price, Original: l.Original, Total: l.Total, Fulfilled: l.Fulfilled,
			Delivered: l.Delivered, Returned: l.Returned, Repaid: l.Repaid, Status: l.Status(), WithdrawUntil: until,
		})
	}
	for _, t := range o.Totals {
		v.Totals = append(v.Totals, OrderTotal(t))
	}
	for _, p := range o.Promises {
		d := p.Destination
		v.Deliveries = append(v.Deliveries, OrderDelivery{
			Method: p.Method, Lines: unitsOf(p.Lines), Description: p.Description, Name: joinNames(d.FirstName, d.LastName),
			Street: d.Street, Extended: d.Extended, Locality: d.Locality, Region: d.Region, PostalCode: d.PostalCode, Country: d.Country, Phone: d.Phone,
		})
	}
	for _, e := range o.Events {
		v.Events = append(v.Events, OrderEvent{
			ID: e.ID, Type: e.Type, At: e.At, Lines: unitsOf(e.Lines), TrackingNumber: e.Tracking.Number, TrackingURL: e.Tracking.URL,
			Carrier: e.Tracking.Carrier, Description: e.Description,
		})
	}
	for _, a := range o.Adjustments {
		v.Adjustments = append(v.Adjustments, OrderAdjustment{
			ID: a.ID, Type: a.Type, Status: a.Status, At: a.At, Lines: unitsOf(a.Lines), Amount: a.Amount, Reason: a.Reason,
			Description: a.Description, Note: a.Note, AcknowledgedAt: a.AcknowledgedAt, ReverseShippingCode: a.ReverseShippingCode, Carrier: a.Carrier,
			Deadline: a.Deadline, Related: a.Related, EndedAt: a.EndedAt, Elsewhere: a.Elsewhere, SeenAt: a.SeenAt,
		})
	}
	if n := o.NFe; n != nil {
		v.NFe = &OrderNFe{AccessKey: n.AccessKey, DANFEURL: n.DANFEURL, XMLURL: n.XMLURL, IssuedAt: n.IssuedAt}
	}
	return v
}

func unitsOf(lines []order.LineQuantity) []OrderUnits {
	out := make([]OrderUnits, len(lines))
	for i, l := range lines {
		out[i] = OrderUnits{ID: l.Line, Quantity: l.Quantity}
	}
	return out
}

func joinNames(first, last string) string {
	if first == "" || last == "" {
		return first + last
	}
	return first + " " + last
}
