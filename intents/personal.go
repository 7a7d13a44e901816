package intents

// personal reads the typed spans of the whole text: the buyer's data become one action,
// the address with the CEP another.
func (t *turn) personal() {
	buyer, address := Slots{Action: "set_buyer"}, Slots{Action: "set_shipping_address"}
	hasBuyer, hasAddress := false, false
	for _, s := range t.spans {
		if isData(s.kind) && t.withheld(s) || (s.kind == spanAddress || s.kind == spanCEP) && t.misplaced(s) {
			continue
		}
		switch s.kind {
		case spanEmail:
			buyer.Email, hasBuyer = s.value, true
		case spanPhone:
			buyer.Phone, hasBuyer = s.value, true
		case spanName:
			buyer.FullName, hasBuyer = s.value, true
		case spanCPF:
			if s.wrong {
				t.question(AskTaxpayerID)
				continue
			}
			buyer.CPF, hasBuyer = s.value, true
		case spanAddress:
			cep := address.PostalCode
			address, hasAddress = s.address, true
			address.Action, address.PostalCode = "set_shipping_address", cep
		case spanCEP:
			address.PostalCode, hasAddress = s.value, true
		default: // the other spans are no data of the buyer's
		}
	}
	if hasBuyer {
		t.add(buyer)
	}
	if hasAddress {
		t.add(address)
	}
}

// isData reports whether a span is of the buyer's data.
func isData(k spanKind) bool {
	return k == spanEmail || k == spanPhone || k == spanName || k == spanCPF
}

// labels stand before the values of a form.
var labels = table(wordList("personal labels"))

// isPersonal reports whether a clause carries data of the buyer or an address.
func isPersonal(tokens []token) bool {
	for _, t := range tokens {
		switch spanKind(t.word) {
		case spanEmail, spanPhone, spanName, spanCPF, spanAddress, spanCEP:
			return true
		default:
		}
	}
	return false
}

// consentWords name the optional consents, all of them or one purpose.
var (
	consentWords   = table(wordList("personal consentWords"))
	marketingWords = table(wordList("personal marketingWords"))
	refuseWords    = table(wordList("personal refuseWords"))
	acceptWords    = table(wordList("personal acceptWords"))
)

// consent reads a choice on the optional consents. Only an explicit word counts, and a
// refusal wins over an acceptance beside it.
func (t *turn) consent(c clause, _ hits) bool {
	all, marketing := consentWords.in(c.tokens), marketingWords.in(c.tokens)
	refused, accepted := refuseWords.in(c.tokens), acceptWords.in(c.tokens)
	if !all && !marketing || !refused && !accepted {
		return false
	}
	choice := accepted && !refused
	var consent Consent
	switch {
	case marketing:
		consent.Marketing = &choice
	default:
		consent = Consent{Analytics: &choice, Preferences: &choice, Marketing: &choice, SaleOfData: &choice}
	}
	for i := range t.slots {
		if t.slots[i].Action == "set_buyer" {
			t.slots[i].Consent = &consent
			return true
		}
	}
	t.add(Slots{Action: "set_buyer", Consent: &consent})
	return true
}
