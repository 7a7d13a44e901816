package ap2

import (
	"crypto/ecdsa"
	"encoding/base64"
	"errors"
	"fmt"
	"strings"

	"github.com/go-jose/go-jose/v4"
)

// signatureSize is R and S of ES256, 32 bytes each; DER has another length.
const signatureSize = 64

// maxHeader is the longest header in base64url: nobody has signed it yet, and what it becomes
// in memory is many times as long.
const maxHeader = 4 << 10

// forbidden are header members that change what a signature means or say where to find
// the key. go-jose heeds some of them, so it never gets to see them.
var forbidden = []string{"crit", "b64", "jwk", "jku", "x5u"}

// jws is an ES256 JWS of compact form whose outside was checked; verify is still to come.
type jws struct {
	compact string
	header  object
	payload []byte
}

// parseJWS reads three parts, strictly encoded, with a plain ES256 header.
func parseJWS(compact string) (jws, error) {
	protected, rest, _ := strings.Cut(compact, ".")
	body, signature, ok := strings.Cut(rest, ".")
	if !ok {
		return jws{}, errors.New("not of three parts")
	}
	header, err := parseHeader(protected)
	if err != nil {
		return jws{}, fmt.Errorf("header: %w", err)
	}
	payload, err := decode64(body)
	if err != nil {
		return jws{}, fmt.Errorf("payload: %w", err)
	}
	sig, err := decode64(signature)
	if err != nil {
		return jws{}, fmt.Errorf("signature: %w", err)
	}
	if len(sig) != signatureSize {
		return jws{}, fmt.Errorf("signature of %d bytes", len(sig))
	}
	return jws{compact: compact, header: header, payload: payload}, nil
}

func parseHeader(protected string) (object, error) {
	if len(protected) > maxHeader {
		return nil, fmt.Errorf("longer than %d", maxHeader)
	}
	raw, err := decode64(protected)
	if err != nil {
		return nil, err
	}
	header, err := parseObject(raw)
	if err != nil {
		return nil, err
	}
	if header["alg"] != "ES256" {
		return nil, fmt.Errorf("alg is %s", shown(header["alg"]))
	}
	for _, name := range forbidden {
		if _, ok := header[name]; ok {
			return nil, fmt.Errorf("has %s", name)
		}
	}
	return header, nil
}

// verify checks the signature with exactly this key.
func (j jws) verify(key *ecdsa.PublicKey) error {
	parsed, err := jose.ParseSignedCompact(j.compact, []jose.SignatureAlgorithm{jose.ES256})
	if err != nil {
		return err
	}
	_, err = parsed.Verify(key)
	return err
}

// decode64 is base64url without padding and with one text for each value: Go's strict
// decoding still skips line ends.
func decode64(s string) ([]byte, error) {
	if strings.ContainsAny(s, "\r\n") {
		return nil, errors.New("line end in base64url")
	}
	return base64.RawURLEncoding.Strict().DecodeString(s)
}
