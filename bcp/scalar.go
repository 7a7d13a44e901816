package bcp

import (
	"encoding/json"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/go-json-experiment/json/jsontext"

	"balcao/ap2"
	"balcao/internal/ids"
	"balcao/jsonrpc"
	"balcao/money"
)

// Bounds of what a platform may send, in characters for strings.
const (
	maxString    = 256
	maxProse     = 2000
	maxCode      = 64
	maxCopyPaste = 1024
	maxToken     = ap2.MaxToken // a payment mandate is one
)

// plain reads a string of at most most characters, whatever they are.
func (f field) plain(most int) string {
	if !f.present() {
		return ""
	}
	var s string
	switch {
	case f.kind() != jsontext.KindString || json.Unmarshal(f.raw, &s) != nil:
		f.fail("must be a string")
	case len(s) > most && utf8.RuneCountInString(s) > most:
		f.fail("must have at most %d characters", most)
	default:
		return s
	}
	return ""
}

// text reads a string of one line.
func (f field) text(most int) string {
	s := f.plain(most)
	if strings.ContainsFunc(s, unicode.IsControl) {
		f.fail("must not have control characters")
		return ""
	}
	return s
}

// prose reads a string that may have several lines.
func (f field) prose(most int) string {
	s := f.plain(most)
	if strings.ContainsFunc(s, func(r rune) bool { return unicode.IsControl(r) && !strings.ContainsRune("\t\n\r", r) }) {
		f.fail("must not have control characters")
		return ""
	}
	return s
}

// optional reads a string of one line, nil if it was left out.
func (f field) optional() *string {
	if !f.present() {
		return nil
	}
	s := f.text(maxString)
	return &s
}

// id reads an identifier, empty if it was left out.
func (f field) id() string {
	s := f.plain(maxString)
	if f.present() && !ids.Valid(s) {
		f.fail("must be an identifier: 1 to 64 of A-Z a-z 0-9 . _ -")
		return ""
	}
	return s
}

// selection reads an identifier that may be taken back: nil if it was left out, a pointer
// to the empty string if it is null.
func (f field) selection() *string {
	if f.isNull() {
		return new(string)
	}
	if !f.present() {
		return nil
	}
	id := f.id()
	return &id
}

// oneOf reads a string out of a closed set, empty if it was left out.
func (f field) oneOf(values ...string) string {
	s := f.plain(maxString)
	for _, v := range values {
		if s == v {
			return s
		}
	}
	if f.present() {
		f.fail("must be one of %s", strings.Join(values, ", "))
	}
	return ""
}

// integer reads an integer within bounds, zero if it was left out. 1.0 is an integer.
func (f field) integer(least, most int64) int64 {
	if !f.present() {
		return 0
	}
	n, ok := jsonrpc.Integer(f.raw)
	if !ok || n < least || n > most {
		f.fail("must be an integer from %d to %d", least, most)
		return 0
	}
	return n
}

// boolean reads true or false, nil if it was left out.
func (f field) boolean() *bool {
	if !f.present() {
		return nil
	}
	k := f.kind()
	if k != jsontext.KindTrue && k != jsontext.KindFalse {
		f.fail("must be true or false")
		return nil
	}
	b := k == jsontext.KindTrue
	return &b
}

// amount reads a price in minor units, nil if it was left out.
func (f field) amount() *money.Amount {
	if !f.present() {
		return nil
	}
	a := money.Amount(f.integer(0, int64(money.MaxAmount)))
	return &a
}
