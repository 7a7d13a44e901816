// Package mcp serves the shop over the Model Context Protocol: nine tools at one URL, for
// which the checkout, the catalogue and the orders are the same as over A2A.
//
// The protocol's SDK does what belongs to MCP itself: the handshakes of all its revisions,
// the list of tools, the form of results. A gate of our own stands before it, because a
// retail counter needs more: one strict reading of the body, one error form for whatever goes
// wrong, authentication before anything is looked at, and ids that come back as they were
// sent. The order of a request is that of the files: origin.go, body.go, gate.go (envelope,
// method, authentication), sdk.go and form.go (may it be called, in this revision of MCP), run.go
// (arguments, negotiation, idempotency), and the file of its tool.
//
// What the shop decides, a refusal of the business too, is a result; what kept a request from
// being looked at is a JSON-RPC error with data.code. Sessions, batches, streams and requests
// to the client do not exist.
//
// Rules: BCP checkout, order and catalogue over MCP, BCP overview (error registry, transport
// bindings), MCP 2024-11-05 to 2026-07-28. Departures: docs/DIVERGENCES.md.
package mcp
