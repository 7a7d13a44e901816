package bcp

import (
	"encoding/json"
	"fmt"
	"maps"
	"slices"

	"github.com/go-json-experiment/json/jsontext"
)

// FieldError says that a member a platform sent has the wrong form: type, range, enum or
// form of an id. Nothing of the request may be done then.
type FieldError struct {
	// Field is the path of the member below what was decoded, such as
	// line_items[0].quantity; empty for the value itself.
	Field string
	// Reason says what the member must be.
	Reason string
}

func (e *FieldError) Error() string {
	if e.Field == "" {
		return e.Reason
	}
	return e.Field + ": " + e.Reason
}

// Within returns the error as it is called from outside: with the name of the member that
// was decoded put before the path.
func (e *FieldError) Within(member string) *FieldError {
	return &FieldError{Field: join(member, e.Field), Reason: e.Reason}
}

func join(parent, child string) string {
	if parent == "" || child == "" || child[0] == '[' {
		return parent + child
	}
	return parent + "." + child
}

// reading is one decoding. It keeps the first error, after which every value reads as
// absent, so that decoders are written straight through and look at the error once.
type reading struct{ err *FieldError }

// field is a value that a platform sent, with where it stands. A member that was left out
// and one that is null read the same, except to isNull.
type field struct {
	r    *reading
	path string
	raw  json.RawMessage
}

func (f field) fail(format string, args ...any) {
	if f.r.err == nil {
		f.r.err = &FieldError{Field: f.path, Reason: fmt.Sprintf(format, args...)}
	}
}

func (f field) kind() jsontext.Kind {
	if len(f.raw) == 0 || f.r.err != nil {
		return jsontext.KindInvalid
	}
	return jsontext.Value(f.raw).Kind()
}

func (f field) present() bool {
	k := f.kind()
	return k != jsontext.KindInvalid && k != jsontext.KindNull
}

func (f field) isNull() bool { return f.kind() == jsontext.KindNull }

// required fails unless the value is there.
func (f field) required() field {
	if !f.present() {
		f.fail("is required")
	}
	return f
}

// members are the members of one object; it reads any name, absent ones too.
type members struct {
	r    *reading
	path string
	raw  map[string]json.RawMessage
}

func (m members) get(name string) field {
	return field{m.r, join(m.path, name), m.raw[name]}
}

// names lists the names the object has, in order, so that the first error is always the
// same one.
func (m members) names() []string { return slices.Sorted(maps.Keys(m.raw)) }

// object reads the value as an object; an absent one has no members.
func (f field) object() members {
	m := members{r: f.r, path: f.path}
	if f.present() && (f.kind() != jsontext.KindBeginObject || json.Unmarshal(f.raw, &m.raw) != nil) {
		f.fail("must be an object")
	}
	return m
}

// list reads the value as an array of at most most elements.
func (f field) list(most int) []field {
	if !f.present() {
		return nil
	}
	var raw []json.RawMessage
	if f.kind() != jsontext.KindBeginArray || json.Unmarshal(f.raw, &raw) != nil {
		f.fail("must be a list")
		return nil
	}
	if len(raw) > most {
		f.fail("must have at most %d elements", most)
		return nil
	}
	out := make([]field, len(raw))
	for i := range raw {
		out[i] = field{f.r, fmt.Sprintf("%s[%d]", f.path, i), raw[i]}
	}
	return out
}

// decode runs a decoder over one value.
func decode[T any](raw json.RawMessage, read func(field) T) (T, error) {
	r := &reading{}
	value := read(field{r: r, raw: raw})
	if r.err != nil {
		var zero T
		return zero, r.err
	}
	return value, nil
}
