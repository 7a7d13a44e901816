// Package httpd is the shop's front door: the public HTTP server with its well-known
// documents, the mounting points of the protocol bindings, the Pix webhook, health, and
// the listener for the shop's staff with metrics.
//
// It translates HTTP and nothing else: what a request means is decided by the handlers
// and functions it is given. It speaks plain HTTP; TLS is the business of the proxy in
// front of it.
//
// No log line holds a query string, a path parameter or an address of a client, because
// the first two carry keys of capability URLs and the third is personal data.
//
// Rules: BCP overview (profile discovery: no redirects, public caching), A2A 1.0 (agent
// card caching), RFC 9110 (conditional requests, methods), RFC 9457 (problem documents).
package httpd
