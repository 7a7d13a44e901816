// Package agent is the A2A 1.0 binding: JSON-RPC and HTTP+JSON in, the shop's answers out.
//
// A request passes a fixed pipeline (content type, size, one strict JSON document,
// method, A2A-Version, extensions, parameters, identity) before anything is done; both
// bindings share the methods. A message is answered with a direct Message that carries the
// checkout in a data part. A completion that waits for its payment is a Task for clients
// that do not wait; they follow it by a stream, by push notifications, which package
// notify sends, or by asking.
//
// Rules: A2A 1.0; the checkout document over A2A; BCP overview for identity and errors.
package agent
