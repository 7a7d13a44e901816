// Package ids names the identifiers that cross packages, makes new ones and says which
// strings may be one.
//
// A named type for each kind keeps a product from being passed where a line item is
// meant. Identifiers are opaque: nothing is read out of them.
package ids

import (
	"crypto/rand"
	"encoding/base32"
	"io"
	"strings"
)

// The kinds of identifier.
type (
	// Checkout identifies a checkout session.
	Checkout string
	// Order identifies an order.
	Order string
	// LineItem identifies a line of a checkout or an order, within it.
	LineItem string
	// Context identifies a conversation of one platform (A2A contextId).
	Context string
	// Task identifies work that a platform follows (A2A taskId).
	Task string
	// Product identifies a product of the catalogue.
	Product string
	// Variant identifies what is sold: the id of a checkout's item.
	Variant string
	// Handler identifies a payment handler instance that the shop advertises.
	Handler string
	// Instrument identifies a payment instrument within a checkout.
	Instrument string
	// TXID identifies a Pix charge at the provider: 26 to 35 letters and digits.
	TXID string
)

// maxLen is the longest identifier that a stranger may send.
const maxLen = 64

// Valid reports whether s has the form of an identifier: 1 to 64 of A-Z a-z 0-9 . _ -
func Valid(s string) bool {
	if s == "" || len(s) > maxLen {
		return false
	}
	for i := range len(s) {
		c := s[i]
		switch {
		case c >= 'a' && c <= 'z', c >= 'A' && c <= 'Z', c >= '0' && c <= '9', c == '.', c == '_', c == '-':
		default:
			return false
		}
	}
	return true
}

// ValidOpaque reports whether s may be an identifier that a platform chooses (contextId,
// messageId): 1 to 128 printable ASCII characters. A2A leaves their form open.
func ValidOpaque(s string) bool {
	if s == "" || len(s) > 128 {
		return false
	}
	for i := range len(s) {
		if s[i] <= ' ' || s[i] > '~' {
			return false
		}
	}
	return true
}

// Source makes new identifiers. It is safe for concurrent use if its reader is.
type Source struct {
	random io.Reader
}

// NewSource returns a source that draws from random, or from the system's generator if
// random is nil.
func NewSource(random io.Reader) *Source {
	if random == nil {
		random = rand.Reader
	}
	return &Source{random: random}
}

// New returns prefix followed by 26 characters that carry 128 random bits.
func (s *Source) New(prefix string) string {
	return prefix + s.token(16)
}

// Secret returns a token of 160 random bits for capability URLs.
func (s *Source) Secret() string { return s.token(20) }

// TXID returns a new id for a Pix charge: 32 lower-case letters and digits.
func (s *Source) TXID() TXID { return TXID(s.token(20)) }

func (s *Source) token(n int) string {
	b := make([]byte, n)
	if _, err := io.ReadFull(s.random, b); err != nil {
		// The system's generator does not fail; a test's reader that runs dry is a bug.
		panic("ids: random source: " + err.Error())
	}
	return strings.ToLower(base32.StdEncoding.WithPadding(base32.NoPadding).EncodeToString(b))
}
