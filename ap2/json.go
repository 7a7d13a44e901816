package ap2

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"

	"github.com/go-json-experiment/json/jsontext"
)

// tokenDepth is how deep what is sealed or signed may nest.
const tokenDepth = 32

// object is a JSON object. Its values are objects, []any, string, json.Number, bool, nil:
// never structs, whose fields would match names without regard to case.
type object = map[string]any

// parse reads one JSON value as strictly as [check] does.
func parse(raw []byte) (any, error) {
	dec := jsontext.NewDecoder(bytes.NewBuffer(raw))
	v, err := readValue(dec)
	if err == nil {
		err = checkEnd(dec)
	}
	return v, err
}

// parseObject is parse for what must be an object.
func parseObject(raw []byte) (object, error) {
	v, err := parse(raw)
	if err != nil {
		return nil, err
	}
	o, ok := v.(object)
	if !ok {
		return nil, errors.New("not an object")
	}
	return o, nil
}

func readValue(dec *jsontext.Decoder) (any, error) {
	token, err := dec.ReadToken()
	if err != nil {
		return nil, err
	}
	if dec.StackDepth() > tokenDepth {
		return nil, fmt.Errorf("nested deeper than %d", tokenDepth)
	}
	switch token.Kind() {
	case jsontext.KindBeginObject:
		return readObject(dec)
	case jsontext.KindBeginArray:
		return readArray(dec)
	case jsontext.KindString:
		return token.String(), nil
	case jsontext.KindNumber:
		text := token.String()
		return json.Number(text), checkNumber(text)
	case jsontext.KindNull:
		return nil, nil
	default:
		return token.Bool(), nil
	}
}

func readObject(dec *jsontext.Decoder) (object, error) {
	o := object{}
	for dec.PeekKind() != jsontext.KindEndObject {
		name, err := dec.ReadToken()
		if err != nil {
			return nil, err
		}
		key := name.String()
		if o[key], err = readValue(dec); err != nil {
			return nil, err
		}
	}
	_, err := dec.ReadToken()
	return o, err
}

func readArray(dec *jsontext.Decoder) ([]any, error) {
	a := []any{}
	for dec.PeekKind() != jsontext.KindEndArray {
		v, err := readValue(dec)
		if err != nil {
			return nil, err
		}
		a = append(a, v)
	}
	_, err := dec.ReadToken()
	return a, err
}

// same reports whether a claim is this text. No claim is the empty text: what the caller
// does not know, no mandate can be right about.
func same(claim any, want string) bool {
	s, _ := claim.(string)
	return s == want && want != ""
}

// shown is a claim as a log may repeat it.
func shown(claim any) string {
	if s, ok := claim.(string); ok {
		return fmt.Sprintf("%.64q", s)
	}
	return fmt.Sprintf("a %T", claim)
}
