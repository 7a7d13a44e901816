package stripe

import (
	"errors"
	"net/http"
	"strings"
	"sync"
	"testing"

	"balcao/checkout"
	"balcao/money"
	"balcao/payment"
	"balcao/payment/token"
)

func request(attempt string, token payment.Secret) payment.AuthorizationRequest {
	return payment.AuthorizationRequest{Attempt: attempt, Handler: "cards", Amount: 7980, Token: token, Return: "https://loja.example/checkouts/chk_1/return?key=K"}
}

func expect(t *testing.T, what string, got payment.Verdict, err error, want payment.Verdict) {
	t.Helper()
	if err != nil || got != want {
		t.Errorf("%s: %q, %v; want %q", what, got, err, want)
	}
}

// TestVerdicts, with the search behind and up to date: the query finds the attempt either way,
// and a repeated request takes nothing more.
func TestVerdicts(t *testing.T) {
	t.Parallel()
	for credential, want := range map[payment.Secret]payment.Verdict{
		"tok_visa": payment.Approved, "pm_card_visa": payment.Approved, `{"id":"tok_googlepay","type":"card"}`: payment.Approved,
		"tok_chargeDeclined": payment.Declined, "tok_gone": payment.Declined, "tok_threeDSecure": payment.Challenge, "tok_processing": payment.Unknown,
	} {
		for _, lag := range []bool{true, false} {
			s, c := newServer(t)
			s.lag = lag
			got, err := c.Authorize(t.Context(), request("pay_1", credential))
			expect(t, credential.Reveal(), got, err, want)
			for range 2 {
				got, err = c.Verdict(t.Context(), "pay_1")
				expect(t, credential.Reveal()+": Verdict", got, err, want)
				got, err = c.Authorize(t.Context(), request("pay_1", "tok_other"))
				expect(t, credential.Reveal()+": again", got, err, want)
			}
			if len(s.intents) != 1 || s.intents[0].amount != 7980 || s.count("/confirm") != 1 || want == payment.Approved != (s.taken == 7980) {
				t.Errorf("%s: %d intents, %d confirmed, %d taken", credential.Reveal(), len(s.intents), s.count("/confirm"), s.taken)
			}
		}
	}
}

// TestUnknownOutcome: the confirmation is cut short before or after its effect, or answered by
// a failure. It is not repeated by itself; the query says what became of it, and what has not
// arrived by then never takes anything.
func TestUnknownOutcome(t *testing.T) {
	t.Parallel()
	cut := func(w http.ResponseWriter, r *http.Request) bool {
		if strings.HasSuffix(r.URL.Path, "/confirm") {
			panic(http.ErrAbortHandler)
		}
		return false
	}
	status := func(code int) func(w http.ResponseWriter, r *http.Request) bool {
		return func(w http.ResponseWriter, r *http.Request) bool {
			if strings.HasSuffix(r.URL.Path, "/confirm") {
				w.WriteHeader(code)
				return true
			}
			return false
		}
	}
	for name, tt := range map[string]struct {
		before, after func(w http.ResponseWriter, r *http.Request) bool
		want          payment.Verdict
	}{
		"cut before": {before: cut, want: payment.Declined}, "cut after": {after: cut, want: payment.Approved},
		"500 before": {before: status(500), want: payment.Declined}, "503 after": {after: status(503), want: payment.Approved},
		"429": {before: status(429), want: payment.Declined}, "409": {before: status(409), want: payment.Declined},
	} {
		s, c := newServer(t)
		s.lag, s.before, s.after = true, tt.before, tt.after
		got, err := c.Authorize(t.Context(), request("pay_1", "tok_visa"))
		if got != payment.Unknown || err == nil || errors.Is(err, checkout.ErrRefused) {
			t.Errorf("%s: %q, %v; want it left open", name, got, err)
		}
		if n := s.count("/confirm"); n != 1 {
			t.Errorf("%s: confirmed %d times without asking", name, n)
		}
		s.before, s.after = nil, nil
		got, err = s.client(t).Verdict(t.Context(), "pay_1") // another process
		expect(t, name, got, err, tt.want)
		got, err = c.Authorize(t.Context(), request("pay_1", "tok_visa"))
		expect(t, name+": it arrives now", got, err, tt.want)
		if tt.want == payment.Declined && s.taken != 0 || tt.want == payment.Approved && s.taken != 7980 {
			t.Errorf("%s: %d taken", name, s.taken)
		}
	}
}

