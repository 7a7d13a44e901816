package demo

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"net/http"
	"slices"
	"strings"
)

// Staff is what the shop's staff do in the play, as "balcao orders …" does it.
type Staff struct {
	// Ship, Deliver and Receive hand an order over, report its arrival, and take a return back.
	Ship, Deliver func(ctx context.Context, order string) error
	Receive       func(ctx context.Context, order, adjustment string) error
	// Refundable is how much of an order's payment is still there, in centavos.
	Refundable func(ctx context.Context, order string) (int64, error)
}

// ReturnTracking is the code of the parcel that the staff of the play send.
const ReturnTracking = "AA123456785BR"

// PlayReturn plays a purchase that the buyer withdraws from after it was delivered, to its end:
// the money is back, the goods too, and the platform was told of each step.
func PlayReturn(ctx context.Context, cfg Config, staff Staff) error {
	p, done := newPlay(cfg)
	defer done()
	r := &returning{play: p, staff: staff}
	p.tale.line("Balcão: uma compra que volta, numa loja de demonstração em %s", cfg.ShopURL)
	defer r.close()
	return p.acts(ctx, []act{
		{"A plataforma descobre a loja", r.discover},
		{"Uma compra paga com Pix", r.buy},
		{"A loja envia e entrega", r.handOver},
		{"A cliente desiste da compra", r.withdraw},
		{"O dinheiro volta", r.moneyBack},
		{"O produto volta", r.goodsBack},
	})
}

// returning is the play of a return.
type returning struct {
	*play
	staff    Staff
	platform *hookPlatform
	thread   *thread
	bought   bought
	// told is the order as the last webhook had it, told counts the webhooks.
	told  toldOrder
	count int
	back  string // the return's number
}

// toldOrder is what the platform reads of an order in a webhook.
type toldOrder struct {
	ID          string
	Checkout    string                    `json:"checkout_id"`
	Lines       []struct{ Status string } `json:"line_items"`
	Fulfillment struct {
		Events []struct {
			Type           string
			TrackingNumber string `json:"tracking_number"`
		}
	}
	Adjustments []struct {
		ID, Type, Status, Reason string
		Acknowledged             string   `json:"acknowledged_at"`
		Related                  []string `json:"related_adjustment_ids"`
		Totals                   []struct {
			Type   string
			Amount reais
		}
	}
}

func (r *returning) close() {
	if r.platform != nil {
		_ = r.platform.server.Close() // nobody listens any more
	}
}

// discover finds the shop and opens the platform's own profile and webhook.
func (r *returning) discover(ctx context.Context) error {
	if err := r.play.discover(ctx); err != nil {
		return err
	}
	status, sandbox, err := r.client.do(ctx, "sandbox_profile", http.MethodGet, r.cfg.ShopURL+"/sandbox/platform.json", nil, nil)
	if err != nil || status != http.StatusOK {
		return fmt.Errorf("sandbox profile: status %d, %w", status, err)
	}
	if r.platform, err = listen(ctx, sandbox); err != nil {
		return err
	}
	r.client.profile = r.platform.url + pathProfile
	r.tale.says("Plataforma", "(o meu perfil é "+r.client.profile+", com um webhook para os pedidos)")
	return nil
}

