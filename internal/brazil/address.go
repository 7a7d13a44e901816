// Package brazil knows the data a Brazilian shop asks of its buyers: CPF and
// CNPJ, CEP and state, telephone, e-mail and postal address.
//
// Each Normalize function turns what a person or a platform wrote into the one
// form the shop stores, and says whether it is valid. Only ASCII digits and
// letters count: a digit of another script is never taken for one of ours.
//
// The rules come from Receita Federal (CPF; CNPJ with letters, IN RFB
// 2.229/2024), Correios (CEP ranges), Anatel (area codes, ninth digit) and
// ITU-T E.164.
package brazil

// Address is where a buyer receives a parcel or an invoice, in normal form.
type Address struct {
	Street     string // street and number
	Extended   string // complement, district
	Locality   string // city
	Region     string // two-letter state code
	PostalCode string // CEP, 8 digits without hyphen
	Country    string // ISO 3166-1 alpha-2
	FirstName  string
	LastName   string
	Phone      string // E.164
}
