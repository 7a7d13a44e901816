package httpsig

import (
	"errors"
	"fmt"
	"net/http"
	"time"

	"github.com/dunglas/httpsfv"
)

// Signer is one private key: ECDSA on P-256 with SHA-256, or Ed25519. A ring of keys gives the
// one whose turn it is for each signature, since its id is part of what is signed.
type Signer interface {
	// KeyID is the id under which the public key is published.
	KeyID() string
	// Sign returns the signature over exactly these bytes: 64 bytes, r and s at full width, or
	// those of Ed25519; never ASN.1.
	Sign(message []byte) ([]byte, error)
}

// Options are what a signature says beside what it covers.
type Options struct {
	// Label names it within the message; empty means "sig1".
	Label string
	// Created is when it is made, to the second; zero leaves it out. The protocol wants it.
	Created time.Time
	// Expires is when it is void; zero leaves it out.
	Expires time.Time
	// Nonce makes it unique; empty leaves it out.
	Nonce string
	// Tag is for whom it is; empty leaves it out, which is what the protocol has.
	Tag string
	// Cover names further headers to cover, each of which must have been set: webhook-id.
	Cover []string
}

// SignRequest signs a request over all that [Verifier.Request] demands, and sets its headers
// Content-Digest (if it has a body), Signature-Input and Signature. Afterwards neither the body
// nor a covered header may change. The error says what cannot be signed, or is the signer's.
func SignRequest(s Signer, r Request, o Options) error {
	return sign(s, message{request: &r}, o)
}

// SignResponse signs a response likewise: status and body, and if it says which request it
// answers, that too (RFC 9421, 2.4), as it was signed: method, address, digest, BCP-Agent and
// idempotency key. Clients that do not expect this verify it all the same, if their library
// knows the parameter "req".
func SignResponse(s Signer, r Response, o Options) error {
	var bound []component
	if r.Request != nil {
		bound = r.Request.bound()
	}
	return sign(s, message{request: r.Request, response: &r}, o, bound...)
}

func sign(s Signer, m message, o Options, more ...component) error {
	header := m.header()
	if header == nil {
		return errors.New("httpsig: sign: the message has no header to set")
	}
	if o.Label == "" {
		o.Label = "sig1"
	}
	if id := s.KeyID(); id == "" || len(id) > maxText {
		return fmt.Errorf("httpsig: sign: a key id has 1 to %d bytes", maxText)
	}
	if len(m.body()) > 0 {
		header.Set("Content-Digest", Digest(m.body()))
	}
	list := append(m.required(o.Label), more...)
	for _, name := range o.Cover {
		list = append(list, component{name: name})
	}
	input, value, err := signComponents(s, m, unique(list), o)
	if err != nil {
		return fmt.Errorf("httpsig: sign: %w", err)
	}
	return setSignature(header, o.Label, input, value)
}

// unique drops what is listed twice.
func unique(list []component) []component {
	seen := map[component]bool{}
	out := list[:0]
	for _, c := range list {
		if !seen[c] {
			seen[c] = true
			out = append(out, c)
		}
	}
	return out
}

// signComponents returns the input and the value of a signature over just these components.
func signComponents(s Signer, m message, list []component, o Options) (httpsfv.InnerList, []byte, error) {
	components, items, err := withIDs(list)
	if err != nil {
		return httpsfv.InnerList{}, nil, err
	}
	input := httpsfv.InnerList{Items: items, Params: o.params(s.KeyID())}
	params, err := httpsfv.Marshal(input)
	if err != nil {
		return httpsfv.InnerList{}, nil, err
	}
	base, err := m.base(components, params)
	if err != nil {
		return httpsfv.InnerList{}, nil, err
	}
	value, err := s.Sign(base)
	if err == nil && len(value) != size {
		err = fmt.Errorf("the signer made %d bytes, not %d", len(value), size)
	}
	return input, value, err
}

// params are in the order of the examples. There is no alg: the key says it (BCP message
// signatures).
func (o Options) params(keyID string) *httpsfv.Params {
	params := httpsfv.NewParams()
	if !o.Created.IsZero() {
		params.Add("created", o.Created.Unix())
	}
	if !o.Expires.IsZero() {
		params.Add("expires", o.Expires.Unix())
	}
	params.Add("keyid", keyID)
	if o.Nonce != "" {
		params.Add("nonce", o.Nonce)
	}
	if o.Tag != "" {
		params.Add("tag", o.Tag)
	}
	return params
}

// setSignature replaces whatever signatures the message had.
func setSignature(header http.Header, label string, input httpsfv.InnerList, value []byte) error {
	inputs, values := httpsfv.NewDictionary(), httpsfv.NewDictionary()
	inputs.Add(label, input)
	values.Add(label, httpsfv.NewItem(value))
	inputField, err := httpsfv.Marshal(inputs)
	if err != nil {
		return fmt.Errorf("httpsig: sign: %w", err)
	}
	valueField, err := httpsfv.Marshal(values)
	if err != nil {
		return fmt.Errorf("httpsig: sign: %w", err)
	}
	header.Set("Signature-Input", inputField)
	header.Set("Signature", valueField)
	return nil
}
