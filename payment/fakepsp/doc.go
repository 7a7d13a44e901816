// Package fakepsp is a Pix provider for development, tests and demos: a bank with a book of
// its own behind the Central Bank's Pix API, over TLS with client certificates and OAuth 2,
// that misbehaves when it is told to.
//
// Bank is the book: charges, payments, refunds and registered webhooks, and the callbacks
// that it owes. Server is the API in front of it. Switches are the faults. Identity is the
// folder with the keys that provider and shop need.
//
// Rules: the Central Bank's "API Pix" (OpenAPI 2.9.0), RFC 6749 section 4.4 for tokens,
// RFC 8705 section 3 for their binding to the client's certificate, RFC 6750 for their use,
// RFC 7807 for errors. Where it goes beyond or stays behind: docs/PIX.md.
package fakepsp
