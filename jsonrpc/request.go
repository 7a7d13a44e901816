package jsonrpc

import "encoding/json"

// Request is one JSON-RPC 2.0 call. ID and Params are parts of the body that
// was parsed: do not change them, and copy them to keep them longer.
type Request struct {
	// ID is the id exactly as sent, a string or a number; nil when the body
	// had none that can be echoed.
	ID json.RawMessage
	// Method is the unescaped method name.
	Method string
	// Params is always an object; "{}" when the caller sent none, or null.
	Params json.RawMessage
}
