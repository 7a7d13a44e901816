package bcp

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"log/slog"
	"net/url"
	"time"

	"balcao/ap2"
	"balcao/checkout"
	"balcao/order"
)

// Issuers knows the keys of the platforms whose mandates the shop takes.
type Issuers interface {
	// Keys returns what a platform, named by its profile URL, publishes: a JSON array of
	// JWKs, or nothing. A platform that the shop does not trust is an error.
	Keys(ctx context.Context, platform string) ([]byte, error)
	// Refresh asks the platform anew. It returns false if it was asked not long ago.
	Refresh(ctx context.Context, platform string) ([]byte, bool)
}

// MandateRules are what the shop decides of mandates.
type MandateRules struct {
	// MerchantID is the shop's id: the payee of payment mandates.
	MerchantID string
	// Issuer signs receipts: the shop's origin.
	Issuer string
	// Audiences are the values of aud taken in checkout mandates, PaymentAudiences those in
	// payment mandates.
	Audiences, PaymentAudiences []string
	// Chains allows delegated chains, ExampleType the typ example+sd-jwt.
	Chains, ExampleType bool
}

// Mandates judges mandates by the shop's own seals and the platforms' published keys, and
// signs receipts. It is the checkout's [checkout.Mandates], and safe for concurrent use.
type Mandates struct {
	Rules   MandateRules
	Keys    Keys
	Issuers Issuers
	// Log is told why a mandate was refused; the platform is told the code alone.
	Log *slog.Logger
}

// Checkout implements checkout.Mandates.
func (m *Mandates) Checkout(ctx context.Context, q checkout.MandateQuery) (order.Evidence, error) {
	published, err := m.Keys.Published()
	if err != nil {
		return order.Evidence{}, fmt.Errorf("bcp: own keys: %w", err)
	}
	ev := order.Evidence{
		Checkout: q.Checkout, Platform: q.Platform, AdmittedAt: q.Now, Mandate: q.Mandate, MerchantKeys: published,
		MerchantID: m.Rules.MerchantID, Audiences: m.Rules.Audiences, Nonce: q.Nonce, SkewSeconds: int64(ap2.DefaultSkew / time.Second),
		Chains: m.Rules.Chains, ExampleType: m.Rules.ExampleType,
	}
	payloads := make([][]byte, len(q.Seals))
	for i, s := range q.Seals {
		payloads[i] = s.Payload
	}
	claims, err := m.judge(ctx, &ev, q.Mandate, func(issuer []byte) (ap2.Claims, error) {
		ev.IssuerKeys = issuer
		return verify(ev, payloads)
	})
	if err != nil {
		return order.Evidence{}, err
	}
	used, err := q.Used(claims.CheckoutHash)
	if err != nil {
		return order.Evidence{}, err
	}
	if used {
		return order.Evidence{}, m.refused(ctx, ev, q.Mandate, &ap2.Error{Code: ap2.ScopeMismatch, Detail: "used before"})
	}
	if ev.IssuerKeys, err = keyOf(ev.IssuerKeys, claims.IssuerKeyID); err != nil {
		return order.Evidence{}, err
	}
	ev.CheckoutHash, ev.OpenHash = claims.CheckoutHash, claims.OpenHash
	ev.Terms, ev.Authorization = claims.Seal.Payload, claims.Seal.Authorization
	return ev, nil
}

// Payment implements checkout.Mandates.
func (m *Mandates) Payment(ctx context.Context, of order.Evidence, q order.PaymentEvidence) (order.PaymentEvidence, error) {
	q.Audiences = m.Rules.PaymentAudiences
	claims, err := m.judge(ctx, &of, q.Mandate, func(issuer []byte) (ap2.Claims, error) {
		q.IssuerKeys = issuer
		return verifyPayment(of, q)
	})
	if err != nil {
		return order.PaymentEvidence{}, err
	}
	q.IssuerKeys, err = keyOf(q.IssuerKeys, claims.IssuerKeyID)
	return q, err
}

// judge verifies with the keys that the platform is known to publish. If none of them is the
// one, the platform may have a new one: it is asked once more.
func (m *Mandates) judge(ctx context.Context, ev *order.Evidence, mandate string, by func(issuer []byte) (ap2.Claims, error)) (ap2.Claims, error) {
	issuer, err := m.Issuers.Keys(ctx, ev.Platform)
	if err != nil {
		return ap2.Claims{}, m.refused(ctx, *ev, mandate, &ap2.Error{Code: ap2.AgentMissingKey, Detail: err.Error()})
	}
	claims, err := by(issuer)
	var refused *ap2.Error
	if errors.As(err, &refused) && refused.Code == ap2.AgentMissingKey {
		if fresh := m.fresh(ctx, ev.Platform); fresh != nil && !bytes.Equal(fresh, issuer) {
			claims, err = by(fresh)
		}
	}
	if errors.As(err, &refused) {
		return ap2.Claims{}, m.refused(ctx, *ev, mandate, refused)
	}
	return claims, err
}

