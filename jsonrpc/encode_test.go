package jsonrpc

import (
	"encoding/json"
	"testing"
)

func TestEncode(t *testing.T) {
	t.Parallel()
	long := "São Paulo <b>&\u2028\"\\\n"
	tests := []struct {
		name string
		got  []byte
		want string
	}{
		{"result verbatim", EncodeResult(json.RawMessage(`9007199254740993`), json.RawMessage(`{ "t":"<&>\u00e9","n":1.0}`)),
			`{"jsonrpc":"2.0","id":9007199254740993,"result":{ "t":"<&>\u00e9","n":1.0}}`},
		{"no result", EncodeResult(json.RawMessage(`"a"`), nil), `{"jsonrpc":"2.0","id":"a","result":null}`},
		{"error without id", EncodeError(nil, parseError("x")),
			`{"jsonrpc":"2.0","id":null,"error":{"code":-32700,"message":"Parse error: x"}}`},
		{"error with data", EncodeError(json.RawMessage(`1`), &Error{Code: -32000, Message: "m", Data: json.RawMessage(`[{"a":"<"}]`)}),
			`{"jsonrpc":"2.0","id":1,"error":{"code":-32000,"message":"m","data":[{"a":"<"}]}}`},
		{"message escaped, not for HTML", EncodeError(json.RawMessage(`1`), invalidParams(long)),
			`{"jsonrpc":"2.0","id":1,"error":{"code":-32602,"message":"Invalid params: São Paulo <b>&` + "\u2028" + `\"\\\n"}}`},
		{"bad UTF-8 in a message", EncodeError(nil, invalidRequest("\xff")),
			`{"jsonrpc":"2.0","id":null,"error":{"code":-32600,"message":"Invalid Request: ` + "\ufffd" + `"}}`},
	}
	for _, tt := range tests {
		if string(tt.got) != tt.want {
			t.Errorf("%s:\n got %s\nwant %s", tt.name, tt.got, tt.want)
		}
		if !json.Valid(tt.got) {
			t.Errorf("%s: not JSON", tt.name)
		}
	}
}

func TestErrorText(t *testing.T) {
	t.Parallel()
	var err error = invalidParams("quantity")
	if got, want := err.Error(), "jsonrpc: -32602 Invalid params: quantity"; got != want {
		t.Errorf("got %q, want %q", got, want)
	}
}
