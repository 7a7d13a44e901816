package httpd

import (
	"time"

	"github.com/labstack/echo/v4"

	"balcao/internal/ids"
	"balcao/money"
	"balcao/order"
)

// orderCommands read the body of each command of staff, by the last part of its path. Lines
// that are left out mean all units for which it can be done, times that are left out mean now.
var orderCommands = map[string]func(echo.Context) (order.Command, error){
	"ship":           taking(func(b handoverBody) order.Command { return order.Ship(b.handover()) }),
	"deliver":        taking(func(b handoverBody) order.Command { return order.Deliver(b.handover()) }),
	"event":          taking(reportBody.command),
	"cancel":         taking(cancelBody.command),
	"return":         taking(returnBody.command),
	"arrange-return": taking(arrangeBody.command),
	"receive-return": taking(receiveBody.command),
	"refuse-return":  taking(refuseBody.command),
	"refund":         taking(refundBody.command),
	"adjust":         taking(adjustBody.command),
	"acknowledge":    taking(acknowledgeBody.command),
	"nfe":            taking(OrderNFe.command),
}

// taking reads a body of one form and makes its command.
func taking[B any](command func(B) order.Command) func(echo.Context) (order.Command, error) {
	return func(c echo.Context) (order.Command, error) {
		var b B
		if err := readJSON(c, &b); err != nil {
			return nil, err
		}
		return command(b), nil
	}
}

// commandBody is the reverse: the name and the body of a command, false for one that staff
// do not have.
func commandBody(cmd order.Command) (name string, body any, ok bool) {
	switch cmd := cmd.(type) {
	case order.Ship:
		return "ship", handoverOf(handover(cmd)), true
	case order.Deliver:
		return "deliver", handoverOf(handover(cmd)), true
	case order.Report:
		h := handoverOf(handover{cmd.Lines, cmd.Tracking, cmd.At, cmd.Description})
		return "event", reportBody{cmd.Type, h}, true
	case order.Cancel:
		return "cancel", cancelBody{unitsOf(cmd.Lines), cmd.Description}, true
	case order.RequestReturn:
		return "return", returnBody{unitsOf(cmd.Lines), cmd.Reason, cmd.Description}, true
	case order.ArrangeReturn:
		return "arrange-return", arrangeBody(cmd), true
	case order.ReceiveReturn:
		return "receive-return", receiveBody{cmd.Adjustment, cmd.Restock, unitsOf(cmd.Lines)}, true
	case order.RefuseReturn:
		return "refuse-return", refuseBody(cmd), true
	case order.Refund:
		return "refund", refundBody(cmd), true
	case order.Acknowledge:
		return "acknowledge", acknowledgeBody(cmd), true
	case order.AdjustPrice:
		return "adjust", adjustBody(cmd), true
	case order.SetNFe:
		return "nfe", OrderNFe(cmd.NFe), true
	}
	return "", nil, false
}

// linesOf are the units named, nil for none.
func linesOf(units []OrderUnits) []order.LineQuantity {
	var out []order.LineQuantity
	for _, u := range units {
		out = append(out, order.LineQuantity{Line: u.ID, Quantity: u.Quantity})
	}
	return out
}

// handover is what the commands about goods on their way have in common.
type handover struct {
	Lines       []order.LineQuantity
	Tracking    order.Tracking
	At          time.Time
	Description string
}

type handoverBody struct {
	Lines          []OrderUnits `json:"line_items,omitempty"`
	TrackingNumber string       `json:"tracking_number,omitempty"`
	TrackingURL    string       `json:"tracking_url,omitempty"`
	Carrier        string       `json:"carrier,omitempty"`
	At             time.Time    `json:"occurred_at,omitzero"`
	Description    string       `json:"description,omitempty"`
}

func (b handoverBody) handover() handover {
	t := order.Tracking{Number: b.TrackingNumber, URL: b.TrackingURL, Carrier: b.Carrier}
	return handover{linesOf(b.Lines), t, utc(b.At), b.Description}
}

func handoverOf(h handover) handoverBody {
	return handoverBody{unitsOf(h.Lines), h.Tracking.Number, h.Tracking.URL, h.Tracking.Carrier, h.At, h.Description}
}

// utc is the same moment wherever it was written: a repetition is told by what is asked.
func utc(t time.Time) time.Time {
	if t.IsZero() {
		return time.Time{}
	}
	return t.UTC()
}

type reportBody struct {
	Type         order.EventType `json:"type"`
	handoverBody `json:",inline"`
}

func (b reportBody) command() order.Command {
	h := b.handover()
	return order.Report{Type: b.Type, Lines: h.Lines, Tracking: h.Tracking, At: h.At, Description: h.Description}
}

type cancelBody struct {
	Lines       []OrderUnits `json:"line_items,omitempty"`
	Description string       `json:"description,omitempty"`
}

func (b cancelBody) command() order.Command {
	return order.Cancel{Lines: linesOf(b.Lines), Description: b.Description}
}

type returnBody struct {
	Lines       []OrderUnits `json:"line_items,omitempty"`
	Reason      order.Reason `json:"reason"`
	Description string       `json:"description,omitempty"`
}

// command is the staff's: periods do not bind them.
func (b returnBody) command() order.Command {
	return order.RequestReturn{Lines: linesOf(b.Lines), Reason: b.Reason, Description: b.Description, Staff: true}
}

type arrangeBody struct {
	Adjustment          string    `json:"adjustment_id"`
	ReverseShippingCode string    `json:"reverse_shipping_code,omitempty"`
	Carrier             string    `json:"carrier,omitempty"`
	Deadline            time.Time `json:"deadline,omitzero"`
}

func (b arrangeBody) command() order.Command {
	b.Deadline = utc(b.Deadline)
	return order.ArrangeReturn(b)
}

type receiveBody struct {
	Adjustment string       `json:"adjustment_id"`
	Restock    bool         `json:"restock,omitempty"`
	Lines      []OrderUnits `json:"line_items,omitempty"`
}

func (b receiveBody) command() order.Command {
	return order.ReceiveReturn{Adjustment: b.Adjustment, Restock: b.Restock, Lines: linesOf(b.Lines)}
}

type refuseBody struct {
	Adjustment  string `json:"adjustment_id"`
	Description string `json:"description,omitempty"`
}

func (b refuseBody) command() order.Command { return order.RefuseReturn(b) }

type refundBody struct {
	Amount      money.Amount `json:"amount"` // minor units
	Related     []string     `json:"related_adjustment_ids,omitempty"`
	Description string       `json:"description,omitempty"`
}

func (b refundBody) command() order.Command { return order.Refund(b) }

type acknowledgeBody struct {
	Adjustment string `json:"adjustment_id"`
}

func (b acknowledgeBody) command() order.Command { return order.Acknowledge(b) }

type adjustBody struct {
	Line        ids.LineItem `json:"line_item_id,omitempty"`
	Amount      money.Amount `json:"amount"` // minor units
	Description string       `json:"description,omitempty"`
}

func (b adjustBody) command() order.Command { return order.AdjustPrice(b) }

func (n OrderNFe) command() order.Command {
	n.IssuedAt = utc(n.IssuedAt)
	return order.SetNFe{NFe: order.NFe(n)}
}
