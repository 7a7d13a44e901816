package main

import (
	"bytes"
	"fmt"
	"sync"
	"testing"
	"time"
)

// byToken pays by a token of the sandbox processor.
func byToken(token string) map[string]any {
	return map[string]any{"payment": map[string]any{"instruments": []any{
		map[string]any{"id": "card", "handler_id": "gpay", "type": "card", "credential": map[string]any{"type": "PAYMENT_GATEWAY", "token": token}},
	}}}
}

// ready makes a checkout that can be completed.
func (u *toolUser) ready() string {
	u.t.Helper()
	object := item("item_123", 1)
	object["fulfillment"] = map[string]any{"methods": []any{map[string]any{"type": "pickup"}}}
	object["buyer"] = map[string]any{"taxpayer_id": map[string]any{"kind": "cpf", "value": "39053344705"}}
	made := u.call("create_checkout", map[string]any{"checkout": object})
	if made.text("status") != "ready_for_complete" {
		u.t.Fatalf("create_checkout: %s", made.Raw)
	}
	return made.text("id")
}

// A retry gets the same result under its own id, whatever its meta; another purchase under the
// key is a conflict and buys nothing; a decline is replayed, and a new key pays.
func TestMCPRetries(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	shop := startShopIn(t, dir)
	u := seedUser(t, shop, "2026-07-28", "checkout", "fulfillment")
	id, other := u.ready(), u.ready()
	declined := u.call("complete_checkout", map[string]any{"meta": u.meta(keyOne), "id": id, "checkout": byToken("fail_token")})
	if _, told := declined.codes()["payment_failed"]; !told || declined.text("status") != "ready_for_complete" {
		t.Fatalf("declined: %s", declined.Raw)
	}
	if again := u.call("complete_checkout", map[string]any{"meta": u.meta(keyOne), "id": id, "checkout": byToken("fail_token")}); !bytes.Equal(again.Raw, declined.Raw) {
		t.Errorf("the decline again: %s", again.Raw)
	}
	for name, arguments := range map[string]map[string]any{
		"another token":    {"meta": u.meta(keyOne), "id": id, "checkout": byToken("success_token")},
		"another checkout": {"meta": u.meta(keyOne), "id": other, "checkout": byToken("fail_token")},
	} {
		a := u.post(u.body("complete_checkout", arguments))
		if a.Status != 200 || a.Error == nil || a.Error.Code != -32000 || a.Error.Data["code"] != "idempotency_conflict" {
			t.Errorf("%s: %d %s", name, a.Status, a.Body)
		}
	}
	paid := map[string]any{"meta": u.meta(keyTwo), "id": id, "checkout": byToken("success_token")}
	done := u.call("complete_checkout", paid)
	if done.text("status") != "completed" {
		t.Fatalf("complete_checkout: %s", done.Raw)
	}
	traced := u.meta(keyTwo)
	traced["trace"] = "second try"
	if again := u.call("complete_checkout", map[string]any{"meta": traced, "id": id, "checkout": byToken("success_token")}); !bytes.Equal(again.Raw, done.Raw) || bytes.Equal(again.ID, done.ID) {
		t.Errorf("the retry got %s", again.Body)
	}
	// The same key of another tool, or of another platform, is another key.
	canceled := u.call("cancel_checkout", map[string]any{"meta": u.meta(keyTwo), "id": other})
	if canceled.text("status") != "canceled" {
		t.Errorf("cancel_checkout: %s", canceled.Raw)
	}
	// A plan made anew, with a new key, does not buy again: there is one order of a checkout.
	planned := u.call("complete_checkout", map[string]any{"meta": u.meta(keyThree), "id": id, "checkout": byToken("success_token")})
	if planned.text("order", "id") != done.text("order", "id") {
		t.Errorf("a second order: %s", planned.Raw)
	}

	shop.stop()
	u.shop = startShopIn(t, dir)
	after := u.post(u.body("complete_checkout", paid))
	if !bytes.Equal(after.Raw, done.Raw) {
		t.Errorf("after a restart: %d %s", after.Status, after.Body)
	}
}

