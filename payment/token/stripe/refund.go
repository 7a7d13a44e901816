package stripe

import (
	"context"
	"errors"
	"net/http"
	"net/url"
	"strconv"

	"balcao/payment"
	"balcao/payment/pix/rest"
	"balcao/payment/token"
)

// refund is a Refund, as far as it is read.
type refund struct {
	Status   string `json:"status"`
	Amount   int64  `json:"amount"`
	Metadata struct {
		Refund string `json:"refund"`
	} `json:"metadata"`
}

func (r refund) state() payment.RefundState {
	switch r.Status {
	case "succeeded":
		return payment.RefundDone
	case "failed", "canceled":
		return payment.RefundFailed
	}
	return payment.RefundQueued
}

// Void implements token.Processor.
func (c *Client) Void(ctx context.Context, attempt string) (payment.RefundState, error) {
	ctx, cancel := context.WithTimeout(ctx, callTime)
	defer cancel()
	i, err := c.find(ctx, attempt)
	if err != nil {
		return payment.RefundQueued, err
	}
	if i.Status != statusSucceeded && i.Status != statusCanceled && i.Status != "processing" {
		if i, err = c.end(ctx, i, attempt); err != nil {
			return payment.RefundQueued, err
		}
	}
	switch i.Status {
	case statusCanceled:
		return payment.RefundDone, nil
	case statusSucceeded:
		return c.giveBack(ctx, i.ID, "void-"+attempt, 0)
	}
	return payment.RefundQueued, nil
}

// Refund implements token.Processor.
func (c *Client) Refund(ctx context.Context, r token.Refund) (payment.RefundState, error) {
	ctx, cancel := context.WithTimeout(ctx, callTime)
	defer cancel()
	if !idForm.MatchString(r.ID) || r.Amount <= 0 {
		return payment.RefundFailed, refused("refund", "no id or no amount")
	}
	i, err := c.find(ctx, r.Attempt)
	if err != nil {
		return payment.RefundQueued, err
	}
	if i.Status != statusSucceeded {
		return payment.RefundFailed, refused("refund", "the attempt took nothing")
	}
	return c.giveBack(ctx, i.ID, r.ID, int64(r.Amount))
}

// giveBack refunds an amount, 0 for all that is left, once for each id. It looks before it
// asks: a key answers with what was so the first time, and is forgotten after a day.
func (c *Client) giveBack(ctx context.Context, intentID, id string, amount int64) (payment.RefundState, error) {
	var list struct {
		Data []refund `json:"data"`
	}
	err := c.ask(ctx, &list, rest.Call{
		Name: "list refunds", Method: http.MethodGet, Path: []string{"v1", "refunds"}, Repeatable: true,
		Query: url.Values{"payment_intent": {intentID}, "limit": {"100"}},
	})
	if err != nil {
		return payment.RefundQueued, err
	}
	for _, r := range list.Data {
		if r.Metadata.Refund != id {
			continue
		}
		if amount != 0 && r.Amount != amount {
			return payment.RefundFailed, refused("refund", "the id was of another amount")
		}
		return r.state(), nil
	}
	form := url.Values{"payment_intent": {intentID}, "metadata[refund]": {id}}
	if amount != 0 {
		form.Set("amount", strconv.FormatInt(amount, 10))
	}
	var made refund
	err = c.ask(ctx, &made, rest.Call{
		Name: "refund", Method: http.MethodPost, Path: []string{"v1", "refunds"}, Repeatable: true,
		Header: http.Header{"Idempotency-Key": {"refund-" + id}}, Form: form,
	})
	var no fault400
	if errors.As(err, &no) && no.code == "charge_already_refunded" && amount == 0 {
		return payment.RefundDone, nil
	}
	if errors.As(err, &no) {
		return payment.RefundFailed, err
	}
	if err != nil {
		return payment.RefundQueued, err
	}
	return made.state(), nil
}
