package main

import (
	"context"
	"errors"

	"balcao/checkout"
	"balcao/httpd"
	"balcao/internal/ids"
	"balcao/job"
	"balcao/payment/pix"
	"balcao/payment/pix/mercadopago"
)

// settled takes the provider's callback. It is only a hint: the charges that it names are
// stored as work before it is answered, and the work asks the provider. What cannot be read
// may speak of money all the same, so that the statement is looked at.
func (sh *shop) settled(ctx context.Context, c httpd.Callback) error {
	notices, bad, err := pix.ParseWebhook(c.Body)
	if err != nil && len(c.Body) > 0 || c.TooLarge {
		bad = append(bad, errors.Join(err, errUnread))
	}
	for i, b := range bad {
		if i == maxLogged {
			sh.log.WarnContext(ctx, "more unreadable elements in a Pix callback", "count", len(bad)-i)
			break
		}
		sh.log.WarnContext(ctx, "unreadable element in a Pix callback", "error", b)
	}
	strange := len(bad) > 0
	var charges []ids.TXID
	for _, n := range notices {
		if n.TXID == "" {
			strange = true
			continue
		}
		charges = append(charges, n.TXID)
	}
	unknown, err := sh.money.Announce(ctx, charges, strange)
	if unknown > 0 {
		sh.log.WarnContext(ctx, "Pix callback for charges that are not ours: the statement will tell", "charges", unknown)
	}
	return err
}

// errUnread stands for a body that was not read.
var errUnread = errors.New("the body as a whole")

// maxLogged is how many elements of one callback the log tells of.
const maxLogged = 5

// notified takes a notification of Mercado Pago. It names a payment by the provider's own
// id, which is stored as work: the provider is asked which charge it is of and how that
// stands.
func (sh *shop) notified(ctx context.Context, secret string, n mercadopago.Notification) error {
	if err := n.Verify(secret, sh.clock.Now()); err != nil {
		sh.log.WarnContext(ctx, "Pix notification with a signature that does not hold")
		return httpd.ErrUnauthenticated
	}
	id := n.PaymentID()
	if !ids.ValidOpaque(id) {
		return nil // about something else
	}
	return sh.store.Commit(ctx, checkout.Write{Jobs: []job.Job{{Kind: job.FindPayment, Ref: id, Due: sh.clock.Now()}}})
}

// paymentFinder is a provider that names payments by ids of its own.
type paymentFinder interface {
	TXID(ctx context.Context, payment string) (ids.TXID, error)
}

// findPayment finds out which charge a payment is of.
func (sh *shop) findPayment(ctx context.Context, id string) error {
	finder, ok := sh.pix.(paymentFinder)
	if !ok {
		return nil // of a provider that the shop has no more
	}
	txid, err := finder.TXID(ctx, id)
	if errors.Is(err, mercadopago.ErrNoPayment) {
		sh.log.WarnContext(ctx, "Pix notification of a payment that is not ours", "payment", id)
		return nil
	}
	if err != nil {
		return err
	}
	unknown, err := sh.money.Announce(ctx, []ids.TXID{txid}, false)
	if unknown > 0 {
		sh.log.WarnContext(ctx, "Pix notification for a charge that is not ours", "txid", txid, "payment", id)
	}
	return err
}

// startReconciling owes a reading of the statement now: after an outage, however long, it
// goes on from where it stood.
func (sh *shop) startReconciling(ctx context.Context) error {
	return sh.money.Start(ctx)
}

// pixWebhook takes the provider's callbacks, wherever they come.
func (sh *shop) pixWebhook() (*httpd.Webhook, error) {
	verify, err := sh.settings.Pix.Webhook.verifier()
	return &httpd.Webhook{Secret: sh.webhook, Verify: verify, Handle: sh.callback}, err
}

// publicOnly is the webhook on the public server: none if callbacks have a listener of their own.
func publicOnly(w *httpd.Webhook, s pixWebhookSettings) *httpd.Webhook {
	if s.Listen != "" {
		return nil
	}
	return w
}
