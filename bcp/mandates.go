package bcp

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"log/slog"
	"net/url"
	"slices"
	"time"

	"balcao/ap2"
	"balcao/checkout"
	"balcao/order"
)

// Issuers knows the keys of the platforms whose mandates the shop takes.
type Issuers interface {
	// Trusts reports whether the shop takes mandates of a platform, named by its profile URL.
	Trusts(platform string) bool
	// Keys returns what the platform publishes: a JSON array of JWKs, or nothing. The error is
	// that it could not be asked.
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
	rules   MandateRules
	keys    Keys
	issuers Issuers
	log     *slog.Logger
	turns   *turns
}

// NewMandates returns the judge. The log is told why a mandate was refused; the platform is
// told the code alone.
func NewMandates(rules MandateRules, keys Keys, issuers Issuers, log *slog.Logger) *Mandates {
	return &Mandates{rules: rules, keys: keys, issuers: issuers, log: log, turns: newTurns()}
}

// Checkout implements checkout.Mandates.
func (m *Mandates) Checkout(ctx context.Context, q checkout.MandateQuery) (order.Evidence, error) {
	published, err := m.keys.Published()
	if err != nil {
		return order.Evidence{}, fmt.Errorf("bcp: own keys: %w", err)
	}
	ev := order.Evidence{
		Checkout: q.Checkout, Platform: q.Platform, AdmittedAt: q.Now, Mandate: q.Mandate, MerchantKeys: published,
		MerchantID: m.rules.MerchantID, Audiences: m.rules.Audiences, Nonce: q.Nonce, SkewSeconds: int64(ap2.DefaultSkew / time.Second),
		Chains: m.rules.Chains, ExampleType: m.rules.ExampleType,
	}
	payloads, hashes := make([][]byte, len(q.Seals)), make([]string, len(q.Seals))
	for i, s := range q.Seals {
		payloads[i], hashes[i] = s.Payload, s.Hash
	}
	claims, key, err := m.judge(ctx, ev, q.Mandate, func(issuer ap2.Keys) (ap2.Claims, error) { return verify(ev, issuer, payloads, hashes) })
	if err != nil {
		return order.Evidence{}, err
	}
	ev.IssuerKeys, ev.CheckoutHash, ev.OpenHash, ev.OpenMandate = key, claims.CheckoutHash, claims.OpenHash, claims.OpenMandate
	ev.Terms, ev.Authorization = claims.Seal.Payload, claims.Seal.Authorization
	used, err := q.Used(ev)
	if err != nil {
		return order.Evidence{}, err
	}
	if used {
		return order.Evidence{}, m.refused(ctx, ev, q.Mandate, &ap2.Error{Code: ap2.ScopeMismatch, Detail: "used before"})
	}
	return ev, nil
}

// Payment implements checkout.Mandates.
func (m *Mandates) Payment(ctx context.Context, of order.Evidence, q order.PaymentEvidence) (order.PaymentEvidence, error) {
	q.Audiences = m.rules.PaymentAudiences
	claims, key, err := m.judge(ctx, of, q.Mandate, func(issuer ap2.Keys) (ap2.Claims, error) { return verifyPayment(of, issuer, q) })
	q.IssuerKeys, q.OpenMandate = key, claims.OpenMandate
	return q, err
}

// judge verifies with the keys that the platform is known to publish, and returns the one that
// did, as an array. If none of them is the one, the platform may have a new one: it is asked
// once more.
func (m *Mandates) judge(ctx context.Context, ev order.Evidence, mandate string, by func(issuer ap2.Keys) (ap2.Claims, error)) (ap2.Claims, []byte, error) {
	if !m.issuers.Trusts(ev.Platform) {
		return ap2.Claims{}, nil, m.refused(ctx, ev, mandate, &ap2.Error{Code: ap2.AgentMissingKey, Detail: "the platform is not on the list of issuers"})
	}
	published, err := m.issuers.Keys(ctx, ev.Platform)
	if err != nil {
		return ap2.Claims{}, nil, &checkout.Error{Reason: checkout.Unavailable, RetryAfter: time.Second, Err: err}
	}
	keys := keysOf(published)
	claims, err := m.inTurn(ctx, ev.Platform, keys, by)
	var refused *ap2.Error
	if errors.As(err, &refused) && refused.Code == ap2.AgentMissingKey {
		if fresh := m.fresh(ctx, ev.Platform); fresh != nil && !bytes.Equal(fresh, published) {
			keys = keysOf(fresh)
			claims, err = m.inTurn(ctx, ev.Platform, keys, by)
		}
	}
	if errors.As(err, &refused) {
		return ap2.Claims{}, nil, m.refused(ctx, ev, mandate, refused)
	}
	if err != nil {
		return ap2.Claims{}, nil, err
	}
	return claims, slices.Concat([]byte("["), keys.JWK(claims.IssuerKeyID), []byte("]")), nil
}

