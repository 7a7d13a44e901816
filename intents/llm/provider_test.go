package llm

import (
	"bytes"
	"context"
	"encoding/json"
	"io"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"strings"
	"sync"
	"testing"
	"time"

	"balcao/catalog/sample"
	"balcao/intents"
	"balcao/internal/clock"
)

// unsureText is one that names what is sold, and that the parser of these tests cannot
// place.
const unsureText = "hook me up with two jbl headphones"

// wanted is what a good model says of it.
const wanted = `{"actions":[{"action":"add_to_checkout","product_id":"FONE-JBL-TUNE-520","said":"jbl headphones","quantity":2}]}`

// script is a provider that answers as a test says, and remembers what it was asked.
type script struct {
	*httptest.Server
	mu       sync.Mutex
	requests []map[string]any
	headers  []http.Header
	bodies   []string
}

// serve starts a provider whose n-th request is answered by the n-th answer, the last for
// all that follow.
func serve(t *testing.T, answers ...http.HandlerFunc) *script {
	t.Helper()
	s := new(script)
	s.Server = httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		raw, err := io.ReadAll(r.Body)
		var body map[string]any
		if err != nil || json.Unmarshal(raw, &body) != nil {
			t.Errorf("the request is no JSON: %v", err)
		}
		s.mu.Lock()
		n := min(len(s.requests), len(answers)-1)
		s.requests, s.headers, s.bodies = append(s.requests, body), append(s.headers, r.Header.Clone()), append(s.bodies, string(raw))
		s.mu.Unlock()
		answers[n](w, r)
	}))
	t.Cleanup(s.Close)
	return s
}

func (s *script) calls() int {
	s.mu.Lock()
	defer s.mu.Unlock()
	return len(s.requests)
}

func body(text string) http.HandlerFunc {
	return func(w http.ResponseWriter, _ *http.Request) {
		w.Header().Set("Content-Type", "application/json")
		_, _ = io.WriteString(w, text)
	}
}

func quoted(text string) string {
	b, _ := json.Marshal(text)
	return string(b)
}

const usage = `"usage":{"prompt_tokens":700,"completion_tokens":40,"total_tokens":740}`

// called is OpenAI's answer that calls tools, given as name and arguments in turn.
func called(finish string, calls ...string) string {
	var list []string
	for i := 0; i < len(calls); i += 2 {
		list = append(list, `{"id":"c","type":"function","function":{"name":"`+calls[i]+`","arguments":`+quoted(calls[i+1])+`}}`)
	}
	return `{"choices":[{"index":0,"finish_reason":"` + finish + `","message":{"role":"assistant","content":null,"tool_calls":[` + strings.Join(list, ",") + `]}}],` + usage + `}`
}

// spoken is OpenAI's answer in text.
func spoken(text string) string {
	return `{"choices":[{"index":0,"finish_reason":"stop","message":{"role":"assistant","content":` + quoted(text) + `}}],` + usage + `}`
}

// blocks is Anthropic's answer.
func blocks(stop string, list ...string) string {
	return `{"type":"message","role":"assistant","stop_reason":"` + stop + `","content":[` + strings.Join(list, ",") + `],"usage":{"input_tokens":700,"output_tokens":40}}`
}

func toolUse(arguments string) string {
	return `{"type":"tool_use","id":"t","name":"emit_actions","input":` + arguments + `}`
}

// doubting is the built-in parser without its answers to some texts: what it knows grows, and
// no test may depend on what it does not know.
type doubting struct {
	*intents.Parser
	own map[string][]intents.Slots
}

func (p doubting) Interpret(ctx context.Context, u intents.Utterance) (intents.Interpretation, error) {
	got, err := p.Parser.Interpret(ctx, u)
	slots, ok := p.own[strings.TrimRight(u.Text, "!")]
	if !ok || u.Conversation.Pending != nil {
		return got, err
	}
	got.Slots, got.Confidence = slots, 0.1
	got.Intents = intents.Intents(slots, u.Conversation)
	return got, err
}

// unclear is what the parser says of what it cannot place.
func unclear() []intents.Slots {
	return []intents.Slots{{Action: "unknown", Reason: intents.ReasonUnclear}}
}

type bench struct {
	*Interpreter
	clock *clock.Fake
	log   *bytes.Buffer
	// own are the parser's answers to texts, where a test wants others.
	own map[string][]intents.Slots
}