// TestADayLater: Stripe has forgotten the keys, and the search knows the attempt.
func TestADayLater(t *testing.T) {
	t.Parallel()
	s, c := newServer(t)
	if _, err := c.Authorize(t.Context(), request("pay_1", "tok_visa")); err != nil {
		t.Fatal(err)
	}
	s.keys = map[string]*kept{}
	got, err := c.Verdict(t.Context(), "pay_1")
	expect(t, "Verdict", got, err, payment.Approved)
	if state, err := c.Void(t.Context(), "pay_1"); err != nil || state != payment.RefundDone || s.taken != 0 || len(s.intents) != 1 {
		t.Errorf("%s, %v: %d taken by %d intents", state, err, s.taken, len(s.intents))
	}
}

// TestNeverArrived: what was asked for before it arrived takes nothing.
func TestNeverArrived(t *testing.T) {
	t.Parallel()
	s, c := newServer(t)
	got, err := c.Verdict(t.Context(), "pay_late")
	expect(t, "Verdict", got, err, payment.Declined)
	got, err = c.Authorize(t.Context(), request("pay_late", "tok_visa"))
	expect(t, "it arrives", got, err, payment.Declined)
	if s.taken != 0 {
		t.Errorf("%d taken", s.taken)
	}
}

func TestAuthorizeAtOnce(t *testing.T) {
	t.Parallel()
	s, c := newServer(t)
	var wg sync.WaitGroup
	for range 8 {
		wg.Go(func() { _, _ = c.Authorize(t.Context(), request("pay_1", "tok_visa")) })
		wg.Go(func() { _, _ = c.Verdict(t.Context(), "pay_1") })
	}
	wg.Wait()
	first, err := c.Verdict(t.Context(), "pay_1")
	if err != nil || first == payment.Unknown || (first == payment.Approved) != (s.taken == 7980) || len(s.intents) != 1 {
		t.Errorf("%s, %v: %d taken by %d intents", first, err, s.taken, len(s.intents))
	}
}

func TestRefusedRequests(t *testing.T) {
	t.Parallel()
	s, c := newServer(t)
	if _, err := c.Authorize(t.Context(), request("pay_1", "tok_visa")); err != nil {
		t.Fatal(err)
	}
	other, handler, nothing := request("pay_1", "tok_visa"), request("pay_1", "tok_visa"), request("pay_2", "tok_visa")
	other.Amount, handler.Handler, nothing.Amount = 7981, "other", 0
	for name, r := range map[string]payment.AuthorizationRequest{
		"another amount": other, "another handler": handler, "no amount": nothing, "no attempt": request("", "tok_visa"), "a quote": request("a'b", "tok_visa"),
		"a mandate": request("pay_3", "eyJhbGciOiJFUzI1NiJ9.e30.x~"), "a number": request("pay_3", "4242424242424242"), "nothing": request("pay_3", ""),
	} {
		if v, err := c.Authorize(t.Context(), r); !errors.Is(err, checkout.ErrRefused) || v == payment.Approved {
			t.Errorf("%s: %s, %v", name, v, err)
		}
	}
	if s.taken != 7980 || len(s.intents) != 1 {
		t.Errorf("%d taken by %d intents", s.taken, len(s.intents))
	}
}

func TestChallenge(t *testing.T) {
	t.Parallel()
	s, c := newServer(t)
	if _, err := c.Authorize(t.Context(), request("pay_1", "tok_threeDSecure")); err != nil {
		t.Fatal(err)
	}
	at, err := c.ChallengeURL(t.Context(), "pay_1", "")
	if err != nil || at != "https://hooks.stripe.example/3ds/pi_1" || s.intents[0].back != "https://loja.example/checkouts/chk_1/return?key=K" {
		t.Errorf("the buyer goes to %q and back to %q: %v", at, s.intents[0].back, err)
	}
	s.intents[0].status = statusSucceeded
	if _, err := c.ChallengeURL(t.Context(), "pay_1", ""); !errors.Is(err, checkout.ErrRefused) {
		t.Errorf("met already: %v", err)
	}
	got, err := c.Verdict(t.Context(), "pay_1")
	expect(t, "met", got, err, payment.Approved)
}

