// Package prompts holds the texts and schemas that go to a language model. They are data:
// reviewed like code, versioned by folder, and in the binary. A change of wording that may
// change what a model says is a new version, so that figures can name what they measured.
package prompts

import (
	"embed"
	"fmt"
)

//go:embed v1
var files embed.FS

// Version is the version of the prompt in use.
const Version = "v1"

// Parser is what makes a model a parser of one message.
type Parser struct {
	// System are the instructions; the customer's text is never among them.
	System string
	// JSONOnly is appended where the model answers in plain JSON, without a schema of its
	// provider's. It ends where the schema is to follow.
	JSONOnly string
	// Schema is the JSON Schema of the answer, in the few words that all providers know.
	Schema []byte
}

// LoadParser returns the parser's prompt of the version in use.
func LoadParser() (Parser, error) {
	var p Parser
	for _, f := range []struct {
		name string
		take func([]byte)
	}{
		{"system.txt", func(b []byte) { p.System = string(b) }},
		{"json_only.txt", func(b []byte) { p.JSONOnly = string(b) }},
		{"actions.schema.json", func(b []byte) { p.Schema = b }},
	} {
		text, err := files.ReadFile(Version + "/" + f.name)
		if err != nil {
			return Parser{}, fmt.Errorf("prompts: %w", err)
		}
		f.take(text)
	}
	return p, nil
}
