package main

import (
	"bufio"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"iter"
	"log/slog"
	"net"
	"net/http"
	"os"
	"os/exec"
	"strings"
	"testing"
	"time"

	"github.com/a2aproject/a2a-go/v2/a2a"
	"github.com/a2aproject/a2a-go/v2/a2asrv"
	"github.com/labstack/echo/v4"

	"balcao/agent"
	"balcao/httpd"
	"balcao/platform"
	"balcao/profile"
)

// BenchmarkDirectMessage measures what the transport itself costs: a message that is
// answered at once with a Message of the same content by a bare Echo server, by the SDK's
// own handler behind Echo and by this binding in its server, none of which touches a
// database. Each is a process of its own; the figure to compare is cpu-µs/req.
//
//	go test ./cmd/balcao -run '^$' -bench DirectMessage -benchtime 100000x
func BenchmarkDirectMessage(b *testing.B) {
	for _, kind := range []string{"echo", "sdk", "binding"} {
		url, pid := spawnServer(b, kind)
		path := map[string]string{"echo": "/"}[kind]
		if path == "" {
			path = "/bcp/a2a"
		}
		for _, clients := range []int{1, 16} {
			b.Run(fmt.Sprintf("%s/clients=%d", kind, clients), func(b *testing.B) {
				load(b, clients, url, pid, func(n int64) []byte { return addRequest(url, path, url, "ctx", n) })
			})
		}
	}
}

// answerData is what the measured servers answer: about what a small checkout is.
var answerData = json.RawMessage(`{"a2a.bcp.checkout":{"id":"chk_1","status":"ready_for_complete","currency":"BRL","line_items":[{"id":"line_1","item":{"id":"item_123","title":"Blue Jeans","price":5000},"quantity":1,"totals":[{"type":"subtotal","amount":5000},{"type":"total","amount":5000}]}],"totals":[{"type":"subtotal","amount":5000},{"type":"total","amount":5000}],"links":[{"type":"terms_of_service","url":"https://loja.example/terms"}]}}`)

// runServerEnv makes the test binary one of the servers that figures are held beside.
const runServerEnv = "BALCAO_TEST_RUN_SERVER"

// runServer serves until it is killed.
func runServer(kind string) {
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		panic(err)
	}
	fmt.Println("http://" + listener.Addr().String())
	if kind == "binding" {
		panic(bindingServer().Serve(context.Background(), listener))
	}
	e := echo.New()
	e.HideBanner, e.HidePort, e.Listener = true, true, listener
	if kind == "sdk" {
		e.POST("/bcp/a2a", echo.WrapHandler(a2asrv.NewJSONRPCHandler(a2asrv.NewHandler(directExecutor{}))))
	} else {
		e.POST("/", func(c echo.Context) error { // JSON, decoded and encoded again
			var v map[string]any
			if err := c.Bind(&v); err != nil {
				return err
			}
			return c.JSON(http.StatusOK, v)
		})
		answersAlike(e)
	}
	panic(e.Start(""))
}

// directExecutor answers every message with a Message.
type directExecutor struct{}

func (directExecutor) Execute(_ context.Context, c *a2asrv.ExecutorContext) iter.Seq2[a2a.Event, error] {
	return func(yield func(a2a.Event, error) bool) {
		m := a2a.NewMessage(a2a.MessageRoleAgent, a2a.NewTextPart("ok"), a2a.NewDataPart(answerData))
		m.ContextID = c.ContextID
		yield(m, nil)
	}
}

func (directExecutor) Cancel(context.Context, *a2asrv.ExecutorContext) iter.Seq2[a2a.Event, error] {
	return func(func(a2a.Event, error) bool) {}
}

// directSender does the same for the binding.
type directSender struct{}

func (directSender) Send(_ context.Context, m agent.Message) ([]byte, error) {
	return fmt.Appendf(nil, `{"message":{"messageId":"m","contextId":%q,"role":"ROLE_AGENT","parts":[{"text":"ok"},{"data":%s,"mediaType":"application/json"}]}}`, m.Context, answerData), nil
}

// everybody lets every platform in that names itself.
type everybody struct{}

func (everybody) Identify(_ context.Context, c profile.Credentials) (profile.Identity, error) {
	return profile.Identity{Caller: platform.Caller{Profile: strings.Join(c.Agent, ",")}}, nil
}

func bindingServer() *httpd.Server {
	log := slog.New(slog.NewJSONHandler(io.Discard, nil)) // the access log is part of the work
	binding := &agent.Binding{
		Sender: directSender{}, Tasks: &agent.Tasks{Hub: agent.NewHub()}, Identifier: everybody{}, Streaming: true,
		Extensions: []string{extensionURI}, ModesIn: []string{"text/plain", "application/json"}, Logger: log, Now: time.Now,
	}
	return httpd.New(httpd.Config{Logger: log, Metrics: httpd.NewMetrics()}, httpd.Routes{RPC: []httpd.RPC{{Path: "/bcp/a2a", Handler: binding}}})
}

func spawnServer(b *testing.B, kind string) (url string, pid int) {
	cmd := exec.Command(os.Args[0])
	cmd.Env = append(os.Environ(), runServerEnv+"="+kind)
	out, err := cmd.StdoutPipe()
	if err != nil {
		b.Fatal(err)
	}
	if err := cmd.Start(); err != nil {
		b.Fatal(err)
	}
	b.Cleanup(func() { _ = cmd.Process.Kill(); _ = cmd.Wait() })
	line, err := bufio.NewReader(out).ReadString('\n')
	if err != nil {
		b.Fatal(err)
	}
	go func() { _, _ = io.Copy(io.Discard, out) }()
	return strings.TrimSpace(line), cmd.Process.Pid
}
