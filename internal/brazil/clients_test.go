package brazil

import (
	"math/rand/v2"
	"testing"

	"balcao/internal/bcptest"
)

// A library of others judges taxpayers' numbers and access keys as we do: those of the
// vectors, and many made at random, whole and with one character changed.
func TestClientsJudgeAlike(t *testing.T) {
	t.Parallel()
	var file struct{ CPF, CNPJ, Phone, CEP []idVector }
	bcptest.Vectors(t, "pix/buyer_ids.json", &file)
	asked := map[string][]string{}
	for _, v := range file.CPF {
		asked["cpf"] = append(asked["cpf"], v.In)
	}
	for _, v := range file.CNPJ {
		asked["cnpj"] = append(asked["cnpj"], v.In)
	}
	for _, v := range file.Phone {
		if v.In != "+12025550123" { // it knows no other country's
			asked["phone"] = append(asked["phone"], v.In)
		}
	}
	const digits, letters = "0123456789", "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ"
	random := rand.New(rand.NewPCG(29, 7))
	some := func(alphabet string, n int) string {
		out := make([]byte, n)
		for i := range out {
			out[i] = alphabet[random.IntN(len(alphabet))]
		}
		return string(out)
	}
	for range 300 {
		cpf, cnpj := closed(some(digits, 9), 11, 2), closed(some(letters, 12), 8, 2)
		key := closed("35"+"2607"+closed(some(digits, 12), 8, 2)+"55"+"001"+some(digits, 9)+"1"+some(digits, 8), 8, 1)
		for kind, id := range map[string]string{"cpf": cpf, "cnpj": cnpj, "accessKey": key} {
			i := random.IntN(len(id))
			if kind == "accessKey" { // what stands before is judged by us alone: issuer and model
				i = 22 + random.IntN(len(id)-22)
			}
			asked[kind] = append(asked[kind], id, id[:i]+some(digits, 1)+id[i+1:])
		}
	}
	var judged map[string][]bool
	bcptest.JavaScript(t, "buyers.mjs", asked, &judged)
	for kind, ours := range map[string]func(string) (string, bool){
		"cpf": NormalizeCPF, "cnpj": NormalizeCNPJ, "phone": NormalizePhone, "accessKey": NormalizeAccessKey,
	} {
		if len(judged[kind]) != len(asked[kind]) || len(asked[kind]) < 8 {
			t.Fatalf("%s: %d of %d were judged", kind, len(judged[kind]), len(asked[kind]))
		}
		good := 0
		for i, id := range asked[kind] {
			_, ok := ours(id)
			if ok != judged[kind][i] {
				t.Errorf("%s %q: we say %v", kind, id, ok)
			}
			if ok {
				good++
			}
		}
		if bad := len(asked[kind]) - good; good < 4 || bad < 4 {
			t.Errorf("%s: %d are good, %d bad: of one sort there are too few", kind, good, bad)
		}
	}
}

// closed appends so many check digits.
func closed(id string, cycle, digits int) string {
	for range digits {
		id += string(checkDigit(id, cycle))
	}
	return id
}
