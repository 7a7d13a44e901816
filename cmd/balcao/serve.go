package main

import (
	"context"
	"fmt"
	"log/slog"
	"net"
	"net/http"
	"strings"
	"time"

	"golang.org/x/sync/errgroup"

	"balcao/agent"
	"balcao/catalog/sample"
	"balcao/httpd"
	"balcao/internal/ids"
	"balcao/mcp"
	"balcao/payment"
	"balcao/web"
)

// serveCmd runs the shop.
type serveCmd struct {
	settings
}

func (c *serveCmd) run(ctx context.Context, m *Main) error {
	if err := c.check(); err != nil {
		return err
	}
	log := slog.New(slog.NewJSONHandler(m.Stderr, &slog.HandlerOptions{Level: c.LogLevel}))
	return m.serve(ctx, &c.settings, log)
}

// serve runs a shop until the context ends, then drains: open requests and running jobs
// finish, and what is committed stays.
func (m *Main) serve(ctx context.Context, s *settings, log *slog.Logger) error {
	listener, err := net.Listen("tcp", s.Listen)
	if err != nil {
		return fmt.Errorf("listen: %w", err)
	}
	defer listener.Close()
	var staff net.Listener
	if s.AdminListen != "" {
		if staff, err = net.Listen("tcp", s.AdminListen); err != nil {
			return fmt.Errorf("listen for staff: %w", err)
		}
		defer staff.Close()
	}
	at := addresses{public: strings.TrimRight(s.PublicURL, "/"), local: "http://" + reachable(listener.Addr())}
	if at.public == "" {
		at.public = at.local
	}
	s.products = m.Products
	sh, err := newShop(ctx, s, at, log)
	if err != nil {
		return err
	}
	m.onClose(sh.close)
	metrics := httpd.NewMetrics()
	metrics.Gauge("balcao_a2a_streams", "Open streams of A2A tasks.", func() float64 { return float64(sh.hub.Watchers()) })
	metrics.Gauge("balcao_pix_unmatched", "Pix payments that no charge asked for and that the staff have not dealt with.", sh.countUnmatched)
	sh.webhooks = sh.orderWebhooks(metrics.OrderWebhook)
	callbacks, err := s.Pix.Webhook.listener()
	if err != nil {
		return err
	}
	if callbacks != nil {
		defer callbacks.Close()
	}
	webhook, err := sh.pixWebhook()
	if err != nil {
		return err
	}
	public, err := sh.publicServer(metrics, webhook)
	if err != nil {
		return err
	}
	var admin *httpd.Server
	if staff != nil {
		if admin, err = sh.adminServer(metrics); err != nil {
			return err
		}
	}

	if sh.bank != nil {
		sh.bank.register(ctx)
	}
	if err := sh.startReconciling(ctx); err != nil {
		return err
	}
	// Only now that all is there does anything begin: what fails later lets the others finish.
	group, working := errgroup.WithContext(ctx)
	w := &worker{store: sh.store, do: sh.runJob, clock: sh.clock, log: log, count: metrics.Job}
	group.Go(func() error { w.run(working); return nil })
	p := &purger{store: sh.store, retention: s.Retention, clock: sh.clock, log: log}
	group.Go(func() error { p.run(working); return nil })
	if sh.bank != nil {
		group.Go(func() error { return sh.bank.run(working) })
	}
	adminAt := ""
	if staff != nil {
		adminAt = "http://" + reachable(staff.Addr())
		group.Go(func() error { return admin.Serve(working, staff) })
	}
	if callbacks != nil {
		own := httpd.NewWebhook(httpd.Config{
			Logger: log, NewID: func() string { return sh.ids.New("req_") }, Drain: s.Drain, Metrics: metrics,
		}, *webhook)
		group.Go(func() error { return own.Serve(working, callbacks) })
		log.InfoContext(ctx, "taking callbacks", "listen", callbacks.Addr().String())
	}
	group.Go(func() error { return public.Serve(working, listener) })
	log.InfoContext(ctx, "serving", "public_url", at.public, "listen", listener.Addr().String(), "admin", adminAt, "version", version)
	if host, _, err := net.SplitHostPort(s.Listen); err == nil && !loopbackHost(host) && sh.profile.Loopback() {
		log.WarnContext(ctx, "the shop listens beyond this machine with a public URL on it: whoever reaches it may buy, as on a developer's machine")
	}
	if m.OnListening != nil {
		m.OnListening(at.public, adminAt)
	}
	return group.Wait()
}

