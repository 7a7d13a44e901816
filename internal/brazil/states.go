package brazil

import (
	"strings"
	"unicode"

	"golang.org/x/text/unicode/norm"
)

// RegionName is one of the five macro regions of the country (IBGE); freight
// tables are often written by region.
type RegionName string

// The five macro regions.
const (
	Norte       RegionName = "Norte"
	Nordeste    RegionName = "Nordeste"
	CentroOeste RegionName = "Centro-Oeste"
	Sudeste     RegionName = "Sudeste"
	Sul         RegionName = "Sul"
)

// prefixRange is a range of the first three digits of a CEP, both ends included.
type prefixRange struct{ first, last int }

type state struct {
	code   string
	name   string
	region RegionName
	ceps   []prefixRange
}

// states are the 26 states and the Federal District, with the CEP ranges of Correios.
var states = []state{
	{"AC", "Acre", Norte, []prefixRange{{699, 699}}},
	{"AL", "Alagoas", Nordeste, []prefixRange{{570, 579}}},
	{"AP", "Amapá", Norte, []prefixRange{{689, 689}}},
	{"AM", "Amazonas", Norte, []prefixRange{{690, 692}, {694, 698}}},
	{"BA", "Bahia", Nordeste, []prefixRange{{400, 489}}},
	{"CE", "Ceará", Nordeste, []prefixRange{{600, 639}}},
	{"DF", "Distrito Federal", CentroOeste, []prefixRange{{700, 727}, {730, 736}}},
	{"ES", "Espírito Santo", Sudeste, []prefixRange{{290, 299}}},
	{"GO", "Goiás", CentroOeste, []prefixRange{{728, 729}, {737, 767}}},
	{"MA", "Maranhão", Nordeste, []prefixRange{{650, 659}}},
	{"MT", "Mato Grosso", CentroOeste, []prefixRange{{780, 788}}},
	{"MS", "Mato Grosso do Sul", CentroOeste, []prefixRange{{790, 799}}},
	{"MG", "Minas Gerais", Sudeste, []prefixRange{{300, 399}}},
	{"PA", "Pará", Norte, []prefixRange{{660, 688}}},
	{"PB", "Paraíba", Nordeste, []prefixRange{{580, 589}}},
	{"PR", "Paraná", Sul, []prefixRange{{800, 879}}},
	{"PE", "Pernambuco", Nordeste, []prefixRange{{500, 569}}},
	{"PI", "Piauí", Nordeste, []prefixRange{{640, 649}}},
	{"RJ", "Rio de Janeiro", Sudeste, []prefixRange{{200, 289}}},
	{"RN", "Rio Grande do Norte", Nordeste, []prefixRange{{590, 599}}},
	{"RS", "Rio Grande do Sul", Sul, []prefixRange{{900, 999}}},
	{"RO", "Rondônia", Norte, []prefixRange{{768, 769}}},
	{"RR", "Roraima", Norte, []prefixRange{{693, 693}}},
	{"SC", "Santa Catarina", Sul, []prefixRange{{880, 899}}},
	{"SP", "São Paulo", Sudeste, []prefixRange{{10, 199}}},
	{"SE", "Sergipe", Nordeste, []prefixRange{{490, 499}}},
	{"TO", "Tocantins", Norte, []prefixRange{{770, 779}}},
}

// NormalizeUF returns the two-letter code of a federative unit written as a
// code ("sp"), as ISO 3166-2 ("BR-SP") or as its name, with or without accents
// and in any case ("sao paulo"). Spaces around and between words do not matter.
func NormalizeUF(text string) (uf string, ok bool) {
	switch len(text) {
	case 0:
		return "", false
	case 2: // the usual case, and a hot one
		for _, s := range states {
			if strings.EqualFold(text, s.code) {
				return s.code, true
			}
		}
		return "", false
	}
	plain := plainText(text)
	code := strings.TrimPrefix(plain, "br-")
	for _, s := range states {
		if code == strings.ToLower(s.code) || plain == plainText(s.name) {
			return s.code, true
		}
	}
	return "", false
}

// Region returns the macro region of a two-letter state code as NormalizeUF
// gives it, or "" when there is no such state.
func Region(uf string) RegionName {
	for _, s := range states {
		if s.code == uf {
			return s.region
		}
	}
	return ""
}

// plainText drops accents (NFD without marks), lowers the case and leaves one
// space between words.
func plainText(text string) string {
	letters := strings.Map(func(r rune) rune {
		if unicode.Is(unicode.Mn, r) {
			return -1
		}
		return unicode.ToLower(r)
	}, norm.NFD.String(text))
	return strings.Join(strings.Fields(letters), " ")
}
