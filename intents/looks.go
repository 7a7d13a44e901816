package intents

import (
	_ "embed"
	"maps"
	"slices"
	"strings"
)

//go:embed lexicon/looks.txt
var looksList string

// frame is a sentence with a place for what somebody looks for.
type frame []slot

// slot is one group of a frame: words, that may be left out, or the place itself.
type slot struct {
	words    phrases
	optional bool
	gap      bool
}

// mostGap is how many words the place of a frame holds.
const mostGap = 6

// looks are the frames of looks.txt, by the words that they may begin with, and the lists of
// those whom something is for and of what stands before them.
var looks = newLooks(looksList)

type lookTable struct {
	starts map[string][]frame
	// offers say of a thing no more than that the shop has it.
	offers    []frame
	whom, own phrases
}

func newLooks(list string) lookTable {
	l := lookTable{starts: map[string][]frame{}}
	lists := map[string]string{}
	for line := range dataLines(list) {
		if name, words, ok := strings.Cut(line, " = "); ok && line[0] == '$' {
			lists[name] = words
			continue
		}
		for name, words := range lists {
			for _, end := range []string{"|", "}", "]"} {
				line = strings.ReplaceAll(line, name+end, words+end)
			}
		}
		f := newFrame(line)
		if line[0] == '>' {
			l.offers = append(l.offers, f)
			continue
		}
		for _, word := range f.begins() {
			l.starts[word] = append(l.starts[word], f)
		}
	}
	l.whom, l.own = table(lists["$whom"]), table(lists["$own"])
	return l
}

// begins are the words that a frame may begin with, each once.
func (f frame) begins() []string {
	words := map[string]bool{}
	for _, s := range f {
		for word := range s.words.first {
			words[word] = true
		}
		if !s.optional {
			break
		}
	}
	return slices.Sorted(maps.Keys(words))
}

// startingAt are the frames that may begin with the word.
func (l lookTable) startingAt(word string) []frame {
	out := l.starts[personOf(word)]
	for _, verb := range verbsOf(word) {
		out = append(slices.Clip(out), l.starts[verb]...)
	}
	return out
}

// newFrame reads a line of looks.txt.
func newFrame(line string) frame {
	var f frame
	for len(line) > 0 {
		switch line[0] {
		case '{', '[':
			words, rest, _ := strings.Cut(line[1:], string(line[0]+2)) // the closing ones follow two behind
			f = append(f, slot{words: table(words), optional: line[0] == '['})
			line = rest
		case '.':
			f = append(f, slot{gap: true})
			line = strings.TrimLeft(line, ".")
		default:
			line = line[1:]
		}
	}
	return f
}

// at returns where a frame that begins at tokens[i] ends, and the place in it, both 0 if it
// does not begin there.
func (f frame) at(tokens []token, i int) (end, from, to int) {
	if len(f) == 0 {
		return i, 0, 0
	}
	switch first := f[0]; {
	case first.gap:
		for n := 1; n <= mostGap && i+n <= len(tokens) && !(tokens[i+n-1].mark && tokens[i+n-1].word != "-"); n++ {
			if end, _, _ := f[1:].at(tokens, i+n); end > 0 {
				return end, i, i + n
			}
		}
	default:
		if n := first.words.at(tokens, i); n > 0 {
			if end, from, to := f[1:].at(tokens, i+n); end > 0 {
				return end, from, to
			}
		}
		if first.optional {
			return f[1:].at(tokens, i)
		}
	}
	return 0, 0, 0
}

// look is what a text looks for: its frame is tokens[from:to], with what it holds inside.
type look struct {
	from, to int
	inside   []token
}

// findLook returns the first frame of a text, the longest of those that begin there.
func findLook(tokens []token) (l look, ok bool) {
	for i := range tokens {
		if tokens[i].mark {
			continue
		}
		for _, f := range looks.startingAt(tokens[i].word) {
			end, from, to := f.at(tokens, i)
			if end > i && end > l.to {
				l, ok = look{from: i, to: end, inside: tokens[from:to]}, true
			}
		}
		if ok {
			return l, true
		}
	}
	return look{}, false
}

// withoutOffers drops what only says that the shop has a thing: "que tem aí na loja".
func withoutOffers(tokens []token) []token {
	for i := 1; i < len(tokens); i++ {
		for _, f := range looks.offers {
			if end, _, _ := f.at(tokens, i); end > i {
				tokens = append(slices.Clone(tokens[:i]), tokens[end:]...)
				break
			}
		}
	}
	return tokens
}

// withoutReceivers drops whom something is for: "pro meu neto", "do meu filho", "for my
// daughter".
func withoutReceivers(tokens []token) []token {
	var out []token
	for i := 0; i < len(tokens); i++ {
		if receiverLeads[tokens[i].word] {
			end, own := i+1, false
			for n := looks.own.at(tokens, end); n > 0; n = looks.own.at(tokens, end) {
				end, own = end+n, true
			}
			if n := looks.whom.at(tokens, end); n > 0 && (own || purposeWords[tokens[i].word] || tokens[i].word == "for") {
				i = end + n - 1
				if i+1 < len(tokens) && relativeWords[tokens[i+1].word] {
					for i+1 < len(tokens) && !tokens[i+1].mark && !isMask(tokens[i+1].word) {
						i++ // "pro meu irmão que vai entrar na faculdade"
					}
				}
				continue
			}
		}
		out = append(out, tokens[i])
	}
	return out
}

// receiverLeads come before whom something is for, or whose it is.
var receiverLeads = wordSet(wordList("looks receiverLeads"))

// withoutUnwanted drops what a search tells apart, to the next mark or limit: "sem ser
// apple", and in front of its verb: "preta eu não quero".
func withoutUnwanted(tokens []token) []token {
	for i := 0; i < len(tokens); i++ {
		if n := unwantedTails.at(tokens, i); n > 0 {
			from := i
			for from > 0 && !tokens[from-1].mark {
				from--
			}
			tokens = append(slices.Clone(tokens[:from]), tokens[i+n:]...)
			i = from - 1
			continue
		}
		n := unwantedLeads.at(tokens, i)
		if n == 0 {
			continue
		}
		end := i + n
		for end < len(tokens) && !tokens[end].mark && !isMask(tokens[end].word) && (end == i+n || !questionLeads[tokens[end].word]) {
			end++
		}
		tokens = append(slices.Clone(tokens[:i]), tokens[end:]...)
		i--
	}
	return tokens
}

var (
	unwantedLeads = table(wordList("looks unwantedLeads"))
	unwantedTails = table(wordList("looks unwantedTails"))
	questionLeads = wordSet(wordList("looks questionLeads"))
)
