package agentcard

import (
	"bytes"
	"encoding/json"

	"balcao/profile"
)

// Options are what the card says beyond the shop.
type Options struct {
	// DocumentationURL is a page for developers; empty for none.
	DocumentationURL string
}

// Card returns the agent card: compact JSON, equal bytes for equal input.
func Card(shop profile.Shop, options Options) ([]byte, error) {
	enabled := shop.Enabled()
	doc := card{
		Name:             shop.Name,
		Description:      shop.Description,
		Version:          shop.Software,
		DocumentationURL: options.DocumentationURL,
		Interfaces: []agentInterface{{
			URL:             shop.A2AURL(),
			ProtocolBinding: "JSONRPC",
			ProtocolVersion: "1.0",
		}},
		DefaultInputModes:  modes(),
		DefaultOutputModes: modes(),
		Skills:             skills(shop, enabled),
	}
	if shop.LegalName != "" {
		doc.Provider = &provider{Organization: shop.LegalName, URL: shop.PublicURL}
	}
	for _, e := range Extensions(shop) {
		doc.Capabilities.Extensions = append(doc.Capabilities.Extensions, e.entry(enabled))
	}
	var b bytes.Buffer
	enc := json.NewEncoder(&b)
	enc.SetEscapeHTML(false)
	if err := enc.Encode(doc); err != nil {
		return nil, err
	}
	return b.Bytes(), nil
}