// Of calls that race under one key one works, and all get its answer or are told to come
// again; under several keys there is one order all the same.
func TestMCPRace(t *testing.T) {
	t.Parallel()
	u := startShop(t).tools(t, "platform.json")
	for name, key := range map[string]func(i int) string{
		"one key":      func(int) string { return keyOne },
		"several keys": func(i int) string { return fmt.Sprintf("650e8400-e29b-41d4-a716-44665544%04d", i) },
	} {
		id := u.ready()
		var (
			wait   sync.WaitGroup
			mu     sync.Mutex
			orders = map[string]int{}
			raws   = map[string]bool{}
		)
		for i := range 8 {
			body := u.body("complete_checkout", map[string]any{"meta": u.meta(key(i)), "id": id, "checkout": byToken("success_token")})
			wait.Go(func() {
				a := u.post(body)
				for tries := 0; a.Doc == nil && a.Status == 503 && tries < 20; tries++ {
					time.Sleep(50 * time.Millisecond)
					a = u.post(body)
				}
				mu.Lock()
				defer mu.Unlock()
				orders[a.text("order", "id")]++
				raws[string(a.Raw)] = true
			})
		}
		wait.Wait()
		delete(orders, "") // still at work when it was asked
		if len(orders) != 1 || name == "one key" && len(raws) != 1 {
			t.Errorf("%s: orders %v, %d answers", name, orders, len(raws))
		}
	}
}

// Another platform's checkouts and orders are like those that never were, and its keys are its
// own.
func TestMCPOwnership(t *testing.T) {
	t.Parallel()
	shop := startShop(t)
	u, stranger := shop.tools(t, "platform.json"), shop.tools(t, "platform-checkout.json")
	id := u.ready()
	never := stranger.call("get_checkout", map[string]any{"id": "chk_never"})
	for tool, arguments := range map[string]map[string]any{
		"get_checkout":      {"id": id},
		"update_checkout":   {"id": id, "checkout": item("item_123", 2)},
		"complete_checkout": {"meta": stranger.meta(keyOne), "id": id, "checkout": byToken("success_token")},
		"cancel_checkout":   {"meta": stranger.meta(keyOne), "id": id},
	} {
		if a := stranger.call(tool, arguments); !bytes.Equal(a.Raw, never.Raw) {
			t.Errorf("%s of another's: %s", tool, a.Raw)
		}
	}
	done := u.call("complete_checkout", map[string]any{"meta": u.meta(keyOne), "id": id, "checkout": byToken("success_token")})
	if done.text("status") != "completed" {
		t.Fatalf("%s", done.Raw)
	}
	order := done.text("order", "id")
	other := seedUser(t, shop, "2026-07-28", "checkout", "order")
	if a := other.call("get_order", map[string]any{"id": order}); a.codes()["not_found"] != "" || a.text("ucp", "status") != "error" {
		t.Errorf("another's order: %s", a.Raw)
	}
	// Whoever only names the platform sees nothing of what it did with a key.
	named := shop.agent(t, "platform.json")
	r := named.do("get_checkout", "checkout_id", id)
	if dig(r.checkout(), "ucp", "status") != "error" {
		t.Errorf("named alone: %s", r.Body)
	}
	// A key for one platform, and meta or BCP-Agent of another.
	body := u.body("get_checkout", map[string]any{"id": id, "meta": stranger.meta("")})
	if a := u.post(body); a.Status != 403 || a.Error.Data["code"] != "forbidden" {
		t.Errorf("meta of another: %d %s", a.Status, a.Body)
	}
	u.Header.Set("BCP-Agent", fmt.Sprintf("profile=%q", stranger.Profile))
	if a := u.post(u.body("get_checkout", map[string]any{"id": id})); a.Status != 403 || a.Error.Data["code"] != "forbidden" {
		t.Errorf("BCP-Agent of another: %d %s", a.Status, a.Body)
	}
	u.Header.Set("BCP-Agent", fmt.Sprintf("profile=%q", u.Profile))
	if a := u.post(body); a.Status != 200 || a.Error.Code != -32001 || a.Error.Data["code"] != "invalid_profile_url" {
		t.Errorf("BCP-Agent and meta of two: %d %s", a.Status, a.Body)
	}
	u.Header.Set("Authorization", "Bearer bk_wrong")
	if a := u.post(u.body("get_checkout", map[string]any{"id": id})); a.Status != 401 || a.Error.Data["code"] != "unauthenticated" {
		t.Errorf("a wrong key: %d %s", a.Status, a.Body)
	}
}
