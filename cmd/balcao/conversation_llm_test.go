package main

import (
	"io"
	"net/http"
	"net/http/httptest"
	"sync/atomic"
	"testing"

	"golang.org/x/tools/txtar"
)

// TestConversationsWithModel has the conversations again with a model that understands nothing:
// they go as without one. With -v it tells how many of their turns the model was asked for.
func TestConversationsWithModel(t *testing.T) {
	t.Parallel()
	const nothing = `{"choices":[{"index":0,"finish_reason":"stop","message":{"role":"assistant","tool_calls":[{"id":"c","type":"function",
		"function":{"name":"emit_actions","arguments":"{\"actions\":[{\"action\":\"unknown\"}]}"}}]}}],"usage":{"prompt_tokens":700,"completion_tokens":40}}`
	var calls, turns atomic.Int32
	t.Cleanup(func() { t.Logf("of %d turns the model was asked for %d", turns.Load(), calls.Load()) })
	eachArchive(t, "conversations/*.txtar", func(t *testing.T, _ string, archive *txtar.Archive) {
		model := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
			calls.Add(1)
			_, _ = io.WriteString(w, nothing)
		}))
		defer model.Close()
		shop := startShop(t, "--llm-provider=openai", "--llm-base-url="+model.URL, "--llm-model=m")
		c := &talk{shop: shop, agent: shop.agent(t, "platform.json"), masked: masks{seen: map[string]string{}}, known: map[string]map[string]string{}}
		if err := c.hold(string(archive.Files[0].Data)); err != nil {
			t.Fatal(err)
		}
		if c.dialogue.String() != string(archive.Files[0].Data) {
			t.Error("the conversation goes otherwise than without a model")
		}
		turns.Add(int32(c.turn))
	})
}
