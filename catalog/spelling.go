package catalog

import (
	"slices"
	"strings"
	"unicode/utf8"
)

const (
	// fuzzyLetters is the shortest word in which a typing error is looked for.
	fuzzyLetters = 5
	// mostLetters is the longest word in which a typing error is looked for, and the longest
	// part of words written as one. To leave out each letter in turn takes time by the square
	// of their number, and who sends a text, or a product, chooses that.
	mostLetters = 48
)

// spelling finds known words that differ from a given one by one edit: a letter too many,
// too few, another, or two neighbours swapped. Two such words have a common form with at
// most one letter deleted, so that the deletions of all words are the index
// (symmetric-delete spelling correction). It keeps hashes of them: what has the same hash
// by chance is found out by comparing.
type spelling struct {
	forms []string
	terms []int32 // of each form
	// keys are a hash and the number of a form that has it, in order: the form's own, and
	// those with one letter deleted.
	keys []uint64
}

// formSet collects the forms of a spelling.
type formSet struct {
	numbers map[string]int32
	tokens  map[string]bool
	s       spelling
}

func newFormSet() formSet {
	return formSet{numbers: map[string]int32{}, tokens: map[string]bool{}}
}

// add makes a token of a term known.
func (f *formSet) add(token string, term int32) {
	if f.tokens[token] {
		return
	}
	f.tokens[token] = true
	for _, form := range fuzzyForms(token) {
		if _, known := f.numbers[form]; !known {
			f.numbers[form] = int32(len(f.s.forms))
			f.s.forms, f.s.terms = append(f.s.forms, form), append(f.s.terms, term)
		}
	}
}

func (f *formSet) spelling() spelling {
	s := f.s
	n := 0
	for _, form := range s.forms {
		n += len(form) + 1
	}
	s.keys = make([]uint64, 0, n)
	for i, form := range s.forms {
		s.keys = append(s.keys, key(form, i))
		for deletion := range deletions(form) {
			s.keys = append(s.keys, key(deletion, i))
		}
	}
	slices.Sort(s.keys)
	s.keys = slices.Compact(s.keys)
	return s
}

func key(text string, form int) uint64 { return uint64(hash(text))<<32 | uint64(form) }

// hash is FNV-1a.
func hash(text string) uint32 {
	h := uint32(2166136261)
	for i := range len(text) {
		h = (h ^ uint32(text[i])) * 16777619
	}
	return h
}

// near returns the terms one edit from the token, in rising order.
func (s spelling) near(token string) []int32 {
	var terms []int32
	for _, form := range fuzzyForms(token) {
		try := func(text string) {
			from, _ := slices.BinarySearch(s.keys, key(text, 0))
			for _, k := range s.keys[from:] {
				if uint32(k>>32) != hash(text) {
					return
				}
				if candidate := int32(k); oneEdit(form, s.forms[candidate]) {
					terms = append(terms, s.terms[candidate])
				}
			}
		}
		try(form)
		for deletion := range deletions(form) {
			try(deletion)
		}
	}
	slices.Sort(terms)
	return slices.Compact(terms)
}

// fuzzyForms are the forms of a token that are compared: without plural, without gender,
// and with the letters that sound like others. Short and very long ones are left out, and so are
// tokens with digits, where one character makes another product.
func fuzzyForms(token string) []string {
	if n := letters(token); n < fuzzyLetters || n > mostLetters || hasDigit(token) {
		return nil
	}
	forms := []string{singular(token)}
	if s := stem(token); s != forms[0] {
		forms = append(forms, s)
	}
	if strings.Contains(token, "ph") {
		forms = append(forms, strings.ReplaceAll(forms[0], "ph", "f"))
	}
	return slices.DeleteFunc(forms, func(form string) bool { return letters(form) < fuzzyLetters })
}

// letters counts those of a word.
func letters(word string) int { return utf8.RuneCountInString(word) }

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
