// Package notify tells platforms how their tasks stand, at the addresses where they asked
// to be told (A2A push notifications).
//
// Delivery is at least once and in the order of versions. One delivery stands for all that
// came before it: what is sent is the task as it is now. Rules: A2A 1.0.1, 4.3.3 (payload,
// guarantees) and 13.2 (security).
package notify
