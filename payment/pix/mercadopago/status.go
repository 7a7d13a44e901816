package mercadopago

import (
	"context"
	"errors"
	"fmt"
	"net/http"
	"net/url"
	"strconv"

	"github.com/go-json-experiment/json/jsontext"

	"balcao/internal/ids"
	"balcao/money"
	"balcao/payment"
	"balcao/payment/pix"
	"balcao/payment/pix/rest"
)

// Status implements pix.Provider.
func (c *Client) Status(ctx context.Context, txid ids.TXID) (payment.ChargeStatus, error) {
	if !pix.ValidChargeID(string(txid)) {
		return payment.ChargeStatus{}, nil // never made here
	}
	ctx, cancel := context.WithTimeout(ctx, callTime)
	defer cancel()
	found, err := c.find(ctx, txid)
	if err != nil || len(found) == 0 {
		return payment.ChargeStatus{}, err
	}
	status := payment.ChargeStatus{Found: true, Removed: withdrawn(found)}
	status.Issued.ExpiresAt = found[0].Expires.Time
	if issued, err := found[0].issued(); err == nil {
		status.Issued = issued
	}
	for _, one := range found {
		if !one.paid() {
			continue
		}
		receipt, refunds := one.receipt()
		status.Receipts = append(status.Receipts, receipt)
		status.Refunds = append(status.Refunds, refunds...)
	}
	return status, nil
}

// receipt takes over a payment that was paid.
func (c charge) receipt() (payment.Receipt, []payment.RefundRecord) {
	receipt := payment.Receipt{EndToEndID: string(c.ID), Amount: money.Amount(c.Amount), PaidAt: c.Approved.Time}
	if pix.ValidChargeID(c.ExternalReference) {
		receipt.TXID = ids.TXID(c.ExternalReference)
	}
	refunds := c.records()
	for _, state := range []payment.RefundState{payment.RefundFailed, payment.RefundQueued, payment.RefundDone} {
		for _, r := range refunds {
			if r.State == state {
				receipt.Refund = state
			}
		}
	}
	return receipt, refunds
}

// Remove implements pix.Provider.
func (c *Client) Remove(ctx context.Context, txid ids.TXID) error {
	if !pix.ValidChargeID(string(txid)) {
		return nil
	}
	ctx, cancel := context.WithTimeout(ctx, callTime)
	defer cancel()
	found, err := c.find(ctx, txid)
	if err != nil {
		return err
	}
	for _, one := range found {
		if err := c.cancel(ctx, one); err != nil {
			return err
		}
	}
	return nil
}

func (c *Client) cancel(ctx context.Context, one charge) error {
	if one.ended() {
		return nil
	}
	var answer charge
	err := c.ask(ctx, &answer, rest.Call{
		Name: "cancel payment " + string(one.ID), Method: http.MethodPut, Path: []string{"v1", "payments", string(one.ID)},
		Body: map[string]string{"status": cancelled}, Repeatable: true,
	})
	if err == nil {
		return nil
	}
	// It may have been paid or cancelled between the look and the wish, or by the wish.
	if now, again := c.read(ctx, string(one.ID)); again == nil && now.ended() {
		return nil
	}
	return err
}

// ended reports whether there is nothing left to withdraw.
func (c charge) ended() bool { return c.paid() || c.Status == cancelled || c.Status == rejected }

// maxPage is the last page that is asked for: the API's search goes no deeper than 10,000.
const maxPage = 99

// Received implements pix.Statement. It lists Pix alone, the shop's other payments at
// Mercado Pago are none of its business.
func (c *Client) Received(ctx context.Context, w pix.Window) (pix.Page, error) {
	if w.Page < 0 || w.Page > maxPage || w.From.IsZero() || w.To.Before(w.From) {
		return pix.Page{}, refused("no such window")
	}
	ctx, cancel := context.WithTimeout(ctx, callTime)
	defer cancel()
	var answer struct {
		Paging struct {
			Total int64 `json:"total"`
		} `json:"paging"`
		Results []jsontext.Value `json:"results"`
	}
	query := url.Values{
		"sort": {"date_approved"}, "criteria": {"asc"}, "range": {"date_approved"},
		"begin_date": {w.From.UTC().Format(timeFormat)}, "end_date": {w.To.UTC().Format(timeFormat)},
		"limit": {strconv.Itoa(pix.PageSize)}, "offset": {strconv.Itoa(w.Page * pix.PageSize)},
	}
	err := c.ask(ctx, &answer, rest.Call{
		Name: "list payments", Method: http.MethodGet, Path: []string{"v1", "payments", "search"}, Query: query, Repeatable: true,
	})
	if err != nil {
		return pix.Page{}, lookError(err)
	}
	page := pix.Page{More: int64(w.Page+1)*pix.PageSize < answer.Paging.Total}
	for _, text := range answer.Results {
		one, ok, err := readPayment(text)
		if err != nil {
			page.Unread = append(page.Unread, err)
		}
		if err != nil || !ok {
			continue
		}
		receipt, refunds := one.receipt()
		page.Receipts = append(page.Receipts, receipt)
		page.Refunds = append(page.Refunds, refunds...)
	}
	return page, nil
}

// readPayment reads one payment of a list, apart from its neighbours: false for one that is no
// Pix, of which no more is read than that, or was not paid.
func readPayment(text jsontext.Value) (one charge, ok bool, err error) {
	var kind struct {
		MethodID string `json:"payment_method_id"`
	}
	if err := rest.Read(text, &kind); err == nil && kind.MethodID != "pix" {
		return charge{}, false, nil
	}
	if err := rest.Read(text, &one); err != nil {
		return charge{}, false, fmt.Errorf("mercadopago: list payments: %w", errUnreadable)
	}
	if !one.paid() {
		return charge{}, false, nil
	}
	if one.ID == "" || one.Amount < 1 || one.Approved.IsZero() {
		return charge{}, false, fmt.Errorf("mercadopago: list payments: %w: payment %q", errUnreadable, one.ID)
	}
	return one, true, nil
}

// ErrNoPayment says that a notification names no payment of ours.
var ErrNoPayment = errors.New("mercadopago: no payment of ours")

// TXID tells which charge a payment is of, as a notification names it. The error wraps
// ErrNoPayment if there is none; any other leaves it open.
func (c *Client) TXID(ctx context.Context, id string) (ids.TXID, error) {
	if !digits.MatchString(id) {
		return "", ErrNoPayment
	}
	ctx, cancel := context.WithTimeout(ctx, callTime)
	defer cancel()
	found, err := c.read(ctx, id)
	if errors.Is(err, errNotFound) || err == nil && (found.MethodID != "pix" || !pix.ValidChargeID(found.ExternalReference)) {
		return "", ErrNoPayment
	}
	return ids.TXID(found.ExternalReference), err
}
