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

// describe makes the card that everybody may see, unsigned.
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
		SecuritySchemes:    securitySchemes(),
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

// securitySchemes says how a platform shows who it is with a key of the shop. That it must
// is not said: one may look and ask without, and clients fail to read the statement
// (a2a-go issue 430).
func securitySchemes() map[string]securityScheme {
	return map[string]securityScheme{"apiKey": {httpAuth{
		Scheme:      "Bearer",
		Description: "Chave de API emitida pela loja para a plataforma, no cabeçalho Authorization",
	}}}
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
