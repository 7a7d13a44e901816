package checkout

import (
	"context"
	"encoding/json"
	"fmt"
	"reflect"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"balcao/conversation"
	"balcao/internal/brazil"
	"balcao/internal/clock"
	"balcao/internal/ids"
	"balcao/internal/lang"
	"balcao/money"
	"balcao/order"
	"balcao/payment"
	"balcao/platform"
)

// start is the time on the clock when a test begins. Charges made now end at 16:30.
var start = time.Date(2026, 7, 17, 16, 0, 0, 0, time.UTC)

// fakeIDs counts. The transaction ids come from the list first.
type fakeIDs struct {
	mu    sync.Mutex
	n     int
	txids []ids.TXID
}

func (f *fakeIDs) next() int {
	f.n++
	return f.n
}

func (f *fakeIDs) New(prefix string) string {
	f.mu.Lock()
	defer f.mu.Unlock()
	return fmt.Sprintf("%s%012d", prefix, f.next())
}

func (f *fakeIDs) Secret() string {
	f.mu.Lock()
	defer f.mu.Unlock()
	return fmt.Sprintf("secret%014d", f.next())
}

func (f *fakeIDs) TXID() ids.TXID {
	f.mu.Lock()
	defer f.mu.Unlock()
	if len(f.txids) > 0 {
		id := f.txids[0]
		f.txids = f.txids[1:]
		return id
	}
	return ids.TXID(fmt.Sprintf("tx%030d", f.next()))
}

// shop is a counter with all its fakes.
type shop struct {
	*Service
	store    *memStore
	bank     *fakeBank
	products *fakeProducts
	clock    *clock.Fake
	ids      *fakeIDs
}

func newShop(options ...func(*shop)) *shop {
	s := &shop{store: newMemStore(), bank: newFakeBank(), products: newFakeProducts(), clock: clock.NewFake(start), ids: &fakeIDs{}}
	for _, v := range []string{"shirt-p", "shirt-m", "polo", "cap", "pin", "pen", "aerosol", "gold", "import"} {
		s.store.stock[ids.Variant(v)] = level{OnHand: 100}
	}
	s.store.stock["jeans"], s.store.stock["last"], s.store.stock["gone"] = level{OnHand: 12}, level{OnHand: 1}, level{}
	s.Service = &Service{
		Store: s.store, Products: s.products, Rates: fakeRates{}, Promotions: fakePromotions{}, Taxes: fakeTaxes{},
		Payments: s.bank, Mandates: &fakeMandates{}, Clock: s.clock, IDs: s.ids,
		Policy: Policy{
			Currency: money.BRL, Seller: order.Seller{CNPJ: "99887766000105", LegalName: "Balcão Demonstração"},
			Lifetime: 6 * time.Hour, ChargeLifetime: 30 * time.Minute, ChargeGrace: 2 * time.Minute,
			Counter:    &brazil.Address{Street: "Rua do Balcão, 100", Locality: "São Paulo", Region: "SP", PostalCode: "01310100", Country: "BR"},
			OrderLabel: lang.Text{"Pedido", "Order", "Pedido"}, TokenWithoutMandate: true,
		},
	}
	for _, o := range options {
		o(s)
	}
	return s
}

func withoutPickup(s *shop) { s.Policy.Counter = nil }
func withInvoices(s *shop)  { s.Policy.Invoices = true }

// withoutWaiting is for tests in which nobody is there to be waited for.
func withoutWaiting(s *shop) {
	s.After = func(time.Duration) <-chan time.Time {
		over := make(chan time.Time, 1)
		over <- s.clock.Now()
		return over
	}
}
func mandatesOnly(s *shop) { s.Policy.TokenWithoutMandate = false }
func stock(v ids.Variant, n int64) func(*shop) {
	return func(s *shop) { s.store.stock[v] = level{OnHand: n} }
}

var (
	pixHandler  = payment.Handler{ID: "pix_1", Name: "br.dev.bcp.pix", Kind: payment.KindPix, Instruments: []payment.InstrumentType{{Type: "pix"}}}
	cardHandler = payment.Handler{ID: "gpay", Name: "com.google.pay", Kind: payment.KindToken, Instruments: []payment.InstrumentType{{Type: "card"}}}
	alice       = platform.Caller{Profile: "https://alice.example/profile.json", Rights: platform.RightCheckout}
	bob         = platform.Caller{Profile: "https://bob.example/profile.json", Rights: platform.RightCheckout}
)

func session(capabilities ...string) platform.Session {
	s := platform.Session{Version: "2026-07-28", Capabilities: []platform.Capability{{Name: platform.CapCheckout, Version: "2026-07-28"}}}
	for _, c := range capabilities {
		s.Capabilities = append(s.Capabilities, platform.Capability{Name: c, Version: "2026-07-28", Extends: []string{platform.CapCheckout}})
	}
	return s
}

// encodeResult is the transport's encoder of these tests. Under AP2 it seals.
func (s *shop) encodeResult(r Result) ([]byte, error) {
	if r.Seals != nil {
		return s.mandates().answer(r)
	}
	return json.Marshal(r)
}

// buyer is a platform's conversation with the shop.
type buyer struct {
	*shop
	t       testing.TB
	caller  platform.Caller
	context ids.Context
	session platform.Session
}

// chat begins a conversation with the given extensions negotiated.
func (s *shop) chat(t testing.TB, capabilities ...string) *buyer {
	return &buyer{shop: s, t: t, caller: alice, context: "ctx", session: session(capabilities...)}
}

