package checkout

import (
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"balcao/conversation"
	"balcao/internal/ids"
	"balcao/payment"
)

// wantStored checks that the seal of an answer is kept among those of its revision, over the
// bytes that were shown.
func wantStored(t *testing.T, b *buyer, got sealed, id ids.Checkout) {
	t.Helper()
	for _, seal := range b.kept(id) {
		if seal.Hash == got.Hash {
			if string(seal.Payload) != string(got.Shown) || seal.Authorization != got.Authorization {
				t.Errorf("stored seal %+v, shown %+v", seal, got)
			}
			return
		}
	}
	t.Errorf("the seal %s is not stored", got.Authorization)
}

func TestEveryAnswerIsSealed(t *testing.T) {
	t.Parallel()
	b := newShop().mandated(t)
	shown, r := b.ask(Create{Input: lines(line("jeans", 1))})
	id := r.Checkout.ID
	wantStored(t, b, shown, id)
	honest := func() string { return b.good() }
	for _, step := range []struct {
		name     string
		commands func() []Command
		status   Status
	}{
		{"read", func() []Command { return nil }, ReadyForComplete},
		{"update", func() []Command { return []Command{Update{Input: lines(line("jeans", 2))}} }, ReadyForComplete},
		{"refused", func() []Command { return []Command{Add{Item: "nix", Quantity: 1}} }, ReadyForComplete},
		{"refused completion", func() []Command { return []Command{payByPix()} }, ReadyForComplete},
		{"refused mandate", func() []Command { return []Command{by("bad:mandate_expired", payByPix())} }, ReadyForComplete},
		{"declined", func() []Command { return []Command{by(honest(), Complete{Payment: card("fail_token")})} }, ReadyForComplete},
		{"complete by pix", func() []Command { return []Command{by(honest(), payByPix())} }, CompleteInProgress},
		{"refused by status", func() []Command { return []Command{Add{Item: "cap", Quantity: 1}} }, CompleteInProgress},
		{"cancel", func() []Command { return []Command{Cancel{}} }, Canceled},
		{"read of the end", func() []Command { return nil }, Canceled},
	} {
		commands := step.commands()
		before := len(b.kept(id))
		b.store.beforeCommit = func(w Write) {
			if w.Checkout == nil && w.Reply == nil && len(w.Seals) != 1 {
				t.Errorf("%s: %d seals in a write of nothing else", step.name, len(w.Seals))
			}
		}
		shown, r := b.ask(commands...)
		b.store.beforeCommit = nil
		wantStatus(t, r, step.status)
		wantStored(t, b, shown, id)
		if shown.Nonce != b.read(t, id).Nonce {
			t.Errorf("%s: nonce %q", step.name, shown.Nonce)
		}
		if n := len(b.kept(id)); n > before+1 {
			t.Errorf("%s: %d seals where there were %d", step.name, n, before)
		}
	}
}

// TestUnsealedAnswerIsNotGiven: what cannot be stored is not shown, not even to a read.
func TestUnsealedAnswerIsNotGiven(t *testing.T) {
	t.Parallel()
	b := newShop().mandated(t)
	b.ask(Create{Input: lines(line("jeans", 1))})
	down := func(left int) error {
		b.Store = &mortal{memStore: b.store, bank: b.bank, left: left}
		defer func() { b.Store = b.store }()
		_, err := b.Do(t.Context(), b.request(StartPayment{Handler: "another"}))
		return err
	}
	for left := 1; left <= 5; left++ { // context, checkout, seals, stock, commit
		if err := down(left); reason(err) != Unavailable {
			t.Errorf("operation %d: %v", left, err)
		}
	}
	if err := down(6); err != nil {
		t.Errorf("all is well, but %v", err)
	}
	// An answer that is sealed already needs nothing stored.
	b.ask(StartPayment{Handler: "another"})
	if err := down(5); err != nil {
		t.Errorf("the same answer: %v", err)
	}
}

