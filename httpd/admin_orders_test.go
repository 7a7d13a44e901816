package httpd_test

import (
	"context"
	"errors"
	"log/slog"
	"net/http/httptest"
	"strings"
	"testing"

	"balcao/checkout"
	"balcao/httpd"
	"balcao/internal/ids"
)

// evidenceDoc is evidence as the shop exports it: indented, and with what HTML would escape.
const evidenceDoc = "{\n  \"order_id\": \"ord_1\",\n  \"token\": \"a~<b>\"\n}"

type fakeOrders struct{ orderDesk }

func (fakeOrders) Evidence(_ context.Context, id ids.Order) ([]byte, error) {
	switch id {
	case "ord_1":
		return []byte(evidenceDoc), nil
	case "ord_broken":
		return nil, errors.New("secret detail")
	}
	return nil, checkout.ErrNotFound
}

// The client gets the evidence as the shop has it, and hears why there is none.
func TestEvidenceRoute(t *testing.T) {
	t.Parallel()
	s := httpd.NewAdmin(httpd.AdminConfig{Token: "TOKEN", Logger: slog.New(slog.DiscardHandler), Orders: fakeOrders{}})
	r := ask(t, s, "GET", "/orders/ord_1/evidence", "", "Authorization", "Bearer TOKEN")
	if got := bodyOf(t, r); r.StatusCode != 200 || got != evidenceDoc {
		t.Errorf("status %d, body %s", r.StatusCode, got)
	}
	wantHeaders(t, r, "Cache-Control", "no-store", "Content-Type", "application/json")
	server := httptest.NewServer(s)
	defer server.Close()
	client := httpd.AdminClient{URL: server.URL, Token: "TOKEN", HTTP: server.Client()}
	if got, err := client.Evidence(t.Context(), "ord_1"); err != nil || string(got) != evidenceDoc {
		t.Errorf("client: %s, %v", got, err)
	}
	stranger := client
	stranger.Token = "x"
	for name, c := range map[string]struct {
		client httpd.AdminClient
		id     ids.Order
		status int
		says   string
	}{
		"no such order":    {client, "ord_9", 404, "placed by a mandate"},
		"id with a path":   {client, "ord_9/../ord_1", 404, "placed by a mandate"},
		"id with a query":  {client, "ord_9?x=ord_1", 404, "placed by a mandate"},
		"a shop in need":   {client, "ord_broken", 500, ""},
		"another's token":  {stranger, "ord_1", 401, "token"},
		"nothing for none": {stranger, "ord_9", 401, "token"},
	} {
		got, err := c.client.Evidence(t.Context(), c.id)
		var refused *httpd.AdminError
		if !errors.As(err, &refused) || refused.Status != c.status || !strings.Contains(refused.Detail, c.says) || strings.Contains(refused.Detail, "secret") || len(got) > 0 {
			t.Errorf("%s: %s, %v", name, got, err)
		}
	}
	if r := ask(t, admin("TOKEN", nil), "GET", "/orders/ord_1/evidence", "", "Authorization", "Bearer TOKEN"); r.StatusCode != 404 {
		t.Errorf("a listener without orders answers %d", r.StatusCode)
	}
}
