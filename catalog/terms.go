package catalog

import (
	"strings"
	"unicode"
)

const (
	// maxTerms bounds the work that one query can ask for.
	maxTerms = 32
	// typoFactor is what a word is worth that is matched with a typing error.
	typoFactor = 0.8
	// aboutShare is what a word counts that tells what the goods go with or are about, of what
	// it tells or the most telling word before does, whichever is less.
	aboutShare = 0.7
)

// queryTerm is a word of a query as the index knows it.
type queryTerm struct {
	// terms are what the word may mean, with factor as their worth: the word itself, or
	// the words one typing error away.
	terms  []int32
	factor float32
	// idf is the information in the word: that of its most common meaning.
	idf float64
	// share is the part of that which counts for the order of what is found.
	share float64
}

// analyse turns a text into the terms to look for. Informative says whether the text had
// a word that could be looked for at all; words that no product has give no term.
func (x *index) analyse(text string) (terms []queryTerm, isInformative bool) {
	seen := make(map[int32]bool)
	about, head := false, 0.0
	for _, token := range x.regroup(tokens(text)) {
		if aboutWords[token] && len(terms) > 0 {
			about = true
		}
		if stopWords[token] {
			continue
		}
		isInformative = true
		q := queryTerm{factor: 1, share: 1}
		if t, known := x.lookup(token); known {
			q.terms = []int32{t}
		} else if t, known := x.terms[wider[term(token)]]; known && len(x.postings[t]) > 0 {
			q.terms = []int32{t}
		} else if q.terms, q.factor = x.measures(token), typoFactor; len(q.terms) == 0 {
			q.terms = x.spelling.near(token)
		}
		if len(q.terms) == 0 || seen[q.terms[0]] || len(terms) == maxTerms {
			continue
		}
		seen[q.terms[0]] = true
		q.idf = x.idf[q.terms[0]]
		for _, t := range q.terms[1:] {
			q.idf = min(q.idf, x.idf[t])
		}
		switch {
		case !about:
			head = max(head, q.idf)
		case !hasDigit(token): // a measure is of the goods themselves
			q.share = aboutShare * min(1, head/q.idf)
		}
		terms = append(terms, q)
	}
	x.humble(terms)
	return terms, isInformative
}

// humble sees to it that a guess tells no more than the most telling word that was read as it
// stands: who asks for "celulares baratos" wants phones, not what is called "Barão".
func (x *index) humble(terms []queryTerm) {
	most := 0.0
	for _, t := range terms {
		if t.factor == 1 {
			most = max(most, t.idf)
		}
	}
	if most == 0 {
		return
	}
	for i := range terms {
		terms[i].idf = min(terms[i].idf, most)
	}
}

// measures are the terms that an unknown number may stand for with a unit left out: 65 for
// 65 W.
func (x *index) measures(token string) []int32 {
	if strings.Trim(token, "0123456789.") != "" {
		return nil
	}
	var terms []int32
	for _, unit := range unitSymbols {
		if t, known := x.lookup(token + unit); known {
			terms = append(terms, t)
		}
	}
	return terms
}

// regroup joins and cuts tokens in the way the catalogue writes them: "g 85" becomes g85,
// "pixel10" becomes pixel 10, "coffee maker" the one word that is known of it.
func (x *index) regroup(tokens []string) []string {
	var grouped []string
	for i := 0; i < len(tokens); i++ {
		token := tokens[i]
		if i+1 < len(tokens) && x.belongTogether(token, tokens[i+1]) {
			grouped = append(grouped, token+tokens[i+1])
			i++
			continue
		}
		grouped = append(grouped, x.cut(token)...)
	}
	return grouped
}

// belongTogether reports whether two tokens, one of them with digits, are known as one.
// If both are known by themselves, only a single letter is taken for a part of a name.
func (x *index) belongTogether(a, b string) bool {
	if !x.knows(a + b) {
		return false
	}
	if !hasDigit(a) && !hasDigit(b) {
		_, isGoods := synonyms[stem(a+b)]
		// "smart phone" and "coffee maker", but "de café" is no decaf.
		return isGoods && len(a)+len(b) >= leastJoined && !stopWords[a] && !stopWords[b]
	}
	if hasDigit(a) == hasDigit(b) {
		return false
	}
	return len(a) == 1 || len(b) == 1 || !x.knows(a) || !x.knows(b)
}

// leastJoined is the shortest word that two without digits are joined to.
const leastJoined = 6

// leastPart is the shortest part that a word without digits is cut into.
const leastPart = 3

// mostParts bounds what one word is cut into.
const mostParts = 4

// cut divides an unknown token in parts that are known: between letters and digits, or where
// words were written as one ("powerbank", "motog85"). A token that cannot be cut stays whole.
func (x *index) cut(token string) []string {
	if parts := x.parts(token, mostParts); parts != nil {
		return parts
	}
	return []string{token}
}

func (x *index) parts(token string, most int) []string {
	digits := hasDigit(token)
	if most < 2 || x.knows(token) || letters(token) > 2*mostLetters || !digits && len(x.spelling.near(token)) > 0 {
		return nil
	}
	var last rune
	for i, r := range token {
		seam := unicode.IsDigit(r) != unicode.IsDigit(last)
		last = r
		if !seam {
			seam = i >= leastPart && (digits && !unicode.IsDigit(r) || len(token)-i >= leastPart)
		}
		if i == 0 || !seam || !x.knows(token[:i]) {
			continue
		}
		if x.knows(token[i:]) {
			return []string{token[:i], token[i:]}
		}
		if digits {
			if rest := x.parts(token[i:], most-1); rest != nil {
				return append([]string{token[:i]}, rest...)
			}
		}
	}
	return nil
}

func (x *index) knows(token string) bool {
	_, known := x.lookup(token)
	return known && !stopWords[token]
}
