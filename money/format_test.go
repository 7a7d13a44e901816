package money

import (
	"encoding/json"
	"math"
	"testing"

	"balcao/internal/bcptest"
)

func TestFormatVectors(t *testing.T) {
	t.Parallel()
	var file struct {
		Format []struct {
			Minor Amount
			PtBR  string
			Valor string `json:"pix_valor"` // package pix's
		}
		Parse json.RawMessage `json:"parse_pix_valor"` // package pix's
	}
	bcptest.Vectors(t, "pix/brl_amounts.json", &file)
	if len(file.Format) != 13 {
		t.Fatalf("%d vectors, want 13", len(file.Format))
	}
	for _, v := range file.Format {
		for _, lang := range []string{"pt-BR", "pt", "", "es", "es-419"} {
			if got := Format(v.Minor, lang); got != v.PtBR {
				t.Errorf("Format(%d, %q) = %q, want %q", v.Minor, lang, got, v.PtBR)
			}
		}
	}
}

func TestFormatEnglishAndExtremes(t *testing.T) {
	t.Parallel()
	tests := []struct {
		amount Amount
		lang   string
		want   string
	}{
		{123456, "en", "R$\u00a01,234.56"},
		{123456789, "en-US", "R$\u00a01,234,567.89"},
		{-5, "EN", "-R$\u00a00.05"},
		{MaxAmount, "pt-BR", "R$\u00a090.071.992.547.409,91"},
		{math.MinInt64, "en", "-R$\u00a092,233,720,368,547,758.08"},
		{100000, "eng", "R$\u00a01.000,00"},
	}
	for _, tt := range tests {
		if got := Format(tt.amount, tt.lang); got != tt.want {
			t.Errorf("Format(%d, %q) = %q, want %q", tt.amount, tt.lang, got, tt.want)
		}
	}
}
