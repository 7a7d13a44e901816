// Package bcp is the wire of the Brazilian Commerce Protocol: it writes checkouts, orders,
// products and error envelopes as the protocol's JSON, and reads what platforms send into
// the input types of the domain.
//
// Encoding is by hand into one buffer, in a fixed order of members, so that the same terms
// are always the same bytes; numbers are written from integers and never pass through a
// float. Decoding is strict on the form of the members it knows and blind to all others:
// what belongs to the shop (ids, prices, totals, status) has no place in the input types.
//
// Texts: what is part of the terms (titles, descriptions) is in the language frozen with
// the checkout, messages are in the language of the answer.
//
// Under AP2 an Encoder seals each checkout as it goes out, and Mandates judges the mandates
// that come back and signs receipts; docs/AP2.md says by which rules.
//
// Rules: BCP checkout, order and catalogue capabilities with their JSON schemas, the
// fulfilment, discount, buyer consent, fiscal identity and tax extensions, the Pix payment
// handler, AP2 mandates, and the error response of the BCP overview.
package bcp
