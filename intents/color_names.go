package intents

import (
	"strings"

	"balcao/internal/lang"
)

// colorNames are what answers call the colours, by their folded Portuguese name.
var colorNames = func() map[string]lang.Text {
	out := map[string]lang.Text{}
	for line := range dataLines(colorsList) {
		words, said, _ := strings.Cut(line, "=")
		if names := strings.Split(said, ","); len(names) == len(lang.Text{}) {
			base, _, _ := strings.Cut(words, " ")
			out[base] = lang.Text{strings.TrimSpace(names[0]), strings.TrimSpace(names[1]), strings.TrimSpace(names[2])}
		}
	}
	return out
}()

// ColorName is what an answer in a language calls a colour that a catalogue names in
// Portuguese; false if it is none, or has the same name everywhere.
func ColorName(label, language string) (string, bool) {
	name, ok := colorNames[fold(label)]
	return name.In(language), ok
}
