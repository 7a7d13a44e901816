package checkout

import (
	"strings"
	"unicode"

	"balcao/internal/brazil"
	"balcao/platform"
)

// replaceBuyer sets the buyer to what came (BCP: full replacement).
func (d *desk) replaceBuyer(in *BuyerInput) []Message {
	d.c.Buyer = nil
	if in == nil {
		return nil
	}
	return d.mergeBuyer(*in)
}

// mergeBuyer takes over the members that were sent. One that fails its check is told and
// not stored; what was there stays.
func (d *desk) mergeBuyer(in BuyerInput) []Message {
	b := d.c.Buyer.clone()
	if b == nil {
		b = &Buyer{}
	}
	var told []Message
	if in.FullName != nil {
		b.FirstName, b.LastName = splitName(*in.FullName)
	}
	if in.FirstName != nil {
		b.FirstName = tidy(*in.FirstName)
	}
	if in.LastName != nil {
		b.LastName = tidy(*in.LastName)
	}
	if in.Email != nil {
		if email, ok := brazil.NormalizeEmail(*in.Email); ok {
			b.Email = email
		} else {
			told = append(told, recoverable(CodeInvalidEmail, "$.buyer.email", Args{}))
		}
	}
	if in.Phone != nil {
		if phone, ok := brazil.NormalizePhone(*in.Phone); ok {
			b.Phone = phone
		} else {
			told = append(told, recoverable(CodeInvalidPhone, "$.buyer.phone_number", Args{}))
		}
	}
	if in.TaxpayerID != nil && d.c.Session.Has(platform.CapFiscalIdentity) {
		if id, ok := in.TaxpayerID.normal(); ok {
			b.TaxpayerID = &id
		} else {
			told = append(told, recoverable(CodeInvalidTaxpayerID, "$.buyer.taxpayer_id.value", Args{Field: in.TaxpayerID.Kind}))
		}
	}
	if in.Consent != nil && d.c.Session.Has(platform.CapBuyerConsent) {
		b.Consent = b.Consent.with(*in.Consent)
	}
	d.c.Buyer = b
	if *b == (Buyer{}) {
		d.c.Buyer = nil
	}
	return told
}

// normal checks the id by its kind and takes the punctuation out.
func (t TaxpayerID) normal() (TaxpayerID, bool) {
	ok := false
	switch t.Kind {
	case "cpf":
		t.Value, ok = brazil.NormalizeCPF(t.Value)
	case "cnpj":
		t.Value, ok = brazil.NormalizeCNPJ(t.Value)
	case "id_estrangeiro":
		t.Value = tidy(t.Value)
		ok = t.Value != ""
	}
	return t, ok
}

// with merges the choices that were made now into those made before.
func (c *Consent) with(now Consent) *Consent {
	out := Consent{}
	if c != nil {
		out = *c
	}
	for _, m := range []struct{ to, from **bool }{
		{&out.Analytics, &now.Analytics}, {&out.Preferences, &now.Preferences},
		{&out.Marketing, &now.Marketing}, {&out.SaleOfData, &now.SaleOfData},
	} {
		if *m.from != nil {
			*m.to = *m.from
		}
	}
	return &out
}

func splitName(full string) (first, last string) {
	first, last, _ = strings.Cut(tidy(full), " ")
	return first, last
}

// tidy folds runs of space and drops control characters, those among them that turn the
// direction of text or hide in it.
func tidy(s string) string {
	s = strings.Map(func(r rune) rune {
		switch {
		case unicode.Is(unicode.Cf, r):
			return -1
		case unicode.IsControl(r), unicode.Is(unicode.Zl, r), unicode.Is(unicode.Zp, r):
			return ' '
		}
		return r
	}, s)
	return strings.Join(strings.Fields(s), " ")
}
