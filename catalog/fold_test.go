package catalog

import (
	"slices"
	"testing"
	"unicode/utf8"
)

func TestFold(t *testing.T) {
	t.Parallel()
	for text, want := range map[string]string{
		"Camiseta BÁSICA":                 "camiseta basica",
		"pa\u0303o de ac\u0327u\u0301car": "pao de acucar", // decomposed
		"São\u200b Paulo\u00ad":           "sao paulo",     // invisible characters
		"ﬁltro nº 5":                      "filtro no 5",
		"NIÑO":                            "nino",
	} {
		if got := Fold(text); got != want {
			t.Errorf("Fold(%q) = %q, want %q", text, got, want)
		}
	}
}

func TestTokens(t *testing.T) {
	t.Parallel()
	tests := []struct {
		text string
		want []string
	}{
		{"Procuro uma camiseta vermelha, tamanho M.", []string{"procuro", "uma", "camiseta", "vermelha", "tamanho", "m"}},
		{"128 GB", []string{"128gb"}},
		{"128gb", []string{"128gb"}},
		{"128 gigas", []string{"128gb"}},
		{"1 tera", []string{"1tb"}},
		{"10.000 mAh", []string{"10000mah"}},
		{"10000mah", []string{"10000mah"}},
		{"10 mil mAh", []string{"10000mah"}},
		{"até 2 mil reais", []string{"ate", "2000", "reais"}},
		{"tela de 6,3 polegadas", []string{"tela", "de", "6.3pol"}},
		{"HDMI 2.1 2 m", []string{"hdmi", "2.1", "2m"}},
		{"1,50 L", []string{"1.5l"}},
		{"1.234,50", []string{"1234.5"}},
		{"0.500 kg", []string{"0.5kg"}},
		{"35/36", []string{"35", "36"}},
		{"WH-1000XM5", []string{"wh", "1000xm5"}},
		{"men's shirt", []string{"men", "shirt"}},
		{"prova d'água", []string{"prova", "agua"}},
		{"I'm fine, don’t", []string{"i", "fine", "don"}},
		{"vitamina D", []string{"vitamina", "d"}},
		{"tamanho S", []string{"tamanho", "s"}},
		{"?! … 👟", nil},
		{"", nil},
	}
	for _, test := range tests {
		if got := tokens(test.text); !slices.Equal(got, test.want) {
			t.Errorf("Tokens(%q) = %q, want %q", test.text, got, test.want)
		}
	}
}

func TestTermMakesFormsAgree(t *testing.T) {
	t.Parallel()
	for _, forms := range [][]string{
		{"camiseta", "camisetas", "tshirt", "shirts", "remeras"},
		{"vermelho", "vermelha", "vermelhos", "vermelhas", "red", "rojo", "roja", "rojas"},
		{"azul", "azuis", "azules", "blue"},
		{"marrom", "marrons", "marrones", "brown"},
		{"roxo", "roxa", "roxas", "purple"},
		{"botao", "botoes"},
		{"papel", "papeis"},
		{"colar", "colares"},
		{"base", "bases"},
		{"luz", "luzes"},
		{"battery", "batteries"},
		{"watch", "watches", "relogio", "reloj"},
		{"dress", "dresses"},
		{"shoe", "shoes", "sapatos", "zapato"},
		{"tenis", "sneakers", "zapatillas"},
		{"celular", "celulares", "phones", "smartphone"},
		{"cor", "cores", "colour", "color"},
	} {
		for _, form := range forms[1:] {
			if term(form) != term(forms[0]) {
				t.Errorf("%s is %q, %s is %q", forms[0], term(forms[0]), form, term(form))
			}
		}
	}
}

func TestTermKeepsWordsApart(t *testing.T) {
	t.Parallel()
	for _, words := range [][2]string{
		{"bota", "botao"}, {"bolo", "bola"}, {"copo", "copa"}, {"caixa", "caixao"},
		{"fone", "telefone"}, {"book", "notebook"}, {"s25", "s26"}, {"casa", "case"}, {"rede", "red"}, {"redes", "vermelhos"},
	} {
		if term(words[0]) == term(words[1]) {
			t.Errorf("%s and %s are both %q", words[0], words[1], term(words[0]))
		}
	}
}

func TestOneEdit(t *testing.T) {
	t.Parallel()
	tests := []struct {
		a, b string
		want bool
	}{
		{"camiseta", "camiseta", true},
		{"camizeta", "camiseta", true},
		{"camista", "camiseta", true},
		{"camisseta", "camiseta", true},
		{"caimseta", "camiseta", true},
		{"camisetb", "camiseta", true},
		{"amiseta", "camiseta", true},
		{"camizetta", "camiseta", false},
		{"simaceta", "camiseta", false},
		{"ab", "ba", true},
		{"abc", "cba", false},
		{"", "a", true},
		{"", "ab", false},
	}
	for _, test := range tests {
		if oneEdit(test.a, test.b) != test.want || oneEdit(test.b, test.a) != test.want {
			t.Errorf("oneEdit(%q, %q) is not %v both ways", test.a, test.b, test.want)
		}
	}
}

func FuzzTokens(f *testing.F) {
	for _, text := range []string{"10.000 mAh", "1,,2", "6,3\"", "a\xffb", "0.0.0", "ﬁ½²", "1 mil mil m"} {
		f.Add(text)
	}
	f.Fuzz(func(t *testing.T, text string) {
		for _, token := range tokens(text) {
			if token == "" || !utf8.ValidString(token) {
				t.Errorf("token %q of %q", token, text)
			}
			term(token)
			for deletion := range deletions(token) {
				if !oneEdit(token, deletion) {
					t.Errorf("%q is more than one edit from %q", deletion, token)
				}
			}
		}
		compounds(text)
	})
}

// What leads to two words would lead to either, as it happens.
func TestSynonymsAreOfOneWord(t *testing.T) {
	t.Parallel()
	of := map[string]string{}
	for word, canonical := range spellings(synonymLines) {
		s, c := stem(word), stem(canonical)
		if other, twice := of[s]; twice && other != c {
			t.Errorf("%q leads to %q and to %q", word, c, other)
		}
		of[s] = c
		if next, chained := synonyms[c]; chained && next != c {
			t.Errorf("%q leads to %q, which leads to %q", word, c, next)
		}
	}
}
