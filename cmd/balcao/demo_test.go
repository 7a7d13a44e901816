package main

import (
	"bytes"
	"context"
	"encoding/json"
	"log/slog"
	"os"
	"strings"
	"testing"

	"balcao/cmd/balcao/demo"
)

// runDemo runs the command with a folder for temporary files, which must be empty in the
// end.
func runDemo(t *testing.T, ctx context.Context, out interface{ Write([]byte) (int, error) }, args ...string) (status int, stderr string) {
	t.Helper()
	scratch := t.TempDir()
	t.Setenv("TMPDIR", scratch)
	var errs bytes.Buffer
	m := &Main{Stdout: out, Stderr: &errs}
	status = m.Execute(ctx, append([]string{"demo"}, args...))
	left, err := os.ReadDir(scratch)
	if err != nil {
		t.Fatal(err)
	}
	if len(left) > 0 {
		t.Errorf("the demo left %v behind", left)
	}
	return status, errs.String()
}

func TestDemo(t *testing.T) {
	var out bytes.Buffer
	status, stderr := runDemo(t, context.Background(), &out)
	if status != 0 || stderr != "" {
		t.Fatalf("status %d, standard error %q, told:\n%s", status, stderr, &out)
	}
	for _, fact := range []string{
		"Cliente     Procuro uma camiseta vermelha, tamanho M.",
		"✓ a primeira é a Camiseta Vermelha M",
		"✓ tributos embutidos de R$ 8,34",
		"✓ total de R$ 79,80",
		"✓ total de R$ 73,81",
		"✓ o CRC do código confere",
		"✓ a resposta volta igual, byte por byte",
		"✓ o pedido é o mesmo",
		"✓ a conclusão está em andamento",
		"✓ a assinatura do cartão confere",
		"✓ a loja encerra o stream por si",
		"✓ eventos: em andamento, o checkout, concluída",
		"✓ a tarefa está concluída",
		"✓ uma tarefa concluída não recebe mensagens: -32004",
		"✓ e é outra tarefa",
		"✓ a loja avisa do fim desta tarefa",
		"✓ com a credencial combinada",
		"✓ o cartão é recusado",
		"✓ o cartão é aprovado",
		"✓ sem chave de API a loja não mostra o pedido",
		"✓ em preparação",
		"✓ a loja assinou este checkout",
		"✓ com o total trocado por R$ 0,01, a assinatura não confere",
		"✓ sem mandato a loja não conclui: mandate_required",
		"✓ sem a prova do aparelho (key binding) o mandato não vale: mandate_invalid_signature",
		"✓ o mandato de um carrinho mais barato não serve: mandate_scope_mismatch",
		"✓ a loja aceita o mandato",
		"✓ que nomeia este mandato e o pedido",
		"✓ o mandato não faz um segundo pedido",
		"Tudo certo: 158 fatos conferidos.",
	} {
		if !strings.Contains(out.String(), fact) {
			t.Errorf("%q is not told", fact)
		}
	}
	if t.Failed() || strings.Contains(out.String(), "✗") {
		t.Errorf("told:\n%s", &out)
	}
}

