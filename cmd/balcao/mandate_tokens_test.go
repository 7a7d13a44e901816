package main

import (
	"crypto/elliptic"
	"crypto/rand"
	"crypto/x509"
	"crypto/x509/pkix"
	"encoding/base64"
	"math/big"
	"strings"
	"time"
)

// liveVector is a case of testdata/vectors/ap2, rebuilt over a checkout of a running shop:
// an honest mandate with the same thing wrong.
type liveVector struct {
	name string
	edit func(*mandateDraft)
}

func honestMandate(*mandateDraft) {}

func inHeader(name string, v any) func(*mandateDraft) {
	return func(d *mandateDraft) { d.header[name] = v }
}

func inClaims(name string, v any) func(*mandateDraft) {
	return func(d *mandateDraft) { d.claims[name] = v }
}

// inTime sets a claim relative to now, in seconds.
func inTime(name string, seconds int64) func(*mandateDraft) {
	return func(d *mandateDraft) { d.claims[name] = d.now.Unix() + seconds }
}

func inProof(name string, v any) func(*mandateDraft) {
	return func(d *mandateDraft) { d.kb[name] = v }
}

// finished changes the token as it is sent.
func finished(change func(string) string) func(*mandateDraft) {
	return func(d *mandateDraft) { d.finish = change }
}

// withCNF names another holder key.
func withCNF(change func(*mandateDraft, object)) func(*mandateDraft) {
	return func(d *mandateDraft) {
		jwk := d.holder.jwk(d.t)
		change(d, jwk)
		d.claims["cnf"] = object{"jwk": jwk}
	}
}

