package profile

import (
	"strings"
	"testing"

	"balcao/platform"
)

func TestSandboxPlatform(t *testing.T) {
	t.Parallel()
	shop := testShop()
	all := len(shop.Capabilities)
	for kind, want := range map[SandboxKind]int{SandboxFull: all - 1, SandboxAP2: all, SandboxCheckout: 1} {
		body, err := SandboxPlatform(shop, kind)
		if err != nil {
			t.Fatal(err)
		}
		if strings.Contains(string(body), "vp_formats_supported") || strings.Contains(string(body), `"keys"`) {
			t.Errorf("%s has what is the shop's own: %s", kind, body)
		}
		doc, err := parse(body)
		if err != nil {
			t.Fatalf("%s: %v", kind, err)
		}
		n, err := negotiate(shop, agentURL, doc)
		if err != nil {
			t.Fatalf("%s: %v", kind, err)
		}
		if len(n.Session.Capabilities) != want || !n.Session.Has(platform.CapCheckout) {
			t.Errorf("%s negotiates %v", kind, n.Session.Capabilities)
		}
		if n.Session.Has(platform.CapAP2Mandate) != (kind == SandboxAP2) {
			t.Errorf("%s negotiates AP2: %v", kind, n.Session.Capabilities)
		}
		if len(n.Handlers) != len(shop.Handlers) {
			t.Errorf("%s is offered %d handlers, want all %d", kind, len(n.Handlers), len(shop.Handlers))
		}
	}
	if _, err := SandboxPlatform(shop, "other"); err == nil {
		t.Error("an unknown sandbox platform")
	}
}

// A shop that does not take mandates has no platform that gives them.
func TestSandboxPlatformWithoutMandates(t *testing.T) {
	t.Parallel()
	shop := testShop()
	shop.Disabled = []string{platform.CapAP2Mandate}
	body, err := SandboxPlatform(shop, SandboxAP2)
	if err != nil {
		t.Fatal(err)
	}
	if strings.Contains(string(body), platform.CapAP2Mandate) {
		t.Errorf("declares what is switched off: %s", body)
	}
}
