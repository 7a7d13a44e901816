package pix

import (
	"strings"
	"testing"
)

func TestDescription(t *testing.T) {
	t.Parallel()
	for _, text := range []string{"", "Pedido", strings.Repeat("ç", MaxDescription)} {
		if got := Description(text); got != text {
			t.Errorf("%q became %q", text, got)
		}
	}
	if got := Description(strings.Repeat("ç", MaxDescription) + "x"); got != strings.Repeat("ç", MaxDescription) {
		t.Errorf("got %q", got)
	}
}
