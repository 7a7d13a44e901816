package llm

import (
	"context"
	"errors"
	"fmt"
	"net/http"
	"strings"
	"time"

	"github.com/tmc/langchaingo/llms"
	"github.com/tmc/langchaingo/llms/anthropic"
	"github.com/tmc/langchaingo/llms/openai"
)

const (
	// maxTokens is the most that a model may write.
	maxTokens = 400
	// toolName is the one tool. It does nothing: its arguments are the answer.
	toolName = "emit_actions"
	toolText = "Gives the actions that the customer's message asks for."
	// noKey stands for the key of a server that needs none: the library demands one.
	noKey = "none"
)

// provider makes calls to a model. It holds no state of a call.
type provider struct {
	config Config
	client *http.Client
}

func newProvider(c Config) *provider {
	return &provider{config: c, client: &http.Client{
		CheckRedirect: noRedirects,
		Transport:     &retrying{next: c.Transport, now: c.Clock.Now, random: c.Random, after: time.After},
	}}
}

// request is what goes to the model.
type request struct {
	mode           Mode
	system, user   string
	schema         map[string]any
	responseFormat *openai.ResponseFormat
}

// size is about how many tokens a request and its answer come to.
func (r request) size() int64 {
	const bytesInToken, overhead = 3, 700 // the schema
	return int64(len(r.system)+len(r.user))/bytesInToken + overhead + maxTokens
}

// answer is what came back.
type answer struct {
	// payloads are the JSON objects of the answer, not yet looked at.
	payloads                       []string
	promptTokens, completionTokens int
}

// The ways in which an answer is none.
var (
	errCut       = errors.New("llm: the answer was cut")
	errEmpty     = errors.New("llm: the answer is empty")
	errWrongTool = errors.New("llm: another tool was called")
	errPanic     = errors.New("llm: the provider's library gave up")
)

// model makes a client with every option said, since the library takes what is missing
// from the environment.
func (p *provider) model(format *openai.ResponseFormat) (llms.Model, error) {
	key := p.config.Key
	if key == "" {
		key = noKey
	}
	if p.config.Provider == Anthropic {
		return anthropic.New(anthropic.WithToken(key), anthropic.WithModel(p.config.Model), anthropic.WithBaseURL(p.config.baseURL()),
			anthropic.WithHTTPClient(p.client))
	}
	return openai.New(openai.WithToken(key), openai.WithModel(p.config.Model), openai.WithBaseURL(p.config.baseURL()),
		openai.WithOrganization(""), openai.WithAPIType(openai.APITypeOpenAI), openai.WithHTTPClient(p.client), openai.WithResponseFormat(format))
}

// call makes one call that is not streamed. Its error is for telling kinds apart, not for
// logs: it may quote what the provider sent.
func (p *provider) call(ctx context.Context, r request) (a answer, err error) {
	defer func() {
		if recover() != nil { // answers such as {"choices":[null]} bring the library down
			err = errPanic
		}
	}()
	model, err := p.model(r.responseFormat)
	if err != nil {
		return answer{}, fmt.Errorf("llm: %w", err)
	}
	messages := []llms.MessageContent{
		llms.TextParts(llms.ChatMessageTypeSystem, r.system),
		llms.TextParts(llms.ChatMessageTypeHuman, r.user),
	}
	response, err := model.GenerateContent(ctx, messages, p.options(r)...)
	if err != nil {
		return answer{}, err
	}
	return p.read(response.Choices)
}

func (p *provider) options(r request) []llms.CallOption {
	options := []llms.CallOption{llms.WithTemperature(0), llms.WithMaxTokens(maxTokens)}
	if p.config.baseURL() != openAIURL && p.config.Provider == OpenAI {
		options = append(options, openai.WithLegacyMaxTokensField()) // the name that all servers know
	}
	if r.mode == Tools {
		options = append(options,
			llms.WithTools([]llms.Tool{{Type: "function", Function: &llms.FunctionDefinition{Name: toolName, Description: toolText, Parameters: r.schema}}}),
			llms.WithToolChoice(llms.ToolChoice{Type: "function", Function: &llms.FunctionReference{Name: toolName}}),
		)
	}
	return options
}

// read takes the answer out of the choices: one of OpenAI's, or one for each block of
// Anthropic's. A call of the tool goes before text beside it.
func (p *provider) read(choices []*llms.ContentChoice) (answer, error) {
	if p.config.Provider == OpenAI && len(choices) > 1 {
		choices = choices[:1]
	}
	var a answer
	var texts []string
	for _, c := range choices {
		a.promptTokens = max(a.promptTokens, count(c, "PromptTokens"), count(c, "InputTokens"))
		a.completionTokens = max(a.completionTokens, count(c, "CompletionTokens"), count(c, "OutputTokens"))
	}
	for _, c := range choices {
		switch c.StopReason {
		case "stop", "tool_calls", "end_turn", "tool_use":
		default:
			return a, errCut
		}
		for _, call := range c.ToolCalls {
			if call.FunctionCall == nil || call.FunctionCall.Name != toolName {
				return a, errWrongTool
			}
			a.payloads = append(a.payloads, call.FunctionCall.Arguments)
		}
		if text := strings.TrimSpace(c.Content); text != "" {
			texts = append(texts, unfenced(text))
		}
	}
	if len(a.payloads) == 0 {
		a.payloads = texts
	}
	if len(a.payloads) == 0 {
		return a, errEmpty
	}
	return a, nil
}

func count(c *llms.ContentChoice, name string) int {
	n, _ := c.GenerationInfo[name].(int)
	return n
}

// unfenced is a text without the code fence that models like to put around JSON.
func unfenced(text string) string {
	rest, fenced := strings.CutPrefix(text, "```")
	if !fenced {
		return text
	}
	rest = strings.TrimPrefix(rest, "json")
	return strings.TrimSpace(strings.TrimSuffix(strings.TrimSpace(rest), "```"))
}
