package intents

import (
	"regexp/syntax"
	"slices"
	"strings"
)

// anyDigit stands among the pieces for all digits; no text has it.
const anyDigit = "\xff0"

// The bounds of the pieces that are looked for: how many, and of how many letters a class
// each is a piece.
const (
	mostPieces  = 64
	mostLetters = 4
)

// needsOf returns the pieces of which every match of an expression has one, nil if none can
// be told.
func needsOf(source string, folds bool) []string {
	parsed, err := syntax.Parse(source, syntax.Perl)
	if err != nil {
		panic("intents: " + err.Error())
	}
	r := pieceReader{folds}
	exact, needs := r.read(parsed)
	return better(needs, exact)
}

type pieceReader struct{ folds bool }

// read returns all that an expression matches, where that is a short list, and the pieces of
// which each match has one; both nil if neither can be told.
func (r pieceReader) read(e *syntax.Regexp) (exact, needs []string) {
	switch e.Op {
	case syntax.OpEmptyMatch, syntax.OpBeginLine, syntax.OpEndLine, syntax.OpBeginText, syntax.OpEndText, syntax.OpWordBoundary, syntax.OpNoWordBoundary:
		return []string{""}, nil
	case syntax.OpLiteral:
		if e.Flags&syntax.FoldCase != 0 && !r.folds {
			return nil, nil
		}
		return []string{r.lower(string(e.Rune))}, nil
	case syntax.OpCharClass:
		return r.class(e.Rune)
	case syntax.OpCapture:
		return r.read(e.Sub[0])
	case syntax.OpConcat:
		return r.concat(e.Sub)
	case syntax.OpAlternate:
		return r.alternate(e.Sub)
	case syntax.OpQuest:
		if exact, _ = r.read(e.Sub[0]); exact != nil {
			return append(slices.Clone(exact), ""), nil
		}
	case syntax.OpPlus:
		exact, needs = r.read(e.Sub[0])
		return nil, better(needs, exact)
	case syntax.OpRepeat:
		if e.Min > 0 {
			exact, needs = r.read(e.Sub[0])
			return nil, better(needs, exact)
		}
	default: // anything may stand there
	}
	return nil, nil
}

func (r pieceReader) lower(text string) string {
	if r.folds {
		return strings.ToLower(text)
	}
	return text
}

// class reads a class of characters, given in pairs of the first and the last.
func (r pieceReader) class(pairs []rune) (exact, needs []string) {
	if len(pairs) > 0 && pairs[0] >= '0' && pairs[len(pairs)-1] <= '9' {
		return nil, []string{anyDigit}
	}
	for i := 0; i+1 < len(pairs); i += 2 {
		for c := pairs[i]; c <= pairs[i+1]; c++ {
			if letter := r.lower(string(c)); !slices.Contains(exact, letter) {
				exact = append(exact, letter)
			}
			if len(exact) > mostLetters {
				return nil, nil
			}
		}
	}
	return exact, nil
}

// concat reads what follows one another: what is known letter by letter is joined.
func (r pieceReader) concat(parts []*syntax.Regexp) (exact, needs []string) {
	joined, whole := []string{""}, true
	for _, part := range parts {
		exact, more := r.read(part)
		if exact != nil && len(exact)*len(joined) <= mostPieces {
			var next []string
			for _, a := range joined {
				for _, b := range exact {
					next = append(next, a+b)
				}
			}
			joined = next
			continue
		}
		whole = false
		needs = better(better(needs, joined), more)
		joined = []string{""}
		if exact != nil {
			joined = exact
		}
	}
	if whole {
		return joined, nil
	}
	return nil, better(needs, joined)
}

func (r pieceReader) alternate(parts []*syntax.Regexp) (exact, needs []string) {
	whole, told := true, true
	for _, part := range parts {
		one, more := r.read(part)
		whole, exact = whole && one != nil, append(exact, one...)
		more = better(more, one)
		told, needs = told && more != nil, append(needs, more...)
	}
	switch {
	case whole && len(exact) <= mostPieces:
		return exact, nil
	case told:
		return nil, needs
	}
	return nil, nil
}

// better returns the list of pieces that fewer texts have: that whose shortest piece is the
// longer one. A list with an empty piece says nothing.
func better(a, b []string) []string {
	switch la, lb := shortest(a), shortest(b); {
	case la == 0 && lb == 0:
		return nil
	case lb > la || lb == la && len(b) < len(a):
		return b
	}
	return a
}

func shortest(pieces []string) int {
	if len(pieces) == 0 {
		return 0
	}
	n := len(pieces[0])
	for _, piece := range pieces {
		if piece == anyDigit {
			return 1
		}
		n = min(n, len(piece))
	}
	return n
}