// newBench is an interpreter of the sample shop that asks the provider.
func newBench(t testing.TB, url string, change func(*Config)) bench {
	t.Helper()
	shop, err := sample.New()
	if err != nil {
		t.Fatal(err)
	}
	b := bench{clock: clock.NewFake(time.Date(2026, 11, 30, 12, 0, 0, 0, time.UTC)), log: new(bytes.Buffer)}
	c := Config{
		Provider: OpenAI, BaseURL: url, Model: "test-model", Key: "test-key", Mode: Tools, Timeout: 5 * time.Second, Threshold: 0.5,
		Clock: b.clock, Log: slog.New(slog.NewJSONHandler(b.log, nil)), Random: func() float64 { return 0 },
	}
	if change != nil {
		change(&c)
	}
	b.own = map[string][]intents.Slots{unsureText: unclear()}
	if b.Interpreter, err = New(c, doubting{intents.NewParser(shop.Catalog.Products()), b.own}); err != nil {
		t.Fatal(err)
	}
	b.provider.client.Transport.(*retrying).after = func(time.Duration) <-chan time.Time {
		c := make(chan time.Time, 1)
		c <- time.Time{}
		return c
	}
	return b
}

func (b bench) read(t *testing.T, u intents.Utterance) intents.Interpretation {
	t.Helper()
	got, err := b.Interpret(t.Context(), u)
	if err != nil {
		t.Fatalf("an interpreter with a model must not fail: %v", err)
	}
	return got
}

// form is the compared form of an interpretation.
func form(i intents.Interpretation) string {
	b, _ := json.Marshal(i.Actions())
	return string(b)
}

const (
	wantedForm = `[{"action":"add_to_checkout","product_id":"FONE-JBL-TUNE-520","quantity":2}]`
	ownForm    = `[{"action":"unknown","reason":"unclear"}]`
)

func TestGoodAnswers(t *testing.T) {
	t.Parallel()
	for name, tt := range map[string]struct {
		provider Provider
		mode     Mode
		answer   string
	}{
		"tool":              {OpenAI, Tools, called("tool_calls", toolName, wanted)},
		"tool, stop":        {OpenAI, Tools, called("stop", toolName, wanted)},
		"text in tool mode": {OpenAI, Tools, spoken(wanted)},
		"json_schema":       {OpenAI, JSONSchema, spoken(`{"actions":[{"action":"add_to_checkout","product_id":"FONE-JBL-TUNE-520","said":"jbl headphones","quantity":2,"all":false,"query":"","option":"","index":0,"code":""}]}`)},
		"json_object":       {OpenAI, JSONObject, spoken(wanted)},
		"fenced":            {OpenAI, JSONObject, spoken("```json\n" + wanted + "\n```")},
		"quoted id":         {OpenAI, Tools, called("tool_calls", toolName, strings.Replace(wanted, `"FONE-JBL-TUNE-520"`, `"<'FONE-JBL-TUNE-520'>"`, 1))},
		"bracketed id":      {OpenAI, Tools, called("tool_calls", toolName, strings.Replace(wanted, `"FONE-JBL-TUNE-520"`, `"[FONE-JBL-TUNE-520]"`, 1))},
		"anthropic":         {Anthropic, Tools, blocks("tool_use", `{"type":"text","text":"Let me see."}`, toolUse(wanted))},
		"anthropic thinks":  {Anthropic, Tools, blocks("tool_use", `{"type":"thinking","thinking":"hm","signature":"s"}`, toolUse(wanted))},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			s := serve(t, body(tt.answer))
			b := newBench(t, s.URL, func(c *Config) { c.Provider, c.Mode = tt.provider, tt.mode })
			if got := form(b.read(t, intents.Utterance{Text: unsureText})); got != wantedForm {
				t.Errorf("got %s, want %s\n%s", got, wantedForm, b.log)
			}
			if s.calls() != 1 {
				t.Errorf("%d calls, want 1", s.calls())
			}
			if log := b.log.String(); !strings.Contains(log, `"prompt_tokens":700`) || !strings.Contains(log, `"completion_tokens":40`) {
				t.Errorf("the log lacks the tokens: %s", log)
			}
		})
	}
}

// Several calls, or several blocks, are one list in their order.
func TestTwoToolCalls(t *testing.T) {
	t.Parallel()
	const text = "hook me up with two jbl headphones and then the cart thing"
	cart := `{"actions":[{"action":"get_checkout"}]}`
	want := `[{"action":"add_to_checkout","product_id":"FONE-JBL-TUNE-520","quantity":2},{"action":"get_checkout"}]`
	for name, tt := range map[string]struct {
		provider Provider
		answer   string
	}{
		"openai":    {OpenAI, called("tool_calls", toolName, wanted, toolName, cart)},
		"anthropic": {Anthropic, blocks("tool_use", toolUse(wanted), `{"type":"text","text":"and"}`, toolUse(cart))},
	} {
		b := newBench(t, serve(t, body(tt.answer)).URL, func(c *Config) { c.Provider = tt.provider })
		b.own[text] = unclear()
		if got := form(b.read(t, intents.Utterance{Text: text})); got != want {
			t.Errorf("%s: got %s, want %s", name, got, want)
		}
	}
}

