// Package bcb is a client of the Central Bank's Pix API, as banks and payment
// institutions serve it: dynamic charges, their payments, refunds and the webhook's
// address.
//
// The rules come from the API's OpenAPI document (bacen/pix-api, 2.x), OAuth2's client
// credentials (RFC 6749, 4.4) with tokens bound to the client's certificate (RFC 8705) and
// Problem Details (RFC 7807). Where banks differ it takes what can be understood: unknown
// members and values, an expiracao in quotes, one devolucao outside a list, both spellings
// of the removed states.
//
// Its errors never hold what was sent or answered, but for the kind of a problem, the names
// of members at fault, txid and endToEndId: answers carry names and taxpayer ids, and what
// a payer wrote.
package bcb
