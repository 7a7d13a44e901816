package httpd_test

import (
	"context"
	"errors"
	"log/slog"
	"net/http/httptest"
	"reflect"
	"strings"
	"testing"
	"time"

	"balcao/httpd"
	"balcao/internal/ids"
	"balcao/order"
	"balcao/platform"
)

// fakeNotices has two notices; the dead one is of order ord_1.
type fakeNotices struct{ empty bool }

func (f fakeNotices) lines() []httpd.NoticeLine {
	dead := order.Notice{
		Order: &order.Order{ID: "ord_1", Label: "secret", Owner: platform.Owner{Profile: "https://a.example/p"}}, Version: 2,
		At: noon, QueuedAt: noon, Dead: true, Tries: 7, TriedAt: noon.Add(time.Hour), Status: 410, Failure: "status 410",
	}
	queued := order.Notice{Order: &order.Order{ID: "ord_2", Owner: platform.Owner{Profile: "https://b.example/p"}}, Version: 1, At: noon, QueuedAt: noon}
	return []httpd.NoticeLine{httpd.LineOf(dead), httpd.LineOf(queued)}
}

func (f fakeNotices) Notices(_ context.Context, limit int) ([]httpd.NoticeLine, error) {
	if f.empty {
		return nil, nil
	}
	return f.lines()[:min(limit, 2)], nil
}

func (f fakeNotices) Replay(_ context.Context, choice order.NoticeChoice) (int, error) {
	switch choice {
	case order.NoticeChoice{}:
		if f.empty {
			return 0, nil
		}
		return 3, nil
	case order.NoticeChoice{Order: "ord_1"}:
		return 2, nil
	case order.NoticeChoice{Order: "ord_1", Version: 2}:
		return 1, nil
	case order.NoticeChoice{Order: "ord_broken"}:
		return 0, errors.New("secret detail")
	}
	return 0, nil
}

func noticeAdmin(f fakeNotices) *httpd.Server {
	return httpd.NewAdmin(httpd.AdminConfig{Token: "TOKEN", Logger: slog.New(slog.DiscardHandler), Notices: f})
}

func TestNoticeRoutes(t *testing.T) {
	t.Parallel()
	s, none := noticeAdmin(fakeNotices{}), noticeAdmin(fakeNotices{empty: true})
	for _, c := range []struct {
		server             *httpd.Server
		method, path, body string
		status             int
		want               string
	}{
		{s, "GET", "/order-webhooks", "", 200, `{"webhooks":[{"id":"ord_1.2","order_id":"ord_1","platform":"https://a.example/p","dead":true,"at":"2026-11-30T12:00:00Z",` +
			`"tries":7,"tried_at":"2026-11-30T13:00:00Z","status":410,"failure":"status 410"},` +
			`{"id":"ord_2.1","order_id":"ord_2","platform":"https://b.example/p","dead":false,"at":"2026-11-30T12:00:00Z","tries":0}]}`},
		{none, "GET", "/order-webhooks", "", 200, `{"webhooks":[]}`},
		{s, "POST", "/order-webhooks/replay", `{"id":"ord_1.2"}`, 200, `{"replayed":1}`},
		{s, "POST", "/order-webhooks/replay", `{"order_id":"ord_1"}`, 200, `{"replayed":2}`},
		{s, "POST", "/order-webhooks/replay", `{"all":true}`, 200, `{"replayed":3}`},
		{none, "POST", "/order-webhooks/replay", `{"all":true}`, 200, `{"replayed":0}`},
		{s, "POST", "/order-webhooks/replay", `{"id":"ord_1.3"}`, 404, "no such webhook"},
		{s, "POST", "/order-webhooks/replay", `{"order_id":"ord_9"}`, 404, "no such webhook"},
		{s, "POST", "/order-webhooks/replay", `{"order_id":"ord_broken"}`, 500, ""},
		{s, "POST", "/order-webhooks/replay", `{}`, 400, "names one of"},
		{s, "POST", "/order-webhooks/replay", `{"all":false}`, 400, "names one of"},
		{s, "POST", "/order-webhooks/replay", `{"id":"ord_1.2","all":true}`, 400, "names one of"},
		{s, "POST", "/order-webhooks/replay", `{"id":"ord_1.2","order_id":"ord_1"}`, 400, "names one of"},
		{s, "POST", "/order-webhooks/replay", `{"id":"ord_1"}`, 400, "names one of"},
		{s, "POST", "/order-webhooks/replay", `{"order":"ord_1"}`, 400, "JSON object"},
		{s, "POST", "/order-webhooks/replay", `{"order_id":"` + strings.Repeat("x", 17<<10) + `"}`, 413, ""},
		{s, "GET", "/order-webhooks/replay", "", 405, ""},
		{admin("TOKEN", nil), "GET", "/order-webhooks", "", 404, ""},
	} {
		r := ask(t, c.server, c.method, c.path, c.body, "Authorization", "Bearer TOKEN", "Content-Type", "application/json")
		got := strings.TrimSpace(bodyOf(t, r))
		if r.StatusCode != c.status || c.status == 200 && got != c.want || !strings.Contains(got, c.want) || strings.Contains(got, "secret") {
			t.Errorf("%s %s %.60s: %d %s", c.method, c.path, c.body, r.StatusCode, got)
		}
	}
	for _, path := range []string{"/order-webhooks", "/order-webhooks/replay"} {
		if r := ask(t, s, "POST", path, `{"all":true}`); r.StatusCode != 401 {
			t.Errorf("%s without a token: %d", path, r.StatusCode)
		}
	}
}

func TestNoticeClient(t *testing.T) {
	t.Parallel()
	server := httptest.NewServer(noticeAdmin(fakeNotices{}))
	defer server.Close()
	client := httpd.AdminClient{URL: server.URL, Token: "TOKEN", HTTP: server.Client()}
	for limit := range 3 {
		got, err := client.Notices(t.Context(), limit)
		if want := (fakeNotices{}).lines()[:limit]; err != nil || len(got) != limit || limit > 0 && !reflect.DeepEqual(got, want) {
			t.Errorf("%d: %+v, %v", limit, got, err)
		}
	}
	for choice, want := range map[order.NoticeChoice]int{{}: 3, {Order: "ord_1"}: 2, {Order: "ord_1", Version: 2}: 1} {
		if n, err := client.Replay(t.Context(), choice); n != want || err != nil {
			t.Errorf("%+v: %d, %v", choice, n, err)
		}
	}
	var refused *httpd.AdminError
	if _, err := client.Replay(t.Context(), order.NoticeChoice{Order: ids.Order("ord_9")}); !errors.As(err, &refused) || refused.Status != 404 {
		t.Errorf("unknown order: %v", err)
	}
	client.Token = "x"
	if got, err := client.Notices(t.Context(), 9); !errors.As(err, &refused) || refused.Status != 401 || len(got) > 0 {
		t.Errorf("another's token: %+v, %v", got, err)
	}
}
