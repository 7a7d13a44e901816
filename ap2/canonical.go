package ap2

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"math"
	"strconv"

	"github.com/go-json-experiment/json/jsontext"
	"github.com/gowebpki/jcs"
)

// MaxDepth is how deep objects and arrays may nest, the outermost one counted.
// It equals the limit of the JSON-RPC front door, so that every message that
// was let in can be fingerprinted.
const MaxDepth = 64

// maxInteger is the largest integer that I-JSON calls exact: 2^53-1.
const maxInteger = 1<<53 - 1

// ErrNotCanonical says that a document has no canonical form we would sign or
// hash: it is not one JSON object, not UTF-8, has a member twice, nests too
// deeply, or holds a number that a double would change.
var ErrNotCanonical = errors.New("ap2: document has no canonical form")

// Canonical returns the RFC 8785 form of one JSON object. Every error wraps
// [ErrNotCanonical]. The cost is linear in the size of raw; limit that before.
func Canonical(raw []byte) ([]byte, error) {
	if _, err := check(raw, MaxDepth); err != nil {
		return nil, fmt.Errorf("%w: %w", ErrNotCanonical, err)
	}
	return transform(raw)
}

// transform canonicalises a document that has passed [check].
func transform(raw []byte) ([]byte, error) {
	out, err := jcs.Transform(raw)
	if err != nil {
		return nil, fmt.Errorf("%w: %w", ErrNotCanonical, err)
	}
	return out, nil
}

// check reads an object token by token, without recursion. The decoder refuses bad
// UTF-8, lone surrogates and duplicate names at every level. It tells where the
// top-level member "ap2" stands.
func check(raw []byte, depth int) (ap2 span, err error) {
	dec := jsontext.NewDecoder(bytes.NewBuffer(raw))
	if kind := dec.PeekKind(); kind != jsontext.KindBeginObject && kind != jsontext.KindInvalid {
		return span{}, errors.New("not an object")
	}
	var finder spanFinder
	for {
		token, err := dec.ReadToken()
		if err != nil {
			return span{}, err
		}
		if dec.StackDepth() > depth {
			return span{}, fmt.Errorf("nested deeper than %d", depth)
		}
		if token.Kind() == jsontext.KindNumber {
			if err := checkNumber(token.String()); err != nil {
				return span{}, err
			}
		}
		finder.see(dec, token)
		if dec.StackDepth() == 0 {
			return finder.found, checkEnd(dec)
		}
	}
}

// checkEnd accepts only white space after the document.
func checkEnd(dec *jsontext.Decoder) error {
	if _, err := dec.ReadToken(); !errors.Is(err, io.EOF) {
		return errors.New("data after the document")
	}
	return nil
}

// checkNumber refuses what JCS would round in silence: 9007199254740993 and
// ...992 have the same canonical bytes, so one signature would cover two
// amounts. Beyond 2^53 every double is an integer, so the magnitude decides.
func checkNumber(text string) error {
	f, err := strconv.ParseFloat(text, 64)
	if err != nil || math.Abs(f) > maxInteger {
		return errors.New("number beyond 2^53-1")
	}
	return nil
}
