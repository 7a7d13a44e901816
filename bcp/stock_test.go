package bcp

import (
	"context"
	"errors"
	"maps"
	"slices"
	"testing"

	"balcao/catalog"
	"balcao/checkout"
	"balcao/internal/ids"
)

// What can be sold is what there is of it, where it may be sold, and the store is asked for no more.
func TestStock(t *testing.T) {
	t.Parallel()
	everywhere := &catalog.Product{ID: "a", Variants: []catalog.Variant{{ID: "a-1"}, {ID: "a-2"}}}
	restricted := &catalog.Product{ID: "b", NotSoldIn: []string{"AC"}, Variants: []catalog.Variant{{ID: "b-1"}}}
	var asked []ids.Variant
	levels := Levels(func(_ context.Context, variants []ids.Variant) (map[ids.Variant]int64, error) {
		asked = variants
		out := map[ids.Variant]int64{"a-1": 3, "a-2": 0, "b-1": 1}
		maps.DeleteFunc(out, func(v ids.Variant, _ int64) bool { return !slices.Contains(variants, v) })
		return out, nil
	})
	for _, tt := range []struct {
		hints *checkout.Hints
		asked []ids.Variant
		there []ids.Variant
	}{
		{nil, []ids.Variant{"a-1", "a-2", "b-1"}, []ids.Variant{"a-1", "b-1"}},
		{&checkout.Hints{Country: "BR", Region: "SP"}, []ids.Variant{"a-1", "a-2", "b-1"}, []ids.Variant{"a-1", "b-1"}},
		{&checkout.Hints{Country: "BR", Region: "AC"}, []ids.Variant{"a-1", "a-2"}, []ids.Variant{"a-1"}},
	} {
		showing, err := levels.Show(t.Context(), tt.hints, "en", everywhere, restricted)
		if err != nil {
			t.Fatal(err)
		}
		var there []ids.Variant
		for _, v := range []ids.Variant{"a-1", "a-2", "b-1"} {
			if showing.Available(v) {
				there = append(there, v)
			}
		}
		if !slices.Equal(asked, tt.asked) || !slices.Equal(there, tt.there) || showing.Language != "en" || showing.State != tt.hints.State() {
			t.Errorf("%+v: asked for %q, there are %q: %+v", tt.hints, asked, there, showing)
		}
	}
	failed := errors.New("no stock to be read")
	levels = func(context.Context, []ids.Variant) (map[ids.Variant]int64, error) { return nil, failed }
	if _, err := levels.Show(t.Context(), nil, "en", everywhere); !errors.Is(err, failed) {
		t.Errorf("Show: %v", err)
	}
}
