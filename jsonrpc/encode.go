package jsonrpc

import (
	"encoding/json"
	"strconv"

	"github.com/go-json-experiment/json/jsontext"
)

// EncodeResult builds the answer to the request with this id. The bytes of
// result go out verbatim, so what was signed or stored is what is sent; a nil
// result becomes null, since an answer must have one.
func EncodeResult(id, result json.RawMessage) []byte {
	out := make([]byte, 0, len(id)+len(result)+40)
	out = AppendHead(out, id)
	out = append(out, `,"result":`...)
	out = append(out, orNull(result)...)
	return append(out, '}')
}

// EncodeError builds the answer that refuses the request with this id; nil when
// the id is unknown, which becomes null. Nothing is escaped for HTML.
func EncodeError(id json.RawMessage, e *Error) []byte {
	out := make([]byte, 0, len(id)+len(e.Message)+len(e.Data)+80)
	out = AppendHead(out, id)
	out = append(out, `,"error":{"code":`...)
	out = strconv.AppendInt(out, int64(e.Code), 10)
	out = append(out, `,"message":`...)
	out = AppendString(out, e.Message)
	if e.Data != nil {
		out = append(out, `,"data":`...)
		out = append(out, e.Data...)
	}
	return append(out, "}}"...)
}

// AppendHead appends what an answer begins with, up to its id; nil is null.
func AppendHead(out, id []byte) []byte {
	out = append(out, `{"jsonrpc":"2.0","id":`...)
	return append(out, orNull(id)...)
}

func orNull(raw []byte) []byte {
	if raw == nil {
		return []byte("null")
	}
	return raw
}

// AppendString appends a JSON string. Bad UTF-8 becomes U+FFFD: the library
// says so with an error after it has done it, and an answer must go out.
func AppendString(out []byte, s string) []byte {
	out, _ = jsontext.AppendQuote(out, s)
	return out
}