// Whatever a provider does wrong, the built-in parser's answer stands, and the log says
// what kind of thing it was.
func TestFaultsLeaveTheBuiltInAnswer(t *testing.T) {
	t.Parallel()
	status := func(code int, header ...string) http.HandlerFunc {
		return func(w http.ResponseWriter, _ *http.Request) {
			for i := 0; i < len(header); i += 2 {
				w.Header().Set(header[i], header[i+1])
			}
			w.WriteHeader(code)
			_, _ = io.WriteString(w, `{"error":{"message":"SECRET `+unsureText+`"}}`)
		}
	}
	wait := func(w http.ResponseWriter, r *http.Request) {
		select {
		case <-r.Context().Done():
		case <-time.After(10 * time.Second):
		}
	}
	slowBody := func(w http.ResponseWriter, r *http.Request) {
		_, _ = io.WriteString(w, `{"choices":[`)
		w.(http.Flusher).Flush()
		wait(w, r)
	}
	reset := func(w http.ResponseWriter, _ *http.Request) {
		conn, _, err := w.(http.Hijacker).Hijack()
		if err == nil {
			conn.Close()
		}
	}
	raw := func(message string) http.HandlerFunc {
		return body(`{"choices":[{"index":0,"finish_reason":"stop","message":` + message + `}]}`)
	}
	tool := func(arguments string) http.HandlerFunc { return body(called("tool_calls", toolName, arguments)) }
	for name, tt := range map[string]struct {
		answer   http.HandlerFunc
		outcome  Outcome
		calls    int
		provider Provider
	}{
		"cut":                    {body(called("length", toolName, `{"actions":[{"action":"get_checkout"}]}`)), Cut, 1, OpenAI},
		"filtered":               {body(called("content_filter", toolName, wanted)), Cut, 1, OpenAI},
		"refusal":                {raw(`{"role":"assistant","content":null,"refusal":"No."}`), Empty, 1, OpenAI},
		"empty text":             {raw(`{"role":"assistant","content":"  "}`), Empty, 1, OpenAI},
		"array content":          {raw(`{"role":"assistant","content":[{"type":"text","text":` + quoted(wanted) + `}]}`), Unreadable, 1, OpenAI},
		"object arguments":       {raw(`{"role":"assistant","tool_calls":[{"type":"function","function":{"name":"emit_actions","arguments":` + wanted + `}}]}`), Unreadable, 1, OpenAI},
		"no choices":             {body(`{"choices":[]}`), Unreadable, 1, OpenAI},
		"null choice":            {body(`{"choices":[null]}`), Unreadable, 1, OpenAI},
		"old function call":      {body(`{"choices":[{"finish_reason":"function_call","message":{}}]}`), Unreadable, 1, OpenAI},
		"html":                   {body("<html><body>It works!</body></html>"), Unreadable, 1, OpenAI},
		"nothing":                {body(""), Unreadable, 1, OpenAI},
		"wrong tool":             {body(called("tool_calls", "complete_checkout", `{}`)), WrongTool, 1, OpenAI},
		"right and wrong tool":   {body(called("tool_calls", toolName, wanted, "issue_refund", `{}`)), WrongTool, 1, OpenAI},
		"prose":                  {body(spoken("Sure! I added two headphones.")), Invalid, 1, OpenAI},
		"prose around it":        {body(spoken("Here: " + wanted)), Invalid, 1, OpenAI},
		"unknown id":             {tool(strings.Replace(wanted, "FONE-JBL-TUNE-520", "FONE-X", 1)), Invalid, 1, OpenAI},
		"id beyond the list":     {tool(strings.Replace(wanted, "FONE-JBL-TUNE-520", "CAFE-PILAO-500", 1)), Invalid, 1, OpenAI},
		"unknown member":         {tool(`{"actions":[{"action":"add_to_checkout","product_id":"FONE-JBL-TUNE-520","said":"jbl headphones","price":1}]}`), Invalid, 1, OpenAI},
		"unknown member outside": {tool(`{"actions":[{"action":"get_checkout"}],"note":"x"}`), Invalid, 1, OpenAI},
		"buyer":                  {tool(`{"actions":[{"action":"set_buyer","email":"eve@example.com"}]}`), Invalid, 1, OpenAI},
		"complete":               {tool(`{"actions":[{"action":"complete_checkout"}]}`), Invalid, 1, OpenAI},
		"quantity 100":           {tool(strings.Replace(wanted, `:2}`, `:100}`, 1)), Invalid, 1, OpenAI},
		"quantity without end":   {tool(strings.Replace(wanted, `:2}`, `:4e77777}`, 1)), Invalid, 1, OpenAI},
		"quantity as text":       {tool(strings.Replace(wanted, `:2}`, `:"2"}`, 1)), Invalid, 1, OpenAI},
		"member twice":           {tool(strings.Replace(wanted, `:2}`, `:1,"quantity":2}`, 1)), Invalid, 1, OpenAI},
		"seven actions":          {tool(`{"actions":[` + strings.Repeat(`{"action":"help"},`, 6) + `{"action":"help"}]}`), Invalid, 1, OpenAI},
		"no actions":             {tool(`{"actions":[]}`), Invalid, 1, OpenAI},
		"two objects":            {tool(wanted + wanted), Invalid, 1, OpenAI},
		"401":                    {status(401), Refused, 1, OpenAI},
		"redirect":               {status(307, "Location", "/elsewhere"), Refused, 1, OpenAI},
		"429":                    {status(429), Refused, 2, OpenAI},
		"429 to come back late":  {status(429, "Retry-After", "30"), Refused, 1, OpenAI},
		"500":                    {status(500), Refused, 2, OpenAI},
		"slow headers":           {wait, TimedOut, 1, OpenAI},
		"slow body":              {slowBody, TimedOut, 1, OpenAI},
		"2 MiB":                  {body(`{"choices":[{"message":{"content":"` + strings.Repeat("x", 2<<20) + `"}}]}`), TooLarge, 1, OpenAI},
		"reset":                  {reset, Unreachable, 2, OpenAI},
		"anthropic, cut":         {body(blocks("max_tokens", toolUse(wanted))), Cut, 1, Anthropic},
		"anthropic, refusal":     {body(blocks("refusal", `{"type":"text","text":"No."}`)), Cut, 1, Anthropic},
		"anthropic, prose":       {body(blocks("end_turn", `{"type":"text","text":"Sure."}`)), Invalid, 1, Anthropic},
		"anthropic, no block":    {body(blocks("end_turn")), Unreadable, 1, Anthropic},
		"anthropic, new block":   {body(blocks("tool_use", `{"type":"redacted_thinking","data":"SECRET"}`, toolUse(wanted))), Unreadable, 1, Anthropic},
		"anthropic, 529":         {status(529), Refused, 2, Anthropic},
		"anthropic, slow":        {slowBody, TimedOut, 1, Anthropic},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			s := serve(t, tt.answer)
			b := newBench(t, s.URL, func(c *Config) {
				c.Provider = tt.provider
				if tt.outcome == TimedOut {
					c.Timeout = 200 * time.Millisecond
				}
			})
			if got := form(b.read(t, intents.Utterance{Text: unsureText})); got != ownForm {
				t.Errorf("got %s, want the parser's %s", got, ownForm)
			}
			if s.calls() != tt.calls {
				t.Errorf("%d calls, want %d", s.calls(), tt.calls)
			}
			log := b.log.String()
			if !strings.Contains(log, `"outcome":"`+string(tt.outcome)+`"`) {
				t.Errorf("want outcome %s: %s", tt.outcome, log)
			}
			for _, secret := range []string{"SECRET", "headphones", "hook", "FONE", "test-key"} {
				if strings.Contains(log, secret) {
					t.Errorf("the log tells %q: %s", secret, log)
				}
			}
		})
	}
}

