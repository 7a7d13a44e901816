package main

import (
	"context"
	"crypto/tls"
	"crypto/x509"
	"errors"
	"net/http"
	"net/http/httptest"
	"sync"
	"sync/atomic"
	"time"

	"balcao/checkout"
	"balcao/conversation"
	"balcao/internal/ids"
	"balcao/job"
	"balcao/order"
	"balcao/payment"
	"balcao/payment/fakepsp"
	"balcao/payment/token"
	"balcao/platform"
	"balcao/settlement"
	"balcao/store/sqlite"
)

var errModelDied = errors.New("the process died")

// modelProcess is a process that may be told to die at one of its next operations on the
// store or a provider: before the operation has its effect, or after it and before its
// answer. From then on it can do nothing.
type modelProcess struct {
	mu     sync.Mutex
	left   int // operations until it dies, zero for never
	effect bool
	dead   bool
}

// doom has the process die at the n-th operation from now.
func (p *modelProcess) doom(n int, effect bool) {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.left, p.effect = n, effect
}

func (p *modelProcess) isDead() bool {
	p.mu.Lock()
	defer p.mu.Unlock()
	return p.dead
}

// at does an operation, if the process lives.
func (p *modelProcess) at(operation func() error) error {
	p.mu.Lock()
	if p.dead {
		p.mu.Unlock()
		return errModelDied
	}
	if p.left > 0 {
		p.left--
		p.dead = p.left == 0
	}
	died, effect := p.dead, p.effect
	p.mu.Unlock()
	if died && !effect {
		return errModelDied
	}
	err := operation()
	if p.isDead() {
		return errModelDied
	}
	return err
}

// within is at for an operation that returns something.
func within[T any](p *modelProcess, operation func() (T, error)) (out T, err error) {
	err = p.at(func() (e error) {
		out, e = operation()
		return e
	})
	if err != nil && p.isDead() {
		var none T
		return none, err // a connection that is cut leaves nothing
	}
	return out, err
}

// modelStore is a shop's store as its process reaches it.
type modelStore struct {
	*sqlite.Store
	p *modelProcess
}

var (
	_ checkout.Store = modelStore{}
	_ order.Store    = modelStore{}
	_ jobStore       = modelStore{}

	_ settlement.Store = modelStore{}
)

func (s modelStore) Reply(ctx context.Context, key conversation.Key) (conversation.Reply, error) {
	return within(s.p, func() (conversation.Reply, error) { return s.Store.Reply(ctx, key) })
}

func (s modelStore) Context(ctx context.Context, owner platform.Owner, id ids.Context) (conversation.Context, error) {
	return within(s.p, func() (conversation.Context, error) { return s.Store.Context(ctx, owner, id) })
}

func (s modelStore) Checkout(ctx context.Context, id ids.Checkout) (*checkout.Checkout, error) {
	return within(s.p, func() (*checkout.Checkout, error) { return s.Store.Checkout(ctx, id) })
}

func (s modelStore) CheckoutOfCharge(ctx context.Context, txid ids.TXID) (ids.Checkout, error) {
	return within(s.p, func() (ids.Checkout, error) { return s.Store.CheckoutOfCharge(ctx, txid) })
}

func (s modelStore) Levels(ctx context.Context, variants []ids.Variant) (map[ids.Variant]int64, error) {
	return within(s.p, func() (map[ids.Variant]int64, error) { return s.Store.Levels(ctx, variants) })
}

func (s modelStore) Order(ctx context.Context, id ids.Order) (*order.Order, error) {
	return within(s.p, func() (*order.Order, error) { return s.Store.Order(ctx, id) })
}

func (s modelStore) Commit(ctx context.Context, w checkout.Write) error {
	return s.p.at(func() error { return s.Store.Commit(ctx, w) })
}

func (s modelStore) CommitOrder(ctx context.Context, w order.Write) error {
	return s.p.at(func() error { return s.Store.CommitOrder(ctx, w) })
}

func (s modelStore) LeaseJobs(ctx context.Context, now, until time.Time, limit int) ([]job.Job, error) {
	return within(s.p, func() ([]job.Job, error) { return s.Store.LeaseJobs(ctx, now, until, limit) })
}

func (s modelStore) FinishJob(ctx context.Context, j job.Job) error {
	return s.p.at(func() error { return s.Store.FinishJob(ctx, j) })
}

