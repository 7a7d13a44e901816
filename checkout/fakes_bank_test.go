package checkout

import (
	"context"
	"errors"
	"sync"
	"time"

	"balcao/internal/ids"
	"balcao/money"
	"balcao/payment"
)

var errDown = errors.New("bank: no answer")

// failure is how a scripted call fails.
type failure int

const (
	// before: an error, and nothing happened.
	before failure = iota + 1
	// after: it happened, but the answer was lost.
	after
	// refusedCall: understood and refused.
	refusedCall
)

// bankCharge is a Pix charge as the provider sees it.
type bankCharge struct {
	request  payment.ChargeRequest
	removed  bool
	receipts []payment.Receipt
	refunds  []payment.RefundRecord
}

// fakeBank is Payments: a Pix provider and a token processor in one.
type fakeBank struct {
	mu      sync.Mutex
	charges map[ids.TXID]*bankCharge
	// taken are the attempts that reached the processor, refunds the money given back.
	taken   map[string]payment.Verdict
	amounts map[string]money.Amount
	refunds map[string]payment.RefundRequest
	calls   map[string]int
	// script holds the failures of the next calls by name.
	script map[string][]failure
	// refundState is what Refund answers; voidState what Void does, empty for doing it.
	refundState, voidState payment.RefundState
	// during runs inside the named call, outside the lock.
	during map[string]func()
}

func newFakeBank() *fakeBank {
	return &fakeBank{
		charges: map[ids.TXID]*bankCharge{}, taken: map[string]payment.Verdict{}, amounts: map[string]money.Amount{},
		refunds: map[string]payment.RefundRequest{}, calls: map[string]int{}, script: map[string][]failure{},
		refundState: payment.RefundDone, during: map[string]func(){},
	}
}

func (b *fakeBank) failNext(call string, how ...failure) {
	b.mu.Lock()
	defer b.mu.Unlock()
	b.script[call] = append(b.script[call], how...)
}

// begin counts a call and returns how it will fail.
func (b *fakeBank) begin(call string) failure {
	b.mu.Lock()
	defer b.mu.Unlock()
	if f := b.during[call]; f != nil {
		delete(b.during, call)
		b.mu.Unlock()
		f()
		b.mu.Lock()
	}
	b.calls[call]++
	if len(b.script[call]) == 0 {
		return 0
	}
	how := b.script[call][0]
	b.script[call] = b.script[call][1:]
	return how
}

func (b *fakeBank) count(call string) int {
	b.mu.Lock()
	defer b.mu.Unlock()
	return b.calls[call]
}

// answer runs the effect unless the call fails first.
func (b *fakeBank) answer(call string, effect func()) error {
	switch how := b.begin(call); how {
	case before:
		return errDown
	case refusedCall:
		return ErrRefused
	case after:
		effect()
		return errDown
	}
	effect()
	return nil
}

func copyPaste(txid ids.TXID) string { return "BR.CODE." + string(txid) }

func (b *fakeBank) Charge(_ context.Context, _ payment.Handler, r payment.ChargeRequest) (payment.IssuedCharge, error) {
	err := b.answer("charge", func() {
		b.mu.Lock()
		defer b.mu.Unlock()
		if b.charges[r.TXID] == nil {
			b.charges[r.TXID] = &bankCharge{request: r}
		}
	})
	if err != nil {
		return payment.IssuedCharge{}, err
	}
	return payment.IssuedCharge{CopyPaste: copyPaste(r.TXID), QRCode: []byte("png"), ExpiresAt: r.ExpiresAt}, nil
}

func (b *fakeBank) ChargeStatus(_ context.Context, _ payment.Handler, txid ids.TXID) (payment.ChargeStatus, error) {
	var status payment.ChargeStatus
	err := b.answer("status", func() {
		b.mu.Lock()
		defer b.mu.Unlock()
		ch := b.charges[txid]
		if ch == nil {
			return
		}
		status = payment.ChargeStatus{
			Found: true, Removed: ch.removed,
			Issued:   payment.IssuedCharge{CopyPaste: copyPaste(txid), QRCode: []byte("png"), ExpiresAt: ch.request.ExpiresAt},
			Receipts: append([]payment.Receipt(nil), ch.receipts...), Refunds: append([]payment.RefundRecord(nil), ch.refunds...),
		}
	})
	return status, err
}

