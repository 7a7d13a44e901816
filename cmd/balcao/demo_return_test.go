package main

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"io"
	"log/slog"
	"strings"
	"testing"

	"balcao/cmd/balcao/demo"
)

// A purchase is sent, withdrawn from, paid back and received, and the platform is told of each
// step.
func TestDemoReturn(t *testing.T) {
	var out bytes.Buffer
	status, stderr := runDemo(t, context.Background(), &out, "--scenario=return")
	if status != 0 || stderr != "" {
		t.Fatalf("status %d, standard error %q, told:\n%s", status, stderr, &out)
	}
	for _, fact := range []string{
		"Cliente     Me arrependi da compra, quero devolver.",
		"✓ a loja explica o direito de 7 dias",
		"✓ e pergunta antes de fazer",
		"✓ a loja confirma na hora, com data e protocolo",
		"não há segunda devolução",
		"✓ o reembolso está concluído",
		"✓ do pagamento não resta nada",
		"✓ a devolução está concluída",
		"Tudo certo: 61 fatos conferidos.",
	} {
		if !strings.Contains(out.String(), fact) {
			t.Errorf("%q is not told", fact)
		}
	}
	if n := strings.Count(out.String(), "✓ a assinatura do webhook confere"); n != 6 {
		t.Errorf("%d webhooks were verified, want 6", n)
	}
	if t.Failed() || strings.Contains(out.String(), "✗") {
		t.Errorf("told:\n%s", &out)
	}
}

func TestDemoReturnJSON(t *testing.T) {
	var out bytes.Buffer
	if status, stderr := runDemo(t, context.Background(), &out, "--scenario=return", "--json"); status != 0 || stderr != "" {
		t.Fatalf("status %d, standard error %q", status, stderr)
	}
	webhooks := 0
	for line := range strings.Lines(out.String()) {
		var e demo.Exchange
		if err := json.Unmarshal([]byte(line), &e); err != nil {
			t.Fatalf("not a line of JSON: %v\n%s", err, line)
		}
		if e.Step == "order_webhook" {
			webhooks++
		}
	}
	if webhooks != 6 {
		t.Errorf("%d webhooks are printed, want 6", webhooks)
	}
}

// The play ends with the first thing that is not as it should be.
func TestDemoReturnFails(t *testing.T) {
	t.Parallel()
	asleep := errors.New("the staff are asleep")
	for name, c := range map[string]struct {
		staff func(*demo.Staff)
		says  string
	}{
		"nobody ships":     {func(s *demo.Staff) { s.Ship = func(context.Context, string) error { return asleep } }, "asleep"},
		"money is left":    {func(s *demo.Staff) { s.Refundable = func(context.Context, string) (int64, error) { return 1, nil } }, "não resta nada"},
		"nothing received": {func(s *demo.Staff) { s.Receive = func(context.Context, string, string) error { return nil } }, "no webhook"},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			s, err := demoSettings(t.TempDir())
			if err != nil {
				t.Fatal(err)
			}
			err = withShop(t.Context(), s, slog.New(slog.DiscardHandler), func(ctx context.Context, public, admin string) error {
				staff := demoStaff(s.Database, admin)
				c.staff(&staff)
				return demo.PlayReturn(ctx, demo.Config{ShopURL: public, Out: io.Discard, Patience: demoPatience / 4, Pause: demoPause}, staff)
			})
			if err == nil || !strings.Contains(err.Error(), c.says) {
				t.Errorf("%v, want %q", err, c.says)
			}
		})
	}
}
