package intents

import (
	"slices"
	"strings"
	"testing"

	"balcao/internal/lang"
)

func TestClean(t *testing.T) {
	t.Parallel()
	tests := map[string]string{
		"  cafe\u0301 ":           "café",
		"ca\u200bfé\u202e":        "café",
		"a\tb\u00a0c\nd":          "a b c\nd",
		"bad \xff byte":           "bad   byte",
		"\u2066sim\u2069\ufeff":   "sim",
		"\u00ad\u200d\ufe0f\x00x": "x",
	}
	for in, want := range tests {
		if got := clean(in); got != want {
			t.Errorf("clean(%q) = %q, want %q", in, got, want)
		}
	}
}

func TestTokenize(t *testing.T) {
	t.Parallel()
	tests := map[string]string{
		"Café USB-C, R$ 1.999,90!": "cafe|usb|c|,|r|$|1.999,90|!",
		"I'd like -2":              "i|d|like|-|2",
		"ＡＢ ﬁm":                    "ab|fim",
		"10.000 mAh.":              "10.000|mah|.",
		"a \u0349 b":               "a|b", // a combining mark alone
	}
	for in, want := range tests {
		var got []string
		for _, tok := range tokenize(in) {
			got = append(got, tok.word)
			if tok.start < 0 || tok.end > len(in) || tok.start >= tok.end {
				t.Errorf("%q: token %+v outside the text", in, tok)
			}
		}
		if strings.Join(got, "|") != want {
			t.Errorf("tokenize(%q) = %s, want %s", in, strings.Join(got, "|"), want)
		}
	}
}

func TestGlueUnits(t *testing.T) {
	t.Parallel()
	tests := map[string]string{
		"cabo de 2 metros":   "cabo de 2m",
		"um metro":           "1m",
		"10.000 mAh":         "10000mah",
		"10 mil mAh":         "10000mah",
		"65w":                "65w",
		"1 tera":             "1tb",
		"2 cabos":            "2 cabos",
		"galaxy s25 256 GB":  "galaxy s25 256gb",
		"versão 2.1 e 6,3 x": "versao 2.1 e 6,3 x",
	}
	for in, want := range tests {
		if got := strings.Join(words(glueUnits(tokenize(in))), " "); got != want {
			t.Errorf("glueUnits(%q) = %q, want %q", in, got, want)
		}
	}
}

func TestStem(t *testing.T) {
	t.Parallel()
	tests := map[string]string{
		"cabos": "cabo", "cartoes": "cartao", "carregadores": "carregador", "papeis": "papel", "shoes": "shoe",
		"cables": "cable", "jardins": "jardim", "tenis": "tenis", "gas": "gas", "s25": "s25", "press": "press",
	}
	for in, want := range tests {
		if got := stem(in); got != want {
			t.Errorf("stem(%q) = %q, want %q", in, got, want)
		}
	}
}

func TestDistance(t *testing.T) {
	t.Parallel()
	tests := []struct {
		a, b        string
		limit, want int
	}{
		{"ultra", "ultra", 1, 0}, {"ultra", "utra", 1, 1}, {"adicona", "adiciona", 1, 1},
		{"galaxi", "galaxy", 1, 1}, {"abcd", "abdc", 1, 1}, {"abc", "xyz", 1, 2}, {"a", "abcdef", 2, 3},
	}
	for _, tt := range tests {
		if got := distance(tt.a, tt.b, tt.limit); got != tt.want {
			t.Errorf("distance(%q, %q, %d) = %d, want %d", tt.a, tt.b, tt.limit, got, tt.want)
		}
	}
}