func TestDemoJSON(t *testing.T) {
	var out bytes.Buffer
	if status, stderr := runDemo(t, context.Background(), &out, "--json"); status != 0 || stderr != "" {
		t.Fatalf("status %d, standard error %q", status, stderr)
	}
	steps := map[string]int{}
	for line := range strings.Lines(out.String()) {
		var e struct {
			Step    string
			Request struct {
				Method, URL string
				Headers     map[string]string
			}
			Response struct {
				Status int
				Body   json.RawMessage
				Events []json.RawMessage
			}
		}
		if err := json.Unmarshal([]byte(line), &e); err != nil {
			t.Fatalf("not a line of JSON: %v\n%s", err, line)
		}
		if e.Step == "" || e.Request.Method == "" || e.Response.Status == 0 {
			t.Errorf("something is missing: %.200s", line)
		}
		if fromShop := e.Step == "push_notification"; fromShop != (e.Request.Headers["BCP-Agent"] == "") || fromShop != (len(e.Response.Body)+len(e.Response.Events) == 0) {
			t.Errorf("the wrong side speaks, or says nothing: %.200s", line)
		}
		if e.Step == "follow_stream" && len(e.Response.Events) != 3 {
			t.Errorf("%d events are printed, want 3: %s", len(e.Response.Events), line)
		}
		if got := e.Request.Headers["Authorization"]; got != "" && got != "Bearer …" {
			t.Errorf("a key is printed: %q", got)
		}
		steps[e.Step]++
	}
	for step, times := range map[string]int{
		"discover_profile": 1, "discover_card": 1, "discover_keys": 1, "search": 1, "add": 1, "identify": 1, "choose_shipping": 1, "use_coupon": 1,
		"request_pix": 1, "retry": 1, "complete": 1, "create": 1, "complete_unpaid": 1, "create_for_card": 1,
		"create_to_stream": 1, "follow_stream": 1, "get_task": 1, "ended_task": 1,
		"create_to_push": 1, "follow_push": 1, "push_notification": 1,
		"card_declined": 1, "card_approved": 1, "read_order_unauthenticated": 1, "read_order": 5,
		"read_order_by_tool_unauthenticated": 1, "read_order_by_tool": 1,
		"create_under_ap2": 1, "complete_without_mandate": 1, "complete_without_proof": 1, "add_under_ap2": 1,
		"complete_with_stale_mandate": 1, "complete_with_mandate": 1, "replay_mandate": 1,
	} {
		if steps[step] != times {
			t.Errorf("step %s comes %d times, want %d", step, steps[step], times)
		}
	}
	if steps["await_payment"] < 2 {
		t.Errorf("the payments were looked for %d times, want 2 at least", steps["await_payment"])
	}
}

// TestDemoWithoutFollowing plays against a shop whose tasks can only be read.
func TestDemoWithoutFollowing(t *testing.T) {
	t.Parallel()
	s, err := demoSettings(t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	s.Streaming, s.PushNotifications = false, false
	var out bytes.Buffer
	err = withShop(context.Background(), s, slog.New(slog.DiscardHandler), func(ctx context.Context, public, admin string) error {
		return demo.Play(ctx, demo.Config{
			ShopURL: public, IssueKey: keyIssuer(s.Database, admin), Out: &out, Patience: demoPatience, Pause: demoPause,
		})
	})
	if err != nil {
		t.Errorf("the demo says %v", err)
	}
	for _, told := range []string{"a loja não transmite eventos", "a loja não envia avisos", "Tudo certo: "} {
		if !strings.Contains(out.String(), told) {
			t.Errorf("%q is not told:\n%s", told, &out)
		}
	}
}

// TestDemoLog wants the shop's log, and only then.
func TestDemoLog(t *testing.T) {
	var out bytes.Buffer
	status, stderr := runDemo(t, context.Background(), &out, "--log-level=debug")
	if status != 0 || !strings.Contains(stderr, `"msg":"serving"`) {
		t.Errorf("status %d, log:\n%s", status, stderr)
	}
}

// interrupter cancels when it is told to write something, as Ctrl-C does.
type interrupter struct {
	at     string
	cancel context.CancelFunc
}

func (i interrupter) Write(b []byte) (int, error) {
	if bytes.Contains(b, []byte(i.at)) {
		i.cancel()
	}
	return len(b), nil
}

func TestDemoInterrupted(t *testing.T) {
	for _, at := range []string{"Balcão: compras", "2. Uma compra", "até o Pix cair", "por SendStreamingMessage", "Evento ", "quer ser avisada"} {
		ctx, cancel := context.WithCancel(context.Background())
		status, stderr := runDemo(t, ctx, interrupter{at, cancel})
		cancel()
		if status != 1 || !strings.Contains(stderr, context.Canceled.Error()) {
			t.Errorf("interrupted at %q: status %d, standard error %q", at, status, stderr)
		}
	}
}
