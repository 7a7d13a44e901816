package fakepsp

import (
	"context"
	"errors"
	"fmt"
	"time"

	"balcao/internal/ids"
)

const (
	// maxBatch is how much one callback announces at most.
	maxBatch = 100
	// deliverTimeout bounds one delivery.
	deliverTimeout = 10 * time.Second
	// The first and the longest pause before a failed delivery is tried again.
	firstPause, longestPause = time.Second, 5 * time.Minute
)

// run is a call of Run that has not returned.
type run struct {
	cancel context.CancelFunc
	done   chan struct{}
}

// Run lets charges be paid and announces payments and refunds until ctx ends or Close is
// called, and then returns nil. Each is announced until a delivery succeeds, across
// restarts, and may be announced more than once. It returns an error only if the bank is
// closed or Run runs already.
func (b *Bank) Run(ctx context.Context) error {
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	if err := b.startRun(&run{cancel: cancel, done: make(chan struct{})}); err != nil {
		return err
	}
	defer b.endRun()
	for ctx.Err() == nil {
		if more, wait := b.round(ctx); !more {
			b.sleep(ctx, wait)
		}
	}
	return nil
}

// RunDue does what Run would do now and returns: for who moves the bank's clock. wait is how
// long there is nothing to do then, negative for ever. Its error is Run's.
func (b *Bank) RunDue(ctx context.Context) (wait time.Duration, err error) {
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	if err := b.startRun(&run{cancel: cancel, done: make(chan struct{})}); err != nil {
		return 0, err
	}
	defer b.endRun()
	for more := true; more && ctx.Err() == nil; {
		more, wait = b.round(ctx)
	}
	return wait, nil
}

// round does what is due. If nothing was, wait is how long that stays so, negative for ever.
func (b *Bank) round(ctx context.Context) (more bool, wait time.Duration) {
	due, wait, err := b.takeDue()
	if err != nil {
		b.config.OnError(fmt.Errorf("fakepsp: settle: %w", err))
	}
	out, err := b.decide(due)
	if err != nil {
		b.config.OnError(err)
	}
	for _, group := range b.groups(out) {
		b.announce(ctx, group)
	}
	return len(due) > 0, wait
}

func (b *Bank) startRun(r *run) error {
	b.mu.Lock()
	defer b.mu.Unlock()
	if b.closed {
		return ErrClosed
	}
	if b.running != nil {
		return errors.New("fakepsp: the bank runs already")
	}
	b.running = r
	return nil
}

func (b *Bank) endRun() {
	b.mu.Lock()
	defer b.mu.Unlock()
	close(b.running.done)
	b.running = nil
}

// sleep waits until there may be something to do; a negative wait is for ever.
func (b *Bank) sleep(ctx context.Context, wait time.Duration) {
	var timer <-chan time.Time
	if wait >= 0 {
		timer = b.config.After(wait)
	}
	select {
	case <-ctx.Done():
	case <-b.wake:
	case <-timer:
	}
}

// groups splits announcements into callbacks: new ones of a Pix key together, and each that
// failed before by itself, so that one the shop cannot take holds up no other.
func (b *Bank) groups(due []task) [][]task {
	b.mu.Lock()
	defer b.mu.Unlock()
	var all [][]task
	fresh := map[string]int{} // by key, its place in all
	for _, t := range due {
		key := b.charges[t.txid].Key
		at, begun := fresh[key]
		switch {
		case t.failures > 0:
			all = append(all, []task{t})
		case begun:
			all[at] = append(all[at], t)
		default:
			fresh[key] = len(all)
			all = append(all, []task{t})
		}
	}
	return all
}

// announce delivers one callback, or plans it anew.
func (b *Bank) announce(ctx context.Context, group []task) {
	err := b.deliver(ctx, group)
	if err == nil {
		b.release()
		err = b.markHeard(group)
	}
	if err == nil {
		return
	}
	b.postpone(group)
	if ctx.Err() == nil {
		b.config.OnError(fmt.Errorf("fakepsp: announce %d: %w", len(group), err))
	}
}

// deliver sends one callback to whoever is registered for the key. Nobody is told of what
// happened while nobody was.
func (b *Bank) deliver(ctx context.Context, group []task) error {
	if err := ctx.Err(); err != nil {
		return err
	}
	url, body, err := b.callback(group)
	if err != nil || url == "" {
		return err
	}
	if err := b.send(ctx, url, body); err != nil {
		return err
	}
	if _, again := b.config.Switches.fires(WebhookDoubled); again {
		return b.send(ctx, url, body)
	}
	return nil
}

func (b *Bank) send(ctx context.Context, url string, body []byte) error {
	ctx, cancel := context.WithTimeout(ctx, deliverTimeout)
	defer cancel()
	return b.config.Deliver(ctx, url, body)
}

// callback makes the body for a group, and the address it goes to.
func (b *Bank) callback(group []task) (url string, body []byte, err error) {
	b.mu.Lock()
	defer b.mu.Unlock()
	h := b.hooks[b.charges[group[0].txid].Key]
	if h.URL == "" {
		return "", nil, nil
	}
	var list []pixJSON
	now := b.config.Clock.Now()
	for _, t := range group {
		c := b.charges[t.txid]
		list = append(list, b.pixJSON(c, c.Payments[c.find(t.endToEndID)], now))
	}
	body, err = marshal(struct {
		Pix []pixJSON `json:"pix"`
	}{list})
	return callbackURL(h.URL), body, err
}

// markHeard books that the shop has heard. Until it is booked it counts as unheard.
func (b *Bank) markHeard(group []task) error {
	b.mu.Lock()
	defer b.mu.Unlock()
	for _, t := range group {
		if err := b.heard(t); err != nil {
			return err
		}
	}
	return nil
}

func (b *Bank) heard(t task) error {
	c := b.charges[t.txid]
	i := c.find(t.endToEndID)
	p := c.Payments[i]
	if t.refund == "" {
		p.Announced = true
	} else {
		at := p.refund(t.refund)
		r := p.Refunds[at]
		r.Announced = true
		p = p.withRefund(at, r)
	}
	return b.write(c.withPayment(i, p))
}

func (b *Bank) postpone(group []task) {
	b.mu.Lock()
	defer b.mu.Unlock()
	now := b.config.Clock.Now()
	for _, t := range group {
		t.failures++
		t.due = now.Add(backoff(t.failures))
		b.plan(t)
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

// payEarly has a new charge paid and announced before anybody knows of it, if the switches
// say so. What the shop makes of that is its affair.
func (b *Bank) payEarly(ctx context.Context, txid ids.TXID) error {
	if _, early := b.config.Switches.fires(WebhookEarly); !early {
		return nil
	}
	if _, err := b.Settle(ctx, txid); err != nil {
		if errors.Is(err, ErrNotPayable) {
			return nil // a revision of one that is over
		}
		return err
	}
	b.mu.Lock()
	var group []task
	kept := b.schedule[:0]
	for _, t := range b.schedule {
		if t.txid == txid && t.endToEndID != "" {
			group = append(group, t)
		} else {
			kept = append(kept, t)
		}
	}
	b.schedule = kept
	b.schedule.init()
	b.mu.Unlock()
	if len(group) > 0 {
		b.announce(ctx, group)
	}
	return nil
}
