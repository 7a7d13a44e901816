package main

import (
	"context"
	"errors"

	"balcao/checkout"
	"balcao/httpd"
	"balcao/internal/ids"
	"balcao/payment/pix"
	"balcao/payment/pix/mercadopago"
)

// settled takes the provider's callback. It is only a hint: each charge it names is asked
// about and settled by what the provider then says. One that fails loses none of its
// neighbours; the provider brings the callback again.
func (sh *shop) settled(ctx context.Context, body []byte) error {
	notices, bad, err := pix.ParseWebhook(body)
	if err != nil {
		bad = append(bad, err)
	}
	for _, b := range bad {
		sh.log.WarnContext(ctx, "unreadable element in a Pix callback", "error", b)
	}
	var failed []error
	seen := map[ids.TXID]bool{}
	for _, n := range notices {
		if n.TXID == "" || seen[n.TXID] {
			continue
		}
		seen[n.TXID] = true
		switch err := sh.counter.SettleCharge(ctx, n.TXID); {
		case errors.Is(err, checkout.ErrNotFound):
			sh.log.WarnContext(ctx, "Pix callback for a charge that is not ours", "txid", n.TXID, "end_to_end_id", n.EndToEndID)
		case err != nil:
			failed = append(failed, err)
		}
	}
	return errors.Join(failed...)
}

// notified takes a notification of Mercado Pago. It names a payment, about which the
// provider is asked, first which charge it is of and then how that stands.
func (sh *shop) notified(ctx context.Context, client *mercadopago.Client, secret string, n mercadopago.Notification) error {
	if err := n.Verify(secret, sh.clock.Now()); err != nil {
		sh.log.WarnContext(ctx, "Pix notification with a signature that does not hold")
		return httpd.ErrUnauthenticated
	}
	id := n.PaymentID()
	if id == "" {
		return nil // about something else
	}
	txid, err := client.TXID(ctx, id)
	if errors.Is(err, mercadopago.ErrNoPayment) {
		sh.log.WarnContext(ctx, "Pix notification of a payment that is not ours", "payment", id)
		return nil
	}
	if err != nil {
		return err
	}
	if err := sh.counter.SettleCharge(ctx, txid); !errors.Is(err, checkout.ErrNotFound) {
		return err
	}
	sh.log.WarnContext(ctx, "Pix notification for a charge that is not ours", "txid", txid, "payment", id)
	return nil
}
