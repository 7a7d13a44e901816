package web_test

import (
	"errors"
	"net/http"
	"net/http/httptest"
	"net/url"
	"strings"
	"testing"

	"balcao/checkout"
	"balcao/payment"
)

// challenged is a shop whose purchase waits for the buyer, with the page of the sandbox's bank.
func challenged(t *testing.T) (s *shop, h http.Handler, bankPage string) {
	t.Helper()
	s = newShop()
	s.result.Status = checkout.RequiresEscalation
	s.result.Checkout.Challenge = &checkout.Challenge{Attempt: checkout.Attempt{ID: "pay_1"}}
	if v, err := s.bank.Authorize(t.Context(), payment.AuthorizationRequest{Attempt: "pay_1", Handler: "gpay", Amount: 11782, Token: "3ds_token"}); err != nil || v != payment.Challenge {
		t.Fatal(v, err)
	}
	at, err := s.bank.ChallengeURL(t.Context(), "pay_1", "https://loja.example/checkouts/chk_1/return?key=KEY")
	if err != nil {
		t.Fatal(err)
	}
	u, err := url.Parse(at)
	if err != nil {
		t.Fatal(err)
	}
	return s, s.handler(t), u.Path
}

func post(t *testing.T, h http.Handler, target, form string, headers ...string) *http.Response {
	t.Helper()
	r := httptest.NewRequest("POST", target, strings.NewReader(form))
	r.Header.Set("Content-Type", "application/x-www-form-urlencoded")
	for i := 0; i+1 < len(headers); i += 2 {
		r.Header.Set(headers[i], headers[i+1])
	}
	w := httptest.NewRecorder()
	h.ServeHTTP(w, r)
	return w.Result()
}

func TestChallengePage(t *testing.T) {
	t.Parallel()
	s, h, _ := challenged(t)
	_, body := ask(t, h, "GET", checkoutPage)
	wantParts(t, body, "O seu banco quer confirmar", `href="/checkouts/chk_1/challenge?key=KEY"`)
	wellFormed(t, body)
	r, _ := ask(t, h, "GET", "/checkouts/chk_1/challenge?key=KEY")
	wantHeaders(t, r, "Location", "https://bank.example/3ds", "Cache-Control", "no-store")
	for _, wrong := range []string{"/checkouts/chk_1/challenge", "/checkouts/chk_1/challenge?key=WRONG", "/checkouts/chk_9/challenge?key=KEY",
		"/checkouts/chk_1/return?key=WRONG", "/checkouts/chk_9/return?key=KEY", "/checkouts/%3C/return?key=KEY", "/checkouts/%3C/challenge?key=KEY"} {
		if r, _ := ask(t, h, "GET", wrong); r.StatusCode != 404 || r.Header.Get("Location") != "" {
			t.Errorf("%s: status %d", wrong, r.StatusCode)
		}
	}
	if s.returns != 0 {
		t.Error("a wrong key had the processor asked")
	}
	// The back button, after it has ended.
	s.challengeErr = checkout.ErrNotFound
	if r, body := ask(t, h, "GET", "/checkouts/chk_1/challenge?key=KEY"); r.StatusCode != 200 {
		t.Errorf("status %d: %s", r.StatusCode, body)
	}
	s.challengeErr = checkout.ErrRefused
	r, _ = ask(t, h, "GET", "/checkouts/chk_1/challenge?key=KEY")
	wantHeaders(t, r, "Location", "/checkouts/chk_1?key=KEY")
	s.challengeErr = errBroken
	if r, body := ask(t, h, "GET", "/checkouts/chk_1/challenge?key=KEY"); r.StatusCode != 500 || strings.Contains(body, "secret") {
		t.Errorf("status %d: %s", r.StatusCode, body)
	}
}

func TestReturn(t *testing.T) {
	t.Parallel()
	s, h, _ := challenged(t)
	for _, s.returnErr = range []error{nil, errors.New("the processor is down")} {
		r, _ := ask(t, h, "GET", "/checkouts/chk_1/return?key=KEY")
		wantHeaders(t, r, "Location", "/checkouts/chk_1?key=KEY", "Cache-Control", "no-store")
		if r.StatusCode != 303 {
			t.Errorf("status %d", r.StatusCode)
		}
	}
	if s.returns != 2 {
		t.Errorf("asked %d times", s.returns)
	}
}

// TestSandboxBank: the first answer counts, and only one that was given on the page.
func TestSandboxBank(t *testing.T) {
	t.Parallel()
	for answer, want := range map[string]payment.Verdict{"approve": payment.Approved, "decline": payment.Declined} {
		s, h, bank := challenged(t)
		r, body := ask(t, h, "GET", bank)
		wantParts(t, body, "R$\u00a0117,82", `<form method="post">`, `value="approve"`, `value="decline"`)
		wellFormed(t, body)
		if p := r.Header.Get("Content-Security-Policy"); !strings.Contains(p, "form-action 'self'") || !strings.Contains(p, "default-src 'none'") {
			t.Errorf("policy %q", p)
		}
		for _, foreign := range []string{"cross-site", "same-site"} {
			if r := post(t, h, bank, "answer="+answer, "Sec-Fetch-Site", foreign); r.StatusCode != 403 {
				t.Errorf("%s: status %d", foreign, r.StatusCode)
			}
		}
		if r := post(t, h, bank, "answer=yes", "Sec-Fetch-Site", "same-origin"); r.StatusCode != 200 {
			t.Errorf("no answer: status %d", r.StatusCode)
		}
		if v, _ := s.bank.Verdict(t.Context(), "pay_1"); v != payment.Challenge {
			t.Fatalf("it is %s before the answer", v)
		}
		for _, form := range []string{answer, "approve", "decline"} { // sent twice, and another one from an old page
			r := post(t, h, bank, "answer="+form, "Sec-Fetch-Site", "same-origin")
			wantHeaders(t, r, "Location", "https://loja.example/checkouts/chk_1/return?key=KEY")
		}
		if v, _ := s.bank.Verdict(t.Context(), "pay_1"); v != want {
			t.Errorf("it is %s, want %s", v, want)
		}
		_, body = ask(t, h, "GET", bank)
		wantParts(t, body, "já foi respondida", "/checkouts/chk_1/return?key=KEY")
		wantNone(t, body, "<form")
		for _, r := range []*http.Response{post(t, h, "/sandbox-bank/x", "answer=approve"), post(t, h, "/sandbox-bank/pay_1", "answer=approve")} {
			if r.StatusCode != 404 {
				t.Errorf("no such page: status %d", r.StatusCode)
			}
		}
	}
}
