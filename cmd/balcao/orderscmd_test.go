package main

import (
	"net/http"
	"strings"
	"testing"
	"time"

	"balcao/money"
)

// accessKey is that of no invoice: its check digit holds.
const accessKey = "35261111222333000181550010000000011000000014"

// The life of an order as staff lead it: the same beside a running shop and at its database.
func TestOrdersCommands(t *testing.T) {
	t.Parallel()
	running, stopped := startShop(t), startShop(t)
	orders := map[string]string{}
	for name, shop := range map[string]*testShop{"running": running, "stopped": stopped} {
		p := shop.agent(t, "platform.json")
		p.readyShirts()
		orders[name], _ = dig(p.do("complete_checkout", card()...).checkout(), "order", "id").(string)
	}
	stopped.stop()
	for name, shop := range map[string]*testShop{"running": running, "stopped": stopped} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			id := orders[name]
			run := func(args ...string) (int, string, string) {
				return staff(t, shop.Dir, strings.TrimPrefix(shop.Admin, "http://"), append([]string{"orders"}, args...)...)
			}
			says := func(want string, args ...string) string {
				t.Helper()
				status, out, errs := run(args...)
				out = strings.ReplaceAll(out, "\u00a0", " ")
				if status != 0 || !strings.Contains(out, want) {
					t.Fatalf("orders %v: status %d\n%s%s\nwant %q", args, status, out, errs, want)
				}
				return out
			}
			refuses := func(want string, args ...string) {
				t.Helper()
				status, _, errs := run(args...)
				if errs = strings.ReplaceAll(errs, "\u00a0", " "); status == 0 || !strings.Contains(errs, want) {
					t.Errorf("orders %v: status %d, %s\nwant %q", args, status, errs, want)
				}
			}
			says("em preparação", "list")
			says(id, "list", "--stage=processing", "--from="+time.Now().Add(-time.Hour).Format(time.RFC3339))
			if out := says("PEDIDO", "list", "--stage=delivered"); strings.Contains(out, id) {
				t.Errorf("the list of what is delivered has it:\n%s", out)
			}
			shown := says("Comprador:", "show", id)
			_, line, _ := strings.Cut(shown, "Itens\n  ")
			line, _, _ = strings.Cut(line, " ")
			refuses("não há pedido", "show", "ord_none")
			refuses("não há pedido", "cancel", "ord_none")
			refuses("não tem a linha", "ship", id, "--line=li_none:1")
			refuses("só pode ser feito com", "ship", id, "--line="+line+":900")
			refuses("name a line and how many", "ship", id, "--line="+line)
			refuses("tracking_url", "ship", id, "--url=javascript:1")

			ship := []string{"ship", id, "--line=" + line + ":1", "--tracking=AA123456785BR", "--carrier=Correios", "--key=envio-1"}
			says("Feito (chave envio-1).", ship...)
			says("enviado em parte", ship...) // the same invocation again
			if out := says("enviados 1,", "show", id); strings.Count(out, "enviado (1 ×") != 1 || !strings.Contains(out, "rastreamento.correios") {
				t.Errorf("shipped twice:\n%s", out)
			}
			refuses("já foi feita outra coisa", "ship", id, "--key=envio-1")
			says("a caminho (1 ×", "event", id, "in_transit", "--note=em trânsito para SP")
			says("desconto de cortesia", "adjust", id, "1,50", "--line="+line, "--note=desconto de cortesia")
			says("reembolso de R$ 10,00: pendente", "refund", id, "10,00", "--note=atraso")
			refuses("é mais do que ainda pode ser devolvido", "refund", id, "9.999,00")
			refuses("is no amount", "refund", id, "1.234")
			says(accessKey, "nfe", id, accessKey, "--danfe=https://nfe.example/1")
			refuses("access_key", "nfe", id, strings.Repeat("1", 44))
			says("entregue (1 ×", "deliver", id)
			says("cancelamento", "cancel", id, "--note=sem estoque")
			out := says("devolução por defeito", "return", id, "--reason=defect", "--note=veio quebrado")
			_, rest, _ := strings.Cut(out, "Ajustes\n")
			adjustment := ""
			for _, l := range strings.Split(rest, "\n") {
				if strings.Contains(l, "devolução por defeito") {
					adjustment = strings.Fields(l)[0]
				}
			}
			says("(!)", "list", "--attention")
			says("Correios COD123", "arrange", id, adjustment, "--code=COD123", "--carrier=Correios")
			says("devolução por defeito (1 × Camiseta Vermelha M): concluído", "receive", id, adjustment, "--restock")
			refuses("isso já terminou", "refuse", id, adjustment)
			refuses("não há nada neste pedido", "return", id)
		})
	}
}

func TestReadReais(t *testing.T) {
	t.Parallel()
	for text, want := range map[string]money.Amount{
		"12": 1200, "12,50": 1250, "12.50": 1250, "0,01": 1, "1.234,56": 123456, "12.345.678,90": 1234567890, "R$ 7,00": 700,
		"": 0, "1.234": 0, "12,5": 0, "12,505": 0, "-1": 0, "0": 0, "1,234.56": 0, "1.23,45": 0, "abc": 0, "1e3": 0, "12,": 0, ",50": 0, "9999999999": 0,
	} {
		got, err := readReais(text)
		if got != want || (err == nil) != (want > 0) {
			t.Errorf("readReais(%q) = %d, %v, want %d", text, got, err, want)
		}
	}
}

// The admin API asks for its token and for a key, and a repetition changes nothing.
func TestOrdersOverAdmin(t *testing.T) {
	t.Parallel()
	shop := startShop(t)
	p := shop.agent(t, "platform.json")
	p.readyShirts()
	id, _ := dig(p.do("complete_checkout", card()...).checkout(), "order", "id").(string)
	if status, body := shop.admin(http.MethodPost, "/orders/"+id+"/ship", `{}`); status != http.StatusBadRequest || !strings.Contains(string(body), "Idempotency-Key") {
		t.Errorf("without a key: %d %s", status, body)
	}
	status, body := shop.admin(http.MethodGet, "/orders/"+id, "")
	if status != http.StatusOK || !strings.Contains(string(body), `"kind":"token"`) || !strings.Contains(string(body), `"taxpayer_id":"39053344705"`) {
		t.Errorf("staff do not see payment and buyer: %d %s", status, body)
	}
	resp, err := shop.client.Post(shop.Admin+"/orders/"+id+"/refund", "application/json", strings.NewReader(`{"amount":1}`))
	if err != nil {
		t.Fatal(err)
	}
	resp.Body.Close()
	if resp.StatusCode != http.StatusUnauthorized {
		t.Errorf("a refund without the token: status %d", resp.StatusCode)
	}
}
