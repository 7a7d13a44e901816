package brazil

import "testing"

func TestNormalizeUF(t *testing.T) {
	t.Parallel()
	checkCases(t, "NormalizeUF", NormalizeUF, []normalizeCase{
		{"SP", "SP"},
		{" sp ", "SP"},
		{"BR-SP", "SP"},
		{"br-rj", "RJ"},
		{"São Paulo", "SP"},
		{"SAO  PAULO", "SP"},
		{"sa\u0303o paulo", "SP"}, // decomposed already
		{"ESPÍRITO SANTO", "ES"},
		{"mato grosso", "MT"},
		{"Mato Grosso do Sul", "MS"},
		{"distrito federal", "DF"},
		{"XX", ""},
		{"BR-XX", ""},
		{"US-PA", ""},
		{"BR-São Paulo", ""},
		{"São", ""},
		{"", ""},
	})
}

func TestRegion(t *testing.T) {
	t.Parallel()
	members := map[RegionName][]string{
		Norte:       {"AC", "AM", "AP", "PA", "RO", "RR", "TO"},
		Nordeste:    {"AL", "BA", "CE", "MA", "PB", "PE", "PI", "RN", "SE"},
		CentroOeste: {"DF", "GO", "MS", "MT"},
		Sudeste:     {"ES", "MG", "RJ", "SP"},
		Sul:         {"PR", "RS", "SC"},
		"":          {"XX", "sp", ""},
	}
	for want, codes := range members {
		for _, uf := range codes {
			if got := Region(uf); got != want {
				t.Errorf("Region(%q) = %q, want %q", uf, got, want)
			}
		}
	}
}