func (b *buyer) request(commands ...Command) Request {
	return Request{
		Caller: b.caller, Target: Target{Context: b.context}, Commands: commands, Session: b.session,
		Handlers: []payment.Handler{pixHandler, cardHandler}, Language: "pt-BR", Reply: b.encodeResult,
	}
}

// do sends the commands as one message and returns the answer.
func (b *buyer) do(commands ...Command) Result {
	b.t.Helper()
	done, err := b.Do(b.t.Context(), b.request(commands...))
	if err != nil {
		b.t.Fatalf("Do(%T): %v", commands, err)
	}
	return done.Result
}

// must is do for commands that have to be applied.
func (b *buyer) must(commands ...Command) Result {
	b.t.Helper()
	r := b.do(commands...)
	for i, o := range r.Outcomes {
		if !o.Applied {
			b.t.Fatalf("command %d of %T refused: %v", i, commands, o.Messages)
		}
	}
	return r
}

// on is do for a checkout that is named.
func (b *buyer) on(id ids.Checkout, commands ...Command) Result {
	b.t.Helper()
	r := b.request(commands...)
	r.Target.Checkout = id
	done, err := b.Do(b.t.Context(), r)
	if err != nil {
		b.t.Fatalf("Do(%T): %v", commands, err)
	}
	return done.Result
}

// key makes the idempotency key of a message.
func (b *buyer) key(id string) *conversation.Key {
	return &conversation.Key{Owner: b.caller.Owner(), Binding: "a2a", ID: id, Fingerprint: [32]byte{1}}
}

// keyed sends a message under a key.
func (b *buyer) keyed(id string, commands ...Command) (Done, error) {
	r := b.request(commands...)
	r.Key = b.key(id)
	return b.Do(context.Background(), r)
}

// line is an input line.
func line(item string, quantity int64) LineInput { return LineInput{Item: item, Quantity: quantity} }

func lines(ls ...LineInput) Input { return Input{Lines: ls} }

func pix() *PaymentInput {
	return &PaymentInput{Instruments: []InstrumentInput{{Handler: pixHandler.ID, Type: "pix"}}}
}

func card(token string) PaymentInput {
	return PaymentInput{Instruments: []InstrumentInput{{Handler: cardHandler.ID, Type: "card", Token: payment.Secret(token)}}}
}

func payByPix() Complete { return Complete{Payment: *pix()} }

// saoPaulo and goias are addresses that are complete.
func saoPaulo() AddressInput {
	return AddressInput{Street: "Avenida Paulista, 1000", Locality: "São Paulo", Region: "SP", PostalCode: "01310-100", Country: "BR"}
}

func goias() AddressInput {
	return AddressInput{Street: "Rua 1", Locality: "Goiânia", Region: "GO", PostalCode: "74000-000", Country: "BR"}
}

// shipTo is the fulfilment of a create or update object with destinations.
func shipTo(addresses ...AddressInput) *FulfillmentInput {
	return &FulfillmentInput{Methods: []MethodInput{{Type: Shipping, Destinations: addresses}}}
}

func ptr[T any](v T) *T { return &v }

// said lists messages as "code path", errors without a mark, warnings with ~, infos with i:.
func said(ms []Message) []string {
	var out []string
	for _, m := range ms {
		if m.Code == CodeWithdrawal || m.Code == CodePickupNotice || m.Code == CodeNextStep {
			continue // part of nearly every answer; TestNotices looks at them
		}
		mark := map[MessageType]string{TypeWarning: "~", TypeInfo: "i:"}[m.Type]
		out = append(out, strings.TrimSpace(mark+string(m.Code)+" "+m.Path))
	}
	return out
}

// wantSaid compares messages.
func wantSaid(t testing.TB, ms []Message, want ...string) {
	t.Helper()
	if got := said(ms); !slices.Equal(got, want) {
		t.Errorf("messages:\n got %q\nwant %q", got, want)
	}
}

func wantStatus(t testing.TB, r Result, want Status) {
	t.Helper()
	if r.Status != want {
		t.Errorf("status %q, want %q (messages %q)", r.Status, want, said(r.Messages))
	}
}

// totals writes totals as "type amount".
func totals(ts []order.Total) []string {
	var out []string
	for _, t := range ts {
		out = append(out, fmt.Sprintf("%s %d", t.Type, t.Amount))
	}
	return out
}

func wantTotals(t testing.TB, r Result, want ...string) {
	t.Helper()
	if got := totals(r.Checkout.Totals); !slices.Equal(got, want) {
		t.Errorf("totals:\n got %q\nwant %q", got, want)
	}
}

func wantLevel(t testing.TB, s *shop, v ids.Variant, onHand, reserved int64) {
	t.Helper()
	if got, want := s.store.level(v), (level{onHand, reserved}); got != want {
		t.Errorf("stock of %s %+v, want %+v", v, got, want)
	}
}

// read returns the stored checkout.
func (s *shop) read(t testing.TB, id ids.Checkout) *Checkout {
	t.Helper()
	c, err := s.store.Checkout(t.Context(), id)
	if err != nil {
		t.Fatalf("read checkout %s: %v", id, err)
	}
	return c
}

// wantCharges compares the states of all charges, oldest first.
func wantCharges(t testing.TB, c *Checkout, want ...payment.ChargeState) {
	t.Helper()
	var got []payment.ChargeState
	for _, ch := range c.Charges {
		got = append(got, ch.State)
	}
	if !slices.Equal(got, want) {
		t.Errorf("charges %q, want %q", got, want)
	}
}

func (s *shop) orders() int {
	s.store.mu.Lock()
	defer s.store.mu.Unlock()
	return len(s.store.orders)
}

func equal(a, b any) bool { return reflect.DeepEqual(a, b) }

func amountOf(n int64) money.Amount { return money.Amount(n) }
