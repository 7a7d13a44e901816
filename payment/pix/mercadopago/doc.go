// Package mercadopago is a client of Mercado Pago's payments API, for Pix alone: a provider
// with a shape of its own, where a charge and its payment are one object, a "payment" that
// waits.
//
// The rules come from Mercado Pago's API reference (POST and GET /v1/payments, PUT
// /v1/payments/{id}, POST /v1/payments/{id}/refunds, GET /v1/payments/search) and its guide
// to webhooks (x-signature). The txid travels as external_reference and as the key of
// idempotency, so that asking twice makes one payment.
//
// A payment has Mercado Pago's id in place of the endToEndId: that of the Pix system is not
// in every answer, and one payment must not have two ids.
//
// What the API cannot do, this client does not feign. It has no id of ours for a refund:
// that one is made once rests on its idempotency key. It lists payments by a search that
// may lag behind; the id of a payment made here is remembered, to be read by itself.
//
// Errors never hold what was sent or answered but for the codes of causes.
package mercadopago
