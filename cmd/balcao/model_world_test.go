package main

import (
	"cmp"
	"context"
	"database/sql"
	"errors"
	"fmt"
	"log/slog"
	"math/rand/v2"
	"net/http"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"balcao/catalog/sample"
	"balcao/checkout"
	"balcao/httpd"
	"balcao/internal/clock"
	"balcao/internal/ids"
	"balcao/internal/lang"
	"balcao/money"
	"balcao/order"
	"balcao/payment"
	"balcao/payment/fakepsp"
	"balcao/payment/pix"
	"balcao/payment/pix/bcb"
	"balcao/payment/token"
	"balcao/settlement"
	"balcao/store/sqlite"
)

// modelGround is what all episodes begin with.
type modelGround struct {
	dir      string
	sample   *sample.Shop
	identity *fakepsp.Identity
	database []byte
	// goods are the variants that are bought, of which there are modelStock each.
	goods []ids.Variant
}

const modelStock = 6

// modelStart is a Friday in July.
var modelStart = time.Date(2026, 7, 17, 16, 0, 0, 0, time.UTC)

// newModelGround prepares a database once, so that each episode begins with a copy. The
// files are in memory where the system offers that: what is durable is tested elsewhere.
func newModelGround(t testing.TB) *modelGround {
	t.Helper()
	g := &modelGround{dir: t.TempDir(), goods: []ids.Variant{"CABO-USBC-1M", "PELICULA-PIXEL-10-PRO", "MOTO-G85"}}
	if dir, err := os.MkdirTemp("/dev/shm", "balcao-model-"); err == nil {
		t.Cleanup(func() { _ = os.RemoveAll(dir) }) // best effort: the system's own cleaner follows
		g.dir = dir
	}
	var err error
	if g.sample, err = sample.New(); err != nil {
		t.Fatal(err)
	}
	if g.identity, err = fakepsp.OpenIdentity(filepath.Join(g.dir, "identity"), time.Now()); err != nil {
		t.Fatal(err)
	}
	path := filepath.Join(g.dir, "first.db")
	store, err := sqlite.Open(t.Context(), sqlite.Options{Path: path})
	if err != nil {
		t.Fatal(err)
	}
	stock := g.sample.Stock()
	for _, v := range g.goods {
		if _, sold := stock[v]; !sold {
			t.Fatalf("the sample shop has no %s", v)
		}
		if err := store.SetStock(t.Context(), v, modelStock); err != nil {
			t.Fatal(err)
		}
	}
	if err := store.Close(); err != nil {
		t.Fatal(err)
	}
	if g.database, err = os.ReadFile(path); err != nil {
		t.Fatal(err)
	}
	return g
}

// modelWorld is a shop with its bank, its processor and its buyers, in a time of its own.
type modelWorld struct {
	ground *modelGround
	dir    string
	clock  *clock.Fake

	bank      *fakepsp.Bank
	switches  *fakepsp.Switches
	late      atomic.Bool
	processor *token.Sandbox
	// cardFaults is the share of calls of the processor whose answer is lost.
	cardFaults atomic.Int64 // in percent
	// called hears of each call of the bank's API and of its tokens; nil for nobody.
	called func(*http.Request)
	// sleep is what a pause of the shop's client does; nil for nothing.
	sleep func(time.Duration)
	// stock is how many there were of each of the goods.
	stock int64

	// chance is what faults beside the bank's own draw from, source makes ids.
	chance *modelChance
	source *ids.Source
	// aside chooses what happens while a provider is asked; nil for nothing.
	aside *modelChance
	// talking is who said something last, where there is one hand.
	talking *modelBuyer

	// standing is held for reading by who uses the shop, for writing by who brings it back
	// after a crash.
	standing sync.RWMutex
	shop     *modelShop
	books    *sql.DB // reads the shop's database past the shop
	pages    modelPages

	mu     sync.Mutex
	trace  []string
	failed []error
	buyers []*modelBuyer
	orders modelOrders
	// stranger is somebody who takes money into the same account.
	stranger *bcb.Client
	strange  map[ids.TXID]bool // their charges
}

// modelShop is one life of the shop's process.
type modelShop struct {
	*shop
	process *modelProcess
	store   modelStore
	worker  *worker
}

// modelChance is a seeded source for several goroutines.
type modelChance struct {
	mu sync.Mutex
	r  *rand.Rand
}

func newModelChance(seed, stream uint64) *modelChance {
	return &modelChance{r: rand.New(rand.NewPCG(seed, stream))}
}

func (c *modelChance) n(n int) int {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.r.IntN(n)
}

// in reports whether something happens that does in so many of a hundred cases.
func (c *modelChance) in(percent int) bool { return c.n(100) < percent }

// Read implements io.Reader.
func (c *modelChance) Read(p []byte) (int, error) {
	c.mu.Lock()
	defer c.mu.Unlock()
	for i := range p {
		p[i] = byte(c.r.Uint32())
	}
	return len(p), nil
}

func oneOf[T any](c *modelChance, all ...T) T { return all[c.n(len(all))] }

