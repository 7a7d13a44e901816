package profile

import (
	"net/netip"
	"net/url"
	"strings"

	"balcao/payment"
)

// Shop is everything that the profile and the agent card say of the shop, and the
// settings that negotiation and identification follow. Do not change it once it is in
// use.
type Shop struct {
	// PublicURL is where platforms reach the shop, scheme and authority.
	PublicURL string
	// Name and Description are for people; LegalName is the company behind the shop.
	Name, Description, LegalName string
	// Software is the version of the program, shown in the agent card.
	Software string
	// SpecURL is the protocol's site, such as https://bcp.dev.br, without a final slash.
	SpecURL string
	// Releases are the protocol versions served, the current one first.
	Releases []Release
	// Capabilities is the table of what the shop can do; Disabled names those that are
	// switched off.
	Capabilities []Capability
	Disabled     []string
	// MandateIssuers are the platforms whose mandates are taken, as [NormalizeIssuers] returns
	// them; see [Shop.Trusts].
	MandateIssuers []string
	// Handlers are the payment handlers, in the order of preference.
	Handlers []payment.Handler
	// Keys are the public keys that verify what the shop signs.
	Keys []JWK
	// MCP says that the shop is reached over MCP too.
	MCP bool
	// AllowAnonymous lets platforms buy that are identified by BCP-Agent alone.
	AllowAnonymous bool
}

// JWK is a public key as it is published (RFC 7517). It has no place for private
// members.
type JWK struct {
	KID string `json:"kid"`
	KTY string `json:"kty"`
	CRV string `json:"crv,omitempty"`
	X   string `json:"x,omitempty"`
	Y   string `json:"y,omitempty"`
	Use string `json:"use,omitempty"`
	Alg string `json:"alg,omitempty"`
}

// The paths of the public surface that documents refer to.
const (
	pathProfile = "/.well-known/bcp"
	pathCard    = "/.well-known/agent-card.json"
	pathKeys    = "/.well-known/jwks.json"
	pathA2A     = "/bcp/a2a"
	pathMCP     = "/bcp/mcp"
)

// ProfileURL is where the shop's profile is: what BCP-Agent says when the shop itself calls.
func (s Shop) ProfileURL() string { return s.url(pathProfile) }

// A2AURL is the endpoint of the A2A binding.
func (s Shop) A2AURL() string { return s.url(pathA2A) }

// MCPURL is the endpoint of the MCP binding.
func (s Shop) MCPURL() string { return s.url(pathMCP) }

// Loopback reports whether the shop itself is on a loopback address. Only then may
// platforms be.
func (s Shop) Loopback() bool {
	u, err := url.Parse(s.PublicURL)
	return err == nil && isLoopback(u.Hostname())
}

func (s Shop) url(path string) string { return strings.TrimRight(s.PublicURL, "/") + path }

// page is the address of a page of the protocol's specification.
func (s Shop) page(r Release, path string) string {
	return s.SpecURL + "/" + r.Date + "/specification/" + path
}

// toolsURL is where the protocol's site describes the tools of MCP. Ours are described by the
// shop too, but a schema that is not on the protocol's own host does not count (BCP overview,
// authority).
func (s Shop) toolsURL(r Release) string {
	return s.SpecURL + strings.TrimSuffix(r.Schemas, "/schemas") + "/services/shopping/mcp.openrpc.json"
}

// isLoopback reports whether a host without port is this machine: localhost or a
// loopback address.
func isLoopback(host string) bool {
	if strings.EqualFold(host, "localhost") {
		return true
	}
	addr, err := netip.ParseAddr(host)
	return err == nil && addr.IsLoopback()
}