// buy is a purchase of two shirts, paid at once.
func (r *returning) buy(ctx context.Context) error {
	r.thread = r.newThread()
	a, err := r.customer(ctx, r.thread, "search", "Procuro uma camiseta azul, tamanho M.")
	if err != nil {
		return err
	}
	if err := r.tale.verify(holds("a busca traz produtos", len(a.Products) > 0 && len(a.Products[0].Variants) > 0)); err != nil {
		return err
	}
	r.other = a.Products[0]
	a, err = r.act(ctx, r.thread, "create", "2 × "+r.other.Title+", para São Paulo", r.cart(2))
	if err != nil {
		return err
	}
	if _, err = r.act(ctx, r.thread, "complete", "por Pix", completing(object{
		"handler_id": a.Checkout.handler("br.dev.bcp.pix"), "type": "pix", "selected": true,
	})); err != nil {
		return err
	}
	r.tale.says("Cliente", "(paga o Pix no aplicativo do banco)")
	if a, err = r.awaitPayment(ctx, r.thread); err != nil {
		return err
	}
	r.keep(a.Checkout)
	r.bought = r.orders[0]
	if err := r.tale.verify(is("pago: R$ 124,80", r.bought.total, 12480)); err != nil {
		return err
	}
	if err := r.webhook(ctx, "o pedido foi feito"); err != nil {
		return err
	}
	return r.tale.verify(
		is("é o pedido desta compra", r.told.ID, r.bought.order),
		is("em preparação", r.told.Lines[0].Status, "processing"),
	)
}

// webhook waits for the next webhook of the order and checks that it is the shop's, the next in
// turn, and about the order.
func (r *returning) webhook(ctx context.Context, what string) error {
	n, err := r.platform.await(ctx, r.cfg.Patience, r.client.record)
	if err != nil {
		return err
	}
	r.count++
	r.tale.says("Loja", "(webhook "+n.request.Header.Get("Webhook-Id")+": "+what+")")
	r.told = toldOrder{}
	unreadable := json.Unmarshal(n.body, &r.told)
	err = r.tale.verify(
		passes("a assinatura do webhook confere com a chave pública da loja", n.verify(r.keys)),
		passes("ele traz o pedido inteiro", unreadable),
		is("e é o próximo deste pedido", n.request.Header.Get("Webhook-Id"), fmt.Sprintf("%s.%d", r.bought.order, r.count)),
	)
	if err != nil {
		return err
	}
	return r.tale.verify(holds("com as suas linhas", len(r.told.Lines) > 0))
}

// lastEvent is what happened to the goods last, as the platform was told.
func (r *returning) lastEvent() (kind, tracking string) {
	if events := r.told.Fulfillment.Events; len(events) > 0 {
		last := events[len(events)-1]
		return last.Type, last.TrackingNumber
	}
	return "", ""
}

func (r *returning) handOver(ctx context.Context) error {
	for _, step := range []struct {
		says, event, tells string
		do                 func(context.Context, string) error
	}{
		{"balcao orders ship " + r.bought.order + " --carrier=Correios --tracking=" + ReturnTracking, "shipped", "enviado", r.staff.Ship},
		{"balcao orders deliver " + r.bought.order, "delivered", "entregue", r.staff.Deliver},
	} {
		r.tale.says("Equipe", step.says)
		if err := step.do(ctx, r.bought.order); err != nil {
			return err
		}
		if err := r.webhook(ctx, step.tells); err != nil {
			return err
		}
		kind, tracking := r.lastEvent()
		if err := r.tale.verify(is("o que houve: "+step.tells, kind, step.event), is("com o código de rastreamento", tracking, ReturnTracking)); err != nil {
			return err
		}
	}
	return nil
}

// withdraw has the customer withdraw in words: the shop explains and asks, and only the yes does
// it. Then the page tells of it, too.
func (r *returning) withdraw(ctx context.Context) error {
	a, err := r.customer(ctx, r.thread, "ask_return", "Me arrependi da compra, quero devolver.")
	if err != nil {
		return err
	}
	page, err := r.page(ctx)
	if err != nil {
		return err
	}
	err = r.tale.verify(
		holds("a loja explica o direito de 7 dias", strings.Contains(a.Text, "7 dias")),
		holds("e pergunta antes de fazer", strings.Contains(a.Text, "Responda sim")),
		holds("nada foi devolvido ainda", !strings.Contains(page, "adj_")),
	)
	if err != nil {
		return err
	}
	if a, err = r.customer(ctx, r.thread, "confirm_return", "Sim."); err != nil {
		return err
	}
	_, number, _ := strings.Cut(a.Text, "Protocolo: ")
	number, _, _ = strings.Cut(number, ".")
	r.back = number
	err = r.tale.verify(
		holds("a loja confirma na hora, com data e protocolo", strings.HasPrefix(number, "adj_") && strings.Contains(a.Text, "horário de Brasília")),
		holds("e pede o reembolso de tudo, com o frete: R$ 124,80", strings.Contains(plain(a.Text), "R$ 124,80")),
	)
	if err != nil {
		return err
	}
	r.tale.says("Plataforma", "(a resposta se perdeu: a mesma mensagem vai de novo)")
	again, err := r.thread.post(ctx, "retry_return", r.thread.sent)
	if err != nil {
		return err
	}
	if page, err = r.page(ctx); err != nil {
		return err
	}
	return r.tale.verify(
		holds("a resposta volta igual, byte por byte: não há segunda devolução", bytes.Equal(again, r.thread.received)),
		holds("a página do pedido mostra o protocolo", strings.Contains(page, number)),
	)
}

