package bcb

import (
	"context"
	"fmt"

	"github.com/go-json-experiment/json/jsontext"

	"balcao/internal/ids"
	"balcao/payment"
	"balcao/payment/pix"
	"balcao/payment/pix/rest"
)

// maxPage is the last page that is asked for; who has more payments asks for less time.
const maxPage = 9999

// Received implements pix.Statement.
func (c *Client) Received(ctx context.Context, w pix.Window) (pix.Page, error) {
	if err := check(w); err != nil {
		return pix.Page{}, err
	}
	ctx, cancel := context.WithTimeout(ctx, callTime)
	defer cancel()
	var answer struct {
		paging
		Pix rest.OneOrMany[jsontext.Value] `json:"pix"`
	}
	if err := c.get(ctx, "list payments", &answer, windowQuery(w), "pix"); err != nil {
		return pix.Page{}, err
	}
	page := pix.Page{More: answer.more(w)}
	for _, text := range answer.Pix {
		receipt, refunds, err := readPayment(text)
		if err != nil {
			page.Unread = append(page.Unread, fmt.Errorf("bcb: list payments: %w", err))
			continue
		}
		page.Receipts = append(page.Receipts, receipt)
		page.Refunds = append(page.Refunds, refunds...)
	}
	return page, nil
}

// readPayment reads one payment of a list, apart from its neighbours. A txid that is none, such
// as the three asterisks of static codes, is no charge of the shop's: the money is told all the
// same.
func readPayment(text jsontext.Value) (payment.Receipt, []payment.RefundRecord, error) {
	var p received
	if err := rest.Read(text, &p); err != nil {
		return payment.Receipt{}, nil, fmt.Errorf("%w: a payment", errUnreadable)
	}
	if !pix.ValidTXID(p.TXID) {
		p.TXID = ""
	}
	return p.read()
}

// Charge is a charge of a list.
type Charge struct {
	TXID   ids.TXID
	Status payment.ChargeStatus
}

// Charges lists the charges that were made in a window, whoever made them, by its page
// (GET /cob). More says that another page follows.
func (c *Client) Charges(ctx context.Context, w pix.Window) (charges []Charge, more bool, err error) {
	if err := check(w); err != nil {
		return nil, false, err
	}
	ctx, cancel := context.WithTimeout(ctx, callTime)
	defer cancel()
	var answer struct {
		paging
		Cobs rest.OneOrMany[cob] `json:"cobs"`
	}
	if err := c.get(ctx, "list charges", &answer, windowQuery(w), "cob"); err != nil {
		return nil, false, err
	}
	for _, found := range answer.Cobs {
		if !pix.ValidTXID(found.TXID) {
			return nil, false, fmt.Errorf("bcb: list charges: %w: a txid", errUnreadable)
		}
		status, err := c.statusOf(found)
		if err != nil {
			return nil, false, err
		}
		charges = append(charges, Charge{TXID: ids.TXID(found.TXID), Status: status})
	}
	return charges, answer.more(w), nil
}

func check(w pix.Window) error {
	if w.Page < 0 || w.Page > maxPage || w.From.IsZero() || w.To.Before(w.From) {
		return refused("no such window")
	}
	return nil
}

// more reports whether another page follows.
func (p paging) more(w pix.Window) bool { return int64(w.Page)+1 < p.Parametros.Paginacao.Paginas }