func TestEqualAnswersShareASeal(t *testing.T) {
	t.Parallel()
	b := newShop().mandated(t)
	first, r := b.ask(Create{Input: lines(line("jeans", 1))})
	other, _ := b.ask(StartPayment{Handler: "another"})
	for range 3 {
		if again, _ := b.ask(); again.Authorization != first.Authorization {
			t.Errorf("read: seal %q, want %q", again.Authorization, first.Authorization)
		}
		if again, _ := b.ask(StartPayment{Handler: "another"}); again.Authorization != other.Authorization {
			t.Errorf("refused: seal %q, want %q", again.Authorization, other.Authorization)
		}
	}
	if got := b.kept(r.Checkout.ID); len(got) != 2 || got[0].Hash != first.Hash || got[1].Hash != other.Hash {
		t.Errorf("seals %+v", got)
	}
	// The same bytes in another revision are sealed anew.
	b.ask(SetQuantity{Item: "jeans", Quantity: 2})
	back, _ := b.ask(SetQuantity{Item: "jeans", Quantity: 1})
	if string(back.Shown) != string(first.Shown) || back.Hash == first.Hash || back.Nonce == first.Nonce {
		t.Errorf("back again: %+v, at first %+v", back, first)
	}
	in := lines(line("jeans", 1))
	in.Attribution = map[string]string{"campanha": "junho"} // changes the terms and not what this encoder shows
	next, r := b.ask(Update{Input: in})
	if string(next.Shown) != string(back.Shown) || next.Hash == back.Hash {
		t.Errorf("the next revision has the seal of the one before it: %+v", next)
	}
	wantStored(t, b, next, r.Checkout.ID)
}

// TestSealLimit: of very many answers to one revision the first and the newest can be agreed to.
func TestSealLimit(t *testing.T) {
	t.Parallel()
	b := newShop().mandated(t)
	first, r := b.ask(Create{Input: lines(line("jeans", 1))})
	var all []sealed
	for i := range 40 {
		shown, _ := b.ask(StartPayment{Handler: ids.Handler(fmt.Sprint("none-", i))})
		all = append(all, shown)
	}
	if n := len(b.kept(r.Checkout.ID)); n != MaxSeals {
		t.Errorf("%d seals", n)
	}
	for _, c := range []struct {
		name string
		of   sealed
		good bool
	}{{"oldest kept", all[9], true}, {"last that went", all[8], false}, {"second", all[0], false}, {"first", first, true}, {"newest", all[39], true}} {
		_, r := b.ask(by("good:"+c.of.Hash, Complete{Payment: card("fail_token")}))
		want := "mandate_scope_mismatch $.ap2.checkout_mandate"
		if c.good {
			want = "payment_failed $.payment.instruments"
		}
		if got := said(r.Messages); !slices.Equal(got, []string{want}) {
			t.Errorf("%s: %q, want %q", c.name, got, want)
		}
	}
}

// TestNewTermsNewChallenge: a change of terms has its own nonce, and what was agreed to before it
// is good no more.
func TestNewTermsNewChallenge(t *testing.T) {
	t.Parallel()
	b := newShop().mandated(t)
	first, r := b.ask(Create{Input: lines(line("jeans", 1))})
	seen := map[string]bool{first.Nonce: true}
	for n := range int64(3) {
		old := b.good()
		shown, _ := b.ask(SetQuantity{Item: "jeans", Quantity: n + 2})
		if seen[shown.Nonce] {
			t.Errorf("nonce %q again", shown.Nonce)
		}
		seen[shown.Nonce] = true
		was := b.read(t, r.Checkout.ID)
		_, refused := b.ask(by(old, Complete{Payment: card("ok")}))
		wantSaid(t, refused.Messages, "mandate_scope_mismatch $.ap2.checkout_mandate")
		wantUntouched(t, b, was)
		if b.read(t, r.Checkout.ID).Nonce != shown.Nonce {
			t.Error("a refusal has changed the nonce")
		}
	}
}

