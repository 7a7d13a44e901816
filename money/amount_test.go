package money

import (
	"errors"
	"math"
	"testing"
)

func TestAdd(t *testing.T) {
	t.Parallel()
	tests := []struct {
		a, b, want Amount
		err        error
	}{
		{7980, 20, 8000, nil},
		{100, -250, -150, nil},
		{MaxAmount - 1, 1, MaxAmount, nil},
		{MaxAmount, 1, 0, ErrOverflow},
		{-MaxAmount, -1, 0, ErrOverflow},
		{math.MaxInt64, math.MinInt64, 0, ErrOverflow},
		{0, MaxAmount + 1, 0, ErrOverflow},
	}
	for _, tt := range tests {
		got, err := Add(tt.a, tt.b)
		if got != tt.want || !errors.Is(err, tt.err) {
			t.Errorf("Add(%d, %d) = %d, %v; want %d, %v", tt.a, tt.b, got, err, tt.want, tt.err)
		}
	}
}

func TestMul(t *testing.T) {
	t.Parallel()
	tests := []struct {
		a    Amount
		n    int64
		want Amount
		err  error
	}{
		{5990, 3, 17970, nil},
		{5990, 0, 0, nil},
		{5990, -1, -5990, nil},
		{-5990, -2, 11980, nil},
		{MaxAmount, 1, MaxAmount, nil},
		{MaxAmount, -1, -MaxAmount, nil},
		{MaxAmount, 2, 0, ErrOverflow},
		{1 << 32, 1 << 32, 0, ErrOverflow},
		{1, math.MinInt64, 0, ErrOverflow},
		{MaxAmount + 1, 0, 0, ErrOverflow},
	}
	for _, tt := range tests {
		got, err := Mul(tt.a, tt.n)
		if got != tt.want || !errors.Is(err, tt.err) {
			t.Errorf("Mul(%d, %d) = %d, %v; want %d, %v", tt.a, tt.n, got, err, tt.want, tt.err)
		}
	}
}

func TestRate(t *testing.T) {
	t.Parallel()
	tests := []struct {
		name     string
		a        Amount
		num, den int64
		want     Amount
		err      error
	}{
		{"ten percent", 5990, 10, 100, 599, nil},
		{"below half goes down", 1049, 10, 1000, 10, nil},
		{"half goes up", 1050, 10, 1000, 11, nil},
		{"half of an odd divisor", 1, 3, 7, 0, nil},
		{"more than half of an odd divisor", 1, 4, 7, 1, nil},
		{"refund mirrors charge", -1050, 10, 1000, -11, nil},
		{"negative rate", 1050, -10, 1000, -11, nil},
		{"both negative", -1050, -10, 1000, 11, nil},
		{"zero", 0, -7, 3, 0, nil},
		{"product wider than 64 bits", MaxAmount, math.MaxInt64, math.MaxInt64, MaxAmount, nil},
		{"smallest numerator", 2, math.MinInt64, math.MaxInt64, -2, nil},
		{"rounds over the limit", MaxAmount, 2*int64(MaxAmount) + 1, 2 * int64(MaxAmount), 0, ErrOverflow},
		{"quotient over the limit", MaxAmount, 2, 1, 0, ErrOverflow},
		{"quotient over 64 bits", MaxAmount, math.MaxInt64, 1, 0, ErrOverflow},
		{"amount over the limit", MaxAmount + 1, 1, 2, 0, ErrOverflow},
		{"no denominator", 1, 1, 0, 0, ErrRate},
		{"negative denominator", 1, 1, -1, 0, ErrRate},
	}
	for _, tt := range tests {
		got, err := Rate(tt.a, tt.num, tt.den)
		if got != tt.want || !errors.Is(err, tt.err) {
			t.Errorf("%s: Rate(%d, %d, %d) = %d, %v; want %d, %v",
				tt.name, tt.a, tt.num, tt.den, got, err, tt.want, tt.err)
		}
	}
}
