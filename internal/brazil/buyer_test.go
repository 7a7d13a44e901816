package brazil

import (
	"strings"
	"testing"
)

type normalizeCase struct{ in, want string } // want "" means refused

func checkCases(t *testing.T, name string, normalize func(string) (string, bool), tests []normalizeCase) {
	t.Helper()
	for _, tt := range tests {
		if got, ok := normalize(tt.in); got != tt.want || ok != (tt.want != "") {
			t.Errorf("%s(%q) = %q, %v; want %q", name, tt.in, got, ok, tt.want)
		}
	}
}

func TestNormalizeCEP(t *testing.T) {
	t.Parallel()
	checkCases(t, "NormalizeCEP", NormalizeCEP, []normalizeCase{
		{" 01310-100\n", "01310100"},
		{"01310100", "01310100"},
		{"01310 100", ""},
		{"01310--100", ""},
		{"0131-0100", ""},
		{"78900-000", ""}, // the one prefix no state has
		{"٠١٣١٠١٠٠", ""},
		{"", ""},
	})
}

func TestFormatCEP(t *testing.T) {
	t.Parallel()
	for in, want := range map[string]string{"01310100": "01310-100", "1310100": "1310100", "": ""} {
		if got := FormatCEP(in); got != want {
			t.Errorf("FormatCEP(%q) = %q, want %q", in, got, want)
		}
	}
}

func TestNormalizeCPFAndCNPJ(t *testing.T) {
	t.Parallel()
	checkCases(t, "NormalizeCPF", NormalizeCPF, []normalizeCase{
		{" 390.533.447-05 ", "39053344705"},
		{"390533447-05", "39053344705"},
		{"390.533.447.05", ""},
		{"390 533 447 05", ""},
		{"39053344715", ""}, // first check digit wrong
		{"", ""},
	})
	checkCases(t, "NormalizeCNPJ", NormalizeCNPJ, []normalizeCase{
		{" 00.000.000/e08g-12", "00000000E08G12"},
		{"19131243/0001-97", "19131243000197"},
		{"19.131.243-0001/97", ""},
		{"12ABC34501DE25", ""}, // first check digit wrong
		{"ſſABC34501DE35", ""}, // long s upper-cases to S in Unicode
		{"", ""},
	})
}

func TestMaskCPF(t *testing.T) {
	t.Parallel()
	for in, want := range map[string]string{
		"39053344705":    "***.533.447-**",
		"390.533.447-05": "***.***.***-**",
		"3905334470A":    "***.***.***-**",
		"":               "***.***.***-**",
	} {
		if got := MaskCPF(in); got != want {
			t.Errorf("MaskCPF(%q) = %q, want %q", in, got, want)
		}
	}
}

func TestNormalizePhone(t *testing.T) {
	t.Parallel()
	checkCases(t, "NormalizePhone", NormalizePhone, []normalizeCase{
		{" +55 (11) 98888-7777 ", "+5511988887777"},
		{"5511988887777", "+5511988887777"},
		{"551133334444", "+551133334444"},
		{"011 3333.4444", "+551133334444"},
		{"55999990000", "+5555999990000"}, // area code 55, not the country
		{"5533334444", "+555533334444"},
		{"1188887777", ""},
		{"1163334444", ""}, // no landline starts with 6
		{"+55011988887777", ""},
		{"+550", ""},
		{"+1 (202) 555-0123", "+12025550123"},
		{"+351912345678", "+351912345678"},
		{"+1234567", ""},
		{"+1234567890123456", ""},
		{"+02025550123", ""},
		{"++12025550123", ""},
		{"12025550123x", ""},
		{"١١٩٨٨٨٨٧٧٧٧", ""},
		{"", ""},
	})
}

func TestNormalizeEmail(t *testing.T) {
	t.Parallel()
	local := strings.Repeat("a", maxEmail-len("@example.com"))
	checkCases(t, "NormalizeEmail", NormalizeEmail, []normalizeCase{
		{" Maria.Silva+loja@Example.COM.br ", "Maria.Silva+loja@example.com.br"},
		{local + "@example.com", local + "@example.com"},
		{"a" + local + "@example.com", ""},
		{"Maria <maria@example.com>", ""},
		{"<maria@example.com>", ""},
		{"maria@example.com (Maria)", ""},
		{`"maria silva"@example.com`, ""},
		{"maria@localhost", ""},
		{"maria@[192.0.2.1]", ""},
		{"maria@example..com", ""},
		{"maria@example.com.", ""},
		{"maria@example.com, joao@example.com", ""},
		{"maria@example.com\r\nBcc: x@example.com", ""},
		{"maria\x00@example.com", ""},
		{"maria\u202e@example.com", ""},
		{"maria.example.com", ""},
		{"", ""},
	})
}
