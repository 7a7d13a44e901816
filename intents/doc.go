// Package intents says what a message asks of the shop, whichever way it was said.
//
// A sealed Intent is the whole vocabulary. Decode reads it from the data parts of a
// message (checkout over A2A: the action member); an Interpreter reads it from text.
// Both end in the same types, so one executor serves both. Structured actions never
// pass through language understanding.
//
// Text is read by Parser, a cascade of small deterministic stages: size, clean the text,
// guards, mask typed spans (CPF, e-mail, address, coupon), what is relayed for somebody
// else, the pending question, clauses,
// cues, product linking. It makes Slots, and Intents alone turns them into
// intents. Text proposes and the checkout disposes: no price or discount can be said in
// this vocabulary, and no text completes a purchase but an explicit yes to a pending
// question.
package intents
