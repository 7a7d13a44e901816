package main

import (
	"bytes"
	"encoding/json"
	"fmt"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"sync"
	"testing"
	"text/tabwriter"
	"time"

	"github.com/labstack/echo/v4"

	"balcao/catalog"
	"balcao/catalog/feed"
	"balcao/store/sqlite"
)

// BenchmarkMCP measures tools over HTTP in one run: shops in processes of their own on
// durable SQLite, one with the sample and three with catalogues of up to a million variants,
// beside a bare Echo server that decodes each request and encodes an answer of the same
// content as the shop's. Every iteration is a round through all of them, so that what else the
// machine does falls on all alike; the table at the end has the medians of the rounds. The load
// is made on the same machine; requests are made, and signed, before their time is taken.
//
//	go test ./cmd/balcao -run '^$' -bench 'MCP$' -benchtime 3x
func BenchmarkMCP(b *testing.B) {
	m := &mcpBench{b: b}
	m.echoURL, m.echoPID = spawnServer(b, "echo")
	m.checkouts()
	for _, variants := range []int{1_000, 100_000, 1_000_000} {
		m.searches(variants)
	}
	for b.Loop() {
		for _, c := range m.cases {
			for _, clients := range mcpClients {
				m.round(c, clients)
			}
		}
	}
	m.print()
}

// mcpClients are how many connections ask at once, mcpRound how long each case is asked in a
// round, mcpWrites how many requests are made for that where each can be sent once.
var mcpClients = []int{1, 16}

const (
	mcpRound  = time.Second
	mcpWrites = 6000
)

// mcpCase is one kind of request.
type mcpCase struct {
	// twin is the name of the case of the echo server that it is held beside, its own for that.
	name, twin string
	url        string
	pid        int
	// requests makes so many; once means that each may be sent only once.
	requests func(n int) [][]byte
	once     bool
	// rounds are what was measured, by number of clients.
	rounds map[int][]driven
	// resident is the server's memory after the last round, in megabytes.
	resident float64
}

type mcpBench struct {
	b       *testing.B
	echoURL string
	echoPID int
	cases   []*mcpCase
	starts  []string
}

// add adds a case after one request of it was answered as it should be. Its twin of the echo
// server comes before it, unless there is one for that name.
func (m *mcpBench) add(c *mcpCase, twin string) {
	m.b.Helper()
	request := c.requests(1)[0]
	_, body, _ := bytes.Cut(request, []byte("\r\n\r\n"))
	answer := m.ask(c.url, request)
	if !slices.ContainsFunc(m.cases, func(other *mcpCase) bool { return other.name == twin }) {
		name := strings.ReplaceAll(twin, " ", "-")
		put, err := http.NewRequest(http.MethodPut, m.echoURL+"/"+name, bytes.NewReader(answer))
		if err != nil {
			m.b.Fatal(err)
		}
		put.Header.Set("Content-Type", "application/json")
		resp, err := http.DefaultClient.Do(put)
		if err != nil || resp.StatusCode != http.StatusNoContent {
			m.b.Fatal(resp, err)
		}
		resp.Body.Close()
		plain := rawPost(m.echoURL, "/"+name, http.Header{}, body)
		m.cases = append(m.cases, &mcpCase{
			name: twin, twin: twin, url: m.echoURL, pid: m.echoPID, rounds: map[int][]driven{},
			requests: func(n int) [][]byte { return slices.Repeat([][]byte{plain}, n) },
		})
	}
	c.twin, c.rounds = twin, map[int][]driven{}
	m.cases = append(m.cases, c)
}

// ask sends one request and returns the answer, which must be a result without a refusal.
func (m *mcpBench) ask(url string, request []byte) []byte {
	m.b.Helper()
	conn := dialBench(m.b, url)
	defer conn.close()
	if _, err := conn.conn.Write(request); err != nil {
		m.b.Fatal(err)
	}
	resp, err := http.ReadResponse(conn.in, nil)
	if err != nil {
		m.b.Fatal(err)
	}
	defer resp.Body.Close()
	var raw bytes.Buffer
	if _, err := raw.ReadFrom(resp.Body); err != nil {
		m.b.Fatal(err)
	}
	var in struct {
		Result struct {
			StructuredContent struct {
				UCP      struct{ Status string }
				Messages []struct{ Type string }
				Products []any
				ID       string
			}
		}
	}
	got := &in.Result.StructuredContent
	if json.Unmarshal(raw.Bytes(), &in) != nil || got.UCP.Status == "error" || got.ID == "" && len(got.Products) == 0 ||
		len(got.Messages) > 0 && got.Messages[0].Type == "error" {
		m.b.Fatalf("answered %d %s", resp.StatusCode, raw.Bytes())
	}
	return raw.Bytes()
}

