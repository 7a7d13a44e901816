package main

import (
	"bytes"
	"fmt"
	"io"
	"net/http"
	"strings"
	"testing"
	"time"
)

// The crowd of these tests: purchases, and subscribers to each.
const (
	followedPurchases = 100
	followersOfEach   = 10
)

// crowd is a shop in a process of its own with a thousand subscribers.
type crowd struct {
	shop    *spawned
	charges []string
	streams []*stream
}

// gatherCrowd makes the purchases and subscribes to them.
func gatherCrowd(t testing.TB, shop *spawned) *crowd {
	c := &crowd{shop: shop}
	shop.client.Transport.(*http.Transport).MaxConnsPerHost = 0 // each stream has its own
	p := shop.agent(t, "platform-checkout.json")
	for i := range followedPurchases {
		p.Context = fmt.Sprintf("crowd-%d", i)
		p.do("add_to_checkout", "product_id", "item_123", "quantity", 1)
		task, charge := p.follow()
		c.charges = append(c.charges, charge)
		for range followersOfEach {
			s := p.subscribe(task.ID)
			if first := s.next(); first.kind() != "task WORKING" {
				t.Fatalf("a stream begins with %s", first.kind())
			}
			c.streams = append(c.streams, s)
		}
	}
	return c
}

// settle pays everything and returns how many streams told of it and ended.
func (c *crowd) settle() int {
	for _, charge := range c.charges {
		c.shop.settle(charge)
	}
	told := 0
	for _, s := range c.streams {
		if got := s.rest(); len(got) == 2 && got[1] == "status COMPLETED" {
			told++
		}
	}
	return told
}

// gauge reads a metric of the shop.
func (s *testShop) gauge(name string) float64 {
	s.t.Helper()
	_, body := s.admin(http.MethodGet, "/metrics", "")
	for line := range strings.Lines(string(body)) {
		var v float64
		if n, _ := fmt.Sscanf(line, name+" %g", &v); n == 1 {
			return v
		}
	}
	s.t.Fatalf("no metric %s", name)
	return 0
}

// goroutinesBy waits until the shop has no more goroutines than this and returns how many
// it has.
func (s *testShop) goroutinesBy(most float64) float64 {
	deadline := time.Now().Add(10 * time.Second)
	for {
		s.client.CloseIdleConnections()
		n := s.gauge("go_goroutines")
		if n <= most || time.Now().After(deadline) {
			return n
		}
		time.Sleep(50 * time.Millisecond)
	}
}

// live is the heap that the shop's last garbage collection found in use, in bytes: the next
// one comes when it has doubled, with the headroom that counts as in use.
func (s *testShop) live() float64 {
	return s.gauge("go_memstats_next_gc_bytes")/2 - headroom
}

// A thousand subscribers on one process: none is lost on settlement, and nothing is left
// behind, neither by those whose stream ended nor by those who went away.
func TestThousandFollowers(t *testing.T) {
	t.Parallel()
	shop := spawnShop(t, t.TempDir(), "127.0.0.1:0", "--sandbox-settle-after=0s", "--sandbox-stock=1000000")
	start := shop.goroutinesBy(0.0001 + shop.gauge("go_goroutines"))
	c := gatherCrowd(t, shop)
	if n := shop.gauge("go_goroutines"); n < start+followedPurchases*followersOfEach {
		t.Errorf("%g goroutines with all streams open, %g at the start: are they open?", n, start)
	}
	if n := shop.gauge("balcao_a2a_streams"); n != followedPurchases*followersOfEach {
		t.Errorf("%g streams are said to be open", n)
	}
	if told := c.settle(); told != len(c.streams) {
		t.Errorf("%d of %d were told", told, len(c.streams))
	}
	const slack = 10 // connections of this test itself, workers of the runtime
	if n := shop.goroutinesBy(start + slack); n > start+slack {
		t.Errorf("%g goroutines after all streams ended, %g at the start", n, start)
	}
	// Those who go away without a word.
	p := shop.agent(t, "platform-checkout.json")
	p.Context = "left"
	p.do("add_to_checkout", "product_id", "item_123", "quantity", 1)
	task, _ := p.follow()
	for range 100 {
		s := p.subscribe(task.ID)
		s.next()
		s.cancel()
	}
	if n := shop.gauge("balcao_a2a_streams"); n > 100 {
		t.Errorf("%g streams are said to be open", n)
	}
	if n := shop.goroutinesBy(start + slack); n > start+slack {
		t.Errorf("%g goroutines after all clients went away, %g at the start", n, start)
	}
}

