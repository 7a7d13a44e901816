package pix

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"reflect"
	"regexp"
	"strings"
	"testing"
	"time"

	"balcao/checkout"
	"balcao/internal/clock"
	"balcao/internal/ids"
	"balcao/money"
	"balcao/payment"
)

var noon = time.Date(2026, 7, 28, 12, 0, 0, 0, time.UTC)

const (
	lifetime = 30 * time.Minute
	price    = money.Amount(7980)
)

// txid returns the n-th charge id of a test.
func txid(n int) ids.TXID { return ids.TXID(fmt.Sprintf("bcp%029d", n)) }

func shop(path string, c clock.Clock) Config {
	return Config{
		PayeeName: "Balcão Demonstração", City: "São Paulo", Host: "pix.balcao.example",
		JournalPath: path, Clock: c,
	}
}

func openSandbox(t *testing.T, config Config) *Sandbox {
	t.Helper()
	s, err := NewSandbox(config)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { s.Close() })
	return s
}

func charge(t *testing.T, s *Sandbox, n int) payment.IssuedCharge {
	t.Helper()
	issued, err := s.Charge(t.Context(), request(s, n))
	if err != nil {
		t.Fatal(err)
	}
	return issued
}

func request(s *Sandbox, n int) payment.ChargeRequest {
	return payment.ChargeRequest{TXID: txid(n), Amount: price, ExpiresAt: s.config.Clock.Now().Add(lifetime)}
}

func status(t *testing.T, s *Sandbox, n int) payment.ChargeStatus {
	t.Helper()
	got, err := s.Status(t.Context(), txid(n))
	if err != nil {
		t.Fatal(err)
	}
	return got
}

func TestCharge(t *testing.T) {
	t.Parallel()
	fake := clock.NewFake(noon)
	s := openSandbox(t, shop("", fake))
	first := charge(t, s, 1)
	if err := Validate(first.CopyPaste); err != nil {
		t.Fatal(err)
	}
	code, err := Parse(first.CopyPaste)
	if err != nil {
		t.Fatal(err)
	}
	if !regexp.MustCompile(`^pix\.balcao\.example/qr/v2/[a-z2-7]{26}$`).MatchString(code.URL) {
		t.Errorf("url %q", code.URL)
	}
	code.URL = ""
	want := Code{Initiation: "12", MCC: "0000", Currency: "986", Country: "BR", Name: "Balcao Demonstracao", City: "Sao Paulo", TxID: "***"}
	if code != want {
		t.Errorf("code %+v, want %+v", code, want)
	}
	image, err := QRCodePNG(first.CopyPaste)
	if err != nil || !reflect.DeepEqual(first.QRCode, image) {
		t.Errorf("the image is not that of the code (%v)", err)
	}
	if want := noon.Add(lifetime); !first.ExpiresAt.Equal(want) {
		t.Errorf("expires %v, want %v", first.ExpiresAt, want)
	}

	fake.Advance(time.Minute)
	if again := charge(t, s, 1); !reflect.DeepEqual(again, first) {
		t.Error("the second answer for one txid is another charge")
	}
	if other := charge(t, s, 2); other.CopyPaste == first.CopyPaste {
		t.Error("two charges share one code")
	}
	if got := status(t, s, 1); !reflect.DeepEqual(got, payment.ChargeStatus{Found: true, Issued: first}) {
		t.Errorf("status %+v", got)
	}
	if got := status(t, s, 3); !reflect.DeepEqual(got, payment.ChargeStatus{}) {
		t.Errorf("status of an unknown charge %+v", got)
	}
}

func TestChargeRefused(t *testing.T) {
	t.Parallel()
	s := openSandbox(t, shop("", clock.NewFake(noon)))
	charge(t, s, 1)
	charge(t, s, 2)
	if err := s.Remove(t.Context(), txid(2)); err != nil {
		t.Fatal(err)
	}
	cases := map[string]func(*payment.ChargeRequest){
		"other amount":    func(r *payment.ChargeRequest) { r.TXID = txid(1); r.Amount++ },
		"removed":         func(r *payment.ChargeRequest) { r.TXID = txid(2) },
		"short txid":      func(r *payment.ChargeRequest) { r.TXID = ids.TXID(strings.Repeat("a", 25)) },
		"long txid":       func(r *payment.ChargeRequest) { r.TXID = ids.TXID(strings.Repeat("a", 36)) },
		"txid with space": func(r *payment.ChargeRequest) { r.TXID = "bcp 0000000000000000000000000000" },
		"nothing to pay":  func(r *payment.ChargeRequest) { r.Amount = 0 },
		"negative":        func(r *payment.ChargeRequest) { r.Amount = -1 },
		"eleven digits":   func(r *payment.ChargeRequest) { r.Amount = 1_000_000_000_000 },
		"over at once":    func(r *payment.ChargeRequest) { r.ExpiresAt = noon },
	}
	for name, change := range cases {
		r := request(s, 3)
		change(&r)
		if _, err := s.Charge(t.Context(), r); !errors.Is(err, checkout.ErrRefused) {
			t.Errorf("%s: %v, want ErrRefused", name, err)
		}
	}
	if status(t, s, 3).Found {
		t.Error("a refused charge exists")
	}
}

