package profile

// KeysURL is where the shop's public keys are, for those that verify a signature.
func (s Shop) KeysURL() string { return s.url(pathKeys) }

// KeySet returns the shop's public keys as a JWK set (RFC 7517), the same as in the
// profile.
func KeySet(shop Shop) ([]byte, error) {
	return encode(struct {
		Keys []JWK `json:"keys"`
	}{append([]JWK{}, shop.Keys...)})
}
