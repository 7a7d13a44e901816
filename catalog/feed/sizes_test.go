package feed

import (
	"reflect"
	"slices"
	"strings"
	"testing"

	"balcao/catalog"
)

// A picture is at a web address, or at a path of the shop: what looks like a path and leads
// elsewhere is neither.
func TestPicturesOfOurOwn(t *testing.T) {
	t.Parallel()
	for url, good := range map[string]bool{
		"https://loja.example/a.jpg": true, "/products/pixel-10/picture.svg": true,
		"//elsewhere.example/a.jpg": false, "a.jpg": false, "javascript:alert(1)": false, "": true,
	} {
		faults := checkSizes(&catalog.Product{Media: []catalog.Media{{Type: "image", URL: url}}})
		if bad := slices.ContainsFunc(faults, func(f string) bool { return strings.Contains(f, "picture") }); bad == good {
			t.Errorf("%q: %q", url, faults)
		}
	}
}

// Every text of a product has a bound, at whichever place: all of them go into answers.
func TestEveryTextIsBounded(t *testing.T) {
	t.Parallel()
	whole := func() *catalog.Product {
		return &catalog.Product{
			ID: "p", Handle: "p", URL: "https://loja.example/p", Title: "P", Brand: "B", Category: "C", Description: "D", NCM: "61091000",
			Tags: []string{"t"}, Classes: []catalog.Class{{Taxonomy: "x", Value: "y"}}, NotSoldIn: []string{"AC"},
			Media:   []catalog.Media{{Type: "image", URL: "https://loja.example/p.jpg", Alt: "a"}},
			Facts:   []catalog.Fact{{Name: "f", Text: "g"}, {Name: "h", Facts: []catalog.Fact{{Name: "i", Text: "j"}}}},
			Options: []catalog.Option{{Name: "Cor", Labels: []string{"Azul"}}},
			Variants: []catalog.Variant{{
				ID: "v", SKU: "s", GTIN: "7891000315507", Title: "V", Description: "w", Tags: []string{"u"},
				Selected: []catalog.Selection{{Name: "Cor", Label: "Azul"}},
			}},
		}
	}
	faults := func(p *catalog.Product) int { return len(checkSizes(p)) + len(p.Check()) }
	if n := faults(whole()); n != 0 {
		t.Fatalf("%d faults of a good product: %q, %v", n, checkSizes(whole()), whole().Check())
	}
	places := len(textsOf(reflect.ValueOf(whole()), ""))
	for i := range places {
		p := whole()
		text := textsOf(reflect.ValueOf(p), "")[i]
		if text.value.Len() == 0 {
			continue // a fact with facts has no text
		}
		text.value.SetString("https://loja.example/" + strings.Repeat("x", maxText))
		if faults(p) == 0 {
			t.Errorf("%s may be of any length", text.place)
		}
	}
	if places < 25 {
		t.Errorf("%d texts were tried", places)
	}
}

// placed is a text within a value, and where.
type placed struct {
	place string
	value reflect.Value
}

func textsOf(v reflect.Value, place string) (out []placed) {
	switch v.Kind() {
	case reflect.String:
		return []placed{{place, v}}
	case reflect.Pointer:
		if !v.IsNil() {
			return textsOf(v.Elem(), place)
		}
	case reflect.Slice:
		for i := range v.Len() {
			out = append(out, textsOf(v.Index(i), place+"[]")...)
		}
	case reflect.Struct:
		for i := range v.NumField() {
			out = append(out, textsOf(v.Field(i), place+"."+v.Type().Field(i).Name)...)
		}
	}
	return out
}
