package jsonrpc

import (
	"bytes"
	"errors"
	"io"

	"github.com/go-json-experiment/json/jsontext"
)

// MaxDepth is how deep objects and arrays may nest in a body, the outermost
// one counted.
const MaxDepth = 64

// MaxTokens is how many names, values and closing brackets a body may have. A megabyte holds
// half a million, which cost a hundred times their size to decode; a real request has some
// hundreds.
const MaxTokens = 20_000

var (
	errTokens   = errors.New("jsonrpc: too many members")
	errDepth    = errors.New("jsonrpc: nested too deeply")
	errTrailing = errors.New("jsonrpc: data after the document")
)

// envelope holds the members of a request, each a part of the body and nil
// when absent.
type envelope struct {
	kind                        jsontext.Kind // of the outermost value
	version, id, method, params jsontext.Value
}

// member returns where the value of a known member goes, or nil.
func (e *envelope) member(name string) *jsontext.Value {
	switch name {
	case "jsonrpc":
		return &e.version
	case "id":
		return &e.id
	case "method":
		return &e.method
	case "params":
		return &e.params
	}
	return nil
}

// scan checks the whole body in one pass and notes the members of the request.
// The decoder refuses bad UTF-8, lone surrogates and duplicate names at every
// level. Containers are read token by token, so hostile nesting costs no stack.
func scan(body []byte) (envelope, error) {
	dec := jsontext.NewDecoder(bytes.NewBuffer(body))
	env := envelope{kind: dec.PeekKind()}
	tokens := 0
	if env.kind != jsontext.KindBeginObject {
		if _, err := readValue(dec, body, &tokens); err != nil {
			return env, err
		}
		return env, atEnd(dec)
	}
	if _, err := dec.ReadToken(); err != nil {
		return env, err
	}
	for dec.PeekKind() != jsontext.KindEndObject {
		name, err := dec.ReadToken()
		if err != nil {
			return env, err
		}
		if tokens++; tokens > MaxTokens {
			return env, errTokens
		}
		target := env.member(name.String())
		value, err := readValue(dec, body, &tokens)
		if err != nil {
			return env, err
		}
		if target != nil {
			*target = value
		}
	}
	if _, err := dec.ReadToken(); err != nil {
		return env, err
	}
	return env, atEnd(dec)
}

// readValue reads the next value and returns the bytes it spans in body. It counts tokens.
func readValue(dec *jsontext.Decoder, body []byte, tokens *int) (jsontext.Value, error) {
	kind := dec.PeekKind()
	if kind != jsontext.KindBeginObject && kind != jsontext.KindBeginArray {
		v, err := dec.ReadValue()
		if err != nil {
			return nil, err
		}
		end := dec.InputOffset()
		return body[end-int64(len(v)) : end : end], nil
	}
	outer := dec.StackDepth()
	if _, err := dec.ReadToken(); err != nil {
		return nil, err
	}
	start := dec.InputOffset() - 1
	for dec.StackDepth() > outer {
		if dec.StackDepth() > MaxDepth {
			return nil, errDepth
		}
		if *tokens++; *tokens > MaxTokens {
			return nil, errTokens
		}
		if _, err := dec.ReadToken(); err != nil {
			return nil, err
		}
	}
	end := dec.InputOffset()
	return body[start:end:end], nil
}

// atEnd accepts only white space after the document.
func atEnd(dec *jsontext.Decoder) error {
	if _, err := dec.ReadToken(); !errors.Is(err, io.EOF) {
		return errTrailing
	}
	return nil
}
