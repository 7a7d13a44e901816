// Package pix speaks Pix, the instant payment system of the Central Bank of
// Brazil: BR Codes ("Pix copia e cola") and their QR images, and the amounts of
// the Pix API.
//
// The rules come from the Central Bank's "Manual de Padrões para Iniciação do
// Pix" and "Manual do BR Code", which narrow EMV QRCPS Merchant-Presented Mode,
// and from the Pix API's OpenAPI document.
package pix

import "errors"

// Errors of BR Codes. What is returned wraps one of them and names the place.
var (
	// ErrCodeSyntax says that the text is no sequence of id, length and value.
	ErrCodeSyntax = errors.New("pix: br code is malformed")
	// ErrCodeChecksum says that the checksum is wrong or does not end the code.
	ErrCodeChecksum = errors.New("pix: br code checksum does not hold")
	// ErrCodeRule says that a value breaks the Pix manual.
	ErrCodeRule = errors.New("pix: br code breaks a Pix rule")
)

// Code is the content of a BR Code as written in it; an absent object is "".
//
// A static code names the receiver's Key. A dynamic one names the URL the payer
// fetches the charge from, and then Amount and TxID are not to be relied on:
// payers ignore them and providers put what they like there. RecurrenceURL may
// stand beside either or alone (Pix Automático).
type Code struct {
	Initiation    string // object 01: "11" reusable, "12" single use
	Key           string // 26-01
	Info          string // 26-02, a note to the payer
	FSS           string // 26-03, ISPB of the withdrawal facilitator
	URL           string // 26-25, without scheme
	MCC           string // 52, merchant category
	Currency      string // 53, ISO 4217 number
	Amount        string // 54, reais with a decimal point
	Country       string // 58
	Name          string // 59, merchant name
	City          string // 60
	PostalCode    string // 61
	TxID          string // 62-05
	RecurrenceURL string // 80-25, without scheme
}

// Parse reads a BR Code leniently: it must be made of well-formed objects, but
// neither checksum nor values are judged. Of repeated objects the first counts.
// The error wraps ErrCodeSyntax.
func Parse(payload string) (Code, error) {
	root, err := readObjects(payload)
	if err != nil {
		return Code{}, err
	}
	return codeOf(root), nil
}

func codeOf(root objects) Code {
	code := Code{
		Initiation: root.value("01"),
		MCC:        root.value("52"),
		Currency:   root.value("53"),
		Amount:     root.value("54"),
		Country:    root.value("58"),
		Name:       root.value("59"),
		City:       root.value("60"),
		PostalCode: root.value("61"),
		TxID:       root.template("62").value("05"),
	}
	if accounts := root.pixTemplates("26", "51"); len(accounts) > 0 {
		account := accounts[0]
		code.Key, code.Info, code.FSS = account.value("01"), account.value("02"), account.value("03")
		code.URL = account.value("25")
	}
	if recurrences := root.pixTemplates("80", "99"); len(recurrences) > 0 {
		code.RecurrenceURL = recurrences[0].value("25")
	}
	return code
}
