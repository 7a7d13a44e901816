package checkout

import (
	"context"
	"errors"
	"fmt"
	"reflect"
	"slices"
	"time"

	"balcao/conversation"
	"balcao/internal/ids"
	"balcao/payment"
)

const (
	// maxTries is how often a request that loses races is run before it gives up.
	maxTries = 5
	// callLease is how long a message may work on a provider call before a retry or a
	// job takes over; callTimeout bounds the call itself.
	callLease   = 30 * time.Second
	callTimeout = 20 * time.Second
	// waitForClaim is how long a retry waits for the request that works on its key.
	waitForClaim = 5 * time.Second
	pollClaim    = 50 * time.Millisecond
	// maxLandings is how often the outcome of a call is landed: whoever wins a race against
	// it has come to an end, but if it gave up, the charge would be hidden until its job runs.
	maxLandings = 100
)

// Do is the one door: it applies a request's commands, commits what they change together
// with the reply, and returns the reply. A retry under the same key gets the same bytes
// and repeats no effect.
//
// The error is an *Error; refused commands are no error, they are told in the result.
func (s *Service) Do(ctx context.Context, r Request) (Done, error) {
	var over error // the task of the request has ended: only a retry is answered
	for try := range maxTries {
		// A key is nearly always new, and the commit finds out if it is not: whatever else
		// is written with it is not written then. So the first try does not look it up, unless
		// a mandate would be judged anew, for which others are asked.
		if r.Key != nil && (try > 0 || r.mandated()) {
			done, resumed, err := s.recall(ctx, r)
			if err != nil || done != nil {
				return orZero(done), wrap(err)
			}
			if resumed != nil {
				d, err := s.resume(ctx, r, *resumed)
				if !lost(err) {
					return d, wrap(err)
				}
				continue
			}
			if over != nil {
				return Done{}, over
			}
		}
		done, err := s.once(ctx, r)
		var failed *Error
		if r.Key != nil && errors.As(err, &failed) && failed.Reason == TaskOver {
			over = err
			continue
		}
		if !lost(err) {
			return done, wrap(err)
		}
	}
	return Done{}, &Error{Reason: Unavailable, RetryAfter: time.Second}
}

func orZero(d *Done) Done {
	if d == nil {
		return Done{}
	}
	return *d
}

// lost reports whether a commit lost a race, so that running again may win.
func lost(err error) bool { return errors.Is(err, ErrConflict) || errors.Is(err, ErrStock) }

func wrap(err error) error {
	var e *Error
	switch {
	case err == nil, errors.As(err, &e):
		return err
	case errors.Is(err, context.DeadlineExceeded), errors.Is(err, context.Canceled):
		return unavailable(err)
	}
	return &Error{Reason: Internal, Err: err}
}

// once runs the commands over the state as it is now and commits.
func (s *Service) once(ctx context.Context, r Request) (Done, error) {
	d, err := s.ran(ctx, &r)
	if err != nil {
		return Done{}, err
	}
	if txid := d.sought(); txid != "" {
		if err := s.awaitCharge(ctx, r.Key, d.c.ID, txid); err != nil {
			return Done{}, err
		}
		if d, err = s.ran(ctx, &r); err != nil {
			return Done{}, err
		}
	}
	if d.call == nil {
		return d.commit(ctx, false)
	}
	// The intent first: a crash after the provider acted must find it here.
	d.call.Outcomes = d.outcomes
	d.c.Call = d.call
	w := d.write()
	if d.conv != nil {
		w.Context = d.moved(d.current())
	}
	if r.Key != nil {
		w.Key, w.Reply = r.Key, d.claim()
	}
	if err := s.commit(ctx, w); err != nil {
		return Done{}, err
	}
	r.before, r.left = d.found(), d.c.Version
	return s.callAndLand(ctx, r, d.c, *d.call, d.token, d.now.Add(callLease))
}

// ran is a desk on which the request's commands have run.
func (s *Service) ran(ctx context.Context, r *Request) (*desk, error) {
	d, err := s.lay(ctx, r)
	if err != nil {
		return nil, err
	}
	return d, d.run(ctx)
}

// commit writes to the store. A store that cannot take a write is no reason to give up:
// whether it was made or not, the same message sent again finds out.
func (s *Service) commit(ctx context.Context, w Write) error {
	err := s.Store.Commit(ctx, w)
	if err == nil && w.Task != nil {
		s.Followers.Moved(*w.Task)
	}
	if err == nil || lost(err) {
		return err
	}
	return unavailable(fmt.Errorf("commit: %w", err))
}

// unavailable asks the caller to try again soon.
func unavailable(cause error) *Error {
	return &Error{Reason: Unavailable, RetryAfter: time.Second, Err: cause}
}

// claim marks the key as being worked on.
func (d *desk) claim() *conversation.Reply {
	return &conversation.Reply{
		Fingerprint: d.req.Key.Fingerprint, LeaseUntil: d.now.Add(callLease),
		Claim: []byte(string(d.c.ID) + " " + d.call.ref()), CreatedAt: d.now,
	}
}

