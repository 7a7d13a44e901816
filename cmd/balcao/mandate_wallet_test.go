package main

import (
	"crypto/rand"
	"testing"
	"time"
)

// mandateDraft is a mandate before it is signed: an honest one, of which a test changes
// what it likes.
type mandateDraft struct {
	t    testing.TB
	p    *mandatePlatform
	seal sealedCheckout
	now  time.Time

	issuer, holder mandateKey
	sign, prove    mandateSigner // of the issuer and of the holder
	header, claims object
	kbHeader, kb   object
	rawHeader      string // instead of header
	rawClaims      string // instead of claims
	disclosures    []string
	jwt            string              // the issuer's part, once it is signed
	finish         func(string) string // what becomes of the token
	withoutHash    bool                // the binding says nothing of the rest
	stale          *sealedCheckout     // an earlier revision, where the case wants one
	thief          mandateKey          // of nobody that the shop knows
	other          sealedCheckout      // another checkout of the platform
}

// draft is a mandate with the claims that all kinds have.
func (p *mandatePlatform) draft(t testing.TB, seal sealedCheckout, vct string) *mandateDraft {
	now := time.Now()
	d := &mandateDraft{
		t: t, p: p, seal: seal, now: now, issuer: p.keys[0], holder: p.holder, thief: p.thief, other: p.other,
		header:   object{"alg": "ES256", "typ": "dc+sd-jwt", "kid": p.keys[0].kid},
		kbHeader: object{"alg": "ES256", "typ": "kb+jwt"},
		kb:       object{"iat": now.Unix() - 10, "aud": p.shop.URL, "nonce": seal.nonce},
	}
	d.claims = object{
		"iss": p.origin, "vct": vct, "iat": now.Unix() - 30, "exp": now.Unix() + 600,
		"cnf": object{"jwk": d.holder.jwk(t)}, "_sd_alg": "sha-256",
	}
	return d
}

// mandate is an honest checkout mandate, whose checkout_jwt is selectively disclosed.
func (p *mandatePlatform) mandate(t testing.TB, seal sealedCheckout) *mandateDraft {
	d := p.draft(t, seal, "mandate.checkout.1")
	d.commit(seal.jwt, seal.hash)
	return d
}

// payment is an honest payment mandate for the whole of a checkout.
func (p *mandatePlatform) payment(t testing.TB, seal sealedCheckout) *mandateDraft {
	d := p.draft(t, seal, "mandate.payment.1")
	d.claims["transaction_id"] = seal.hash
	d.claims["payee"] = object{"id": mandateShopID, "name": "Loja", "website": p.shop.URL}
	d.claims["payment_amount"] = object{"amount": seal.total(t), "currency": "BRL"}
	d.claims["payment_instrument"] = object{"id": "instr_1", "type": "card", "description": "Visa 1234"}
	return d
}

// commit has the mandate be over this checkout_jwt and this hash.
func (d *mandateDraft) commit(jwt, hash string) {
	d.reset()
	d.claims["checkout_hash"] = hash
	d.hide("checkout_jwt", jwt)
}

// plain has nothing selectively disclosed.
func (d *mandateDraft) plain() {
	d.reset()
	delete(d.claims, "_sd_alg")
	d.claims["checkout_jwt"] = d.seal.jwt
}

// embed has the mandate carry a checkout as an object.
func (d *mandateDraft) embed(checkout object) {
	d.reset()
	d.hide("checkout", checkout)
}

// reset forgets all disclosures.
func (d *mandateDraft) reset() {
	d.disclosures = nil
	delete(d.claims, "_sd")
}

// hide puts a claim, or what else the parts are, behind a digest.
func (d *mandateDraft) hide(parts ...any) string {
	d.t.Helper()
	return d.hideText(jsonText(d.t, append([]any{newSalt(d.t)}, parts...)))
}

// hideText puts a disclosure with any text behind a digest, which it returns.
func (d *mandateDraft) hideText(text string) string {
	disclosure := b64([]byte(text))
	d.disclosures = append(d.disclosures, disclosure)
	digest := sha256b64(disclosure)
	d.addDigest(digest)
	return digest
}

func (d *mandateDraft) addDigest(digest string) {
	list, _ := d.claims["_sd"].([]any)
	d.claims["_sd"] = append(list, digest)
}

// issued is the mandate without its key binding; the issuer signs once.
func (d *mandateDraft) issued() string {
	d.t.Helper()
	if d.jwt == "" {
		header, claims := d.rawHeader, d.rawClaims
		if header == "" {
			header = jsonText(d.t, d.header)
		}
		if claims == "" {
			claims = jsonText(d.t, d.claims)
		}
		sign := d.sign
		if sign == nil {
			sign = d.issuer.ecdsaSign
		}
		d.jwt = signedJWT(d.t, header, claims, sign)
	}
	out := d.jwt + "~"
	for _, text := range d.disclosures {
		out += text + "~"
	}
	return out
}