// tokenVectors have something wrong with signatures, headers, keys or the form.
func tokenVectors() []liveVector {
	return []liveVector{
		{"valid-dc-sd-jwt-kb", honestMandate},
		{"valid-vc-sd-jwt-kb", inHeader("typ", "vc+sd-jwt")},
		{"valid-second-profile-key", func(d *mandateDraft) { d.issuer, d.header["kid"] = d.p.keys[1], d.p.keys[1].kid }},
		{"malleated-signature-first-use", func(d *mandateDraft) {
			d.finish = func(token string) string { return malleated(d.t, token) }
		}},

		{"alg-none", func(d *mandateDraft) { d.header["alg"], d.sign = "none", noSignature }},
		{"alg-none-mixed-case", func(d *mandateDraft) { d.header["alg"], d.sign = "nOnE", noSignature }},
		{"alg-hs256-pubkey-pem-secret", func(d *mandateDraft) { d.header["alg"], d.sign = "HS256", hmacSigner(d.issuer.pem(d.t)) }},
		{"alg-hs256-pubkey-point-secret", func(d *mandateDraft) { d.header["alg"], d.sign = "HS256", hmacSigner(d.issuer.point(d.t)) }},
		{"attacker-signed-known-kid", func(d *mandateDraft) { d.issuer = d.thief }},
		{"embedded-jwk-attacker", func(d *mandateDraft) { d.issuer, d.header["jwk"] = d.thief, d.thief.jwk(d.t) }},
		{"jku-remote", func(d *mandateDraft) {
			d.issuer, d.header["kid"], d.header["jku"] = d.thief, d.thief.kid, d.p.trap(d.t)+"/keys.json"
		}},
		{"x5c-untrusted-root", func(d *mandateDraft) {
			d.issuer, d.header["x5c"] = d.thief, []any{selfSigned(d)}
			delete(d.header, "kid")
		}},
		{"b64-false-with-crit", func(d *mandateDraft) {
			d.header["b64"], d.header["crit"], d.sign = false, []any{"b64"}, d.issuer.rawSign
		}},
		{"b64-false-without-crit", func(d *mandateDraft) { d.header["b64"], d.sign = false, d.issuer.rawSign }},
		{"crit-empty-array", inHeader("crit", []any{})},
		{"crit-unknown", func(d *mandateDraft) { d.header["crit"], d.header["urn:example:x"] = []any{"urn:example:x"}, true }},
		{"duplicate-alg-header", func(d *mandateDraft) {
			d.plain()
			d.rawHeader = `{"alg":"none","alg":"ES256","typ":"dc+sd-jwt","kid":"` + d.issuer.kid + `"}`
		}},
		{"der-signature", func(d *mandateDraft) { d.sign = d.issuer.derSign }},
		{"wrong-curve-es384-kid-of-p256", func(d *mandateDraft) {
			d.header["alg"], d.issuer = "ES384", newMandateKey(d.t, "", elliptic.P384())
		}},
		{"sig-noncanonical-base64", finished(looseBase64)},
		{"sig-with-newline", finished(func(token string) string {
			at := strings.Index(token, "~") - 20 // in the issuer's signature
			return token[:at] + "\n" + token[at:]
		})},

		{"kid-missing", func(d *mandateDraft) { delete(d.header, "kid") }},
		{"kid-unknown", inHeader("kid", "platform-2019-9")},
		{"kid-of-other-key", func(d *mandateDraft) { d.header["kid"] = d.p.keys[1].kid }},
		{"kid-control-characters", inHeader("kid", "../../x\r\nX-Injected: 1\x00")},
		{"typ-jwt", inHeader("typ", "JWT")},
		{"typ-missing", func(d *mandateDraft) { delete(d.header, "typ") }},

		{"key-binding-stripped", finished(withoutBinding)},
		{"missing-key-binding", func(d *mandateDraft) { d.finish = func(string) string { return d.issued() } }},
		{"bare-jws-no-tilde", func(d *mandateDraft) {
			d.reset()
			d.claims["_sd"] = []any{}
			d.finish = func(token string) string { jws, _, _ := strings.Cut(token, "~"); return jws }
		}},
		{"two-kbs", finished(func(token string) string { return token + token[strings.LastIndex(token, "~"):] })},
		{"trailing-tilde-after-kb", finished(func(token string) string { return token + "~" })},
		{"kb-alg-none", func(d *mandateDraft) { d.kbHeader["alg"], d.prove = "none", noSignature }},
		{"kb-der-signature", func(d *mandateDraft) { d.prove = d.holder.derSign }},
		{"kb-embedded-jwk", func(d *mandateDraft) { d.holder, d.kbHeader["jwk"] = d.thief, d.thief.jwk(d.t) }},
		{"kb-signed-by-issuer-key", func(d *mandateDraft) { d.holder = d.issuer }},
		{"kb-signed-by-other-key", func(d *mandateDraft) { d.holder = d.thief }},
		{"kb-typ-wrong", func(d *mandateDraft) { d.kbHeader["typ"] = "JWT" }},
		{"cnf-missing", func(d *mandateDraft) { delete(d.claims, "cnf") }},
		{"cnf-crv-mislabelled", withCNF(func(_ *mandateDraft, jwk object) { jwk["crv"] = "P-384" })},
		{"cnf-point-not-on-curve", withCNF(func(_ *mandateDraft, jwk object) { jwk["y"] = jwk["x"] })},
		{"cnf-private-key", withCNF(func(d *mandateDraft, jwk object) {
			private, err := d.holder.private.Bytes()
			if err != nil {
				d.t.Fatal(err)
			}
			jwk["d"] = b64(private)
		})},
		{"cnf-oct-key", func(d *mandateDraft) {
			secret := []byte(newSalt(d.t))
			d.claims["cnf"] = object{"jwk": object{"kty": "oct", "k": b64(secret)}}
			d.kbHeader["alg"], d.prove = "HS256", hmacSigner(secret)
		}},

		{"mandate-absent", finished(func(string) string { return "" })},
		// The shop reads no body beyond 1 MiB; TestMandateBeyondBody has the 5 MB.
		{"long-token-5mb", finished(func(token string) string { return token[:45] + strings.Repeat("QUFB", 225_000) + token[45:] })},
		{"many-dots", finished(func(string) string { return strings.Repeat(".", 1_000_000) })},
		{"many-tildes", finished(func(token string) string { return token[:60] + strings.Repeat("~", 1_000_000) })},
	}
}

