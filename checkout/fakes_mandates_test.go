package checkout

import (
	"context"
	"crypto/sha256"
	"encoding/base64"
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"balcao/internal/ids"
	"balcao/order"
	"balcao/payment"
	"balcao/platform"
)

// fakeMandates is Mandates, and the sealer of the answers in these tests. The mandate
// "good:HASH" is good if HASH names one of the seals and is not used up, "bad:CODE" is
// refused with that code; a payment mandate is good if it is "pay:" and the checkout hash.
type fakeMandates struct {
	mu     sync.Mutex
	signed int
	asked  []MandateQuery
	paid   []order.PaymentEvidence
	// fail is what the next calls answer instead, by name.
	fail map[string][]error
	// during runs once before a mandate is judged, outside the lock.
	during func()
}

// mandates are the shop's.
func (s *shop) mandates() *fakeMandates { return s.Mandates.(*fakeMandates) }

func (f *fakeMandates) failNext(call string, errs ...error) {
	f.mu.Lock()
	defer f.mu.Unlock()
	if f.fail == nil {
		f.fail = map[string][]error{}
	}
	f.fail[call] = append(f.fail[call], errs...)
}

// failure is how a call fails, nil if it does not. The lock is held.
func (f *fakeMandates) failure(call string) error {
	if len(f.fail[call]) == 0 {
		return nil
	}
	err := f.fail[call][0]
	f.fail[call] = f.fail[call][1:]
	return err
}

func refusedMandate(code Code) error {
	return &MandateRefusal{Code: code, Receipt: "refused:" + string(code)}
}

func (f *fakeMandates) Checkout(_ context.Context, q MandateQuery) (order.Evidence, error) {
	f.mu.Lock()
	defer f.mu.Unlock()
	if during := f.during; during != nil {
		f.during = nil
		f.mu.Unlock()
		during()
		f.mu.Lock()
	}
	f.asked = append(f.asked, q)
	if err := f.failure("checkout"); err != nil {
		return order.Evidence{}, err
	}
	if code, bad := strings.CutPrefix(q.Mandate, "bad:"); bad {
		return order.Evidence{}, fmt.Errorf("judge: %w", refusedMandate(Code(code)))
	}
	hash, _ := strings.CutPrefix(q.Mandate, "good:")
	open, under, chained := strings.Cut(hash, " under ") // the hash first
	if chained {
		hash, open = open, under
	} else {
		open = ""
	}
	at := slices.IndexFunc(q.Seals, func(s Seal) bool { return s.Hash == hash && s.Checkout == q.Checkout })
	if at < 0 {
		return order.Evidence{}, refusedMandate(CodeMandateScope)
	}
	used, err := q.Used(order.Evidence{CheckoutHash: hash, OpenMandate: open})
	switch {
	case err != nil:
		return order.Evidence{}, fmt.Errorf("judge: %w", err)
	case used:
		return order.Evidence{}, refusedMandate(CodeMandateScope)
	}
	return order.Evidence{
		Checkout: q.Checkout, Platform: q.Platform, AdmittedAt: q.Now, CheckoutHash: hash, Terms: q.Seals[at].Payload,
		Authorization: q.Seals[at].Authorization, Mandate: q.Mandate, OpenMandate: open, Nonce: q.Nonce, MerchantID: "balcao-demo",
		Audiences: []string{"https://shop.example"}, IssuerKeys: []byte("[1]"), MerchantKeys: []byte("[2]"), SkewSeconds: 60, Chains: true,
	}, nil
}

func (f *fakeMandates) Payment(_ context.Context, of order.Evidence, q order.PaymentEvidence) (order.PaymentEvidence, error) {
	f.mu.Lock()
	defer f.mu.Unlock()
	f.paid = append(f.paid, q)
	if err := f.failure("payment"); err != nil {
		return order.PaymentEvidence{}, err
	}
	closed, open, _ := strings.Cut(q.Mandate, " under ")
	if closed != "pay:"+of.CheckoutHash {
		return order.PaymentEvidence{}, refusedMandate(CodeMandateScope)
	}
	q.OpenMandate = open
	q.Audiences = []string{"https://psp.example"}
	return q, nil
}

func (f *fakeMandates) Placed(ev order.Evidence, at time.Time) (order.Evidence, error) {
	f.mu.Lock()
	defer f.mu.Unlock()
	if err := f.failure("receipt"); err != nil {
		return order.Evidence{}, err
	}
	ev.Receipt = fmt.Sprintf("receipt:%s:%s:%s", ev.Order, ev.CheckoutHash, at.Format(time.RFC3339))
	return ev, nil
}

// judged counts the mandates that were looked at.
func (f *fakeMandates) judged() int {
	f.mu.Lock()
	defer f.mu.Unlock()
	return len(f.asked)
}

// sealed is an answer as it goes out under AP2.
type sealed struct {
	Shown               json.RawMessage
	Authorization, Hash string
	Nonce               string
	Receipt             string `json:",omitempty"`
}

