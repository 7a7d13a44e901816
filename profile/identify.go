package profile

import (
	"context"
	"crypto/sha256"
	"crypto/subtle"
	"net/http"
	"time"

	"balcao/httpsig"
	"balcao/platform"
)

// APIKeys finds the keys that the shop has issued.
type APIKeys interface {
	// APIKeyByHash returns the key with this SHA-256 that is good, and false if there is
	// none or it was revoked. An error means that the store could not be asked.
	APIKeyByHash(ctx context.Context, hash [32]byte) (platform.APIKey, bool, error)
}

// Profiles gives platform profiles by normalised URL; a [Fetcher] does.
type Profiles interface {
	// FetchFor gives the profile of a caller. One who has shown who it is must not wait for
	// those who have not.
	FetchFor(ctx context.Context, caller platform.Caller) (*Document, error)
	// Refresh asks anew for a profile that has been fetched; false means that there is nothing
	// new.
	Refresh(ctx context.Context, url string) (*Document, bool)
}

// Credentials are what one request says of its sender.
type Credentials struct {
	// Agent holds the values of the BCP-Agent header fields, nil if there is none.
	Agent []string
	// Authorization is the header of that name, empty if there is none.
	Authorization string
	// Request is the whole request with its Body as it came over the wire, for what is signed
	// of it; nil where no signature is looked for.
	Request *http.Request
	Body    []byte
}

// CredentialsOf are those of a request whose body was read.
func CredentialsOf(r *http.Request, body []byte) Credentials {
	return Credentials{Agent: r.Header.Values("BCP-Agent"), Authorization: r.Header.Get("Authorization"), Request: r, Body: body}
}

// signed reports whether the request says that it is signed.
func (c Credentials) signed() bool {
	return c.Request != nil && (len(c.Request.Header.Values("Signature")) > 0 || len(c.Request.Header.Values("Signature-Input")) > 0)
}

// Identity is who sent a request and what was negotiated with it.
type Identity struct {
	Caller     platform.Caller
	Negotiated Negotiated
}

// Identifier finds out who sent a request. It is safe for concurrent use.
type Identifier struct {
	shop       Shop
	profiles   Profiles
	keys       APIKeys
	signatures *httpsig.Verifier
}

// NewIdentifier returns an Identifier for the shop. Signatures are verified by the verifier;
// nil means that none are looked at.
func NewIdentifier(shop Shop, profiles Profiles, keys APIKeys, signatures *httpsig.Verifier) *Identifier {
	return &Identifier{shop: shop, profiles: profiles, keys: keys, signatures: signatures}
}

// Identify authenticates, identifies and negotiates, in this order: a bad key never
// costs a fetch. Without BCP-Agent and without a key the caller is nobody, which is no
// error. A key identifies by itself; where BCP-Agent is sent too, both must name the
// same platform. A signature must be by a key of the platform that BCP-Agent names: one that
// is sent and does not verify refuses the request, whatever else it shows. Every error is an [*Error].
func (i *Identifier) Identify(ctx context.Context, credentials Credentials) (Identity, error) {
	caller, err := i.Authenticate(ctx, credentials)
	if err != nil || caller.Nobody() {
		return Identity{}, err
	}
	negotiated, err := i.Negotiate(ctx, caller)
	if err != nil {
		return Identity{}, err
	}
	return Identity{Caller: caller, Negotiated: negotiated}, nil
}

// Authenticate is the first part of Identify: who it is. A binding that has to look at the
// request between this and the negotiation calls the two by themselves.
func (i *Identifier) Authenticate(ctx context.Context, credentials Credentials) (platform.Caller, error) {
	if r := credentials.Request; r != nil && len(r.Header.Values("Authorization")) > 1 {
		// What is in front may have looked at the other one.
		e := NewError(CodeUnauthenticated, nil)
		e.Content = "Authorization must be there once."
		return platform.Caller{}, e
	}
	caller, err := i.authenticate(ctx, credentials.Authorization)
	if err != nil {
		return platform.Caller{}, err
	}
	if len(credentials.Agent) > 0 {
		if caller, err = i.agree(caller, credentials.Agent); err != nil {
			return platform.Caller{}, err
		}
	}
	if i.signatures == nil || !credentials.signed() {
		return caller, nil
	}
	return i.verify(ctx, caller, credentials)
}

// Negotiate is the second part of Identify: what the shop has in common with a caller who is
// somebody.
func (i *Identifier) Negotiate(ctx context.Context, caller platform.Caller) (Negotiated, error) {
	doc, err := i.profiles.FetchFor(ctx, caller)
	if err != nil {
		return Negotiated{}, err
	}
	return negotiate(i.shop, caller.Profile, doc)
}

// Agrees holds a profile URL that an authenticated request names beside its headers against
// the caller that these have shown. The agent says that BCP-Agent was among them.
func (i *Identifier) Agrees(caller platform.Caller, url string, agent bool) error {
	normal, err := NormalizeURL(url, i.shop.Loopback())
	switch {
	case err != nil:
		return err
	case normal == caller.Profile:
		return nil
	case agent:
		e := NewError(CodeInvalidProfileURL, nil)
		e.Content = "BCP-Agent and meta name two different platforms."
		return e
	}
	return foreignKey("meta names")
}

// foreignKey refuses a key of another platform than the one that is named.
func foreignKey(named string) error {
	e := NewError(CodeForbidden, nil)
	e.Content = "The API key was issued for another platform than " + named + "."
	return e
}

// authenticate returns the platform whose API key was sent, or nobody if there is no
// Authorization header at all.
func (i *Identifier) authenticate(ctx context.Context, authorization string) (platform.Caller, error) {
	if authorization == "" {
		return platform.Caller{}, nil
	}
	token, ok := bearer(authorization)
	if !ok {
		return platform.Caller{}, NewError(CodeUnauthenticated, nil)
	}
	hash := sha256.Sum256([]byte(token))
	key, found, err := i.keys.APIKeyByHash(ctx, hash)
	if err != nil {
		return platform.Caller{}, unavailable(time.Second, err)
	}
	// Compared once more, in constant time: the store may look up as it likes.
	if !found || subtle.ConstantTimeCompare(key.Hash[:], hash[:]) != 1 || !key.RevokedAt.IsZero() {
		return platform.Caller{}, NewError(CodeUnauthenticated, nil)
	}
	return platform.Caller{Profile: key.Profile, Authenticated: true, Rights: key.Rights}, nil
}

// agree adds what BCP-Agent says: it names the caller, or must name the one that the key
// was issued for.
func (i *Identifier) agree(caller platform.Caller, agent []string) (platform.Caller, error) {
	raw, err := parseAgent(agent)
	if err != nil {
		return platform.Caller{}, err
	}
	url, err := NormalizeURL(raw, i.shop.Loopback())
	if err != nil {
		return platform.Caller{}, err
	}
	if caller.Authenticated {
		if caller.Profile != url {
			return platform.Caller{}, foreignKey("BCP-Agent names")
		}
		return caller, nil
	}
	caller.Profile = url
	if i.shop.AllowAnonymous {
		caller.Rights = platform.RightCheckout
	}
	return caller, nil
}