// BenchmarkFollowers measures what a subscriber costs: resident memory, and the time from
// a settlement until all of a task's subscribers were told.
//
//	go test ./cmd/balcao -run '^$' -bench Followers -benchtime 1x
func BenchmarkFollowers(b *testing.B) {
	for range b.N {
		shop := spawnShop(b, b.TempDir(), "127.0.0.1:0", "--sandbox-settle-after=0s", "--sandbox-stock=1000000")
		pid := shop.cmd.Process.Pid
		warmUp := shop.agent(b, "platform-checkout.json")
		for i := range followedPurchases { // the memory that as many purchases take alone
			warmUp.Context = fmt.Sprintf("warm-%d", i)
			warmUp.do("add_to_checkout", "product_id", "item_123", "quantity", 1)
			warmUp.follow()
		}
		before := resident(b, pid)
		c := gatherCrowd(b, shop)
		b.ReportMetric((resident(b, pid)-before)*1024/float64(len(c.streams)), "KB/subscriber")
		began := time.Now()
		if told := c.settle(); told != len(c.streams) {
			b.Fatalf("%d of %d were told", told, len(c.streams))
		}
		b.ReportMetric(float64(time.Since(began).Milliseconds())/followedPurchases, "ms/settlement")
		shop.kill()
	}
}

// A subscriber that does not read holds up neither the shop nor the others, and is cut off.
func TestSlowFollower(t *testing.T) {
	t.Parallel()
	shop := startShop(t)
	p := shop.agent(t, "platform.json")
	p.readyShirts()
	task, charge := p.follow()
	req, err := http.NewRequest(http.MethodPost, shop.URL+"/bcp/a2a", bytes.NewReader([]byte(`{"jsonrpc":"2.0","id":1,"method":"SubscribeToTask","params":{"id":"`+task.ID+`"}}`)))
	if err != nil {
		t.Fatal(err)
	}
	req.Header = p.Header.Clone()
	slow, err := shop.client.Do(req)
	if err != nil {
		t.Fatal(err)
	}
	defer slow.Body.Close()
	quick := p.subscribe(task.ID)
	quick.next()
	shop.settle(charge)
	if got := fmt.Sprint(quick.rest()); got != "[artifact checkout status COMPLETED]" {
		t.Errorf("the quick one is told %s", got)
	}
	if rest, err := io.ReadAll(slow.Body); err != nil || !bytes.Contains(rest, []byte("TASK_STATE_COMPLETED")) {
		t.Errorf("the slow one, once it reads, is told %.100s (%v)", rest, err)
	}
}

// A stream holds on to nothing of the request that opened it but its id, and an id that
// would be repeated in every event has a bound.
func TestFollowersHoldNoBodies(t *testing.T) {
	t.Parallel()
	shop := spawnShop(t, t.TempDir(), "127.0.0.1:0", "--sandbox-settle-after=0s")
	p := shop.agent(t, "platform-checkout.json")
	p.do("add_to_checkout", "product_id", "item_123", "quantity", 1)
	task, _ := p.follow()
	padding := strings.Repeat("y", 900_000)
	for range 100 {
		body := `{"jsonrpc":"2.0","id":"s","method":"SubscribeToTask","params":{"id":"` + task.ID + `","x":"` + padding + `"}}`
		if s := p.openStream([]byte(body)); s.next().kind() != "task WORKING" {
			t.Fatal("no stream")
		}
	}
	refused := func() {
		p.post([]byte(`{"jsonrpc":"2.0","id":"` + padding + `","method":"ListTasks"}`)).refused(rpcRefusal(-32600, "INVALID_REQUEST"))
	}
	refused()
	// What lives is what the last collection left, so there must be one after the streams
	// were opened: requests that are refused leave garbage enough.
	const most = 45 << 20 // bytes; the bodies are twice that
	held := shop.live()
	for range 200 {
		if held < most {
			break
		}
		refused()
		held = shop.live()
	}
	if held >= most {
		t.Errorf("100 streams whose bodies were 90 MB together hold %.0f MB", held/(1<<20))
	}
}
