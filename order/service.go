package order

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"

	"balcao/internal/ids"
)

// Policy is what the shop decides about returns.
type Policy struct {
	// WithdrawalDays is how many days after delivery the buyer may withdraw; below
	// MinWithdrawalDays, also zero, the law counts.
	WithdrawalDays int
	// ReturnDays is how many days the buyer has to send goods back; zero for 10.
	ReturnDays int
	// Mail says that buyers who gave an address are told by e-mail.
	Mail bool
}

const defaultReturnDays = 10

// maxTries is how often a command that loses races is run before it gives up.
const maxTries = 5

// Service is the door by which orders change. Set its members before use; it is safe for
// concurrent use.
type Service struct {
	Store   Store
	Refunds Refunds
	Clock   Clock
	Policy  Policy
}

// Do carries a command out and returns the order as it is then, durable. The key is the
// caller's, 1 to 128 printable ASCII characters: the same command under the same key again
// changes nothing and returns the order as it stands; another command under it is
// CodeKeyUsed.
//
// Besides failures of the store the error is an *Error, or ErrNotFound.
func (s *Service) Do(ctx context.Context, id ids.Order, key string, cmd Command) (*Order, error) {
	if !ids.ValidOpaque(key) {
		return nil, invalid("key")
	}
	return s.do(ctx, id, callersKey(key), cmd)
}

func (s *Service) do(ctx context.Context, id ids.Order, key string, cmd Command) (*Order, error) {
	for range maxTries {
		o, err := s.once(ctx, id, key, cmd)
		if !errors.Is(err, ErrConflict) {
			return o, err
		}
	}
	return nil, &Error{Code: CodeBusy}
}

func (s *Service) once(ctx context.Context, id ids.Order, key string, cmd Command) (*Order, error) {
	o, err := s.Store.Order(ctx, id)
	if err != nil {
		return nil, err
	}
	asked := Applied{Key: key, Content: content(cmd)}
	if i := slices.IndexFunc(o.Applied, func(a Applied) bool { return a.Key == key }); i >= 0 {
		if o.Applied[i] != asked {
			return nil, &Error{Code: CodeKeyUsed, Field: "key"}
		}
		return o, nil
	}
	if !told(cmd) && o.carriedOut() >= maxCommands {
		return nil, &Error{Code: CodeLimit, Available: maxCommands}
	}
	now := s.Clock.Now()
	d := &desk{o: o, now: now, policy: s.Policy, key: key}
	if d.policy.ReturnDays < 1 {
		d.policy.ReturnDays = defaultReturnDays
	}
	events, adjustments := len(o.Events), slices.Clone(o.Adjustments)
	if err := cmd.apply(d); err != nil {
		return nil, err
	}
	if s.Policy.Mail {
		d.oweMails(events, adjustments)
	}
	o.Applied = append(o.Applied, asked)
	o.Version++
	o.UpdatedAt = now
	if err := s.Store.CommitOrder(ctx, Write{Order: o, Stock: d.stock, Jobs: d.jobs}); err != nil {
		return nil, fmt.Errorf("order: commit: %w", err)
	}
	return o, nil
}

// carriedOut counts the commands of callers. What the shop itself notes, such as the end of a
// refund, leaves theirs alone.
func (o *Order) carriedOut() int {
	n := 0
	for _, a := range o.Applied {
		if strings.HasPrefix(a.Key, callersKey("")) {
			n++
		}
	}
	return n
}

// told reports whether a command says what became of money: that is kept however much an
// order has changed already.
func told(cmd Command) bool {
	switch cmd.(type) {
	case refundEnded, noteReturned:
		return true
	}
	return false
}
