package intents

import (
	"embed"
	"fmt"
	"path"
	"strings"
	"sync"
)

// The word lists of the parser are data: a file for each Go file that uses them, a section
// for each list, a line or a bar between two phrases. Lines that begin with # are comments.
//
//go:embed lexicon/words
var wordFiles embed.FS

// wordLists are the texts of the word lists, by file and name.
var wordLists = sync.OnceValue(readWordLists)

func readWordLists() map[string]string {
	out := map[string]string{}
	files, err := wordFiles.ReadDir("lexicon/words")
	if err != nil {
		panic(fmt.Sprintf("intents: word lists: %v", err)) // they are part of the binary
	}
	for _, f := range files {
		data, err := wordFiles.ReadFile("lexicon/words/" + f.Name())
		if err != nil {
			panic(fmt.Sprintf("intents: word lists: %v", err))
		}
		base := strings.TrimSuffix(f.Name(), path.Ext(f.Name()))
		name := ""
		var lines []string
		for line := range strings.Lines(string(data)) {
			line = strings.TrimSpace(line)
			if inner, ok := strings.CutPrefix(line, "["); ok {
				out[name] = strings.Join(lines, "\n")
				name, lines = base+" "+strings.TrimSuffix(inner, "]"), nil
				continue
			}
			if line != "" && line[0] != '#' {
				lines = append(lines, line)
			}
		}
		out[name] = strings.Join(lines, "\n")
	}
	delete(out, "")
	return out
}

// wordList is the text of a word list: the name of its file and its own.
func wordList(name string) string {
	text, ok := wordLists()[name]
	if !ok {
		panic("intents: no word list " + name) // a slip of the code, which every test shows
	}
	return text
}
