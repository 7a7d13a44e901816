package pix

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"time"
)

const (
	// maxBatch is how many payments one callback announces at most.
	maxBatch = 100
	// deliverTimeout bounds one delivery.
	deliverTimeout = 10 * time.Second
	// The first and the longest pause before a failed delivery is tried again.
	firstPause, longestPause = time.Second, 5 * time.Minute
)

// horario is the form of times in the Pix API.
const horario = "2006-01-02T15:04:05.000Z07:00"

// run is a call of Run that has not returned.
type run struct {
	cancel context.CancelFunc
	done   chan struct{}
}

// Run lets charges settle and announces payments until ctx ends or Close is called, and
// then returns nil. A payment is announced until a delivery of it succeeds, across
// restarts, and may be announced more than once. It returns an error only if the sandbox
// is closed or Run runs already.
func (s *Sandbox) Run(ctx context.Context) error {
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	if err := s.startRun(&run{cancel: cancel, done: make(chan struct{})}); err != nil {
		return err
	}
	defer s.endRun()
	for ctx.Err() == nil {
		due, wait, err := s.takeDue()
		if err != nil {
			s.config.OnError(fmt.Errorf("pix: sandbox: settle: %w", err))
		}
		for _, group := range groups(due) {
			s.announce(ctx, group)
		}
		if len(due) == 0 {
			s.sleep(ctx, wait)
		}
	}
	return nil
}

func (s *Sandbox) startRun(r *run) error {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.closed {
		return ErrClosed
	}
	if s.running != nil {
		return errors.New("pix: the sandbox runs already")
	}
	s.running = r
	return nil
}

func (s *Sandbox) endRun() {
	s.mu.Lock()
	defer s.mu.Unlock()
	close(s.running.done)
	s.running = nil
}

// sleep waits until there may be something to do; a negative wait is for ever.
func (s *Sandbox) sleep(ctx context.Context, wait time.Duration) {
	var timer <-chan time.Time
	if wait >= 0 {
		timer = s.config.After(wait)
	}
	select {
	case <-ctx.Done():
	case <-s.wake:
	case <-timer:
	}
}

// groups splits announcements into callbacks: new ones together, and each that failed
// before by itself, so that one the shop cannot take holds up no other.
func groups(due []task) [][]task {
	var fresh []task
	var all [][]task
	for _, t := range due {
		if t.failures == 0 {
			fresh = append(fresh, t)
		} else {
			all = append(all, []task{t})
		}
	}
	if len(fresh) > 0 {
		all = append(all, fresh)
	}
	return all
}

// announce delivers one callback, or plans it anew.
func (s *Sandbox) announce(ctx context.Context, group []task) {
	err := s.deliver(ctx, group)
	if err == nil {
		err = s.markAnnounced(group)
	}
	if err == nil {
		return
	}
	s.postpone(group)
	if ctx.Err() == nil {
		s.config.OnError(fmt.Errorf("pix: sandbox: announce %d payments: %w", len(group), err))
	}
}

func (s *Sandbox) deliver(ctx context.Context, group []task) error {
	if err := ctx.Err(); err != nil {
		return err
	}
	body, err := s.callback(group)
	if err != nil {
		return err
	}
	ctx, cancel := context.WithTimeout(ctx, deliverTimeout)
	defer cancel()
	return s.config.Deliver(ctx, body)
}

// pixElement is a payment in a callback of the Pix API.
type pixElement struct {
	EndToEndID string `json:"endToEndId"`
	TXID       string `json:"txid"`
	Valor      string `json:"valor"`
	Horario    string `json:"horario"`
}

func (s *Sandbox) callback(group []task) ([]byte, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	var body struct {
		Pix []pixElement `json:"pix"`
	}
	for _, t := range group {
		c := s.charges[t.txid]
		p := c.Payments[c.find(t.endToEndID)]
		valor, err := FormatValor(p.Amount)
		if err != nil {
			return nil, err
		}
		body.Pix = append(body.Pix, pixElement{p.EndToEndID, string(c.TXID), valor, p.PaidAt.Format(horario)})
	}
	return json.Marshal(body)
}

// markAnnounced books that the shop has heard. Until it is booked it counts as unheard.
func (s *Sandbox) markAnnounced(group []task) error {
	s.mu.Lock()
	defer s.mu.Unlock()
	for _, t := range group {
		c := s.charges[t.txid]
		i := c.find(t.endToEndID)
		p := c.Payments[i]
		p.Announced = true
		if err := s.write(c.withPayment(i, p)); err != nil {
			return err
		}
	}
	return nil
}

func (s *Sandbox) postpone(group []task) {
	s.mu.Lock()
	defer s.mu.Unlock()
	now := s.config.Clock.Now()
	for _, t := range group {
		t.failures++
		t.due = now.Add(backoff(t.failures))
		s.plan(t)
	}
}

// backoff is the pause after the given number of failures, at least one: each is twice as
// long as the one before, up to longestPause.
func backoff(failures int) time.Duration {
	pause := firstPause
	for ; failures > 1 && pause < longestPause; failures-- {
		pause *= 2
	}
	return min(pause, longestPause)
}
