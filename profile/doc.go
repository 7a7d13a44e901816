// Package profile says who the shop is, finds out who a shopping platform is, and works
// out what the two have in common.
//
// [Business] builds the shop's own profile; the agent card is built from the same [Shop],
// so that the two never differ. [Identifier] turns the credentials of one request into a
// caller: it reads BCP-Agent, checks an API key, has the platform's profile fetched and
// kept ([Fetcher]) and negotiates version, capabilities and payment handlers
// ([Negotiated]). Whatever can go wrong has a code of the protocol's registry ([Error]).
// Mandates are agreed on with the platforms whose mandates are taken alone ([Shop.Trusts]);
// [Issuers] gives the keys in their profiles.
//
// Rules: BCP overview (discovery, identification, negotiation, error registry), checkout
// over A2A (BCP-Agent, agent card), AP2 mandates, RFC 8941 (structured fields).
package profile
