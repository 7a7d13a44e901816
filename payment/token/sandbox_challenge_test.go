package token

import (
	"errors"
	"path/filepath"
	"strings"
	"testing"

	"balcao/checkout"
	"balcao/payment"
)

// TestChallengeOutlivesTheProcess: the page, and what was answered on it.
func TestChallengeOutlivesTheProcess(t *testing.T) {
	t.Parallel()
	ctx, path := t.Context(), filepath.Join(t.TempDir(), "token.journal")
	s := newSandbox(t, path)
	if _, err := s.Authorize(ctx, request("att_1", "3ds_token")); err != nil {
		t.Fatal(err)
	}
	url, err := s.ChallengeURL(ctx, "att_1", "https://shop.example/back")
	page, ok := strings.CutPrefix(url, "https://bank.example/")
	if err != nil || !ok || len(page) < 20 {
		t.Fatalf("the page is %q, %v", url, err)
	}
	s = newSandbox(t, path)
	if ch, err := s.Challenge(page); err != nil || !ch.Open || ch.Amount != 7980 || ch.Back != "" {
		t.Errorf("restarted: %+v, %v", ch, err)
	}
	if again, err := s.ChallengeURL(ctx, "att_1", "https://shop.example/back"); err != nil || again != url {
		t.Errorf("another page: %q, %v", again, err)
	}
	if ch, err := s.Answer(page, true); err != nil || ch.Open || ch.Back != "https://shop.example/back" {
		t.Errorf("answered: %+v, %v", ch, err)
	}
	s = newSandbox(t, path)
	if _, err := s.Answer(page, false); err != nil {
		t.Error(err)
	}
	got, err := s.Verdict(ctx, "att_1")
	expect(t, "the first answer", got, err, payment.Approved)
	if _, err := s.ChallengeURL(ctx, "att_1", ""); !errors.Is(err, checkout.ErrRefused) {
		t.Errorf("answered already: %v", err)
	}
	for _, none := range []string{"", "x", "att_1"} {
		if _, err := s.Answer(none, true); !errors.Is(err, ErrNoChallenge) {
			t.Errorf("page %q: %v", none, err)
		}
	}
}

func TestVoid(t *testing.T) {
	t.Parallel()
	for token, want := range map[payment.Secret]payment.Verdict{
		"success_token": payment.Approved, "fail_token": payment.Declined, "3ds_token": payment.Declined, "timeout_token": payment.Approved,
	} {
		ctx, path := t.Context(), filepath.Join(t.TempDir(), "token.journal")
		s := newSandbox(t, path)
		if _, err := s.Authorize(ctx, request("att_1", token)); err != nil {
			t.Fatal(err)
		}
		for range 2 {
			if state, err := s.Void(ctx, "att_1"); err != nil || state != payment.RefundDone {
				t.Errorf("%s: %s, %v", token.Reveal(), state, err)
			}
			s = newSandbox(t, path)
		}
		if v, err := s.Verdict(ctx, "att_1"); err != nil || v != want {
			t.Errorf("%s: %s, %v", token.Reveal(), v, err)
		}
		if a := s.attempts["att_1"]; a.Verdict == payment.Approved && a.refunded() != a.Amount {
			t.Errorf("%s: %d of %d went back", token.Reveal(), a.refunded(), a.Amount)
		}
		for page, a := range s.attempts {
			if _, err := s.Answer(a.Page, true); err == nil && a.Page != "" {
				if v, _ := s.Verdict(ctx, page); v == payment.Approved {
					t.Error("approved after the void")
				}
			}
		}
	}
	s := newSandbox(t, "")
	if state, err := s.Void(t.Context(), "att_late"); err != nil || state != payment.RefundDone {
		t.Errorf("one that has not arrived: %s, %v", state, err)
	}
	got, err := s.Authorize(t.Context(), request("att_late", "success_token"))
	expect(t, "it arrives after that", got, err, payment.Declined)
}

func TestRefund(t *testing.T) {
	t.Parallel()
	ctx, path := t.Context(), filepath.Join(t.TempDir(), "token.journal")
	s := newSandbox(t, path)
	if _, err := s.Authorize(ctx, request("att_1", "success_token")); err != nil {
		t.Fatal(err)
	}
	for i, tt := range []struct {
		r    Refund
		good bool
	}{
		{Refund{ID: "r1", Attempt: "att_1", Amount: 3000}, true},
		{Refund{ID: "r1", Attempt: "att_1", Amount: 3000}, true}, // the same wish
		{Refund{ID: "r1", Attempt: "att_1", Amount: 3001}, false},
		{Refund{ID: "r2", Attempt: "att_1", Amount: 4981}, false},
		{Refund{ID: "r2", Attempt: "att_1", Amount: 4980}, true},
		{Refund{ID: "r3", Attempt: "att_1", Amount: 1}, false},
		{Refund{ID: "r4", Attempt: "att_2", Amount: 1}, false},
		{Refund{ID: "r5", Attempt: "att_1", Amount: 0}, false},
		{Refund{Attempt: "att_1", Amount: 1}, false},
		{Refund{ID: voidID, Attempt: "att_1", Amount: 1}, false},
	} {
		state, err := s.Refund(ctx, tt.r)
		if tt.good && (err != nil || state != payment.RefundDone) || !tt.good && !errors.Is(err, checkout.ErrRefused) {
			t.Errorf("%d: %s, %v", i, state, err)
		}
		s = newSandbox(t, path)
	}
	if a := s.attempts["att_1"]; a.refunded() != 7980 {
		t.Errorf("%d went back", a.refunded())
	}
	if state, err := s.Void(ctx, "att_1"); err != nil || state != payment.RefundDone || s.attempts["att_1"].refunded() != 7980 {
		t.Errorf("a void gives back what is left: %s, %v", state, err)
	}
}
