// Package rest calls the HTTP APIs of payment providers: one fixed address, no redirects,
// every answer bounded in size and time, and nothing asked twice that may not be.
//
// What an answer means is the caller's to know. Errors name the operation and never the
// address, which may hold keys, nor anything of what was sent or answered.
package rest
