package sample

import (
	"context"
	"strings"
	"time"

	"balcao/checkout"
)

// promotions are the shop's discount codes, in capitals. NATAL-20 is over.
var promotions = map[string]checkout.Promotion{
	"BEMVINDO10": {Code: "BEMVINDO10", Title: "Boas-vindas: 10% de desconto", Percent: 10},
	"PIX15":      {Code: "PIX15", Title: "15% de desconto no Pix", Percent: 15, PixOnly: true},
	"WELCOME5":   {Code: "WELCOME5", Title: "R$ 5,00 de desconto", Amount: 500},
	"NATAL-20": {
		Code: "NATAL-20", Title: "Natal: 20% de desconto", Percent: 20,
		EndsAt: time.Date(2025, time.December, 26, 3, 0, 0, 0, time.UTC),
	},
}

// Promotions knows the shop's discount codes.
type Promotions struct{}

// Promotion returns what a code gives; case and spaces around it do not matter. A code
// that is over is returned too, with its end.
func (Promotions) Promotion(_ context.Context, code string) (checkout.Promotion, bool) {
	p, ok := promotions[strings.ToUpper(strings.TrimSpace(code))]
	return p, ok
}
