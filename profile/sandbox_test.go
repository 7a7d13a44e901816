package profile

import (
	"testing"

	"balcao/platform"
)

func TestSandboxPlatform(t *testing.T) {
	t.Parallel()
	shop := testShop()
	for kind, want := range map[SandboxKind]int{SandboxFull: len(shop.Capabilities), SandboxCheckout: 1} {
		body, err := SandboxPlatform(shop, kind)
		if err != nil {
			t.Fatal(err)
		}
		doc, err := parse(body)
		if err != nil {
			t.Fatalf("%s: %v", kind, err)
		}
		n, err := negotiate(shop, doc)
		if err != nil {
			t.Fatalf("%s: %v", kind, err)
		}
		if len(n.Session.Capabilities) != want || !n.Session.Has(platform.CapCheckout) {
			t.Errorf("%s negotiates %v", kind, n.Session.Capabilities)
		}
		if len(n.Handlers) != len(shop.Handlers) {
			t.Errorf("%s is offered %d handlers, want all %d", kind, len(n.Handlers), len(shop.Handlers))
		}
	}
	if _, err := SandboxPlatform(shop, "other"); err == nil {
		t.Error("an unknown sandbox platform")
	}
}
