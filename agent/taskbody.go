package agent

import (
	"bytes"
	"encoding/json"
	"slices"
	"time"

	"balcao/conversation"
)

// TaskBody is what a task shows beside its state, in A2A's JSON: conversation.Task keeps
// it encoded. Values stay as they were written, so that numbers are exact.
type TaskBody struct {
	// Message is the message of its status.
	Message   json.RawMessage `json:"message,omitempty"`
	Artifacts []Artifact      `json:"artifacts,omitempty"`
	// Growing are the ids of the artifacts of which more is to come.
	Growing []string `json:"growing,omitempty"`
	// History are the messages before, oldest first.
	History []json.RawMessage `json:"history,omitempty"`
	// Extension is the extension's URI under which it was opened, empty for none.
	Extension string `json:"extension,omitempty"`
}

// Artifact is something that a task made.
type Artifact struct {
	ID         string            `json:"artifactId"`
	Name       string            `json:"name,omitempty"`
	Parts      []json.RawMessage `json:"parts"`
	Extensions []string          `json:"extensions,omitempty"`
}

// maxHistory is the most messages that a task keeps.
const maxHistory = 20

// Say puts m in place of the status message, which joins the history.
func (b *TaskBody) Say(m json.RawMessage) {
	b.heard(b.Message)
	b.Message = m
}

// heard adds a message to the history.
func (b *TaskBody) heard(m json.RawMessage) {
	if m == nil {
		return
	}
	b.History = append(b.History, m)
	b.History = b.History[max(0, len(b.History)-maxHistory):]
}

// Encode returns the form that is stored.
func (b TaskBody) Encode() ([]byte, error) { return marshal(b) }

// DecodeTaskBody reads what Encode wrote; nothing is an empty body.
func DecodeTaskBody(stored []byte) (TaskBody, error) {
	var b TaskBody
	if len(stored) == 0 {
		return b, nil
	}
	err := json.Unmarshal(stored, &b)
	return b, err
}

// wireTask is a Task, wireStatus its status.
type wireTask struct {
	ID        string            `json:"id"`
	ContextID string            `json:"contextId"`
	Status    wireStatus        `json:"status"`
	Artifacts []Artifact        `json:"artifacts,omitempty"`
	History   []json.RawMessage `json:"history,omitempty"`
}

type wireStatus struct {
	State     conversation.TaskState `json:"state"`
	Timestamp string                 `json:"timestamp"`
	Message   json.RawMessage        `json:"message,omitempty"`
}

// statusUpdate and artifactUpdate are the events of a stream.
type (
	statusUpdate struct {
		TaskID    string     `json:"taskId"`
		ContextID string     `json:"contextId"`
		Status    wireStatus `json:"status"`
	}
	artifactUpdate struct {
		TaskID    string   `json:"taskId"`
		ContextID string   `json:"contextId"`
		Artifact  Artifact `json:"artifact"`
		Append    bool     `json:"append,omitempty"`
		LastChunk bool     `json:"lastChunk,omitempty"`
	}
)

// timestamp is a time as A2A writes it: UTC, milliseconds.
func timestamp(t time.Time) string { return t.UTC().Format("2006-01-02T15:04:05.000Z") }

func statusOf(t conversation.Task, b TaskBody) wireStatus {
	return wireStatus{State: t.State, Timestamp: timestamp(t.StatusAt), Message: b.Message}
}

// view is a task as it is shown: with at most this much history (nil for all there is),
// with artifacts or without.
func view(t conversation.Task, history *int, artifacts bool) (wireTask, error) {
	b, err := DecodeTaskBody(t.Body)
	if err != nil {
		return wireTask{}, err
	}
	out := wireTask{ID: string(t.ID), ContextID: string(t.Context), Status: statusOf(t, b), History: b.History}
	if artifacts {
		out.Artifacts = b.Artifacts
	}
	if history != nil {
		out.History = out.History[max(0, len(out.History)-*history):]
	}
	return out, nil
}

// EncodeTask writes a task as the StreamResponse {"task": …}, which is also the
// SendMessageResponse with it and what a push notification carries.
func EncodeTask(t conversation.Task, history *int) ([]byte, error) {
	v, err := view(t, history, true)
	if err != nil {
		return nil, err
	}
	return marshal(struct {
		Task wireTask `json:"task"`
	}{v})
}

// events lists what a stream tells of a task that moved: each artifact that changed, then
// the status. An artifact that grew is told by what is new of it.
func events(was, is conversation.Task) ([]json.RawMessage, error) {
	before, err := DecodeTaskBody(was.Body)
	if err != nil {
		return nil, err
	}
	after, err := DecodeTaskBody(is.Body)
	if err != nil {
		return nil, err
	}
	var out []json.RawMessage
	for _, a := range after.Artifacts {
		update := artifactUpdate{TaskID: string(is.ID), ContextID: string(is.Context), Artifact: a, LastChunk: !slices.Contains(after.Growing, a.ID)}
		if i := slices.IndexFunc(before.Artifacts, func(b Artifact) bool { return b.ID == a.ID }); i >= 0 {
			old := before.Artifacts[i].Parts
			grown := len(a.Parts) >= len(old) && slices.EqualFunc(old, a.Parts[:len(old)], equalJSON)
			if grown && len(a.Parts) == len(old) {
				continue
			}
			if update.Append = grown; grown {
				update.Artifact.Parts = a.Parts[len(old):]
			}
		}
		event, err := marshal(map[string]artifactUpdate{"artifactUpdate": update})
		if err != nil {
			return nil, err
		}
		out = append(out, event)
	}
	if was.State != is.State || !was.StatusAt.Equal(is.StatusAt) || !equalJSON(before.Message, after.Message) {
		event, err := marshal(map[string]statusUpdate{
			"statusUpdate": {TaskID: string(is.ID), ContextID: string(is.Context), Status: statusOf(is, after)},
		})
		if err != nil {
			return nil, err
		}
		out = append(out, event)
	}
	return out, nil
}

func equalJSON(a, b json.RawMessage) bool { return bytes.Equal(a, b) }

// marshal writes JSON without escaping for HTML.
func marshal(v any) ([]byte, error) {
	var b bytes.Buffer
	enc := json.NewEncoder(&b)
	enc.SetEscapeHTML(false)
	if err := enc.Encode(v); err != nil {
		return nil, err
	}
	return bytes.TrimSuffix(b.Bytes(), []byte("\n")), nil
}
