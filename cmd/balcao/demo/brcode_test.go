package demo

import (
	"strings"
	"testing"
)

// manual is the example of the Brazilian Central Bank's manual of Pix codes.
const manual = "00020126580014br.gov.bcb.pix0136123e4567-e12b-12d1-a456-426655440000" +
	"5204000053039865802BR5913Fulano de Tal6008BRASILIA62070503***63041D3D"

func TestReadBRCode(t *testing.T) {
	t.Parallel()
	fields, err := readBRCode(manual)
	if err != nil {
		t.Fatalf("the manual's example is refused: %v", err)
	}
	if err := fields.pix(); err != nil {
		t.Errorf("the manual's example is no Pix code: %v", err)
	}
	if got := fields["59"]; got != "Fulano de Tal" {
		t.Errorf("payee is %q", got)
	}
	for name, test := range map[string]struct{ code, wrong string }{
		"empty":          {"", "does not end with its CRC"},
		"one character":  {strings.Replace(manual, "Fulano", "Fulana", 1), "CRC is 1D3D"},
		"wrong CRC":      {manual[:len(manual)-1] + "E", "want 1D3D"},
		"no CRC":         {manual[:len(manual)-8], "does not end with its CRC"},
		"cut":            {manual[:len(manual)-2], "wrong length"},
		"cut in a field": {manual[:2], "ends within a field"},
		"sign in length": {"00-1", "wrong length"},
		"CRC in a field": {"02071\x00 63042000", "does not end with its CRC"},
		"twice":          {"000201000201", "comes twice"},
	} {
		if _, err := readBRCode(test.code); err == nil || !strings.Contains(err.Error(), test.wrong) {
			t.Errorf("%s: error is %v, want one with %q", name, err, test.wrong)
		}
	}
}

func TestPixFields(t *testing.T) {
	t.Parallel()
	for name, test := range map[string]struct {
		code  brCode
		wrong string
	}{
		"no fields":    {brCode{}, "format"},
		"not Pix":      {brCode{"00": "01", "26": "0008com.bank", "53": "986", "58": "BR"}, "arrangement"},
		"dollars":      {brCode{"00": "01", "26": "0014BR.GOV.BCB.PIX", "53": "840", "58": "BR"}, "currency"},
		"other land":   {brCode{"00": "01", "26": "0014BR.GOV.BCB.PIX", "53": "986", "58": "AR"}, "country"},
		"bad template": {brCode{"26": "0"}, "account"},
	} {
		if err := test.code.pix(); err == nil || !strings.Contains(err.Error(), test.wrong) {
			t.Errorf("%s: error is %v, want one with %q", name, err, test.wrong)
		}
	}
}

func FuzzReadBRCode(f *testing.F) {
	f.Add(manual)
	f.Add("6304FFFF")
	f.Fuzz(func(t *testing.T, code string) {
		if fields, err := readBRCode(code); err == nil && fields["63"] == "" {
			t.Errorf("%q passes without a CRC", code)
		}
	})
}
