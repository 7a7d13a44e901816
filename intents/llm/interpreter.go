package llm

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"net/http"
	"sync/atomic"
	"time"
	"unicode/utf8"

	"golang.org/x/sync/singleflight"

	"balcao/intents"
	"balcao/prompts"
)

// Parser is the built-in parser. It reads first, and says what a model may read and do.
type Parser interface {
	intents.Interpreter
	Evidence(intents.Utterance) (e *intents.Evidence, open bool)
}

// Interpreter is the built-in parser with a model behind it. It is safe for concurrent use.
type Interpreter struct {
	config   Config
	builtIn  Parser
	prompt   prompt
	provider *provider
	breaker  breaker
	budget   budget
	rate     *rate
	memory   *memory
	// flight joins the readings of one message that come at once.
	flight singleflight.Group
	// last is the outcome told last in the log.
	last atomic.Value
}

var (
	_ intents.Interpreter = (*Interpreter)(nil)
	_ Parser              = (*intents.Parser)(nil)
)

// New returns the parser with a model behind it.
func New(c Config, builtIn Parser) (*Interpreter, error) {
	if err := c.Check(); err != nil {
		return nil, fmt.Errorf("llm: %w", err)
	}
	c = c.withDefaults()
	p, err := loadPrompt()
	if err != nil {
		return nil, err
	}
	return &Interpreter{
		config: c, builtIn: builtIn, prompt: p, provider: newProvider(c),
		budget: budget{most: c.DailyTokens}, rate: newRate(c.PerMinute), memory: newMemory(),
	}, nil
}

// Interpret reads the text. Whatever the model does or fails to do, there is an answer: the
// built-in parser's.
func (i *Interpreter) Interpret(ctx context.Context, u intents.Utterance) (intents.Interpretation, error) {
	own, err := i.builtIn.Interpret(ctx, u)
	if err != nil || own.Confidence >= i.config.Threshold || !wanting(own) {
		return own, err
	}
	e, open := i.builtIn.Evidence(u)
	if !open {
		return own, nil
	}
	return merged(own, accept(i.read(ctx, u, e), e), u), nil
}

// read is what the model says of a message, nil if nothing. A message that comes several times at
// once is read once, for all that wait for it: it is read to the end even if they leave, since the
// others, or a retry, want it.
func (i *Interpreter) read(ctx context.Context, u intents.Utterance, e *intents.Evidence) []action {
	key := keyOf(u)
	if key == "" {
		actions, _ := i.asked(ctx, u, e)
		return actions
	}
	reading := i.flight.DoChan(key, func() (any, error) {
		if actions, known := i.memory.find(key); known {
			return actions, nil
		}
		actions, called := i.asked(context.WithoutCancel(ctx), u, e)
		if called {
			i.memory.keep(key, actions)
		}
		return actions, nil
	})
	select {
	case r := <-reading:
		actions, _ := r.Val.([]action)
		return actions
	case <-ctx.Done():
		return nil
	}
}

// asked asks the model and records how that ended; called says that the provider was spoken to.
func (i *Interpreter) asked(ctx context.Context, u intents.Utterance, e *intents.Evidence) (actions []action, called bool) {
	actions, r := i.ask(ctx, i.config.Mode, u, e)
	i.record(ctx, u, r)
	return actions, r.Called
}

// wanting reports whether something was not understood, or not found in the text. Other
// questions the parser asks because it did understand.
func wanting(own intents.Interpretation) bool {
	for _, intent := range own.Intents {
		switch in := intent.(type) {
		case intents.Unknown:
			if in.Reason == intents.ReasonUnclear {
				return true
			}
		case intents.Ask:
			if in.About == intents.AskUnknownProduct || in.About == intents.AskCoupon {
				return true
			}
		}
	}
	return false
}

// merged is the parser's answer with what the model added.
func merged(own intents.Interpretation, read []accepted, u intents.Utterance) intents.Interpretation {
	if len(read) == 0 {
		return own
	}
	own.Slots = merge(own.Slots, read)
	own.Intents = intents.Intents(own.Slots, u.Conversation)
	return own
}

// Outcome is how a reading by the model ended.
type Outcome string

