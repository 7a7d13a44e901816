package intents

import (
	_ "embed"
	"maps"
	"slices"
	"strings"
	"sync"
)

//go:embed lexicon/goods.txt
var goodsList string

//go:embed lexicon/traits.txt
var traitsList string

//go:embed lexicon/noise.txt
var noiseList string

//go:embed lexicon/comments.txt
var commentsList string

//go:embed lexicon/deferrals.txt
var deferralsList string

//go:embed lexicon/talk.txt
var talkList string

//go:embed lexicon/colors.txt
var colorsList string

//go:embed lexicon/brands.txt
var brandsList string

// concept is a meaning that words of several languages share: a kind of goods or a trait.
type concept struct {
	// term is its name among the terms of an index; no word looks like it.
	term string
	// goods says that it is a kind of goods.
	goods bool
	// group is that of traits which rule one another out, none if 0.
	group uint8
}

// languages are those that a name is used in.
type languages uint8

const (
	inPortuguese languages = 1 << iota
	inEnglish
	inSpanish
)

// name is one way to say a concept.
type name struct {
	// words are folded, without plural and gender.
	words   []string
	concept int
	spoken  languages
	// weak says that it is an everyday word too.
	weak bool
}

// glossary finds concepts in texts, by the first word of their names.
type glossary struct {
	concepts []concept
	groups   []string
	names    map[string][]name
	// typos find the words of the names when they are mistyped.
	typos typos
	words []string
}

// concepts is the glossary of the lists of goods and traits.
var concepts = sync.OnceValue(newGlossary)

func newGlossary() *glossary {
	g := &glossary{names: map[string][]name{}}
	g.read(goodsList, true)
	g.read(traitsList, false)
	for _, list := range g.names {
		slices.SortStableFunc(list, func(a, b name) int { return len(b.words) - len(a.words) })
	}
	numbers := map[string]int32{}
	for _, list := range g.names {
		for _, n := range list {
			for _, w := range n.words {
				numbers[w] = 0
			}
		}
	}
	g.words = slices.Sorted(maps.Keys(numbers))
	for i, w := range g.words {
		numbers[w] = int32(i)
	}
	g.typos = newTypos(numbers)
	return g
}

// read adds the concepts of a list, one a line.
func (g *glossary) read(list string, goods bool) {
	for line := range dataLines(list) {
		id := len(g.concepts)
		line, group, _ := strings.Cut(line, "| =")
		g.concepts = append(g.concepts, concept{term: "#" + strings.TrimSpace(line), goods: goods, group: g.group(group)})
		for i, column := range strings.Split(line, "|") {
			for _, said := range strings.Split(column, ",") {
				weak := strings.Contains(said, "~")
				g.add(strings.ReplaceAll(said, "~", ""), name{concept: id, spoken: 1 << i, weak: weak})
			}
		}
	}
}

// group returns the number of a group of traits.
func (g *glossary) group(name string) uint8 {
	if name == "" {
		return 0
	}
	if !slices.Contains(g.groups, name) {
		g.groups = append(g.groups, name)
	}
	return uint8(1 + slices.Index(g.groups, name))
}

// add adds a name, and that without its small words: "fone ouvido" is said too.
func (g *glossary) add(said string, n name) {
	n.words = formsOf(tokenize(clean(said)))
	g.put(n)
	short := slices.DeleteFunc(slices.Clone(n.words), func(w string) bool { return smallWords[w] })
	if len(short) > 1 && len(short) < len(n.words) {
		n.words = short
		g.put(n)
	}
}

func (g *glossary) put(n name) {
	if len(n.words) == 0 {
		return
	}
	list := g.names[n.words[0]]
	for i := range list {
		if list[i].concept == n.concept && slices.Equal(list[i].words, n.words) {
			list[i].spoken |= n.spoken
			return
		}
	}
	g.names[n.words[0]] = append(list, n)
}

// smallWords join the parts of a name.
var smallWords = wordSet(wordList("lexicon smallWords"))

