package fakepsp

import (
	"errors"
	"fmt"
	"maps"
	"math/rand/v2"
	"slices"
	"sync"
	"time"

	"balcao/money"
)

// Fault names a way in which the provider misbehaves.
type Fault string

// Faults of callbacks. Each is decided once for a payment or refund that is to be
// announced; a delivery that failed is repeated whatever the switches say.
const (
	// WebhookLost never announces it.
	WebhookLost Fault = "webhook_lost"
	// WebhookDoubled sends a callback twice.
	WebhookDoubled Fault = "webhook_doubled"
	// WebhookEarly has a charge paid and announced before the call that makes it is answered.
	WebhookEarly Fault = "webhook_early"
	// WebhookLate holds the announcement back for the delay.
	WebhookLate Fault = "webhook_late"
	// WebhookReordered holds it back until another callback went out, at most for the delay.
	WebhookReordered Fault = "webhook_reordered"
	// WebhookBatched holds it back until the delay is over, and then sends all that
	// gathered in one callback.
	WebhookBatched Fault = "webhook_batched"
)

// Faults of payers, which apply to a charge that is paid by itself or by Bank.Settle.
const (
	// WrongAmount has the charge paid with Setting.Amount more, or less if it is negative.
	WrongAmount Fault = "wrong_amount"
	// PaidTwice has it paid two times.
	PaidTwice Fault = "paid_twice"
	// PaidLate has it paid a second after its time.
	PaidLate Fault = "paid_late"
)

// Faults of answers.
const (
	// RefundsAsObject gives the first refund of a payment where the list of them should be.
	RefundsAsObject Fault = "devolucoes_object"
	// ExpiryAsString gives calendario.expiracao as a string.
	ExpiryAsString Fault = "expiracao_string"
	// CopyPasteAbsent leaves pixCopiaECola out.
	CopyPasteAbsent Fault = "copia_e_cola_absent"
	// StatusUnknown gives a charge a status that no version of the API has.
	StatusUnknown Fault = "status_unknown"
)

// Faults of the service.
const (
	// Down cuts the connection without an answer, for tokens too.
	Down Fault = "down"
	// Slow does nothing for the delay and then answers.
	Slow Fault = "slow"
	// SlowAfterCommit does what a changing call asks for and answers after the delay.
	SlowAfterCommit Fault = "slow_after_commit"
	// ServerErrors answers 500 and does nothing.
	ServerErrors Fault = "server_errors"
	// ErrorAfterCommit does what a changing call asks for and answers 500.
	ErrorAfterCommit Fault = "error_after_commit"
	// TokenExpired issues tokens that are over at once, whatever expires_in says.
	TokenExpired Fault = "token_expired"
	// TokenRevoked makes the token of the call void.
	TokenRevoked Fault = "token_revoked"
)

// Faults of refunds.
const (
	// RefundFails ends a refund with NAO_REALIZADO.
	RefundFails Fault = "refund_fails"
	// RefundStuck leaves it EM_PROCESSAMENTO until Bank.FinishRefund ends it.
	RefundStuck Fault = "refund_stuck"
	// RefundSlow leaves it EM_PROCESSAMENTO for the delay.
	RefundSlow Fault = "refund_slow"
	// PulledBack has the bank take a payment back by itself as soon as it came in (MED).
	PulledBack Fault = "pulled_back"
)

// usualDelay is the delay of the faults that have one, where their setting names none.
var usualDelay = map[Fault]time.Duration{
	WebhookLate: time.Minute, WebhookReordered: 10 * time.Second, WebhookBatched: 2 * time.Second,
	Slow: 30 * time.Second, SlowAfterCommit: 30 * time.Second, RefundSlow: time.Minute,
}

// service are the faults that are decided call by call, so that a method can narrow them.
var service = []Fault{Down, Slow, SlowAfterCommit, ServerErrors, ErrorAfterCommit, TokenExpired, TokenRevoked}

// faults are all of them.
var faults = append([]Fault{
	WebhookLost, WebhookDoubled, WebhookEarly, WebhookLate, WebhookReordered, WebhookBatched,
	WrongAmount, PaidTwice, PaidLate, RefundsAsObject, ExpiryAsString, CopyPasteAbsent, StatusUnknown,
	RefundFails, RefundStuck, RefundSlow, PulledBack,
}, service...)

