package mercadopago

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"net/http"
	"net/url"
	"slices"
	"strconv"
	"time"

	"github.com/go-json-experiment/json/jsontext"

	"balcao/checkout"
	"balcao/internal/ids"
	"balcao/money"
	"balcao/payment"
	"balcao/payment/pix"
	"balcao/payment/pix/rest"
)

const (
	// minLife is the shortest time that the API lets a Pix payment wait. A charge that
	// should live shorter lives so long; the shop cancels it in time, or gives late money
	// back.
	minLife = 30 * time.Minute
	// lifeMargin is for the way of the request.
	lifeMargin = time.Minute
	// maxSame is how many payments under one reference are looked at.
	maxSame = 20
)

// wish asks for a payment.
type wish struct {
	Amount            jsontext.Value `json:"transaction_amount"`
	Description       string         `json:"description,omitzero"`
	MethodID          string         `json:"payment_method_id"`
	ExternalReference string         `json:"external_reference"`
	Expires           string         `json:"date_of_expiration"`
	NotificationURL   string         `json:"notification_url,omitzero"`
	Payer             struct {
		Email string `json:"email"`
	} `json:"payer"`
}

// Charge implements pix.Provider. Its idempotency key is the txid: asked again after
// silence, the API answers with the payment it made.
func (c *Client) Charge(ctx context.Context, r payment.ChargeRequest) (payment.IssuedCharge, error) {
	if !pix.ValidChargeID(string(r.TXID)) {
		return payment.IssuedCharge{}, refused("txid %q is not 26 to 35 letters and digits", r.TXID)
	}
	asked, err := written(r.Amount)
	if err != nil {
		return payment.IssuedCharge{}, refused("charge %s: %w", r.TXID, err)
	}
	ctx, cancel := context.WithTimeout(ctx, callTime)
	defer cancel()
	found, err := c.find(ctx, r.TXID)
	if err != nil {
		return payment.IssuedCharge{}, err
	}
	if len(found) > 0 {
		return agreed(found, r)
	}
	now := c.clock.Now()
	if !r.ExpiresAt.After(now) {
		return payment.IssuedCharge{}, refused("charge %s would expire at once", r.TXID)
	}
	expires := r.ExpiresAt
	if soonest := now.Add(minLife + lifeMargin); expires.Before(soonest) {
		expires = soonest
	}
	body := wish{
		Amount: asked, Description: pix.Description(r.Description), MethodID: "pix", ExternalReference: string(r.TXID),
		Expires: expires.UTC().Format(timeFormat), NotificationURL: c.config.NotificationURL,
	}
	body.Payer.Email = c.config.PayerEmail
	var made charge
	err = c.ask(ctx, &made, rest.Call{
		Name: "make charge " + string(r.TXID), Method: http.MethodPost, Path: []string{"v1", "payments"}, Body: body,
		Header: http.Header{"X-Idempotency-Key": {string(r.TXID)}}, Repeatable: true,
	})
	if errors.Is(err, errKeyUsed) {
		return c.madeBefore(ctx, r)
	}
	if errors.Is(err, errNotFound) {
		err = fmt.Errorf("mercadopago: charge %s: the answer to a POST was that it is not there", r.TXID)
	}
	if err != nil {
		return payment.IssuedCharge{}, err
	}
	if err := made.check(r.TXID); err != nil {
		return payment.IssuedCharge{}, err
	}
	c.remember(r.TXID, string(made.ID))
	return agreed([]charge{made}, r)
}

// madeBefore finds the payment that took the idempotency key, by a request with other words:
// another amount, or the end that was right at its time.
func (c *Client) madeBefore(ctx context.Context, r payment.ChargeRequest) (payment.IssuedCharge, error) {
	found, err := c.find(ctx, r.TXID)
	if err == nil && len(found) == 0 {
		err = fmt.Errorf("mercadopago: charge %s: it is there, but not to be found yet", r.TXID)
	}
	if err != nil {
		return payment.IssuedCharge{}, err
	}
	return agreed(found, r)
}

