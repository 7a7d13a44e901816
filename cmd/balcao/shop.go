package main

import (
	"context"
	"crypto/rand"
	"fmt"
	"log/slog"
	"time"

	"balcao/agent"
	"balcao/agentcard"
	"balcao/bcp"
	"balcao/checkout"
	"balcao/httpd"
	"balcao/httpsig"
	"balcao/intents"
	"balcao/internal/clock"
	"balcao/internal/ids"
	"balcao/internal/keyring"
	"balcao/internal/lang"
	"balcao/internal/safehttp"
	"balcao/money"
	"balcao/notify"
	"balcao/order"
	"balcao/payment/pix"
	"balcao/payment/pix/mercadopago"
	"balcao/payment/token"
	"balcao/profile"
	"balcao/settlement"
	"balcao/store/sqlite"
	"balcao/web"
)

// shop is a whole shop, wired: the one place where everything meets.
type shop struct {
	settings *settings
	log      *slog.Logger
	clock    clock.Clock
	ids      *ids.Source
	store    *sqlite.Store
	goods    *goods
	keys     *keyring.Ring
	profile  profile.Shop
	counter  *checkout.Service
	orders   *order.Service
	money    *settlement.Service
	// fetch reaches addresses that strangers name.
	fetch    *safehttp.Client
	identify *profile.Identifier
	push     *notify.Push
	webhooks *notify.Webhooks
	mails    *notify.Mails
	profiles *profile.Fetcher
	encoder  *bcp.Encoder
	// pix takes the shop's Pix; bank is it where it is the sandbox, else nil.
	pix       pixAccount
	bank      *sandboxBank
	processor *token.Sandbox
	// tokens are the processors of cards, by handler.
	tokens map[ids.Handler]token.Processor
	hub    *agent.Hub
	reader intents.Interpreter
	// The sandbox bank calls back at the local address, under a path with a secret; who
	// else does is told by callback.
	local, webhook string
	callback       func(ctx context.Context, c httpd.Callback) error

	closers []func() error
}

// pixAccount is the shop's account at a provider: charges, and what came in.
type pixAccount interface {
	pix.Provider
	pix.Statement
}

// addresses are where the shop is reached: by platforms, and from this machine.
type addresses struct{ public, local string }

// withdrawalDays is how long after delivery a buyer may withdraw (Brazilian consumer code,
// article 49).
const withdrawalDays = 7

// returnsPolicy is what the shop grants to buyers who send goods back. With mail they are told of
// their orders by e-mail.
func returnsPolicy(mail bool) order.Policy {
	return order.Policy{WithdrawalDays: withdrawalDays, Mail: mail}
}

// signatureSkew is how far the clock of who signs a request may be off. A signature of any age
// is taken: what keeps a purchase from being made twice is its idempotency key, under which a
// retry that is sent as it was must find its answer. Neither a window nor Replays allows that.
const signatureSkew = time.Minute

// specURL is the protocol's site.
const specURL = "https://bcp.dev.br"

