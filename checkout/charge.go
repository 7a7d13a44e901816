package checkout

import (
	"context"
	"slices"
	"time"

	"balcao/conversation"
	"balcao/internal/ids"
	"balcao/payment"
)

// charged reports whether the Pix charge that is asked for is there already: nothing has to be
// done for it, whatever terms it was asked for.
func (d *desk) charged() bool {
	if d.c == nil {
		return false
	}
	ch := d.c.Charge()
	return ch != nil && (ch.State == payment.ChargePaid || !d.now.After(ch.ExpiresAt))
}

// sought is the charge that the commands ask for while another message is having it made,
// empty if it is not so.
func (d *desk) sought() ids.TXID {
	asks := func(cmd Command) bool {
		switch cmd.(type) {
		case StartPayment, Complete:
			return true
		}
		return false
	}
	if d.call != nil || d.c == nil || !slices.ContainsFunc(d.req.Commands, asks) {
		return ""
	}
	if ch := d.c.Charge(); ch != nil && ch.State == payment.ChargeCreating {
		return ch.TXID
	}
	return ""
}

// awaitCharge waits until a charge is made, or has failed, but no longer than a retry waits
// for the request that works on its key. A message whose own charge it is has lost a race
// against itself: its key says how far it came.
func (s *Service) awaitCharge(ctx context.Context, key *conversation.Key, id ids.Checkout, txid ids.TXID) error {
	if key != nil {
		if _, err := s.Store.Reply(ctx, *key); err == nil {
			return ErrConflict
		}
	}
	pause := pollClaim / 16 // most banks are quick
	for waited := time.Duration(0); waited < waitForClaim; waited += pause {
		pause = min(2*pause, pollClaim)
		c, err := s.Store.Checkout(ctx, id)
		if err != nil {
			return unavailable(err)
		}
		if !slices.ContainsFunc(c.Charges, func(ch payment.Charge) bool { return ch.TXID == txid && ch.State == payment.ChargeCreating }) {
			return nil
		}
		select {
		case <-ctx.Done():
			return ctx.Err()
		case <-s.after(pause):
		}
	}
	return nil
}
