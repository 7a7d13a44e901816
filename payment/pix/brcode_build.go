package pix

import (
	"fmt"
	"strings"
	"unicode"

	"golang.org/x/text/unicode/norm"

	"balcao/money"
)

// noTxID stands in object 62-05 when the code itself carries no txid.
const noTxID = "***"

// Payee is who the payer sees. Build folds both to the ASCII a BR Code holds
// and cuts them to MaxName and MaxCity.
type Payee struct {
	Name string
	City string
}

// BuildStatic writes a reusable code for a Pix key. An amount of zero lets the
// payer choose; an empty txid is written as "***". The error wraps ErrCodeRule
// or ErrValor.
func BuildStatic(payee Payee, key string, amount money.Amount, txid string) (string, error) {
	code := Code{Key: key, TxID: txid}
	if key == "" {
		return "", fmt.Errorf("%w: no key", ErrCodeRule)
	}
	if txid == "" {
		code.TxID = noTxID
	}
	if amount != 0 {
		valor, err := FormatValor(amount)
		if err != nil {
			return "", err
		}
		code.Amount = valor
	}
	return code.build(payee)
}

// BuildDynamic writes the single-use code of a charge from its location, the URL
// without scheme that the Pix API returns. The amount stays with the charge.
// The error wraps ErrCodeRule.
func BuildDynamic(payee Payee, location string) (string, error) {
	if location == "" {
		return "", fmt.Errorf("%w: no location", ErrCodeRule)
	}
	return Code{Initiation: "12", URL: location, TxID: noTxID}.build(payee)
}

// build completes the code with what all our codes share and writes it. Once
// check holds, no value is longer than its object can be.
func (c Code) build(payee Payee) (string, error) {
	c.MCC, c.Currency, c.Country = "0000", realNumber, "BR"
	c.Name, c.City = FoldASCII(payee.Name, MaxName), FoldASCII(payee.City, MaxCity)
	if err := c.check(); err != nil {
		return "", err
	}
	account := objects{{id: "00", value: globalID}, {id: "01", value: c.Key}, {id: "25", value: c.URL}}
	additional := objects{{id: "05", value: c.TxID}}
	return sealed(objects{
		{id: "00", value: "01"},
		{id: "01", value: c.Initiation},
		{id: "26", value: account.String()},
		{id: "52", value: c.MCC},
		{id: "53", value: c.Currency},
		{id: "54", value: c.Amount},
		{id: "58", value: c.Country},
		{id: "59", value: c.Name},
		{id: "60", value: c.City},
		{id: "62", value: additional.String()},
	}.String()), nil
}

// FoldASCII writes text in the printable ASCII of a BR Code: accents are
// dropped (NFD without marks), so is whatever has no ASCII letter beneath, runs
// of blanks become one, and the result is cut to limit characters. It may be
// empty; then the operator must choose another name.
func FoldASCII(text string, limit int) string {
	letters := strings.Map(func(r rune) rune {
		switch {
		case unicode.IsSpace(r):
			return ' '
		case r < ' ' || r > '~':
			return -1
		}
		return r
	}, norm.NFD.String(text))
	folded := strings.Join(strings.Fields(letters), " ")
	return strings.TrimSpace(folded[:min(limit, len(folded))])
}
