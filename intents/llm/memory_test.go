package llm

import (
	"context"
	"net/http"
	"testing"

	"balcao/intents"
)

// A message that is sent again is read as it was the first time, without another call.
// The same id with another text is another message.
func TestRetriedMessageDoesNotAskAgain(t *testing.T) {
	t.Parallel()
	b, s := answering(t, wanted, nil)
	u := intents.Utterance{Text: unsureText, From: "ctx_1", Message: "msg_1"}
	for _, from := range []string{"ctx_1", "ctx_1", "ctx_2"} {
		u.From = from // the first message of a conversation has no context yet
		if got := form(b.read(t, u)); got != wantedForm {
			t.Errorf("got %s", got)
		}
	}
	if s.calls() != 1 {
		t.Errorf("%d calls for one message, want 1", s.calls())
	}
	for _, other := range []intents.Utterance{
		{Text: unsureText, From: "ctx_1", Message: "msg_2"},
		{Text: unsureText + "!", From: "ctx_1", Message: "msg_1"}, {Text: unsureText, From: "ctx_1"}, {Text: unsureText, From: "ctx_1"},
	} {
		b.read(t, other)
	}
	if s.calls() != 5 {
		t.Errorf("%d calls, want one for each message and two without id", s.calls())
	}
}

// A message that comes many times at once is read once. Who leaves meanwhile has the parser's
// answer, and takes nothing from the others.
func TestSameMessageAtOnce(t *testing.T) {
	t.Parallel()
	release, arrived := make(chan struct{}), make(chan struct{}, 10)
	s := serve(t, func(w http.ResponseWriter, r *http.Request) {
		arrived <- struct{}{}
		<-release
		body(called("tool_calls", toolName, wanted))(w, r)
	})
	b := newBench(t, s.URL, func(c *Config) { c.Log = nil })
	u := intents.Utterance{Text: unsureText, From: "ctx_1", Message: "msg_1"}
	read := func(ctx context.Context, out chan<- string) {
		got, err := b.Interpret(ctx, u)
		if err != nil {
			out <- err.Error()
			return
		}
		out <- form(got)
	}
	left, stayed := make(chan string, 1), make(chan string, 9)
	ctx, leave := context.WithCancel(t.Context())
	go read(ctx, left) // whose call it is
	<-arrived
	for range cap(stayed) {
		go read(t.Context(), stayed)
	}
	leave()
	if got := <-left; got != ownForm {
		t.Errorf("who left has %s", got)
	}
	close(release)
	for range cap(stayed) {
		if got := <-stayed; got != wantedForm {
			t.Errorf("who stayed has %s", got)
		}
	}
	if s.calls() != 1 {
		t.Errorf("%d calls, want 1", s.calls())
	}
}

// A failed reading is remembered too: the retry must not be read another way.
func TestRetriedMessageAfterAFailure(t *testing.T) {
	t.Parallel()
	s := serve(t, body("<html>"), body(called("tool_calls", toolName, wanted)))
	b := newBench(t, s.URL, nil)
	u := intents.Utterance{Text: unsureText, From: "ctx_1", Message: "msg_1"}
	if first, second := form(b.read(t, u)), form(b.read(t, u)); first != ownForm || second != ownForm || s.calls() != 1 {
		t.Errorf("got %s, then %s by %d calls", first, second, s.calls())
	}
}

// Readings at the same time share nothing but the bounds.
func TestConcurrentReadings(t *testing.T) {
	t.Parallel()
	b, _ := answering(t, wanted, func(c *Config) { c.DailyTokens, c.PerMinute, c.Log = 1_000_000, 1000, nil })
	done := make(chan string)
	for range 16 {
		go func() {
			got, err := b.Interpret(context.Background(), intents.Utterance{Text: unsureText, From: "ctx", Message: "same"})
			if err != nil {
				done <- err.Error()
				return
			}
			done <- form(got)
		}()
	}
	for range 16 {
		if got := <-done; got != wantedForm {
			t.Errorf("got %s", got)
		}
	}
}
