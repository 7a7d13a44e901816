package demo

import (
	"bufio"
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"mime"
	"net/http"
)

// event is one event of a task's stream (A2A 1.0): what changed.
type event struct {
	Task         *task
	StatusUpdate *struct {
		TaskID, ContextID string
		Status            taskStatus
	}
	ArtifactUpdate *struct {
		TaskID, ContextID string
		Artifact          artifact
	}
}

// errNotEnded says that the shop left a stream open.
var errNotEnded = errors.New("the stream did not end in time")

// stream sends an action as a stream and hands over each event as it comes, until the shop
// ends the stream.
func (t *thread) stream(ctx context.Context, action object, on func(event) error) error {
	body, err := t.client.call("SendStreamingMessage", object{"message": t.message(dataPart(action))})
	if err != nil {
		return fmt.Errorf("follow_stream: %w", err)
	}
	err = t.client.stream(ctx, "follow_stream", body, func(data []byte) error {
		e, err := result[event](t.client.calls, data)
		if err != nil {
			return err
		}
		return on(e)
	})
	if err != nil && ctx.Err() != nil {
		err = context.Cause(ctx)
	}
	if err != nil {
		return fmt.Errorf("follow_stream: %w", err)
	}
	return nil
}

// stream sends a call that is answered by Server-Sent Events.
func (c *client) stream(ctx context.Context, step string, body []byte, on func(data []byte) error) error {
	headers := c.headers()
	headers["Accept"] = "text/event-stream"
	req, shown, err := request(ctx, http.MethodPost, c.endpoint, headers, body)
	if err != nil {
		return err
	}
	patient := *c.http
	patient.Timeout = 0 // a stream is bounded by its context alone
	resp, err := patient.Do(req)
	if err != nil {
		return err
	}
	defer resp.Body.Close()
	received := io.LimitReader(resp.Body, maxAnswer)
	e := Exchange{Step: step, Request: shown, Response: Response{Status: resp.StatusCode}}
	if kind, _, _ := mime.ParseMediaType(resp.Header.Get("Content-Type")); kind != "text/event-stream" {
		answer, err := io.ReadAll(received)
		if err != nil {
			return err
		}
		e.Response.Body = raw(answer)
		return errors.Join(fmt.Errorf("the answer is no stream: status %d: %s", resp.StatusCode, answer), c.record(e))
	}
	err = eachEvent(received, func(data []byte) error {
		e.Response.Events = append(e.Response.Events, raw(data))
		return on(data)
	})
	return errors.Join(err, c.record(e))
}

// eachEvent reads Server-Sent Events (HTML, 9.2.6) to their end. Only their data count, so
// comments and other fields are left out.
func eachEvent(r io.Reader, on func(data []byte) error) error {
	lines := bufio.NewScanner(r)
	lines.Buffer(nil, maxAnswer)
	var data [][]byte
	for lines.Scan() {
		if len(lines.Bytes()) == 0 && data != nil {
			if err := on(bytes.Join(data, []byte("\n"))); err != nil {
				return err
			}
			data = nil
		}
		if value, ok := bytes.CutPrefix(lines.Bytes(), []byte("data:")); ok {
			data = append(data, bytes.Clone(bytes.TrimPrefix(value, []byte(" "))))
		}
	}
	return lines.Err()
}
