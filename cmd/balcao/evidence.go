package main

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"time"

	"balcao/ap2"
	"balcao/checkout"
	"balcao/internal/ids"
	"balcao/order"
	"balcao/store/sqlite"
)

// evidenceFile is the evidence of an order as it is exported: a case for "ap2 verify", and
// beside it what a person or another JOSE tool looks for.
type evidenceFile struct {
	Order      ids.Order    `json:"order_id"`
	Checkout   ids.Checkout `json:"checkout_id"`
	AdmittedAt time.Time    `json:"admitted_at"`
	Verdict    string       `json:"verdict"`
	// Receipt is a JWT by which the shop told the platform of the order.
	Receipt string `json:"receipt"`
	// Its checkout_jwt is the shop's seal with the terms in it, an ordinary JWS by one of
	// context.merchant_keys; checkout_hash is base64url(SHA-256) of that text.
	mandateCase
}

// exportEvidence writes evidence that can be checked without the shop.
func exportEvidence(ev *order.Evidence) ([]byte, error) {
	seal := ap2.Seal{Payload: ev.Terms, Authorization: ev.Authorization}
	current, err := sealedTerms(ev)
	if err != nil {
		return nil, err
	}
	file := evidenceFile{
		Order: ev.Order, Checkout: ev.Checkout, AdmittedAt: ev.AdmittedAt, Verdict: "accept",
		Receipt: ev.Receipt,
		mandateCase: mandateCase{
			Kind: kindCheckoutMandate, Token: ev.Mandate, CheckoutJWT: seal.JWT(), CheckoutHash: ev.CheckoutHash,
			Context: caseContext{
				Now: ev.AdmittedAt.Unix(), SkewSeconds: ev.SkewSeconds, Nonce: ev.Nonce, Merchant: caseNamed{ID: ev.MerchantID},
				PlatformKeys: ev.IssuerKeys, MerchantKeys: ev.MerchantKeys, Consumed: []string{}, Current: current,
				Audiences: ev.Audiences, Platform: ev.Platform, OpenHash: ev.OpenHash, ExampleType: ev.ExampleType,
			},
		},
	}
	if p := ev.Payment; p != nil {
		held := file.Context
		held.PlatformKeys, held.Audiences = p.IssuerKeys, p.Audiences
		file.Payment = &mandateCase{
			Kind: kindPaymentMandate, Token: p.Mandate, Context: held, Instrument: &caseNamed{ID: p.InstrumentID, Type: p.InstrumentType},
		}
	}
	return json.MarshalIndent(file, "", "  ")
}

// sealedTerms is the checkout object as it was shown: the terms with their seal.
func sealedTerms(ev *order.Evidence) (json.RawMessage, error) {
	var members map[string]json.RawMessage
	if err := json.Unmarshal(ev.Terms, &members); err != nil {
		return nil, fmt.Errorf("sealed terms: %w", err)
	}
	authorization, err := json.Marshal(map[string]string{"merchant_authorization": ev.Authorization})
	if err != nil {
		return nil, err
	}
	members["ap2"] = authorization
	return json.Marshal(members)
}

// orderBook is httpd.Orders over the shop's store.
type orderBook struct{ store *sqlite.Store }

func (b orderBook) Evidence(ctx context.Context, id ids.Order) ([]byte, error) {
	ev, err := b.store.Evidence(ctx, id)
	if err != nil {
		return nil, err
	}
	return exportEvidence(ev)
}

type ordersCmd struct {
	Evidence ordersEvidenceCmd `cmd:"" help:"Export what shows that the buyer agreed to an order: one JSON that verifies without the shop."`
}

type ordersEvidenceCmd struct {
	staffFlags
	ID string `arg:"" help:"Id of the order."`
}

func (c ordersEvidenceCmd) run(ctx context.Context, m *Main) error {
	return c.at(ctx, "", func(desk staffDesk) error {
		ev, err := desk.Evidence(ctx, ids.Order(c.ID))
		if errors.Is(err, checkout.ErrNotFound) {
			return fmt.Errorf("there is no order %q that was placed by a mandate", c.ID)
		}
		if err != nil {
			return err
		}
		_, err = fmt.Fprintln(m.Stdout, string(ev))
		return err
	})
}