// newModelWorld opens a world in a folder of its own. Its close removes the folder.
func newModelWorld(g *modelGround, seed uint64) (_ *modelWorld, err error) {
	w := &modelWorld{
		ground: g, stock: modelStock, strange: map[ids.TXID]bool{}, clock: clock.NewFake(modelStart), switches: fakepsp.NewSwitches(seed),
		chance: newModelChance(seed, 1), source: ids.NewSource(newModelChance(seed, 2)), orders: modelOrders{restocked: map[string]modelRestock{}},
	}
	if w.dir, err = os.MkdirTemp(g.dir, "world-"); err != nil {
		return nil, err
	}
	if err := os.WriteFile(w.database(), g.database, 0o600); err != nil {
		return nil, err
	}
	w.bank, err = fakepsp.Open(fakepsp.Config{
		PayeeName: "Loja", City: "SAO PAULO", CNPJ: "99887766000105", Key: sandboxPixKey, Host: "pix.example", Switches: w.switches,
		Clock: w.clock, Random: newModelChance(seed, 3), Deliver: w.deliver,
		OnError: func(err error) { w.note("bank: %v", err) },
		After: func(d time.Duration) <-chan time.Time {
			w.late.Store(true)
			over := make(chan time.Time, 1)
			over <- w.clock.Now()
			return over
		},
	})
	if err != nil {
		return nil, err
	}
	w.processor, err = token.NewSandbox(token.SandboxConfig{Book: w.cardBook(), Pages: modelPage, NewSecret: w.source.Secret})
	if err != nil {
		return nil, err
	}
	if w.stranger, err = w.dial(&modelProcess{}); err != nil {
		return nil, err
	}
	if w.books, err = sql.Open("sqlite", "file:"+w.database()+"?mode=ro"); err != nil {
		return nil, err
	}
	return w, w.open()
}

func (w *modelWorld) database() string { return filepath.Join(w.dir, "shop.db") }
func (w *modelWorld) cardBook() string { return filepath.Join(w.dir, "processor") }

// modelPage is where the processor's pages are said to be.
const modelPage = "https://processor.example/"

// modelPages are those that buyers were sent to.
type modelPages struct {
	mu    sync.Mutex
	names []string
}

// add remembers the page that an address leads to.
func (p *modelPages) add(url string) {
	p.mu.Lock()
	defer p.mu.Unlock()
	if name, ok := strings.CutPrefix(url, modelPage); ok && !slices.Contains(p.names, name) {
		p.names = append(p.names, name)
	}
}

func (p *modelPages) all() []string {
	p.mu.Lock()
	defer p.mu.Unlock()
	return slices.Clone(p.names)
}

// open starts a process of the shop, which takes over what an earlier one left.
func (w *modelWorld) open() error {
	ctx := context.Background()
	real, err := sqlite.Open(ctx, sqlite.Options{Path: w.database(), Now: w.clock.Now})
	if err != nil {
		return err
	}
	if err := real.TakeOver(ctx); err != nil {
		return errors.Join(err, real.Close())
	}
	p := &modelProcess{}
	s := &modelShop{process: p, store: modelStore{real, p}}
	client, err := w.dial(p)
	if err != nil {
		return errors.Join(err, real.Close())
	}
	cards := modelProcessor{w.processor, p, w.meanwhile, func() bool {
		share := int(w.cardFaults.Load())
		return share > 0 && w.chance.in(share)
	}}
	money := payments{
		pix: client, tokens: map[ids.Handler]token.Processor{handlerGPay: cards},
		back: func(id ids.Checkout, key string) string { return "https://shop.example/" + string(id) },
	}
	log := slog.New(slog.NewTextHandler(modelLog{w}, &slog.HandlerOptions{ReplaceAttr: func(_ []string, a slog.Attr) slog.Attr {
		if a.Key == slog.TimeKey {
			return slog.Attr{}
		}
		return a
	}}))
	money.log = log
	s.shop = &shop{
		settings: &settings{}, log: log, clock: w.clock, ids: w.source, store: real,
		counter: &checkout.Service{
			Store: s.store, Products: w.ground.sample.Catalog, Rates: w.ground.sample.Rates, Promotions: w.ground.sample.Promotions,
			Taxes: w.ground.sample.Taxes, Payments: money, Clock: w.clock, IDs: w.source, Policy: modelPolicy(w.ground.sample),
			After: func(time.Duration) <-chan time.Time {
				over := make(chan time.Time, 1)
				over <- w.clock.Now()
				return over
			},
		},
		orders: &order.Service{Store: s.store, Refunds: refunds{money, s.store}, Clock: w.clock, Policy: returnsPolicy(false)},
	}
	s.counter.Orders = s.orders
	s.money = &settlement.Service{Store: s.store, Counter: s.counter, Statement: client, Clock: w.clock, Account: "bcb"}
	w.shop = s
	// As serve does, before anything else: the statement is read on from where it stood.
	if err := s.money.Start(ctx); err != nil {
		return errors.Join(err, real.Close())
	}
	s.worker = &worker{store: s.store, do: s.runJob, clock: w.clock, log: log, count: func(string, string) {}}
	return w.register(client)
}