// reachable is the address of a listener as this machine can dial it.
func reachable(a net.Addr) string {
	host, port, err := net.SplitHostPort(a.String())
	if err != nil {
		return a.String()
	}
	if ip := net.ParseIP(host); ip != nil && ip.IsUnspecified() {
		host = "127.0.0.1"
	}
	return net.JoinHostPort(host, port)
}

// publicServer is what platforms, buyers and the Pix provider reach.
func (sh *shop) publicServer(metrics *httpd.Metrics, webhook *httpd.Webhook) (*httpd.Server, error) {
	front, err := newFront(sh)
	if err != nil {
		return nil, err
	}
	rpc := []httpd.RPC{
		{Path: pathA2A, Handler: http.HandlerFunc(front.rpc), Limited: sh.a2aLimited, Failed: sh.a2aFailed},
		{Path: pathA2A + "/*", Handler: http.HandlerFunc(front.rest), Limited: sh.restLimited, Failed: sh.restFailed},
	}
	if sh.settings.MCP {
		tools, err := sh.mcp()
		if err != nil {
			return nil, err
		}
		rpc = append(rpc, httpd.RPC{Path: pathMCP, Handler: tools, Limited: mcp.Limited, Failed: mcp.Failed})
	}
	pages := web.New(web.Deps{
		Shop: web.Shop{
			Name: sh.settings.ShopName, Seller: sh.counter.Policy.Seller, WithdrawalDays: withdrawalDays, Sandbox: !sh.settings.Pix.production(),
		},
		Checkouts: sh.counter, SandboxBank: sh.processor, Orders: sh.store, Products: sh.goods.Catalog, Identifier: sh.identify, Encoder: sh.encoder,
		Picture: sample.Picture, Returns: sh.orders, NewSecret: sh.ids.Secret, Now: sh.clock.Now, Logger: sh.log,
	})
	return httpd.New(
		httpd.Config{
			Logger: sh.log, Clock: sh.clock, NewID: func() string { return sh.ids.New("req_") }, Drain: sh.settings.Drain,
			Rate:           sh.settings.rate(sh.profile.Loopback()),
			TrustedProxies: sh.settings.TrustedProxies, Metrics: metrics, OnStop: sh.hub.Close,
		},
		httpd.Routes{
			Live:      front.documents(),
			RPC:       rpc,
			Webhook:   publicOnly(webhook, sh.settings.Pix.Webhook),
			Pages:     []httpd.Registrar{pages},
			Checks:    map[string]httpd.Check{"database": sh.store.Ping},
			ErrorPage: pages.ErrorPage,
		},
	), nil
}

// pathA2A is where both bindings of A2A are: JSON-RPC at it, HTTP+JSON below.
const pathA2A = "/bcp/a2a"

func (sh *shop) a2aFailed() (status int, body []byte) { return agent.Failed(sh.clock.Now()) }

func (sh *shop) restFailed() (status int, body []byte) { return agent.FailedREST(sh.clock.Now()) }

func (sh *shop) a2aLimited(retryAfter time.Duration) []byte {
	return agent.Limited(sh.clock.Now(), retryAfter)
}

func (sh *shop) restLimited(retryAfter time.Duration) []byte {
	return agent.LimitedREST(sh.clock.Now(), retryAfter)
}

// adminServer is what the shop's staff and its monitoring reach.
func (sh *shop) adminServer(metrics *httpd.Metrics) (*httpd.Server, error) {
	path, err := sh.settings.sqlitePath()
	if err != nil {
		return nil, err
	}
	secret, err := secretFile(adminTokenFile(path))
	if err != nil {
		return nil, err
	}
	var settle func(context.Context, ids.TXID) (payment.Receipt, error)
	if sh.bank != nil {
		settle = sh.bank.Settle
	}
	return httpd.NewAdmin(httpd.AdminConfig{
		Token: secret, Logger: sh.log, NewID: func() string { return sh.ids.New("req_") }, Drain: sh.settings.Drain,
		Metrics: metrics, Settle: settle, Stock: stockroom{sh.store, sh.goods.sells}, Catalog: sh.goods, Keys: platformKeys{store: sh.store, shop: sh.profile, now: sh.clock.Now},
		Orders: orderBook{sh.store, sh.orders}, Notices: noticeDesk{sh.store, sh.clock.Now},
		Unmatched: pixDesk{sh.store, sh.clock.Now},
	}), nil
}

// adminTokenFile is where the admin listener's token is kept.
func adminTokenFile(database string) string { return database + ".admin-token" }
