// Package money holds amounts as whole minor units (centavos for BRL) with
// checked arithmetic, exact rates, exact splitting and formatting for people.
//
// No value is ever a float. Magnitudes stay within ±(2^53−1), the integers
// every JSON reader keeps exact (RFC 8259 section 6).
package money

import (
	"errors"
	"math/bits"
)

// Amount is a number of minor units: 7980 is R$ 79,80.
type Amount int64

// Currency is an ISO 4217 code.
type Currency string

// BRL is the Brazilian real, the only currency of the shop. One real is 100 minor units.
const BRL Currency = "BRL"

// MaxAmount is the largest magnitude an Amount may have.
const MaxAmount Amount = 1<<53 - 1

var (
	// ErrOverflow says that an operand or the result is beyond ±MaxAmount.
	ErrOverflow = errors.New("money: amount out of range")
	// ErrRate says that a rate has a denominator below one.
	ErrRate = errors.New("money: rate needs a positive denominator")
)

// Add returns a+b.
func Add(a, b Amount) (Amount, error) {
	if !a.inRange() || !b.inRange() {
		return 0, ErrOverflow
	}
	return checked(a + b)
}

// Mul returns a·n, such as a unit price times a quantity.
func Mul(a Amount, n int64) (Amount, error) {
	return Rate(a, n, 1)
}

// Rate returns a·num/den rounded to the nearest minor unit, halves away from
// zero, so that a refund mirrors its charge: Rate(−a) = −Rate(a). Ten percent
// is Rate(a, 10, 100); the product cannot overflow on the way.
func Rate(a Amount, num, den int64) (Amount, error) {
	if den < 1 {
		return 0, ErrRate
	}
	if !a.inRange() {
		return 0, ErrOverflow
	}
	divisor := uint64(den)
	high, low := bits.Mul64(magnitude(int64(a)), magnitude(num))
	if high >= divisor {
		return 0, ErrOverflow
	}
	quotient, rest := bits.Div64(high, low, divisor)
	if quotient > uint64(MaxAmount) {
		return 0, ErrOverflow
	}
	if rest >= divisor-rest {
		quotient++
	}
	if (a < 0) != (num < 0) {
		return checked(-Amount(quotient))
	}
	return checked(Amount(quotient))
}

func (a Amount) inRange() bool { return -MaxAmount <= a && a <= MaxAmount }

func checked(a Amount) (Amount, error) {
	if !a.inRange() {
		return 0, ErrOverflow
	}
	return a, nil
}

// magnitude is |n| without the overflow of −n at the smallest int64.
func magnitude(n int64) uint64 {
	if n < 0 {
		return -uint64(n)
	}
	return uint64(n)
}
