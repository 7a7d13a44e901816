package main

import (
	"cmp"
	"errors"
	"fmt"
	"strings"
	"time"

	"github.com/go-json-experiment/json"
	"github.com/go-json-experiment/json/jsontext"

	"balcao/ap2"
	"balcao/bcp"
)

// maxCaseToken bounds what a recipe may grow to.
const maxCaseToken = 64 << 20

// mandateCase is a mandate and all that it is held against, in the form of
// testdata/vectors/ap2. What such a file says beyond that (expect, why) is not looked at.
type mandateCase struct {
	Kind       string      `json:"kind"`
	Context    caseContext `json:"context"`
	Instrument *caseNamed  `json:"instrument,omitempty"`
	Token      string      `json:"token"`
	Recipe     *caseRecipe `json:"token_recipe,omitempty"`
}

// caseContext is what a mandate is held against.
type caseContext struct {
	Now          int64          `json:"now,omitzero"`
	SkewSeconds  int64          `json:"clock_skew_s,omitzero"`
	Audience     string         `json:"expected_aud,omitzero"`
	Nonce        string         `json:"expected_nonce,omitzero"`
	Merchant     caseNamed      `json:"merchant,omitzero"`
	PlatformKeys jsontext.Value `json:"platform_profile_keys,omitzero"`
	MerchantKeys jsontext.Value `json:"merchant_keys,omitzero"`
	Consumed     []string       `json:"already_consumed,omitzero"`
	Current      jsontext.Value `json:"current_checkout,omitzero"`

	// Evidence of an order says more.

	// Audiences are further values of aud that are taken.
	Audiences []string `json:"expected_audiences,omitzero"`
	// Platform is the platform's profile URL; without it, mandates of any iss are taken.
	Platform string `json:"platform_profile,omitzero"`
	// OpenHash names the open checkout mandate beside a payment mandate.
	OpenHash    string `json:"open_mandate_hash,omitzero"`
	ExampleType bool   `json:"example_type,omitzero"`
	// Chains says whether the shop took delegated chains; a case without it takes them.
	Chains *bool `json:"chains,omitzero"`
}

type caseNamed struct {
	ID   string `json:"id,omitzero"`
	Type string `json:"type,omitzero"`
}

// caseRecipe is a token too long to be written out.
type caseRecipe struct {
	Prefix string `json:"prefix"`
	Repeat string `json:"repeat"`
	Times  int    `json:"times"`
	Suffix string `json:"suffix"`
}

// caseTerms are the current checkout's, as far as anything depends on them.
type caseTerms struct {
	ID       string `json:"id"`
	Currency string `json:"currency"`
	Totals   []struct {
		Type   string `json:"type"`
		Amount int64  `json:"amount"`
	} `json:"totals"`
	// AP2 has the seal, and in evidence nothing that no seal covers.
	AP2 map[string]jsontext.Value `json:"ap2"`
}

// verifyCase returns an [*ap2.Error] if the mandate is refused, another error if the case
// cannot be read. Names are taken as they are written and once each: what a person finds in
// the file is what was judged.
func verifyCase(raw []byte) error {
	var c evidenceFile
	if err := json.Unmarshal(raw, &c); err != nil {
		return err
	}
	if c.isEvidence() {
		return c.verify()
	}
	_, err := c.mandateCase.verify()
	return err
}

// verify returns what a checkout mandate says.
func (c mandateCase) verify() (ap2.Claims, error) {
	token, err := c.token()
	if err != nil {
		return ap2.Claims{}, err
	}
	terms, seal, err := c.current()
	if err != nil {
		return ap2.Claims{}, err
	}
	policy, err := c.policy(seal)
	if err != nil {
		return ap2.Claims{}, err
	}
	switch c.Kind {
	case kindCheckoutMandate:
		return c.verifyCheckout(token, policy, seal)
	case kindPaymentMandate:
		return ap2.Claims{}, c.verifyPayment(token, policy, seal, terms)
	default:
		return ap2.Claims{}, fmt.Errorf("kind %q is neither %s nor %s", c.Kind, kindCheckoutMandate, kindPaymentMandate)
	}
}

