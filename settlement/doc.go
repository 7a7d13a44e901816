// Package settlement accounts for the money that comes into the shop's Pix account: each
// payment becomes part of a checkout, or is parked where the staff see it. None is lost and
// none counts twice.
//
// There are three ways to learn of a payment, and each may fail: the provider's callback,
// looking at open charges (package checkout), and the provider's statement. Callbacks are
// triggers and no more: what they name is stored as work, and the work asks the provider.
// The statement is read every ten minutes from a stored mark on, with an overlap, so that it
// finds what the other two missed, also after a long outage.
//
// Rules: the Central Bank's Pix API (callbacks, GET /cob, GET /pix).
package settlement
