package checkout

import (
	"bytes"

	"balcao/internal/ids"
	"balcao/platform"
)

// MaxSeals is how many seals of one revision are kept: the first and the newest of the
// others.
const MaxSeals = 32

// Seal is the shop's signature over one form in which it has shown a revision of a
// checkout (AP2). A mandate over any seal of the current revision is good.
type Seal struct {
	Checkout ids.Checkout
	Revision int64
	// Hash is the checkout_hash by which mandates name the seal.
	Hash string
	// Payload are the canonical bytes that it covers, Authorization is the detached
	// signature.
	Payload       []byte
	Authorization string
}

// Seals are the seals of a checkout's current revision, for the encoder of one answer. An
// answer that shows what an earlier one showed has that one's seal. Seals are for one
// goroutine.
type Seals struct {
	checkout ids.Checkout
	revision int64
	known    []Seal
	made     []Seal
}

// Of returns the seals over these bytes, the first one first.
func (s *Seals) Of(payload []byte) []Seal {
	var out []Seal
	for _, list := range [][]Seal{s.known, s.made} {
		for _, seal := range list {
			if bytes.Equal(seal.Payload, payload) {
				out = append(out, seal)
			}
		}
	}
	return out
}

// Add has a new seal stored with the answer that shows it.
func (s *Seals) Add(hash string, payload []byte, authorization string) {
	s.made = append(s.made, Seal{Checkout: s.checkout, Revision: s.revision, Hash: hash, Payload: payload, Authorization: authorization})
}

// Mandated reports whether the checkout can be completed by a mandate alone: AP2 was
// negotiated when it was made. No later request changes that.
func (c *Checkout) Mandated() bool { return c.Session.Has(platform.CapAP2Mandate) }