// newShop opens the shop that the settings describe, at its public address.
func newShop(ctx context.Context, s *settings, at addresses, log *slog.Logger) (_ *shop, err error) {
	publicURL := at.public
	sh := &shop{
		settings: s, log: log, clock: clock.System{}, ids: ids.NewSource(nil),
		hub: agent.NewHub(), local: at.local,
	}
	defer func() {
		if err != nil {
			_ = sh.close() // the first error is the one to tell
		}
	}()
	path, err := s.sqlitePath()
	if err != nil {
		return nil, err
	}
	if sh.store, err = sqlite.Open(ctx, sqlite.Options{Path: path, Now: sh.clock.Now, Logger: log}); err != nil {
		return nil, err
	}
	sh.closers = append(sh.closers, sh.store.Close)
	if err := sh.store.TakeOver(ctx); err != nil {
		return nil, err
	}
	if sh.goods, err = openGoods(ctx, s, sh.store, log); err != nil {
		return nil, err
	}
	if sh.reader, err = s.LLM.interpreter(sh.goods.parser, callsPerMinute, log); err != nil {
		return nil, err
	}
	now := func() time.Time { return sh.clock.Now() }
	if sh.keys, err = keyring.Open(keysDir(s.KeysDir, path), now, rand.Reader); err != nil {
		return nil, err
	}
	if sh.webhook = s.PixWebhookSecret; sh.webhook == "" {
		if sh.webhook, err = secretFile(webhookSecretFile(path)); err != nil {
			return nil, err
		}
	}
	if sh.profile, err = sh.publicFace(publicURL); err != nil {
		return nil, err
	}
	if bad := s.unknownCapabilities(capabilityNames(sh.profile)); len(bad) > 0 {
		return nil, settingError{fmt.Errorf("--disable: the shop knows no capability %q", bad)}
	}
	if err := sh.openProviders(path); err != nil {
		return nil, err
	}
	sh.encoder = bcp.NewEncoder(bcp.Config{PublicURL: publicURL, ShopName: s.ShopName, Currency: money.BRL, Links: links(), Keys: sealingKeys{sh.keys}})
	sh.counter = sh.newCounter()
	sh.orders = &order.Service{
		Store: sh.store, Refunds: refunds{sh.providers(), sh.store}, Clock: sh.clock, Policy: returnsPolicy(!s.SMTP.none()),
	}
	sh.counter.Orders = sh.orders
	sh.money = &settlement.Service{Store: sh.store, Counter: sh.counter, Statement: sh.pix, Clock: sh.clock, Account: s.Pix.name()}
	sh.fetch = safehttp.New(safehttp.Config{AllowLoopback: sh.profile.Loopback()})
	sh.push = &notify.Push{Store: sh.store, Encode: encodeTask, Poster: sh.fetch, Clock: sh.clock, Log: log}
	if sh.mails, err = sh.buyerMails(); err != nil {
		return nil, err
	}
	sh.profiles = profile.NewFetcher(profile.FetcherConfig{Getter: sh.fetch, Clock: sh.clock})
	signatures, err := httpsig.NewVerifier(httpsig.Policy{Now: sh.clock.Now, Skew: signatureSkew})
	if err != nil {
		return nil, err
	}
	sh.identify = profile.NewIdentifier(sh.profile, sh.profiles, platformKeys{store: sh.store}, signatures)
	sh.counter.Mandates = sh.mandates(sh.profiles)
	return sh, nil
}

// close releases what the shop holds, the last thing first.
func (sh *shop) close() error {
	m := Main{closers: sh.closers}
	return m.Close()
}

// publicFace is what profile and agent card are made of, without the keys of the moment.
func (sh *shop) publicFace(publicURL string) (_ profile.Shop, err error) {
	s := sh.settings
	p := profile.Shop{
		PublicURL: publicURL, Name: s.ShopName, LegalName: s.ShopLegalName,
		Description: "Agente de vendas que conversa, monta o carrinho e cobra por Pix",
		Software:    version, SpecURL: specURL, Releases: profile.Releases(),
		Capabilities: profile.Capabilities(profile.Returns{WithdrawalDays: withdrawalDays, RequestChannel: publicURL + "/returns"}),
		Disabled:     s.Disable, Handlers: handlers(s), MCP: s.MCP,
	}
	if p.MandateIssuers, err = profile.NormalizeIssuers(s.MandateIssuers, p.Loopback()); err != nil {
		return profile.Shop{}, settingError{fmt.Errorf("--mandate-issuers: %w", err)}
	}
	p.AllowAnonymous = s.AllowAnonymous.on(p.Loopback())
	return p, nil
}

func capabilityNames(p profile.Shop) []string {
	var out []string
	for _, c := range p.Capabilities {
		out = append(out, c.Name)
	}
	return out
}

// openProviders reaches who takes the money: the Pix provider of the settings, and the
// sandbox processor, with a book of its own beside the database as the sandbox bank has one.
func (sh *shop) openProviders(path string) (err error) {
	if err := sh.openPix(path); err != nil {
		return err
	}
	return sh.openCards(path)
}

