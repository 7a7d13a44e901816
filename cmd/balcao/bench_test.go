package main

import (
	"bufio"
	"bytes"
	"fmt"
	"net"
	"os"
	"slices"
	"strconv"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"balcao/internal/bcptest"
)

// benchContexts is how many conversations the later adds rotate over.
const benchContexts = 2000

// BenchmarkAddToCheckout measures add_to_checkout over HTTP against a shop in a process
// of its own on durable SQLite, beside a bare Echo server that echoes the same JSON. The
// load is made on the same machine. Figures: requests a second, median and 99th
// percentile, the server's CPU time and wire bytes for each request, its resident memory.
//
//	go test ./cmd/balcao -run '^$' -bench AddToCheckout -benchtime 20000x
func BenchmarkAddToCheckout(b *testing.B) {
	echoURL, echoPID := spawnServer(b, "echo")
	dir := b.TempDir()
	shop := spawnShopB(b, dir)
	for _, clients := range []int{1, 64} {
		name := func(what string) string { return fmt.Sprintf("%s/clients=%d", what, clients) }
		b.Run(name("echo"), func(b *testing.B) {
			load(b, clients, echoURL, echoPID, func(n int64) []byte { return addRequest(echoURL, "/", shop.URL, "ctx", n) })
		})
		var fresh atomic.Int64
		b.Run(name("first"), func(b *testing.B) {
			load(b, clients, shop.URL, shop.cmd.Process.Pid, func(n int64) []byte {
				return addRequest(shop.URL, "/bcp/a2a", shop.URL, fmt.Sprintf("first-%d-%d", clients, fresh.Add(1)), n)
			})
		})
		prepare := func(n int64) []byte {
			return addRequest(shop.URL, "/bcp/a2a", shop.URL, fmt.Sprintf("later-%d-%d", clients, n%benchContexts), n)
		}
		warm(b, shop.URL, prepare)
		b.Run(name("later"), func(b *testing.B) { load(b, clients, shop.URL, shop.cmd.Process.Pid, prepare) })
	}
}

var benchMessage atomic.Int64

// addRequest is a whole HTTP request that adds a product in a conversation.
func addRequest(server, path, shopURL, conversation string, n int64) []byte {
	product := []string{"camiseta-vermelha-m", "PIXEL-10-PRO", "item_123"}[n%3]
	body := fmt.Sprintf(`{"jsonrpc":"2.0","id":%d,"method":"SendMessage","params":{"message":{"role":"ROLE_USER","messageId":"bench-%d","contextId":"%s","parts":[{"data":{"action":"add_to_checkout","product_id":"%s","quantity":1},"mediaType":"application/json"}],"extensions":["%s"]}}}`,
		n, benchMessage.Add(1), conversation, product, extensionURI)
	return fmt.Appendf(nil, "POST %s HTTP/1.1\r\nHost: %s\r\nContent-Type: application/json\r\nA2A-Version: 1.0\r\nA2A-Extensions: %s\r\nBCP-Agent: profile=\"%s/sandbox/platform.json\"\r\nContent-Length: %d\r\n\r\n%s",
		path, strings.TrimPrefix(server, "http://"), extensionURI, shopURL, len(body), body)
}

// warm makes the conversations that the later adds go to.
func warm(b *testing.B, url string, request func(int64) []byte) {
	b.Helper()
	c := dialBench(b, url)
	defer c.close()
	for n := range int64(benchContexts) {
		if _, err := c.round(request(n)); err != nil {
			b.Fatal(err)
		}
	}
}

// load sends b.N requests from a number of connections and reports the figures.
func load(b *testing.B, clients int, url string, pid int, request func(int64) []byte) {
	b.ResetTimer()
	f := drive(b, clients, url, pid, func(n int64) []byte {
		if n >= int64(b.N) {
			return nil
		}
		return request(n)
	})
	b.StopTimer()
	n := float64(len(f.latencies))
	if n == 0 {
		return
	}
	b.ReportMetric(0, "ns/op") // wall time for each request says nothing with many clients
	b.ReportMetric(n/f.took.Seconds(), "req/s")
	b.ReportMetric(f.at(0.50), "p50-ms")
	b.ReportMetric(f.at(0.99), "p99-ms")
	b.ReportMetric(float64(f.cpu.Microseconds())/n, "cpu-µs/req")
	b.ReportMetric(float64(f.wire)/n, "wire-B/req")
	b.ReportMetric(resident(b, pid), "MB-resident")
}

