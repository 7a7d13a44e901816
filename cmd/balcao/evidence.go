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
	// CheckoutJWT is the shop's seal with the terms in it, an ordinary JWS by one of
	// context.merchant_keys; CheckoutHash is base64url(SHA-256) of its text.
	CheckoutJWT  string `json:"checkout_jwt"`
	CheckoutHash string `json:"checkout_hash"`
	// Receipt is a JWT by which the shop told the platform of the order.
	Receipt string `json:"receipt"`
	mandateCase
	// Payment is the payment mandate that came with the other, nil for none. Of its context it
	// has only what differs.
	Payment *mandateCase `json:"payment,omitempty"`
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
		CheckoutJWT: seal.JWT(), CheckoutHash: ev.CheckoutHash, Receipt: ev.Receipt,
		mandateCase: mandateCase{
			Kind: kindCheckoutMandate, Token: ev.Mandate,
			Context: caseContext{
				Now: ev.AdmittedAt.Unix(), SkewSeconds: ev.SkewSeconds, Nonce: ev.Nonce, Merchant: caseNamed{ID: ev.MerchantID},
				PlatformKeys: ev.IssuerKeys, MerchantKeys: ev.MerchantKeys, Consumed: []string{}, Current: current,
				Audiences: ev.Audiences, Platform: ev.Platform, OpenHash: ev.OpenHash, ExampleType: ev.ExampleType, Chains: &ev.Chains,
			},
		},
	}
	if p := ev.Payment; p != nil {
		file.Payment = &mandateCase{
			Kind: kindPaymentMandate, Token: p.Mandate, Instrument: &caseNamed{ID: p.InstrumentID, Type: p.InstrumentType},
			Context: caseContext{PlatformKeys: p.IssuerKeys, Audiences: p.Audiences},
		}
	}
	return json.MarshalIndent(file, "", "  ")
}

// verify judges the mandates anew, and refuses evidence that contradicts itself: a reader might
// believe the part that no signature was held against. Whose the keys in it are it cannot tell.
func (f evidenceFile) verify() error {
	terms, seal, err := f.current()
	if err != nil {
		return err
	}
	keys, err := ap2.ParseKeys(f.Context.MerchantKeys)
	if err != nil {
		return fmt.Errorf("merchant_keys: %w", err)
	}
	token, err := f.token()
	if err != nil {
		return err
	}
	receipt, err := ap2.VerifyReceipt(f.Receipt, keys)
	contradiction := ""
	switch {
	case f.Kind != kindCheckoutMandate || f.Verdict != "accept":
		contradiction = "it is no evidence of an order"
	case f.CheckoutJWT != seal.JWT() || f.CheckoutHash != seal.Hash():
		contradiction = "checkout_jwt and checkout_hash are not those of the checkout"
	case string(f.Checkout) != terms.ID:
		contradiction = "checkout_id is not that of the checkout"
	case f.AdmittedAt.Unix() != f.Context.Now:
		contradiction = "admitted_at is not context.now"
	case err != nil:
		contradiction = err.Error()
	case receipt.Status != ap2.ReceiptSuccess || receipt.OrderID != string(f.Order) || receipt.Reference != ap2.Reference(token):
		contradiction = "the receipt is not of this mandate and order"
	}
	if contradiction != "" {
		return &ap2.Error{Code: ap2.ScopeMismatch, Detail: contradiction}
	}
	if err := f.mandateCase.verify(); err != nil || f.Payment == nil {
		return err
	}
	if f.Payment.Kind != kindPaymentMandate {
		return &ap2.Error{Code: ap2.ScopeMismatch, Detail: "payment is no payment mandate"}
	}
	p := *f.Payment
	p.Context = f.Context // the same purchase
	p.Context.PlatformKeys, p.Context.Audiences = f.Payment.Context.PlatformKeys, f.Payment.Context.Audiences
	return p.verify()
}

// sealedTerms is the checkout object as it was shown: the terms with their seal.
func sealedTerms(ev *order.Evidence) ([]byte, error) {
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
