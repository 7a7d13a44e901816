package agent

import (
	"bytes"
	"cmp"
	"context"
	"crypto/sha256"
	"encoding/base64"
	"encoding/json"
	"errors"
	"fmt"
	"mime"
	"slices"

	"github.com/a2aproject/a2a-go/v2/a2a"

	"balcao/ap2"
	"balcao/checkout"
	"balcao/conversation"
	"balcao/internal/ids"
	"balcao/jsonrpc"
	"balcao/profile"
)

// maxParts is the most parts of a message.
const maxParts = 20

// Message is a checked message of a platform.
type Message struct {
	Identity profile.Identity
	// Extension is the active BCP extension's URI, empty if it is not active.
	Extension string
	ID        string
	Context   ids.Context
	// Text is all text parts, a line each; Data the data parts.
	Text string
	Data []json.RawMessage
	// Fingerprint is the SHA-256 of the message's canonical form, where it has one.
	Fingerprint [32]byte
	// Task names the task that the message belongs to, empty for none; Checkout is what
	// that task follows.
	Task     ids.Task
	Checkout ids.Checkout
	// Follow says that the client wants a task rather than to wait (returnImmediately, or
	// a stream). History is how much of a task's history it wants, nil for all. Push is
	// where it wants to be told of a task, nil for nowhere: then one is opened too, but the
	// answer is the Message that the client waits for, with the task's id.
	Follow  bool
	History *int
	Push    *conversation.PushConfig
}

// sendMessage checks the parameters of SendMessage and hands the message on.
func sendMessage(ctx context.Context, c *call, raw json.RawMessage) (json.RawMessage, error) {
	m, err := c.incoming(ctx, raw)
	if err != nil {
		return nil, err
	}
	return c.send(ctx, m)
}

// send hands the message on. A push configuration that came with it is stored with a task
// that the message opens; here it is added to one that was open before.
func (c *call) send(ctx context.Context, m Message) ([]byte, error) {
	reply, err := c.b.Sender.Send(ctx, m)
	if err != nil || m.Push == nil {
		return reply, err
	}
	config := *m.Push
	if config.Task = m.Task; config.Task == "" {
		config.Task = opened(reply)
	}
	if config.Task == "" {
		return reply, nil // there is nothing to be told of
	}
	config.CreatedAt = c.b.Now().UTC()
	return reply, c.savePush(ctx, m.Identity.Caller, config)
}

// opened is the task in an answer, as such or named by the Message; empty for none.
func opened(reply []byte) ids.Task {
	var in struct {
		Task    struct{ ID ids.Task }
		Message struct{ TaskID ids.Task }
	}
	if json.Unmarshal(reply, &in) != nil {
		return ""
	}
	return cmp.Or(in.Task.ID, in.Message.TaskID)
}

// sendStreaming is sendMessage with a stream for an answer: the one Message, or the task
// and its moves.
func sendStreaming(ctx context.Context, c *call, raw json.RawMessage) (response, error) {
	if !c.b.Streaming {
		return response{}, errNoStreams
	}
	m, err := c.incoming(ctx, raw)
	if err != nil {
		return response{}, err
	}
	m.Follow = true
	reply, err := c.send(ctx, m)
	if err != nil {
		return response{}, err
	}
	if bytes.HasPrefix(reply, []byte(`{"task":`)) {
		s, err := c.b.Tasks.follow(ctx, m.Identity.Caller, opened(reply))
		if err == nil {
			return c.streamOf(ctx, s, m.History), nil
		}
		// The message was taken, so there is an answer also if nobody more can follow, or if
		// this is a retry and the task is forgotten.
		var full *checkout.Error
		if !errors.Is(err, a2a.ErrTaskNotFound) && !(errors.As(err, &full) && full.Reason == checkout.Unavailable) {
			return response{}, err
		}
	}
	return response{stream: func(yield func(json.RawMessage, error) bool) { yield(reply, nil) }, end: func() {}}, nil
}

// incoming reads the parameters of a message, finds out who sent it and which task it
// belongs to.
func (c *call) incoming(ctx context.Context, raw json.RawMessage) (Message, error) {
	m, err := c.message(raw)
	if err != nil {
		return Message{}, err
	}
	if m.Identity, err = c.identify(ctx); err != nil {
		return Message{}, err
	}
	m.Extension = c.extension
	if m.Task == "" {
		return m, nil
	}
	t, err := c.b.Tasks.find(ctx, m.Identity.Caller, m.Task)
	switch {
	case err != nil:
		return Message{}, err
	case m.Context != "" && m.Context != t.Context:
		return Message{}, invalid("message.contextId", "is not that of the task")
	}
	m.Context, m.Checkout = t.Context, t.Checkout
	return m, nil
}

