package main

import (
	"bufio"
	"context"
	"encoding/json"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"sync"
	"sync/atomic"
	"syscall"
	"testing"
	"time"

	"balcao/internal/ids"
	"balcao/order"
	"balcao/store/sqlite"
)

const (
	// crashPurchases is how many purchases are under way when the shop is killed.
	crashPurchases = 1000
	crashBuyers    = 32
	// crashItem is bought once in each; crashStock is there.
	crashItem  = "camiseta-vermelha-m"
	crashStock = 100_000
)

// Kill -9 in the middle of 1,000 purchases: after a restart no order is lost that was
// acknowledged, none is doubled, and the stock adds up.
func TestKilledInTheMiddleOfPurchases(t *testing.T) {
	t.Parallel()
	dir, stock := t.TempDir(), fmt.Sprintf("--sandbox-stock=%d", crashStock)
	address := keptAddress(t) // the platform's profile is served there
	shop := spawnShop(t, dir, address, stock)
	acknowledged := &ledger{orders: map[string]string{}}
	var begun atomic.Int64
	everyPurchase(func(i int) {
		buy(&crashClient{shop: shop.testShop, conversation: fmt.Sprintf("ctx-%d", i)}, acknowledged)
		if begun.Add(1) == crashPurchases/2 {
			shop.kill() // in the middle: the other buyers are at every stage of theirs
		}
	})

	again := spawnShop(t, dir, address, stock)
	// What was begun goes on: platforms retry, the provider brings its callbacks, jobs run.
	everyPurchase(func(i int) {
		buy(&crashClient{shop: again.testShop, conversation: fmt.Sprintf("ctx-%d", i), patience: time.Minute}, acknowledged)
	})
	again.quiet()
	again.terminate()
	holdsTogether(t, filepath.Join(dir, "shop.db"), acknowledged)
}

// everyPurchase has the buyers do all purchases, many at a time.
func everyPurchase(do func(i int)) {
	work := make(chan int)
	var buyers sync.WaitGroup
	for range crashBuyers {
		buyers.Add(1)
		go func() {
			defer buyers.Done()
			for i := range work {
				do(i)
			}
		}()
	}
	for i := range crashPurchases {
		work <- i
	}
	close(work)
	buyers.Wait()
}

// ledger is what buyers were told: the order of each conversation.
type ledger struct {
	mu     sync.Mutex
	orders map[string]string
	fault  error
}

func (l *ledger) told(conversation, order string) {
	l.mu.Lock()
	defer l.mu.Unlock()
	if had := l.orders[conversation]; had != "" && had != order {
		l.fault = fmt.Errorf("%s was told of orders %s and %s", conversation, had, order)
	}
	l.orders[conversation] = order
}

// buy plays one purchase with fixed message ids, as far as the shop answers. Playing it
// again after a crash is a platform's retry.
func buy(c *crashClient, l *ledger) {
	if c.act("add", `"action":"add_to_checkout","product_id":"`+crashItem+`"`) == nil {
		return
	}
	if c.act("pay", `"action":"start_payment"`) == nil || c.act("complete", `"action":"complete_checkout"`) == nil {
		return
	}
	for range 500 {
		checkout := c.act(fmt.Sprintf("look-%d", time.Now().UnixNano()), `"action":"get_checkout"`)
		if checkout == nil {
			return
		}
		if id, ok := dig(checkout, "order", "id").(string); ok {
			l.told(c.conversation, id)
			return
		}
		time.Sleep(10 * time.Millisecond)
	}
}

// spawned is a shop in a process of its own, which can be killed.
type spawned struct {
	*testShop
	cmd *exec.Cmd
}

