package catalog

import (
	"slices"
	"unicode/utf8"
)

// fuzzyLetters is the shortest word in which a typing error is looked for.
const fuzzyLetters = 5

// spelling finds known words that differ from a given one by one edit: a letter too many,
// too few, another, or two neighbours swapped. Two such words have a common form with at
// most one letter deleted, so that the deletions of all words are the index
// (symmetric-delete spelling correction).
type spelling struct {
	forms   map[string]int32    // a word's form, with its term
	deleted map[string][]string // a form with one letter deleted, with the forms it came from
}

func newSpelling() spelling {
	return spelling{forms: make(map[string]int32), deleted: make(map[string][]string)}
}

// add makes a token of a term known.
func (s spelling) add(token string, term int32) {
	for _, form := range fuzzyForms(token) {
		if _, known := s.forms[form]; known {
			continue
		}
		s.forms[form] = term
		for deletion := range deletions(form) {
			s.deleted[deletion] = append(s.deleted[deletion], form)
		}
	}
}

// near returns the terms one edit from the token, in rising order.
func (s spelling) near(token string) []int32 {
	var terms []int32
	try := func(form, candidate string) {
		if oneEdit(form, candidate) {
			terms = append(terms, s.forms[candidate])
		}
	}
	for _, form := range fuzzyForms(token) {
		if _, known := s.forms[form]; known {
			try(form, form)
		}
		for _, candidate := range s.deleted[form] {
			try(form, candidate)
		}
		for deletion := range deletions(form) {
			if _, known := s.forms[deletion]; known {
				try(form, deletion)
			}
			for _, candidate := range s.deleted[deletion] {
				try(form, candidate)
			}
		}
	}
	slices.Sort(terms)
	return slices.Compact(terms)
}

// fuzzyForms are the forms of a token that are compared: without plural, and without
// gender. Short ones are left out, and so are tokens with digits, where one character
// makes another product.
func fuzzyForms(token string) []string {
	if hasDigit(token) || utf8.RuneCountInString(token) < fuzzyLetters {
		return nil
	}
	forms := []string{singular(token)}
	if s := stem(token); s != forms[0] {
		forms = append(forms, s)
	}
	return slices.DeleteFunc(forms, func(form string) bool { return utf8.RuneCountInString(form) < fuzzyLetters })
}

// deletions yields the word with each of its letters left out.
func deletions(word string) func(yield func(string) bool) {
	return func(yield func(string) bool) {
		for i, r := range word {
			if !yield(word[:i] + word[i+utf8.RuneLen(r):]) {
				return
			}
		}
	}
}

// oneEdit reports whether at most one edit leads from one word to the other.
func oneEdit(one, other string) bool {
	a, b := []rune(one), []rune(other)
	for len(a) > 0 && len(b) > 0 && a[0] == b[0] {
		a, b = a[1:], b[1:]
	}
	for len(a) > 0 && len(b) > 0 && a[len(a)-1] == b[len(b)-1] {
		a, b = a[:len(a)-1], b[:len(b)-1]
	}
	if len(a) == 2 && len(b) == 2 {
		return a[0] == b[1] && a[1] == b[0]
	}
	return len(a) <= 1 && len(b) <= 1
}
