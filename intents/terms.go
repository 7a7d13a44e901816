package intents

import (
	"maps"
	"slices"
	"strings"
)

// term is a word of the customer, or a name of several words, as the catalogue has it.
type term struct {
	// text is its form; word is how it was said.
	text, word string
	// readings are the terms of the catalogue that it may stand for; none if the catalogue
	// has nothing of the kind.
	readings []reading
	worth    float64
	aspects
	// start and end are where it stands in the text.
	start, end int
}

// reading is a term of the catalogue that a word may stand for, and how surely.
type reading struct {
	id     int32
	factor float64
}

// aspects are what a word is, whether or not the catalogue has it.
type aspects struct {
	// digits make a model or a measure, mark a model of a family, maker a brand.
	digits, mark, maker bool
	// goods names a kind of goods, head the kind that the phrase as a whole is about.
	goods, head bool
	// group is that of a trait which rules others out, none if 0.
	group uint8
	// trait describes goods, base asks for the model without a mark.
	trait, base bool
	// name is an unknown word in the middle of the phrase, such as a model of others.
	name bool
	// guessed says that it only resembles a word of the catalogue.
	guessed bool
	// noise counts nothing where it is not found; isFor belongs to what the product is for.
	noise, isFor bool
	// joined says that a preposition ties it to the word before, beside that nothing but
	// small words stands between the two.
	joined, beside bool
	spoken         languages
}

// How much a reading counts that is not the very word.
const (
	meansSame  = 0.97
	mayMean    = 0.9
	soundsSame = 0.95
	oneSlip    = 0.9
	twoSlips   = 0.85
	// mostReadings is how many resembling words are considered.
	mostReadings = 24
)

// query is a phrase as linking understands it.
type query struct {
	terms []term
	// without are the phrases told apart: "não o ultra".
	without [][]term
}

// terms reads the words of a phrase that say something as terms of the catalogue.
func (x *Index) terms(tokens []token) []term {
	return slices.DeleteFunc(x.read(tokens).terms, func(t term) bool { return t.noise })
}

// read reads a phrase.
func (x *Index) read(tokens []token) query {
	wanted, unwanted := contrasts(tokens)
	q := query{terms: x.phraseTerms(wanted)}
	for _, part := range unwanted {
		if list := slices.DeleteFunc(x.phraseTerms(part), func(t term) bool { return t.noise }); len(list) > 0 {
			q.without = append(q.without, list)
		}
	}
	return q
}

// phraseTerms reads the words of a phrase without contrasts.
func (x *Index) phraseTerms(tokens []token) []term {
	tokens = x.respaced(tokens)
	forms := formsOf(tokens)
	var out []term
	isFor, aside, follows := false, false, false
	for i := 0; i < len(tokens); {
		t := tokens[i]
		switch {
		case t.mark:
			isFor, aside, follows = false, false, false
		case beginsAside(tokens, i) && len(out) > 0:
			aside = true
		case purposeWords[t.word] && !x.isModelPro(tokens, i):
			isFor = true
			aside = aside || len(out) > 0 && i+1 < len(tokens) && isInfinitive(tokens[i+1].word) && x.strange(forms[i+1])
		}
		if t.mark || purposeWords[t.word] && !x.isModelPro(tokens, i) {
			i++
			continue
		}
		follows = follows && t.start-tokens[i-1].end <= maxGap
		found, length := x.termsAt(tokens, forms, i)
		for _, f := range found {
			f.start, f.end = t.start, tokens[i+length-1].end
			f.isFor, f.noise = isFor, f.noise || aside
			f.joined, f.beside = i > 0 && smallWords[tokens[i-1].word], follows
			if !slices.ContainsFunc(out, func(o term) bool { return o.text == f.text }) {
				out = append(out, f)
			}
		}
		if len(found) > 0 {
			follows = !found[len(found)-1].noise
		}
		i += length
	}
	markHead(out)
	markNames(out)
	return out
}

// maxGap is the widest gap, in bytes, over which words still stand side by side: small
// words may have been taken out there, "memórias de (um) sargento", and where a verb was
// taken out, talk may begin.
const maxGap = 5

// termsAt reads the word or the name of several words at tokens[i].
func (x *Index) termsAt(tokens []token, forms []string, i int) (found []term, length int) {
	names := besideTheirKind(concepts().at(forms, i), forms)
	if len(names) > 0 && len(names[0].words) > 1 {
		length = len(names[0].words)
		t := term{text: strings.Join(forms[i:i+length], " "), word: tokens[i].word}
		x.mean(&t, names, 1)
		if len(t.readings) > 0 {
			if id, known := x.carried(t.text); known {
				t.readings = append(t.readings, reading{id, 1})
			}
			t.worth = x.worthOf(t.readings)
			return []term{t}, length
		}
		names = besideTheirKind(slices.DeleteFunc(slices.Clone(concepts().names[forms[i]]), func(n name) bool { return len(n.words) > 1 }), forms)
	}
	if stopWords[tokens[i].word] {
		return nil, 1
	}
	return []term{x.word(tokens, forms[i], i, names)}, 1
}

// besideTheirKind drops what a colour says of one kind of goods alone where that kind is not
// named: black chocolate is bitter, and a black one is no chocolate.
func besideTheirKind(names []name, forms []string) []name {
	bound := func(n name) bool {
		c := concepts().concepts[n.concept]
		if c.goods || c.group == 0 || len(n.words) > 1 || !isColor(n.words[0]) {
			return false
		}
		kind := form(concepts().groups[c.group-1])
		return concepts().goods(kind) && !slices.Contains(forms, kind)
	}
	if !slices.ContainsFunc(names, bound) {
		return names
	}
	return slices.DeleteFunc(slices.Clone(names), bound)
}