// driven is what a load came to: latencies in order, CPU time of the server, bytes both ways.
type driven struct {
	latencies []time.Duration
	took, cpu time.Duration
	wire      int64
}

// at is the latency that a share of the requests did not exceed, in milliseconds.
func (d *driven) at(share float64) float64 {
	return float64(d.latencies[int(share*float64(len(d.latencies)-1))].Microseconds()) / 1000
}

// drive sends requests from a number of connections until there are no more.
func drive(b *testing.B, clients int, url string, pid int, request func(n int64) []byte) driven {
	var next, wire atomic.Int64
	latencies := make([][]time.Duration, clients)
	var all sync.WaitGroup
	cpu, begin := cpuTime(b, pid), time.Now()
	for i := range clients {
		all.Add(1)
		go func() {
			defer all.Done()
			c := dialBench(b, url)
			defer c.close()
			for r := request(next.Add(1) - 1); r != nil; r = request(next.Add(1) - 1) {
				start := time.Now()
				size, err := c.round(r)
				if err != nil {
					b.Error(err)
					return
				}
				latencies[i] = append(latencies[i], time.Since(start))
				wire.Add(int64(len(r) + size))
			}
		}()
	}
	all.Wait()
	d := driven{latencies: slices.Concat(latencies...), took: time.Since(begin), cpu: cpuTime(b, pid) - cpu, wire: wire.Load()}
	slices.Sort(d.latencies)
	return d
}

// benchConn is one keep-alive connection that costs the load side little.
type benchConn struct {
	conn net.Conn
	in   *bufio.Reader
}

func dialBench(b *testing.B, url string) *benchConn {
	conn, err := net.Dial("tcp", strings.TrimPrefix(url, "http://"))
	if err != nil {
		b.Fatal(err)
	}
	return &benchConn{conn: conn, in: bufio.NewReaderSize(conn, 16<<10)}
}

func (c *benchConn) close() { _ = c.conn.Close() }

// round sends a request and reads the answer, which must be a result.
func (c *benchConn) round(request []byte) (size int, err error) {
	if _, err := c.conn.Write(request); err != nil {
		return 0, err
	}
	length := 0
	for first := true; ; first = false {
		line, err := c.in.ReadSlice('\n')
		if err != nil {
			return 0, err
		}
		size += len(line)
		if first && !bytes.HasPrefix(line, []byte("HTTP/1.1 200")) {
			return 0, fmt.Errorf("answered %q", line)
		}
		if len(line) == 2 {
			break
		}
		if name, value, ok := bytes.Cut(line, []byte(":")); ok && bytes.EqualFold(name, []byte("Content-Length")) {
			if length, err = strconv.Atoi(string(bytes.TrimSpace(value))); err != nil {
				return 0, err
			}
		}
	}
	head, err := c.in.Peek(min(length, 64))
	if err == nil && bytes.Contains(head, []byte(`"error"`)) {
		return 0, fmt.Errorf("answered %s", head)
	}
	n, err := c.in.Discard(length)
	return size + n, err
}

// cpuTime is the CPU time that a process has used (Linux).
func cpuTime(b *testing.B, pid int) time.Duration {
	raw, err := os.ReadFile(fmt.Sprintf("/proc/%d/stat", pid))
	if err != nil {
		bcptest.Missing(b, "no /proc: %v", err)
	}
	fields := strings.Fields(string(raw[bytes.LastIndexByte(raw, ')')+1:]))
	var ticks int64
	for _, f := range fields[11:13] { // user and system time
		n, err := strconv.ParseInt(f, 10, 64)
		if err != nil {
			b.Fatal(err)
		}
		ticks += n
	}
	return time.Duration(ticks) * 10 * time.Millisecond
}

// resident is a process's resident memory in megabytes.
func resident(b testing.TB, pid int) float64 {
	raw, err := os.ReadFile(fmt.Sprintf("/proc/%d/status", pid))
	if err != nil {
		bcptest.Missing(b, "no /proc: %v", err)
	}
	_, after, _ := strings.Cut(string(raw), "VmRSS:")
	kb, err := strconv.ParseFloat(strings.Fields(after)[0], 64)
	if err != nil {
		b.Fatal(err)
	}
	return kb / 1024
}

func spawnShopB(b *testing.B, dir string) *spawned {
	return spawnShop(b, dir, "127.0.0.1:0", "--sandbox-stock=1000000000")
}
