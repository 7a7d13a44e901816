package jsonrpc

import (
	"bytes"
	"encoding/json"

	"github.com/go-json-experiment/json/jsontext"
)

// Members splits an object into its members, whose values stay as they were written. It is
// for parts of a request that Parse or Object has checked, and false for what is no object.
func Members(raw json.RawMessage) (map[string]json.RawMessage, bool) {
	dec := jsontext.NewDecoder(bytes.NewBuffer(raw), jsontext.AllowDuplicateNames(true)) // checked before
	if token, err := dec.ReadToken(); err != nil || token.Kind() != jsontext.KindBeginObject {
		return nil, false
	}
	out := make(map[string]json.RawMessage, 8)
	for dec.PeekKind() == jsontext.KindString {
		token, err := dec.ReadToken()
		if err != nil {
			return nil, false
		}
		name := token.String()
		value, err := dec.ReadValue()
		if err != nil {
			return nil, false
		}
		end := dec.InputOffset()
		out[name] = raw[end-int64(len(value)) : end]
	}
	_, err := dec.ReadToken()
	return out, err == nil
}

// Canonical returns the RFC 8785 form of a part of a checked request, under which what
// means the same is the same bytes. It is false for one that may hold a number which a
// double does not: that form would take two such numbers for one.
func Canonical(raw json.RawMessage) ([]byte, bool) {
	if inexact(raw) {
		return nil, false
	}
	value := jsontext.Value(bytes.Clone(raw))
	if err := value.Canonicalize(); err != nil {
		return nil, false
	}
	return value, true
}

// inexact reports whether there are sixteen digits in a row, or an exponent; strings are
// not told apart from numbers.
func inexact(raw []byte) bool {
	digits := 0
	for i := 0; i < len(raw); i++ {
		switch c := raw[i]; {
		case c >= '0' && c <= '9':
			if digits++; digits == 16 {
				return true
			}
		case digits > 0 && (c == 'e' || c == 'E'):
			return true
		case c == '\\' && i+1 < len(raw): // an escape, with four hexadecimal digits after a u
			if digits, i = 0, i+1; raw[i] == 'u' {
				i += 4
			}
		case c != '.': // a fraction's digits count with those before it
			digits = 0
		}
	}
	return false
}
