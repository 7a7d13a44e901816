package feed

import (
	"html"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"
)

// plain is the text of a description that may be HTML: without tags, scripts and styles,
// blocks on lines of their own.
func plain(written string) string {
	if !strings.ContainsAny(written, "<&") {
		return strings.TrimSpace(written)
	}
	var b strings.Builder
	for rest := written; rest != ""; {
		at := strings.IndexByte(rest, '<')
		if at < 0 || !opensTag(rest[at+1:]) {
			end := len(rest)
			if at >= 0 {
				end = at + 1
			}
			b.WriteString(rest[:end])
			rest = rest[end:]
			continue
		}
		b.WriteString(rest[:at])
		tag, after, closed := strings.Cut(rest[at+1:], ">")
		if !closed {
			break
		}
		name := strings.ToLower(strings.TrimFunc(firstWord(tag), func(r rune) bool { return r == '/' }))
		if name == "script" || name == "style" {
			if _, after, closed = strings.Cut(after, "</"+firstWord(tag)); !closed {
				break
			}
			_, after, _ = strings.Cut(after, ">")
		}
		if slices.Contains(blocks, name) {
			b.WriteByte('\n')
		}
		rest = after
	}
	var lines []string
	for line := range strings.Lines(html.UnescapeString(b.String())) {
		if line = strings.Join(strings.Fields(line), " "); line != "" {
			lines = append(lines, line)
		}
	}
	return strings.Join(lines, "\n")
}

var blocks = []string{"p", "br", "div", "li", "ul", "ol", "tr", "table", "h1", "h2", "h3", "h4", "h5", "h6", "section"}

func opensTag(after string) bool {
	return after != "" && (after[0] == '/' || after[0] == '!' || after[0]|0x20 >= 'a' && after[0]|0x20 <= 'z')
}

func firstWord(tag string) string {
	word, _, _ := strings.Cut(strings.Join(strings.Fields(tag), " "), " ")
	return word
}

// capital writes the first letter of a name large, as the names of options are.
func capital(name string) string {
	r, size := utf8.DecodeRuneInString(name)
	return string(unicode.ToUpper(r)) + name[size:]
}

func sortedKeys(m map[string]string) []string {
	keys := make([]string, 0, len(m))
	for k := range m {
		keys = append(keys, k)
	}
	slices.Sort(keys)
	return keys
}
