package main

import (
	"context"
	"fmt"
	"log/slog"
	"slices"

	"balcao/checkout"
	"balcao/internal/ids"
	"balcao/payment"
	"balcao/payment/pix"
	"balcao/payment/token"
)

// payments sends the counter's wishes to the provider behind a handler. It is
// checkout.Payments.
type payments struct {
	pix    pix.Provider
	tokens map[ids.Handler]token.Processor
	// back is where a buyer who proved identity comes back to.
	back func(id ids.Checkout, key string) string
	// log is told why a provider did not do what a buyer waited for: the buyer is only told that
	// it was not to be had.
	log *slog.Logger
}

var _ checkout.Payments = payments{}

func (p payments) Charge(ctx context.Context, _ payment.Handler, r payment.ChargeRequest) (payment.IssuedCharge, error) {
	issued, err := p.pix.Charge(ctx, r)
	if err != nil {
		p.log.WarnContext(ctx, "the provider made no charge", "txid", r.TXID, "error", err)
	}
	return issued, err
}

func (p payments) ChargeStatus(ctx context.Context, _ payment.Handler, txid ids.TXID) (payment.ChargeStatus, error) {
	return p.pix.Status(ctx, txid)
}

func (p payments) RemoveCharge(ctx context.Context, _ payment.Handler, txid ids.TXID) error {
	return p.pix.Remove(ctx, txid)
}

func (p payments) Refund(ctx context.Context, _ payment.Handler, r payment.RefundRequest) (payment.RefundState, error) {
	return p.pix.Refund(ctx, r)
}

func (p payments) Authorize(ctx context.Context, r payment.AuthorizationRequest) (payment.Verdict, error) {
	processor, err := p.processor(r.Handler)
	if err != nil {
		return payment.Declined, fmt.Errorf("%w: %w", checkout.ErrRefused, err)
	}
	r.Return = p.back(r.Checkout, r.Key)
	verdict, err := processor.Authorize(ctx, r)
	if err != nil {
		p.log.WarnContext(ctx, "the processor gave no verdict", "attempt", r.Attempt, "error", err)
	}
	return verdict, err
}

func (p payments) ChallengeURL(ctx context.Context, h ids.Handler, attempt string, of ids.Checkout, key string) (string, error) {
	processor, err := p.processor(h)
	if err != nil {
		return "", fmt.Errorf("%w: %w", checkout.ErrRefused, err)
	}
	return processor.ChallengeURL(ctx, attempt, p.back(of, key))
}

func (p payments) Void(ctx context.Context, v payment.Void) (payment.RefundState, error) {
	processor, err := p.processor(v.Handler)
	if err != nil {
		return payment.RefundQueued, err
	}
	return processor.Void(ctx, v.Attempt)
}

func (p payments) Verdict(ctx context.Context, h ids.Handler, attempt string) (payment.Verdict, error) {
	processor, err := p.processor(h)
	if err != nil {
		return payment.Unknown, err
	}
	return processor.Verdict(ctx, attempt)
}

// processor is the one behind a handler. That it is not set up any more says nothing of what
// it took: it is asked when it is there again.
func (p payments) processor(h ids.Handler) (token.Processor, error) {
	processor, ok := p.tokens[h]
	if !ok {
		return nil, fmt.Errorf("no processor behind handler %q", h)
	}
	return processor, nil
}

// handlers are the shop's payment handlers, in order of preference. Where the money is real
// there is Pix alone: no real processor is behind the other two.
func handlers(s *settings) []payment.Handler {
	all := []payment.Handler{
		{
			Name: "br.dev.bcp.pix", ID: ids.Handler(s.PixHandler), Kind: payment.KindPix, Version: "2026-07-28",
			Instruments: []payment.InstrumentType{{Type: "pix"}}, Environment: s.Pix.environment(), PayeeName: s.ShopName,
		},
		{
			Name: "com.google.pay", ID: handlerGPay, Kind: payment.KindToken, Version: "2026-07-28",
			Instruments: []payment.InstrumentType{{Type: "card", Brands: []string{"visa", "mastercard"}}}, Environment: "sandbox",
		},
		{
			Name: "com.example.vendor.delegate_payment", ID: handlerDelegate, Kind: payment.KindToken, Version: "2026-07-28",
			Spec:        "https://vendor.example.com/specs/delegate-payment",
			Schema:      "https://vendor.example.com/schemas/delegate-payment-config.json",
			Instruments: []payment.InstrumentType{{Type: "card", Brands: []string{"visa", "mastercard"}}},
		},
	}
	switch {
	case s.Cards.Provider == providerStripe:
		all = append(all[:1], s.Cards.handler())
	case s.Cards.Provider == providerNone, s.Pix.production():
		return all[:1]
	}
	for i, h := range all {
		all[i].PaymentMandate = h.Kind == payment.KindToken && slices.Contains(s.PaymentMandate, string(h.ID))
	}
	return all
}

// The token handlers of the sandbox shop.
const (
	handlerGPay     ids.Handler = "gpay"
	handlerDelegate ids.Handler = "handler_1"
)
