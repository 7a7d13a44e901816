package fakepsp

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"reflect"
	"sync"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"

	"balcao/internal/clock"
	"balcao/internal/ids"
	"balcao/payment"
	"balcao/payment/pix"
)

// bubbleStart is when time starts in a synctest bubble, where clock.System is a fake one.
var bubbleStart = time.Date(2000, 1, 1, 0, 0, 0, 0, time.UTC)

// phone is the shop's end of the callbacks.
type phone struct {
	mu     sync.Mutex
	bodies []string
	after  []time.Duration // when they came, since bubbleStart
	answer func(call int) error
	errs   []error
}

func (p *phone) deliver(_ context.Context, _ string, body []byte) error {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.bodies = append(p.bodies, string(body))
	p.after = append(p.after, clock.System{}.Now().Sub(bubbleStart))
	if p.answer == nil {
		return nil
	}
	return p.answer(len(p.bodies))
}

func (p *phone) onError(err error) { p.errs = append(p.errs, err) }

// config makes a shop that listens on p.
func (p *phone) config(path string) Config {
	config := bookConfig(path, clock.System{})
	config.SettleAfter, config.Deliver, config.OnError = 3*time.Second, p.deliver, p.onError
	return config
}

// start runs a sandbox inside a bubble and returns what ends it.
func start(t *testing.T, config Config) (s *Bank, stop func()) {
	t.Helper()
	s = openBank(t, config)
	go func() {
		if err := s.Run(t.Context()); err != nil {
			t.Error(err)
		}
	}()
	synctest.Wait()
	return s, func() {
		if err := s.Close(); err != nil {
			t.Error(err)
		}
	}
}

func callback(r payment.Receipt) string {
	return fmt.Sprintf(`{"pix":[{"endToEndId":"%s","txid":"%s","valor":"79.80","chave":"pix@balcao.example","horario":"2000-01-01T00:00:%06.3fZ"}]}`,
		r.EndToEndID, r.TXID, r.PaidAt.Sub(bubbleStart).Seconds())
}

func TestRunSettlesAndAnnounces(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		var p phone
		s, stop := start(t, p.config(""))
		defer stop()
		charge1(t, s, 1)
		time.Sleep(500 * time.Millisecond)
		charge1(t, s, 2)
		time.Sleep(time.Second)
		early, err := s.Settle(t.Context(), txid(2))
		if err != nil {
			t.Fatal(err)
		}
		time.Sleep(time.Hour)
		synctest.Wait()
		settled := receipts(t, s, 1)
		if len(settled) != 1 || len(receipts(t, s, 2)) != 1 {
			t.Fatalf("receipts %+v, want one for each charge", settled)
		}
		if want := []string{callback(early), callback(settled[0])}; !reflect.DeepEqual(p.bodies, want) {
			t.Errorf("callbacks %q, want %q", p.bodies, want)
		}
		if want := []time.Duration{1500 * time.Millisecond, 3 * time.Second}; !reflect.DeepEqual(p.after, want) {
			t.Errorf("at %v, want %v", p.after, want)
		}
		if notices, bad, err := pix.ParseWebhook([]byte(p.bodies[0])); err != nil || len(bad) > 0 ||
			!reflect.DeepEqual(notices, []pix.Notice{{EndToEndID: early.EndToEndID, TXID: txid(2)}}) {
			t.Errorf("ParseWebhook: %v, %v, %v", notices, bad, err)
		}
	})
}

func TestNeverSettlesByItself(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		var p phone
		config := p.config("")
		config.SettleAfter = 0
		s, stop := start(t, config)
		charge1(t, s, 1) // not paid
		time.Sleep(2 * chargeLife)
		stop()
		config.SettleAfter = 3 * time.Second
		s, stop = start(t, config)
		defer stop()
		charge1(t, s, 2) // removed in time
		if err := s.Remove(t.Context(), txid(2)); err != nil {
			t.Fatal(err)
		}
		// expires first
		put(t, s, 3, time.Second)
		time.Sleep(time.Hour)
		synctest.Wait()
		if len(p.bodies) != 0 || len(receipts(t, s, 2)) != 0 || len(receipts(t, s, 3)) != 0 {
			t.Errorf("something was paid: %q", p.bodies)
		}
	})
}