func TestTakeQuantity(t *testing.T) {
	t.Parallel()
	tests := []struct {
		text, language string
		n              int64
		ok             bool
		rest           string
	}{
		{"2 cabos", lang.Portuguese, 2, true, "cabos"},
		{"dois foco 7", lang.Portuguese, 2, true, "foco 7"},
		{"7 foco 7", lang.Portuguese, 7, true, "foco 7"},
		{"o 7 pro", lang.Portuguese, 0, false, "o 7 pro"},
		{"foco 7", lang.Portuguese, 0, false, "foco 7"},
		{"cabo 3 unidades", lang.Portuguese, 3, true, "cabo"},
		{"foco 7 x3", lang.Portuguese, 3, true, "foco 7"},
		{"3x cabo", lang.Portuguese, 3, true, "cabo"},
		{"duas dúzias de cabos", lang.Portuguese, 24, true, "de cabos"},
		{"meia dúzia de cabos", lang.Portuguese, 6, true, "de cabos"},
		{"half a dozen cables", lang.English, 6, true, "cables"},
		{"trinta e cinco cabos", lang.Portuguese, 35, true, "cabos"},
		{"twenty-one cables", lang.English, 21, true, "cables"},
		{"um dos cabos", lang.Portuguese, 1, true, "dos cabos"},
		{"dos cables", lang.Spanish, 2, true, "cables"},
		{"dos cabos", lang.Portuguese, 0, false, "dos cabos"},
		{"cabo de 2 m", lang.Portuguese, 0, false, "cabo de 2m"},
	}
	index := NewIndex(shelf())
	for _, tt := range tests {
		n, ok, rest := reader{index: index, language: tt.language}.takeQuantity(glueUnits(tokenize(tt.text)))
		if got := strings.Join(words(rest), " "); n != tt.n || ok != tt.ok || got != tt.rest {
			t.Errorf("%q: %d, %v, %q; want %d, %v, %q", tt.text, n, ok, got, tt.n, tt.ok, tt.rest)
		}
	}
}

func TestParseAmount(t *testing.T) {
	t.Parallel()
	tests := map[string]int64{"50": 5000, "19,90": 1990, "1.500": 150000, "1.234,56": 123456, "1,234.56": 123456, "2.5": 250, "7.": 700}
	for in, want := range tests {
		if got, ok := parseAmount(in); got != want || !ok {
			t.Errorf("parseAmount(%q) = %d, %v; want %d", in, got, ok, want)
		}
	}
	if _, ok := parseAmount("99999999999999999999"); ok {
		t.Error("an amount that does not fit was accepted")
	}
}

func TestSpans(t *testing.T) {
	t.Parallel()
	tests := map[string][]string{
		"meu email é ana@example.com, fone (11) 90000-1234": {"<email>ana@example.com", "<phone>+5511900001234"},
		"cpf 529.982.247-25 e cep 13010-000":                {"<cpf>52998224725", "<cep>13010000"},
		"telefone 11900001234":                              {"<phone>+5511900001234"},
		"usa o cupom natal-20":                              {"<coupon>NATAL-20"},
		"tenho um cupom de desconto":                        nil,
		"TENHO UM CUPOM DE DESCONTO":                        nil,
		"código postal 90010-000":                           {"<cep>90010000"},
		"pedido order_abc123":                               {"<order>order_abc123"},
		"até 2 mil reais":                                   {"<max>"},
		"até amanhã":                                        nil,
		"me chamo Ana da Silva, obrigada":                   {"<name>Ana da Silva"},
		"this is great":                                     nil,
	}
	r := reader{index: NewIndex(shelf()), language: lang.Portuguese}
	for text, want := range tests {
		var got []string
		for _, s := range r.findSpans(text) {
			got = append(got, string(s.kind)+s.value)
		}
		if !slices.Equal(got, want) {
			t.Errorf("%q: %q, want %q", text, got, want)
		}
	}
}

func TestLink(t *testing.T) {
	t.Parallel()
	tests := map[string]string{
		"foco 7":           "PHONE-7",
		"foco 7 pro":       "PHONE-7-PRO",
		"foko 6a":          "PHONE-6A",
		"capinha foco 7":   "CASE-7",
		"cabo":             "CABLE-1M CABLE-2M",
		"cabo 2 m":         "CABLE-2M",
		"cafe":             "COFFEE COFFEE-DECAF",
		"cafe descafenado": "COFFEE-DECAF",
		"guimaraes rosa":   "BOOK",
		"foco 9":           "",
		"geladeira":        "",
		"back":             "",
	}
	index := NewIndex(shelf())
	for text, want := range tests {
		var got []string
		for _, p := range index.link(glueUnits(tokenize(text)), nil).products {
			got = append(got, string(p.ID))
		}
		slices.Sort(got)
		if strings.Join(got, " ") != want {
			t.Errorf("%q: %v, want %s", text, got, want)
		}
	}
}
