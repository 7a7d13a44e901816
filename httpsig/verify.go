package httpsig

import (
	"context"
	"crypto"
	"errors"
	"fmt"
	"slices"
	"time"
)

// MaxSkew is the most that two clocks may differ under any [Policy].
const MaxSkew = 5 * time.Minute

// Policy says which signatures are taken. The zero value but for Now is what the protocol
// asks for: signatures of any age, since what protects a purchase from being repeated is its
// idempotency key, and reads may be repeated (BCP message signatures, replay protection).
type Policy struct {
	// Now tells the time.
	Now func() time.Time
	// Window is how long after created a signature is good; zero for no limit, and then
	// created may be absent.
	Window time.Duration
	// Skew is how much the signer's clock may differ, at most [MaxSkew]. It counts for
	// created in the future, for the window and for expires.
	Skew time.Duration
	// Replays, if not nil, has every signature of a request count once. It needs a Window. It
	// refuses a client that sends the same bytes again for want of an answer, too: leave it
	// out where an idempotency key must bring the stored one.
	Replays Replays
}

// Verifier verifies signatures. It is safe for concurrent use.
type Verifier struct{ policy Policy }

// NewVerifier returns a verifier; an error says what is wrong with the policy.
func NewVerifier(p Policy) (*Verifier, error) {
	switch {
	case p.Now == nil:
		return nil, errors.New("httpsig: a policy needs a clock")
	case p.Window < 0 || p.Skew < 0 || p.Skew > MaxSkew:
		return nil, fmt.Errorf("httpsig: window or skew out of range; skew is at most %s", MaxSkew)
	case p.Replays != nil && p.Window == 0:
		return nil, errors.New("httpsig: signatures of any age cannot be remembered: replays need a window")
	}
	return &Verifier{p}, nil
}

// Verified is a signature that is good.
type Verified struct {
	// Label is its name within the message. It is not signed.
	Label string
	// KeyID is the id of the key that has signed.
	KeyID string
	// Algorithm is [ES256] or [Ed25519].
	Algorithm string
	// Created and Expires are its times, to the second in UTC; zero if it has none.
	Created, Expires time.Time
	// Nonce and Tag are empty if it has none.
	Nonce, Tag string
	// Components are the identifiers of what it covers, as Signature-Input has them between
	// the parentheses: `"@method"`, `"content-digest";req`.
	Components []string
}

// Covers reports whether the signature covers a header of the message, named in lower case, or
// a derived component.
func (v Verified) Covers(name string) bool { return slices.Contains(v.Components, `"`+name+`"`) }

// Request verifies a request. One good signature is enough; if there is none, the error tells
// of the one that got furthest. It is an [*Error], or wraps what keys returned.
//
// The checks, in this order: both headers; for each signature its form and tag, its key, the
// algorithm, what it covers, its times; the digest of the body; the signature; replay (BCP
// message signatures, verification; all of it before any cryptography but the last two).
func (v *Verifier) Request(ctx context.Context, r Request, keys Lookup) (Verified, error) {
	return v.verify(ctx, message{request: &r}, keys)
}

// Response verifies a response likewise, for whoever asked: its Request is needed only if
// components of it are covered. Replays are not looked for, since an answer bound to its
// request has no other use.
func (v *Verifier) Response(ctx context.Context, r Response, keys Lookup) (Verified, error) {
	return v.verify(ctx, message{request: r.Request, response: &r}, keys)
}

// stage is how far a signature got.
type stage int

const (
	stageForm stage = iota
	stageKey
	stageAlgorithm
	stageCover
	stageDigest
	stageCrypto
	stageReplay
)

func (v *Verifier) verify(ctx context.Context, m message, keys Lookup) (Verified, error) {
	attempts, fault := parseSignatures(m.header())
	if fault != nil {
		return Verified{}, fault
	}
	var told *Error
	furthest := stage(-1)
	for i := range attempts {
		a := &attempts[i]
		good, at, fault, err := v.try(ctx, m, a, keys)
		switch {
		case err != nil:
			return Verified{}, err
		case fault == nil:
			return good, nil
		case at > furthest:
			told, furthest = fault, at
		}
	}
	return Verified{}, told
}

