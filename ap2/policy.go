package ap2

import (
	"encoding/json"
	"slices"
	"time"
)

// What a deal leaves to the shop.
const (
	// DefaultSkew is how far the clocks of two parties may differ.
	DefaultSkew = 60 * time.Second
	// MaxBindingAge is how old the holder's proof may be.
	MaxBindingAge = 10 * time.Minute
	// AnyIssuer takes mandates of any iss, where the platform is not known.
	AnyIssuer = "*"
)

// Policy is what every mandate of a deal is held against. What is left empty matches
// nothing.
type Policy struct {
	// Now is the time at which the mandate was let in: it is decided once.
	Now  time.Time
	Skew time.Duration
	// Issuer is the origin of the platform's profile; a mandate that names an iss must name
	// this one.
	Issuer string
	// IssuerKeys are those of the platform's profile. The shop's own must not be among them.
	IssuerKeys Keys
	// Audiences are names of the shop (or of its payment provider); one must be aud.
	Audiences []string
	// Nonces are challenges that the shop gave for the current revision. SealHashes are the
	// checkout hashes of what it has sealed of it: a mandate over one of them may have it for
	// a nonce, since it comes from the shop as well.
	Nonces, SealHashes []string
	// Consumed are the checkout hashes that an order was placed with.
	Consumed []string
	// Delegation allows chains of an open and a closed mandate.
	Delegation bool
	// ExampleType allows the typ that AP2's SDK writes by default, example+sd-jwt.
	ExampleType bool
}

// mayIssue reports whether a typ is one of a mandate. None at all would let any other JWT
// of the same issuer pass.
func (p Policy) mayIssue(typ any) bool {
	return typ == "dc+sd-jwt" || typ == "vc+sd-jwt" || p.ExampleType && typ == "example+sd-jwt"
}

// checkIssuer compares iss, if it is there.
func (p Policy) checkIssuer(claims object) error {
	iss, ok := claims["iss"]
	if ok && p.Issuer != AnyIssuer && !same(iss, p.Issuer) {
		return refuse(InvalidSignature, "iss is %s", shown(iss))
	}
	return nil
}

// checkValidity checks exp, nbf and iat, as far as they are there.
func (p Policy) checkValidity(claims object) error {
	now, skew := float64(p.Now.Unix()), p.Skew.Seconds()
	exp, hasExp, err := seconds(claims, "exp")
	if err != nil {
		return err
	}
	if hasExp && now >= exp+skew {
		return refuse(Expired, "exp is %.0f", exp)
	}
	for _, name := range []string{"nbf", "iat"} {
		from, _, err := seconds(claims, name)
		if err != nil {
			return err
		}
		if from > now+skew {
			return refuse(InvalidSignature, "%s is %.0f, in the future", name, from)
		}
	}
	return nil
}

// checkLifetime is checkValidity for a mandate, which would live for ever without exp.
func (p Policy) checkLifetime(claims object) error {
	if err := p.checkValidity(claims); err != nil {
		return err
	}
	if _, ok := claims["exp"]; !ok {
		return refuse(Expired, "no exp")
	}
	return nil
}

// checkFresh checks when the holder signed.
func (p Policy) checkFresh(binding object) error {
	if err := p.checkValidity(binding); err != nil {
		return err
	}
	iat, ok, _ := seconds(binding, "iat") // checkValidity has read it
	if !ok {
		return refuse(InvalidSignature, "key binding has no iat")
	}
	if float64(p.Now.Unix())-iat > (MaxBindingAge + p.Skew).Seconds() {
		return refuse(Expired, "key binding of %.0f", iat)
	}
	return nil
}

// checkAddressed checks that the holder signed for this shop and this deal.
func (p Policy) checkAddressed(binding object, checkoutHash any) error {
	// A list that also names others would serve them too: one string.
	aud, _ := binding["aud"].(string)
	if aud == "" || !slices.Contains(p.Audiences, aud) {
		return refuse(ScopeMismatch, "aud is %s", shown(binding["aud"]))
	}
	nonce, _ := binding["nonce"].(string)
	own := nonce == checkoutHash && slices.Contains(p.SealHashes, nonce)
	if nonce == "" || !own && !slices.Contains(p.Nonces, nonce) {
		return refuse(ScopeMismatch, "nonce is %s", shown(binding["nonce"]))
	}
	return nil
}

// seconds reads a NumericDate (RFC 7519), which is a JSON number and nothing else.
func seconds(claims object, name string) (at float64, ok bool, err error) {
	v, ok := claims[name]
	if !ok {
		return 0, false, nil
	}
	number, _ := v.(json.Number)
	at, err = number.Float64()
	if err != nil {
		return 0, false, refuse(InvalidSignature, "%s is %s", name, shown(v))
	}
	return at, true, nil
}