func (s modelStore) RetryJob(ctx context.Context, j job.Job, due time.Time) error {
	return s.p.at(func() error { return s.Store.RetryJob(ctx, j, due) })
}

func (s modelStore) PostponeJob(ctx context.Context, j job.Job, due time.Time) error {
	return s.p.at(func() error { return s.Store.PostponeJob(ctx, j, due) })
}

func (s modelStore) CheckoutOfPayment(ctx context.Context, endToEndID string) (ids.Checkout, error) {
	return within(s.p, func() (ids.Checkout, error) { return s.Store.CheckoutOfPayment(ctx, endToEndID) })
}

func (s modelStore) Announce(ctx context.Context, a settlement.Announcement) (int, error) {
	return within(s.p, func() (int, error) { return s.Store.Announce(ctx, a) })
}

func (s modelStore) Mark(ctx context.Context, account string) (settlement.Mark, error) {
	return within(s.p, func() (settlement.Mark, error) { return s.Store.Mark(ctx, account) })
}

func (s modelStore) Advance(ctx context.Context, step settlement.Step) error {
	return s.p.at(func() error { return s.Store.Advance(ctx, step) })
}

// modelProcessor is the processor of cards as the shop's process reaches it. It may fail
// before or after it has done what it was asked for.
type modelProcessor struct {
	token.Processor
	p *modelProcess
	// meanwhile is called when it is asked, and when it has done what it was asked for.
	meanwhile func()
	// fails reports whether an answer is lost at this occasion.
	fails func() bool
}

var errModelLost = errors.New("the answer was lost")

func processed[T any](m modelProcessor, ask func() (T, error)) (out T, err error) {
	if m.fails() {
		return out, errModelLost
	}
	m.meanwhile()
	return within(m.p, func() (T, error) {
		out, err := ask()
		m.meanwhile()
		if m.fails() {
			var none T
			return none, errModelLost
		}
		return out, err
	})
}

func (m modelProcessor) Authorize(ctx context.Context, r payment.AuthorizationRequest) (payment.Verdict, error) {
	return processed(m, func() (payment.Verdict, error) { return m.Processor.Authorize(ctx, r) })
}

func (m modelProcessor) Verdict(ctx context.Context, attempt string) (payment.Verdict, error) {
	return processed(m, func() (payment.Verdict, error) { return m.Processor.Verdict(ctx, attempt) })
}

func (m modelProcessor) Void(ctx context.Context, attempt string) (payment.RefundState, error) {
	return processed(m, func() (payment.RefundState, error) { return m.Processor.Void(ctx, attempt) })
}

func (m modelProcessor) Refund(ctx context.Context, r token.Refund) (payment.RefundState, error) {
	return processed(m, func() (payment.RefundState, error) { return m.Processor.Refund(ctx, r) })
}

// modelLine connects a shop's process with the API of its bank, without a network: the
// handler is called. What the shop would wait too long for comes too late.
type modelLine struct {
	p      *modelProcess
	bank   http.Handler
	client *x509.Certificate
	// late says that the bank let more time pass than a shop waits.
	late *atomic.Bool
	// meanwhile is called when the API is asked, and when it has done what it was asked for.
	meanwhile func()
	// called hears of each call.
	called func(r *http.Request)
}

var (
	errModelCut  = errors.New("connection cut")
	errModelLate = errors.New("no answer in time")
)

// RoundTrip implements http.RoundTripper.
func (l *modelLine) RoundTrip(r *http.Request) (*http.Response, error) {
	l.called(r)
	meanwhile := l.meanwhile
	if r.URL.Path == fakepsp.PathToken {
		meanwhile = func() {} // whoever asks for a token has the others wait for it
	}
	meanwhile()
	return within(l.p, func() (*http.Response, error) {
		resp, err := l.serve(r)
		meanwhile()
		return resp, err
	})
}

func (l *modelLine) serve(r *http.Request) (resp *http.Response, err error) {
	defer func() {
		if cut := recover(); cut != nil {
			if cut != http.ErrAbortHandler {
				panic(cut)
			}
			resp, err = nil, errModelCut
		}
	}()
	in := r.Clone(r.Context())
	in.TLS = &tls.ConnectionState{PeerCertificates: []*x509.Certificate{l.client}}
	if in.Body == nil {
		in.Body = http.NoBody
	}
	w := httptest.NewRecorder()
	l.bank.ServeHTTP(w, in)
	if l.late.Swap(false) {
		return nil, errModelLate
	}
	return w.Result(), nil
}