// answer encodes a result and seals what it shows: with the seal that the same bytes have
// already, or else with a new one, which no other signature is equal to.
func (f *fakeMandates) answer(r Result) ([]byte, error) {
	c := r.Checkout
	shown := encode(map[string]any{
		"id": c.ID, "status": r.Status, "lines": c.Lines, "buyer": c.Buyer, "totals": c.Totals, "discounts": c.Discounts,
		"fulfillment": c.Fulfillment, "order": c.Order, "expires": c.ExpiresAt, "messages": r.Messages,
		"instrument": instrumentShown(r), "charge": chargeShown(r),
	})
	seal := func() Seal {
		if known := r.Seals.Of(shown); len(known) > 0 {
			return known[0]
		}
		f.mu.Lock()
		f.signed++
		signature := fmt.Sprint("signature ", f.signed)
		f.mu.Unlock()
		sum := sha256.Sum256([]byte(signature + string(shown)))
		hash := base64.RawURLEncoding.EncodeToString(sum[:])
		r.Seals.Add(hash, shown, signature)
		return Seal{Hash: hash, Authorization: signature}
	}()
	return encode(sealed{Shown: shown, Authorization: seal.Authorization, Hash: seal.Hash, Nonce: c.Nonce, Receipt: r.MandateReceipt}), nil
}

func instrumentShown(r Result) *payment.Instrument {
	if i := r.Checkout.Instrument; i != nil && (!r.Checkout.isPix(i.Handler) || r.ChargeVisible) {
		return i
	}
	return nil
}

func chargeShown(r Result) string {
	if r.ChargeVisible {
		return r.Checkout.Charge().CopyPaste
	}
	return ""
}

// mandated begins a conversation with AP2 negotiated.
func (s *shop) mandated(t testing.TB, capabilities ...string) *buyer {
	return s.chat(t, append(capabilities, platform.CapAP2Mandate)...)
}

// ask sends the commands and returns the answer as it went out. It must be sealed, and the
// seal stored.
func (b *buyer) ask(commands ...Command) (sealed, Result) {
	b.t.Helper()
	done, err := b.Do(b.t.Context(), b.request(commands...))
	if err != nil {
		b.t.Fatalf("Do(%T): %v", commands, err)
	}
	return b.opened(done.Reply), done.Result
}

// opened decodes a sealed answer.
func (b *buyer) opened(reply []byte) sealed {
	b.t.Helper()
	var out sealed
	if err := json.Unmarshal(reply, &out); err != nil || out.Hash == "" || out.Nonce == "" {
		b.t.Fatalf("answer without a seal (%v): %s", err, reply)
	}
	return out
}

// kept returns the stored seals of the checkout's current revision.
func (b *buyer) kept(id ids.Checkout) []Seal {
	b.t.Helper()
	seals, err := b.store.Seals(b.t.Context(), id, b.read(b.t, id).Revision)
	if err != nil {
		b.t.Fatal(err)
	}
	return seals
}

// good is a mandate over what the checkout now shows.
func (b *buyer) good() string {
	b.t.Helper()
	shown, _ := b.ask()
	return "good:" + shown.Hash
}

// by adds a mandate to a completion.
func by(mandate string, c Complete) Complete {
	c.Mandate = mandate
	return c
}

// proof returns the evidence of the order, which must be there.
func (s *shop) proof(t testing.TB, id ids.Order) order.Evidence {
	t.Helper()
	for _, ev := range s.proofs(t) {
		if ev.Order == id {
			return ev
		}
	}
	t.Errorf("no evidence of %s", id)
	return order.Evidence{}
}

// proofs returns all evidence.
func (s *shop) proofs(t testing.TB) []order.Evidence {
	t.Helper()
	s.store.mu.Lock()
	defer s.store.mu.Unlock()
	var out []order.Evidence
	for hash := range s.store.evidence {
		ev, err := stored[string, order.Evidence](s.store.evidence, hash)
		if err != nil {
			t.Fatal(err)
		}
		out = append(out, ev)
	}
	return out
}

// wantUntouched checks that a completion changed nothing of the checkout or the shop.
func wantUntouched(t testing.TB, b *buyer, was *Checkout) {
	t.Helper()
	if now := b.read(t, was.ID); !equal(now, was) {
		t.Errorf("changed:\n got %+v\nwant %+v", now, was)
	}
	if n := b.bank.count("authorize") + b.bank.count("charge"); n != 0 {
		t.Errorf("%d calls of the provider", n)
	}
	for _, l := range was.Lines {
		if got := b.store.level(l.Variant); got.Reserved != 0 {
			t.Errorf("%d of %s are held", got.Reserved, l.Variant)
		}
	}
	if b.orders() != 0 {
		t.Error("an order was placed")
	}
}

var errNoProfile = errors.New("profile: no answer")
