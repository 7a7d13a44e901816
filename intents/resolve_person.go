package intents

import (
	"balcao/checkout"
	"strings"
)

func (s Slots) buyer() checkout.BuyerInput {
	b := checkout.BuyerInput{FullName: given(s.FullName), Email: given(s.Email), Phone: given(s.Phone)}
	if s.CPF != "" {
		b.TaxpayerID = &checkout.TaxpayerID{Kind: "cpf", Value: s.CPF}
	}
	if c := s.Consent; c != nil {
		b.Consent = &checkout.Consent{
			Analytics: c.Analytics, Preferences: c.Preferences, Marketing: c.Marketing, SaleOfData: c.SaleOfData,
		}
	}
	return b
}

func given(text string) *string {
	if text == "" {
		return nil
	}
	return &text
}

// shippingAddress is in Brazil: the shop ships nowhere else.
func (s Slots) shippingAddress() checkout.AddressInput {
	first, last, _ := strings.Cut(s.FullName, " ")
	return checkout.AddressInput{
		FirstName: first, LastName: last, Street: s.Street, Extended: s.Extended, Locality: s.Locality,
		Region: s.Region, PostalCode: s.PostalCode, Country: "BR",
	}
}
