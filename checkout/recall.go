package checkout

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"time"

	"balcao/conversation"
	"balcao/internal/ids"
	"balcao/job"
	"balcao/payment"
)

// recall looks up the request's key. It returns the stored reply if there is one, or the
// claim to resume if the request that made it died, or neither for a new key. What a
// request without proof left under the same id is no reply to a proved one.
func (s *Service) recall(ctx context.Context, r Request) (*Done, *conversation.Reply, error) {
	until := s.Clock.Now().Add(waitForClaim)
	for waited := time.Duration(0); ; waited += pollClaim {
		reply, err := s.Store.Reply(ctx, *r.Key)
		if errors.Is(err, ErrNotFound) {
			return nil, nil, nil
		}
		if err != nil {
			return nil, nil, unavailable(fmt.Errorf("read reply: %w", err))
		}
		now := s.Clock.Now()
		switch {
		case reply.Fingerprint != r.Key.Fingerprint:
			return nil, nil, &Error{Reason: KeyConflict}
		case reply.Done:
			return &Done{Reply: reply.Result, Replayed: true}, nil, nil
		case now.After(reply.LeaseUntil):
			return nil, &reply, nil
		case now.After(until) || waited >= waitForClaim:
			return nil, nil, &Error{Reason: Unavailable, RetryAfter: reply.LeaseUntil.Sub(now).Round(time.Second) + time.Second}
		}
		select {
		case <-ctx.Done():
			return nil, nil, ctx.Err()
		case <-s.after(pollClaim):
		}
	}
}

// resume takes over at the provider call of a request that died, unless a job has
// finished it, and writes its reply from the outcomes that were stored.
func (s *Service) resume(ctx context.Context, r Request, claim conversation.Reply) (Done, error) {
	now := s.Clock.Now()
	claim.LeaseUntil = now.Add(callLease)
	id, ref, _ := strings.Cut(string(claim.Claim), " ")
	c, err := s.Store.Checkout(ctx, ids.Checkout(id))
	if err != nil {
		return Done{}, err
	}
	w := Write{Key: r.Key, Reply: &claim, ExpectClaim: true}
	var call Call
	if c.Call != nil && c.Call.ref() == ref {
		call = *c.Call
	}
	switch {
	case c.Attempt != nil && c.Attempt.ID == ref:
		// A job that asks just now must not conclude that the payment never arrived.
		c.Attempt.StartedAt = now
		c.Version++
		w.Checkout, w.Jobs = c, []job.Job{{Kind: job.FinishAuthorization, Ref: id, Due: claim.LeaseUntil}}
	case call.TXID != "":
		// Nor must one take it for settled that no charge was made.
		w.Jobs = []job.Job{{Kind: job.FinishCharge, Ref: ref, Due: claim.LeaseUntil}}
	}
	if err := s.commit(ctx, w); err != nil {
		return Done{}, err
	}
	return s.callAndLand(ctx, r, c, call, tokenIn(r.Commands), claim.LeaseUntil)
}

// tokenIn finds the credential in the commands: where it is opaque it is stored nowhere else.
func tokenIn(commands []Command) payment.Secret {
	for _, cmd := range commands {
		complete, ok := cmd.(Complete)
		if !ok {
			continue
		}
		for _, i := range complete.Payment.Instruments {
			if i.Token != "" && (len(complete.Payment.Instruments) == 1 || i.Selected != nil && *i.Selected) {
				return i.Token
			}
		}
	}
	return ""
}