// patience is how long a mandate waits for its turn. The platform may send it again.
const patience = 5 * time.Second

// inTurn verifies when it is this mandate's turn.
func (m *Mandates) inTurn(ctx context.Context, platform string, issuer ap2.Keys, by func(issuer ap2.Keys) (ap2.Claims, error)) (claims ap2.Claims, err error) {
	ctx, cancel := context.WithTimeout(ctx, patience)
	defer cancel()
	if late := m.turns.do(ctx, platform, func() { claims, err = by(issuer) }); late != nil {
		return ap2.Claims{}, &checkout.Error{Reason: checkout.Unavailable, RetryAfter: time.Second, Err: late}
	}
	return claims, err
}

// keysOf reads what a platform publishes. What cannot be read is its own affair: then it has
// no key that verifies.
func keysOf(published []byte) ap2.Keys {
	keys, err := ap2.ParseKeys(published)
	if err != nil {
		return ap2.Keys{}
	}
	return keys
}

// fresh are the keys that the platform publishes now, as far as it may be asked; another
// request may just have done so.
func (m *Mandates) fresh(ctx context.Context, platform string) []byte {
	keys, asked := m.issuers.Refresh(ctx, platform)
	if asked {
		return keys
	}
	keys, err := m.issuers.Keys(ctx, platform)
	if err != nil {
		return nil
	}
	return keys
}

// verify holds a checkout mandate against what was sealed.
func verify(ev order.Evidence, issuer ap2.Keys, payloads [][]byte, hashes []string) (ap2.Claims, error) {
	merchant, err := ap2.ParseKeys(ev.MerchantKeys)
	if err != nil {
		return ap2.Claims{}, fmt.Errorf("bcp: own keys: %w", err)
	}
	policy := policyOf(ev, issuer)
	policy.SealHashes = hashes
	return ap2.VerifyCheckout(ev.Mandate, ap2.Checkout{
		Policy: policy, MerchantID: ev.MerchantID, MerchantKeys: merchant, Payloads: payloads,
	})
}

// verifyPayment holds a payment mandate against what it is to pay.
func verifyPayment(of order.Evidence, issuer ap2.Keys, p order.PaymentEvidence) (ap2.Claims, error) {
	policy := policyOf(of, issuer)
	policy.Audiences, policy.SealHashes = p.Audiences, []string{of.CheckoutHash}
	return ap2.VerifyPayment(p.Mandate, ap2.Payment{
		Policy: policy, CheckoutHash: of.CheckoutHash, OpenHash: of.OpenHash, PayeeID: of.MerchantID,
		Amount: int64(p.Amount), Currency: string(p.Currency), InstrumentID: p.InstrumentID, InstrumentType: p.InstrumentType,
	})
}

// policyOf is what the shop allows, with the keys that the platform publishes.
func policyOf(ev order.Evidence, issuer ap2.Keys) ap2.Policy {
	policy := ap2.Policy{
		Now: ev.AdmittedAt, Skew: time.Duration(ev.SkewSeconds) * time.Second, Issuer: OriginOf(ev.Platform), IssuerKeys: issuer,
		Audiences: ev.Audiences, Delegation: ev.Chains, ExampleType: ev.ExampleType,
	}
	if ev.Nonce != "" {
		policy.Nonces = []string{ev.Nonce}
	}
	return policy
}

// OriginOf is where a profile is published: scheme, host and port.
func OriginOf(profile string) string {
	u, err := url.Parse(profile)
	if err != nil {
		return ""
	}
	return u.Scheme + "://" + u.Host
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
	m.log.InfoContext(ctx, "mandate refused", "checkout", ev.Checkout, "code", why.Code, "why", why.Detail)
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