// The outcomes.
const (
	// OK: an answer in our form. What of it the text bears out is another question.
	OK Outcome = "ok"
	// Invalid, Cut, Empty, WrongTool: an answer that cannot be used.
	Invalid   Outcome = "invalid"
	Cut       Outcome = "cut"
	Empty     Outcome = "empty"
	WrongTool Outcome = "wrong_tool"
	// Unreadable, TooLarge, Refused, Unreachable, TimedOut: no answer. Refused is an HTTP
	// status other than 200.
	Unreadable  Outcome = "unreadable"
	TooLarge    Outcome = "too_large"
	Refused     Outcome = "refused"
	Unreachable Outcome = "unreachable"
	TimedOut    Outcome = "timed_out"
	// Left: the customer did not wait.
	Left Outcome = "left"
	// Resting, Spent, Frequent: not asked, because of the breaker, the budget or the rate.
	Resting  Outcome = "resting"
	Spent    Outcome = "spent"
	Frequent Outcome = "frequent"
	// Failed is a fault of our own.
	Failed Outcome = "failed"
)

// Reading is what can be told of a reading without telling what was read.
type Reading struct {
	Outcome Outcome
	// Called says that the provider was spoken to.
	Called bool
	// Status is the last HTTP status, 0 if there was none.
	Status, Attempts               int
	Actions                        int
	PromptTokens, CompletionTokens int
	Took                           time.Duration
}

// ask has the model read a text, within the bounds.
func (i *Interpreter) ask(ctx context.Context, mode Mode, u intents.Utterance, e *intents.Evidence) ([]action, Reading) {
	start := i.config.Clock.Now()
	switch {
	case !i.rate.allow(start, u.From):
		return nil, Reading{Outcome: Frequent}
	case !i.breaker.allow(start):
		return nil, Reading{Outcome: Resting}
	}
	r, ids, err := i.prompt.request(mode, u, e)
	if err != nil {
		i.breaker.done(start, unknown)
		return nil, Reading{Outcome: Failed}
	}
	reserved, ok := i.budget.take(start, r.size())
	if !ok {
		i.breaker.done(start, unknown)
		return nil, Reading{Outcome: Spent}
	}
	bounded, cancel := context.WithTimeout(ctx, i.config.Timeout)
	defer cancel()
	traced, trace := withTrace(bounded)
	answer, err := i.provider.call(traced, r)
	var actions []action
	if err == nil {
		actions, err = decode(answer.payloads, ids)
	}
	now := i.config.Clock.Now()
	reading := Reading{
		Outcome: outcome(ctx, bounded, trace, err), Called: true, Status: trace.status, Attempts: trace.attempts, Actions: len(actions),
		PromptTokens: answer.promptTokens, CompletionTokens: answer.completionTokens, Took: now.Sub(start),
	}
	i.breaker.done(now, reading.Outcome.ending())
	i.budget.settle(reserved, int64(answer.promptTokens+answer.completionTokens))
	return actions, reading
}

// outcome tells how a call ended by what the wire and the clock showed: the library's
// errors do not tell.
func outcome(caller, bounded context.Context, t *trace, err error) Outcome {
	for _, known := range []struct {
		err error
		is  Outcome
	}{{errInvalid, Invalid}, {errCut, Cut}, {errEmpty, Empty}, {errWrongTool, WrongTool}} {
		if errors.Is(err, known.err) {
			return known.is
		}
	}
	switch {
	case err == nil:
		return OK
	case caller.Err() != nil && !errors.Is(caller.Err(), context.DeadlineExceeded):
		return Left
	case bounded.Err() != nil:
		return TimedOut
	case t.failed:
		return Unreachable
	case t.status != 0 && t.status != http.StatusOK:
		return Refused
	case t.tooLarge:
		return TooLarge
	}
	return Unreadable
}

// ending is what an outcome says of the provider.
func (o Outcome) ending() ending {
	switch o {
	case OK, Invalid, Cut, Empty, WrongTool:
		return worked
	case Left:
		return unknown
	}
	return failed
}

// record logs what can be told of a reading: kinds and numbers, no text. That the model is
// not asked is told once, not for every message meanwhile.
func (i *Interpreter) record(ctx context.Context, u intents.Utterance, r Reading) {
	if before := i.last.Swap(r.Outcome); before == r.Outcome && !r.Called {
		return
	}
	level := slog.LevelInfo
	if r.Outcome != OK {
		level = slog.LevelWarn
	}
	i.config.Log.LogAttrs(ctx, level, "language model",
		slog.String("outcome", string(r.Outcome)), slog.Int("status", r.Status), slog.Int("attempts", r.Attempts),
		slog.Int("characters", utf8.RuneCountInString(u.Text)), slog.Int("actions", r.Actions),
		slog.Int("prompt_tokens", r.PromptTokens), slog.Int("completion_tokens", r.CompletionTokens),
		slog.Duration("took", r.Took), slog.String("prompt", prompts.Version))
}