// round asks one case for a while.
func (m *mcpBench) round(c *mcpCase, clients int) {
	n := 500
	if c.once {
		n = mcpWrites
	}
	requests := c.requests(n)
	end := time.Now().Add(mcpRound)
	d := drive(m.b, clients, c.url, c.pid, func(i int64) []byte {
		if c.once && i >= int64(len(requests)) || time.Now().After(end) {
			return nil
		}
		return requests[i%int64(len(requests))]
	})
	if len(d.latencies) == 0 {
		m.b.Fatalf("%s: nothing was answered", c.name)
	}
	c.rounds[clients] = append(c.rounds[clients], d)
	c.resident = resident(m.b, c.pid)
}

// print writes the table.
func (m *mcpBench) print() {
	var out bytes.Buffer
	w := tabwriter.NewWriter(&out, 0, 0, 2, ' ', tabwriter.AlignRight)
	for _, clients := range mcpClients {
		fmt.Fprintf(w, "\n%d clients\treq/s\tp50 ms\tp99 ms\tCPU µs/req\tCPU to echo\tkB/req\tMB resident\t\n", clients)
		echoes := map[string]float64{} // CPU for a request
		for _, c := range m.cases {
			rounds := c.rounds[clients]
			middle := func(of func(d *driven) float64) float64 {
				var all []float64
				for i := range rounds {
					all = append(all, of(&rounds[i]))
				}
				slices.Sort(all)
				return all[len(all)/2]
			}
			each := func(total float64, d *driven) float64 { return total / float64(len(d.latencies)) }
			cpu := middle(func(d *driven) float64 { return each(float64(d.cpu.Microseconds()), d) })
			if c.name == c.twin {
				echoes[c.twin] = cpu
			}
			fmt.Fprintf(w, "%s\t%.0f\t%.2f\t%.2f\t%.0f\t%.1f\t%.1f\t%.0f\t\n", c.name,
				middle(func(d *driven) float64 { return float64(len(d.latencies)) / d.took.Seconds() }),
				middle(func(d *driven) float64 { return d.at(0.50) }), middle(func(d *driven) float64 { return d.at(0.99) }),
				cpu, cpu/echoes[c.twin], middle(func(d *driven) float64 { return each(float64(d.wire)/1000, d) }), c.resident)
		}
	}
	_ = w.Flush()                                                                  // into memory
	fmt.Fprintf(os.Stdout, "\n%s\n%s", strings.Join(m.starts, "\n"), out.String()) // a log is cut after some lines
}

// started notes how long a shop took from its start to its first answer, and its memory then.
func (m *mcpBench) started(what string, begin time.Time, shop *spawned) {
	m.starts = append(m.starts, fmt.Sprintf("%s: first answer %.2f s after the start, %.0f MB resident",
		what, time.Since(begin).Seconds(), resident(m.b, shop.cmd.Process.Pid)))
}

// answersAlike has the echo server keep a JSON value at a path, and answer requests there with
// it: each is decoded, and the answer encoded anew.
func answersAlike(e *echo.Echo) {
	var kept sync.Map
	e.PUT("/:name", func(c echo.Context) error {
		var v any
		if err := json.NewDecoder(c.Request().Body).Decode(&v); err != nil {
			return err
		}
		kept.Store(c.Param("name"), v)
		return c.NoContent(http.StatusNoContent)
	})
	e.POST("/:name", func(c echo.Context) error {
		var v map[string]any
		if err := json.NewDecoder(c.Request().Body).Decode(&v); err != nil {
			return err
		}
		answer, _ := kept.Load(c.Param("name"))
		raw, err := json.Marshal(answer)
		if err != nil {
			return err
		}
		c.Response().Header().Set(echo.HeaderContentLength, strconv.Itoa(len(raw))) // in one piece, as the shop's
		return c.JSONBlob(http.StatusOK, raw)
	})
}

// stocked is a folder with a shop's database that has a catalogue imported.
func (m *mcpBench) stocked(products []catalog.Product) (dir string) {
	m.b.Helper()
	dir = m.b.TempDir()
	file := filepath.Join(dir, "products.jsonl")
	out, err := os.Create(file)
	if err != nil {
		m.b.Fatal(err)
	}
	defer out.Close()
	if err := (&feed.Feed{Products: products}).Write(out); err != nil {
		m.b.Fatal(err)
	}
	database := filepath.Join(dir, "shop.db")
	store, err := sqlite.Open(m.b.Context(), sqlite.Options{Path: database})
	if err != nil {
		m.b.Fatal(err)
	}
	if err := store.Close(); err != nil {
		m.b.Fatal(err)
	}
	cmd := exec.Command(os.Args[0], "catalog", "import", "--database=sqlite:"+database, "--new-stock=100", file)
	cmd.Env = append(os.Environ(), runMainEnv+"=1")
	if said, err := cmd.CombinedOutput(); err != nil {
		m.b.Fatalf("import: %v\n%s", err, said)
	}
	return dir
}
