package main

import (
	"bytes"
	"cmp"
	"context"
	"errors"
	"io"
	"log/slog"
	"net/http"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"golang.org/x/sync/errgroup"

	"balcao/cmd/balcao/demo"
)

// broken is something that a shop gets wrong, and how the demo says so.
type broken struct {
	name string
	// path is where answers are changed; empty for everywhere.
	path   string
	change func(answer string, n int) string
	status int // instead of the shop's, if not 0
	// patience is how long to wait for a payment, if not as long as the demo does.
	patience time.Duration
	says     string
}

// swap changes every occurrence of a text.
func swap(old, changed string) func(string, int) string {
	return func(answer string, _ int) string { return strings.ReplaceAll(answer, old, changed) }
}

// swapEach changes every match of a pattern.
func swapEach(pattern, changed string) func(string, int) string {
	re := regexp.MustCompile(pattern)
	return func(answer string, _ int) string { return re.ReplaceAllString(answer, changed) }
}

// renumber gives every answer its own number after a text.
func renumber(after string) func(string, int) string {
	return func(answer string, n int) string { return strings.ReplaceAll(answer, after, after+strconv.Itoa(n)) }
}

// drop leaves out the events of streams that have a text.
func drop(text string) func(string, int) string {
	return func(answer string, _ int) string {
		events := strings.SplitAfter(answer, "\n\n")
		return strings.Join(slices.DeleteFunc(events, func(e string) bool {
			return strings.HasPrefix(e, "data: ") && strings.Contains(e, text)
		}), "")
	}
}

// receipts finds the receipts of mandates in an answer: what comes before the claims, the
// claims, the signature.
var receipts = regexp.MustCompile(`("checkout_receipt":")([\w-]+\.)([\w-]+)(\.[\w-]+)`)

// misread changes what receipts claim.
func misread(answer string, _ int) string { return receipts.ReplaceAllString(answer, "$1$2${3}AA$4") }

// firstReceipt gives the first receipt ever after.
func firstReceipt() func(string, int) string {
	first := ""
	return func(answer string, _ int) string {
		return receipts.ReplaceAllStringFunc(answer, func(receipt string) string {
			first = cmp.Or(first, receipt)
			return first
		})
	}
}

// brokenAtOnce is how many plays there are at once. They wait for payments most of the time.
const brokenAtOnce = 8

