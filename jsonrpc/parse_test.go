package jsonrpc

import (
	"strings"
	"testing"
)

// nested is an object whose member x holds levels-1 arrays, so levels in all.
func nested(levels int) string {
	return `{"x":` + strings.Repeat("[", levels-1) + strings.Repeat("]", levels-1) + `}`
}

func TestParseAccepts(t *testing.T) {
	t.Parallel()
	tests := []struct {
		name, body         string
		id, method, params string
	}{
		{"plain", `{"jsonrpc":"2.0","id":1,"method":"m","params":{"a":1}}`, `1`, "m", `{"a":1}`},
		{"any member order, white space kept", " {\"params\" : { \"a\": [1 , 2] } ,\n\t\"method\":\"m\",\"id\" : \"x\" ,\"jsonrpc\":\"2.0\"}\r\n", `"x"`, "m", `{ "a": [1 , 2] }`},
		{"id beyond a double", `{"jsonrpc":"2.0","id":9007199254740993,"method":"m"}`, `9007199254740993`, "m", `{}`},
		{"id beyond int64", `{"jsonrpc":"2.0","id":123456789012345678901234567890,"method":"m"}`, `123456789012345678901234567890`, "m", `{}`},
		{"id with fraction and exponent", `{"jsonrpc":"2.0","id":-1.50e+2,"method":"m"}`, `-1.50e+2`, "m", `{}`},
		{"id with escapes", `{"jsonrpc":"2.0","id":"\u0061\/<","method":"m"}`, `"\u0061\/<"`, "m", `{}`},
		{"longest id", `{"jsonrpc":"2.0","id":"` + strings.Repeat("x", MaxID-2) + `","method":"m"}`, `"` + strings.Repeat("x", MaxID-2) + `"`, "m", `{}`},
		{"empty id string", `{"jsonrpc":"2.0","id":"","method":"m"}`, `""`, "m", `{}`},
		{"params null", `{"jsonrpc":"2.0","id":1,"method":"m","params":null}`, `1`, "m", `{}`},
		{"escaped member name and method", `{"jsonrpc":"2.0","id":1,"m\u0065thod":"Send\u004dessage"}`, `1`, "SendMessage", `{}`},
		{"escaped version", `{"jsonrpc":"\u0032.0","id":1,"method":"m"}`, `1`, "m", `{}`},
		{"unknown members", `{"jsonrpc":"2.0","id":1,"method":"m","ID":2,"Method":"n","kind":null}`, `1`, "m", `{}`},
		{"numbers stay as written", `{"jsonrpc":"2.0","id":1,"method":"m","params":{"n":9007199254740993,"e":1e400}}`, `1`, "m", `{"n":9007199254740993,"e":1e400}`},
		{"surrogate pair", `{"jsonrpc":"2.0","id":1,"method":"m","params":{"t":"\ud83d\ude00"}}`, `1`, "m", `{"t":"\ud83d\ude00"}`},
		{"depth 64", `{"jsonrpc":"2.0","id":1,"method":"m","params":` + nested(63) + `}`, `1`, "m", nested(63)},
		{"brackets in strings are no depth", `{"jsonrpc":"2.0","id":1,"method":"m","params":{"t":"` + strings.Repeat(`[{\"`, 100) + `"}}`, `1`, "m", `{"t":"` + strings.Repeat(`[{\"`, 100) + `"}`},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			req, err := Parse([]byte(tt.body))
			if err != nil {
				t.Fatalf("Parse: %v", err)
			}
			if string(req.ID) != tt.id || req.Method != tt.method || string(req.Params) != tt.params {
				t.Errorf("got id %s method %q params %s, want %s %q %s",
					req.ID, req.Method, req.Params, tt.id, tt.method, tt.params)
			}
		})
	}
}

