package httpd_test

import (
	"context"
	"errors"
	"log/slog"
	"strings"
	"testing"
	"time"

	"github.com/labstack/echo/v4"

	"balcao/checkout"
	"balcao/httpd"
	"balcao/internal/ids"
	"balcao/payment"
	"balcao/payment/fakepsp"
	"balcao/platform"
	"balcao/profile"
)

type fakeStock map[ids.Variant]int64

func (f fakeStock) Levels(context.Context) ([]httpd.StockLevel, error) {
	return []httpd.StockLevel{{Variant: "item_123", OnHand: 12, Reserved: 2}}, nil
}

func (f fakeStock) SetOnHand(_ context.Context, v ids.Variant, onHand int64) error {
	if v != "item_123" {
		return checkout.ErrNotFound
	}
	if onHand < 2 {
		return checkout.ErrStock
	}
	f[v] = onHand
	return nil
}

type fakeKeys struct{}

func key(profileURL string, rights platform.Rights) platform.APIKey {
	return platform.APIKey{ID: "key_1", Profile: profileURL, Hash: [32]byte{7}, Rights: rights, CreatedAt: noon}
}

func (fakeKeys) List(context.Context) ([]platform.APIKey, error) {
	revoked := key("https://b.example/p", platform.RightOrder)
	revoked.ID, revoked.RevokedAt = "key_2", noon.Add(time.Hour)
	return []platform.APIKey{key("https://a.example/p", platform.RightCheckout|platform.RightOrder), revoked}, nil
}

func (fakeKeys) Create(_ context.Context, url string, rights platform.Rights) (string, platform.APIKey, error) {
	if !strings.HasPrefix(url, "https://") {
		return "", platform.APIKey{}, profile.NewError(profile.CodeInvalidProfileURL, nil)
	}
	return "bk_plain", key(url, rights), nil
}

func (fakeKeys) Revoke(_ context.Context, id string) error {
	if id != "key_1" {
		return checkout.ErrNotFound
	}
	return nil
}

func fakeSettle(_ context.Context, txid ids.TXID) (payment.Receipt, error) {
	switch txid {
	case "open":
		return payment.Receipt{EndToEndID: "E1", TXID: txid, Amount: 5990, PaidAt: noon}, nil
	case "paid":
		return payment.Receipt{}, fakepsp.ErrNotPayable
	case "broken":
		return payment.Receipt{}, errors.New("secret detail")
	}
	return payment.Receipt{}, fakepsp.ErrUnknownCharge
}

func admin(token string, stock httpd.Stock) *httpd.Server {
	return httpd.NewAdmin(httpd.AdminConfig{
		Token: token, Logger: slog.New(slog.DiscardHandler), Metrics: httpd.NewMetrics(),
		Settle: fakeSettle, Stock: stock, Keys: fakeKeys{},
	})
}

func TestAdmin(t *testing.T) {
	t.Parallel()
	long := `{"on_hand":3` + strings.Repeat(" ", 16<<10) + `}`
	cases := []struct {
		name, method, path, body string
		status                   int
		want                     string // a part of the answer, all of it if it is JSON of ours
	}{
		{"settle", "POST", "/sandbox/charges/open/settle", "", 200, `{"end_to_end_id":"E1","txid":"open","amount":5990,"paid_at":"2026-11-30T12:00:00Z"}`},
		{"settle twice", "POST", "/sandbox/charges/paid/settle", "", 409, `"detail":"The charge is paid, removed or past its time."`},
		{"settle nothing", "POST", "/sandbox/charges/none/settle", "", 404, `"detail":"There is no charge with this txid."`},
		{"settle fails", "POST", "/sandbox/charges/broken/settle", "", 500, `{"title":"Internal Server Error","status":500}`},
		{"settle by GET", "GET", "/sandbox/charges/open/settle", "", 405, `"status":405`},
		{"stock", "GET", "/stock", "", 200, `{"stock":[{"variant":"item_123","on_hand":12,"reserved":2,"available":10}]}`},
		{"set stock", "PUT", "/stock/item_123", `{"on_hand":3}`, 204, ""},
		{"set stock, unknown variant", "PUT", "/stock/nothing", `{"on_hand":3}`, 404, ""},
		{"set stock below what is reserved", "PUT", "/stock/item_123", `{"on_hand":1}`, 409, ""},
		{"set stock, negative", "PUT", "/stock/item_123", `{"on_hand":-1}`, 400, ""},
		{"set stock, fraction", "PUT", "/stock/item_123", `{"on_hand":1.5}`, 400, ""},
		{"set stock, text", "PUT", "/stock/item_123", `{"on_hand":"3"}`, 400, ""},
		{"set stock, nothing said", "PUT", "/stock/item_123", `{}`, 400, ""},
		{"set stock, null", "PUT", "/stock/item_123", `{"on_hand":null}`, 400, ""},
		{"set stock, unknown member", "PUT", "/stock/item_123", `{"on_hand":3,"x":1}`, 400, ""},
		{"set stock, other case", "PUT", "/stock/item_123", `{"On_Hand":3}`, 400, ""},
		{"set stock, twice", "PUT", "/stock/item_123", `{"on_hand":3,"on_hand":4}`, 400, ""},
		{"set stock, more behind", "PUT", "/stock/item_123", `{"on_hand":3} {}`, 400, ""},
		{"set stock, no body", "PUT", "/stock/item_123", ``, 400, ""},
		{"set stock, too long", "PUT", "/stock/item_123", long, 413, ""},
		{"set stock, no id", "PUT", "/stock/a%20b", `{"on_hand":3}`, 400, ""},
		{"keys", "GET", "/platform-keys", "", 200, `{"keys":[{"id":"key_1","profile":"https://a.example/p","rights":["checkout","order"],"created_at":"2026-11-30T12:00:00Z"},` +
			`{"id":"key_2","profile":"https://b.example/p","rights":["order"],"created_at":"2026-11-30T12:00:00Z","revoked_at":"2026-11-30T13:00:00Z"}]}`},
		{"new key", "POST", "/platform-keys", `{"profile":"https://c.example/p","rights":["order"]}`, 201,
			`{"id":"key_1","key":"bk_plain","profile":"https://c.example/p","rights":["order"],"created_at":"2026-11-30T12:00:00Z"}`},
		{"new key, bad profile", "POST", "/platform-keys", `{"profile":"ftp://x","rights":["order"]}`, 400, `profile URL`},
		{"new key, no rights", "POST", "/platform-keys", `{"profile":"https://c.example/p"}`, 400, `"detail":"rights must name`},
		{"new key, unknown right", "POST", "/platform-keys", `{"profile":"https://c.example/p","rights":["order","root"]}`, 400, ""},
		{"revoke", "DELETE", "/platform-keys/key_1", "", 204, ""},
		{"revoke nothing", "DELETE", "/platform-keys/key_9", "", 404, ""},
		{"nothing there", "GET", "/nowhere", "", 404, ""},
	}
	for _, tc := range cases {
		t.Run(tc.name, func(t *testing.T) {
			t.Parallel()
			stock := fakeStock{}
			r := ask(t, admin("TOKEN", stock), tc.method, tc.path, tc.body, "Authorization", "Bearer TOKEN")
			if got := bodyOf(t, r); r.StatusCode != tc.status || !strings.Contains(got, tc.want) {
				t.Errorf("status %d, body %s\nwant %d, %s", r.StatusCode, got, tc.status, tc.want)
			}
			wantHeaders(t, r, "Cache-Control", "no-store")
			if set := stock["item_123"]; (set == 3) != (tc.name == "set stock") {
				t.Errorf("stock was set to %d", set)
			}
		})
	}
}

