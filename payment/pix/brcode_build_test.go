package pix

import (
	"errors"
	"strings"
	"testing"

	"balcao/money"
)

var fulano = Payee{Name: "Fulano de Tal", City: "Brasília"}

const randomKey = "123e4567-e12b-12d1-a456-426655440000"

// The Central Bank's own examples must come out byte for byte.
func TestBuildReproducesTheManual(t *testing.T) {
	t.Parallel()
	payee := Payee{Name: "Fulano de Tal", City: "BRASÍLIA"}
	got, err := BuildStatic(payee, randomKey, 0, "")
	if want := vectorPayload(t, "bcb-static"); err != nil || got != want {
		t.Errorf("static\n got %q, %v\nwant %q", got, err, want)
	}
	got, err = BuildDynamic(payee, "pix.example.com/8b3da2f39a4140d1a91abd93113bd441")
	if want := vectorPayload(t, "bcb-dynamic"); err != nil || got != want {
		t.Errorf("dynamic\n got %q, %v\nwant %q", got, err, want)
	}
}

func TestBuildStatic(t *testing.T) {
	t.Parallel()
	got, err := BuildStatic(Payee{Name: "Padaria São João & Filhos Comércio", City: "São José do Rio Preto"},
		"maria@example.com", 7980, "Pedido42")
	if err != nil {
		t.Fatal(err)
	}
	if err := Validate(got); err != nil {
		t.Errorf("Validate: %v", err)
	}
	want := Code{
		Key: "maria@example.com", MCC: "0000", Currency: "986", Amount: "79.80", Country: "BR",
		Name: "Padaria Sao Joao & Filhos", City: "Sao Jose do Rio", TxID: "Pedido42",
	}
	if code, err := Parse(got); err != nil || code != want {
		t.Errorf("Parse\n got %+v, %v\nwant %+v", code, err, want)
	}
}

func TestBuildRefuses(t *testing.T) {
	t.Parallel()
	static := func(payee Payee, key string, amount money.Amount, txid string) error {
		_, err := BuildStatic(payee, key, amount, txid)
		return err
	}
	dynamic := func(payee Payee, location string) error {
		_, err := BuildDynamic(payee, location)
		return err
	}
	tests := []struct {
		name string
		err  error
		want error
	}{
		{"no key", static(fulano, "", 100, ""), ErrCodeRule},
		{"key of no kind", static(fulano, "chave", 100, ""), ErrCodeRule},
		{"hyphen in txid", static(fulano, randomKey, 100, "RP-1"), ErrCodeRule},
		{"long txid", static(fulano, randomKey, 100, strings.Repeat("a", 26)), ErrCodeRule},
		{"negative amount", static(fulano, randomKey, -1, ""), ErrValor},
		{"amount over ten digits", static(fulano, randomKey, maxValor+1, ""), ErrValor},
		{"name folds to nothing", static(Payee{"日本語", "Recife"}, randomKey, 100, ""), ErrCodeRule},
		{"no name", dynamic(Payee{"", "Recife"}, "pix.example.com/1"), ErrCodeRule},
		{"city folds to nothing", dynamic(Payee{"Loja", "Øß"}, "pix.example.com/1"), ErrCodeRule},
		{"no location", dynamic(fulano, ""), ErrCodeRule},
		{"location with scheme", dynamic(fulano, "https://pix.example.com/1"), ErrCodeRule},
		{"location of 78", dynamic(fulano, "pix.example.com/"+strings.Repeat("a", 62)), ErrCodeRule},
		{"location of 77", dynamic(fulano, "pix.example.com/"+strings.Repeat("a", 61)), nil},
	}
	for _, tt := range tests {
		if !errors.Is(tt.err, tt.want) {
			t.Errorf("%s: %v, want %v", tt.name, tt.err, tt.want)
		}
	}
}

func TestFoldASCII(t *testing.T) {
	t.Parallel()
	tests := []struct {
		in    string
		limit int
		want  string
	}{
		{"Padaria São João & Filhos Comércio", 25, "Padaria Sao Joao & Filhos"},
		{"  Açaí\u00a0 do\tZé\n", 25, "Acai do Ze"},
		{"Café Bar", 5, "Cafe"}, // no blank left at the cut
		{"Loja\x00\x1b[31m", 25, "Loja[31m"},
		{"straße", 25, "strae"},
		{"日本語 ﬁ", 25, ""},
		{"a\xffb", 25, "ab"},
		{"", 25, ""},
	}
	for _, tt := range tests {
		if got := FoldASCII(tt.in, tt.limit); got != tt.want {
			t.Errorf("FoldASCII(%q, %d) = %q, want %q", tt.in, tt.limit, got, tt.want)
		}
	}
}
