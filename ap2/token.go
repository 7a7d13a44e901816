package ap2

import (
	"errors"
	"fmt"
	"strings"
)

// Bounds of a token, all checked before anything is split or decoded.
const (
	// MaxToken is the length of a token in bytes. Terms are in base64 twice: a cart of a
	// hundred lines needs about 1.8 times its canonical size.
	MaxToken = 256 << 10
	// MaxDisclosures is how many claims may be disclosed.
	MaxDisclosures = 64
	// maxTildes has room for the separators of a delegated chain.
	maxTildes = MaxDisclosures + 4
)

// checkBounds looks at each byte once and allocates nothing.
func checkBounds(token string) error {
	if len(token) > MaxToken {
		return fmt.Errorf("%d bytes", len(token))
	}
	tildes := 0
	for i := range len(token) {
		c := token[i]
		if !inToken(c) {
			return fmt.Errorf("byte 0x%02x at %d", c, i)
		}
		if c == '~' {
			tildes++
		}
	}
	if tildes > maxTildes {
		return fmt.Errorf("%d tildes", tildes)
	}
	return nil
}

// inToken reports whether a byte may occur: base64url, dots between the parts of a JWT,
// tildes between the parts of a token.
func inToken(c byte) bool {
	return c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z' || c >= '0' && c <= '9' || c == '_' || c == '-' || c == '.' || c == '~'
}

// sdJWT is an SD-JWT (RFC 9901) in its parts.
type sdJWT struct {
	jwt         string
	disclosures []string
	// hashed is everything up to and including the last tilde: what sd_hash covers.
	hashed string
}

// splitSDJWT reads what ends in a tilde.
func splitSDJWT(text string) (sdJWT, error) {
	body, ok := strings.CutSuffix(text, "~")
	if !ok {
		return sdJWT{}, errors.New("no tilde at the end")
	}
	parts := strings.Split(body, "~")
	for _, part := range parts {
		if part == "" {
			return sdJWT{}, errors.New("an empty part")
		}
	}
	if len(parts)-1 > MaxDisclosures {
		return sdJWT{}, fmt.Errorf("%d disclosures", len(parts)-1)
	}
	return sdJWT{jwt: parts[0], disclosures: parts[1:], hashed: text}, nil
}

// splitKeyBound reads an SD-JWT with key binding: the last part is the key-binding JWT.
// Whether it must be there is never for the token to say.
func splitKeyBound(token string) (credential sdJWT, binding string, err error) {
	at := strings.LastIndexByte(token, '~') + 1
	if at == len(token) {
		return sdJWT{}, "", errors.New("no key binding")
	}
	credential, err = splitSDJWT(token[:at])
	return credential, token[at:], err
}

// splitChain reads a delegated chain of one open and one closed mandate.
func splitChain(token string) (open, closed sdJWT, err error) {
	first, second, _ := strings.Cut(token, "~~")
	if open, err = splitSDJWT(first + "~"); err != nil {
		return sdJWT{}, sdJWT{}, err
	}
	closed, err = splitSDJWT(second)
	return open, closed, err
}
