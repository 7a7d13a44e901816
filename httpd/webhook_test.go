package httpd_test

import (
	"context"
	"errors"
	"strings"
	"testing"

	"balcao/httpd"
)

func TestWebhook(t *testing.T) {
	t.Parallel()
	const secret = "s3cr3t-of-the-hook"
	full := strings.Repeat("x", 256<<10)
	cases := []struct {
		name, method, path, body string
		fails                    bool
		status                   int
		handled                  bool
	}{
		{"as registered", "POST", "/webhooks/pix/" + secret, `{"pix":[]}`, false, 200, true},
		{"as the provider calls", "POST", "/webhooks/pix/" + secret + "/pix", `{"pix":[]}`, false, 200, true},
		{"not stored", "POST", "/webhooks/pix/" + secret, `{"pix":[]}`, true, 503, true},
		{"what it cannot read passes", "POST", "/webhooks/pix/" + secret, `<nonsense>`, false, 200, true},
		{"empty", "POST", "/webhooks/pix/" + secret, ``, false, 200, true},
		{"as large as may be", "POST", "/webhooks/pix/" + secret, full, false, 200, true},
		{"too large", "POST", "/webhooks/pix/" + secret, full + "x", false, 200, true},
		{"wrong secret", "POST", "/webhooks/pix/wrong", `{"pix":[]}`, false, 401, false},
		{"wrong secret, too large", "POST", "/webhooks/pix/wrong", full + "x", false, 401, false},
		{"part of the secret", "POST", "/webhooks/pix/" + secret[:5], `{}`, false, 401, false},
		{"no secret", "POST", "/webhooks/pix/", `{}`, false, 404, false},
		{"no secret, appended", "POST", "/webhooks/pix//pix", `{}`, false, 401, false},
		{"longer path", "POST", "/webhooks/pix/" + secret + "/cob", `{}`, false, 404, false},
		{"another method", "GET", "/webhooks/pix/" + secret, ``, false, 405, false},
	}
	for _, tc := range cases {
		t.Run(tc.name, func(t *testing.T) {
			t.Parallel()
			var got []string
			s := httpd.New(quiet(), httpd.Routes{Webhook: &httpd.Webhook{Secret: secret, Handle: func(_ context.Context, c httpd.Callback) error {
				if c.TooLarge && c.Body == nil {
					c.Body = []byte("too large")
				}
				got = append(got, string(c.Body))
				if tc.fails {
					return errors.New("disk full")
				}
				return nil
			}}})
			r := ask(t, s, tc.method, tc.path, tc.body)
			if r.StatusCode != tc.status {
				t.Errorf("status %d, want %d", r.StatusCode, tc.status)
			}
			if body := bodyOf(t, r); strings.Contains(body, "disk") {
				t.Errorf("the answer tells the cause: %s", body)
			}
			want := tc.body
			if len(want) > len(full) {
				want = "too large"
			}
			if tc.handled != (len(got) == 1 && got[0] == want) {
				t.Errorf("handled %d bodies", len(got))
			}
		})
	}
}

func TestWebhookWithoutSecretRefusesAll(t *testing.T) {
	t.Parallel()
	s := httpd.New(quiet(), httpd.Routes{Webhook: &httpd.Webhook{Handle: func(context.Context, httpd.Callback) error {
		t.Error("handled")
		return nil
	}}})
	for path, status := range map[string]int{"/webhooks/pix/": 404, "/webhooks/pix//pix": 401, "/webhooks/pix/x": 401} {
		if r := ask(t, s, "POST", path, "{}"); r.StatusCode != status {
			t.Errorf("%s: status %d, want %d", path, r.StatusCode, status)
		}
	}
}
