package main

import (
	"encoding/json"
	"slices"

	"balcao/bcp"
	"balcao/internal/keyring"
	"balcao/profile"
)

// sealingKeys is the shop's key ring as seals and receipts use it.
type sealingKeys struct{ *keyring.Ring }

// Publishes implements bcp.Keys.
func (k sealingKeys) Publishes(kid string) bool {
	_, ok := k.PublicKey(kid)
	return ok
}

// Published implements bcp.Keys.
func (k sealingKeys) Published() (json.RawMessage, error) {
	keys := []profile.JWK{}
	for _, key := range k.PublicJWKs() {
		keys = append(keys, profile.JWK(key))
	}
	return json.Marshal(keys)
}

// mandates judges the mandates that platforms send.
func (sh *shop) mandates(fetcher *profile.Fetcher) *bcp.Mandates {
	s, origin := sh.settings, sh.profile.PublicURL
	audiences := append([]string{origin}, s.MandateAudiences...)
	return bcp.NewMandates(bcp.MandateRules{
		MerchantID: s.ShopID, Issuer: origin, Audiences: audiences, PaymentAudiences: slices.Concat(audiences, s.PaymentAudiences),
		Chains: s.MandateChains, ExampleType: s.MandateExample,
	}, sealingKeys{sh.keys}, profile.NewIssuers(sh.profile, fetcher), sh.log)
}
