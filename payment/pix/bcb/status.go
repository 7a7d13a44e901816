package bcb

import (
	"context"
	"errors"
	"fmt"
	"net/http"
	"strings"

	"balcao/internal/ids"
	"balcao/payment"
	"balcao/payment/pix"
	"balcao/payment/pix/rest"
)

// removedByUs is the status that withdraws a charge.
const removedByUs = "REMOVIDA_PELO_USUARIO_RECEBEDOR"

// Status implements pix.Provider. A payment in it that cannot be read makes the whole
// answer an error: there is money that nothing true can be said of. A BR Code that is not
// valid does not; it is left out.
func (c *Client) Status(ctx context.Context, txid ids.TXID) (payment.ChargeStatus, error) {
	if !pix.ValidChargeID(string(txid)) {
		return payment.ChargeStatus{}, nil // no provider can know it
	}
	ctx, cancel := context.WithTimeout(ctx, callTime)
	defer cancel()
	found, err := c.look(ctx, txid)
	if errors.Is(err, errNotFound) {
		return payment.ChargeStatus{}, nil
	}
	if err != nil {
		return payment.ChargeStatus{}, err
	}
	return c.statusOf(found)
}

func (c *Client) statusOf(found cob) (payment.ChargeStatus, error) {
	txid := ids.TXID(found.TXID)
	status := payment.ChargeStatus{Found: true, Removed: found.removed()}
	amount, err := pix.ParseValor(found.Valor.Original)
	if err != nil {
		return payment.ChargeStatus{}, fmt.Errorf("bcb: charge %s: %w: its amount", txid, errUnreadable)
	}
	if status.Issued.ExpiresAt, err = found.expires(); err != nil {
		return payment.ChargeStatus{}, err
	}
	if issued, err := c.issued(found, amount); err == nil {
		status.Issued = issued
	}
	for _, p := range found.Pix {
		if p.TXID == "" {
			p.TXID = found.TXID
		}
		receipt, refunds, err := p.read()
		if err == nil && receipt.TXID != txid {
			err = fmt.Errorf("%w: a payment of another charge", errUnreadable)
		}
		if err != nil {
			return payment.ChargeStatus{}, fmt.Errorf("bcb: charge %s: %w", txid, err)
		}
		status.Receipts = append(status.Receipts, receipt)
		status.Refunds = append(status.Refunds, refunds...)
	}
	return status, nil
}

// Remove implements pix.Provider.
func (c *Client) Remove(ctx context.Context, txid ids.TXID) error {
	if !pix.ValidChargeID(string(txid)) {
		return nil
	}
	ctx, cancel := context.WithTimeout(ctx, callTime)
	defer cancel()
	found, err := c.look(ctx, txid)
	if errors.Is(err, errNotFound) || err == nil && found.over() {
		return nil
	}
	if err != nil {
		return err
	}
	err = c.ask(ctx, nil, rest.Call{
		Name: "remove charge " + string(txid), Method: http.MethodPatch, Path: []string{"cob", string(txid)},
		Body: map[string]string{"status": removedByUs}, Repeatable: true,
	})
	if err == nil {
		return nil
	}
	// It may have been paid, or removed, between the look and the wish, or by the wish.
	if found, again := c.look(ctx, txid); errors.Is(again, errNotFound) || again == nil && found.over() {
		return nil
	}
	return err
}

// over reports whether there is nothing left to withdraw.
func (c cob) over() bool { return c.removed() || c.Status == "CONCLUIDA" || len(c.Pix) > 0 }

// read takes over a payment.
func (p received) read() (payment.Receipt, []payment.RefundRecord, error) {
	if !pix.ValidEndToEndID(p.EndToEndID) {
		return payment.Receipt{}, nil, fmt.Errorf("%w: the endToEndId of a payment", errUnreadable)
	}
	amount, err := pix.ParseValor(p.Valor)
	if err != nil || p.Horario.IsZero() {
		return payment.Receipt{}, nil, fmt.Errorf("%w: amount or time of payment %s", errUnreadable, p.EndToEndID)
	}
	if p.TXID != "" && !pix.ValidTXID(p.TXID) {
		return payment.Receipt{}, nil, fmt.Errorf("%w: the txid of payment %s", errUnreadable, p.EndToEndID)
	}
	receipt := payment.Receipt{EndToEndID: p.EndToEndID, TXID: ids.TXID(p.TXID), Amount: amount, PaidAt: p.Horario.Time}
	var refunds []payment.RefundRecord
	for _, d := range p.Devolucoes {
		refund, err := d.read(p.EndToEndID)
		if err != nil {
			return payment.Receipt{}, nil, err
		}
		refunds = append(refunds, refund)
		receipt.Refund = further(receipt.Refund, refund.State)
	}
	return receipt, refunds, nil
}

// further is the state of all refunds of a payment: what is done counts more than what is
// on its way, and that more than what failed.
func further(a, b payment.RefundState) payment.RefundState {
	for _, s := range []payment.RefundState{payment.RefundDone, payment.RefundQueued, payment.RefundFailed} {
		if a == s || b == s {
			return s
		}
	}
	return payment.RefundNone
}

// read takes over a refund.
func (d devolucao) read(endToEndID string) (payment.RefundRecord, error) {
	amount, err := pix.ParseValor(d.Valor)
	if err != nil {
		return payment.RefundRecord{}, fmt.Errorf("%w: a refund of payment %s", errUnreadable, endToEndID)
	}
	id := d.ID
	if !pix.ValidRefundID(id) {
		id = d.RTRID // the provider's own ids may have any form; ours come back as we sent them
	}
	if !pix.ValidRefundID(id) {
		id = ""
	}
	return payment.RefundRecord{
		EndToEndID: endToEndID, ID: id, Amount: amount, State: d.state(), Unasked: strings.HasPrefix(d.Natureza, "MED"),
	}, nil
}

// state maps the API's states. One that it may get later is not final: it is asked again.
func (d devolucao) state() payment.RefundState {
	switch d.Status {
	case "DEVOLVIDO":
		return payment.RefundDone
	case "NAO_REALIZADO":
		return payment.RefundFailed
	}
	return payment.RefundQueued
}
