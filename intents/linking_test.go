package intents

import (
	"slices"
	"strings"
	"testing"

	"balcao/catalog"
)

func TestTyposFindTheFewestSlips(t *testing.T) {
	t.Parallel()
	terms := map[string]int32{}
	for i, w := range []string{"foc", "foco", "teclad", "ultrabost", "revolution", "camiset", "galaxi", "#goods", "s25", "havaian"} {
		terms[w] = int32(i)
	}
	typos := newTypos(terms)
	tests := map[string]string{
		"foko":        "foco",   // sounds the same
		"poco":        "",       // a short word must begin as it sounds
		"teclda":      "teclad", // swapped
		"camizet":     "camiset",
		"revoluton":   "revolution",
		"rvoluton":    "revolution", // two slips in a long word
		"ultraboost":  "ultrabost",
		"avaian":      "havaian", // h is silent
		"s26":         "",        // never a number
		"xylophone":   "",
		"tec":         "",
		"gooods":      "",
		"galaxyesque": "",
	}
	for word, want := range tests {
		got := ""
		if near := typos.near(word, -1); len(near) > 0 {
			for text, id := range terms {
				if id == near[0].term {
					got = text
				}
			}
		}
		if got != want {
			t.Errorf("near(%q) = %q, want %q", word, got, want)
		}
	}
}

// Deletions find exactly what going through all terms would find.
func TestTyposMissNothing(t *testing.T) {
	t.Parallel()
	terms := map[string]int32{}
	for _, a := range warehouse(300) {
		for _, w := range strings.Fields(a.Title) {
			if text := form(fold(w)); len(text) >= oneTypoFrom && !hasDigit(text) {
				if _, known := terms[text]; !known {
					terms[text] = int32(len(terms))
				}
			}
		}
	}
	typos := newTypos(terms)
	for text := range terms {
		for _, word := range []string{text[:1] + text[2:], text[:2] + "x" + text[2:], text[:1] + text[2:3] + text[1:2] + text[3:]} {
			sound := soundKey(word)
			for other, id := range terms {
				n := distance(sound, soundKey(other), allowed(sound))
				short := len(sound) < twoTyposFrom && soundKey(other)[0] != sound[0]
				want := n <= allowed(sound) && !short && len(word) >= oneTypoFrom-1
				if n == 2 && allowed(soundKey(other)) == 1 {
					continue // a long word with two slips of a short one: either will do
				}
				if got := slices.Contains(typos.near(word, -1), likeness{id, n}); got != want {
					t.Fatalf("%q and %q, %d slips: found is %v", word, other, n, got)
				}
			}
		}
		if len(terms) > 150 {
			delete(terms, text)
		}
	}
}

func TestContrasts(t *testing.T) {
	t.Parallel()
	tests := map[string]string{
		"o s25, não o ultra":             "o s25 , / o ultra",
		"o pixel sem ser o pro nem o xl": "o pixel / o pro / o xl",
		"o pixel, não o pro, o 10":       "o pixel , , o 10 / o pro",
		"the s25 but not the ultra":      "the s25 / the ultra",
		"el s25, no el ultra":            "el s25 , / ultra",
		"fone sem fio":                   "fone sem fio",
		"um pixel no carrinho":           "um pixel no carrinho",
		"não o ultra":                    " / o ultra",
		"um que não seja preto":          "um / preto",
	}
	for text, want := range tests {
		wanted, unwanted := contrasts(tokenize(fold(text)))
		got := spoken(wanted)
		for _, part := range unwanted {
			got += " / " + spoken(part)
		}
		if got != want {
			t.Errorf("%q: %q, want %q", text, got, want)
		}
	}
}

func spoken(tokens []token) string {
	var out []string
	for _, t := range tokens {
		out = append(out, t.word)
	}
	return strings.Join(out, " ")
}

func TestSpacing(t *testing.T) {
	t.Parallel()
	x := NewIndex([]*catalog.Product{
		product("A", "Air fryer Zeta 5 L", "fritadeira", 1), product("B", "Cabo USB-C 2 m", "cabo", 1), product("C", "Galaxy S25", "celular", 1),
		product("D", "Pixel 10 Pro", "celular", 1), product("E", "Fone WH-1000XM5", "fone", 1), product("F", "Powerbank 10.000 mAh", "bateria", 1),
	})
	tests := map[string]string{
		"airfryer zeta":    "airfryer zeta", // a name of goods in both forms
		"cabo usbc":        "cabo usb c",
		"galaxy s 25":      "galaxy s25",
		"pixel10":          "pixel 10",
		"pixel10pro":       "pixel 10 pro",
		"wh1000xm5":        "wh 1000xm5",
		"power bank":       "powerbank",
		"10 mil":           "10000",
		"quero 2 cabos":    "quero 2 cabos",
		"pixel 10 pro":     "pixel 10 pro",
		"uma coisa bonita": "uma coisa bonita",
		"fone wh 1000xm5":  "fone wh 1000xm5",
	}
	for text, want := range tests {
		if got := spoken(x.respaced(tokenize(text))); got != want {
			t.Errorf("%q: %q, want %q", text, got, want)
		}
	}
}

