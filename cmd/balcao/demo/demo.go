package demo

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net/http"
	"strings"
	"time"
)

// Config is what a play needs.
type Config struct {
	// ShopURL is the shop's public address, without a slash at its end. The shop must
	// serve a sandbox platform's profile, as it does on loopback.
	ShopURL string
	// IssueKey has the shop's staff issue an API key that may read orders to the platform
	// with this profile URL.
	IssueKey func(ctx context.Context, profileURL string) (string, error)
	// Out gets the conversation, or with JSON each exchange as one line of JSON.
	Out  io.Writer
	JSON bool
	// Patience is how long the platform waits for a Pix payment or what tells of it, Pause how long between
	// two looks.
	Patience, Pause time.Duration
	// Transport carries the requests; nil for one of the play's own.
	Transport http.RoundTripper
}

// Play plays all acts. It returns the first thing that is not as it should be, or nil.
func Play(ctx context.Context, cfg Config) error {
	p, done := newPlay(cfg)
	defer done()
	p.tale.line("Balcão: compras inteiras numa loja de demonstração em %s", cfg.ShopURL)
	return p.acts(ctx, []act{
		{"A plataforma descobre a loja", p.discover},
		{"Uma compra conversada, paga com Pix", p.buyTalking},
		{"Uma compra só com ações, concluída antes de o Pix cair", p.buyActing},
		{"Duas compras acompanhadas até o Pix cair", p.buyFollowed},
		{"Uma compra com cartão: o primeiro é recusado", p.buyByCard},
		{"A plataforma lê os pedidos", p.readOrders},
		{"Uma compra com mandato AP2: a loja e o comprador assinam", p.buyAgreed},
	})
}

// newPlay is a play that has not begun. What it holds is let go of by done.
func newPlay(cfg Config) (p *play, done func()) {
	done = func() {}
	if cfg.Transport == nil {
		own := &http.Transport{}
		done = own.CloseIdleConnections
		cfg.Transport = own
	}
	p = &play{
		cfg: cfg, tale: &tale{out: cfg.Out},
		client: &client{
			http:    &http.Client{Transport: cfg.Transport, Timeout: 10 * time.Second},
			profile: cfg.ShopURL + "/sandbox/platform.json", record: func(Exchange) error { return nil },
		},
	}
	if cfg.JSON {
		p.tale.out = io.Discard
		lines := json.NewEncoder(cfg.Out)
		lines.SetEscapeHTML(false)
		p.client.record = func(e Exchange) error { return lines.Encode(e) }
	}
	return p, done
}

// act is a part of a play.
type act struct {
	title string
	play  func(context.Context) error
}

// acts plays one act after the other.
func (p *play) acts(ctx context.Context, acts []act) error {
	for i, a := range acts {
		p.tale.act(i+1, a.title)
		if err := a.play(ctx); err != nil {
			return fmt.Errorf("demo: %s: %w", a.title, err)
		}
	}
	p.tale.line("\nTudo certo: %d fatos conferidos.", p.tale.facts)
	return p.tale.err
}

// play is one play: who speaks, where it is told, and what was bought.
type play struct {
	cfg    Config
	client *client
	tale   *tale
	orders []bought
	// other is a product that the customer saw and did not take.
	other product
	// streams and pushes say how the shop lets a task be followed.
	streams, pushes bool
	// keys is the shop's profile, for the keys in it.
	keys json.RawMessage
}

// bought is a completed purchase.
type bought struct {
	checkout, order, permalink string
	total                      reais
}

// customer sends what the customer said and tells the shop's answer.
func (p *play) customer(ctx context.Context, t *thread, step, text string) (answer, error) {
	p.tale.says("Cliente", text)
	return p.send(ctx, t, step, part{Text: text})
}

// act sends an action of the platform and tells the shop's answer. The note says in a few
// words what the action is about.
func (p *play) act(ctx context.Context, t *thread, step, note string, action object) (answer, error) {
	p.tale.says("Plataforma", strings.TrimSpace(fmt.Sprintf("[%s] %s", action["action"], note)))
	return p.send(ctx, t, step, dataPart(action))
}

func (p *play) send(ctx context.Context, t *thread, step string, parts ...part) (answer, error) {
	a, err := t.send(ctx, step, parts...)
	if err != nil {
		return answer{}, err
	}
	p.tale.says("Loja", a.Text)
	return a, nil
}

// keep remembers a completed purchase.
func (p *play) keep(c checkout) {
	p.orders = append(p.orders, bought{checkout: c.ID, order: c.Order.ID, permalink: c.Order.Permalink, total: c.Totals.of("total")})
}

// errNotPaid says that the bank never told the shop of the payment.
var errNotPaid = errors.New("the Pix payment did not arrive in time")

// awaitPayment looks at the checkout until it is completed, as long as the play's patience
// lasts.
func (p *play) awaitPayment(ctx context.Context, t *thread) (answer, error) {
	p.tale.says("Plataforma", "[get_checkout] até o Pix cair")
	ctx, cancel := context.WithTimeoutCause(ctx, p.cfg.Patience, errNotPaid)
	defer cancel()
	for {
		a, err := t.send(ctx, "await_payment", dataPart(object{"action": "get_checkout"}))
		if ctx.Err() != nil {
			return answer{}, context.Cause(ctx)
		}
		if err != nil {
			return answer{}, err
		}
		if a.Checkout.Status == "completed" {
			p.tale.says("Loja", a.Text)
			return a, nil
		}
		select {
		case <-ctx.Done():
			return answer{}, context.Cause(ctx)
		case <-time.After(p.cfg.Pause):
		}
	}
}
