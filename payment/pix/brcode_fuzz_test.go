package pix

import (
	"errors"
	"testing"

	"balcao/money"
)

// A code that parses is made of its objects and nothing else; a valid one also parses.
func FuzzParse(f *testing.F) {
	for _, v := range codeVectors(f) {
		f.Add(v.Payload)
	}
	f.Add("5909São Paulo")
	f.Add("00020\xff")
	f.Fuzz(func(t *testing.T, payload string) {
		_, err := Parse(payload)
		if err != nil && !errors.Is(err, ErrCodeSyntax) {
			t.Fatalf("Parse(%q): unknown error %v", payload, err)
		}
		if Validate(payload) == nil && (err != nil || len(payload) > maxPayload || !printable(payload)) {
			t.Fatalf("Validate accepts %q, Parse says %v", payload, err)
		}
		if err != nil || !printable(payload) {
			return
		}
		list, err := splitObjects(payload)
		if err != nil || list.String() != payload {
			t.Fatalf("%q is written back as %q, %v", payload, list.String(), err)
		}
	})
}

// Whatever Build writes is valid and reads back as what was asked for.
func FuzzBuildParse(f *testing.F) {
	f.Add("Padaria São João", "Goiânia", randomKey, "pix.example.com/v2/1", int64(7980), "Pedido42")
	f.Add("Loja", "Recife", "maria@example.com", "localhost:80/x", int64(0), "")
	f.Add("日本", "", "6304", "https://x/", int64(-1), "a-b")
	f.Fuzz(func(t *testing.T, name, city, key, location string, amount int64, txid string) {
		payee := Payee{Name: name, City: city}
		if payload, err := BuildStatic(payee, key, money.Amount(amount), txid); err == nil {
			code := reread(t, payload)
			if code.Key != key || code.URL != "" || code.TxID != txid && txid != "" {
				t.Fatalf("key %q, txid %q read back as %+v", key, txid, code)
			}
			if valor, err := ParseValor(code.Amount); int64(valor) != amount || (err != nil) != (amount == 0) {
				t.Fatalf("amount %d read back as %q", amount, code.Amount)
			}
		}
		if payload, err := BuildDynamic(payee, location); err == nil {
			if code := reread(t, payload); code.URL != location || code.Key != "" || code.Amount != "" {
				t.Fatalf("location %q read back as %+v", location, code)
			}
		}
	})
}

func reread(t *testing.T, payload string) Code {
	t.Helper()
	if err := Validate(payload); err != nil {
		t.Fatalf("built %q: %v", payload, err)
	}
	code, err := Parse(payload)
	if err != nil {
		t.Fatalf("built %q: %v", payload, err)
	}
	return code
}