// TestVoid: whatever became of it, nothing is kept, and asking again does no more.
func TestVoid(t *testing.T) {
	t.Parallel()
	for _, credential := range []payment.Secret{"tok_visa", "tok_chargeDeclined", "tok_threeDSecure", ""} {
		s, c := newServer(t)
		s.lag, s.slow = true, true
		if credential != "" {
			if _, err := c.Authorize(t.Context(), request("pay_1", credential)); err != nil {
				t.Fatal(err)
			}
		}
		var state payment.RefundState
		for range 3 {
			var err error
			if state, err = c.Void(t.Context(), "pay_1"); err != nil {
				t.Errorf("%s: %v", credential.Reveal(), err)
			}
		}
		if state != payment.RefundDone || s.taken != 0 || s.count("POST /v1/refunds") > 1 {
			t.Errorf("%s: %s, %d kept, %d refunds", credential.Reveal(), state, s.taken, s.count("POST /v1/refunds"))
		}
		if _, err := c.Authorize(t.Context(), request("pay_1", "tok_visa")); err != nil || s.taken != 0 {
			t.Errorf("%s: it arrives after that: %d taken, %v", credential.Reveal(), s.taken, err)
		}
	}
}

func TestRefund(t *testing.T) {
	t.Parallel()
	s, c := newServer(t)
	if _, err := c.Authorize(t.Context(), request("pay_1", "tok_visa")); err != nil {
		t.Fatal(err)
	}
	s.after = func(w http.ResponseWriter, r *http.Request) bool { // the answer is lost; the wish is repeated by itself
		if r.Method == http.MethodPost && r.URL.Path == "/v1/refunds" {
			w.WriteHeader(502)
			return true
		}
		return false
	}
	if _, err := c.Refund(t.Context(), token.Refund{ID: "r1", Attempt: "pay_1", Amount: 3000}); err == nil || errors.Is(err, checkout.ErrRefused) {
		t.Errorf("an answer that is lost: %v", err)
	}
	s.after = nil
	for _, tt := range []struct {
		id     string
		amount money.Amount
		good   bool
	}{{"r1", 3000, true}, {"r1", 3001, false}, {"r2", 4981, false}, {"r3", 4980, true}, {"r3", 4980, true}, {"r4", 1, false}, {"", 1, false}, {"r5", 0, false}} {
		state, err := c.Refund(t.Context(), token.Refund{ID: tt.id, Attempt: "pay_1", Amount: tt.amount})
		if tt.good && (err != nil || state != payment.RefundDone) || !tt.good && !errors.Is(err, checkout.ErrRefused) {
			t.Errorf("%s of %d: %s, %v", tt.id, tt.amount, state, err)
		}
	}
	if s.taken != 0 {
		t.Errorf("%d are left", s.taken)
	}
	if _, err := c.Refund(t.Context(), token.Refund{ID: "r9", Attempt: "pay_none", Amount: 1}); !errors.Is(err, checkout.ErrRefused) {
		t.Errorf("of nothing: %v", err)
	}
}

// TestErrorsShowNothing of key, token or what Stripe wrote.
func TestErrorsShowNothing(t *testing.T) {
	t.Parallel()
	s, c := newServer(t)
	for _, status := range []int{400, 401, 402, 404, 409, 429, 500} {
		s.before = func(w http.ResponseWriter, _ *http.Request) bool {
			_, body := fault(status, "invalid_request_error", "x secret")
			w.WriteHeader(status)
			_, _ = w.Write(body)
			return true
		}
		_, err := c.Authorize(t.Context(), request("pay_1", "tok_visa"))
		if err == nil || strings.Contains(err.Error(), "tok_") || strings.Contains(err.Error(), "secret") {
			t.Errorf("%d: %v", status, err)
		}
	}
	for name, config := range map[string]Config{
		"no key": {Currency: "brl"}, "a public key": {SecretKey: "pk_live_x", Currency: "brl"}, "no currency": {SecretKey: testKey},
		"plain http": {BaseURL: "http://api.example", SecretKey: testKey, Currency: "brl"},
	} {
		if _, err := New(config); err == nil || strings.Contains(err.Error(), "pk_live_x") {
			t.Errorf("%s: %v", name, err)
		}
	}
}
