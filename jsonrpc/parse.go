package jsonrpc

import (
	"encoding/json"
	"errors"

	"github.com/go-json-experiment/json/jsontext"
)

// MaxID is the longest id that a request may have, in bytes: it is repeated in every
// answer, of which a stream has many.
const MaxID = 8 << 10

// Parse reads one request. On an error the Request still carries the id if it
// could be read, so the answer is always EncodeError(req.ID, err).
//
// Codes: -32700 for what is not one strict JSON document; -32600 for a batch
// or another non-object, for an id that is absent, null, a boolean, an object,
// an array or longer than MaxID, for a jsonrpc other than "2.0" and for a method that is no
// string; -32602 for params that are neither an object nor null.
func Parse(body []byte) (Request, *Error) {
	req, notification, err := ParseMessage(body)
	if err == nil && notification {
		err = invalidRequest("id is required")
	}
	return req, err
}

// ParseMessage is Parse for a binding that takes notifications too, which have no id and get
// no answer.
func ParseMessage(body []byte) (req Request, notification bool, _ *Error) {
	req, err := parse(body)
	return req, err == nil && req.ID == nil, err
}

// parse reads a request whose id may be absent.
func parse(body []byte) (Request, *Error) {
	env, err := scan(body)
	if err != nil {
		return Request{}, parseError(parseDetail(err))
	}
	switch env.kind {
	case jsontext.KindBeginObject:
	case jsontext.KindBeginArray:
		return Request{}, invalidRequest("batches are not supported")
	default:
		return Request{}, invalidRequest("the body must be an object")
	}

	var req Request
	if k := env.id.Kind(); k == jsontext.KindString || k == jsontext.KindNumber {
		if len(env.id) > MaxID {
			return req, invalidRequest("id is too long")
		}
		req.ID = json.RawMessage(env.id)
	} else if env.id != nil {
		return req, invalidRequest("id must be a string or a number")
	}
	if env.version.Kind() != jsontext.KindString || unquote(env.version) != "2.0" {
		return req, invalidRequest(`jsonrpc must be "2.0"`)
	}
	if env.method.Kind() != jsontext.KindString {
		return req, invalidRequest("method must be a string")
	}
	req.Method = unquote(env.method)
	switch env.params.Kind() {
	case jsontext.KindBeginObject:
		req.Params = json.RawMessage(env.params)
	case jsontext.KindNull, jsontext.KindInvalid: // null or absent
		req.Params = json.RawMessage("{}")
	default:
		return req, invalidParams("params must be an object")
	}
	return req, nil
}

// parseDetail puts the reason into words without repeating the input.
func parseDetail(err error) string {
	switch {
	case errors.Is(err, errDepth):
		return "nested too deeply"
	case errors.Is(err, errTokens):
		return "too many members"
	case errors.Is(err, jsontext.ErrDuplicateName):
		return "duplicate member name"
	case errors.Is(err, errTrailing):
		return "more than one JSON document"
	default:
		return "not valid JSON in UTF-8"
	}
}

// unquote returns the text of a string that the scanner has already checked.
func unquote(v jsontext.Value) string {
	text, err := jsontext.AppendUnquote(nil, v)
	if err != nil {
		return ""
	}
	return string(text)
}

// Object checks a body that is no request but must be one strict JSON object, within the
// same bounds. Codes: -32700 for what is not one strict JSON document, -32600 for one that
// is no object.
func Object(body []byte) (json.RawMessage, *Error) {
	env, err := scan(body)
	if err != nil {
		return nil, parseError(parseDetail(err))
	}
	if env.kind != jsontext.KindBeginObject {
		return nil, invalidRequest("the body must be an object")
	}
	return body, nil
}
