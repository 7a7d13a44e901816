package sample

import (
	"slices"
	"strings"
	"testing"

	"balcao/catalog"
)

func TestPicture(t *testing.T) {
	t.Parallel()
	got := string(Picture(&catalog.Product{Title: `Livro "<b>" & outros`, Category: "LIVROS"}))
	for _, want := range []string{"&lt;b&gt;", "&amp; outros", "M160 80v200"} {
		if !strings.Contains(got, want) {
			t.Errorf("there is no %q in %s", want, got)
		}
	}
	if box := string(Picture(&catalog.Product{Title: "X", Category: "Jardim"})); !strings.Contains(box, "M160 150v140") {
		t.Errorf("no box: %s", box)
	}
}

func TestTitleLines(t *testing.T) {
	t.Parallel()
	for title, want := range map[string][]string{
		"Pixel 10":                            {"Pixel 10"},
		"Película de vidro para Pixel 10 Pro": {"Película de vidro para", "Pixel 10 Pro"},
		"Cápsulas de café espresso intenso e outras coisas para beber": {"Cápsulas de café espresso", "intenso e outras coisas …"},
	} {
		if got := titleLines(title); !slices.Equal(got, want) {
			t.Errorf("%q: %q, want %q", title, got, want)
		}
	}
}
