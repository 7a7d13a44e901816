package feed

import (
	"errors"
	"strings"
	"testing"
)

// A row belongs to the product that it names, and to none that has no name either.
func TestWooParents(t *testing.T) {
	t.Parallel()
	const head = "ID,Type,SKU,Name,Regular price,Parent,Attribute 1 name,Attribute 1 value(s)\n"
	for name, tt := range map[string]struct{ rows, want string }{
		"by SKU":                   {"1,variable,CAM,Camiseta,,,Cor,\"Azul, Preto\"\n2,variation,,Camiseta,10,CAM,Cor,Azul\n", ""},
		"by number, without a SKU": {"1,variable,,Camiseta,,,Cor,\"Azul, Preto\"\n2,variation,,Camiseta,10,id:1,Cor,Azul\n", ""},
		"no parent is not one without a SKU": {
			"1,variable,,Camiseta,,,Cor,Azul\n2,variation,,Camiseta,10,id:1,Cor,Azul\n3,variation,,Outra,20,,Cor,Preto\n",
			`line 4: "3": the parent "" has no row before this one`,
		},
		"no id: is not one without a number": {
			",variable,CAM,Camiseta,,,Cor,Azul\n2,variation,,Camiseta,10,CAM,Cor,Azul\n3,variation,,Outra,20,id:,Cor,Preto\n",
			`line 4: "3": the parent "id:" has no row before this one`,
		},
		"products without any name are not one": {
			",simple,,Caneca,10,,,\n,simple,,Prato,20,,,\n", `line 2: "Caneca": there is neither an ID nor a SKU`,
		},
	} {
		f, err := Read(strings.NewReader(head+tt.rows), "x.csv", WooCommerce)
		var report *Report
		switch {
		case tt.want == "":
			if err != nil || len(f.Products) != 1 || len(f.Products[0].Variants) != 1 {
				t.Errorf("%s: %+v, %v", name, f, err)
			}
		case !errors.As(err, &report) || report.Problems[0].String() != tt.want:
			t.Errorf("%s: %v, want %s", name, err, tt.want)
		}
	}
}
