package main

import (
	"context"
	"fmt"
	"net/http"
	"slices"
	"strings"
	"time"

	"balcao/catalog/sample"
	"balcao/intents"
	"balcao/intents/llm"
)

// doctorLLMCmd tries the language model of the settings, in every mode. What it sends is a
// sentence about the sample shop, nobody's data.
type doctorLLMCmd struct{ settings }

// trialText is what the model is given to read, trialProduct and trialQuantity what it
// should add.
const (
	trialText     = "hook me up with two jbl headphones"
	trialProduct  = "FONE-JBL-TUNE-520"
	trialQuantity = 2
)

func (c *doctorLLMCmd) run(ctx context.Context, m *Main) error {
	if c.LLM.none() {
		return settingError{fmt.Errorf("--llm-provider is none: there is no language model to try, and the shop needs none")}
	}
	config, err := c.LLM.config()
	if err != nil {
		return err
	}
	config.DailyTokens = 0
	shop, err := sample.New()
	if err != nil {
		return err
	}
	reader, err := llm.New(config, intents.NewParser(shop.Catalog.Products()))
	if err != nil {
		return err
	}
	r := &report{out: m.Stdout}
	where := c.LLM.BaseURL
	if where == "" {
		where = "its own address"
	}
	fmt.Fprintf(m.Stdout, "provider %s at %s, model %s, mode %s\n", c.LLM.Provider, where, c.LLM.Model, c.LLM.Mode)
	reached := false
	for _, mode := range llm.Modes(config.Provider) {
		trial, _ := reader.Try(ctx, mode, intents.Utterance{Text: trialText}) // the text is open to models
		if !reached && trial.Status != 0 {
			reached = true
			r.good("reachable", fmt.Sprintf("it answered after %s", trial.Took.Round(time.Millisecond)))
			checkKey(r, config.Key, trial.Status)
		}
		verdict := trialVerdict(trial)
		line := fmt.Sprintf("%s: %s", mode, verdict)
		switch {
		case trial.Outcome == llm.OK:
			r.good("mode", line)
		case mode == config.Mode:
			r.wrong("mode", line+" (this is the mode in use)")
		default:
			r.note("mode", line)
		}
		if !reached {
			r.wrong("reachable", "no answer; is the address right, and the server running?")
			break
		}
	}
	return r.err()
}

// checkKey tells what a status says of the key.
func checkKey(r *report, key string, status int) {
	switch {
	case status == http.StatusUnauthorized || status == http.StatusForbidden:
		r.wrong("key", fmt.Sprintf("it was refused with status %d", status))
	case key == "":
		r.good("key", "none is set, and none was asked for")
	default:
		r.good("key", "it was not refused")
	}
}

// trialVerdict says in plain words how a trial went.
func trialVerdict(t llm.Trial) string {
	numbers := fmt.Sprintf("%s, %d tokens in, %d out", t.Took.Round(time.Millisecond), t.PromptTokens, t.CompletionTokens)
	switch t.Outcome {
	case llm.OK:
		right := func(s intents.Slots) bool {
			return s.Action == "add_to_checkout" && s.Product == trialProduct && s.Quantity == trialQuantity
		}
		if !slices.ContainsFunc(t.Read, right) {
			return fmt.Sprintf("works, valid output, but it misread %q; what a text does not bear out, the shop asks (%s)", trialText, numbers)
		}
		return fmt.Sprintf("works, valid output, read rightly (%s)", numbers)
	case llm.Invalid:
		return "it answers, but not in the form asked for; try another mode or model (" + numbers + ")"
	case llm.Cut:
		return "its answer was cut or filtered; the model may talk too much for this mode (" + numbers + ")"
	case llm.Empty:
		return "it refuses, or answers nothing (" + numbers + ")"
	case llm.WrongTool:
		return "it calls a tool that was not offered (" + numbers + ")"
	case llm.Unreadable:
		return "what it sends cannot be read; is this the address of the API, which mostly ends in /v1?"
	case llm.TooLarge:
		return "its answer is too large"
	case llm.Refused:
		return refusedBy(t.Status)
	case llm.Unreachable:
		return "the connection failed"
	case llm.TimedOut:
		return fmt.Sprintf("no whole answer within %s (--llm-timeout)", t.Took.Round(time.Millisecond))
	case llm.Left, llm.Resting, llm.Spent, llm.Frequent, llm.Failed:
	}
	return strings.ReplaceAll(string(t.Outcome), "_", " ")
}

// refusedBy says what a status most often means.
func refusedBy(status int) string {
	said := fmt.Sprintf("refused with status %d", status)
	switch {
	case status == http.StatusUnauthorized || status == http.StatusForbidden:
		return said + ": the key is wrong, or lacks the right to this model"
	case status == http.StatusNotFound:
		return said + ": no such model, or the address is not that of the API, which mostly ends in /v1"
	case status == http.StatusTooManyRequests:
		return said + ": too many requests, or no credit"
	case status >= 300 && status < 400:
		return said + ": it redirects, which is not followed; set --llm-base-url to where it leads"
	case status < 500:
		return said + ": the server does not take a request of this mode"
	}
	return said + ": a fault of the server"
}