// scopeVectors are truly signed, but too old, for another shop or for something else.
func scopeVectors() []liveVector {
	return []liveVector{
		{"valid-skew-iat-30s-ahead", func(d *mandateDraft) { d.kb["iat"] = d.now.Unix() + 30 }},
		{"expired", func(d *mandateDraft) { d.claims["iat"], d.claims["exp"] = d.now.Unix()-4000, d.now.Unix()-120 }},
		{"expired-exp-equals-skew-edge", func(d *mandateDraft) {
			d.claims["iat"], d.claims["exp"] = d.now.Unix()-4000, d.now.Unix()-61
		}},
		{"exp-as-string", func(d *mandateDraft) { d.claims["exp"] = jsonText(d.t, d.claims["exp"]) }},
		{"exp-duplicate-member", func(d *mandateDraft) {
			d.plain()
			text := jsonText(d.t, d.claims)
			d.rawClaims = `{"exp":1,` + text[1:]
		}},
		{"exp-missing", func(d *mandateDraft) { delete(d.claims, "exp") }},
		{"iat-in-future", inTime("iat", 3600)},
		{"nbf-in-future", inTime("nbf", 3600)},
		{"kb-iat-stale", func(d *mandateDraft) { d.kb["iat"] = d.now.Unix() - 7200 }},

		{"wrong-aud", inProof("aud", "https://another-shop.example")},
		{"aud-array-with-other", func(d *mandateDraft) { d.kb["aud"] = []any{d.kb["aud"], "https://another-shop.example"} }},
		{"wrong-nonce", inProof("nonce", "n-00000000000000000000000000000000")},
		{"wrong-sd-hash", func(d *mandateDraft) { d.kb["sd_hash"] = sha256b64("another presentation") }},
		{"sd-hash-missing", func(d *mandateDraft) { d.withoutHash = true }},
		{"sd-hash-without-trailing-tilde", func(d *mandateDraft) { d.kb["sd_hash"] = sha256b64(strings.TrimSuffix(d.issued(), "~")) }},

		{"vct-missing", func(d *mandateDraft) { delete(d.claims, "vct") }},
		{"vct-open", inClaims("vct", "mandate.checkout.open.1")},
		{"vct-payment", inClaims("vct", "mandate.payment.1")},
		{"vct-unknown-version", inClaims("vct", "mandate.checkout.2")},

		{"valid-plain-checkout-jwt", (*mandateDraft).plain},
		{"valid-embedded-checkout-object", func(d *mandateDraft) { d.embed(d.seal.object(d.t)) }},
		{"changed-total", func(d *mandateDraft) {
			changed := d.seal.cheaper(d.t)
			delete(changed, "ap2")
			jwt := strings.Replace(d.seal.authorization, "..", "."+b64(canonicalText(d.t, changed))+".", 1)
			d.commit(jwt, sha256b64(jwt))
		}},
		{"changed-total-embedded-object", func(d *mandateDraft) { d.embed(d.seal.cheaper(d.t)) }},
		{"checkout-hash-of-other", func(d *mandateDraft) { d.commit(d.seal.jwt, d.other.hash) }},
		{"checkout-jwt-of-other", func(d *mandateDraft) { d.commit(d.other.jwt, d.seal.hash) }},
		{"other-checkout", func(d *mandateDraft) { d.commit(d.other.jwt, d.other.hash) }},
		{"stale-revision", func(d *mandateDraft) { d.commit(d.stale.jwt, d.stale.hash) }},
		{"embedded-stale-with-current-hash", func(d *mandateDraft) { d.embed(d.stale.object(d.t)) }},
		{"undisclosed-checkout-jwt", func(d *mandateDraft) { d.disclosures = nil }},
		{"merchant-auth-by-attacker", func(d *mandateDraft) {
			jwt := signedJWT(d.t, `{"alg":"ES256","kid":"`+d.seal.kid+`"}`, string(d.seal.payload), d.thief.ecdsaSign)
			d.commit(jwt, sha256b64(jwt))
		}},
		{"merchant-auth-missing", func(d *mandateDraft) {
			d.reset()
			checkout := d.seal.object(d.t)
			delete(checkout, "ap2")
			d.claims["checkout"] = checkout
		}},
		{"replay-after-success", func(d *mandateDraft) {
			used := d.p.spent(d.t)
			d.finish = func(string) string { return used }
		}},
		{"replay-malleated-signature", func(d *mandateDraft) {
			used := malleated(d.t, d.p.spent(d.t))
			d.finish = func(string) string { return used }
		}},
	}
}

// looseBase64 sets a bit at the end of the issuer's signature that decoders ignore.
func looseBase64(token string) string {
	const alphabet = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_"
	last := strings.Index(token, "~") - 1
	return token[:last] + string(alphabet[strings.IndexByte(alphabet, token[last])|1]) + token[last+1:]
}

func withoutBinding(token string) string { return token[:strings.LastIndex(token, "~")+1] }

// selfSigned is a certificate of the thief's own making, as x5c carries it.
func selfSigned(d *mandateDraft) string {
	template := &x509.Certificate{
		SerialNumber: big.NewInt(1), Subject: pkix.Name{CommonName: "platform.example"}, NotBefore: d.now.Add(-time.Hour),
		NotAfter: d.now.Add(time.Hour), IsCA: true, BasicConstraintsValid: true,
	}
	der, err := x509.CreateCertificate(rand.Reader, template, template, &d.thief.private.PublicKey, d.thief.private)
	if err != nil {
		d.t.Fatal(err)
	}
	return base64.StdEncoding.EncodeToString(der)
}