func TestDeliveryIsRetried(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		refusal := errors.New("503")
		p := phone{answer: func(call int) error {
			if call <= 12 {
				return refusal
			}
			return nil
		}}
		s, stop := start(t, p.config(""))
		defer stop()
		charge1(t, s, 1)
		time.Sleep(24 * time.Hour)
		synctest.Wait()
		// 3 s, then pauses of 1, 2, 4 … 256, 300, 300, 300 s.
		var want []time.Duration
		for at, pause := 3*time.Second, time.Second; len(want) < 13; at, pause = at+pause, min(2*pause, 5*time.Minute) {
			want = append(want, at)
		}
		if !reflect.DeepEqual(p.after, want) {
			t.Errorf("deliveries at %v, want %v", p.after, want)
		}
		if len(p.errs) != 12 || !errors.Is(p.errs[0], refusal) {
			t.Errorf("errors %v", p.errs)
		}
		for _, body := range p.bodies {
			if body != p.bodies[0] {
				t.Errorf("callback %q, the first was %q", body, p.bodies[0])
			}
		}
	})
}

func TestDeliveryTimesOut(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		var calls atomic.Int32
		config := (&phone{}).config("")
		config.Deliver = func(ctx context.Context, _ string, _ []byte) error {
			if calls.Add(1) > 1 {
				return nil
			}
			<-ctx.Done()
			return ctx.Err()
		}
		s, stop := start(t, config)
		defer stop()
		charge1(t, s, 1)
		time.Sleep(3*time.Second + deliverTimeout + firstPause - time.Millisecond)
		synctest.Wait()
		if got := calls.Load(); got != 1 {
			t.Errorf("%d calls, want 1 so far", got)
		}
		time.Sleep(time.Millisecond)
		synctest.Wait()
		if got := calls.Load(); got != 2 {
			t.Errorf("%d calls, want 2", got)
		}
	})
}

// Payments that wait together are announced together; once that failed, each alone, so
// that one the shop chokes on holds up no other.
func TestBatch(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		var sizes []int
		config := (&phone{}).config("")
		config.Deliver = func(_ context.Context, _ string, body []byte) error {
			notices, _, err := pix.ParseWebhook(body)
			if err != nil {
				return err
			}
			sizes = append(sizes, len(notices))
			for _, n := range notices {
				if n.TXID == txid(7) {
					return errors.New("cannot take charge 7")
				}
			}
			return nil
		}
		s, stop := start(t, config)
		defer stop()
		for n := range maxBatch + 10 {
			charge1(t, s, n)
		}
		time.Sleep(time.Minute)
		synctest.Wait()
		bySize := make(map[int]int)
		for _, size := range sizes {
			bySize[size]++
		}
		// One of 100 and one of 10, one of which has charge 7. Then each payment of that one
		// alone: charge 7 five times, 1, 3, 7, 15 and 31 s later, the others once.
		alone := bySize[1] - 4
		if bySize[100] != 1 || bySize[10] != 1 || len(bySize) != 3 || alone != 100 && alone != 10 {
			t.Errorf("sizes of callbacks %v", bySize)
		}
	})
}

// What was not heard before a crash is announced after it, what was heard is not.
func TestUndeliveredAfterRestart(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		path := filepath.Join(t.TempDir(), "pix.journal")
		p := phone{answer: func(call int) error {
			if call > 1 {
				return errors.New("down")
			}
			return nil
		}}
		s, stop := start(t, p.config(path))
		charge1(t, s, 1)
		time.Sleep(10 * time.Second)
		charge1(t, s, 2)
		time.Sleep(10 * time.Second)
		paid := receipts(t, s, 2)
		stop()

		var later phone
		_, stop = start(t, later.config(path))
		time.Sleep(time.Hour)
		stop()
		if want := []string{callback(paid[0])}; !reflect.DeepEqual(later.bodies, want) {
			t.Errorf("after the restart %q, want %q", later.bodies, want)
		}

		var last phone
		_, stop = start(t, last.config(path))
		time.Sleep(time.Hour)
		stop()
		if len(last.bodies) != 0 {
			t.Errorf("after one more restart %q, want nothing", last.bodies)
		}
	})
}

