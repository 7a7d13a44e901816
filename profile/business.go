package profile

import "fmt"

// shopping is the service that all bindings of the shop are listed under.
const shopping = "br.dev.bcp.shopping"

// Business returns the shop's profile for a protocol version. The one for the current
// version also points at the leaf profiles of the others; a leaf points nowhere.
func Business(shop Shop, version string) ([]byte, error) {
	release, ok := shop.release(version)
	if !ok {
		return nil, fmt.Errorf("profile: protocol version %q is not served", version)
	}
	doc := document{
		UCP: metadata{
			Version:         release.Date,
			Services:        map[string][]service{shopping: shop.services(release)},
			Capabilities:    shop.entries(release),
			PaymentHandlers: make(map[string][]handler),
		},
		Keys: shop.Keys,
	}
	for _, h := range shop.Handlers {
		doc.UCP.PaymentHandlers[h.Name] = append(doc.UCP.PaymentHandlers[h.Name], handlerEntry(h))
	}
	if version == shop.Releases[0].Date && len(shop.Releases) > 1 {
		doc.UCP.SupportedVersions = make(map[string]string)
		for _, r := range shop.Releases[1:] {
			doc.UCP.SupportedVersions[r.Date] = shop.url(pathProfile + "/" + r.Date)
		}
	}
	return encode(doc)
}

// services lists the bindings, all under one version: platforms look for transports within
// the one that they speak. For A2A the endpoint is the agent card, which in turn names the
// address to call; for MCP it is that address.
func (s Shop) services(r Release) []service {
	out := []service{{Version: r.Date, Spec: s.page(r, "overview"), Transport: "a2a", Endpoint: s.url(pathCard)}}
	if s.MCP {
		out = append(out, service{Version: r.Date, Spec: s.page(r, "overview"), Transport: "mcp", Schema: s.toolsURL(r), Endpoint: s.MCPURL()})
	}
	return out
}

// entries lists every date of every enabled capability.
func (s Shop) entries(r Release) map[string][]entity {
	out := make(map[string][]entity)
	for _, c := range s.Enabled() {
		for _, date := range c.Versions {
			published := s.publishedBy(date)
			out[c.Name] = append(out[c.Name], entity{
				Version: date,
				Extends: r.Extends(c.Extends),
				Spec:    s.page(published, c.Spec),
				Schema:  s.SpecURL + published.Schemas + "/shopping/" + c.Schema,
				Config:  c.Config,
			})
		}
	}
	return out
}