// plain has ordinary spaces for those that do not break.
func plain(s string) string { return strings.ReplaceAll(s, "\u00a0", " ") }

// page opens the buyer's page of the order.
func (r *returning) page(ctx context.Context) (string, error) {
	status, body, err := r.client.do(ctx, "order_page", http.MethodGet, r.bought.permalink, map[string]string{"Accept": "text/html"}, nil)
	if err == nil && status != http.StatusOK {
		err = fmt.Errorf("the order's page: status %d", status)
	}
	return string(body), err
}

// adjusted is the place of an adjustment of a type in the order as it was told, -1 for none.
func (r *returning) adjusted(kind string) int {
	for i, a := range r.told.Adjustments {
		if a.Type == kind {
			return i
		}
	}
	return -1
}

func (r *returning) moneyBack(ctx context.Context) error {
	if err := r.webhook(ctx, "devolução pedida, reembolso solicitado"); err != nil {
		return err
	}
	back, refund := r.adjusted("return"), r.adjusted("refund")
	if err := r.tale.verify(is("há uma devolução e um reembolso", len(r.told.Adjustments), 2), holds("um de cada", back >= 0 && refund >= 0)); err != nil {
		return err
	}
	b, m := r.told.Adjustments[back], r.told.Adjustments[refund]
	err := r.tale.verify(
		is("a devolução tem o protocolo", b.ID, r.back),
		is("por arrependimento", b.Reason, "withdrawal"),
		holds("reconhecida na hora", b.Acknowledged != ""),
		is("pendente", b.Status, "pending"),
		holds("o reembolso é por causa dela", slices.Equal(m.Related, []string{b.ID})),
		holds("de R$ 124,80", len(m.Totals) == 1 && m.Totals[0].Amount == -12480),
	)
	if err != nil {
		return err
	}
	if m.Status != "completed" {
		if err := r.webhook(ctx, "reembolso concluído no banco"); err != nil {
			return err
		}
	}
	left, err := r.staff.Refundable(ctx, r.bought.order)
	if err != nil {
		return err
	}
	if refund = r.adjusted("refund"); refund < 0 {
		return fmt.Errorf("the webhook tells of no refund")
	}
	return r.tale.verify(
		is("o reembolso está concluído", r.told.Adjustments[refund].Status, "completed"),
		is("a devolução ainda espera o produto", r.told.Adjustments[r.adjusted("return")].Status, "pending"),
		is("do pagamento não resta nada", left, 0),
	)
}

func (r *returning) goodsBack(ctx context.Context) error {
	r.tale.says("Equipe", "balcao orders receive "+r.bought.order+" "+r.back+" --restock")
	if err := r.staff.Receive(ctx, r.bought.order, r.back); err != nil {
		return err
	}
	if err := r.webhook(ctx, "o produto voltou"); err != nil {
		return err
	}
	back := r.adjusted("return")
	return r.tale.verify(
		holds("há só uma devolução e um reembolso", len(r.told.Adjustments) == 2 && back >= 0),
		is("a devolução está concluída", r.told.Adjustments[max(back, 0)].Status, "completed"),
	)
}
