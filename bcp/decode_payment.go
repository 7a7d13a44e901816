package bcp

import (
	"balcao/checkout"
	"balcao/internal/brazil"
	"balcao/internal/ids"
	"balcao/payment"
)

// readPayment reads instruments. None is required to have an id (the shop gives a Pix
// instrument its own) or a credential (a Pix completion only names the charge).
func readPayment(f field) checkout.PaymentInput {
	var in checkout.PaymentInput
	for _, i := range f.object().get("instruments").list(maxInstruments) {
		in.Instruments = append(in.Instruments, readInstrument(i.required().object()))
	}
	return in
}

// readInstrument reads one instrument. Of a credential only a token and the name of a Pix
// charge are taken; card numbers are not even read.
func readInstrument(m members) checkout.InstrumentInput {
	in := checkout.InstrumentInput{
		ID:       ids.Instrument(m.get("id").id()),
		Handler:  ids.Handler(m.get("handler_id").id()),
		Type:     m.get("type").id(),
		Selected: m.get("selected").boolean(),
	}
	if b := m.get("billing_address"); b.present() {
		in.Billing = billing(readAddress(b))
	}
	if c := m.get("credential"); c.present() {
		credential := c.object()
		if credential.get("type").required().text(maxCode) == credentialPix {
			in.PaymentID = credential.get("provider_payment_id").text(maxString)
			in.CopyPaste = credential.get("copia_e_cola").text(maxCopyPaste)
		}
		in.Token = payment.Secret(credential.get("token").plain(maxToken))
	}
	return in
}

// billing brings a billing address into normal form. It is only shown again, so a part
// that is not valid is left out rather than complained about.
func billing(a checkout.AddressInput) *brazil.Address {
	out := &brazil.Address{
		Street: a.Street, Extended: a.Extended, Locality: a.Locality, Region: a.Region, PostalCode: a.PostalCode,
		Country: a.Country, FirstName: a.FirstName, LastName: a.LastName,
	}
	out.Phone, _ = brazil.NormalizePhone(a.Phone)
	if a.Country == "" || a.Country == "BR" {
		out.Country = "BR"
		out.Region, _ = brazil.NormalizeUF(a.Region)
		out.PostalCode, _ = brazil.NormalizeCEP(a.PostalCode)
	}
	return out
}
