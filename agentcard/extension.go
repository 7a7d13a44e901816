package agentcard

import "balcao/profile"

// Extension is the BCP extension of A2A under one of its URIs. The URIs mean the same;
// they differ in the edition of the documents that a platform was built from.
type Extension struct {
	URI string
	// Release is the edition whose way of writing the capabilities applies.
	Release profile.Release
}

// Extensions lists the extension under every URI that the shop accepts: the draft first,
// which the documents name, then each release, then the latest.
func Extensions(shop profile.Shop) []Extension {
	current := shop.Releases[0]
	out := []Extension{{extensionURI(shop, "draft"), current}}
	for _, r := range shop.Releases {
		out = append(out, Extension{extensionURI(shop, r.Date), r})
	}
	return append(out, Extension{extensionURI(shop, "latest"), current})
}

func extensionURI(shop profile.Shop, segment string) string {
	return shop.SpecURL + "/" + segment + "/specification/reference"
}

// entry is the extension as the card shows it. It is never required: a plain A2A client
// may talk to the shop in text.
func (e Extension) entry(enabled []profile.Capability) extension {
	capabilities := make(map[string][]capability, len(enabled))
	for _, c := range enabled {
		for _, date := range c.Versions {
			capabilities[c.Name] = append(capabilities[c.Name], capability{date, e.Release.Extends(c.Extends)})
		}
	}
	return extension{
		URI:         e.URI,
		Description: "Tipos estruturados do Brazilian Commerce Protocol",
		Required:    new(bool),
		Params:      extensionParams{capabilities},
	}
}