// fresh are the keys that the platform publishes now, as far as it may be asked; another
// request may just have done so.
func (m *Mandates) fresh(ctx context.Context, platform string) []byte {
	keys, asked := m.Issuers.Refresh(ctx, platform)
	if asked {
		return keys
	}
	keys, err := m.Issuers.Keys(ctx, platform)
	if err != nil {
		return nil
	}
	return keys
}

// verify holds a checkout mandate against what was sealed.
func verify(ev order.Evidence, payloads [][]byte) (ap2.Claims, error) {
	policy, err := policyOf(ev, ev.IssuerKeys)
	if err != nil {
		return ap2.Claims{}, err
	}
	merchant, err := ap2.ParseKeys(ev.MerchantKeys)
	if err != nil {
		return ap2.Claims{}, fmt.Errorf("bcp: own keys: %w", err)
	}
	return ap2.VerifyCheckout(ev.Mandate, ap2.Checkout{Policy: policy, MerchantID: ev.MerchantID, MerchantKeys: merchant, Payloads: payloads})
}

// verifyPayment holds a payment mandate against what it is to pay.
func verifyPayment(of order.Evidence, p order.PaymentEvidence) (ap2.Claims, error) {
	policy, err := policyOf(of, p.IssuerKeys)
	if err != nil {
		return ap2.Claims{}, err
	}
	policy.Audiences = p.Audiences
	return ap2.VerifyPayment(p.Mandate, ap2.Payment{
		Policy: policy, CheckoutHash: of.CheckoutHash, OpenHash: of.OpenHash, PayeeID: of.MerchantID,
		Amount: int64(p.Amount), Currency: string(p.Currency), InstrumentID: p.InstrumentID, InstrumentType: p.InstrumentType,
	})
}

// policyOf is what the shop allows, with the keys that the platform publishes.
func policyOf(ev order.Evidence, issuer []byte) (ap2.Policy, error) {
	policy := ap2.Policy{
		Now: ev.AdmittedAt, Skew: time.Duration(ev.SkewSeconds) * time.Second, Issuer: OriginOf(ev.Platform), Audiences: ev.Audiences,
		Delegation: ev.Chains, ExampleType: ev.ExampleType,
	}
	if ev.Nonce != "" {
		policy.Nonces = []string{ev.Nonce}
	}
	if len(issuer) == 0 {
		return policy, nil // no key will be found
	}
	var err error
	if policy.IssuerKeys, err = ap2.ParseKeys(issuer); err != nil {
		// What a platform publishes is its own affair: it has no key that verifies.
		return policy, &ap2.Error{Code: ap2.AgentMissingKey, Detail: err.Error()}
	}
	return policy, nil
}

// OriginOf is where a profile is published: scheme, host and port.
func OriginOf(profile string) string {
	u, err := url.Parse(profile)
	if err != nil {
		return ""
	}
	return u.Scheme + "://" + u.Host
}

// keyOf is the key with this id alone, as an array: what the evidence needs of a key set.
func keyOf(keys []byte, kid string) ([]byte, error) {
	var all []json.RawMessage
	if err := json.Unmarshal(keys, &all); err != nil {
		return nil, fmt.Errorf("bcp: issuer keys: %w", err)
	}
	for _, raw := range all {
		var named struct {
			KID string `json:"kid"`
		}
		if json.Unmarshal(raw, &named) == nil && named.KID == kid {
			return json.Marshal([]json.RawMessage{raw})
		}
	}
	return nil, fmt.Errorf("bcp: issuer key %.64q is gone", kid)
}

// codes are the checkout's names of the verifier's codes.
var codes = map[ap2.Code]checkout.Code{
	ap2.MandateRequired:      checkout.CodeMandateRequired,
	ap2.AgentMissingKey:      checkout.CodeAgentMissingKey,
	ap2.InvalidSignature:     checkout.CodeMandateInvalid,
	ap2.Expired:              checkout.CodeMandateExpired,
	ap2.ScopeMismatch:        checkout.CodeMandateScope,
	ap2.AuthorizationInvalid: checkout.CodeAuthorizationInvalid,
}

// refused logs why, and makes what the platform is told.
func (m *Mandates) refused(ctx context.Context, ev order.Evidence, mandate string, why *ap2.Error) error {
	m.Log.InfoContext(ctx, "mandate refused", "checkout", ev.Checkout, "code", why.Code, "why", why.Detail)
	no := &checkout.MandateRefusal{Code: codes[why.Code]}
	if why.Code == ap2.MandateRequired {
		return no
	}
	var err error
	if no.Receipt, err = m.receiptOfRefusal(mandate, why, ev.AdmittedAt); err != nil {
		return err
	}
	return no
}
