package httpd_test

import (
	"errors"
	"net/http/httptest"
	"reflect"
	"testing"
	"time"

	"balcao/httpd"
	"balcao/internal/ids"
	"balcao/payment"
	"balcao/platform"
)

// The client hears from the listener what the shop itself would say.
func TestAdminClient(t *testing.T) {
	t.Parallel()
	stock := fakeStock{}
	server := httptest.NewServer(admin("token", stock))
	defer server.Close()
	client := httpd.AdminClient{URL: server.URL, Token: "token", HTTP: server.Client()}
	ctx := t.Context()

	both := platform.RightCheckout | platform.RightOrder
	revoked := platform.APIKey{ID: "key_2", Profile: "https://b.example/p", Rights: platform.RightOrder, CreatedAt: noon, RevokedAt: noon.Add(time.Hour)}
	wantKeys := []platform.APIKey{{ID: "key_1", Profile: "https://a.example/p", Rights: both, CreatedAt: noon}, revoked}
	if keys, err := client.List(ctx); err != nil || !reflect.DeepEqual(keys, wantKeys) {
		t.Errorf("keys %+v (error %v)", keys, err)
	}
	plain, key, err := client.Create(ctx, "https://a.example/p", platform.RightOrder)
	if err != nil || plain != "bk_plain" || key.ID != "key_1" || key.Rights != platform.RightOrder {
		t.Errorf("created %q %+v (error %v)", plain, key, err)
	}
	if err := client.Revoke(ctx, "key_1"); err != nil {
		t.Errorf("revoke: %v", err)
	}
	levels, err := client.Levels(ctx)
	if want := []httpd.StockLevel{{Variant: "item_123", OnHand: 12, Reserved: 2}}; err != nil || !reflect.DeepEqual(levels, want) {
		t.Errorf("levels %+v (error %v)", levels, err)
	}
	if err := client.SetOnHand(ctx, "item_123", 9); err != nil || stock["item_123"] != 9 {
		t.Errorf("set: %d (error %v)", stock["item_123"], err)
	}
	paid, err := client.Settle(ctx, "open")
	if want := (payment.Receipt{EndToEndID: "E1", TXID: "open", Amount: 5990, PaidAt: noon}); err != nil || paid != want {
		t.Errorf("paid %+v (error %v)", paid, err)
	}

	for name, c := range map[string]struct {
		do     func(c httpd.AdminClient) error
		status int
	}{
		"wrong token":      {func(c httpd.AdminClient) error { c.Token = "x"; _, err := c.List(ctx); return err }, 401},
		"unknown variant":  {func(c httpd.AdminClient) error { return c.SetOnHand(ctx, "other", 1) }, 404},
		"less than is due": {func(c httpd.AdminClient) error { return c.SetOnHand(ctx, "item_123", 1) }, 409},
		"unknown key":      {func(c httpd.AdminClient) error { return c.Revoke(ctx, "key_9") }, 404},
		"no profile":       {func(c httpd.AdminClient) error { _, _, err := c.Create(ctx, "x", both); return err }, 400},
		"paid before":      {func(c httpd.AdminClient) error { _, err := c.Settle(ctx, "paid"); return err }, 409},
		"broken":           {func(c httpd.AdminClient) error { _, err := c.Settle(ctx, "broken"); return err }, 500},
		// What is part of a path stays one part of it.
		"id with a path":      {func(c httpd.AdminClient) error { return c.Revoke(ctx, "x/../key_1") }, 404},
		"variant with a path": {func(c httpd.AdminClient) error { return c.SetOnHand(ctx, "../stock/item_123", 9) }, 400},
		"txid with a query":   {func(c httpd.AdminClient) error { _, err := c.Settle(ctx, ids.TXID("open/settle?x=")); return err }, 404},
	} {
		var refused *httpd.AdminError
		if err := c.do(client); !errors.As(err, &refused) || refused.Status != c.status {
			t.Errorf("%s: %v, want status %d", name, err, c.status)
		}
	}
}
