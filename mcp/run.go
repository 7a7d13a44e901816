package mcp

import (
	"context"
	"encoding/json"
	"errors"
	"strings"
	"time"

	"balcao/checkout"
	"balcao/conversation"
	"balcao/platform"
	"balcao/profile"
)

// visit is a call that may be worked on: who it is, what was negotiated, and the key under
// which it can be sent again.
type visit struct {
	caller     platform.Caller
	negotiated profile.Negotiated
	// key is nil where the call has none, or changes nothing.
	key *conversation.Key
	// language is what the call asks to be answered in, empty if it does not say.
	language string
}

func (v *visit) session() platform.Session { return v.negotiated.Session }

// work is what a tool does once it may. Its result is one JSON object.
type work func(ctx context.Context, s *Server, v *visit) (json.RawMessage, error)

var errNotJSON = errors.New("mcp: a result is no JSON")

// workTime bounds a tool call. It is longer than a call to a provider takes, which goes on
// when the client is gone.
const workTime = 40 * time.Second

// work calls the tool. The client's leaving ends nothing: what was begun goes on and is stored
// for the retry. A panic is an error as any other.
func (s *Server) work(ctx context.Context, c *call) (content json.RawMessage, err error) {
	ctx, cancel := context.WithTimeout(context.WithoutCancel(ctx), workTime)
	defer cancel()
	defer func() {
		if p := recover(); p != nil {
			s.Logger.ErrorContext(ctx, "panic in a tool", "tool", c.tool, "panic", panicText(p))
			content, err = nil, internal()
		}
	}()
	content, err = s.run(ctx, s.tools[c.tool], c)
	if err == nil && !json.Valid(content) {
		err = errNotJSON
	}
	if err != nil {
		return nil, s.classify(ctx, err)
	}
	return content, nil
}

// run checks the arguments, negotiates, and does the work.
func (s *Server) run(ctx context.Context, t tool, c *call) (json.RawMessage, error) {
	a, err := readArguments(c, t)
	if err != nil {
		return nil, err
	}
	v := &visit{caller: c.caller}
	do, err := t.read(a, v)
	if err != nil {
		return nil, err
	}
	if err := s.Identifier.Agrees(c.caller, a.profile, len(c.header.Values("BCP-Agent")) > 0); err != nil {
		return nil, err
	}
	if v.negotiated, err = s.Identifier.Negotiate(ctx, c.caller); err != nil {
		return nil, err
	}
	if !v.session().Has(t.capability) {
		return s.envelope(v, t.capability, checkout.CodeIncompatible)
	}
	if t.changes && a.key != "" {
		v.key = &conversation.Key{Owner: c.caller.Owner(), Binding: "mcp", Operation: t.name, ID: strings.ToLower(a.key), Fingerprint: a.fingerprint(t.name)}
	}
	return do(ctx, s, v)
}
