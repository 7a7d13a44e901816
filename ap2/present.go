package ap2

import (
	"crypto/ecdsa"
	"strings"
)

// kind is what sets checkout and payment mandates apart.
type kind struct {
	closed, open string // vct
	hash         string // the claim with the checkout hash
}

var (
	checkoutKind = kind{closed: "mandate.checkout.1", open: "mandate.checkout.open.1", hash: "checkout_hash"}
	paymentKind  = kind{closed: "mandate.payment.1", open: "mandate.payment.open.1", hash: "transaction_id"}
)

// presented is a mandate whose signatures, times and addressee are good. What it allows is
// still to be looked at.
type presented struct {
	claims object // of the closed mandate
	kid    string // of the issuer's key
	iss    string
	holder *ecdsa.PublicKey
	// open is the open mandate of a chain, with the hash of its presentation and a
	// name for what was signed.
	open     object
	openHash string
	openName string
}

// present verifies a token as such, in either form, the cheapest checks first.
func (p Policy) present(token string, k kind) (presented, error) {
	if token == "" {
		return presented{}, refuse(MandateRequired, "no token")
	}
	if err := checkBounds(token); err != nil {
		return presented{}, refuse(InvalidSignature, "token: %v", err)
	}
	form := p.presentBound
	if strings.Contains(token, "~~") {
		if !p.Delegation {
			return presented{}, refuse(InvalidSignature, "delegated chains are not taken here")
		}
		form = p.presentChain
	}
	m, err := form(token, k)
	if err != nil {
		return presented{}, err
	}
	if !same(m.claims["vct"], k.closed) {
		return presented{}, refuse(ScopeMismatch, "vct is %s", shown(m.claims["vct"]))
	}
	return m, nil
}

// presentBound verifies an SD-JWT with key binding.
func (p Policy) presentBound(token string, k kind) (presented, error) {
	credential, binding, err := splitKeyBound(token)
	if err != nil {
		return presented{}, refuse(InvalidSignature, "token: %v", err)
	}
	bound, err := parseBinding(binding, "kb+jwt")
	if err != nil {
		return presented{}, err
	}
	claims, kid, _, err := p.openIssued(credential)
	if err != nil {
		return presented{}, err
	}
	holder, err := holderKey(claims)
	if err != nil {
		return presented{}, err
	}
	proof, err := openBinding(bound, holder)
	if err != nil {
		return presented{}, err
	}
	if err := p.checkLifetime(claims); err != nil {
		return presented{}, err
	}
	if err := p.checkProof(proof, credential, claims[k.hash]); err != nil {
		return presented{}, err
	}
	iss, _ := claims["iss"].(string)
	return presented{claims: claims, kid: kid, iss: iss, holder: holder}, nil
}

// openIssued verifies the issuer's JWT by a key of the platform and resolves its claims. It
// tells whether something of a delegated mandate was withheld.
func (p Policy) openIssued(credential sdJWT) (claims object, kid string, withheld bool, err error) {
	token, err := parseJWS(credential.jwt)
	if err != nil {
		return nil, "", false, refuse(InvalidSignature, "mandate: %v", err)
	}
	if !p.mayIssue(token.header["typ"]) {
		return nil, "", false, refuse(InvalidSignature, "typ is %s", shown(token.header["typ"]))
	}
	kid, _ = token.header["kid"].(string)
	key := p.IssuerKeys.byID[kid]
	if _, ok := token.header["x5c"]; ok || key == nil {
		return nil, "", false, refuse(AgentMissingKey, "kid is %s, x5c: %t", shown(token.header["kid"]), ok)
	}
	if err := token.verify(key); err != nil {
		return nil, "", false, refuse(InvalidSignature, "mandate: %v", err)
	}
	if claims, err = parseObject(token.payload); err == nil {
		withheld, err = disclose(claims, credential.disclosures)
	}
	if err != nil {
		return nil, "", false, refuse(InvalidSignature, "claims: %v", err)
	}
	return claims, kid, withheld, p.checkIssuer(claims)
}

// resolveClaims reads the payload of a JWT and puts the disclosures in.
func resolveClaims(token jws, disclosures []string) (object, error) {
	claims, err := parseObject(token.payload)
	if err != nil {
		return nil, refuse(InvalidSignature, "claims: %v", err)
	}
	if err := resolve(claims, disclosures); err != nil {
		return nil, refuse(InvalidSignature, "claims: %v", err)
	}
	return claims, nil
}

// holderKey is cnf.jwk (RFC 7800): the one key that may sign the binding.
func holderKey(claims object) (*ecdsa.PublicKey, error) {
	cnf, _ := claims["cnf"].(object)
	jwk, _ := cnf["jwk"].(object)
	key, err := publicKey(jwk)
	if err != nil {
		return nil, refuse(InvalidSignature, "cnf.jwk: %v", err)
	}
	return key, nil
}

// parseBinding reads the holder's JWT. Which key signed it is not for its header to say.
func parseBinding(text string, types ...any) (jws, error) {
	token, err := parseJWS(text)
	if err != nil {
		return jws{}, refuse(InvalidSignature, "key binding: %v", err)
	}
	for _, typ := range types {
		if token.header["typ"] == typ {
			return token, nil
		}
	}
	return jws{}, refuse(InvalidSignature, "key binding: typ is %s", shown(token.header["typ"]))
}

func openBinding(token jws, holder *ecdsa.PublicKey) (object, error) {
	if err := token.verify(holder); err != nil {
		return nil, refuse(InvalidSignature, "key binding: %v", err)
	}
	claims, err := parseObject(token.payload)
	if err != nil {
		return nil, refuse(InvalidSignature, "key binding: %v", err)
	}
	return claims, nil
}

// checkProof checks that the holder signed now, for this presentation, this shop, this deal.
func (p Policy) checkProof(proof object, credential sdJWT, checkoutHash any) error {
	if err := p.checkFresh(proof); err != nil {
		return err
	}
	if !same(proof["sd_hash"], digest(credential.hashed)) {
		return refuse(InvalidSignature, "sd_hash is %s", shown(proof["sd_hash"]))
	}
	return p.checkAddressed(proof, checkoutHash)
}
