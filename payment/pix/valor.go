package pix

import (
	"errors"
	"fmt"
	"regexp"
	"strconv"
	"strings"

	"balcao/money"
)

// ErrValor says that a text or an amount is no value of the Pix API.
var ErrValor = errors.New("pix: not a Pix amount")

// maxValor is R$ 9.999.999.999,99, the most ten digits of reais can say.
const maxValor money.Amount = 999_999_999_999

var valorPattern = regexp.MustCompile(`^[0-9]{1,10}\.[0-9]{2}$`)

// FormatValor writes minor units as the Pix API does: reais, a point, two
// decimals, no grouping ("1234.56"). Zero, negative and larger amounts than ten
// digits of reais give ErrValor.
func FormatValor(amount money.Amount) (string, error) {
	if amount < 1 || amount > maxValor {
		return "", fmt.Errorf("%w: %d minor units", ErrValor, amount)
	}
	return fmt.Sprintf("%d.%02d", amount/100, amount%100), nil
}

// ParseValor reads an amount of the Pix API into minor units. Only the API's own
// form is taken; anything else, and zero, gives ErrValor.
func ParseValor(text string) (money.Amount, error) {
	if !valorPattern.MatchString(text) {
		return 0, fmt.Errorf("%w: %q", ErrValor, text)
	}
	minor, err := strconv.ParseInt(strings.Replace(text, ".", "", 1), 10, 64)
	if err != nil || minor == 0 {
		return 0, fmt.Errorf("%w: %q", ErrValor, text)
	}
	return money.Amount(minor), nil
}
