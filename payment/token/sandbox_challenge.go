package token

import (
	"context"
	"errors"

	"balcao/internal/secret"
	"balcao/money"
	"balcao/payment"
)

// ErrNoChallenge says that there is no page under a name.
var ErrNoChallenge = errors.New("token: no such challenge")

// Challenge is what the page shows on which a buyer proves identity.
type Challenge struct {
	Amount money.Amount
	// Open says that the buyer may still answer.
	Open bool
	// Back is where the buyer goes then, empty if that is not known.
	Back string
}

// ChallengeURL implements Processor.
func (s *Sandbox) ChallengeURL(ctx context.Context, id, back string) (string, error) {
	if err := ctx.Err(); err != nil {
		return "", err
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	a, known := s.attempts[id]
	if !known || a.Page == "" || a.Verdict != payment.Challenge {
		return "", refused("attempt " + id + " waits for no proof")
	}
	s.backs[a.Page] = back
	return s.config.Pages + a.Page, nil
}

// Challenge returns what a page shows, ErrNoChallenge if there is none of that name.
func (s *Sandbox) Challenge(page string) (Challenge, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	a, ok := s.byPage(page)
	if !ok {
		return Challenge{}, ErrNoChallenge
	}
	return s.shown(a), nil
}

// Answer is the buyer's answer on a page. Only the first one counts: a form that is sent
// twice, or from a page that was open before, changes nothing.
func (s *Sandbox) Answer(page string, approve bool) (Challenge, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	a, ok := s.byPage(page)
	if !ok {
		return Challenge{}, ErrNoChallenge
	}
	if a.Verdict == payment.Challenge {
		if a.Verdict = payment.Declined; approve {
			a.Verdict = payment.Approved
		}
		if err := s.write(a); err != nil {
			return Challenge{}, err
		}
	}
	return s.shown(a), nil
}

func (s *Sandbox) shown(a attempt) Challenge {
	return Challenge{Amount: a.Amount, Open: a.Verdict == payment.Challenge, Back: s.backs[a.Page]}
}

// byPage finds an attempt without telling by its time how much of the name was right.
func (s *Sandbox) byPage(page string) (found attempt, ok bool) {
	for _, a := range s.attempts {
		if a.Page != "" && secret.Equal(a.Page, page) {
			found, ok = a, true
		}
	}
	return found, ok
}
