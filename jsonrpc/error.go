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

// ParseError says that the body is not one strict JSON document.
func ParseError(detail string) *Error {
	return &Error{Code: CodeParseError, Message: "Parse error: " + detail}
}

// InvalidRequest says that the document is not a request.
func InvalidRequest(detail string) *Error {
	return &Error{Code: CodeInvalidRequest, Message: "Invalid Request: " + detail}
}

// MethodNotFound says that the method does not exist here. The name is not
// repeated, as it is the caller's text.
func MethodNotFound() *Error {
	return &Error{Code: CodeMethodNotFound, Message: "Method not found"}
}

// InvalidParams names what is wrong with the params.
func InvalidParams(detail string) *Error {
	return &Error{Code: CodeInvalidParams, Message: "Invalid params: " + detail}
}

// InternalError carries a fixed text; the reason stays on our side.
func InternalError() *Error {
	return &Error{Code: CodeInternalError, Message: "Internal error"}
}
