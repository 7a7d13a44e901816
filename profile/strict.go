package profile

import (
	"bytes"
	"errors"
	"io"

	jsonv2 "github.com/go-json-experiment/json"
	"github.com/go-json-experiment/json/jsontext"
)

// maxDepth is how deep a profile may nest, as deep as a request.
const maxDepth = 64

// decode reads one JSON document and refuses duplicate members, bad UTF-8 and anything
// after it. Names of members are matched exactly.
func decode(raw []byte, into any) error { return jsonv2.Unmarshal(raw, into) }

// decodeObject is decode for what must be an object: null is none.
func decodeObject(raw jsontext.Value, into any) error {
	if raw.Kind() != jsontext.KindBeginObject {
		return errors.New("not an object")
	}
	return decode(raw, into)
}

// checkDepth reads a document token by token, so that nesting costs no stack.
func checkDepth(raw []byte) error {
	dec := jsontext.NewDecoder(bytes.NewReader(raw))
	for {
		_, err := dec.ReadToken()
		if errors.Is(err, io.EOF) {
			return nil
		}
		if err != nil {
			return err
		}
		if dec.StackDepth() > maxDepth {
			return errors.New("nested too deeply")
		}
	}
}
