package agent

import (
	"context"
	"encoding/json"
	"fmt"

	"balcao/bcp"
	"balcao/checkout"
	"balcao/conversation"
	"balcao/internal/ids"
	"balcao/platform"
)

// followsTask reports whether the answer is the task rather than a Message: it was asked
// for, or the message ended the one that it belongs to. A refusal is told in a Message,
// where there is room for it.
func (t *turn) followsTask(r checkout.Result) bool {
	for _, o := range r.Outcomes {
		if !o.Applied {
			return false
		}
	}
	return r.Task != nil && (t.m.Follow || t.m.Task == r.Task.ID && r.Task.State.Terminal())
}

// taskBody is what a task shows after this message: it joins the history, the answer's
// words are the status message, the checkout is the artifact.
func (t *turn) taskBody(extra []part) func(conversation.Task, checkout.Result) ([]byte, error) {
	return func(task conversation.Task, r checkout.Result) ([]byte, error) {
		body, err := DecodeTaskBody(task.Body)
		if err != nil {
			return nil, err
		}
		if task.Version == 1 {
			body.Extension = t.m.Extension
		}
		heard, err := t.heard(task.ID)
		if err != nil {
			return nil, err
		}
		body.heard(heard)
		return t.show(body, task, r, extra)
	}
}

// Body implements checkout.Followers: what a task shows of a move that no message of its
// platform caused.
func (s *Shop) Body(task conversation.Task, r checkout.Result) ([]byte, error) {
	body, err := DecodeTaskBody(task.Body)
	if err != nil {
		return nil, err
	}
	t := &turn{s: s, m: Message{Context: task.Context, Extension: body.Extension}, showChecks: true, language: r.Checkout.Language}
	for _, m := range r.Checkout.Told {
		t.say(bcp.Text(m, t.language))
	}
	return t.show(body, task, r, nil)
}

// Moved implements checkout.Followers.
func (s *Shop) Moved(t conversation.Task) { s.Hub.Moved(t) }

// show puts the state of the purchase into a task's body.
func (t *turn) show(body TaskBody, task conversation.Task, r checkout.Result, extra []part) ([]byte, error) {
	spoken := *t
	if spoken.language == "" {
		spoken.language = r.Checkout.Language
	}
	spoken.showChecks, spoken.m.Context, spoken.m.Task = true, task.Context, task.ID
	spoken.m.Extension = body.Extension
	spoken.replyID = fmt.Sprintf("msg_%s_%d", task.ID, task.Version)
	text := spoken.words(r)
	body.Say(spoken.message(text, extra))
	value, err := t.s.Encoder.Checkout(r, spoken.language)
	if err != nil {
		return nil, err
	}
	artifact := Artifact{ID: "checkout", Name: "checkout"}
	if body.Extension != "" {
		artifact.Parts = []json.RawMessage{dataPart(part{dataCheckout, value})}
		artifact.Extensions = []string{body.Extension}
	} else { // without the extension the answer is text alone
		artifact.Parts = []json.RawMessage{textPart(text)}
	}
	body.Artifacts = []Artifact{artifact}
	return body.Encode()
}

// maxHeard is the longest text of a message that a task's history keeps, in bytes.
const maxHeard = 4 << 10

// heard is the platform's message as the history keeps it: the text, and of data parts the
// action's name. Credentials, addresses and the like in its members are not kept a second
// time.
func (t *turn) heard(task ids.Task) (json.RawMessage, error) {
	out := struct {
		MessageID string            `json:"messageId"`
		ContextID string            `json:"contextId"`
		TaskID    string            `json:"taskId"`
		Role      string            `json:"role"`
		Parts     []json.RawMessage `json:"parts"`
	}{MessageID: t.m.ID, ContextID: string(t.m.Context), TaskID: string(task), Role: "ROLE_USER"}
	if t.m.Text != "" && len(t.m.Text) <= maxHeard {
		out.Parts = append(out.Parts, textPart(t.m.Text))
	}
	for _, d := range t.m.Data {
		var named struct {
			Action json.RawMessage `json:"action"`
		}
		if json.Unmarshal(d, &named) != nil || named.Action == nil {
			continue
		}
		action, err := marshal(named)
		if err != nil {
			return nil, err
		}
		out.Parts = append(out.Parts, fmt.Appendf(nil, `{"data":%s,"mediaType":"application/json"}`, action))
	}
	if out.Parts == nil {
		return nil, nil
	}
	return marshal(out)
}

// CancelTask cancels the purchase that a task follows. One that can no longer be canceled
// is no error: the task tells.
func (s *Shop) CancelTask(ctx context.Context, caller platform.Caller, t conversation.Task) error {
	_, err := s.Counter.Do(ctx, checkout.Request{
		Caller: caller, Target: checkout.Target{Checkout: t.Checkout}, Commands: []checkout.Command{checkout.Cancel{Task: t.ID}},
		Reply: func(checkout.Result) ([]byte, error) { return nil, nil },
	})
	return err
}