// at returns the longest names that begin at forms[i]; several mean several concepts.
func (g *glossary) at(forms []string, i int) []name {
	var out []name
	for _, n := range g.names[forms[i]] {
		if len(out) > 0 && len(n.words) < len(out[0].words) {
			break
		}
		if i+len(n.words) <= len(forms) && slices.Equal(forms[i:i+len(n.words)], n.words) {
			out = append(out, n)
		}
	}
	return out
}

// goods reports whether the word is the name of a kind of goods and no everyday word.
func (g *glossary) goods(form string) bool {
	return slices.ContainsFunc(g.names[form], func(n name) bool {
		return len(n.words) == 1 && !n.weak && g.concepts[n.concept].goods
	})
}

// formsOf returns the forms of all tokens; that of a mark is no word.
func formsOf(tokens []token) []string {
	out := make([]string, len(tokens))
	for i, t := range tokens {
		out[i] = t.word
		if !t.mark {
			out[i] = form(t.word)
		}
	}
	return out
}

// form is the form of a word in which terms are compared: singular, without gender, and
// colours in Portuguese.
func form(word string) string {
	base := stem(word)
	if c, ok := colors[base]; ok {
		base = c
	}
	if hasDigit(base) {
		return strings.ReplaceAll(base, ".", ",")
	}
	return neutral(base)
}

// dataLines yields the lines of a list that are neither empty nor comments.
func dataLines(list string) func(func(string) bool) {
	return func(yield func(string) bool) {
		for line := range strings.Lines(list) {
			if line = strings.TrimSpace(line); line != "" && line[0] != '#' && !yield(line) {
				return
			}
		}
	}
}

// listed is the set of the words of a list, by their forms.
func listed(list string) map[string]bool {
	set := map[string]bool{}
	for line := range dataLines(list) {
		for _, word := range strings.FieldsFunc(line, func(r rune) bool { return r == ' ' || r == '-' }) {
			set[form(fold(word))] = true
		}
	}
	return set
}

var (
	// remarks are made on a product without asking for it.
	remarks = phrasesOf(commentsList)
	// laterWords put off what is said beside them.
	laterWords = phrasesOf(deferralsList)
)

// phrasesOf compiles the phrases of a list with comments.
func phrasesOf(list string) phrases {
	var lines []string
	for line := range dataLines(list) {
		lines = append(lines, line)
	}
	return table(strings.Join(lines, "|"))
}

var (
	// noiseWords say nothing of a product.
	noiseWords = listed(noiseList + "\n" + talkList)
	// famousNames are names of makers and lines.
	famousNames = wordSet(strings.ReplaceAll(brandsList, "-", " "))
)

// modelMarks tell the models of a family apart: a product without the mark is not the one.
const marksList = "pro max ultra plus mini lite xl fe neo edge fold prime slim xr xs se maxi"

var modelMarks, markForms = wordSet(marksList), listed(marksList)

// baseWords ask for the model without any mark.
var baseWords = listed(wordList("lexicon baseWords"))

// diminutives are the small forms of a colour: "marronzinha", "pretinho".
func diminutives(word string) []string {
	base := strings.TrimRight(word, "aeo")
	if strings.HasSuffix(base, "m") {
		base = base[:len(base)-1] + "n"
	}
	return []string{base + "inho", base + "inha", base + "zinho", base + "zinha", base + "ito", base + "ita"}
}

// isColor reports whether a form is that of a colour.
func isColor(text string) bool { return colorForms[text] }

var colorForms = func() map[string]bool {
	out := map[string]bool{}
	for _, color := range colors {
		out[neutral(color)] = true
	}
	return out
}()

// colors give the Portuguese word for each colour word, both folded.
var colors = func() map[string]string {
	out := map[string]string{}
	for line := range dataLines(colorsList) {
		line, _, _ = strings.Cut(line, "=")
		words := strings.Fields(line)
		for _, w := range words {
			out[stem(w)] = words[0]
			for _, small := range diminutives(w) {
				out[stem(small)] = words[0]
			}
		}
	}
	return out
}()
