package sample

import (
	"balcao/internal/brazil"
)

// Identity says who sells.
type Identity struct {
	// ID is how the shop calls itself towards machines.
	ID        string
	Name      string
	LegalName string
	// CNPJ is 14 characters without punctuation.
	CNPJ    string
	Address brazil.Address
	// PixKey receives payments. PixCity is the city as a BR Code carries it: capitals
	// without accents, 15 at most.
	PixKey, PixCity string
}

// ShopIdentity is who sells in the sample shop.
func ShopIdentity() Identity {
	return Identity{
		ID:        "balcao-demo",
		Name:      "Balcão Demonstração",
		LegalName: "Balcão Demonstração Comércio Ltda",
		CNPJ:      "99887766000105",
		Address: brazil.Address{
			Street:     "Rua do Balcão, 100",
			Locality:   "São Paulo",
			Region:     "SP",
			PostalCode: "01310100",
			Country:    "BR",
		},
		PixKey:  "pix@balcao.example",
		PixCity: "SAO PAULO",
	}
}