func TestParseRefuses(t *testing.T) {
	t.Parallel()
	const (
		invalid   = "Parse error: not valid JSON in UTF-8"
		duplicate = "Parse error: duplicate member name"
		deep      = "Parse error: nested too deeply"
		trailing  = "Parse error: more than one JSON document"
		badID     = "Invalid Request: id must be a string or a number"
		badVer    = `Invalid Request: jsonrpc must be "2.0"`
		badMethod = "Invalid Request: method must be a string"
		badParams = "Invalid params: params must be an object"
	)
	tests := []struct {
		name, body string
		code       int
		message    string
		id         string // "" = null
	}{
		{"empty", ``, -32700, invalid, ""},
		{"white space only", " \n", -32700, invalid, ""},
		{"cut off", `{"jsonrpc":"2.0","id":1,"method":"m"`, -32700, invalid, ""},
		{"cut off in params", `{"jsonrpc":"2.0","id":1,"method":"m","params":{"a":[`, -32700, invalid, ""},
		{"byte order mark", "\ufeff{}", -32700, invalid, ""},
		{"trailing garbage", `{"jsonrpc":"2.0","id":1,"method":"m"} x`, -32700, trailing, ""},
		{"two documents", `{"jsonrpc":"2.0","id":1,"method":"m"}{"jsonrpc":"2.0","id":2,"method":"m"}`, -32700, trailing, ""},
		{"array and more", `[] []`, -32700, trailing, ""},
		{"trailing comma", `{"jsonrpc":"2.0","id":1,"method":"m",}`, -32700, invalid, ""},
		{"comment", `{"jsonrpc":"2.0",/**/"id":1,"method":"m"}`, -32700, invalid, ""},
		{"leading zero", `{"jsonrpc":"2.0","id":01,"method":"m"}`, -32700, invalid, ""},
		{"bad UTF-8 in a value", "{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"m\",\"params\":{\"a\":\"\xff\"}}", -32700, invalid, ""},
		{"bad UTF-8 in a name", "{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"m\",\"\xc0\x80\":1}", -32700, invalid, ""},
		{"lone surrogate", `{"jsonrpc":"2.0","id":1,"method":"m","params":{"a":"\ud83d"}}`, -32700, invalid, ""},
		{"duplicate member", `{"jsonrpc":"2.0","id":1,"id":2,"method":"m"}`, -32700, duplicate, ""},
		{"duplicate by escape", `{"jsonrpc":"2.0","id":1,"method":"m","params":{"a":1,"\u0061":2}}`, -32700, duplicate, ""},
		{"duplicate deep inside", `{"jsonrpc":"2.0","id":1,"method":"m","params":{"a":[{"b":{"c":1,"c":1}}]}}`, -32700, duplicate, ""},
		{"duplicate in an unknown member", `{"jsonrpc":"2.0","id":1,"method":"m","z":{"c":1,"c":1}}`, -32700, duplicate, ""},
		{"depth 65", `{"jsonrpc":"2.0","id":1,"method":"m","params":` + nested(64) + `}`, -32700, deep, ""},
		{"depth 65 of objects", `{"jsonrpc":"2.0","id":1,"method":"m","params":` + strings.Repeat(`{"a":`, 64) + `1` + strings.Repeat("}", 64) + `}`, -32700, deep, ""},
		{"10,000 levels in a request", `{"jsonrpc":"2.0","id":1,"method":"m","params":` + nested(10000) + `}`, -32700, deep, ""},
		{"a million levels of array", strings.Repeat("[", 1_000_000), -32700, deep, ""},
		{"too many members", `{"jsonrpc":"2.0","id":1,"method":"m","params":{"a":[` + strings.Repeat("1,", MaxTokens) + `1]}}`, -32700, "Parse error: too many members", ""},
		{"batch", `[{"jsonrpc":"2.0","id":1,"method":"m"}]`, -32600, "Invalid Request: batches are not supported", ""},
		{"empty batch", `[]`, -32600, "Invalid Request: batches are not supported", ""},
		{"string", `"x"`, -32600, "Invalid Request: the body must be an object", ""},
		{"number", ` 42 `, -32600, "Invalid Request: the body must be an object", ""},
		{"null", `null`, -32600, "Invalid Request: the body must be an object", ""},
		{"id absent", `{"jsonrpc":"2.0","method":"m"}`, -32600, "Invalid Request: id is required", ""},
		{"id null", `{"jsonrpc":"2.0","id":null,"method":"m"}`, -32600, badID, ""},
		{"id bool", `{"jsonrpc":"2.0","id":true,"method":"m"}`, -32600, badID, ""},
		{"id object", `{"jsonrpc":"2.0","id":{},"method":"m"}`, -32600, badID, ""},
		{"id array", `{"jsonrpc":"2.0","id":[1],"method":"m"}`, -32600, badID, ""},
		{"empty object", `{}`, -32600, badVer, ""},
		{"version absent", `{"id":"a","method":"m"}`, -32600, badVer, `"a"`},
		{"version 1.0", `{"jsonrpc":"1.0","id":"a","method":"m"}`, -32600, badVer, `"a"`},
		{"version number", `{"jsonrpc":2.0,"id":"a","method":"m"}`, -32600, badVer, `"a"`},
		{"method absent", `{"jsonrpc":"2.0","id":9007199254740993,"params":{}}`, -32600, badMethod, `9007199254740993`},
		{"method null", `{"jsonrpc":"2.0","id":1,"method":null}`, -32600, badMethod, `1`},
		{"method number", `{"jsonrpc":"2.0","id":1,"method":1}`, -32600, badMethod, `1`},
		{"method in other case", `{"jsonrpc":"2.0","id":1,"METHOD":"m"}`, -32600, badMethod, `1`},
		{"an answer", `{"jsonrpc":"2.0","id":1,"result":{}}`, -32600, badMethod, `1`},
		{"params array", `{"jsonrpc":"2.0","id":1,"method":"m","params":[1]}`, -32602, badParams, `1`},
		{"params string", `{"jsonrpc":"2.0","id":"q","method":"m","params":"x"}`, -32602, badParams, `"q"`},
		{"params false", `{"jsonrpc":"2.0","id":"q","method":"m","params":false}`, -32602, badParams, `"q"`},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			req, err := Parse([]byte(tt.body))
			if err == nil {
				t.Fatalf("accepted: %+v", req)
			}
			if err.Code != tt.code || err.Message != tt.message || string(req.ID) != tt.id {
				t.Errorf("got %d %q id %q, want %d %q id %q",
					err.Code, err.Message, req.ID, tt.code, tt.message, tt.id)
			}
		})
	}
}

// A binding that takes notifications is told of one; whatever else is wrong stays wrong.
func TestParseMessage(t *testing.T) {
	t.Parallel()
	for body, want := range map[string]struct {
		notification bool
		code         int
	}{
		`{"jsonrpc":"2.0","method":"notifications/initialized"}`:           {true, 0},
		`{"jsonrpc":"2.0","method":"notifications/cancelled","params":{}}`: {true, 0},
		`{"jsonrpc":"2.0","id":1,"method":"ping"}`:                         {false, 0},
		`{"jsonrpc":"2.0","id":null,"method":"ping"}`:                      {false, CodeInvalidRequest},
		`{"jsonrpc":"2.0","method":"ping","params":[]}`:                    {false, CodeInvalidParams},
		`{"method":"ping"}`: {false, CodeInvalidRequest},
	} {
		_, notification, err := ParseMessage([]byte(body))
		code := 0
		if err != nil {
			code = err.Code
		}
		if notification != want.notification || code != want.code {
			t.Errorf("ParseMessage(%s) = %t, %d, want %t, %d", body, notification, code, want.notification, want.code)
		}
	}
}