func TestPartsOfModelNumbers(t *testing.T) {
	t.Parallel()
	tests := map[string]string{"1000xm5": "xm5", "520bt": "520", "s25": "25", "256gb": "256", "10": "", "k380": "380", "mx3s": "mx3 3s 3"}
	for word, want := range tests {
		if got := strings.Join(partsOf(word), " "); got != want {
			t.Errorf("partsOf(%q) = %q, want %q", word, got, want)
		}
	}
}

func TestSameSize(t *testing.T) {
	t.Parallel()
	tests := map[string]string{"1kg": "1000g", "500ml": "0,5l", "2m": "200cm", "1tb": "1000gb 1024gb", "65w": "", "pro": "", "0,5l": "500ml"}
	for word, want := range tests {
		if got := strings.Join(sameSize(word), " "); got != want {
			t.Errorf("sameSize(%q) = %q, want %q", word, got, want)
		}
	}
}

func TestHeadOfAPhrase(t *testing.T) {
	t.Parallel()
	x := NewIndex(evaluationProducts(t))
	tests := map[string]string{
		"phone charger":          "charger",
		"capinha celular":        "capinha",
		"coffee filter":          "coffee", // the glossary has it as one name
		"cabo para celular":      "cabo",
		"filtro de café":         "filtro",
		"pixel 10":               "",
		"para o meu celular":     "",
		"celular com carregador": "celular",
	}
	for text, want := range tests {
		got := ""
		for _, term := range x.phraseTerms(tokenize(fold(text))) {
			if term.head {
				got = term.word
			}
		}
		if got != want {
			t.Errorf("%q: %q, want %q", text, got, want)
		}
	}
}

func TestIDsAndSKUsAreFound(t *testing.T) {
	t.Parallel()
	shirt := inSizes(product("SHIRT", "Camiseta", "camiseta", 1), "Preto", "P M")
	shirt.Variants[1].SKU = "sku-9"
	other := product("OTHER", "Calça", "calça", 1)
	other.Variants[0].SKU = "SHIRT" // an id counts before a SKU
	x := NewIndex([]*catalog.Product{shirt, other})
	tests := map[string]string{"shirt": "SHIRT", "SHIRT-PRETO-M": "SHIRT/SHIRT-PRETO-M", "SKU-9": "SHIRT/SHIRT-PRETO-M", "other": "OTHER", "none": ""}
	for text, want := range tests {
		offer, ok := x.offer(text)
		got := ""
		if ok {
			got = string(offer.Product.ID)
			if offer.Variant != nil {
				got += "/" + string(offer.Variant.ID)
			}
		}
		if got != want {
			t.Errorf("offer(%q) = %q, want %q", text, got, want)
		}
	}
}

// The lists can be read by whoever edits them, and by nobody else's rules.
func TestListsOfWords(t *testing.T) {
	t.Parallel()
	for name, list := range map[string]string{"goods": goodsList, "traits": traitsList} {
		for line := range dataLines(list) {
			line, _, _ := strings.Cut(line, "| =")
			columns := strings.Split(line, "|")
			if len(columns) != 3 {
				t.Errorf("%s: %q has %d languages, want three", name, line, len(columns))
			}
			for _, said := range strings.Split(strings.Join(columns, ","), ",") {
				said = strings.TrimSuffix(strings.TrimSpace(said), "~")
				if said == "" || said != strings.ToLower(said) || strings.Contains(said, "  ") {
					t.Errorf("%s: %q has the name %q", name, line, said)
				}
			}
		}
	}
	for line := range dataLines(noiseList) {
		for _, word := range strings.Fields(line) {
			if text := form(fold(word)); concepts().goods(text) && !noiseAnyway[text] {
				t.Errorf("%q is noise and a kind of goods", word)
			}
		}
	}
	for first, list := range concepts().names {
		for _, n := range list {
			if n.words[0] != first || n.spoken == 0 {
				t.Errorf("name %q under %q", n.words, first)
			}
		}
	}
}

// noiseAnyway are kinds of goods that are above all something else.
var noiseAnyway = listed("te cesta pote never manda")

// Whatever is said in whatever order, linking answers, and with products of the catalogue.
func FuzzLink(f *testing.F) {
	x := NewIndex(shelf())
	for _, text := range []string{"o foco 7 pro, não o xl", "foco7pro para pro", "10 mil + s25+", "não", "# p/ m", "capinha de capinha para capa que", "meio metro de um quilo"} {
		f.Add(text)
	}
	f.Fuzz(func(t *testing.T, text string) {
		if tooLong(text) {
			return
		}
		tokens := glueUnits(x.nouns(x.spell(tokenize(clean(text)))))
		l := x.link(tokens, nil)
		if l.explained < 0 || l.explained > 1 {
			t.Errorf("%q is explained by %v", text, l.explained)
		}
		for _, p := range l.products {
			if x.product(p.ID) != p {
				t.Errorf("%q gives a product of no catalogue", text)
			}
		}
		x.nearest(l.terms, 12)
		x.remaining(tokens, products("PHONE-7", "PHONE-7-PRO", "NONE"))
		x.compared(tokens, products("CABLE-1M", "CABLE-2M"))
	})
}