// message reads the parameters of SendMessage.
func (c *call) message(raw json.RawMessage) (Message, error) {
	p := readParams(raw, "")
	if p.err != nil {
		return Message{}, p.err
	}
	rawMessage := p.get("message")
	if rawMessage == nil {
		return Message{}, invalid("message", "is required")
	}
	mp := readParams(rawMessage, "message.")
	if mp.err != nil {
		return Message{}, mp.err
	}
	m := Message{ID: mp.text("messageId"), Context: ids.Context(mp.text("contextId")), Task: ids.Task(mp.text("taskId"))}
	if mp.err == nil && !ids.ValidOpaque(m.ID) {
		mp.fail("messageId", "is required: 1 to 128 printable characters")
	}
	if m.Context != "" && !ids.ValidOpaque(string(m.Context)) {
		mp.fail("contextId", "must be 1 to 128 printable characters")
	}
	if role := string(mp.get("role")); role != `"ROLE_USER"` && role != "1" {
		mp.fail("role", "must be ROLE_USER")
	}
	declared := mp.texts("extensions")
	if mp.err != nil {
		return Message{}, mp.err
	}
	if err := m.parts(mp.get("parts"), c.b.ModesIn); err != nil {
		return Message{}, err
	}
	if err := c.configuration(p.get("configuration"), &m); err != nil {
		return Message{}, err
	}
	c.activate(declared, m.Data)
	m.Fingerprint = fingerprint(rawMessage)
	return m, nil
}

// fingerprint is the SHA-256 of a message's canonical form. A number beyond a double has
// none: then a retry is the same bytes.
func fingerprint(raw json.RawMessage) [32]byte {
	canonical, ok := jsonrpc.Canonical(raw)
	if !ok {
		var err error
		if canonical, err = ap2.Canonical(raw); err != nil {
			canonical = raw
		}
	}
	return sha256.Sum256(canonical)
}

// activate finds out whether the BCP extension is active: by header, by the message's
// own list, or because a data part carries an action or a checkout.
func (c *call) activate(declared []string, data []json.RawMessage) {
	if c.extension != "" {
		return
	}
	for _, uri := range declared {
		if slices.Contains(c.b.Extensions, uri) {
			c.extension = uri
			return
		}
	}
	for _, d := range data {
		part, _ := jsonrpc.Members(d)
		if part["action"] != nil || part[dataCheckout] != nil {
			c.extension = c.b.Extensions[0]
		}
	}
}

// configuration checks what the client wants of the answer.
func (c *call) configuration(raw json.RawMessage, m *Message) error {
	if raw == nil {
		return nil
	}
	p := readParams(raw, "configuration.")
	m.History, m.Follow = p.integer("historyLength", 0, maxLength), p.flag("returnImmediately")
	modes := p.texts("acceptedOutputModes")
	push := p.get("taskPushNotificationConfig")
	if push == nil {
		push = p.get("pushNotificationConfig") // its name in 0.3, which still goes around
	}
	if push != nil && p.err == nil {
		if !c.b.Push {
			return a2a.ErrPushNotificationNotSupported
		}
		pp := readParams(push, "configuration.taskPushNotificationConfig.")
		config := c.pushConfig(pp, m.ID)
		m.Push, p.err = &config, pp.err
	}
	if p.err != nil {
		return p.err
	}
	if len(modes) > 0 && !slices.ContainsFunc(modes, c.b.takes) {
		return a2a.ErrUnsupportedContentType
	}
	return nil
}

// takes reports whether a media type is one of the shop's.
func (b *Binding) takes(mode string) bool {
	media, _, err := mime.ParseMediaType(mode)
	return err == nil && (media == "*/*" || slices.Contains(b.ModesIn, media))
}

// parts reads the parts: each has exactly one content, and it must be one that the shop
// can read.
func (m *Message) parts(raw json.RawMessage, modes []string) error {
	var list []json.RawMessage
	if raw == nil || json.Unmarshal(raw, &list) != nil || len(list) == 0 {
		return invalid("message.parts", "must be a list with at least one part")
	}
	if len(list) > maxParts {
		return invalid("message.parts", fmt.Sprintf("must not have more than %d parts", maxParts))
	}
	for i, rawPart := range list {
		if err := m.part(rawPart, fmt.Sprintf("message.parts[%d]", i), modes); err != nil {
			return err
		}
	}
	return nil
}

func (m *Message) part(raw json.RawMessage, path string, modes []string) error {
	p := readParams(raw, path+".")
	if p.err != nil || p.raw == nil {
		return invalid(path, "must be an object")
	}
	var content []string
	for _, name := range []string{"text", "data", "raw", "url"} {
		if v, ok := p.raw[name]; ok && (name == "data" || string(v) != "null") {
			content = append(content, name)
		}
	}
	if len(content) != 1 {
		return invalid(path, "must have exactly one of text, data, raw and url")
	}
	mode := p.text("mediaType")
	switch content[0] {
	case "text":
		text := p.text("text")
		if m.Text != "" {
			m.Text += "\n"
		}
		m.Text += text
	case "data":
		m.Data = append(m.Data, p.raw["data"])
	case "raw":
		if _, err := base64.StdEncoding.DecodeString(p.text("raw")); err != nil {
			p.fail("raw", "must be base64")
		}
		if p.err == nil {
			return a2a.ErrUnsupportedContentType
		}
	case "url":
		if p.text("url"); p.err == nil {
			return a2a.ErrUnsupportedContentType
		}
	}
	if p.err != nil {
		return p.err
	}
	if media, _, err := mime.ParseMediaType(mode); mode != "" && (err != nil || !slices.Contains(modes, media)) {
		return a2a.ErrUnsupportedContentType
	}
	return nil
}
