package pix_test

import (
	"testing"
	"time"

	"balcao/internal/clock"
	"balcao/payment/pix"
	"balcao/payment/pix/pixtest"
)

func TestSandboxContract(t *testing.T) {
	t.Parallel()
	pixtest.Run(t, func(t *testing.T) pixtest.Bank {
		now := clock.NewFake(time.Date(2026, 7, 17, 13, 0, 0, 0, time.UTC))
		bank, err := pix.NewSandbox(pix.Config{PayeeName: "Loja", City: "SAO PAULO", Host: "pix.example", Clock: now})
		if err != nil {
			t.Fatal(err)
		}
		t.Cleanup(func() {
			if err := bank.Close(); err != nil {
				t.Error(err)
			}
		})
		return pixtest.Bank{
			Provider: bank, Statement: bank, Now: now.Now, Advance: now.Advance,
			Pay: func(t *testing.T, p pix.Payment) {
				t.Helper()
				if _, err := bank.Pay(t.Context(), p); err != nil {
					t.Fatal(err)
				}
			},
		}
	})
}
