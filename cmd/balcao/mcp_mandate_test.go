package main

import "testing"

// Under AP2 every checkout over MCP is sealed, and completes by a mandate over what was shown
// and not without one. A member ap2 that is malformed counts where mandates were negotiated.
func TestMCPMandates(t *testing.T) {
	t.Parallel()
	shop := startShop(t)
	p := shop.mandatePlatform(t)
	u := shop.toolsOf(t, p.url)
	made := u.call("create_checkout", map[string]any{"checkout": item("PIXEL-10-PRO", 1)})
	seal, id := p.sealIn(t, made.Raw), made.text("id")
	complete := func(key string, ap2 any) *toolAnswer {
		object := byToken("success_token")
		if ap2 != nil {
			object["ap2"] = ap2
		}
		return u.post(u.body("complete_checkout", map[string]any{"meta": u.meta(key), "id": id, "checkout": object}))
	}
	bare := complete(keyOne, nil)
	if _, told := bare.codes()["mandate_required"]; !told || bare.text("status") != "ready_for_complete" {
		t.Errorf("without a mandate: %s", bare.Body)
	}
	p.sealIn(t, bare.Raw)
	if a := complete(keyTwo, map[string]any{"checkout_mandate": 7}); a.Error == nil || a.Error.Data["path"] != "$.checkout.ap2.checkout_mandate" {
		t.Errorf("a mandate that is none: %s", a.Body)
	}
	done := complete(keyThree, map[string]any{"checkout_mandate": p.mandate(t, seal).token()})
	if done.text("status") != "completed" || done.text("ap2", "checkout_receipt") == "" {
		t.Fatalf("with a mandate: %s", done.Body)
	}
	p.sealIn(t, done.Raw)
	again := complete(keyThree, map[string]any{"checkout_mandate": p.mandate(t, seal).token()})
	if again.Error == nil || again.Error.Data["code"] != "idempotency_conflict" { // another token is another call
		t.Errorf("another mandate under the key: %s", again.Body)
	}

	plain := shop.tools(t, "platform.json")
	other := plain.ready()
	object := byToken("success_token")
	object["ap2"] = map[string]any{"checkout_mandate": 7}
	if a := plain.post(plain.body("complete_checkout", map[string]any{"meta": plain.meta(keyOne), "id": other, "checkout": object})); a.text("status") != "completed" {
		t.Errorf("a foreign member ap2: %s", a.Body)
	}
}
