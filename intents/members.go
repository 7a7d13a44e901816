package intents

import (
	"encoding/json"
	"fmt"
	"strings"
	"unicode/utf8"

	"github.com/go-json-experiment/json/jsontext"

	"balcao/bcp"
	"balcao/checkout"
	"balcao/internal/ids"
	"balcao/jsonrpc"
)

// members reads known members of one object. It remembers the first that is wrong, so
// that a decoder can read on and the caller looks once.
type members struct {
	raw map[string]json.RawMessage
	// path is put before the names in errors.
	path string
	err  error
	// mandateFault is what is wrong with the member ap2.
	mandateFault error
}

// maxText bounds a string member, in characters; the text of a message has the same bound.
const maxText = 2000

func (m *members) fail(name, why string) { m.failWith(wrong(m.path+name, why)) }

func (m *members) failWith(err *bcp.FieldError) {
	if m.err == nil {
		m.err = err
	}
}

func (m *members) has(name string) bool {
	_, ok := m.raw[name]
	return ok
}

// text returns a string member of at least least characters, "" if it was left out.
func (m *members) text(name string, least int) string {
	raw, ok := m.raw[name]
	if !ok {
		return ""
	}
	var s string
	if jsontext.Value(raw).Kind() != jsontext.KindString || json.Unmarshal(raw, &s) != nil {
		m.fail(name, "must be a string")
		return ""
	}
	if n := utf8.RuneCountInString(strings.TrimSpace(s)); n < least || n > maxText {
		m.fail(name, fmt.Sprintf("must have %d to %d characters", least, maxText))
		return ""
	}
	return s
}

// id returns a member that is an identifier, "" if it was left out.
func (m *members) id(name string) string {
	s := m.text(name, 0)
	if m.has(name) && !ids.Valid(s) {
		m.fail(name, "must be an identifier: 1 to 64 of A-Z a-z 0-9 . _ -")
	}
	return s
}

// need records an error if a member was left out.
func (m *members) need(name string) {
	if !m.has(name) {
		m.fail(name, "is required")
	}
}

// exactlyOne records an error unless just one of the members says something.
func (m *members) exactlyOne(given map[string]bool, names ...string) {
	n := 0
	for _, name := range names {
		if given[name] {
			n++
		}
		if n > 1 {
			m.fail(name, "contradicts the other: give exactly one of "+strings.Join(names, ", "))
			return
		}
	}
	if n == 0 {
		m.fail(names[0], "is required: give exactly one of "+strings.Join(names, ", "))
	}
}

// quantity returns a number of pieces, absent if it was left out.
func (m *members) quantity(name string, absent int64) int64 {
	return m.integer(name, 1, checkout.MaxQuantity, absent)
}

// integer returns an exact integer within bounds, absent if it was left out.
func (m *members) integer(name string, least, most, absent int64) int64 {
	raw, ok := m.raw[name]
	if !ok {
		return absent
	}
	n, ok := jsonrpc.Integer(raw)
	if !ok || n < least || n > most {
		m.fail(name, fmt.Sprintf("must be an integer from %d to %d", least, most))
		return absent
	}
	return n
}

// flag returns a boolean member, false if it was left out.
func (m *members) flag(name string) bool {
	raw, ok := m.raw[name]
	if !ok {
		return false
	}
	switch strings.TrimSpace(string(raw)) {
	case "true":
		return true
	case "false":
	default:
		m.fail(name, "must be a boolean")
	}
	return false
}

// texts returns a member that is a list of strings, nil if it was left out.
func (m *members) texts(name string) []string {
	raw, ok := m.raw[name]
	if !ok {
		return nil
	}
	var list []*string
	if jsontext.Value(raw).Kind() != jsontext.KindBeginArray || json.Unmarshal(raw, &list) != nil {
		m.fail(name, "must be a list of strings")
		return nil
	}
	out := make([]string, 0, len(list))
	for i, s := range list {
		if s == nil {
			m.fail(fmt.Sprintf("%s[%d]", name, i), "must be a string")
			return nil
		}
		out = append(out, *s)
	}
	return out
}

// object reads a member that is an object, if it was given.
func (m *members) object(name string, read func(*members)) {
	raw, ok := m.raw[name]
	if !ok {
		return
	}
	inner := &members{path: m.path + name + "."}
	if jsontext.Value(raw).Kind() != jsontext.KindBeginObject || json.Unmarshal(raw, &inner.raw) != nil {
		m.fail(name, "must be an object")
		return
	}
	read(inner)
	if m.err == nil {
		m.err = inner.err
	}
}
