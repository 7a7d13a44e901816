package agentcard

import (
	"bytes"
	"encoding/json"
	"slices"

	"balcao/platform"
	"balcao/profile"
)

// Options are what the card says beyond the shop.
type Options struct {
	// DocumentationURL is a page for developers; empty for none.
	DocumentationURL string
	// RESTURL is where the binding HTTP+JSON begins; empty if it is not served. JSON-RPC
	// always is, and comes first.
	RESTURL string
	// Streaming, PushNotifications and ExtendedCard say which optional parts of A2A are
	// served. The card tells the absence too.
	Streaming, PushNotifications, ExtendedCard bool
	// Signer signs the card; nil leaves it unsigned.
	Signer Signer
}

// Card returns the public agent card: compact JSON. Without a signature, equal input
// makes equal bytes.
func Card(shop profile.Shop, options Options) ([]byte, error) {
	return finish(describe(shop, options), shop, options)
}

// Extended returns the card for platforms that have shown who they are: the public one,
// and what only they can use.
func Extended(shop profile.Shop, options Options) ([]byte, error) {
	doc := describe(shop, options)
	if has(shop.Enabled(), platform.CapOrder) {
		doc.Skills = append(doc.Skills, orderSkill())
	}
	return finish(doc, shop, options)
}

// describe makes the card that everybody may see, unsigned. It has no securitySchemes: one
// may look and ask without a key, and a client that reads the card before it verifies it
// loses them (a2a-js issue 663).
func describe(shop profile.Shop, options Options) card {
	enabled := shop.Enabled()
	doc := card{
		Name:             shop.Name,
		Description:      shop.Description,
		Version:          shop.Software,
		DocumentationURL: options.DocumentationURL,
		Interfaces:       []agentInterface{{shop.A2AURL(), "JSONRPC", "1.0"}},
		Capabilities: agentCapabilities{
			Streaming:         options.Streaming,
			PushNotifications: options.PushNotifications,
			ExtendedAgentCard: options.ExtendedCard,
		},
		DefaultInputModes:  modes(),
		DefaultOutputModes: modes(),
		Skills:             skills(shop, enabled),
	}
	if options.RESTURL != "" {
		doc.Interfaces = append(doc.Interfaces, agentInterface{options.RESTURL, "HTTP+JSON", "1.0"})
	}
	if shop.LegalName != "" {
		doc.Provider = &provider{Organization: shop.LegalName, URL: shop.PublicURL}
	}
	for _, e := range Extensions(shop) {
		doc.Capabilities.Extensions = append(doc.Capabilities.Extensions, e.entry(enabled))
	}
	return doc
}

// finish signs the card and writes it.
func finish(doc card, shop profile.Shop, options Options) ([]byte, error) {
	if options.Signer != nil {
		s, err := sign(doc, shop.KeysURL(), options.Signer)
		if err != nil {
			return nil, err
		}
		doc.Signatures = []signature{s}
	}
	return encode(doc)
}

// encode writes compact JSON with <, > and & as they are.
func encode(doc card) ([]byte, error) {
	var b bytes.Buffer
	enc := json.NewEncoder(&b)
	enc.SetEscapeHTML(false)
	if err := enc.Encode(doc); err != nil {
		return nil, err
	}
	return b.Bytes(), nil
}

func has(enabled []profile.Capability, name string) bool {
	return slices.ContainsFunc(enabled, func(c profile.Capability) bool { return c.Name == name })
}
