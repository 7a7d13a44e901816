// Package platform describes who deals with the shop: the shopping platform behind a
// request, what it may see, what was negotiated with it, and the API keys issued to it.
//
// A platform is always its normalised profile URL. Rules: BCP overview (identification,
// negotiation) and the checkout documents over A2A and MCP.
package platform

import "time"

// Caller is the platform behind one request, as it was identified and authenticated.
// The zero value is nobody: it may search and ask, and owns nothing.
type Caller struct {
	// Profile is the platform's normalised profile URL; empty for nobody.
	Profile string
	// Authenticated says that a signature or an API key proved the profile.
	Authenticated bool
	// Rights are what the proof allows. An identified but unauthenticated caller has
	// RightCheckout at most, if the shop sells to anonymous platforms.
	Rights Rights
}

// Rights is a set of things a caller may do.
type Rights uint8

// The rights that exist.
const (
	// RightCheckout allows to make and pay checkouts.
	RightCheckout Rights = 1 << iota
	// RightOrder allows to read the platform's orders.
	RightOrder
)

// Has reports whether all of want is in r.
func (r Rights) Has(want Rights) bool { return r&want == want }

// Owner is what a stored thing belongs to. What an authenticated request made is hidden
// from unauthenticated ones that name the same profile, not the reverse.
type Owner struct {
	Profile       string
	Authenticated bool
}

// Nobody reports whether the caller did not say who it is.
func (c Caller) Nobody() bool { return c.Profile == "" }

// Owner returns the owner of what this caller makes.
func (c Caller) Owner() Owner { return Owner{Profile: c.Profile, Authenticated: c.Authenticated} }

// Sees reports whether the caller may know that something of owner o exists.
func (c Caller) Sees(o Owner) bool {
	return !c.Nobody() && o.Profile == c.Profile && (c.Authenticated || !o.Authenticated)
}

// APIKey is a key that the shop has issued to a platform. The key itself is not kept,
// only its SHA-256.
type APIKey struct {
	// ID names the key in lists and for revocation. It is no secret.
	ID string
	// Profile is the normalised profile URL the key was issued for.
	Profile string
	// Hash is the SHA-256 of the key.
	Hash [32]byte
	// Rights are what the key allows.
	Rights Rights
	// CreatedAt is when it was issued; RevokedAt is zero while it is good.
	CreatedAt, RevokedAt time.Time
}
