package intents

import (
	"hash/maphash"
	"slices"
	"sort"
)

// typos finds the terms that differ from a word by a slip or two. Words that do have a
// common form with at most as many letters deleted, so that the deletions of all terms
// are the index (symmetric deletion); no list of terms is ever gone through. Only the
// beginning of a long word has its letters deleted, which keeps the index small.
type typos struct {
	seed maphash.Seed
	// deleted are hashes of forms with the terms they came from, sorted.
	deleted []deletion
	// sounds are the terms as they sound, by their number.
	sounds []string
}

type deletion struct {
	hash uint32
	term int32
}

// The lengths from which one and two wrong letters are forgiven, and how much of a word
// has letters deleted.
const (
	oneTypoFrom  = 4
	twoTyposFrom = 7
	typoPrefix   = 7
)

// newTypos indexes the terms.
func newTypos(terms map[string]int32) typos {
	t := typos{seed: maphash.MakeSeed(), sounds: make([]string, len(terms))}
	for text, id := range terms {
		if text[0] == '#' || hasDigit(text) || len(text) < oneTypoFrom {
			continue
		}
		sound := soundKey(text)
		t.sounds[id] = sound
		for _, form := range deletions(sound) {
			t.deleted = append(t.deleted, deletion{t.hash(form), id})
		}
	}
	slices.SortFunc(t.deleted, func(a, b deletion) int {
		if a.hash != b.hash {
			return int(int64(a.hash) - int64(b.hash))
		}
		return int(a.term - b.term)
	})
	t.deleted = slices.Clip(slices.Compact(t.deleted))
	return t
}

func (t *typos) hash(text string) uint32 { return uint32(maphash.String(t.seed, text)) }

// allowed is how many slips are forgiven in a word as it sounds.
func allowed(sound string) int {
	if len(sound) >= twoTyposFrom {
		return 2
	}
	return 1
}

// deletions returns the beginning of a word, and it with as many letters left out as
// slips are forgiven.
func deletions(sound string) []string {
	head := sound[:min(len(sound), typoPrefix)]
	out := []string{head}
	last := out
	for range allowed(sound) {
		var next []string
		for _, form := range last {
			for i := range form {
				next = append(next, form[:i]+form[i+1:])
			}
		}
		slices.Sort(next)
		last = slices.Compact(next)
		out = append(out, last...)
	}
	return out
}

// likeness is a term that a word may have been meant to be, and the slips between them.
type likeness struct {
	term  int32
	slips int
}

// near returns the terms that the word may have been meant to be, never the term not: all
// within the slips that are forgiven, by their number. A short word must begin as it
// sounds: poco is no foco.
func (t *typos) near(word string, not int32) []likeness {
	if len(word) < oneTypoFrom-1 || hasDigit(word) {
		return nil
	}
	sound := soundKey(word)
	limit := allowed(sound)
	var out []likeness
	for _, form := range deletions(sound) {
		hash := t.hash(form)
		at := sort.Search(len(t.deleted), func(i int) bool { return t.deleted[i].hash >= hash })
		for ; at < len(t.deleted) && t.deleted[at].hash == hash; at++ {
			id := t.deleted[at].term
			other := t.sounds[id]
			if id == not || len(sound) < twoTyposFrom && (other == "" || sound == "" || other[0] != sound[0]) {
				continue
			}
			if n := distance(sound, other, limit); n <= limit && !slices.ContainsFunc(out, func(l likeness) bool { return l.term == id }) {
				out = append(out, likeness{id, n})
			}
		}
	}
	slices.SortFunc(out, func(a, b likeness) int {
		if a.slips != b.slips {
			return a.slips - b.slips
		}
		return int(a.term - b.term)
	})
	return out
}
