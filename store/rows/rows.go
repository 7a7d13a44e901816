// Package rows turns aggregates into the bytes that a database keeps, and back.
//
// An aggregate is one JSON object by Go field names, wrapped with the number of its
// format: {"f":1,"v":{…}}. There is no second set of structs to keep in step. A golden
// file for each aggregate makes a renamed field fail a test before it loses a shop's
// data. Columns beside the JSON exist only where a query needs them.
//
// Zero values are left out, so a row is small and a field added later reads as zero. A
// member that this program does not know is an error: rewriting the row would drop it.
// Both databases store the bytes as they are; they are not to be normalised.
package rows

import (
	"bytes"
	"fmt"

	"github.com/go-json-experiment/json"

	"balcao/checkout"
	"balcao/conversation"
	"balcao/order"
)

// The frame around the JSON of an aggregate in format 1.
const (
	prefix = `{"f":1,"v":`
	suffix = `}`
)

// EncodeCheckout returns the row of c.
func EncodeCheckout(c *checkout.Checkout) ([]byte, error) { return encode("checkout", c) }

// DecodeCheckout returns the checkout in a row.
func DecodeCheckout(row []byte) (*checkout.Checkout, error) {
	return decode[checkout.Checkout]("checkout", row)
}

// EncodeOrder returns the row of o.
func EncodeOrder(o *order.Order) ([]byte, error) { return encode("order", o) }

// DecodeOrder returns the order in a row. One that was placed before orders were followed
// any further comes complete.
func DecodeOrder(row []byte) (*order.Order, error) {
	o, err := decode[order.Order]("order", row)
	if err == nil {
		o.Upgrade()
	}
	return o, err
}

// EncodeEvidence returns the row of e.
func EncodeEvidence(e *order.Evidence) ([]byte, error) { return encode("evidence", e) }

// DecodeEvidence returns the evidence in a row.
func DecodeEvidence(row []byte) (*order.Evidence, error) {
	return decode[order.Evidence]("evidence", row)
}

// EncodeContext returns the row of c.
func EncodeContext(c *conversation.Context) ([]byte, error) { return encode("context", c) }

// DecodeContext returns the conversation in a row.
func DecodeContext(row []byte) (*conversation.Context, error) {
	return decode[conversation.Context]("context", row)
}

func encode(name string, v any) ([]byte, error) {
	var b bytes.Buffer
	b.Grow(2048)
	b.WriteString(prefix)
	// The order of a map's members is fixed so that equal aggregates have equal rows. A
	// nil element of a list stays nil; nil members are left out as zero.
	err := json.MarshalWrite(&b, v, json.OmitZeroStructFields(true), json.Deterministic(true),
		json.FormatNilSliceAsNull(true), json.FormatNilMapAsNull(true))
	if err != nil {
		return nil, fmt.Errorf("rows: encode %s: %w", name, err)
	}
	b.WriteString(suffix)
	return b.Bytes(), nil
}

func decode[T any](name string, row []byte) (*T, error) {
	body, framed := bytes.CutPrefix(row, []byte(prefix))
	body, closed := bytes.CutSuffix(body, []byte(suffix))
	if !framed || !closed {
		return nil, fmt.Errorf("rows: %s is not in a format that this program knows", name)
	}
	v := new(T)
	if err := json.Unmarshal(body, v, json.RejectUnknownMembers(true)); err != nil {
		return nil, fmt.Errorf("rows: decode %s: %w", name, err)
	}
	return v, nil
}
