package brazil

import (
	"maps"
	"slices"
	"strconv"
	"strings"
	"testing"

	"balcao/internal/bcptest"
)

type idVector struct {
	In        string
	Norm      string
	E164      string
	UF        string
	UFClaimed string `json:"uf_claimed"`
	Valid     bool
	// Kind of a CNPJ is numeric or alphanumeric.
	Kind      string
	Why, Note string
}

// want is the normal form of a valid vector: the input itself unless the file says otherwise.
func (v idVector) want() string {
	switch {
	case !v.Valid:
		return ""
	case v.E164 != "":
		return v.E164
	case v.Norm != "":
		return v.Norm
	}
	return v.In
}

func TestBuyerVectors(t *testing.T) {
	t.Parallel()
	var file struct{ CPF, CNPJ, Phone, CEP []idVector }
	bcptest.Vectors(t, "pix/buyer_ids.json", &file)
	counts := [4]int{len(file.CPF), len(file.CNPJ), len(file.Phone), len(file.CEP)}
	if want := [4]int{14, 18, 9, 11}; counts != want {
		t.Fatalf("CPF, CNPJ, telephones, CEP: %v vectors, want %v", counts, want)
	}
	checkVectors(t, "NormalizeCPF", NormalizeCPF, file.CPF)
	checkVectors(t, "NormalizeCNPJ", NormalizeCNPJ, file.CNPJ)
	checkVectors(t, "NormalizePhone", NormalizePhone, file.Phone)
	checkVectors(t, "NormalizeCEP", NormalizeCEP, slices.DeleteFunc(slices.Clone(file.CEP), func(v idVector) bool {
		return v.UFClaimed != "" // a good CEP, wrong only beside the state claimed
	}))

	for _, v := range file.CNPJ {
		letters := strings.ContainsAny(v.want(), "ABCDEFGHIJKLMNOPQRSTUVWXYZ")
		if v.Kind != "" && letters != (v.Kind == "alphanumeric") {
			t.Errorf("%q became %q, which is not %s", v.In, v.want(), v.Kind)
		}
	}
	for _, v := range file.CEP {
		cep, ok := NormalizeCEP(v.In)
		uf, known := UFOfCEP(cep)
		if ok != known {
			t.Errorf("%q: normalised %v but in a state %v", v.In, ok, known)
		}
		if v.UF != "" && uf != v.UF {
			t.Errorf("UFOfCEP(%q) = %q, want %q", cep, uf, v.UF)
		}
		if v.UFClaimed != "" && uf == v.UFClaimed {
			t.Errorf("UFOfCEP(%q) = %q, must differ from the claim", cep, uf)
		}
	}
}

func checkVectors(t *testing.T, name string, normalize func(string) (string, bool), vectors []idVector) {
	t.Helper()
	for _, v := range vectors {
		if got, ok := normalize(v.In); got != v.want() || ok != v.Valid {
			t.Errorf("%s(%q) = %q, %v; want %q, %v (%s)", name, v.In, got, ok, v.want(), v.Valid, v.Why)
		}
	}
}

func TestStateVectors(t *testing.T) {
	t.Parallel()
	var file struct {
		AreaCodes []int `json:"area_codes"`
		UF        []struct {
			Code, Name string
			CEP3       [][2]int
			DDD        []int
		}
	}
	bcptest.Vectors(t, "pix/uf_cep_ddd.json", &file)
	if len(file.UF) != 27 || len(states) != 27 {
		t.Fatalf("27 units expected, file has %d, table %d", len(file.UF), len(states))
	}
	if len(file.AreaCodes) != 67 || len(areaCodes) != 67 {
		t.Fatalf("67 area codes expected, file has %d, table %d", len(file.AreaCodes), len(areaCodes))
	}

	byPrefix, used := map[int]string{}, map[int]bool{}
	for _, unit := range file.UF {
		for _, written := range []string{unit.Name, unit.Code, strings.ToLower(unit.Code), "BR-" + unit.Code} {
			if uf, ok := NormalizeUF(written); uf != unit.Code || !ok {
				t.Errorf("NormalizeUF(%q) = %q, %v", written, uf, ok)
			}
		}
		for _, code := range unit.DDD {
			used[code] = true
		}
		for _, r := range unit.CEP3 {
			for prefix := r[0]; prefix <= r[1]; prefix++ {
				byPrefix[prefix] = unit.Code
			}
		}
	}
	for prefix := range 1000 {
		cep := strconv.Itoa(1000 + prefix)[1:] + "00000"
		want, assigned := byPrefix[prefix]
		if uf, ok := UFOfCEP(cep); uf != want || ok != assigned {
			t.Errorf("UFOfCEP(%q) = %q, %v; want %q, %v", cep, uf, ok, want, assigned)
		}
	}
	if got := slices.Sorted(maps.Keys(used)); !slices.Equal(got, file.AreaCodes) {
		t.Errorf("the units use area codes %v, the list has %v", got, file.AreaCodes)
	}
	for code := range 100 {
		phone := "+55" + strconv.Itoa(100 + code)[1:] + "999990000"
		if _, ok := NormalizePhone(phone); ok != slices.Contains(file.AreaCodes, code) {
			t.Errorf("NormalizePhone(%q) valid = %v", phone, ok)
		}
	}
}
