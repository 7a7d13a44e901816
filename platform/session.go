package platform

import "slices"

// The capabilities this shop knows.
const (
	CapCheckout       = "br.dev.bcp.shopping.checkout"
	CapOrder          = "br.dev.bcp.shopping.order"
	CapCatalogSearch  = "br.dev.bcp.shopping.catalog.search"
	CapCatalogLookup  = "br.dev.bcp.shopping.catalog.lookup"
	CapFulfillment    = "br.dev.bcp.shopping.fulfillment"
	CapDiscount       = "br.dev.bcp.shopping.discount"
	CapBuyerConsent   = "br.dev.bcp.shopping.buyer_consent"
	CapFiscalIdentity = "br.dev.bcp.shopping.fiscal_identity"
	CapTax            = "br.dev.bcp.shopping.tax"
	CapNFe            = "br.dev.bcp.shopping.nfe"
	// CapReturns carries the shop's returns policy in the profile and the details of returns
	// in orders. It has no operation.
	CapReturns    = "br.dev.bcp.shopping.returns"
	CapAP2Mandate = "br.dev.bcp.shopping.ap2_mandate"
)

// Session is what was negotiated between the shop and a platform: the protocol version
// and the capabilities that both sides have. A checkout keeps the session it was made in.
type Session struct {
	// Version is the protocol version, a date.
	Version string
	// Capabilities are the negotiated ones, in the shop's order.
	Capabilities []Capability
	// OrderWebhook is where the platform wants to be told of its orders, as its profile had it
	// then: a URL that nobody has looked at. Empty if it does not, or without CapOrder.
	OrderWebhook string
}

// Capability is one negotiated capability.
type Capability struct {
	// Name is the reverse-domain name.
	Name string
	// Version is the negotiated version, a date.
	Version string
	// Extends lists the capabilities it extends; empty for a root.
	Extends []string
}

// Has reports whether the capability was negotiated.
func (s Session) Has(name string) bool {
	return slices.ContainsFunc(s.Capabilities, func(c Capability) bool { return c.Name == name })
}

// For lists the capabilities that concern answers about root: root itself and the
// negotiated extensions of it.
func (s Session) For(root string) []Capability {
	var out []Capability
	for _, c := range s.Capabilities {
		if c.Name == root || slices.Contains(c.Extends, root) {
			out = append(out, c)
		}
	}
	return out
}