// mean adds the concepts that the names stand for.
func (x *Index) mean(t *term, names []name, factor float64) {
	for _, n := range names {
		c := concepts().concepts[n.concept]
		if !n.weak {
			t.goods, t.trait, t.group = t.goods || c.goods, t.trait || !c.goods, max(t.group, c.group)
		}
		t.spoken |= n.spoken
		if id, known := x.carried(c.term); known {
			f := factor
			if n.weak {
				f = mayMean
			}
			t.readings = append(t.readings, reading{id, f})
		}
	}
	t.trait = t.trait && !t.goods
}

// word reads one word.
func (x *Index) word(tokens []token, text string, i int, names []name) term {
	word := tokens[i].word
	t := term{text: text, word: word}
	t.noise = noiseWords[text] || word == "m" && i > 0 && tokens[i-1].word == "i" || word == "p" && i+1 < len(tokens) && tokens[i+1].word == "/"
	t.noise = t.noise || isContainer(tokens, i)
	t.digits, t.mark, t.base = hasDigit(word), modelMarks[word], baseWords[text]
	id, known := x.carried(text)
	if known {
		t.readings = append(t.readings, reading{id, 1})
		t.maker = x.isMaker(id)
	}
	x.mean(&t, names, meansSame)
	t.maker = !t.noise && (t.maker && !t.goods || famousNames[word] && len(t.readings) == 0 || t.maker && famousNames[word])
	t.noise = (t.noise || t.base) && !t.mark
	if _, number := numberWords[word]; number && !known {
		t.trait = true // it may count, but names nothing
	}
	if strange := !known && !t.noise && !t.digits && !t.goods && !t.trait && !t.maker && !t.mark; strange {
		if mark := markNear(word); mark != "" {
			t.text, t.mark = form(mark), true
			if id, known := x.carried(t.text); known {
				t.readings = []reading{{id, oneSlip}}
			}
		} else {
			t.readings = append(t.readings, x.resembling(text, word, false)...)
			t.guessed = len(t.readings) > 0
		}
	}
	t.worth = x.worthOf(t.readings)
	return t
}

// markNear returns the mark of a model that a word is but for a letter, "" if none.
func markNear(word string) string {
	for _, mark := range slices.Sorted(maps.Keys(modelMarks)) {
		if len(mark) >= oneTypoFrom && len(word) >= oneTypoFrom && mark[0] == word[0] && distance(word, mark, 1) == 1 {
			return mark
		}
	}
	return ""
}

// resembling returns the terms that a word may have been meant to be, other than itself:
// those with the fewest slips, or all within one.
func (x *Index) resembling(text, word string, all bool) []reading {
	itself, known := x.numbers[text]
	if !known {
		itself = -1
	}
	near := x.typos.near(text, itself)
	if plain := neutral(strings.TrimSuffix(word, "s")); plain != text {
		near = append(near, x.typos.near(plain, itself)...) // a slip may look like a plural
	}
	near = slices.DeleteFunc(near, func(l likeness) bool { return len(x.postings[l.term]) == 0 || noiseWords[x.names[l.term]] })
	if len(near) == 0 {
		return nil
	}
	most := 1
	if !all {
		most = slices.MinFunc(near, func(a, b likeness) int { return a.slips - b.slips }).slips
	}
	var out []reading
	for _, l := range near {
		if l.slips <= most && len(out) < mostReadings && !slices.ContainsFunc(out, func(r reading) bool { return r.id == l.term }) {
			out = append(out, reading{l.term, likenessFactors[l.slips]})
		}
	}
	return out
}

// likenessFactors are what a likeness counts, by its slips.
var likenessFactors = [...]float64{soundsSame, oneSlip, twoSlips}

func (x *Index) worthOf(readings []reading) float64 {
	carriers := 0
	for _, r := range readings {
		carriers = max(carriers, len(x.postings[r.id]))
	}
	if carriers == 0 {
		carriers = unknownFrequency
	}
	return x.worth(carriers)
}

// strange reports whether a word means nothing here.
func (x *Index) strange(text string) bool {
	_, known := x.carried(text)
	return !known && len(concepts().names[text]) == 0
}

// markHead marks the kind of goods that the phrase is about: the first of those that
// stand together, or the last in English ("phone case").
func markHead(terms []term) {
	first := slices.IndexFunc(terms, func(t term) bool { return t.goods && !t.isFor && !t.noise })
	if first < 0 {
		return
	}
	last, spoken := first, terms[first].spoken
	for last+1 < len(terms) && terms[last+1].goods && !terms[last+1].joined && !terms[last+1].isFor {
		last++
		spoken &= terms[last].spoken
	}
	if spoken == inEnglish {
		terms[last].head = true
	} else if !terms[first].joined || first == 0 {
		terms[first].head = true
	}
}

// markNames marks the unknown words that stand among the known ones or right beside them;
// others are what people say around a product.
func markNames(terms []term) {
	known := func(t term) bool { return !t.noise && len(t.readings) > 0 }
	first := slices.IndexFunc(terms, known)
	for i := range terms {
		t := &terms[i]
		if t.noise || len(t.readings) > 0 || t.goods || t.trait || t.base {
			continue
		}
		near := first < 0 || i > first || terms[i+1].start <= t.end+1
		if i > first && first >= 0 && !slices.ContainsFunc(terms[i+1:], known) {
			near = t.beside
		}
		if near {
			t.name = true
		} else if !t.digits && !t.mark && !t.maker {
			t.worth /= 4
		}
	}
}