// TestDemoNotices plays against a shop whose answers are changed on their way.
func TestDemoNotices(t *testing.T) {
	t.Parallel()
	s, err := demoSettings(t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	s.SandboxStock = 1000 // for all that buy
	said := make([]error, len(brokenShops))
	err = withShop(context.Background(), s, slog.New(slog.DiscardHandler), func(ctx context.Context, public, admin string) error {
		var plays errgroup.Group
		plays.SetLimit(brokenAtOnce)
		for i, b := range brokenShops {
			plays.Go(func() error {
				transport := &breaking{broken: b}
				defer transport.CloseIdleConnections()
				said[i] = demo.Play(ctx, demo.Config{
					ShopURL: public, IssueKey: keyIssuer(s.Database, admin), Out: io.Discard,
					Patience: cmp.Or(b.patience, demoPatience), Pause: demoPause, Transport: transport,
				})
				return nil
			})
		}
		return plays.Wait()
	})
	if err != nil {
		t.Fatal(err)
	}
	for i, b := range brokenShops {
		switch err := said[i]; {
		case b.says == "" && err != nil:
			t.Errorf("%s: the demo says %v, want no complaint", b.name, err)
		case b.says != "" && (err == nil || !strings.Contains(err.Error(), b.says)):
			t.Errorf("%s: the demo says %v, want %q", b.name, err, b.says)
		}
	}
}

var brokenShops = []broken{
	{name: "nothing changed", change: func(answer string, _ int) string { return answer }},
	{name: "no extension", path: "agent-card", change: swap("br.dev.bcp.shopping.checkout", "br.dev.bcp.other"), says: "com a extensão BCP"},
	{name: "no A2A 1.0", path: "agent-card", change: swap(`"protocolVersion":"1.0"`, `"protocolVersion":"0.3"`), says: "fala A2A 1.0"},
	{name: "card changed", path: "agent-card", change: swap(`"name":"Balcão`, `"name":"Balcao`), says: "a assinatura do cartão"},
	{name: "key replaced", path: "jwks", change: swap(`"kid":"`, `"kid":"x`), says: "publishes no P-256 key"},
	{name: "wrong product first", change: swap(`"title":"Camiseta Vermelha M"`, `"title":"Camiseta Azul P"`), says: "a primeira é a Camiseta Vermelha M"},
	{name: "context changes", change: renumber("ctx_"), says: "the answer is in context"},
	{name: "wrong tax", change: swap(`"amount":834`, `"amount":835`), says: `"tributos embutidos de R$ 8,34": got R$ 8,35, want R$ 8,34`},
	{name: "wrong total", change: swap(`"amount":7980`, `"amount":7979`), says: "the totals come to R$ 79,80, the checkout says R$ 79,79"},
	{name: "wrong language", change: swap("Você pode desistir", "You may withdraw"), says: "vem em português"},
	{name: "consents given", change: swap(`"marketing":false`, `"marketing":true`), says: "e todos recusados"},
	{name: "wrong CRC", change: swap("Balcao Demonstracao", "Balcao Demonstracoo"), says: "o CRC do código confere"},
	{name: "retry answered anew", change: renumber("msg_"), says: "a resposta volta igual"},
	{name: "never paid", change: swap(`"status":"completed"`, `"status":"complete_in_progress"`), patience: 600 * time.Millisecond, says: "did not arrive in time"},
	{name: "two orders", change: renumber("ord_"), says: "o pedido é o mesmo"},
	{name: "completed unpaid", change: swap(`"status":"complete_in_progress"`, `"status":"completed"`), says: "a conclusão está em andamento"},
	{name: "task never completed", change: drop(`"statusUpdate"`), says: "TASK_STATE_WORKING, checkout, want"},
	{name: "task not shown first", change: drop(`"task":`), says: "got checkout, TASK_STATE_COMPLETED, want"},
	{name: "event of another task", change: swap(`"artifactUpdate":{"taskId":"`, `"artifactUpdate":{"taskId":"x`), says: "todos da mesma tarefa"},
	{name: "stream refused", change: swap(`data: {"jsonrpc":"2.0",`, `data: {"jsonrpc":"2.0","error":{"code":-32004,"message":"no streams"},`), says: "follow_stream: refused with -32004"},
	{name: "ended task goes on", change: swap(`"code":-32004`, `"code":-32602`), says: "não recebe mensagens"},
	{name: "decline not told", change: swap(`"payment_failed"`, `"other"`), says: "o cartão é recusado"},
	{name: "token echoed", change: swap(`"type":"card"`, `"type":"card","token":"success_token"`), says: "o token do cartão não volta"},
	{name: "order for all", path: "/orders/", status: http.StatusOK, says: "sem chave de API"},
	{name: "order without discount", path: "/orders/", change: swap(`"amount":-599`, `"amount":0`), says: "desconto de R$ 5,99"},
	{name: "order by tools for all", path: "/bcp/mcp", status: http.StatusOK, says: "no result"},
	{name: "another order by tools", path: "/bcp/mcp", change: swap(`"currency":"BRL"`, `"currency":"USD"`), says: "o pedido por MCP é o mesmo"},
	{name: "order of another checkout", path: "/orders/", change: swap(`"checkout_id":"`, `"checkout_id":"x`), says: "e do checkout dela"},
	{name: "no AP2 in the profile", path: "/.well-known/bcp", change: swap("br.dev.bcp.shopping.ap2_mandate", "br.dev.bcp.other"), says: "ele oferece também mandatos AP2"},
	{name: "no AP2 in the card", path: "agent-card", change: swap("br.dev.bcp.shopping.ap2_mandate", "br.dev.bcp.other"), says: "com mandatos AP2, como no perfil"},
	{name: "checkout unsigned", change: swap(`"merchant_authorization"`, `"other"`), says: "the checkout is not signed"},
	{name: "signed checkout changed", change: swap(`"expires_at":"20`, `"expires_at":"21`), says: "a loja assinou este checkout"},
	{name: "signed by a key of nobody", path: "/.well-known/bcp", change: swap(`"kid":"`, `"kid":"x`), says: "publishes no P-256 key"},
	{name: "no challenge", change: swap(`"nonce":"`, `"other":"`), says: "ela manda um desafio"},
	{name: "same challenge", change: swapEach(`"nonce":"[^"]+"`, `"nonce":"n"`), says: "com outro desafio"},
	{name: "mandate not asked for", change: swap(`"mandate_required"`, `"other"`), says: `"sem mandato a loja não conclui: mandate_required": got other`},
	{name: "mandate taken without key binding", change: swap(`"mandate_invalid_signature"`, `"other"`), says: "sem a prova do aparelho (key binding)"},
	{name: "mandate taken for another cart", change: swap(`"mandate_scope_mismatch"`, `"other"`), says: "o mandato de um carrinho mais barato não serve"},
	{name: "no receipt", change: swap(`"checkout_receipt"`, `"other"`), says: "a loja assina um recibo da recusa"},
	{name: "receipt changed", change: misread, says: "a loja assina um recibo da recusa"},
	{name: "receipt of a refusal for an order", change: firstReceipt(), says: "que nomeia este mandato e o pedido"},
}

// breaking carries requests to a shop and gets something of its answers wrong.
type breaking struct {
	http.Transport
	broken
	answers atomic.Int64
}

func (b *breaking) RoundTrip(req *http.Request) (*http.Response, error) {
	resp, err := b.Transport.RoundTrip(req)
	if err != nil || !strings.Contains(req.URL.Path, b.path) {
		return resp, err
	}
	body, err := io.ReadAll(resp.Body)
	if err = errors.Join(err, resp.Body.Close()); err != nil {
		return nil, err
	}
	if b.change != nil {
		body = []byte(b.change(string(body), int(b.answers.Add(1))))
	}
	resp.StatusCode = cmp.Or(b.status, resp.StatusCode)
	resp.Body = io.NopCloser(bytes.NewReader(body))
	return resp, nil
}
