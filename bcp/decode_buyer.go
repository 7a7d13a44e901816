package bcp

import (
	"encoding/json"
	"regexp"

	"github.com/go-json-experiment/json/jsontext"

	"balcao/checkout"
)

// Bounds of maps that platforms fill as they like: entries, and bytes of JSON.
const (
	maxEntries  = 32
	maxMapBytes = 8 << 10
	maxClaims   = 20
)

// The signals that the protocol itself defines; both are strings.
const (
	signalIP    = "br.dev.bcp.buyer_ip"
	signalAgent = "br.dev.bcp.user_agent"
)

// reverseDomain is the form of the names of signals and eligibility claims.
var reverseDomain = regexp.MustCompile(`^[a-z][a-z0-9]*(?:\.[a-z][a-z0-9_]*)+$`)

// readBuyer reads a buyer. A tax_id, the old name of taxpayer_id, is ignored.
func readBuyer(f field) checkout.BuyerInput {
	m := f.object()
	in := checkout.BuyerInput{
		FirstName: m.get("first_name").optional(),
		LastName:  m.get("last_name").optional(),
		FullName:  m.get("full_name").optional(),
		Email:     m.get("email").optional(),
		Phone:     m.get("phone_number").optional(),
		Consent:   readConsent(m.get("consent")),
	}
	if t := m.get("taxpayer_id"); t.present() {
		id := t.object()
		in.TaxpayerID = &checkout.TaxpayerID{
			Kind:  id.get("kind").required().oneOf("cpf", "cnpj", "id_estrangeiro"),
			Value: id.get("value").required().text(maxString),
		}
	}
	return in
}

// readConsent reads the buyer's choices, in the form of the schema (a boolean for each
// purpose) or of the extension's prose (an object with granted, under a short or a
// reverse-domain name). Nothing said is no consent (BCP buyer consent, LGPD).
func readConsent(f field) *checkout.Consent {
	if !f.present() {
		return nil
	}
	m := f.object()
	choice := func(names ...string) *bool {
		for _, name := range names {
			c := m.get(name)
			if c.kind() == jsontext.KindBeginObject {
				c = c.object().get("granted")
			}
			if granted := c.boolean(); granted != nil {
				return granted
			}
		}
		return nil
	}
	return &checkout.Consent{
		Analytics:   choice("analytics", "br.dev.bcp.consent.analytics"),
		Preferences: choice("preferences", "br.dev.bcp.consent.preferences"),
		Marketing:   choice("marketing", "br.dev.bcp.consent.marketing"),
		SaleOfData:  choice("sale_of_data", "sale_or_sharing", "br.dev.bcp.consent.sale_or_sharing"),
	}
}

// readHints reads a context, nil if it was left out. Claims may repeat; one is kept.
func readHints(f field) *checkout.Hints {
	if !f.present() {
		return nil
	}
	m := f.object()
	h := &checkout.Hints{
		Country:    m.get("address_country").text(maxString),
		Region:     m.get("address_region").text(maxString),
		PostalCode: m.get("postal_code").text(maxString),
		Intent:     m.get("intent").prose(maxProse),
		Language:   m.get("language").text(maxCode),
		Currency:   m.get("currency").text(maxCode),
	}
	seen := map[string]bool{}
	for _, c := range m.get("eligibility").list(maxClaims) {
		claim := c.required().text(maxString)
		if !reverseDomain.MatchString(claim) {
			c.fail("must be a reverse-domain name")
		}
		if !seen[claim] {
			seen[claim] = true
			h.Eligibility = append(h.Eligibility, claim)
		}
	}
	return h
}

// DecodeAttribution reads the platform's referral markers, strings all of them.
func DecodeAttribution(raw json.RawMessage) (map[string]string, error) {
	return decode(raw, readAttribution)
}

func readAttribution(f field) map[string]string {
	m := f.bounded()
	if len(m.raw) == 0 {
		return nil
	}
	out := make(map[string]string, len(m.raw))
	for _, name := range m.names() {
		out[name] = m.get(name).required().text(maxProse)
	}
	return out
}

// DecodeSignals reads what the platform observed of the buyer's surroundings: strings as
// they are, other values as their JSON. A name that is no reverse-domain name is dropped,
// because nobody stands behind it (BCP overview: signals).
func DecodeSignals(raw json.RawMessage) (map[string]string, error) {
	return decode(raw, func(f field) map[string]string {
		m := f.bounded()
		var out map[string]string
		for _, name := range m.names() {
			signal := m.get(name)
			if !signal.present() || !reverseDomain.MatchString(name) {
				continue
			}
			if out == nil {
				out = make(map[string]string, len(m.raw))
			}
			out[name] = string(signal.raw)
			if signal.kind() == jsontext.KindString || name == signalIP || name == signalAgent {
				out[name] = signal.text(maxProse)
			}
		}
		return out
	})
}

// bounded reads an object with free names, within the bounds of such maps.
func (f field) bounded() members {
	m := f.object()
	if len(m.raw) > maxEntries {
		f.fail("must have at most %d members", maxEntries)
	}
	if len(f.raw) > maxMapBytes {
		f.fail("must have at most %d bytes", maxMapBytes)
	}
	return m
}
