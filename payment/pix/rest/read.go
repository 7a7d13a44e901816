package rest

import (
	"errors"
	"time"

	"github.com/go-json-experiment/json"
	"github.com/go-json-experiment/json/jsontext"
)

// Read reads a provider's JSON. Members that are not asked for may hold anything; text in a
// broken encoding, which payers can write, must not hide their money.
func Read(body []byte, into any) error {
	return json.Unmarshal(body, into, jsontext.AllowInvalidUTF8(true))
}

// OneOrMany reads a list, or the one element that some send without its brackets.
type OneOrMany[T any] []T

// UnmarshalJSON implements json.Unmarshaler.
func (o *OneOrMany[T]) UnmarshalJSON(text []byte) error {
	*o = nil
	switch jsontext.Value(text).Kind() {
	case jsontext.KindNull:
		return nil
	case jsontext.KindBeginArray:
		return Read(text, (*[]T)(o))
	}
	*o = make([]T, 1)
	return Read(text, &(*o)[0])
}

// ParseTime reads RFC 3339 with any offset, in UTC. A time whose year in UTC has not four
// digits is none: it could not be written back.
func ParseTime(text string) (time.Time, error) {
	at, err := time.Parse(time.RFC3339Nano, text)
	if at = at.UTC(); err != nil || at.Year() < 1 || at.Year() > 9999 {
		return time.Time{}, errors.New("not a time")
	}
	return at, nil
}
