package order

import (
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"net/url"
	"strings"
	"time"
	"unicode"
	"unicode/utf8"

	"balcao/internal/cardnumber"
	"balcao/internal/ids"
	"balcao/money"
)

// Command changes an order. Lines that are left empty mean all units for which the command
// can be carried out; the same line may be named once. A time that is left zero means now.
type Command interface {
	// apply carries the command out on the desk's order, or returns an *Error.
	apply(d *desk) error
}

// Ship tells that units were handed to a carrier.
type Ship struct {
	Lines       []LineQuantity
	Tracking    Tracking
	At          time.Time
	Description string
}

// Deliver tells that units reached the buyer, handed over before or not, as at the counter.
// Without lines it means what is on its way or, if nothing is, all that was not delivered.
// Tracking that is left empty is that of the last shipment.
type Deliver struct {
	Lines       []LineQuantity
	Tracking    Tracking
	At          time.Time
	Description string
}

// Report tells of whatever else happens to goods on their way: processing, in_transit,
// failed_attempt, undeliverable, returned_to_sender, or an event of the shop's own. Units
// that were returned to the shop can be handed over again, or canceled. A parcel that
// comes back because the buyer withdrew is a return that is received.
type Report struct {
	Type        EventType
	Lines       []LineQuantity
	Tracking    Tracking
	At          time.Time
	Description string
}

// Cancel takes units out that were not handed over. They go back on the shelf and their
// money is given back, with that for delivery if nothing is left of the order.
type Cancel struct {
	Lines       []LineQuantity
	Description string
}

// RequestReturn is the buyer's wish to give units back. A withdrawal is possible from the
// purchase until the end of the period, is acknowledged at once and refunded at once, with
// delivery if nothing is left of the order (CDC, article 49; BCP returns extension); what was
// not handed over yet is canceled. Units that are defective or wrong are refunded when they
// are back. Staff may take back what is past its period.
type RequestReturn struct {
	Lines       []LineQuantity
	Reason      Reason
	Description string
	// Note is what the buyer writes to the shop.
	Note string
	// Staff says that the shop's staff ask for it: periods do not bind them.
	Staff bool
}

// ArrangeReturn says how goods of a return are to be sent back. Empty members stay as they
// are.
type ArrangeReturn struct {
	Adjustment                   string
	ReverseShippingCode, Carrier string
	Deadline                     time.Time
}

// ReceiveReturn tells that the goods of a return are back. With Restock they can be sold
// again, all of them or those of Lines. Money that was not given back yet is now.
type ReceiveReturn struct {
	Adjustment string
	Restock    bool
	Lines      []LineQuantity
}

// RefuseReturn ends a return that does not come about: it was not justified, or the goods
// did not come back. Money that was given back already stays with the buyer.
type RefuseReturn struct {
	Adjustment  string
	Description string
}

// Refund gives money back beside everything else, at most what is left of the payment.
type Refund struct {
	Amount money.Amount
	// Related are adjustments that it is for, such as a refund that failed.
	Related     []string
	Description string
}

// AdjustPrice lowers the price of a line, or of the whole order by an amount that is spread
// over its lines, and gives the difference back.
type AdjustPrice struct {
	// Line is empty for the whole order.
	Line        ids.LineItem
	Amount      money.Amount
	Description string
}

// SetNFe refers to the invoice. Another one takes the place of that before it.
type SetNFe struct{ NFe NFe }

// refundEnded records what became of a refund.
type refundEnded struct {
	Adjustment string
	Status     AdjustmentStatus
}

// Limits of what a command may carry.
const (
	maxText     = 500 // characters of a description
	maxName     = 80  // characters of a tracking number, carrier or code
	maxURL      = 1000
	maxCommands = 500 // of one order, by callers
	// maxRequests is how many times goods may be asked to be taken back before the buyer must
	// turn to the staff, for whom the other commands are left.
	maxRequests = 100
)

// content is a hash of what a command asks for.
func content(cmd Command) string {
	sum := sha256.Sum256([]byte(fmt.Sprintf("%#v", cmd)))
	return hex.EncodeToString(sum[:16])
}

// checkText reports whether s is text of at most so many characters, without control
// characters other than, where it is long, line breaks. What people write must not have the
// number of a card in it: it is kept, and much of it is shown and sent.
func checkText(field, s string, most int) error {
	if !utf8.ValidString(s) || utf8.RuneCountInString(s) > most {
		return invalid(field)
	}
	if most == maxText && cardnumber.In(s, cardnumber.Least) {
		return invalid(field)
	}
	for _, r := range s {
		if unicode.IsControl(r) && (r != '\n' || most < maxText) {
			return invalid(field)
		}
	}
	return nil
}

// checkURL reports whether s is empty or an address that a buyer can open.
func checkURL(field, s string) error {
	if s == "" {
		return nil
	}
	u, err := url.Parse(s)
	if err != nil || len(s) > maxURL || u.Host == "" || u.User != nil || u.Scheme != "https" && u.Scheme != "http" {
		return invalid(field)
	}
	return checkText(field, s, maxURL)
}

// correiosURL is where parcels of the Brazilian post are followed.
const correiosURL = "https://rastreamento.correios.com.br/app/index.php?objetos="

// checked returns the tracking in its form. The address of a parcel of the post is known.
func (t Tracking) checked() (Tracking, error) {
	t.Number, t.Carrier, t.URL = strings.TrimSpace(t.Number), strings.TrimSpace(t.Carrier), strings.TrimSpace(t.URL)
	if err := checkText("tracking_number", t.Number, maxName); err != nil {
		return t, err
	}
	if err := checkText("carrier", t.Carrier, maxName); err != nil {
		return t, err
	}
	if err := checkURL("tracking_url", t.URL); err != nil {
		return t, err
	}
	if t.URL == "" && t.Number != "" && strings.EqualFold(t.Carrier, "correios") {
		t.URL = correiosURL + url.QueryEscape(t.Number)
	}
	return t, nil
}