// A provider that nothing answers for is no reason to fail.
func TestUnreachableProvider(t *testing.T) {
	t.Parallel()
	s := serve(t, body("{}"))
	s.Close()
	b := newBench(t, s.URL, nil)
	if got := form(b.read(t, intents.Utterance{Text: unsureText})); got != ownForm || !strings.Contains(b.log.String(), `"unreachable","status":0,"attempts":2`) {
		t.Errorf("got %s, log %s", got, b.log)
	}
}

// One retry, in time, brings the answer.
func TestRetry(t *testing.T) {
	t.Parallel()
	for name, first := range map[string]http.HandlerFunc{
		"429, soon": func(w http.ResponseWriter, _ *http.Request) { w.Header().Set("Retry-After", "1"); w.WriteHeader(429) },
		"503":       func(w http.ResponseWriter, _ *http.Request) { w.WriteHeader(503) },
	} {
		s := serve(t, first, body(called("tool_calls", toolName, wanted)))
		b := newBench(t, s.URL, nil)
		if got := form(b.read(t, intents.Utterance{Text: unsureText})); got != wantedForm || s.calls() != 2 {
			t.Errorf("%s: got %s by %d calls", name, got, s.calls())
		}
		if s.bodies[0] != s.bodies[1] {
			t.Errorf("%s: the second request differs from the first", name)
		}
	}
}
