package demo

import (
	"context"
	"encoding/json"
	"fmt"
	"net/http"
)

// tool calls one of the shop's tools over MCP. Without a key it shows nothing of who it is but
// its profile. The result is decoded if there is one; the status is HTTP's.
func (c *client) tool(ctx context.Context, step, name, key string, arguments object, into any) (status int, err error) {
	c.calls++
	arguments["meta"] = object{"ucp-agent": object{"profile": c.profile}}
	body, err := json.Marshal(object{
		"jsonrpc": "2.0", "id": c.calls, "method": "tools/call", "params": object{"name": name, "arguments": arguments},
	})
	if err != nil {
		return 0, fmt.Errorf("%s: %w", step, err)
	}
	headers := map[string]string{"Content-Type": "application/json", "Accept": "application/json, text/event-stream", "BCP-Agent": c.agent()}
	if key != "" {
		headers["Authorization"] = "Bearer " + key
	}
	status, raw, err := c.do(ctx, step, http.MethodPost, c.tools, headers, body)
	if err != nil || status != http.StatusOK {
		return status, err
	}
	var answer struct {
		ID     int
		Result struct {
			StructuredContent json.RawMessage
		}
		Error json.RawMessage
	}
	if err := json.Unmarshal(raw, &answer); err != nil {
		return status, fmt.Errorf("%s: %w", step, err)
	}
	if answer.Error != nil || answer.ID != c.calls || answer.Result.StructuredContent == nil {
		return status, fmt.Errorf("%s: no result: %.300s", step, raw)
	}
	if err := json.Unmarshal(answer.Result.StructuredContent, into); err != nil {
		return status, fmt.Errorf("%s: %w", step, err)
	}
	return status, nil
}

// readByTool reads an order as a tool's result, which must be the same order as over HTTP, and
// is not shown without a key.
func (p *play) readByTool(ctx context.Context, key string, same orderRead) error {
	p.tale.says("Plataforma", "tools/call get_order por MCP em "+p.client.tools)
	var refused, o orderRead
	status, err := p.client.tool(ctx, "read_order_by_tool_unauthenticated", "get_order", "", object{"id": same.ID}, &refused)
	if err != nil {
		return err
	}
	if err := p.tale.verify(is("sem chave de API a ferramenta não responde", status, http.StatusUnauthorized)); err != nil {
		return err
	}
	if status, err = p.client.tool(ctx, "read_order_by_tool", "get_order", key, object{"id": same.ID}, &o); err != nil {
		return err
	}
	return p.tale.verify(
		is("com chave ela responde", status, http.StatusOK),
		is("e o pedido por MCP é o mesmo", fmt.Sprintf("%+v", o), fmt.Sprintf("%+v", same)),
	)
}