func (b *fakeBank) RemoveCharge(_ context.Context, _ payment.Handler, txid ids.TXID) error {
	return b.answer("remove", func() {
		b.mu.Lock()
		defer b.mu.Unlock()
		if ch := b.charges[txid]; ch != nil && len(ch.receipts) == 0 {
			ch.removed = true
		}
	})
}

func (b *fakeBank) Refund(_ context.Context, _ payment.Handler, r payment.RefundRequest) (payment.RefundState, error) {
	var state payment.RefundState
	err := b.answer("refund", func() {
		b.mu.Lock()
		defer b.mu.Unlock()
		b.refunds[r.ID] = r
		state = b.refundState
	})
	return state, err
}

func (b *fakeBank) Authorize(_ context.Context, r payment.AuthorizationRequest) (payment.Verdict, error) {
	verdict := payment.Approved
	switch r.Token {
	case "fail_token":
		verdict = payment.Declined
	case "3ds_token":
		verdict = payment.Challenge
	case "timeout_token":
		verdict = payment.Unknown
	case "":
		return "", ErrRefused
	}
	err := b.answer("authorize", func() {
		b.mu.Lock()
		defer b.mu.Unlock()
		if _, ok := b.taken[r.Attempt]; !ok {
			b.taken[r.Attempt], b.amounts[r.Attempt] = verdict, r.Amount
		}
		verdict = b.taken[r.Attempt]
	})
	return verdict, err
}

func (b *fakeBank) Verdict(_ context.Context, _ ids.Handler, attempt string) (payment.Verdict, error) {
	verdict := payment.Declined
	err := b.answer("verdict", func() {
		b.mu.Lock()
		defer b.mu.Unlock()
		if v, ok := b.taken[attempt]; ok {
			verdict = v
		}
	})
	return verdict, err
}

func (b *fakeBank) ChallengeURL(_ context.Context, _ ids.Handler, attempt string, of ids.Checkout, key string) (string, error) {
	return "https://bank.example/" + attempt + "?back=" + string(of) + "," + key, b.answer("challenge", func() {})
}

func (b *fakeBank) Void(_ context.Context, v payment.Void) (payment.RefundState, error) {
	state := payment.RefundDone
	err := b.answer("void", func() {
		b.mu.Lock()
		defer b.mu.Unlock()
		if b.voidState != "" {
			state = b.voidState
			return
		}
		b.taken[v.Attempt] = payment.Declined
	})
	return state, err
}

// prove is the buyer meeting, or not, every challenge that is open.
func (b *fakeBank) prove(v payment.Verdict) {
	b.mu.Lock()
	defer b.mu.Unlock()
	for id, verdict := range b.taken {
		if verdict == payment.Challenge {
			b.taken[id] = v
		}
	}
}

// resolve is the processor making up its mind about all open attempts.
func (b *fakeBank) resolve(v payment.Verdict) {
	b.mu.Lock()
	defer b.mu.Unlock()
	for id, verdict := range b.taken {
		if verdict == payment.Unknown {
			b.taken[id] = v
		}
	}
}

// pay is the buyer paying a charge at the bank.
func (b *fakeBank) pay(txid ids.TXID, e2e string, amount money.Amount, at time.Time) {
	b.mu.Lock()
	defer b.mu.Unlock()
	ch := b.charges[txid]
	if ch == nil {
		ch = &bankCharge{request: payment.ChargeRequest{TXID: txid, Amount: amount}}
		b.charges[txid] = ch
	}
	ch.receipts = append(ch.receipts, payment.Receipt{EndToEndID: e2e, TXID: txid, Amount: amount, PaidAt: at})
}

func (b *fakeBank) charge(txid ids.TXID) bankCharge {
	b.mu.Lock()
	defer b.mu.Unlock()
	if ch := b.charges[txid]; ch != nil {
		return *ch
	}
	return bankCharge{}
}

// captured counts the token payments that took money.
func (b *fakeBank) captured() int {
	b.mu.Lock()
	defer b.mu.Unlock()
	n := 0
	for _, v := range b.taken {
		if v == payment.Approved {
			n++
		}
	}
	return n
}