// dial is a client of the bank, for a process.
func (w *modelWorld) dial(p *modelProcess) (*bcb.Client, error) {
	line := &modelLine{p: p, late: &w.late, client: w.ground.identity.Client.Leaf, meanwhile: w.meanwhile, called: func(r *http.Request) {
		if w.called != nil {
			w.called(r)
		}
	}}
	line.bank = fakepsp.NewServer(fakepsp.ServerConfig{Bank: w.bank, Identity: w.ground.identity, Logger: slog.New(slog.DiscardHandler)})
	return bcb.New(bcb.Config{
		BaseURL: "https://bank.example" + fakepsp.PathAPI, TokenURL: "https://bank.example" + fakepsp.PathToken, ClientID: fakepsp.ClientID,
		ClientSecret: w.ground.identity.ClientSecret, Key: sandboxPixKey, Payee: pix.Payee{Name: "Loja", City: "SAO PAULO"},
		Transport: line, Clock: w.clock, Sleep: func(ctx context.Context, d time.Duration) error {
			if w.sleep != nil {
				w.sleep(d)
			}
			return ctx.Err()
		},
	})
}

// register has the bank call back. It is done by who opens the shop, faults or not.
func (w *modelWorld) register(client *bcb.Client) error {
	on, aside := w.switches.Settings(), w.aside
	w.switches.Clear()
	w.aside = nil
	defer func() {
		w.aside = aside
		for f, to := range on {
			_ = w.switches.Set(f, to) // it was set before
		}
	}()
	return client.RegisterWebhook(context.Background(), "https://shop.example/webhooks/pix/secret")
}

func modelPolicy(s *sample.Shop) checkout.Policy {
	counter := s.Identity.Address
	return checkout.Policy{
		Currency: money.BRL, Seller: order.Seller{CNPJ: s.Identity.CNPJ, LegalName: s.Identity.LegalName, Address: counter},
		Lifetime: 6 * time.Hour, ChargeLifetime: 30 * time.Minute, ChargeGrace: 2 * time.Minute, Counter: &counter,
		TokenWithoutMandate: true, OrderLabel: lang.Text{"Pedido", "Order", "Pedido"},
	}
}

// deliver is how the bank calls the shop back. That the answer is lost on its way is the
// network's doing.
func (w *modelWorld) deliver(ctx context.Context, url string, body []byte) error {
	s := w.shop
	if s.process.isDead() {
		return errModelDied
	}
	err := s.settled(ctx, httpd.Callback{Body: body})
	if w.chance.in(5) {
		err = cmp.Or(err, errModelLost)
	}
	w.note("callback %s: %v", body, err)
	return err
}

// restart ends the process, dead or alive, and starts another one.
func (w *modelWorld) restart() error {
	w.standing.Lock()
	defer w.standing.Unlock()
	return w.restarted()
}

func (w *modelWorld) restarted() error {
	w.shop.process.mu.Lock()
	w.shop.process.dead = true
	w.shop.process.mu.Unlock()
	if err := w.shop.shop.store.Close(); err != nil {
		return err
	}
	w.note("restart")
	return w.open()
}

// close ends the world and removes what it left.
func (w *modelWorld) close() error {
	return errors.Join(w.shop.shop.store.Close(), w.bank.Close(), w.processor.Close(), w.books.Close(), os.RemoveAll(w.dir))
}

// note adds a line to what is told of a failure.
func (w *modelWorld) note(format string, args ...any) {
	w.mu.Lock()
	defer w.mu.Unlock()
	w.trace = append(w.trace, w.clock.Now().Format("02 15:04:05 ")+fmt.Sprintf(format, args...))
}

// fail notes that something is not as it must be.
func (w *modelWorld) fail(format string, args ...any) {
	err := fmt.Errorf(format, args...)
	w.note("WRONG: %v", err)
	w.mu.Lock()
	defer w.mu.Unlock()
	w.failed = append(w.failed, err)
}

func (w *modelWorld) err() error {
	w.mu.Lock()
	defer w.mu.Unlock()
	return errors.Join(w.failed...)
}

// modelLog puts the shop's log into the trace.
type modelLog struct{ w *modelWorld }

func (l modelLog) Write(p []byte) (int, error) {
	l.w.note("log: %s", strings.TrimSpace(string(p)))
	return len(p), nil
}

// modelHandlers are what buyers can pay with.
func modelHandlers() []payment.Handler {
	return []payment.Handler{
		{Name: "br.dev.bcp.pix", ID: "pix_1", Kind: payment.KindPix, Version: "2026-07-28", Instruments: []payment.InstrumentType{{Type: "pix"}}},
		{Name: "com.google.pay", ID: handlerGPay, Kind: payment.KindToken, Version: "2026-07-28", Instruments: []payment.InstrumentType{{Type: "card"}}},
	}
}
