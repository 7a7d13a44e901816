package mcp

import (
	"encoding/json"

	sdk "github.com/modelcontextprotocol/go-sdk/mcp"

	"balcao/jsonrpc"
)

const (
	// maxOpen is the most that the params of an open method may take, in bytes: anybody may
	// send them, and those of real clients take some hundreds.
	maxOpen = 16 << 10
	// maxToken is the longest name of a tool, or of a version, that is looked at.
	maxToken = 128
)

// forSDK are the params that the SDK gets. It decodes whatever is in them into maps, thirty
// times the size of the request, and looks at these alone; a tool's arguments we read
// ourselves. What it only wants to be there has a stand-in, so that they are small whatever
// the client has sent.
type forSDK struct {
	ProtocolVersion json.RawMessage `json:"protocolVersion,omitempty"`
	Capabilities    json.RawMessage `json:"capabilities,omitempty"`
	ClientInfo      json.RawMessage `json:"clientInfo,omitempty"`
	Name            string          `json:"name,omitempty"`
	Arguments       json.RawMessage `json:"arguments,omitempty"`
	// Meta has MCP 2026-07-28's members.
	Meta map[string]json.RawMessage `json:"_meta,omitempty"`
}

// The stand-ins. wrong is of a type that the SDK refuses wherever it looks.
var (
	someObject = json.RawMessage(`{}`)
	someClient = json.RawMessage(`{"name":"client","version":"0"}`)
	someText   = json.RawMessage(`"unknown"`)
	wrong      = json.RawMessage(`0`)
)

// slim makes the SDK's params from those of the client.
func (c *call) slim(method string, params json.RawMessage) (forSDK, error) {
	members, ok := jsonrpc.Members(params)
	if !ok {
		return forSDK{}, badParams("params must be an object")
	}
	var out forSDK
	switch method {
	case methodCall:
		out.Name, out.Arguments = c.tool, someObject
	case "initialize":
		out.ProtocolVersion = text(members["protocolVersion"])
		out.Capabilities = object(members["capabilities"], someObject)
		out.ClientInfo = object(members["clientInfo"], someClient)
	case methodList:
		// The list is one page, so there is no cursor of ours that could come back.
		if cursor := string(members["cursor"]); cursor != "" && cursor != `""` && cursor != "null" {
			return forSDK{}, badParams("params.cursor is none of ours: the list is one page")
		}
	}
	raw := members["_meta"]
	if raw == nil || string(raw) == "null" {
		return out, nil
	}
	meta, ok := jsonrpc.Members(raw)
	if !ok {
		return forSDK{}, badParams("params._meta must be an object")
	}
	out.Meta = map[string]json.RawMessage{}
	for name, value := range map[string]json.RawMessage{
		sdk.MetaKeyProtocolVersion:    text(meta[sdk.MetaKeyProtocolVersion]),
		sdk.MetaKeyClientInfo:         object(meta[sdk.MetaKeyClientInfo], someClient),
		sdk.MetaKeyClientCapabilities: object(meta[sdk.MetaKeyClientCapabilities], someObject),
	} {
		if value != nil {
			out.Meta[name] = value
		}
	}
	return out, nil
}

// text is a short string as it is, nil for none.
func text(raw json.RawMessage) json.RawMessage {
	switch {
	case raw == nil || string(raw) == "null":
		return raw
	case raw[0] != '"':
		return wrong
	case len(raw) > maxToken:
		return someText
	}
	return raw
}

// object is the stand-in for an object, nil for none.
func object(raw, standIn json.RawMessage) json.RawMessage {
	switch {
	case raw == nil || string(raw) == "null":
		return raw
	case raw[0] != '{':
		return wrong
	}
	return standIn
}
