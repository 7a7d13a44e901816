package main

import (
	"crypto/sha1" //nolint:gosec // a hash that must not be taken
	"fmt"
	"strings"
	"testing"

	"github.com/gowebpki/jcs"
)

// disclosureVectors have something wrong with what is selectively disclosed, or with a
// delegated chain.
func disclosureVectors() []liveVector {
	deep := strings.Repeat("[", 10_000) + strings.Repeat("]", 10_000)
	return []liveVector{
		{"valid-decoy-digests", func(d *mandateDraft) {
			for range 5 {
				d.addDigest(sha256b64(newSalt(d.t)))
			}
		}},
		{"400-disclosures", func(d *mandateDraft) {
			for i := range 400 {
				d.hide(fmt.Sprintf("k%d", i), i)
			}
		}},
		{"duplicate-digest-same-array", func(d *mandateDraft) { d.addDigest(d.claims["_sd"].([]any)[0].(string)) }},
		{"duplicate-digest-elsewhere", func(d *mandateDraft) { d.claims["risk"] = object{"_sd": d.claims["_sd"]} }},
		{"duplicate-disclosure", func(d *mandateDraft) { d.disclosures = append(d.disclosures, d.disclosures[0]) }},
		{"unreferenced-disclosure", func(d *mandateDraft) {
			d.disclosures = append(d.disclosures, b64([]byte(`["ZXh0cmFleHRyYWV4dHJh","discount_approved",true]`)))
		}},
		{"disclosure-hides-exp", func(d *mandateDraft) {
			delete(d.claims, "exp")
			d.hide("exp", d.now.Unix()+999_999)
		}},
		{"disclosure-overwrites-exp", func(d *mandateDraft) { d.hide("exp", d.now.Unix()+999_999) }},
		{"disclosure-overwrites-checkout-hash", func(d *mandateDraft) {
			d.claims["checkout_hash"] = d.other.hash
			d.hide("checkout_hash", d.seal.hash)
		}},
		{"disclosure-name-sd", func(d *mandateDraft) { d.hide("_sd", []any{"x"}) }},
		{"disclosure-not-json", func(d *mandateDraft) { d.hideText("not json") }},
		{"disclosure-two-elements-in-sd", func(d *mandateDraft) {
			d.reset()
			d.hide(d.seal.jwt)
		}},
		{"tampered-disclosure-kb-resigned", func(d *mandateDraft) { d.tamper() }},
		{"tampered-disclosure-old-kb", func(d *mandateDraft) {
			d.kb["sd_hash"] = sha256b64(d.issued())
			d.tamper()
		}},
		{"sd-alg-mismatch", inClaims("_sd_alg", "sha-512")},
		{"sd-alg-sha1", func(d *mandateDraft) {
			sum := sha1.Sum([]byte(d.disclosures[0])) //nolint:gosec // as above
			d.claims["_sd"], d.claims["_sd_alg"] = []any{b64(sum[:])}, "sha-1"
		}},
		{"nested-10k-disclosure", func(d *mandateDraft) { d.hideText(`["c2FsdA","x",` + deep + `]`) }},
		{"nested-10k-payload", func(d *mandateDraft) {
			d.rawClaims = strings.TrimSuffix(jsonText(d.t, d.claims), "}") + `,"risk":` + deep + "}"
		}},

		{"chain-valid", chained(func(*mandateChain) {})},
		{"chain-item-not-allowed", chained(func(c *mandateChain) { c.item["id"] = "OTHER-PHONE" })},
		{"chain-merchant-not-allowed", chained(func(c *mandateChain) { c.merchant["id"] = "merchant_77" })},
		{"chain-unknown-constraint", chained(func(c *mandateChain) {
			c.more = []any{object{"type": "checkout.weather", "sunny": true}}
		})},
		{"chain-open-expired", chained(func(c *mandateChain) { c.exp = c.d.now.Unix() - 500 })},
		{"chain-leaf-by-other-key", chained(func(c *mandateChain) { c.agent = c.d.thief })},
		{"chain-sd-hash-of-other-open", chained(func(c *mandateChain) { c.hash = sha256b64("another open mandate") })},
	}
}

// tamper has the first disclosure show another checkout than the one that was signed.
func (d *mandateDraft) tamper() {
	d.disclosures[0] = b64([]byte(jsonText(d.t, []any{newSalt(d.t), "checkout_jwt", d.other.jwt})))
}

// canonicalText is an object in JCS form.
func canonicalText(t testing.TB, o object) []byte {
	t.Helper()
	out, err := jcs.Transform([]byte(jsonText(t, o)))
	if err != nil {
		t.Fatal(err)
	}
	return out
}