// Faults lists all faults by name.
func Faults() []Fault { return slices.Sorted(slices.Values(faults)) }

// Setting says when a fault happens and how. The zero value switches it off.
type Setting struct {
	// Next is how many of the next occasions it happens at for certain.
	Next int
	// Probability is that of each occasion after those, from 0 to 1.
	Probability float64
	// Delay is for the faults that hold something back; 0 means a usual one.
	Delay time.Duration
	// Amount is what WrongAmount adds, in minor units; 0 means one centavo.
	Amount money.Amount
	// Method narrows a fault of the service to calls with this method of HTTP.
	Method string
}

// ErrSetting says that a fault cannot be set so. The text says why.
var ErrSetting = errors.New("fakepsp: bad setting of a fault")

// maxDelay bounds what is held back.
const maxDelay = 24 * time.Hour

func (s Setting) check(f Fault) error {
	_, delayed := usualDelay[f]
	switch {
	case !slices.Contains(faults, f):
		return fmt.Errorf("%w: there is no fault %q", ErrSetting, f)
	case s.Next < 0:
		return fmt.Errorf("%w: %s: next is negative", ErrSetting, f)
	case !(s.Probability >= 0 && s.Probability <= 1): // not even NaN
		return fmt.Errorf("%w: %s: a probability is from 0 to 1", ErrSetting, f)
	case s.Delay < 0 || s.Delay > maxDelay:
		return fmt.Errorf("%w: %s: a delay is from 0 to %s", ErrSetting, f, maxDelay)
	case s.Delay != 0 && !delayed:
		return fmt.Errorf("%w: %s has no delay", ErrSetting, f)
	case s.Amount != 0 && f != WrongAmount:
		return fmt.Errorf("%w: %s has no amount", ErrSetting, f)
	case s.Method != "" && !slices.Contains(service, f):
		return fmt.Errorf("%w: %s is not decided call by call, so that it has no method", ErrSetting, f)
	}
	return nil
}

// Switches are the faults that are on. They draw from a seeded source, so that the same
// calls in the same order meet the same faults. They are safe for concurrent use; a nil
// one has all faults off.
type Switches struct {
	mu     sync.Mutex
	random *rand.Rand
	on     map[Fault]Setting
}

// NewSwitches returns switches that are all off.
func NewSwitches(seed uint64) *Switches {
	return &Switches{random: rand.New(rand.NewPCG(seed, 0)), on: make(map[Fault]Setting)}
}

// Set switches a fault on, or off with the zero Setting. The error wraps ErrSetting.
func (s *Switches) Set(f Fault, to Setting) error {
	if err := to.check(f); err != nil {
		return err
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	if to.Next == 0 && to.Probability == 0 {
		delete(s.on, f)
		return nil
	}
	s.on[f] = to
	return nil
}

// Clear switches all faults off.
func (s *Switches) Clear() {
	s.mu.Lock()
	defer s.mu.Unlock()
	clear(s.on)
}

// Settings returns the faults that are on. Next is what is left of it.
func (s *Switches) Settings() map[Fault]Setting {
	s.mu.Lock()
	defer s.mu.Unlock()
	return maps.Clone(s.on)
}

// fires reports whether a fault happens at this occasion, and how.
func (s *Switches) fires(f Fault) (Setting, bool) { return s.firesAt(f, "") }

func (s *Switches) firesAt(f Fault, method string) (Setting, bool) {
	if s == nil {
		return Setting{}, false
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	set, on := s.on[f]
	if !on || set.Method != "" && set.Method != method {
		return Setting{}, false
	}
	how := set
	if how.Delay == 0 {
		how.Delay = usualDelay[f]
	}
	if how.Amount == 0 {
		how.Amount = 1
	}
	if set.Next > 0 {
		set.Next--
		s.on[f] = set
		if set.Next == 0 && set.Probability == 0 {
			delete(s.on, f)
		}
		return how, true
	}
	return how, s.random.Float64() < set.Probability
}
