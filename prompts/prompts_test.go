package prompts

import (
	"encoding/json"
	"strings"
	"testing"
)

func TestParserPrompt(t *testing.T) {
	t.Parallel()
	p, err := LoadParser()
	if err != nil {
		t.Fatal(err)
	}
	if !json.Valid(p.Schema) || len(p.System) < 500 || p.JSONOnly == "" {
		t.Errorf("schema %s, %d and %d bytes of text", p.Schema, len(p.System), len(p.JSONOnly))
	}
	// The examples must be what the schema allows, or they teach the wrong form.
	examples := 0
	for line := range strings.Lines(p.System) {
		if line = strings.TrimSpace(line); !strings.HasPrefix(line, `{"actions"`) {
			continue
		}
		examples++
		if !json.Valid([]byte(line)) {
			t.Errorf("an example is no JSON: %s", line)
		}
	}
	if examples < 3 {
		t.Errorf("%d examples", examples)
	}
	for _, never := range []string{"complete_checkout", "set_buyer", "set_shipping_address", "price_max", "%s", "{{"} {
		if strings.Contains(p.System+p.JSONOnly+string(p.Schema), never) {
			t.Errorf("the prompt speaks of %q", never)
		}
	}
}
