package bcb

import (
	"context"
	"net"
	"testing"
	"time"

	"balcao/payment/pix"
	"balcao/payment/pix/pixtest"
)

func noSleep(ctx context.Context, _ time.Duration) error { return ctx.Err() }

func loopbackAddresses() []net.IP { return []net.IP{net.IPv4(127, 0, 0, 1), net.IPv6loopback} }

func TestContract(t *testing.T) {
	t.Parallel()
	pixtest.Run(t, func(t *testing.T) pixtest.Bank {
		b := newBank(t)
		c := b.client(t)
		return pixtest.Bank{
			Provider: c, Statement: c, Now: b.clock.Now, Advance: b.clock.Advance,
			Pay: func(t *testing.T, p pix.Payment) {
				t.Helper()
				b.pay(t, p)
			},
		}
	})
}
