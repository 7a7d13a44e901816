package main

import (
	"encoding/json"
	"errors"
	"fmt"
	"strings"
	"time"

	"balcao/ap2"
)

// maxCaseToken bounds what a recipe may grow to.
const maxCaseToken = 64 << 20

// mandateCase is a mandate and all that it is held against, in the form of
// testdata/vectors/ap2. What such a file says beyond that (expect, why) is not looked at.
type mandateCase struct {
	Kind    string `json:"kind"`
	Context struct {
		Now          int64           `json:"now"`
		SkewSeconds  int64           `json:"clock_skew_s"`
		Audience     string          `json:"expected_aud"`
		Nonce        string          `json:"expected_nonce"`
		Merchant     caseNamed       `json:"merchant"`
		PlatformKeys json.RawMessage `json:"platform_profile_keys"`
		MerchantKeys json.RawMessage `json:"merchant_keys"`
		Consumed     []string        `json:"already_consumed"`
		Current      json.RawMessage `json:"current_checkout"`
	} `json:"context"`
	Instrument caseNamed   `json:"instrument"`
	Token      string      `json:"token"`
	Recipe     *caseRecipe `json:"token_recipe"`
}

type caseNamed struct {
	ID   string `json:"id"`
	Type string `json:"type"`
}

// caseRecipe is a token too long to be written out.
type caseRecipe struct {
	Prefix string `json:"prefix"`
	Repeat string `json:"repeat"`
	Times  int    `json:"times"`
	Suffix string `json:"suffix"`
}

// caseTerms are the current checkout's, as far as a payment depends on them.
type caseTerms struct {
	Currency string `json:"currency"`
	Totals   []struct {
		Type   string `json:"type"`
		Amount int64  `json:"amount"`
	} `json:"totals"`
	AP2 struct {
		Authorization string `json:"merchant_authorization"`
	} `json:"ap2"`
}

// verifyCase returns an [*ap2.Error] if the mandate is refused, another error if the case
// cannot be read.
func verifyCase(raw []byte) error {
	var c mandateCase
	if err := json.Unmarshal(raw, &c); err != nil {
		return err
	}
	token, err := c.token()
	if err != nil {
		return err
	}
	var terms caseTerms
	if err := json.Unmarshal(c.Context.Current, &terms); err != nil {
		return fmt.Errorf("current_checkout: %w", err)
	}
	payload, err := ap2.SealPayload(c.Context.Current)
	if err != nil {
		return fmt.Errorf("current_checkout: %w", err)
	}
	policy, err := c.policy()
	if err != nil {
		return err
	}
	seal := ap2.Seal{Payload: payload, Authorization: terms.AP2.Authorization}
	switch c.Kind {
	case "checkout_mandate":
		return c.verifyCheckout(token, policy, seal)
	case "payment_mandate":
		return c.verifyPayment(token, policy, seal, terms)
	default:
		return fmt.Errorf("kind %q is neither checkout_mandate nor payment_mandate", c.Kind)
	}
}

func (c mandateCase) token() (string, error) {
	r := c.Recipe
	if r == nil {
		return c.Token, nil
	}
	if r.Times < 0 || r.Times > maxCaseToken || r.Times*len(r.Repeat) > maxCaseToken {
		return "", errors.New("token_recipe: too long")
	}
	return r.Prefix + strings.Repeat(r.Repeat, r.Times) + r.Suffix, nil
}

// policy takes mandates of any issuer, since a case does not say where the profile is.
func (c mandateCase) policy() (ap2.Policy, error) {
	keys, err := ap2.ParseKeys(c.Context.PlatformKeys)
	if err != nil {
		return ap2.Policy{}, fmt.Errorf("platform_profile_keys: %w", err)
	}
	return ap2.Policy{
		Now: time.Unix(c.Context.Now, 0), Skew: time.Duration(c.Context.SkewSeconds) * time.Second, Issuer: ap2.AnyIssuer,
		IssuerKeys: keys, Audiences: []string{c.Context.Audience}, Nonces: []string{c.Context.Nonce},
		Consumed: c.Context.Consumed, Delegation: true,
	}, nil
}

func (c mandateCase) verifyCheckout(token string, policy ap2.Policy, seal ap2.Seal) error {
	keys, err := ap2.ParseKeys(c.Context.MerchantKeys)
	if err != nil {
		return fmt.Errorf("merchant_keys: %w", err)
	}
	_, err = ap2.VerifyCheckout(token, ap2.Checkout{
		Policy: policy, MerchantID: c.Context.Merchant.ID, MerchantKeys: keys, Seals: []ap2.Seal{seal},
	})
	return err
}

// verifyPayment stands after a checkout mandate for the current seal.
func (c mandateCase) verifyPayment(token string, policy ap2.Policy, seal ap2.Seal, terms caseTerms) error {
	for _, total := range terms.Totals {
		if total.Type != "total" {
			continue
		}
		_, err := ap2.VerifyPayment(token, ap2.Payment{
			Policy: policy, CheckoutHash: seal.Hash(), PayeeID: c.Context.Merchant.ID, Amount: total.Amount, Currency: terms.Currency,
			InstrumentID: c.Instrument.ID, InstrumentType: c.Instrument.Type,
		})
		return err
	}
	return errors.New("current_checkout has no total")
}
