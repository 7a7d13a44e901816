package mcp

import (
	"net/http"
	"strings"
	"testing"

	"balcao/order"
	"balcao/platform"
)

// An order is written as was negotiated for this call, whatever it was bought under, and for its
// platform alone.
func TestGetOrder(t *testing.T) {
	t.Parallel()
	bought := platform.Session{Version: "2026-07-14", Capabilities: []platform.Capability{
		{Name: platform.CapOrder, Version: "2026-07-14"}, {Name: platform.CapTax, Version: "2026-07-14", Extends: []string{platform.CapOrder}},
	}}
	for owner, mine := range map[string]bool{"https://platform.example/profile": true, "https://other.example/profile": false} {
		placed := &order.Order{ID: "ord_1", Session: bought, Owner: platform.Caller{Profile: owner, Authenticated: true}.Owner()}
		g := send(t, serve(t, &shop{order: placed}, nil), http.MethodPost, "/", toolCall("get_order", meta+`,"id":"ord_1"`))
		text := string(g.Result)
		if !strings.Contains(text, `"version":"2026-07-28"`) || strings.Contains(text, "2026-07-14") || strings.Contains(text, platform.CapTax) {
			t.Errorf("%s: written as it was bought: %s", owner, text)
		}
		if strings.Contains(text, `"permalink_url"`) != mine || strings.Contains(text, `"not_found"`) == mine {
			t.Errorf("%s: %s", owner, text)
		}
		if placed.Session.Version != bought.Version {
			t.Errorf("the stored order was changed: %+v", placed.Session)
		}
	}
}
