package intents

import (
	"regexp"
	"slices"
	"strings"
	"sync"
)

// expression is a regular expression that is compiled when a text first may match it. Each
// of its alternatives is tried only on a text that has one of the pieces that it cannot do
// without: most texts have none of them, and a search for a piece is far quicker.
type expression struct {
	alternatives []*alternative
	whole        func() *regexp.Regexp
	// folds says that capitals count as small letters.
	folds bool
}

// alternative is one of the alternatives of an expression.
type alternative struct {
	compiled func() *regexp.Regexp
	// needs are the pieces of which a match has one, in small letters; nil if there are none
	// to tell.
	needs func() []string
}

// pattern is an expression in the syntax of package regexp. One that is wrong panics when it
// is first used: a test uses them all.
func pattern(source string) *expression {
	e := &expression{folds: strings.HasPrefix(source, foldsCase), whole: sync.OnceValue(func() *regexp.Regexp { return regexp.MustCompile(source) })}
	flags := ""
	if end := strings.IndexByte(source, ')'); strings.HasPrefix(source, "(?") && isFlags(source[2:max(end, 2)]) {
		flags = source[:end+1]
	}
	for _, part := range alternativesOf(source[len(flags):]) {
		e.alternatives = append(e.alternatives, &alternative{
			compiled: sync.OnceValue(func() *regexp.Regexp { return regexp.MustCompile(flags + part) }),
			needs:    sync.OnceValue(func() []string { return needsOf(flags+part, e.folds) }),
		})
	}
	expressions = append(expressions, e)
	return e
}

// expressions are all of the package, for the test that compiles them.
var expressions []*expression

const foldsCase = "(?i)"

func isFlags(text string) bool { return text != "" && strings.Trim(text, "ims") == "" }

// alternativesOf parts an expression at the bars that stand in no group and no class.
func alternativesOf(source string) []string {
	var out []string
	depth, start, class := 0, 0, false
	for i := 0; i < len(source); i++ {
		switch c := source[i]; {
		case c == '\\':
			i++
		case class:
			class = c != ']'
		case c == '[':
			class = true
			if i+1 < len(source) && (source[i+1] == ']' || source[i+1] == '^') {
				i++
			}
		case c == '(':
			depth++
		case c == ')':
			depth--
		case c == '|' && depth == 0:
			out = append(out, source[start:i])
			start = i + 1
		}
	}
	return append(out, source[start:])
}

// lowered is the text in which the pieces are looked for.
func (e *expression) lowered(text string) string {
	if e.folds {
		return strings.ToLower(text)
	}
	return text
}

func (a *alternative) may(text string) bool {
	needs := a.needs()
	return needs == nil || slices.ContainsFunc(needs, func(piece string) bool {
		if piece == anyDigit {
			return hasDigit(text)
		}
		return strings.Contains(text, piece)
	})
}

// may reports whether the text has what a match needs.
func (e *expression) may(text string) bool {
	low := e.lowered(text)
	return slices.ContainsFunc(e.alternatives, func(a *alternative) bool { return a.may(low) })
}

// MatchString is that of package regexp, as are the other methods.
func (e *expression) MatchString(text string) bool {
	low := e.lowered(text)
	return slices.ContainsFunc(e.alternatives, func(a *alternative) bool { return a.may(low) && a.compiled().MatchString(text) })
}

func (e *expression) FindStringIndex(text string) []int {
	if !e.may(text) {
		return nil
	}
	return e.whole().FindStringIndex(text)
}

func (e *expression) FindString(text string) string {
	if !e.may(text) {
		return ""
	}
	return e.whole().FindString(text)
}

func (e *expression) FindStringSubmatch(text string) []string {
	if !e.may(text) {
		return nil
	}
	return e.whole().FindStringSubmatch(text)
}

func (e *expression) FindStringSubmatchIndex(text string) []int {
	if !e.may(text) {
		return nil
	}
	return e.whole().FindStringSubmatchIndex(text)
}

func (e *expression) FindAllStringIndex(text string, n int) [][]int {
	if !e.may(text) {
		return nil
	}
	return e.whole().FindAllStringIndex(text, n)
}

func (e *expression) FindAllStringSubmatchIndex(text string, n int) [][]int {
	if !e.may(text) {
		return nil
	}
	return e.whole().FindAllStringSubmatchIndex(text, n)
}

func (e *expression) ReplaceAllString(text, with string) string {
	if !e.may(text) {
		return text
	}
	return e.whole().ReplaceAllString(text, with)
}

func (e *expression) ReplaceAllStringFunc(text string, with func(string) string) string {
	if !e.may(text) {
		return text
	}
	return e.whole().ReplaceAllStringFunc(text, with)
}