func (sh *shop) openPix(path string) (err error) {
	s := sh.settings
	sh.callback = func(ctx context.Context, c httpd.Callback) error { return sh.settled(ctx, c) }
	switch s.Pix.Provider {
	case providerBCB:
		sh.pix, err = s.bcb(sh.clock)
		return err
	case providerMercadoPago:
		return sh.openMercadoPago()
	}
	if sh.bank, err = openSandboxBank(s, path, webhookURL(sh.local, sh.webhook), sh.clock, sh.log); err != nil {
		return err
	}
	sh.pix = sh.bank
	sh.closers = append(sh.closers, sh.bank.close)
	return nil
}

func (sh *shop) openMercadoPago() error {
	at, err := sh.settings.Pix.Webhook.address(sh.profile.PublicURL, sh.webhook)
	if err != nil {
		return err
	}
	client, signature, err := sh.settings.mercadoPago(sh.clock, at)
	if err != nil {
		return err
	}
	sh.pix = client
	sh.callback = func(ctx context.Context, c httpd.Callback) error {
		return sh.notified(ctx, signature, mercadopago.Notification{Header: c.Header, Query: c.Query, Body: c.Body})
	}
	return nil
}

func (sh *shop) newCounter() *checkout.Service {
	s := sh.settings
	address := s.address()
	policy := checkout.Policy{
		Currency: money.BRL, Seller: order.Seller{CNPJ: s.cnpj(), LegalName: s.ShopLegalName, Address: address},
		Lifetime: s.CheckoutLifetime, ChargeLifetime: s.PixLifetime, ChargeGrace: s.PixGrace,
		Invoices: s.ShopInvoices, TokenWithoutMandate: s.TokenWithoutMandate.on(sh.profile.Loopback()), OrderLabel: lang.Text{"Pedido", "Order", "Pedido"},
		Mail: !s.SMTP.none(),
	}
	if s.ShopPickup {
		policy.Counter = &address
	}
	return &checkout.Service{
		Store: sh.store, Products: sh.goods.Catalog, Rates: sh.goods.Rates, Promotions: sh.goods.Promotions,
		Taxes: sh.goods.Taxes, Clock: sh.clock, IDs: sh.ids, Policy: policy,
		Payments: sh.providers(),
	}
}

// providers are who moves the shop's money.
func (sh *shop) providers() payments {
	return payments{
		pix: sh.pix, tokens: sh.tokens, log: sh.log,
		back: func(id ids.Checkout, key string) string { return sh.profile.PublicURL + web.ReturnPath(id, key) },
	}
}

// a2a is the A2A binding, without its extended card.
func (sh *shop) a2a() *agent.Binding {
	var uris []string
	for _, e := range agentcard.Extensions(sh.profile) {
		uris = append(uris, e.URI)
	}
	seller := &agent.Shop{
		Counter: sh.counter, Catalog: sh.goods.Catalog, Records: sh.store, Orders: sh.orders, WithdrawalDays: withdrawalDays, Encoder: sh.encoder,
		Interpreter: sh.reader, NewID: sh.ids.New, Now: sh.clock.Now,
		Hub: sh.hub, Name: sh.settings.ShopName, StorefrontURL: sh.profile.PublicURL + "/",
	}
	sh.counter.Followers = seller
	return &agent.Binding{
		Sender: seller, Tasks: &agent.Tasks{Store: sh.store, Hub: sh.hub, Cancel: seller.CancelTask},
		Streaming: sh.settings.Streaming, Push: sh.settings.PushNotifications,
		CheckPushURL: sh.fetch.CheckURL, NewID: sh.ids.New,
		Identifier: sh.identify, Extensions: uris,
		ModesIn: []string{"text/plain", "application/json"}, StorefrontURL: sh.profile.PublicURL + "/", Logger: sh.log, Now: sh.clock.Now,
	}
}

func links() []bcp.Link {
	var out []bcp.Link
	for _, l := range web.Links() {
		out = append(out, bcp.Link{Type: l.Type, Path: l.Path, Title: l.Title})
	}
	return out
}