// try verifies one signature. The fault is what is wrong with it and how far it got; an error
// ends the verification.
func (v *Verifier) try(ctx context.Context, m message, a *attempt, keys Lookup) (Verified, stage, *Error, error) {
	if a.fault != nil {
		return Verified{}, stageForm, a.fault, nil
	}
	if a.tag != "" && a.tag != tagWebBotAuth {
		return Verified{}, stageForm, invalid("tag %.64q is for somebody else", a.tag), nil
	}
	key, err := keys(ctx, a.keyID)
	if errors.Is(err, ErrNoKey) {
		return Verified{}, stageKey, refuse(KeyNotFound, "keyid %.64q", a.keyID), nil
	}
	if err != nil {
		return Verified{}, stageKey, nil, fmt.Errorf("httpsig: key: %w", err)
	}
	algorithm, raw, ok := algorithmOf(key)
	if !ok {
		return Verified{}, stageAlgorithm, refuse(AlgorithmUnsupported, "keyid %.64q is a %T", a.keyID, key), nil
	}
	if a.algorithm != "" && a.algorithm != algorithm {
		return Verified{}, stageAlgorithm, invalid("alg %.64q, and the key is %s", a.algorithm, algorithm), nil
	}
	if fault := v.checkCover(m, a, algorithm, raw); fault != nil {
		return Verified{}, stageCover, fault, nil
	}
	if at, fault := checkBytes(m, a, key); fault != nil {
		return Verified{}, at, fault, nil
	}
	if fault := v.checkReplay(ctx, m, a, algorithm, raw); fault != nil {
		return Verified{}, stageReplay, fault, nil
	}
	good := Verified{
		Label: a.label, KeyID: a.keyID, Algorithm: algorithm, Created: a.created, Expires: a.expires, Nonce: a.nonce, Tag: a.tag,
	}
	for _, c := range a.components {
		good.Components = append(good.Components, c.id)
	}
	return good, stageReplay, nil, nil
}

// tagWebBotAuth marks a signature that is for web bot authentication too. It counts if it is
// complete for us and its key is named by its thumbprint (BCP message signatures, tags).
const tagWebBotAuth = "web-bot-auth"

// checkCover holds a signature to what it must cover and to its times.
func (v *Verifier) checkCover(m message, a *attempt, algorithm string, raw []byte) *Error {
	if a.tag == tagWebBotAuth && a.keyID != thumbprint(algorithm, raw) {
		return invalid("keyid %.64q is not the thumbprint", a.keyID)
	}
	for _, c := range m.required(a.label) {
		if !a.covers(c) {
			return invalid("%.64q does not cover %s", a.label, c.name)
		}
	}
	return v.checkTimes(a)
}

func (v *Verifier) checkTimes(a *attempt) *Error {
	now, skew := v.policy.Now(), v.policy.Skew
	switch {
	case a.created.IsZero() && v.policy.Window > 0:
		return invalid("created is missing")
	case a.created.After(now.Add(skew)):
		return invalid("created %d is in the future", a.created.Unix())
	case v.policy.Window > 0 && now.After(v.until(a)):
		return invalid("created %d is too long ago", a.created.Unix())
	case !a.expires.IsZero() && (!now.Before(a.expires.Add(skew)) || !a.expires.After(a.created)):
		return invalid("expires %d, created %d", a.expires.Unix(), a.created.Unix())
	}
	return nil
}

// until is the last moment at which a signature is taken.
func (v *Verifier) until(a *attempt) time.Time {
	return a.created.Add(v.policy.Window).Add(v.policy.Skew)
}

// checkBytes does what costs time: the digest, then the signature.
func checkBytes(m message, a *attempt, key crypto.PublicKey) (stage, *Error) {
	base, err := m.base(a.components, a.params)
	if err != nil {
		return stageCover, invalid("%.64q: %v", a.label, err)
	}
	if digests := m.header().Values("Content-Digest"); len(digests) > 0 || len(m.body()) > 0 {
		if fault := verifyDigest(digests, m.body()); fault != nil {
			return stageDigest, fault
		}
	}
	if !verifyRaw(key, base, a.value) {
		return stageCrypto, invalid("%.64q does not verify; %d bytes", a.label, len(a.value))
	}
	return stageReplay, nil
}

// checkReplay comes last: what does not verify must not take up memory.
func (v *Verifier) checkReplay(ctx context.Context, m message, a *attempt, algorithm string, raw []byte) *Error {
	if v.policy.Replays == nil || m.response != nil {
		return nil
	}
	seen, err := v.policy.Replays.Seen(ctx, replayID(algorithm, raw, &a.signature), v.until(a))
	switch {
	case err != nil:
		return refuse(Unavailable, "%v", err)
	case seen:
		return invalid("%.64q was seen before", a.label)
	}
	return nil
}
