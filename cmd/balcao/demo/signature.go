package demo

import (
	"bytes"
	"crypto/ecdsa"
	"crypto/elliptic"
	"crypto/sha256"
	"encoding/base64"
	"encoding/json"
	"errors"
	"fmt"
	"math/big"
	"strings"

	"github.com/go-jose/go-jose/v4"
	"github.com/gowebpki/jcs"
)

// keySet is what a platform reads of a shop's public keys.
type keySet struct {
	Keys []struct{ KID, KTY, CRV, X, Y string }
}

// verifyCard checks the first signature of an agent card (A2A 1.0, 8.4; JWS ES256) with the
// shop's published keys.
func verifyCard(card, keys []byte) error {
	var signed struct {
		Signatures []struct{ Protected, Signature string }
	}
	if err := json.Unmarshal(card, &signed); err != nil {
		return fmt.Errorf("card: %w", err)
	}
	if len(signed.Signatures) == 0 {
		return errors.New("the card is not signed")
	}
	s := signed.Signatures[0]
	var header struct{ Alg, KID string }
	if err := json.Unmarshal(unbase64(s.Protected), &header); err != nil {
		return fmt.Errorf("protected header: %w", err)
	}
	if header.Alg != "ES256" {
		return fmt.Errorf("the card is signed with %q, want ES256", header.Alg)
	}
	key, err := publicKey(keys, header.KID)
	if err != nil {
		return err
	}
	payload, err := signedPart(card)
	if err != nil {
		return fmt.Errorf("card: %w", err)
	}
	digest := sha256.Sum256([]byte(s.Protected + "." + base64.RawURLEncoding.EncodeToString(payload)))
	sig := unbase64(s.Signature)
	if len(sig) != 64 || !ecdsa.Verify(key, digest[:], new(big.Int).SetBytes(sig[:32]), new(big.Int).SetBytes(sig[32:])) {
		return errors.New("the signature is not of this card and the shop's key")
	}
	return nil
}

// publicKey is the P-256 key with an id.
func publicKey(keys []byte, id string) (*ecdsa.PublicKey, error) {
	var set keySet
	if err := json.Unmarshal(keys, &set); err != nil {
		return nil, fmt.Errorf("keys: %w", err)
	}
	for _, k := range set.Keys {
		if k.KID == id && k.KTY == "EC" && k.CRV == "P-256" {
			point := append([]byte{4}, unbase64(k.X)...) // 4: both coordinates follow
			return ecdsa.ParseUncompressedPublicKey(elliptic.P256(), append(point, unbase64(k.Y)...))
		}
	}
	return nil, fmt.Errorf("the shop publishes no P-256 key %q", id)
}

// signedPart is the canonical JSON (RFC 8785) of what a card's signature covers: neither
// the signatures nor an extension's required, if that is false. Go's encoder sorts members
// and leaves no spaces; a card has no numbers, whose forms could differ.
func signedPart(card []byte) ([]byte, error) {
	var doc map[string]any
	if err := json.Unmarshal(card, &doc); err != nil {
		return nil, err
	}
	delete(doc, "signatures")
	capabilities, _ := doc["capabilities"].(map[string]any)
	extensions, _ := capabilities["extensions"].([]any)
	for _, e := range extensions {
		if e, _ := e.(map[string]any); e["required"] == false {
			delete(e, "required")
		}
	}
	var b bytes.Buffer
	out := json.NewEncoder(&b)
	out.SetEscapeHTML(false)
	err := out.Encode(doc)
	return bytes.TrimSuffix(b.Bytes(), []byte("\n")), err
}

// verifySeal checks the shop's signature over a checkout: ES256 over the canonical JSON of
// all but the member ap2, where the signature stands without its payload. It returns the
// signature with the payload put back, which is what a mandate is for.
func verifySeal(checkout, keys []byte) (checkoutJWT string, err error) {
	if checkout, err = jcs.Transform(checkout); err != nil { // refuses a member that comes twice
		return "", fmt.Errorf("checkout: %w", err)
	}
	var members map[string]json.RawMessage
	if err := json.Unmarshal(checkout, &members); err != nil {
		return "", fmt.Errorf("checkout: %w", err)
	}
	var ap2 struct {
		Authorization string `json:"merchant_authorization"`
	}
	if raw, ok := members["ap2"]; ok {
		if err := json.Unmarshal(raw, &ap2); err != nil {
			return "", fmt.Errorf("ap2: %w", err)
		}
	}
	protected, signature, detached := strings.Cut(ap2.Authorization, "..")
	if !detached {
		return "", errors.New("the checkout is not signed")
	}
	delete(members, "ap2")
	terms, err := json.Marshal(members)
	if err != nil {
		return "", fmt.Errorf("checkout: %w", err)
	}
	if terms, err = jcs.Transform(terms); err != nil {
		return "", fmt.Errorf("checkout: %w", err)
	}
	checkoutJWT = protected + "." + base64URL(terms) + "." + signature
	_, err = verifyJWS(checkoutJWT, keys)
	return checkoutJWT, err
}

// receipt is what the shop says became of a mandate (AP2 v0.2). Its time is left out.
type receipt struct {
	Issuer    string `json:"iss"`
	Status    string
	Reference string
	Order     string `json:"order_id"`
}

// verifyReceipt checks the shop's signature of a receipt, and returns what it says.
func verifyReceipt(token string, keys []byte) (receipt, error) {
	claims, err := verifyJWS(token, keys)
	if err != nil {
		return receipt{}, err
	}
	var r receipt
	err = json.Unmarshal(claims, &r)
	return r, err
}

// verifyJWS checks an ES256 JWS by a key of the shop, and returns its payload.
func verifyJWS(token string, keys []byte) ([]byte, error) {
	signed, err := jose.ParseSignedCompact(token, []jose.SignatureAlgorithm{jose.ES256})
	if err != nil {
		return nil, err
	}
	key, err := publicKey(keys, signed.Signatures[0].Header.KeyID)
	if err != nil {
		return nil, err
	}
	return signed.Verify(key)
}

// unbase64 decodes base64url; what is none is empty, which no key and no signature is.
func unbase64(s string) []byte {
	b, err := base64.RawURLEncoding.Strict().DecodeString(s)
	if err != nil {
		return nil
	}
	return b
}