// sealing encodes tasks as the platform's binding would: sealed.
type sealing struct {
	fakeFollowers
	shop *shop
}

func (f *sealing) Body(_ conversation.Task, r Result) ([]byte, error) { return f.shop.encodeResult(r) }

// TestTasksAreSealed: what a task shows is an answer too, whoever caused it.
func TestTasksAreSealed(t *testing.T) {
	t.Parallel()
	for name, tt := range map[string]struct {
		end    func(*buyer, payment.Charge)
		status Status
	}{
		"paid": {func(b *buyer, ch payment.Charge) {
			b.bank.pay(ch.TXID, "E1", ch.Amount, start)
			if err := b.SettleCharge(b.t.Context(), ch.TXID); err != nil {
				b.t.Fatal(err)
			}
		}, Completed},
		"expired": {func(b *buyer, _ payment.Charge) {
			b.clock.Advance(33 * time.Minute)
			b.runJobs(b.t)
		}, ReadyForComplete},
		"canceled": {func(b *buyer, _ payment.Charge) { b.must(Cancel{}) }, Canceled},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			s := newShop()
			s.Followers = &sealing{shop: s}
			b := s.mandated(t)
			b.ask(Create{Input: lines(line("jeans", 1))})
			complete := by(b.good(), payByPix())
			before := len(b.store.seals)
			r := b.follow(complete)
			id, task := r.Checkout.ID, r.Task.ID
			if n := len(b.store.seals); n != before+1 {
				t.Errorf("%d new seals of a message and its task, which show the same", n-before)
			}
			wantStored(t, b, b.opened(r.Task.Body), id)
			tt.end(b, *r.Checkout.Charge())
			stored, err := b.store.Task(t.Context(), task)
			if err != nil {
				t.Fatal(err)
			}
			shown := b.opened(stored.Body)
			if !strings.Contains(string(shown.Shown), string(tt.status)) || shown.Nonce != b.read(t, id).Nonce {
				t.Errorf("the task shows %s, nonce %q", shown.Shown, shown.Nonce)
			}
			wantStored(t, b, shown, id)
		})
	}
}

// TestWithoutAP2: nothing is sealed, and a mandate is not even looked at.
func TestWithoutAP2(t *testing.T) {
	t.Parallel()
	for _, mandate := range []string{"", "bad:mandate_expired", "good:nothing"} {
		for _, judge := range []Mandates{&fakeMandates{}, nil} {
			b := newShop().chat(t)
			b.Mandates = judge
			b.must(Create{Input: lines(line("jeans", 1))})
			b.must(StartPayment{})
			r := b.must(by(mandate, Complete{Payment: card("ok")}))
			wantStatus(t, r, Completed)
			if r.Seals != nil || r.MandateReceipt != "" || r.Checkout.Nonce != "" || r.Checkout.Mandate != nil || len(b.store.seals)+len(b.store.evidence) != 0 {
				t.Errorf("%q: seals %v of %d, receipt %q, nonce %q", mandate, r.Seals, len(b.store.seals), r.MandateReceipt, r.Checkout.Nonce)
			}
			if judge != nil && b.mandates().judged() != 0 {
				t.Errorf("%q was judged", mandate)
			}
		}
	}
}

// TestWhatIsNotSentIsNotSealed: a result that only the shop's own page and its interpreter see
// has no seals to make.
func TestWhatIsNotSentIsNotSealed(t *testing.T) {
	t.Parallel()
	b := newShop().mandated(t)
	r := b.must(Create{Input: lines(line("jeans", 1))})
	_, looked, err := b.Look(t.Context(), b.caller, Target{Context: b.context})
	if err != nil || looked.Checkout == nil || looked.Seals != nil {
		t.Errorf("look: %v, with seals", err)
	}
	viewed, err := b.View(t.Context(), r.Checkout.ID, r.Checkout.Key)
	if err != nil || viewed.Checkout == nil || viewed.Seals != nil {
		t.Errorf("view: %v, with seals", err)
	}
}
