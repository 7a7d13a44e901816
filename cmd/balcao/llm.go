package main

import (
	"fmt"
	"log/slog"
	"os"
	"time"

	"balcao/intents"
	"balcao/intents/llm"
	"balcao/internal/clock"
)

// llmSettings say which language model reads what the built-in parser is unsure of.
type llmSettings struct {
	Provider    string        `name:"llm-provider" help:"Language model behind the built-in parser: any server with OpenAI's protocol, Anthropic's, or none." enum:"openai,anthropic,none" default:"none" group:"llm"`
	BaseURL     string        `name:"llm-base-url" help:"Where the provider is, such as http://127.0.0.1:8000/v1; by default its own address." placeholder:"URL" group:"llm"`
	Model       string        `name:"llm-model" help:"Name of the model." placeholder:"NAME" group:"llm"`
	KeyFile     string        `name:"llm-key-file" help:"File with the provider's key, readable by its owner alone. The key itself is no flag, which others on the machine could see; BALCAO_LLM_KEY may hold it." placeholder:"FILE" group:"llm"`
	Mode        string        `name:"llm-mode" help:"How the model is held to its form: tools, json_schema or json_object. balcao doctor llm tells which work." enum:"tools,json_schema,json_object" default:"tools" group:"llm"`
	Timeout     time.Duration `name:"llm-timeout" help:"How long a customer waits for the model at most, a retry included." default:"8s" group:"llm"`
	DailyTokens int64         `name:"llm-daily-tokens" help:"Tokens that a process may use in a day (UTC); 0 for no bound." default:"1000000" group:"llm"`
	Threshold   float64       `name:"llm-threshold" help:"Confidence of the built-in parser below which the model is asked, from 0 to 1." default:"0.5" group:"llm"`
}

// llmKeyVariable is the environment variable that may hold the key.
const llmKeyVariable = "BALCAO_LLM_KEY"

// callsPerMinute bounds the model's calls of one conversation: people write no faster.
const callsPerMinute = 20

// none reports whether the built-in parser is alone.
func (s llmSettings) none() bool { return s.Provider == "" || s.Provider == "none" }

// config is the configuration of the model, with its key.
func (s llmSettings) config() (llm.Config, error) {
	c := llm.Config{
		Provider: llm.Provider(s.Provider), BaseURL: s.BaseURL, Model: s.Model, Mode: llm.Mode(s.Mode),
		Timeout: s.Timeout, Threshold: s.Threshold, DailyTokens: s.DailyTokens,
	}
	key, err := s.key()
	if err != nil {
		return llm.Config{}, settingError{err}
	}
	c.Key = key
	if err := c.Check(); err != nil {
		return llm.Config{}, settingError{fmt.Errorf("--llm-%w", err)}
	}
	return c, nil
}

// key is the provider's key, from a file or the environment; empty for none.
func (s llmSettings) key() (string, error) {
	given := os.Getenv(llmKeyVariable)
	switch {
	case s.KeyFile == "":
		return given, nil
	case given != "":
		return "", fmt.Errorf("--llm-key-file and %s are both set", llmKeyVariable)
	}
	key, err := readSecret(s.KeyFile)
	if err != nil {
		return "", fmt.Errorf("--llm-key-file: %w", err)
	}
	return key, nil
}

// interpreter is the built-in parser, with the model behind it if there is one.
func (s llmSettings) interpreter(builtIn *intents.Parser, perMinute int, log *slog.Logger) (intents.Interpreter, error) {
	if s.none() {
		return builtIn, nil
	}
	c, err := s.config()
	if err != nil {
		return nil, err
	}
	c.PerMinute, c.Clock, c.Log = perMinute, clock.System{}, log
	return llm.New(c, builtIn)
}
