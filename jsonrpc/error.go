package jsonrpc

import (
	"encoding/json"
	"fmt"
)

// Error codes that JSON-RPC 2.0 reserves. Each binding adds its own.
const (
	CodeParseError     = -32700
	CodeInvalidRequest = -32600
	CodeMethodNotFound = -32601
	CodeInvalidParams  = -32602
	CodeInternalError  = -32603
)

// Error is the error object of an answer. Message and Data go to the caller as
// they are: never put the text of an internal error in them.
type Error struct {
	Code    int
	Message string
	// Data is one JSON value, or nil for none.
	Data json.RawMessage
}

// Error implements error.
func (e *Error) Error() string {
	return fmt.Sprintf("jsonrpc: %d %s", e.Code, e.Message)
}

// parseError says that the body is not one strict JSON document.
func parseError(detail string) *Error {
	return &Error{Code: CodeParseError, Message: "Parse error: " + detail}
}

// invalidRequest says that the document is not a request.
func invalidRequest(detail string) *Error {
	return &Error{Code: CodeInvalidRequest, Message: "Invalid Request: " + detail}
}

// invalidParams names what is wrong with the params.
func invalidParams(detail string) *Error {
	return &Error{Code: CodeInvalidParams, Message: "Invalid params: " + detail}
}