// A crash between delivery and book makes the payment come twice, not never.
func TestDeliveredTwice(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		path := filepath.Join(t.TempDir(), "pix.journal")
		copied := filepath.Join(t.TempDir(), "at-the-crash.journal")
		p := phone{answer: func(int) error {
			book, err := os.ReadFile(path)
			if err != nil {
				return err
			}
			return os.WriteFile(copied, book, 0o600)
		}}
		s, stop := start(t, p.config(path))
		charge1(t, s, 1)
		time.Sleep(10 * time.Second)
		stop()

		var later phone
		_, stop = start(t, later.config(copied))
		time.Sleep(time.Hour)
		stop()
		if len(p.bodies) != 1 || !reflect.DeepEqual(later.bodies, p.bodies) {
			t.Errorf("before %q, after %q, want the same one", p.bodies, later.bodies)
		}
	})
}

// While the book cannot be written nothing settles, and Run says so and goes on.
func TestRunWithoutBook(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		var p phone
		s, stop := start(t, p.config(filepath.Join(t.TempDir(), "pix.journal")))
		defer stop()
		charge1(t, s, 1)
		s.mu.Lock()
		s.book.Close()
		s.mu.Unlock()
		time.Sleep(10 * time.Second)
		synctest.Wait()
		// After 3, 4, 6 and 10 s.
		if len(p.errs) != 4 || !errors.Is(p.errs[0], os.ErrClosed) || len(p.bodies) != 0 {
			t.Errorf("errors %v, callbacks %q", p.errs, p.bodies)
		}
	})
}

func TestRunEnds(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		s, err := Open((&phone{}).config(""))
		if err != nil {
			t.Fatal(err)
		}
		ctx, cancel := context.WithCancel(t.Context())
		ended := make(chan error)
		go func() { ended <- s.Run(ctx) }()
		synctest.Wait()
		if err := s.Run(ctx); err == nil {
			t.Error("a second Run beside the first")
		}
		cancel()
		if err := <-ended; err != nil {
			t.Errorf("when its context ended: %v", err)
		}
		go func() { ended <- s.Run(t.Context()) }()
		synctest.Wait()
		go s.Close()
		if err := <-ended; err != nil {
			t.Errorf("when the sandbox was closed: %v", err)
		}
	})
}

// The shop's own timer drives Run where time stands still.
func TestInjectedTimer(t *testing.T) {
	t.Parallel()
	fake := clock.NewFake(noon)
	asked, timer := make(chan time.Duration), make(chan time.Time)
	delivered := make(chan string, 1)
	config := bookConfig("", fake)
	config.SettleAfter = 3 * time.Second
	config.After = func(d time.Duration) <-chan time.Time { asked <- d; return timer }
	config.Deliver = func(_ context.Context, _ string, body []byte) error { delivered <- string(body); return nil }
	s := openBank(t, config)
	charge1(t, s, 1)
	go s.Run(t.Context())
	if got := <-asked; got != 3*time.Second {
		t.Errorf("waits %v, want 3s", got)
	}
	fake.Advance(3 * time.Second)
	for waiting := true; waiting; {
		select {
		case timer <- fake.Now():
		case <-asked: // woken by the charge itself
		case body := <-delivered:
			if notices, _, err := pix.ParseWebhook([]byte(body)); err != nil || len(notices) != 1 || notices[0].TXID != txid(1) {
				t.Errorf("callback %s (%v)", body, err)
			}
			waiting = false
		}
	}
}

// A hundred buyers at once, each with a shop that asks twice.
func TestConcurrent(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		path := filepath.Join(t.TempDir(), "pix.journal")
		heard := make(map[ids.TXID]string)
		config := (&phone{}).config(path)
		var s *Bank
		config.Deliver = func(ctx context.Context, _ string, body []byte) error {
			notices, _, err := pix.ParseWebhook(body)
			for _, n := range notices {
				heard[n.TXID] = n.EndToEndID
				if _, _, err := s.get(ctx, n.TXID); err != nil {
					return err
				}
			}
			return err
		}
		s, stop := start(t, config)
		var wg sync.WaitGroup
		for n := range 100 {
			for range 2 {
				wg.Go(func() {
					charge1(t, s, n)
				})
			}
		}
		wg.Wait()
		time.Sleep(time.Minute)
		synctest.Wait()
		stop()
		seen := make(map[string]bool)
		again := openBank(t, bookConfig(path, clock.System{}))
		for n := range 100 {
			got := receipts(t, again, n)
			if len(got) != 1 || got[0].EndToEndID != heard[txid(n)] || seen[heard[txid(n)]] {
				t.Errorf("charge %d: %+v, heard %q", n, got, heard[txid(n)])
			}
			seen[heard[txid(n)]] = true
		}
	})
}
