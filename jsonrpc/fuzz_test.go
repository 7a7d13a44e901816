package jsonrpc

import (
	"bytes"
	"encoding/json"
	"math/big"
	"testing"
)

// FuzzParse holds Parse to what encoding/json, an independent and laxer
// parser, says of the same bytes.
func FuzzParse(f *testing.F) {
	f.Add([]byte(`{"jsonrpc":"2.0","id":1,"method":"m","params":{"a":[1,{"b":null}]}}`))
	f.Add([]byte(`{"jsonrpc":"2.0","id":"x","method":"m","params":null} `))
	f.Add([]byte(`[{"jsonrpc":"2.0","id":1,"method":"m"}]`))
	f.Add([]byte(`{"id":1,"id":2}`))
	f.Add(benchBody)
	f.Fuzz(func(t *testing.T, body []byte) {
		before := bytes.Clone(body)
		req, err := Parse(body)
		if !bytes.Equal(before, body) {
			t.Fatal("the body was changed")
		}
		if answer := EncodeError(req.ID, &Error{Code: CodeInternalError, Message: "Internal error"}); !json.Valid(answer) {
			t.Fatalf("the answer is not JSON: %s", answer)
		}
		if err != nil {
			return
		}
		var lax struct {
			ID     json.RawMessage
			Params json.RawMessage
		}
		if err := json.Unmarshal(body, &lax); err != nil {
			t.Fatalf("accepted what encoding/json refuses: %v", err)
		}
		if req.Params[0] != '{' || !json.Valid(req.Params) {
			t.Fatalf("params %q", req.Params)
		}
		if !json.Valid(req.ID) {
			t.Fatalf("id %q", req.ID)
		}
	})
}

// FuzzInteger compares with exact rational arithmetic.
func FuzzInteger(f *testing.F) {
	for _, s := range []string{"1", "1.0", "1.5", "12e-1", "9223372036854775808", "-0.0"} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, s string) {
		got, ok := Integer(json.RawMessage(s))
		if len(s) > 40 || !json.Valid([]byte(s)) {
			return
		}
		var n json.Number
		if json.Unmarshal([]byte(s), &n) != nil || n == "" || s[0] == '"' {
			return
		}
		if len(n) > 6 && bytes.ContainsAny([]byte(n), "eE") {
			return // an exponent the exact arithmetic would spell out
		}
		want, valid := new(big.Rat).SetString(n.String())
		if !valid {
			return
		}
		exact := want.IsInt() && want.Num().IsInt64()
		if exact != ok || ok && want.Num().Int64() != got {
			t.Fatalf("Integer(%q) = %d, %t; exact %v", s, got, ok, want)
		}
	})
}
