package intents

import (
	"cmp"
	"encoding/json"
	"errors"

	"github.com/go-json-experiment/json/jsontext"

	"balcao/bcp"
	"balcao/checkout"
)

// wrong is the error for one bad member.
func wrong(field, why string) *bcp.FieldError {
	return &bcp.FieldError{Field: field, Reason: why}
}

func decodeCreate(raw json.RawMessage) (checkout.Input, error) {
	return bcp.DecodeInput(raw, bcp.Create)
}
func decodeUpdate(raw json.RawMessage) (checkout.Input, error) {
	return bcp.DecodeInput(raw, bcp.Update)
}

// nested reads a member that is a BCP object, zero if it was left out. Errors name the
// member inside it by the whole path.
func nested[T any](m *members, name string, decode func(json.RawMessage) (T, error)) T {
	var zero T
	raw, ok := m.raw[name]
	if !ok {
		return zero
	}
	if jsontext.Value(raw).Kind() == jsontext.KindNull {
		m.fail(name, "must not be null")
		return zero
	}
	value, err := decode(raw)
	if err == nil {
		return value
	}
	var field *bcp.FieldError
	if errors.As(err, &field) {
		m.failWith(field.Within(m.path + name))
	} else {
		m.fail(name, "cannot be read")
	}
	return zero
}

// nestedIn reads the whole object with a decoder of BCP. An error without a member is that
// of the first of them, query.
func nestedIn[T any](m *members, decode func(json.RawMessage) (T, error)) T {
	whole, err := json.Marshal(m.raw)
	if err != nil {
		m.fail("query", "cannot be read")
	}
	value, err := decode(whole)
	var field *bcp.FieldError
	if errors.As(err, &field) {
		m.failWith(&bcp.FieldError{Field: cmp.Or(field.Field, "query"), Reason: field.Reason})
	}
	return value
}
