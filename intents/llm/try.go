package llm

import (
	"context"

	"balcao/intents"
)

// Trial is what a trial of a mode showed.
type Trial struct {
	Reading
	// Read are the model's actions that the text bears out.
	Read []intents.Slots
}

// Try has the model read a text in a mode, whatever the parser says of it. ok is false if
// the text is none that a model may read.
func (i *Interpreter) Try(ctx context.Context, mode Mode, u intents.Utterance) (t Trial, ok bool) {
	e, ok := i.builtIn.Evidence(u)
	if !ok {
		return Trial{}, false
	}
	actions, reading := i.ask(ctx, mode, u, e)
	t.Reading = reading
	for _, a := range accept(actions, e) {
		t.Read = append(t.Read, a.slots)
	}
	return t, true
}
