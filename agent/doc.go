// Package agent is the A2A 1.0 binding: JSON-RPC over HTTP in, the shop's answers out.
//
// A request passes a fixed pipeline (content type, size, one strict JSON document,
// method, A2A-Version, extensions, parameters, identity) before anything is done. A
// message is answered with a direct Message that carries the checkout in a data part.
//
// Rules: A2A 1.0; the checkout document over A2A; BCP overview for identity and errors.
package agent
