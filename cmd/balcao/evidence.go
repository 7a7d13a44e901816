package main

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"reflect"
	"time"

	"balcao/ap2"
	"balcao/checkout"
	"balcao/internal/ids"
	"balcao/order"
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

// isEvidence reports whether a file has anything that only evidence has.
func (f evidenceFile) isEvidence() bool {
	f.mandateCase = mandateCase{}
	return !reflect.DeepEqual(f, evidenceFile{})
}

// maxSkew is the largest difference of clocks that evidence may allow for, in seconds.
const maxSkew = 300

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
	case f.Kind != kindCheckoutMandate || f.Verdict != "accept" || f.Instrument != nil || f.Context.Platform == "":
		contradiction = "it is no evidence of an order"
	case f.CheckoutJWT != seal.JWT() || f.CheckoutHash != seal.Hash():
		contradiction = "checkout_jwt and checkout_hash are not those of the checkout"
	case string(f.Checkout) != terms.ID || len(terms.AP2) > 1:
		contradiction = "the checkout is another one, or has what no seal covers"
	case f.AdmittedAt.Unix() != f.Context.Now || f.Context.SkewSeconds < 0 || f.Context.SkewSeconds > maxSkew:
		contradiction = "admitted_at is not context.now, or the clocks are too far apart"
	case err != nil:
		contradiction = err.Error()
	case receipt.Status != ap2.ReceiptSuccess || receipt.OrderID != string(f.Order) || receipt.Reference != ap2.Reference(token) ||
		receipt.IssuedAt < f.Context.Now-f.Context.SkewSeconds:
		contradiction = "the receipt is not of this mandate and order"
	}
	if contradiction != "" {
		return contradicts(contradiction)
	}
	claims, err := f.mandateCase.verify()
	if err != nil {
		return err
	}
	if claims.OpenHash != f.Context.OpenHash {
		return contradicts("open_mandate_hash is of another mandate")
	}
	if f.Payment == nil {
		return nil
	}
	// The payment is of the same purchase: of its context only keys and audiences are its own.
	p := *f.Payment
	differs := p.Context
	differs.PlatformKeys, differs.Audiences = nil, nil
	if p.Kind != kindPaymentMandate || p.Recipe != nil || !reflect.DeepEqual(differs, caseContext{}) {
		return contradicts("payment is no payment mandate of this purchase")
	}
	p.Context = f.Context
	p.Context.PlatformKeys, p.Context.Audiences = f.Payment.Context.PlatformKeys, f.Payment.Context.Audiences
	_, err = p.verify()
	return err
}

func contradicts(detail string) error { return &ap2.Error{Code: ap2.ScopeMismatch, Detail: detail} }

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