// binding is the key binding over what was issued.
func (d *mandateDraft) binding() string {
	d.t.Helper()
	if _, ok := d.kb["sd_hash"]; !ok && !d.withoutHash {
		d.kb["sd_hash"] = sha256b64(d.issued())
	}
	prove := d.prove
	if prove == nil {
		prove = d.holder.ecdsaSign
	}
	return signedJWT(d.t, jsonText(d.t, d.kbHeader), jsonText(d.t, d.kb), prove)
}

// token is the mandate as it is sent.
func (d *mandateDraft) token() string {
	d.t.Helper()
	token := d.issued() + d.binding()
	if d.finish != nil {
		token = d.finish(token)
	}
	return token
}

// signedJWT signs any header and any payload.
func signedJWT(t testing.TB, header, payload string, sign mandateSigner) string {
	t.Helper()
	input := b64([]byte(header)) + "." + b64([]byte(payload))
	return input + "." + b64(sign(t, input))
}

func newSalt(t testing.TB) string {
	t.Helper()
	salt := make([]byte, 16)
	if _, err := rand.Read(salt); err != nil {
		t.Fatal(err)
	}
	return b64(salt)
}

// mandateChain is a delegated chain: the platform signs what an agent may do, and the
// agent, whose key is the holder's, signs what it did. All is selectively disclosed, as in
// AP2's own samples.
type mandateChain struct {
	d              *mandateDraft
	item, merchant object
	more           []any // further constraints
	exp            int64
	agent          mandateKey
	hash           string // instead of that of the open mandate
	root           string // the open mandate that was made before, instead of a new one
}

// chained has a draft be a chain instead, with one thing changed.
func chained(edit func(*mandateChain)) func(*mandateDraft) {
	return func(d *mandateDraft) {
		c := &mandateChain{
			d: d, agent: d.holder, exp: d.now.Unix() + 3600,
			item: object{"id": d.seal.item(d.t), "title": "Produto"}, merchant: object{"id": mandateShopID, "name": "Loja"},
		}
		edit(c)
		token := c.token()
		d.finish = func(string) string { return token }
	}
}

func (c *mandateChain) token() string {
	t := c.d.t
	var shown []string
	hide := func(parts ...any) string {
		text := b64([]byte(jsonText(t, append([]any{newSalt(t)}, parts...))))
		shown = append(shown, text)
		return sha256b64(text)
	}
	root := c.root
	if root == "" {
		root = c.open(hide, &shown)
		c.root = root
	}

	shown = nil
	jwt := hide("checkout_jwt", c.d.seal.jwt)
	closed := hide(object{"vct": "mandate.checkout.1", "checkout_hash": c.d.seal.hash, "_sd": []any{jwt}})
	hash := c.hash
	if hash == "" {
		hash = sha256b64(root)
	}
	leaf := signedJWT(t, `{"alg":"ES256","typ":"kb+sd-jwt"}`, jsonText(t, object{
		"delegate_payload": []any{object{"...": closed}}, "iat": c.d.kb["iat"], "aud": c.d.kb["aud"], "nonce": c.d.kb["nonce"],
		"sd_hash": hash, "_sd_alg": "sha-256",
	}), c.agent.ecdsaSign) + "~"
	for _, text := range shown {
		leaf += text + "~"
	}
	return root + "~" + leaf
}

// open is the open mandate with what it discloses.
func (c *mandateChain) open(hide func(...any) string, shown *[]string) string {
	t, now := c.d.t, c.d.now.Unix()
	constraints := append([]any{
		object{"type": "checkout.line_items", "items": []any{
			object{"id": "line_1", "acceptable_items": []any{object{"...": hide(c.item)}}, "quantity": 1},
		}},
		object{"type": "checkout.allowed_merchants", "allowed": []any{object{"...": hide(c.merchant)}}},
	}, c.more...)
	open := hide(object{
		"vct": "mandate.checkout.open.1", "constraints": constraints, "cnf": c.d.claims["cnf"], "iat": now - 3000, "exp": c.exp,
	})
	root := signedJWT(t, jsonText(t, c.d.header), jsonText(t, object{
		"delegate_payload": []any{object{"...": open}}, "_sd_alg": "sha-256",
	}), c.d.issuer.ecdsaSign) + "~"
	for _, text := range *shown {
		root += text + "~"
	}
	return root
}
