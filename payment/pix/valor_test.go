package pix

import (
	"errors"
	"testing"

	"balcao/internal/bcptest"
	"balcao/money"
)

func TestValorVectors(t *testing.T) {
	t.Parallel()
	var file struct {
		Format []struct {
			Minor money.Amount
			Valor string `json:"pix_valor"`
			PtBR  string // money.Format's
		}
		Parse []struct {
			In    string
			Minor money.Amount
			Err   string
		} `json:"parse_pix_valor"`
	}
	bcptest.Vectors(t, "pix/brl_amounts.json", &file)
	if len(file.Format) != 13 || len(file.Parse) != 15 {
		t.Fatalf("%d and %d vectors, want 13 and 15", len(file.Format), len(file.Parse))
	}
	for _, v := range file.Format {
		got, err := FormatValor(v.Minor)
		if refused := v.Valor == ""; got != v.Valor || refused != errors.Is(err, ErrValor) {
			t.Errorf("FormatValor(%d) = %q, %v; want %q", v.Minor, got, err, v.Valor)
		}
	}
	for _, v := range file.Parse {
		got, err := ParseValor(v.In)
		if refused := v.Err != ""; got != v.Minor || refused != errors.Is(err, ErrValor) {
			t.Errorf("ParseValor(%q) = %d, %v; want %d (%s)", v.In, got, err, v.Minor, v.Err)
		}
	}
}

func TestFormatValorLimits(t *testing.T) {
	t.Parallel()
	if got, err := FormatValor(999_999_999_999); got != "9999999999.99" || err != nil {
		t.Errorf("largest: %q, %v", got, err)
	}
	for _, amount := range []money.Amount{1_000_000_000_000, -1, money.MaxAmount} {
		if got, err := FormatValor(amount); got != "" || !errors.Is(err, ErrValor) {
			t.Errorf("FormatValor(%d) = %q, %v; want ErrValor", amount, got, err)
		}
	}
	for _, text := range []string{"", "1.00\n", ".50", "00000000001.00", "+1.00"} {
		if got, err := ParseValor(text); !errors.Is(err, ErrValor) {
			t.Errorf("ParseValor(%q) = %d, %v; want ErrValor", text, got, err)
		}
	}
}
