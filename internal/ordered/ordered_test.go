package ordered

import (
	"math/rand/v2"
	"slices"
	"testing"
)

// The lists come out as a set has them, however many there are, and none of them is changed.
func TestUnionAndDifference(t *testing.T) {
	t.Parallel()
	r := rand.New(rand.NewPCG(1, 2))
	for range 500 {
		lists := make([][]int32, r.IntN(9))
		in := map[int32]int{}
		for i := range lists {
			for n := int32(0); n < 30; n++ {
				if r.IntN(4) == 0 {
					lists[i] = append(lists[i], n)
					in[n]++
				}
			}
		}
		var before [][]int32
		for _, list := range lists {
			before = append(before, slices.Clone(list))
		}
		var want []int32
		for n := int32(0); n < 30; n++ {
			if in[n] > 0 {
				want = append(want, n)
			}
		}
		all := Union(lists...)
		if !slices.Equal(all, want) {
			t.Fatalf("Union(%v) = %v", lists, all)
		}
		if len(lists) > 0 {
			want = slices.DeleteFunc(want, func(n int32) bool { return slices.Contains(lists[0], n) })
			if rest := Difference(all, lists[0]); !slices.Equal(rest, want) {
				t.Fatalf("Difference(%v, %v) = %v", all, lists[0], rest)
			}
		}
		if !slices.EqualFunc(lists, before, slices.Equal) {
			t.Fatalf("the lists were changed: %v, they were %v", lists, before)
		}
	}
}

// Many lists cost little more than one of their length: merged one after the other they would
// be copied by the square of their number.
func TestUnionOfMany(t *testing.T) {
	const lists, least = 50_000, 16 // rounds of merging two by two: the logarithm of the number
	many := make([][]int32, lists)
	for i := range many {
		many[i] = []int32{int32(lists - i)}
	}
	got := testing.Benchmark(func(b *testing.B) {
		for range b.N {
			if len(Union(many...)) != lists {
				b.Fatal("some are missing")
			}
		}
	})
	if most := int64(lists * 4 * 4 * least); got.AllocedBytesPerOp() > most {
		t.Errorf("%d bytes were allocated, at most %d", got.AllocedBytesPerOp(), most)
	}
}
