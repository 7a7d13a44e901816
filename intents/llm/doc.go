// Package llm is a second reader of text: a language model as a parser behind the built-in
// one, asked only where that one is unsure.
//
// The model is given a text without personal data and a short list of products, and gives
// actions by id. It has no tool that does anything, sees no price and writes no sentence
// for the customer. Completion of a purchase is not in its vocabulary, nor are the buyer
// and the address, which the built-in extractor reads. What it says is checked against the
// schema, then against the text (intents.Evidence); whatever fails on the way, the built-in
// parser's answer stands. Nothing of texts, prompts and provider answers is logged.
//
// The library for the providers has traps, each of which a test here holds: it reads
// environment variables, bounds neither time nor size, loses the reason of a failure, and
// quotes what the provider sent in its errors.
package llm
