package profile

import (
	"errors"
	"fmt"
	"regexp"

	"github.com/go-json-experiment/json/jsontext"

	"balcao/ap2"
	"balcao/httpsig"
	"balcao/payment"
)

// The bounds of a platform profile. A document beyond them is malformed.
const (
	// MaxDocument is the longest profile that is read, in bytes.
	MaxDocument = 512 << 10
	// maxNames bounds capabilities and handlers, maxEntries the entries of each.
	maxNames   = 128
	maxEntries = 32
	// maxWebhook is the longest URL of a webhook, in bytes.
	maxWebhook = 2048
)

var datePattern = regexp.MustCompile(`^\d{4}-\d{2}-\d{2}$`)

// Document is what the shop keeps of a platform's profile.
type Document struct {
	// Version is the platform's protocol version, a date.
	Version string
	// Capabilities are the usable entries by name, in the order they were listed.
	Capabilities map[string][]DeclaredCapability
	// Handlers are the usable payment handler entries by name. DeclaresHandlers says
	// that the platform listed any, usable or not.
	Handlers         map[string][]DeclaredHandler
	DeclaresHandlers bool
	// Keys are the platform's public keys that verify, a JSON array of JWKs as package ap2
	// writes them; nil if no list was published, or none that can be read.
	Keys []byte
	// Signers are those of the same list that may sign requests, of other kinds too.
	Signers httpsig.Keys
}

// DeclaredCapability is one entry of a capability.
type DeclaredCapability struct {
	// Version is a date.
	Version string
	// Webhook is where the platform wants to be told of its orders (config.webhook_url of the
	// order capability), empty if it does not.
	Webhook string
}

// DeclaredHandler is one entry of a payment handler.
type DeclaredHandler struct {
	// Instruments are the types the platform can acquire; empty means all.
	Instruments []payment.InstrumentType
}

type wireDocument struct {
	UCP         jsontext.Value `json:"ucp"`
	Keys        jsontext.Value `json:"keys"`
	SigningKeys jsontext.Value `json:"signing_keys"`
}

type wireMetadata struct {
	Version         string         `json:"version"`
	Services        jsontext.Value `json:"services"`
	Capabilities    jsontext.Value `json:"capabilities"`
	PaymentHandlers jsontext.Value `json:"payment_handlers"`
}

// parse reads a platform's profile. It must be strict JSON whose ucp has a date as
// version and objects as services and payment_handlers; an entry that is wrong in itself,
// or that fails the authority check, is left out. Every error means profile_malformed.
func parse(body []byte) (*Document, error) {
	if len(body) > MaxDocument {
		return nil, errors.New("document too large")
	}
	if err := checkDepth(body); err != nil {
		return nil, err
	}
	var wire wireDocument
	if err := decode(body, &wire); err != nil {
		return nil, err
	}
	var ucp wireMetadata
	if err := decodeObject(wire.UCP, &ucp); err != nil {
		return nil, fmt.Errorf("ucp: %w", err)
	}
	if !datePattern.MatchString(ucp.Version) {
		return nil, errors.New("ucp.version is not a date")
	}
	if ucp.Services.Kind() != jsontext.KindBeginObject {
		return nil, errors.New("ucp.services is not an object")
	}
	doc := &Document{Version: ucp.Version, Keys: wire.keys(), Signers: wire.signers()}
	var err error
	if doc.Capabilities, err = parseCapabilities(ucp.Capabilities); err != nil {
		return nil, fmt.Errorf("ucp.capabilities: %w", err)
	}
	if doc.Handlers, err = parseHandlers(ucp.PaymentHandlers); err != nil {
		return nil, fmt.Errorf("ucp.payment_handlers: %w", err)
	}
	doc.DeclaresHandlers = doc.Handlers != nil
	return doc, nil
}

// list returns the list of keys, under its name of today or, only if that is not there,
// its old one: a key that was taken out of keys is revoked, wherever else it stands.
func (w wireDocument) list() jsontext.Value {
	if w.Keys != nil {
		return w.Keys
	}
	return w.SigningKeys
}

// signers reads the list for what it may sign of requests; see keys.
func (w wireDocument) signers() httpsig.Keys {
	keys, err := httpsig.ParseKeys(w.list())
	if err != nil {
		return httpsig.Keys{}
	}
	return keys
}

// keys reads the list for what it may sign of mandates.
//
// Only what verifies is kept, by its known members: whatever else stands in the list would
// be kept, and read again with every mandate. A list that is none, or is too long, is no
// error. Most platforms never sign, and what needs no key must not fail for one; what does
// need it is refused without keys anyway.
func (w wireDocument) keys() []byte {
	keys, err := ap2.ParseKeys(w.list())
	if err != nil {
		return nil
	}
	return keys.JWKs()
}
