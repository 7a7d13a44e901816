// Package jsonrpc is the strict front door that the A2A and the MCP bindings
// share: it turns the bytes of one HTTP body into a [Request], or into the
// [Error] that must be answered instead, and encodes answers.
//
// The rules are those of JSON-RPC 2.0, made stricter where a lax reading could
// buy something twice or sign something else than what was read: I-JSON input
// (RFC 7493: UTF-8, no duplicate members), at most [MaxDepth] levels, one
// document, no batches, and an id on every request, since a checkout must not
// run without a reply. Ids, params and results stay raw bytes, so that an id
// such as 9007199254740993 comes back as it was sent.
//
// The size of a body is limited by the HTTP layer, before this package.
package jsonrpc