// check holds a payment against the txid it should be of.
func (c charge) check(txid ids.TXID) error {
	if c.ID == "" || c.ExternalReference != string(txid) || c.MethodID != "pix" || c.Currency != "" && c.Currency != "BRL" || c.Amount < 1 {
		return fmt.Errorf("mercadopago: charge %s: %w: it is of another payment", txid, errUnreadable)
	}
	if c.paid() && c.Approved.IsZero() {
		return fmt.Errorf("mercadopago: charge %s: %w: paid at no time", txid, errUnreadable)
	}
	return nil
}

// agreed holds what is there under a txid against what was asked for.
func agreed(found []charge, r payment.ChargeRequest) (payment.IssuedCharge, error) {
	first := found[0]
	switch {
	case money.Amount(first.Amount) != r.Amount:
		return payment.IssuedCharge{}, refused("charge %s has another amount", r.TXID)
	case withdrawn(found):
		return payment.IssuedCharge{}, refused("charge %s was removed", r.TXID)
	}
	return first.issued()
}

func withdrawn(found []charge) bool {
	return !slices.ContainsFunc(found, func(c charge) bool { return !c.over() })
}

// issued is what the buyer is shown. A code that no bank would take, or that would make
// another amount be paid, is the provider's fault.
func (c charge) issued() (payment.IssuedCharge, error) {
	if c.Expires.IsZero() {
		return payment.IssuedCharge{}, fmt.Errorf("mercadopago: charge %s: %w: it has no end", c.ExternalReference, errUnreadable)
	}
	code := c.Interaction.Data.QRCode
	if err := pix.ValidateCharge(code, money.Amount(c.Amount)); err != nil {
		return payment.IssuedCharge{}, fmt.Errorf("mercadopago: charge %s: the provider's BR Code is not valid: %w", c.ExternalReference, err)
	}
	image, err := pix.QRCodePNG(code)
	if err != nil {
		return payment.IssuedCharge{}, err
	}
	return payment.IssuedCharge{CopyPaste: code, QRCode: image, ExpiresAt: c.Expires.Time}, nil
}

// find reads what is there under a txid, oldest first; nothing is no error.
func (c *Client) find(ctx context.Context, txid ids.TXID) ([]charge, error) {
	if id, ok := c.recall(txid); ok {
		one, err := c.read(ctx, id)
		if err == nil {
			err = one.check(txid)
		}
		return []charge{one}, err
	}
	var answer struct {
		Results []charge `json:"results"`
	}
	query := url.Values{
		"external_reference": {string(txid)}, "sort": {"date_created"}, "criteria": {"asc"}, "limit": {strconv.Itoa(maxSame)},
	}
	err := c.ask(ctx, &answer, rest.Call{
		Name: "look for charge " + string(txid), Method: http.MethodGet, Path: []string{"v1", "payments", "search"}, Query: query, Repeatable: true,
	})
	if err != nil {
		return nil, lookError(err)
	}
	var found []charge
	for _, hit := range answer.Results {
		if hit.ExternalReference != string(txid) || hit.MethodID != "pix" || hit.ID == "" {
			continue // the shop's account may take other payments
		}
		one, err := c.read(ctx, string(hit.ID)) // a search may lag behind
		if err == nil {
			err = one.check(txid)
		}
		if err != nil {
			return nil, err
		}
		found = append(found, one)
	}
	slices.SortStableFunc(found, func(a, b charge) int {
		return cmp.Or(cmp.Compare(len(a.ID), len(b.ID)), cmp.Compare(a.ID, b.ID))
	})
	if len(found) == 1 {
		c.remember(txid, string(found[0].ID))
	}
	return found, nil
}

// read reads a payment.
func (c *Client) read(ctx context.Context, id string) (charge, error) {
	var found charge
	err := c.ask(ctx, &found, rest.Call{
		Name: "look for payment " + id, Method: http.MethodGet, Path: []string{"v1", "payments", id}, Repeatable: true,
	})
	if err == nil && string(found.ID) != id {
		err = fmt.Errorf("mercadopago: look for payment %s: %w: another id", id, errUnreadable)
	}
	return found, lookError(err)
}

// lookError keeps a look that was refused from passing for a refusal of what it was for.
func lookError(err error) error {
	if errors.Is(err, checkout.ErrRefused) {
		return fmt.Errorf("the look failed: %v", err)
	}
	return err
}
