package profile

import (
	"fmt"

	"balcao/platform"
)

// SandboxKind names a platform profile that a sandbox shop publishes for trying it out.
type SandboxKind string

// The sandbox platforms.
const (
	// SandboxFull has every capability of the shop but AP2 mandates: with them nothing can
	// be bought without a signature, and most who try the shop out have no key.
	SandboxFull SandboxKind = "platform"
	// SandboxAP2 has every capability.
	SandboxAP2 SandboxKind = "platform-ap2"
	// SandboxCheckout has checkout alone.
	SandboxCheckout SandboxKind = "platform-checkout"
)

// SandboxPlatform returns the profile of a make-believe platform: valid for the shop's
// current protocol version, without payment handlers, so that it is offered all of them,
// and without a webhook, since nobody listens. The keys are those that it signs with.
func SandboxPlatform(shop Shop, kind SandboxKind, keys ...JWK) ([]byte, error) {
	if kind != SandboxFull && kind != SandboxAP2 && kind != SandboxCheckout {
		return nil, fmt.Errorf("profile: no sandbox platform %q", kind)
	}
	release := shop.Releases[0]
	doc := document{UCP: metadata{
		Version: release.Date,
		Services: map[string][]service{shopping: {
			{Version: release.Date, Spec: shop.page(release, "overview"), Transport: "a2a"},
			{Version: release.Date, Spec: shop.page(release, "overview"), Transport: "mcp", Schema: shop.toolsURL(release)},
		}},
		Capabilities:    make(map[string][]entity),
		PaymentHandlers: make(map[string][]handler),
	}, Keys: keys}
	for name, entries := range shop.entries(release) {
		if !kind.declares(name) {
			continue
		}
		latest := entries[0]
		latest.Config = nil // the shop's own
		doc.UCP.Capabilities[name] = []entity{latest}
	}
	return encode(doc)
}

// declares reports whether a platform of this kind has the capability, if the shop does.
func (k SandboxKind) declares(capability string) bool {
	switch capability {
	case platform.CapCheckout:
		return true
	case platform.CapAP2Mandate:
		return k == SandboxAP2
	default:
		return k != SandboxCheckout
	}
}
