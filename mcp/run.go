package mcp

import (
	"context"
	"encoding/json"
	"errors"
	"strings"

	sdk "github.com/modelcontextprotocol/go-sdk/mcp"

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

// handler is the tool as the SDK calls it.
func (s *Server) handler(t tool) sdk.ToolHandler {
	return func(ctx context.Context, _ *sdk.CallToolRequest) (*sdk.CallToolResult, error) {
		c, ok := ctx.Value(callKey{}).(*call)
		if !ok {
			return nil, s.fail(ctx, internal())
		}
		body, err := s.run(ctx, t, c)
		if err == nil && !json.Valid(body) { // the SDK would never answer
			err = errNotJSON
		}
		if err != nil {
			return nil, s.fail(ctx, s.classify(ctx, err))
		}
		// Both forms: clients before 2025-06-18 know the text alone.
		return &sdk.CallToolResult{StructuredContent: body, Content: []sdk.Content{&sdk.TextContent{Text: string(body)}}}, nil
	}
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
