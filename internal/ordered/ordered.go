// Package ordered combines lists of numbers that are in rising order, each number once, as the
// indexes of the shop keep them.
package ordered

import (
	"cmp"
	"slices"
)

// Union is what is in one of the lists at least. They are merged two by two, so that many short
// lists take hardly longer than one of their length. The result may be one of the lists: do not
// change it.
func Union[E cmp.Ordered](lists ...[]E) []E {
	left := slices.Clone(lists)
	for len(left) > 1 {
		merged := left[:0]
		for pair := range slices.Chunk(left, 2) {
			merged = append(merged, union(pair))
		}
		left = merged
	}
	if len(left) == 0 {
		return nil
	}
	return left[0]
}

// union merges two lists; one alone is itself.
func union[E cmp.Ordered](pair [][]E) []E {
	a := pair[0]
	switch {
	case len(pair) == 1 || len(pair[1]) == 0:
		return a
	case len(a) == 0:
		return pair[1]
	}
	b := pair[1]
	out := make([]E, 0, len(a)+len(b))
	for len(a) > 0 && len(b) > 0 {
		switch {
		case a[0] < b[0]:
			out, a = append(out, a[0]), a[1:]
		case a[0] > b[0]:
			out, b = append(out, b[0]), b[1:]
		default:
			out, a, b = append(out, a[0]), a[1:], b[1:]
		}
	}
	return append(append(out, a...), b...)
}

// Difference is what of a is not in b. The result may be a itself: do not change it.
func Difference[E cmp.Ordered](a, b []E) []E {
	if len(b) == 0 {
		return a
	}
	var out []E
	for _, one := range a {
		i, found := slices.BinarySearch(b, one)
		if b = b[i:]; !found {
			out = append(out, one)
		}
	}
	return out
}
