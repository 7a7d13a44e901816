package tariff

import (
	"context"
	"fmt"
	"strings"

	"balcao/checkout"
	"balcao/money"
)

const (
	maxCodes   = 10_000
	maxCodeLen = 64
)

// Codes are a shop's discount codes.
type Codes map[string]checkout.Promotion

// NewCodes checks the codes. Case does not tell two of them apart.
func NewCodes(list []checkout.Promotion) (Codes, error) {
	if len(list) > maxCodes {
		return nil, fmt.Errorf("coupons: %d, at most %d", len(list), maxCodes)
	}
	out := Codes{}
	for i, p := range list {
		fail := func(why string, args ...any) (Codes, error) {
			return nil, fmt.Errorf("coupons: %d (%q): %s", i+1, p.Code, fmt.Sprintf(why, args...))
		}
		p.Code = strings.ToUpper(strings.TrimSpace(p.Code))
		_, twice := out[p.Code]
		switch {
		case p.Code == "" || len(p.Code) > maxCodeLen || strings.ContainsAny(p.Code, " \t\r\n"):
			return fail("a code is 1 to %d characters without spaces", maxCodeLen)
		case twice:
			return fail("is there twice")
		case p.Title == "":
			return fail("there is no title")
		case (p.Percent == 0) == (p.Amount == 0):
			return fail("it needs a percentage or an amount, one of them")
		case p.Percent < 0 || p.Percent > 100:
			return fail("%d per cent; 1 to 100", p.Percent)
		case p.Amount < 0 || p.Amount > money.MaxAmount:
			return fail("the amount %d is out of range", p.Amount)
		}
		out[p.Code] = p
	}
	return out, nil
}

// Promotion implements checkout.Promotions: case and spaces around a code do not matter. A code
// that is over is returned too, with its end.
func (c Codes) Promotion(_ context.Context, code string) (checkout.Promotion, bool) {
	p, ok := c[strings.ToUpper(strings.TrimSpace(code))]
	return p, ok
}
