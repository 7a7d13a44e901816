package token

import (
	"context"
	"crypto/rand"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"

	"balcao/checkout"
	"balcao/payment"
)

func newSandbox(t *testing.T, path string) *Sandbox {
	t.Helper()
	s, err := NewSandbox(SandboxConfig{Book: path, Pages: "https://bank.example/", NewSecret: rand.Text})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { s.Close() })
	return s
}

func request(attempt string, token payment.Secret) payment.AuthorizationRequest {
	return payment.AuthorizationRequest{Attempt: attempt, Handler: "gpay", Amount: 7980, Token: token}
}

func expect(t *testing.T, what string, got payment.Verdict, err error, want payment.Verdict) {
	t.Helper()
	if err != nil || got != want {
		t.Errorf("%s: %q, %v; want %q", what, got, err, want)
	}
}

func TestTokens(t *testing.T) {
	t.Parallel()
	cases := []struct {
		token             payment.Secret
		first, afterwards payment.Verdict
	}{
		{"success_token", payment.Approved, payment.Approved},
		{"fail_token", payment.Declined, payment.Declined},
		{"3ds_token", payment.Challenge, payment.Challenge},
		{"timeout_token", payment.Unknown, payment.Approved},
		{"tok_visa_4242", payment.Approved, payment.Approved},
		{"FAIL_TOKEN", payment.Approved, payment.Approved},
		{"", payment.Declined, payment.Declined},
	}
	for _, c := range cases {
		t.Run(c.token.Reveal(), func(t *testing.T) {
			t.Parallel()
			ctx, path := t.Context(), filepath.Join(t.TempDir(), "token.journal")
			s := newSandbox(t, path)
			got, err := s.Authorize(ctx, request("att_1", c.token))
			expect(t, "Authorize", got, err, c.first)

			// The first sandbox is not closed: the book must not need it.
			for name, s := range map[string]*Sandbox{"same": s, "restarted": newSandbox(t, path)} {
				got, err = s.Verdict(ctx, "att_1")
				expect(t, name+": Verdict", got, err, c.afterwards)
				got, err = s.Authorize(ctx, request("att_1", ""))
				expect(t, name+": again without token", got, err, c.afterwards)
				got, err = s.Authorize(ctx, request("att_1", "success_token"))
				expect(t, name+": again with another token", got, err, c.afterwards)
			}
		})
	}
}

func TestTokenIsNotWritten(t *testing.T) {
	t.Parallel()
	path := filepath.Join(t.TempDir(), "token.journal")
	s := newSandbox(t, path)
	for i, token := range []payment.Secret{"tok_verysecret", "timeout_token"} {
		if _, err := s.Authorize(t.Context(), request(fmt.Sprint("att_", i), token)); err != nil {
			t.Fatal(err)
		}
	}
	book, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	const want = `{"attempt":"att_0","handler":"gpay","amount":7980,"verdict":"approved"}
{"attempt":"att_1","handler":"gpay","amount":7980,"verdict":"approved"}
`
	if string(book) != want {
		t.Errorf("book:\n%s\nwant:\n%s", book, want)
	}
}

func TestUnknownAttemptStaysDeclined(t *testing.T) {
	t.Parallel()
	ctx, path := t.Context(), filepath.Join(t.TempDir(), "token.journal")
	s := newSandbox(t, path)
	got, err := s.Verdict(ctx, "att_late")
	expect(t, "Verdict", got, err, payment.Declined)
	got, err = newSandbox(t, path).Authorize(ctx, request("att_late", "success_token"))
	expect(t, "the request that arrives afterwards", got, err, payment.Declined)
}

func TestRefused(t *testing.T) {
	t.Parallel()
	s := newSandbox(t, "")
	if _, err := s.Authorize(t.Context(), request("att_1", "success_token")); err != nil {
		t.Fatal(err)
	}
	cases := map[string]payment.AuthorizationRequest{
		"other amount":    {Attempt: "att_1", Handler: "gpay", Amount: 7981, Token: "success_token"},
		"other handler":   {Attempt: "att_1", Handler: "handler_1", Amount: 7980, Token: "success_token"},
		"no attempt":      {Handler: "gpay", Amount: 7980, Token: "success_token"},
		"no handler":      {Attempt: "att_2", Amount: 7980, Token: "success_token"},
		"negative amount": {Attempt: "att_2", Handler: "gpay", Amount: -1, Token: "success_token"},
	}
	for name, r := range cases {
		if got, err := s.Authorize(t.Context(), r); got != payment.Declined || !errors.Is(err, checkout.ErrRefused) {
			t.Errorf("%s: %q, %v; want ErrRefused", name, got, err)
		}
	}
	if _, err := s.Verdict(t.Context(), ""); !errors.Is(err, checkout.ErrRefused) {
		t.Errorf("Verdict of nothing: %v", err)
	}
	got, err := s.Authorize(t.Context(), request("att_2", "success_token"))
	expect(t, "a refused request takes nothing and blocks nothing", got, err, payment.Approved)
}

// What the book does not have has not happened: the outcome is open, not refused.
func TestBookFails(t *testing.T) {
	t.Parallel()
	s := newSandbox(t, filepath.Join(t.TempDir(), "token.journal"))
	if err := s.Close(); err != nil {
		t.Fatal(err)
	}
	got, err := s.Authorize(t.Context(), request("att_1", "success_token"))
	if got != payment.Unknown || err == nil || errors.Is(err, checkout.ErrRefused) {
		t.Errorf("Authorize: %q, %v; want unknown with an error", got, err)
	}
	got, err = s.Verdict(t.Context(), "att_1")
	if got != payment.Unknown || err == nil {
		t.Errorf("Verdict: %q, %v; want unknown with an error", got, err)
	}
}

func TestContextEnded(t *testing.T) {
	t.Parallel()
	s := newSandbox(t, "")
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if got, err := s.Authorize(ctx, request("att_1", "success_token")); got != payment.Unknown || !errors.Is(err, context.Canceled) {
		t.Errorf("Authorize: %q, %v", got, err)
	}
	if got, err := s.Verdict(ctx, "att_1"); got != payment.Unknown || !errors.Is(err, context.Canceled) {
		t.Errorf("Verdict: %q, %v", got, err)
	}
}

func TestBookUnreadable(t *testing.T) {
	t.Parallel()
	for _, line := range []string{"rot", "{}", `{"attempt":7}`} {
		path := filepath.Join(t.TempDir(), "token.journal")
		if err := os.WriteFile(path, []byte(line+"\n"), 0o600); err != nil {
			t.Fatal(err)
		}
		if _, err := NewSandbox(SandboxConfig{Book: path}); err == nil || !strings.Contains(err.Error(), "bad line 1") {
			t.Errorf("%s: %v", line, err)
		}
	}
}

// However many ask at once, one attempt has one verdict.
func TestOneAttemptAtOnce(t *testing.T) {
	t.Parallel()
	path := filepath.Join(t.TempDir(), "token.journal")
	s := newSandbox(t, path)
	var wg sync.WaitGroup
	verdicts := make([]payment.Verdict, 100)
	for i := range verdicts {
		token := payment.Secret("success_token")
		if i%2 == 0 {
			token = "fail_token"
		}
		wg.Go(func() { verdicts[i], _ = s.Authorize(t.Context(), request("att_1", token)) })
	}
	wg.Wait()
	for i, v := range verdicts {
		if v != verdicts[0] {
			t.Fatalf("request %d: %q, the first %q", i, v, verdicts[0])
		}
	}
	book, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	if n := strings.Count(string(book), "\n"); n != 1 {
		t.Errorf("%d lines in the book, want 1", n)
	}
}
