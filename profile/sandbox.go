package profile

import (
	"fmt"

	"balcao/platform"
)

// SandboxKind names a platform profile that a sandbox shop publishes for trying it out.
type SandboxKind string

// The sandbox platforms.
const (
	// SandboxFull has every capability of the shop.
	SandboxFull SandboxKind = "platform"
	// SandboxCheckout has checkout alone.
	SandboxCheckout SandboxKind = "platform-checkout"
)

// SandboxPlatform returns the profile of a make-believe platform: valid for the shop's
// current protocol version, without payment handlers, so that it is offered all of them,
// and without a webhook, since nobody listens.
func SandboxPlatform(shop Shop, kind SandboxKind) ([]byte, error) {
	if kind != SandboxFull && kind != SandboxCheckout {
		return nil, fmt.Errorf("profile: no sandbox platform %q", kind)
	}
	release := shop.Releases[0]
	doc := document{UCP: metadata{
		Version: release.Date,
		Services: map[string][]service{shopping: {{
			Version: release.Date, Spec: shop.page(release, "overview"), Transport: "a2a",
		}}},
		Capabilities:    make(map[string][]entity),
		PaymentHandlers: make(map[string][]handler),
	}}
	for name, entries := range shop.entries(release) {
		if kind == SandboxCheckout && name != platform.CapCheckout {
			continue
		}
		latest := entries[0]
		latest.Config = nil // the shop's own
		doc.UCP.Capabilities[name] = []entity{latest}
	}
	return encode(doc)
}
