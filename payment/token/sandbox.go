package token

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"sync"

	"balcao/checkout"
	"balcao/internal/ids"
	"balcao/internal/journal"
	"balcao/money"
	"balcao/payment"
)

// Sandbox is a processor for development and demos. The token says how an attempt ends:
//
//	fail_token      declined
//	3ds_token       challenge: the buyer approves or declines on a page of the sandbox
//	timeout_token   no answer, although the money was taken: Verdict tells
//	(none)          declined
//	anything else   approved, success_token among them
//
// What it has answered outlives the process (see package journal); its book holds
// attempts, amounts and verdicts, never a token. Methods may be called from several
// goroutines.
type Sandbox struct {
	mu       sync.Mutex
	config   SandboxConfig
	book     *journal.Journal
	attempts map[string]attempt
	// backs is where the buyers of pages go afterwards. It is kept in memory alone: a buyer
	// who starts from the shop's page again is known again.
	backs map[string]string
}

// SandboxConfig is what a Sandbox is made of.
type SandboxConfig struct {
	// Book is the path of its book; an empty one keeps it in memory.
	Book string
	// Pages is the address below which the pages are where buyers prove identity.
	Pages string
	// NewSecret makes the unguessable part of such an address.
	NewSecret func() string
}

var _ Processor = (*Sandbox)(nil)

// attempt is a line of the book. One that was asked for but never arrived has no handler.
type attempt struct {
	ID      string          `json:"attempt"`
	Handler ids.Handler     `json:"handler,omitempty"`
	Amount  money.Amount    `json:"amount"` // minor units
	Verdict payment.Verdict `json:"verdict"`
	// Page is the unguessable part of the address of its challenge, empty for none.
	Page string `json:"page,omitempty"`
	// Refunds are the amounts given back, by the id of the wish.
	Refunds map[string]money.Amount `json:"refunds,omitempty"`
}

// NewSandbox opens the sandbox's book.
func NewSandbox(config SandboxConfig) (*Sandbox, error) {
	s := &Sandbox{config: config, attempts: make(map[string]attempt), backs: make(map[string]string)}
	book, err := journal.Open(config.Book, func(line []byte) (string, error) {
		var a attempt
		if err := json.Unmarshal(line, &a); err != nil {
			return "", err
		}
		if a.ID == "" {
			return "", errors.New("no attempt")
		}
		s.attempts[a.ID] = a
		return a.ID, nil
	})
	if err != nil {
		return nil, fmt.Errorf("token: sandbox: %w", err)
	}
	s.book = book
	return s, nil
}

// Authorize implements Processor.
func (s *Sandbox) Authorize(ctx context.Context, r payment.AuthorizationRequest) (payment.Verdict, error) {
	if err := ctx.Err(); err != nil {
		return payment.Unknown, err
	}
	if r.Attempt == "" || r.Handler == "" || r.Amount < 0 {
		return payment.Declined, refused("no attempt, no handler or a negative amount")
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	if a, known := s.attempts[r.Attempt]; known {
		if a.Handler != "" && (a.Handler != r.Handler || a.Amount != r.Amount) {
			return payment.Declined, refused("attempt " + r.Attempt + " was another payment")
		}
		return a.Verdict, nil
	}
	outcome, answer := judge(r.Token)
	a := attempt{ID: r.Attempt, Handler: r.Handler, Amount: r.Amount, Verdict: outcome}
	if outcome == payment.Challenge {
		a.Page = s.config.NewSecret()
	}
	if err := s.write(a); err != nil {
		return payment.Unknown, err
	}
	return answer, nil
}

// Verdict implements Processor.
func (s *Sandbox) Verdict(ctx context.Context, id string) (payment.Verdict, error) {
	if err := ctx.Err(); err != nil {
		return payment.Unknown, err
	}
	if id == "" {
		return payment.Unknown, refused("no attempt")
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	if a, known := s.attempts[id]; known {
		return a.Verdict, nil
	}
	// From here on it is too late for the request to arrive.
	if err := s.write(attempt{ID: id, Verdict: payment.Declined}); err != nil {
		return payment.Unknown, err
	}
	return payment.Declined, nil
}

// Close closes the book; calls that must write fail afterwards.
func (s *Sandbox) Close() error {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.book.Close()
}

// judge returns how an attempt ends, and what is answered at first.
func judge(token payment.Secret) (outcome, answer payment.Verdict) {
	switch token.Reveal() {
	case "", "fail_token":
		return payment.Declined, payment.Declined
	case "3ds_token":
		return payment.Challenge, payment.Challenge
	case "timeout_token":
		return payment.Approved, payment.Unknown
	default:
		return payment.Approved, payment.Approved
	}
}

// write puts an attempt into the book and then into memory; on an error neither changed.
func (s *Sandbox) write(a attempt) error {
	line, err := json.Marshal(a)
	if err != nil {
		return err
	}
	if err := s.book.Append(line); err != nil {
		return fmt.Errorf("token: sandbox: %w", err)
	}
	s.attempts[a.ID] = a
	return nil
}

func refused(reason string) error { return fmt.Errorf("token: %w: %s", checkout.ErrRefused, reason) }
