package feed

import (
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