// current reads the checkout of the case, and its seal.
func (c mandateCase) current() (caseTerms, ap2.Seal, error) {
	var terms caseTerms
	if err := json.Unmarshal(c.Context.Current, &terms); err != nil {
		return terms, ap2.Seal{}, fmt.Errorf("current_checkout: %w", err)
	}
	payload, err := ap2.SealPayload(c.Context.Current)
	if err != nil {
		return terms, ap2.Seal{}, fmt.Errorf("current_checkout: %w", err)
	}
	seal := ap2.Seal{Payload: payload}
	if stated := terms.AP2["merchant_authorization"]; stated != nil {
		if err := json.Unmarshal(stated, &seal.Authorization); err != nil {
			return terms, ap2.Seal{}, fmt.Errorf("current_checkout.ap2: %w", err)
		}
	}
	return terms, seal, nil
}

// The kinds of mandate.
const (
	kindCheckoutMandate = "checkout_mandate"
	kindPaymentMandate  = "payment_mandate"
)

func (c mandateCase) token() (string, error) {
	r := c.Recipe
	if r == nil {
		return c.Token, nil
	}
	if c.Token != "" {
		return "", errors.New("token and token_recipe: one of them")
	}
	if r.Times < 0 || r.Times > maxCaseToken || r.Times*len(r.Repeat) > maxCaseToken {
		return "", errors.New("token_recipe: too long")
	}
	return r.Prefix + strings.Repeat(r.Repeat, r.Times) + r.Suffix, nil
}

// policy takes mandates of any issuer where the case does not say where the profile is.
func (c mandateCase) policy(seal ap2.Seal) (ap2.Policy, error) {
	keys, err := ap2.ParseKeys(c.Context.PlatformKeys)
	if err != nil {
		return ap2.Policy{}, fmt.Errorf("platform_profile_keys: %w", err)
	}
	policy := ap2.Policy{
		Now: time.Unix(c.Context.Now, 0), Skew: time.Duration(c.Context.SkewSeconds) * time.Second, Issuer: ap2.AnyIssuer,
		IssuerKeys: keys, Audiences: append([]string{c.Context.Audience}, c.Context.Audiences...), Nonces: []string{c.Context.Nonce}, SealHashes: []string{seal.Hash()},
		Consumed: c.Context.Consumed, Delegation: c.Context.Chains == nil || *c.Context.Chains, ExampleType: c.Context.ExampleType,
	}
	if c.Context.Platform != "" {
		policy.Issuer = bcp.OriginOf(c.Context.Platform)
	}
	return policy, nil
}

func (c mandateCase) verifyCheckout(token string, policy ap2.Policy, seal ap2.Seal) (ap2.Claims, error) {
	keys, err := ap2.ParseKeys(c.Context.MerchantKeys)
	if err != nil {
		return ap2.Claims{}, fmt.Errorf("merchant_keys: %w", err)
	}
	return ap2.VerifyCheckout(token, ap2.Checkout{
		Policy: policy, MerchantID: c.Context.Merchant.ID, MerchantKeys: keys, Payloads: [][]byte{seal.Payload},
	})
}

// verifyPayment stands after a checkout mandate for the current seal.
func (c mandateCase) verifyPayment(token string, policy ap2.Policy, seal ap2.Seal, terms caseTerms) error {
	instrument := cmp.Or(c.Instrument, &caseNamed{})
	for _, total := range terms.Totals {
		if total.Type != "total" {
			continue
		}
		_, err := ap2.VerifyPayment(token, ap2.Payment{
			Policy: policy, CheckoutHash: seal.Hash(), PayeeID: c.Context.Merchant.ID, Amount: total.Amount, Currency: terms.Currency,
			InstrumentID: instrument.ID, InstrumentType: instrument.Type, OpenHash: c.Context.OpenHash,
		})
		return err
	}
	return errors.New("current_checkout has no total")
}