// commit encodes the reply and stores it with everything the desk changed.
func (d *desk) commit(ctx context.Context, claimed bool) (Done, error) {
	task := d.follow()
	w := d.write() // before the result: it numbers the revision
	res := d.result()
	res.Seals = d.sealsOf(res.Checkout)
	var err error
	if res.Task, err = d.moveTask(&w, task, res); err != nil {
		return Done{}, err
	}
	done := Done{Result: res}
	if d.req.Reply != nil {
		reply, err := d.req.Reply(res)
		if err != nil {
			return Done{}, err
		}
		done.Reply = reply
	}
	if res.Seals != nil {
		w.Seals = res.Seals.made // those that task and reply were sealed with
	}
	if d.req.Key != nil {
		w.Key, w.ExpectClaim = d.req.Key, claimed
		w.Reply = &conversation.Reply{Fingerprint: d.req.Key.Fingerprint, Done: true, Result: done.Reply, CreatedAt: d.now}
	}
	w.Context = d.turn(res)
	if reflect.DeepEqual(w, Write{}) {
		return done, nil
	}
	err = d.s.commit(ctx, w)
	var down *Error
	if errors.As(err, &down) && !claimed && w.Checkout == nil && len(w.Jobs)+len(w.Seals) == 0 {
		return done, nil // nothing was to be changed: the answer is right all the same
	}
	return done, err
}

// turn is the conversation after this exchange, nil if it did not change.
func (d *desk) turn(res Result) *conversation.Context {
	if d.conv == nil {
		return nil
	}
	next := d.current()
	if d.req.Turn != nil {
		next = next.Apply(d.req.Turn(res))
	}
	return d.moved(next)
}

// current is the conversation with the checkout that is now its current one.
func (d *desk) current() conversation.Context {
	next := *d.conv
	if d.c != nil && d.c.Context == next.ID && (d.req.Target.Checkout == "" || next.Checkout == "" || d.was == nil || d.was.ID != d.c.ID) {
		next.Checkout = d.c.ID
	}
	return next
}

// moved is the conversation to store, nil if it did not change.
func (d *desk) moved(next conversation.Context) *conversation.Context {
	if reflect.DeepEqual(next, *d.conv) {
		return nil
	}
	next.Version++
	next.UpdatedAt = d.now
	return &next
}

// callAndLand makes the provider call of an intent that is stored and lands its outcome, both
// within the lease: what came before may have taken some of it, and whoever takes over then
// counts on the call to be over. The caller going away does not cut it short: the reply is for
// the retry.
func (s *Service) callAndLand(ctx context.Context, r Request, c *Checkout, call Call, token payment.Secret, lease time.Time) (Done, error) {
	ctx = context.WithoutCancel(ctx)
	calling, cancel := context.WithTimeout(ctx, lease.Sub(s.Clock.Now())-waitForClaim)
	defer cancel()
	cmd, err := s.call(calling, c, call, token)
	if err != nil {
		return Done{}, err
	}
	ctx, cancel = context.WithTimeout(ctx, waitForClaim)
	defer cancel()
	for range maxLandings {
		done, err := s.land(ctx, r, c.ID, call, cmd)
		if !lost(err) {
			return done, err
		}
		if r.Key != nil { // another retry may have landed it
			if reply, err := s.Store.Reply(ctx, *r.Key); err == nil && reply.Done {
				return Done{Reply: reply.Result, Replayed: true}, nil
			}
		}
	}
	return Done{}, &Error{Reason: Unavailable, RetryAfter: time.Second}
}

// call makes the outside call and returns the command that records its outcome.
func (s *Service) call(ctx context.Context, c *Checkout, call Call, token payment.Secret) (Command, error) {
	ctx, cancel := context.WithTimeout(ctx, callTimeout)
	defer cancel()
	if call.Attempt != "" {
		a := c.Attempt
		if a == nil || a.ID != call.Attempt {
			return conclude{Attempt: call.Attempt, Verdict: payment.Unknown}, nil
		}
		verdict, err := s.Payments.Authorize(ctx, payment.AuthorizationRequest{
			Attempt: a.ID, Handler: a.Handler, Amount: a.Amount, Token: token, Checkout: c.ID, Key: c.Key,
		})
		if errors.Is(err, ErrRefused) {
			verdict = payment.Declined
		} else if err != nil {
			verdict = payment.Unknown
		}
		return conclude{Attempt: call.Attempt, Verdict: verdict, Handler: a.Handler, Amount: a.Amount}, nil
	}
	return s.callForCharge(ctx, c, call.TXID)
}

// callForCharge asks the provider for the charge. Whether a failed try left a charge
// behind does not matter: it is withdrawn, and money for it would be given back.
func (s *Service) callForCharge(ctx context.Context, c *Checkout, txid ids.TXID) (Command, error) {
	for i := range c.Charges {
		ch := &c.Charges[i]
		if ch.TXID != txid || ch.State != payment.ChargeCreating {
			continue // another one, or finished, paid or withdrawn meanwhile
		}
		h, _ := c.Handler(ch.Handler)
		got, err := s.Payments.Charge(ctx, h, payment.ChargeRequest{TXID: txid, Amount: ch.Amount, ExpiresAt: ch.ExpiresAt, Description: string(c.ID)})
		if err != nil {
			return issue{TXID: txid}, nil
		}
		return issue{TXID: txid, Issued: &got}, nil
	}
	return issue{TXID: txid}, nil
}

// land records the outcome of a call and writes the reply.
func (s *Service) land(ctx context.Context, r Request, id ids.Checkout, call Call, cmd Command) (Done, error) {
	landing := r
	landing.Target.Checkout, landing.Commands, landing.IfRevision, landing.internal = id, []Command{cmd}, 0, true
	landing.landing = true
	landing.Task = "" // it was open when the message was taken; what has ended it since is no reason to lose the reply
	d, err := s.ran(ctx, &landing)
	if err != nil {
		return Done{}, err
	}
	// The reply tells what the message's own commands came to, and what the call did.
	d.outcomes = append(slices.Clone(call.Outcomes), d.outcomes...)
	if d.c != nil && d.c.Call != nil && d.c.Call.ref() == call.ref() {
		d.c.Call = nil
	}
	landing.Target.Checkout = r.Target.Checkout // for the conversation's current checkout
	return d.commit(ctx, r.Key != nil)
}