func spawnShop(t testing.TB, dir, listen string, flags ...string) *spawned {
	t.Helper()
	cmd := exec.Command(os.Args[0], append([]string{
		"serve", "--listen=" + listen, "--admin-listen=127.0.0.1:0",
		"--database=sqlite:" + filepath.Join(dir, "shop.db"), "--sandbox-settle-after=10ms",
	}, flags...)...)
	cmd.Env = append(os.Environ(), runMainEnv+"=1")
	stderr, err := cmd.StderrPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	s := &spawned{testShop: &testShop{t: t, Dir: dir, client: newClient()}, cmd: cmd}
	t.Cleanup(s.kill)
	ready, ended := make(chan struct{}), make(chan string, 1)
	go func() {
		last := ""
		defer func() { ended <- last }()
		lines := bufio.NewScanner(stderr)
		started := false
		for lines.Scan() {
			last = lines.Text()
			var line struct {
				Msg, Admin string
				PublicURL  string `json:"public_url"`
			}
			if json.Unmarshal(lines.Bytes(), &line) == nil && line.Msg == "serving" && !started {
				started = true
				s.URL, s.Admin = line.PublicURL, line.Admin
				close(ready)
			}
		}
	}()
	select {
	case <-ready:
	case last := <-ended:
		t.Fatalf("the shop did not start: %s", last)
	case <-time.After(2 * time.Minute): // a large catalogue takes a while
		t.Fatal("the shop did not start in two minutes")
	}
	return s
}

func (s *spawned) kill() {
	_ = s.cmd.Process.Signal(syscall.SIGKILL)
	_ = s.cmd.Wait() // it was killed: that is no news
}

// terminate stops the shop as an operator does.
func (s *spawned) terminate() {
	s.t.Helper()
	s.client.CloseIdleConnections()
	if err := s.cmd.Process.Signal(syscall.SIGTERM); err != nil {
		s.t.Fatal(err)
	}
	if err := s.cmd.Wait(); err != nil {
		s.t.Fatalf("the shop did not stop cleanly: %v", err)
	}
}

// quiet waits until nothing is reserved any more: every purchase has ended.
func (s *spawned) quiet() {
	s.t.Helper()
	deadline := time.Now().Add(60 * time.Second)
	for {
		var stock struct {
			Stock []struct {
				Variant  string
				Reserved int64
			}
		}
		_, body := s.admin("GET", "/stock", "")
		if err := json.Unmarshal(body, &stock); err != nil {
			s.t.Fatalf("stock: %v", err)
		}
		var reserved int64
		for _, l := range stock.Stock {
			reserved += l.Reserved
		}
		if reserved == 0 {
			return
		}
		if time.Now().After(deadline) {
			s.t.Fatalf("%d units are still reserved", reserved)
		}
		time.Sleep(50 * time.Millisecond)
	}
}

// holdsTogether looks into the database of the stopped shop.
func holdsTogether(t *testing.T, path string, l *ledger) {
	t.Helper()
	if l.fault != nil {
		t.Error(l.fault)
	}
	ctx := context.Background()
	store, err := sqlite.Open(ctx, sqlite.Options{Path: path})
	if err != nil {
		t.Fatal(err)
	}
	defer store.Close()
	orders, err := store.Orders(ctx, 0)
	if err != nil {
		t.Fatal(err)
	}
	byID := map[ids.Order]*order.Order{}
	checkouts := map[ids.Checkout]bool{}
	var sold int64
	for _, o := range orders {
		if checkouts[o.Checkout] {
			t.Errorf("checkout %s has two orders", o.Checkout)
		}
		byID[o.ID], checkouts[o.Checkout] = o, true
		for _, line := range o.Lines {
			sold += line.Original
		}
	}
	for conversation, id := range l.orders {
		if byID[ids.Order(id)] == nil {
			t.Errorf("order %s of %s was acknowledged and is lost", id, conversation)
		}
	}
	if len(orders) != crashPurchases || len(l.orders) != crashPurchases {
		t.Errorf("%d orders and %d acknowledged, want %d of each", len(orders), len(l.orders), crashPurchases)
	}
	levels, err := store.Levels(ctx, []ids.Variant{crashItem})
	if err != nil {
		t.Fatal(err)
	}
	if got := levels[crashItem]; got != crashStock-sold {
		t.Errorf("%d are left of %d after %d were sold", got, crashStock, sold)
	}
}
