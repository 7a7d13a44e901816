package agent

import (
	"encoding/json"
	"strings"
	"unicode"

	"balcao/jsonrpc"
)

// params reads the members of a parameters object. ProtoJSON allows both spellings of a
// name; null means absent. The first fault is kept.
type params struct {
	raw  map[string]json.RawMessage
	path string
	err  error
}

func readParams(raw json.RawMessage, path string) *params {
	p := &params{path: path}
	var ok bool
	if p.raw, ok = jsonrpc.Members(raw); !ok {
		p.err = invalid(strings.TrimSuffix(path, "."), "must be an object")
	}
	return p
}

// get returns the member, nil if it is absent or null. name is in camel case.
func (p *params) get(name string) json.RawMessage {
	for _, n := range []string{name, snake(name)} {
		if v, ok := p.raw[n]; ok && string(v) != "null" {
			return v
		}
	}
	return nil
}

func (p *params) fail(name, why string) {
	if p.err == nil {
		p.err = invalid(p.path+name, why)
	}
}

// text returns a string member.
func (p *params) text(name string) string {
	raw := p.get(name)
	if raw == nil {
		return ""
	}
	var s string
	if err := json.Unmarshal(raw, &s); err != nil {
		p.fail(name, "must be a string")
	}
	return s
}

// texts returns a list of strings.
func (p *params) texts(name string) []string {
	raw := p.get(name)
	if raw == nil {
		return nil
	}
	var out []string
	if err := json.Unmarshal(raw, &out); err != nil {
		p.fail(name, "must be a list of strings")
	}
	return out
}

// integer returns a whole number within bounds, nil if absent.
func (p *params) integer(name string, least, most int64) *int {
	raw := p.get(name)
	if raw == nil {
		return nil
	}
	n, ok := jsonrpc.Integer(raw)
	if !ok || n < least || n > most {
		p.fail(name, "must be a whole number in range")
		return nil
	}
	v := int(n)
	return &v
}

// flag returns a boolean member.
func (p *params) flag(name string) bool {
	raw := p.get(name)
	if raw == nil {
		return false
	}
	var b bool
	if err := json.Unmarshal(raw, &b); err != nil {
		p.fail(name, "must be true or false")
	}
	return b
}

// snake spells a camel-case name with underscores.
func snake(name string) string {
	var b strings.Builder
	for _, r := range name {
		if unicode.IsUpper(r) {
			b.WriteByte('_')
			r = unicode.ToLower(r)
		}
		b.WriteRune(r)
	}
	return b.String()
}