func TestAdminToken(t *testing.T) {
	t.Parallel()
	paths := []string{"/stock", "/platform-keys", "/sandbox/charges/open/settle", "/nowhere", "/"}
	cases := []struct{ token, header string }{
		{"TOKEN", ""}, {"TOKEN", "Bearer "}, {"TOKEN", "Bearer TOKE"}, {"TOKEN", "Bearer TOKEN2"},
		{"TOKEN", "Basic TOKEN"}, {"TOKEN", "TOKEN"}, {"", ""}, {"", "Bearer "}, {"", "Bearer TOKEN"},
	}
	for _, tc := range cases {
		s := admin(tc.token, fakeStock{})
		for _, path := range paths {
			r := ask(t, s, "GET", path, "", "Authorization", tc.header)
			if r.StatusCode != 401 {
				t.Errorf("token %q, header %q, %s: status %d, want 401", tc.token, tc.header, path, r.StatusCode)
			}
			wantHeaders(t, r, "WWW-Authenticate", `Bearer realm="balcao admin"`)
		}
	}
	if r := ask(t, admin("", nil), "GET", "/metrics", ""); r.StatusCode != 200 {
		t.Errorf("/metrics without a token: status %d", r.StatusCode)
	}
}

func TestAdminOffersOnlyWhatItWasGiven(t *testing.T) {
	t.Parallel()
	s := httpd.NewAdmin(httpd.AdminConfig{Token: "TOKEN", Logger: slog.New(slog.DiscardHandler)})
	for _, path := range []string{"/metrics", "/stock", "/platform-keys"} {
		if r := ask(t, s, "GET", path, "", "Authorization", "Bearer TOKEN"); r.StatusCode != 404 {
			t.Errorf("%s: status %d, want 404", path, r.StatusCode)
		}
	}
}

func TestMetrics(t *testing.T) {
	t.Parallel()
	metrics := httpd.NewMetrics()
	config := quiet()
	config.Metrics = metrics
	s := httpd.New(config, httpd.Routes{Pages: []httpd.Registrar{pages{"/orders/:id": func(c echo.Context) error { return c.NoContent(204) }}}})
	for _, path := range []string{"/orders/1?key=SECRET", "/orders/2", "/nowhere/SECRET"} {
		ask(t, s, "GET", path, "")
	}
	ask(t, s, "BREW", "/orders/1", "")
	got := bodyOf(t, ask(t, httpd.NewAdmin(httpd.AdminConfig{Logger: slog.New(slog.DiscardHandler), Metrics: metrics}), "GET", "/metrics", ""))
	for _, want := range []string{
		`balcao_http_requests_total{method="GET",route="/orders/:id",status="204"} 2`,
		`balcao_http_requests_total{method="GET",route="none",status="404"} 1`,
		`method="other"`, `balcao_http_request_duration_seconds_count{route="/orders/:id"}`, "go_goroutines", "process_",
	} {
		if !strings.Contains(got, want) {
			t.Errorf("no %s in the metrics", want)
		}
	}
	if strings.Contains(got, "SECRET") || strings.Contains(got, "BREW") {
		t.Error("the metrics hold what a client sent")
	}
}
