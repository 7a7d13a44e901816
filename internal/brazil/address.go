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

import (
	"slices"
	"strings"
)

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

// Lines writes the address in the lines of an envelope, without the name.
func (a Address) Lines() []string {
	place := joined(" – ", a.Locality, a.Region)
	code := a.PostalCode
	if code != "" && (a.Country == "" || a.Country == "BR") {
		code = "CEP " + FormatCEP(code)
	}
	country := a.Country
	if country == "BR" {
		country = ""
	}
	var lines []string
	for _, line := range []string{joined(", ", a.Street, a.Extended), joined(", ", place, code), country} {
		if line != "" {
			lines = append(lines, line)
		}
	}
	return lines
}

// joined writes the parts that are not empty with sep between them.
func joined(sep string, parts ...string) string {
	return strings.Join(slices.DeleteFunc(parts, func(p string) bool { return p == "" }), sep)
}
