package money

import (
	"math"
	"math/rand/v2"
	"slices"
	"testing"
)

func TestAllocate(t *testing.T) {
	t.Parallel()
	tests := []struct {
		name    string
		total   Amount
		weights []Amount
		want    []Amount
	}{
		{"even", 300, []Amount{1, 1, 1}, []Amount{100, 100, 100}},
		{"first of equal remainders wins", 100, []Amount{1, 1, 1}, []Amount{34, 33, 33}},
		{"largest remainder wins", 10, []Amount{50, 26, 24}, []Amount{5, 3, 2}},
		{"later but larger remainder", 10, []Amount{14, 33, 53}, []Amount{2, 3, 5}},
		{"two equal remainders, two units", 5, []Amount{1, 1, 1}, []Amount{2, 2, 1}},
		{"zero weight gets nothing", 101, []Amount{0, 1, 1}, []Amount{0, 51, 50}},
		{"negative weight counts as zero", 10, []Amount{-5, 1}, []Amount{0, 10}},
		{"no positive weight", 5, []Amount{0, 0}, []Amount{3, 2}},
		{"discount", -100, []Amount{1, 1, 1}, []Amount{-34, -33, -33}},
		{"nothing to share", 0, []Amount{3, 4}, []Amount{0, 0}},
		{"nobody", 100, nil, nil},
		{"huge", MaxAmount, []Amount{MaxAmount, MaxAmount}, []Amount{1 << 52, 1<<52 - 1}},
		{"smallest int64", math.MinInt64, []Amount{1}, []Amount{math.MinInt64}},
	}
	for _, tt := range tests {
		if got := Allocate(tt.total, tt.weights); !slices.Equal(got, tt.want) {
			t.Errorf("%s: Allocate(%d, %v) = %v, want %v", tt.name, tt.total, tt.weights, got, tt.want)
		}
	}
}

func TestAllocateSumsExactlyAndFairly(t *testing.T) {
	t.Parallel()
	random := rand.New(rand.NewPCG(1, 2))
	for range 2000 {
		weights := make([]Amount, 1+random.IntN(12))
		var sum Amount
		for i := range weights {
			weights[i] = Amount(random.Int64N(1_000_000))
			sum += weights[i]
		}
		total := Amount(random.Int64N(2_000_001) - 1_000_000)
		var got Amount
		for i, share := range Allocate(total, weights) {
			got += share
			if gap := share*sum - total*weights[i]; sum > 0 && max(gap, -gap) >= sum {
				t.Fatalf("share %d of %d for %v is a unit or more from its exact part", i, total, weights)
			}
		}
		if got != total {
			t.Fatalf("shares of %d for %v sum to %d", total, weights, got)
		}
	}
}
