// Package demo plays a shopping platform against a shop, over real HTTP: it discovers the
// shop, buys in several ways, follows tasks, reads its orders, signs what the buyer agrees
// to, and checks every answer against what the sample shop must say.
//
// It is a client of its own. It shares no code with the server, so that an error in the
// server's encoders cannot hide behind the same error here.
//
// Rules: BCP overview for discovery and identity; the checkout document over A2A for
// messages and tasks; A2A 1.0 for streams, push notifications and the card's signature; the
// order document for reads; the AP2 mandates document, AP2 v0.2 and RFC 9901 for mandates;
// EMV and the Brazilian Central Bank's manual for the Pix code.
package demo
