// Package notify tells platforms how their tasks stand, at the addresses where they asked
// to be told (A2A push notifications), and of their orders, at the webhook of their profile.
//
// Delivery is at least once and in the order of versions. One push stands for all that
// came before it: what is sent is the task as it is now. Of an order each version is sent,
// whole and signed. Rules: A2A 1.0.1, 4.3.3 (payload, guarantees) and 13.2 (security); BCP
// order capability (webhooks) and message signatures. docs/WEBHOOKS.md is for platforms.
//
// Buyers are told of their orders by e-mail, which notify/email writes and sends.
package notify