// A shop that crashed between call and commit asks again after the buyer has paid.
func TestChargeFindsPaidOne(t *testing.T) {
	t.Parallel()
	fake := clock.NewFake(noon)
	s := openSandbox(t, shop("", fake))
	first := charge(t, s, 1)
	if _, err := s.Settle(t.Context(), txid(1)); err != nil {
		t.Fatal(err)
	}
	fake.Advance(2 * lifetime)
	if got := charge(t, s, 1); !reflect.DeepEqual(got, first) {
		t.Errorf("got %+v, want the first charge", got)
	}
}

func TestRemove(t *testing.T) {
	t.Parallel()
	fake := clock.NewFake(noon)
	s := openSandbox(t, shop("", fake))
	charge(t, s, 1)
	charge(t, s, 2)
	if _, err := s.Settle(t.Context(), txid(2)); err != nil {
		t.Fatal(err)
	}
	for n, removed := range map[int]bool{1: true, 2: false, 3: false} {
		for range 2 {
			if err := s.Remove(t.Context(), txid(n)); err != nil {
				t.Errorf("charge %d: %v", n, err)
			}
		}
		if got := status(t, s, n).Removed; got != removed {
			t.Errorf("charge %d: removed %t, want %t", n, got, removed)
		}
	}
}

func TestConfigRefused(t *testing.T) {
	t.Parallel()
	cases := map[string]func(*Config){
		"name of no letters": func(c *Config) { c.PayeeName = "店" },
		"no city":            func(c *Config) { c.City = "" },
		"no host":            func(c *Config) { c.Host = "" },
		"long host":          func(c *Config) { c.Host = strings.Repeat("a", 60) + ".example" },
	}
	for name, change := range cases {
		config := shop("", clock.NewFake(noon))
		change(&config)
		if _, err := NewSandbox(config); !errors.Is(err, ErrCodeRule) {
			t.Errorf("%s: %v, want ErrCodeRule", name, err)
		}
	}
}

// An outcome that is not known must not look like a refusal.
func TestOutcomeUnknown(t *testing.T) {
	t.Parallel()
	path := filepath.Join(t.TempDir(), "pix.journal")
	s := openSandbox(t, shop(path, clock.NewFake(noon)))
	charge(t, s, 1)
	receipt, err := s.Settle(t.Context(), txid(1))
	if err != nil {
		t.Fatal(err)
	}
	calls := map[string]func(context.Context) error{
		"Charge": func(ctx context.Context) error { _, err := s.Charge(ctx, request(s, 2)); return err },
		"Status": func(ctx context.Context) error { _, err := s.Status(ctx, txid(1)); return err },
		"Remove": func(ctx context.Context) error { return s.Remove(ctx, txid(1)) },
		"Settle": func(ctx context.Context) error { _, err := s.Settle(ctx, txid(1)); return err },
		"Pay":    func(ctx context.Context) error { _, err := s.Pay(ctx, Payment{TXID: txid(1)}); return err },
		"Refund": func(ctx context.Context) error {
			state, err := s.Refund(ctx, payment.RefundRequest{ID: "r1", EndToEndID: receipt.EndToEndID, Amount: price})
			if state != payment.RefundNone {
				t.Errorf("refund %q", state)
			}
			return err
		},
	}
	ended, cancel := context.WithCancel(t.Context())
	cancel()
	for name, call := range calls {
		if err := call(ended); !errors.Is(err, context.Canceled) || errors.Is(err, checkout.ErrRefused) {
			t.Errorf("%s with an ended context: %v", name, err)
		}
	}
	s.book.Close() // from here on every write fails
	for _, name := range []string{"Charge", "Pay", "Refund"} {
		if err := calls[name](t.Context()); !errors.Is(err, os.ErrClosed) || errors.Is(err, checkout.ErrRefused) {
			t.Errorf("%s without a book: %v", name, err)
		}
	}
	if got := status(t, s, 2); got.Found {
		t.Error("a charge that is not in the book exists")
	}
	if got := status(t, s, 1).Receipts; len(got) != 1 || got[0].Refund != payment.RefundNone {
		t.Errorf("receipts %+v, want the one without refund", got)
	}
	if err := s.Close(); err != nil {
		t.Fatal(err)
	}
	for name, call := range calls {
		if err := call(t.Context()); !errors.Is(err, ErrClosed) {
			t.Errorf("%s after Close: %v", name, err)
		}
	}
	if err := s.Run(t.Context()); !errors.Is(err, ErrClosed) {
		t.Errorf("Run after Close: %v", err)
	}
}
