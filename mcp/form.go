package mcp

import (
	"context"
	"encoding/json"
	"errors"
	"maps"
	"net/http"
	"slices"
	"sync"

	sdk "github.com/modelcontextprotocol/go-sdk/mcp"

	"balcao/internal/lru"
	"balcao/jsonrpc"
)

// form is what the SDK puts beside the content of a tool's result in one revision of MCP, as
// members of an object with a comma after each.
type form string

// formTool is every tool as the SDK calls it. Whether a call is one of its revision of MCP, and
// what the result looks like, the SDK says without the arguments, which it does not get; the
// tool itself is called afterwards. So its answer to one call holds for all that are alike.
func formTool(context.Context, *sdk.CallToolRequest) (*sdk.CallToolResult, error) {
	return &sdk.CallToolResult{StructuredContent: someObject}, nil
}

var errNoForm = errors.New("mcp: the SDK's result of a tool is no object")

func formOf(result json.RawMessage) (form, error) {
	members, ok := jsonrpc.Members(result)
	if !ok {
		return "", errNoForm
	}
	delete(members, "content")
	delete(members, "structuredContent")
	var out []byte
	for _, name := range slices.Sorted(maps.Keys(members)) {
		out = append(append(jsonrpc.AppendString(out, name), ':'), members[name]...)
		out = append(out, ',')
	}
	return form(out), nil
}

// answer is that to the request with this id: what a tool has said, structured, and as text for
// clients from before 2025-06-18.
func (f form) answer(id, content json.RawMessage) []byte {
	out := make([]byte, 0, len(id)+len(f)+len(content)*5/2+128) // quotes are escaped in the text
	out = append(append(jsonrpc.AppendHead(out, id), `,"result":{`...), f...)
	out = append(out, `"content":[{"type":"text","text":`...)
	out = jsonrpc.AppendString(out, string(content))
	out = append(append(out, `}],"structuredContent":`...), content...)
	return append(out, "}}"...)
}

// forms remembers what the SDK said of calls that are alike. It decodes a request ten times,
// each time with a new buffer of 32 KiB, which is most of what a call would cost.
type forms struct {
	mu    sync.Mutex
	known *lru.Cache[form]
}

// maxForms is how many are remembered, maxFormKey the longest call that is, in bytes: clients
// send a few kinds, whoever sends more is answered as well.
const (
	maxForms   = 256
	maxFormKey = 1024
)

func newForms() *forms { return &forms{known: lru.New[form](maxForms)} }

// of returns what was said of a call with these headers and this body, or asks. Refusals are
// not remembered.
func (f *forms) of(header http.Header, body []byte, ask func() (form, error)) (form, error) {
	var key []byte
	for _, name := range slices.Sorted(maps.Keys(header)) {
		for _, value := range header[name] {
			key = append(append(append(append(key, name...), ':'), value...), '\n') // which is in no value
		}
	}
	key = append(key, body...)
	f.mu.Lock()
	known, ok := f.known.Get(string(key))
	f.mu.Unlock()
	if ok {
		return known, nil
	}
	said, err := ask()
	if err == nil && len(key) <= maxFormKey {
		f.mu.Lock()
		f.known.Put(string(key), said)
		f.mu.Unlock()
	}
	return said, err
}
