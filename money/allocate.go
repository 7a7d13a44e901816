package money

import (
	"math/big"
	"slices"
)

// Allocate splits total in proportion to weights by the largest-remainder
// method: every share is rounded down, then the minor units left over go one
// each to the largest remainders, the first of equals winning. The shares sum
// to total exactly, and a weight of zero gets nothing.
//
// Weights below zero count as zero; when no weight is positive all count as
// equal. A negative total is split as its magnitude. Without weights there is
// nobody to give to and the result is nil.
func Allocate(total Amount, weights []Amount) []Amount {
	if len(weights) == 0 {
		return nil
	}
	parts, sum := positiveWeights(weights)
	amount := new(big.Int).SetUint64(magnitude(int64(total)))

	shares := make([]uint64, len(parts))
	remainders := make([]*big.Int, len(parts))
	left := magnitude(int64(total))
	for i, part := range parts {
		share := new(big.Int)
		share, remainders[i] = share.QuoRem(part.Mul(part, amount), sum, new(big.Int))
		shares[i] = share.Uint64()
		left -= shares[i]
	}
	for _, i := range byRemainder(remainders)[:left] {
		shares[i]++
	}
	return signed(shares, total < 0)
}

// positiveWeights returns the weights as counted, and their sum, which is above zero.
func positiveWeights(weights []Amount) (parts []*big.Int, sum *big.Int) {
	parts, sum = make([]*big.Int, len(weights)), new(big.Int)
	for i, weight := range weights {
		parts[i] = big.NewInt(int64(max(weight, 0)))
		sum.Add(sum, parts[i])
	}
	if sum.Sign() > 0 {
		return parts, sum
	}
	for i := range parts {
		parts[i].SetInt64(1)
	}
	return parts, sum.SetInt64(int64(len(parts)))
}

// byRemainder returns the positions in order of falling remainder. There are
// always more positive remainders than units left over, because each is
// smaller than the sum of the weights.
func byRemainder(remainders []*big.Int) []int {
	order := make([]int, len(remainders))
	for i := range order {
		order[i] = i
	}
	slices.SortStableFunc(order, func(a, b int) int { return remainders[b].Cmp(remainders[a]) })
	return order
}

func signed(shares []uint64, negative bool) []Amount {
	amounts := make([]Amount, len(shares))
	for i, share := range shares {
		amounts[i] = Amount(share)
		if negative {
			amounts[i] = -amounts[i]
		}
	}
	return amounts
}
