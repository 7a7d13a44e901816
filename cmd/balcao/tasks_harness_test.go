package main

import (
	"bufio"
	"bytes"
	"context"
	"encoding/json"
	"net/http"
	"strings"
	"testing"
	"time"
)

// wireTask is a task as a platform reads it.
type wireTask struct {
	ID, ContextID string
	Status        wireStatus
	Artifacts     []wireArtifact
	History       []json.RawMessage
}

type wireStatus struct {
	State, Timestamp string
	Message          struct {
		TaskID string
		Parts  []struct{ Text string }
	}
}

type wireArtifact struct {
	ArtifactID string
	Parts      []struct{ Data map[string]json.RawMessage }
}

// checkout is the checkout in an artifact.
func (a wireArtifact) checkout(t testing.TB) map[string]any {
	t.Helper()
	var v map[string]any
	if len(a.Parts) != 1 || json.Unmarshal(a.Parts[0].Data["a2a.bcp.checkout"], &v) != nil {
		t.Fatalf("no checkout in artifact %s", a.ArtifactID)
	}
	return v
}

// wireEvent is a result of a stream, or its error.
type wireEvent struct {
	Task         *wireTask
	Message      *struct{ MessageID string }
	StatusUpdate *struct {
		TaskID, ContextID string
		Status            wireStatus
	}
	ArtifactUpdate *struct {
		TaskID   string
		Artifact wireArtifact
	}
	code int
}

// kind names what the event is and, of a status, which.
func (e wireEvent) kind() string {
	switch {
	case e.Task != nil:
		return "task " + strings.TrimPrefix(e.Task.Status.State, "TASK_STATE_")
	case e.StatusUpdate != nil:
		return "status " + strings.TrimPrefix(e.StatusUpdate.Status.State, "TASK_STATE_")
	case e.ArtifactUpdate != nil:
		return "artifact " + e.ArtifactUpdate.Artifact.ArtifactID
	case e.Message != nil:
		return "message"
	}
	return "nothing"
}

// rpc calls a method and returns the answer.
func (p *buyerAgent) rpc(method string, params any) *reply {
	p.t.Helper()
	body, err := json.Marshal(map[string]any{"jsonrpc": "2.0", "id": 7, "method": method, "params": params})
	if err != nil {
		p.t.Fatal(err)
	}
	return p.post(body)
}

// task is the task in an answer: the result itself, or its member "task".
func (r *reply) task() wireTask {
	r.t.Helper()
	var t struct {
		wireTask
		Task *wireTask
	}
	if r.Error != nil || json.Unmarshal([]byte(r.result()), &t) != nil {
		r.t.Fatalf("no task: %.600s", r.Body)
	}
	if t.Task != nil {
		return *t.Task
	}
	return t.wireTask
}

// configured makes the body of a message with a configuration.
func (p *buyerAgent) configured(method string, configuration map[string]any, message map[string]any, action string, members ...any) []byte {
	data := map[string]any{"action": action}
	for i := 0; i+1 < len(members); i += 2 {
		data[members[i].(string)] = members[i+1]
	}
	var body map[string]any
	if err := json.Unmarshal(p.message(map[string]any{"data": data}), &body); err != nil {
		p.t.Fatal(err)
	}
	params := body["params"].(map[string]any)
	for name, value := range message {
		params["message"].(map[string]any)[name] = value
	}
	if configuration != nil {
		params["configuration"] = configuration
	}
	body["method"] = method
	raw, err := json.Marshal(body)
	if err != nil {
		p.t.Fatal(err)
	}
	return raw
}

// payByPix completes with Pix.
var payByPix = pay(object{"handler_id": "pix_recebedor_001", "type": "pix"})

// follow completes a ready purchase with Pix and returns the task that follows it, and the
// charge that it waits for.
func (p *buyerAgent) follow() (wireTask, string) {
	p.t.Helper()
	charge := p.do("start_payment").charge()
	task := p.post(p.configured("SendMessage", map[string]any{"returnImmediately": true}, nil, "complete_checkout", payByPix...)).task()
	if task.ID == "" || task.Status.State != "TASK_STATE_WORKING" || task.ContextID != p.Context {
		p.t.Fatalf("opened %q in %s", task.ID, task.Status.State)
	}
	return task, charge
}

// stream is a stream of events as it comes in.
type stream struct {
	t      testing.TB
	events chan wireEvent // closed at the end of the stream
	cancel context.CancelFunc
	status int
	header http.Header
}

// openStream sends a request and reads its answer as a stream.
func (p *buyerAgent) openStream(body []byte) *stream {
	p.t.Helper()
	ctx, cancel := context.WithCancel(context.Background())
	p.t.Cleanup(cancel)
	req, err := http.NewRequestWithContext(ctx, http.MethodPost, p.shop.URL+"/bcp/a2a", bytes.NewReader(body))
	if err != nil {
		p.t.Fatal(err)
	}
	req.Header = p.Header.Clone()
	req.Header.Set("Accept", "text/event-stream")
	resp, err := p.shop.client.Do(req)
	if err != nil {
		p.t.Fatalf("stream failed: %v", err)
	}
	s := &stream{t: p.t, events: make(chan wireEvent, 64), cancel: cancel, status: resp.StatusCode, header: resp.Header}
	go func() {
		defer close(s.events)
		defer resp.Body.Close()
		lines := bufio.NewScanner(resp.Body)
		lines.Buffer(nil, 1<<20)
		for lines.Scan() {
			data, ok := strings.CutPrefix(lines.Text(), "data: ")
			if !ok {
				continue
			}
			var frame struct {
				Result wireEvent
				Error  *struct{ Code int }
			}
			if json.Unmarshal([]byte(data), &frame) != nil {
				return
			}
			if frame.Error != nil {
				frame.Result.code = frame.Error.Code
			}
			s.events <- frame.Result
		}
	}()
	return s
}

func (p *buyerAgent) subscribe(task string) *stream {
	p.t.Helper()
	return p.openStream([]byte(`{"jsonrpc":"2.0","id":"s","method":"SubscribeToTask","params":{"id":"` + task + `"}}`))
}

// next is the next event; the stream must not end.
func (s *stream) next() wireEvent {
	s.t.Helper()
	select {
	case e, ok := <-s.events:
		if !ok {
			s.t.Fatal("the stream has ended")
		}
		return e
	case <-time.After(10 * time.Second):
		s.t.Fatal("no event in 10 s")
	}
	return wireEvent{}
}

// rest is what comes until the stream ends, by kind.
func (s *stream) rest() (out []string) {
	s.t.Helper()
	for {
		select {
		case e, ok := <-s.events:
			if !ok {
				return out
			}
			out = append(out, e.kind())
		case <-time.After(10 * time.Second):
			s.t.Fatalf("the stream does not end after %v", out)
		}
	}
}
