// Package lang is about the three languages that the shop speaks, and the texts that are
// written in them. Whoever asks for another language is answered in Portuguese, the
// shop's own. Languages are asked for by BCP 47 tags, of which the primary subtag counts.
package lang

import "strings"

// The languages, as the tags by which the shop names them.
const (
	Portuguese = "pt-BR"
	English    = "en"
	Spanish    = "es"
)

// All are the languages in the order in which a [Text] has them.
func All() []string { return []string{Portuguese, English, Spanish} }

// Match returns the language that a tag asks for, in any case and region; false if it is
// none of the shop's.
func Match(tag string) (string, bool) {
	primary, _, _ := strings.Cut(tag, "-")
	switch strings.ToLower(primary) {
	case "pt":
		return Portuguese, true
	case "en":
		return English, true
	case "es":
		return Spanish, true
	}
	return "", false
}

// Of returns the language to answer a tag in.
func Of(tag string) string {
	if language, ok := Match(tag); ok {
		return language
	}
	return Portuguese
}

// Text is one text in Portuguese, English and Spanish, in this order.
type Text [3]string

// In returns the text in the language of a tag.
func (t Text) In(tag string) string {
	switch Of(tag) {
	case English:
		return t[1]
	case Spanish:
		return t[2]
	}
	return t[0]
}
