package main

import (
	"context"
	"encoding/json"
	"errors"
	"log/slog"
	"net"
	"net/url"
	"path/filepath"
	"time"

	"balcao/agent"
	"balcao/agentcard"
	"balcao/httpd"
	"balcao/internal/clock"
	"balcao/internal/ids"
	"balcao/platform"
	"balcao/profile"
	"balcao/store/sqlite"
)

// options are what is served, and where.
type options struct {
	listen, publicURL             string
	streaming, push, extendedCard bool
	// identifier finds out who calls; nil takes everybody for the same platform.
	identifier agent.Identifier
	// dir is an empty folder for the store.
	dir string
	log *slog.Logger
}

// server is an agent for a conformance kit.
type server struct {
	url      string
	listener net.Listener
	http     *httpd.Server
	store    *sqlite.Store
	executor *executor
	// stop ends the work that outlives its request.
	stop context.CancelFunc
}

// newServer listens, and takes requests once serve is called.
func newServer(ctx context.Context, o options) (_ *server, err error) {
	s := &server{}
	if s.listener, err = net.Listen("tcp", o.listen); err != nil {
		return nil, err
	}
	defer func() {
		if err != nil {
			_ = s.listener.Close() // the first error is the one to tell
		}
	}()
	if s.url = o.publicURL; s.url == "" {
		s.url = "http://" + s.listener.Addr().String()
	}
	system, source := clock.System{}, ids.NewSource(nil)
	s.store, err = sqlite.Open(ctx, sqlite.Options{Path: filepath.Join(o.dir, "tasks.db"), Now: system.Now, Logger: o.log})
	if err != nil {
		return nil, err
	}
	shop := profile.Shop{
		PublicURL: s.url, Name: "Conformance", Description: "Answers a conformance kit", Software: "0.0.0",
		SpecURL: "https://bcp.dev.br", Releases: profile.Releases(), Capabilities: profile.Capabilities(profile.Returns{}),
	}
	card, err := cardOf(shop, o)
	if err != nil {
		return nil, errors.Join(err, s.store.Close())
	}
	working, stop := context.WithCancel(context.WithoutCancel(ctx))
	s.stop = stop
	hub := agent.NewHub()
	s.executor = &executor{store: s.store, hub: hub, newID: source.New, now: system.Now, push: o.push, working: working}
	binding := &agent.Binding{
		Sender: s.executor, Tasks: &agent.Tasks{Store: s.store, Hub: hub, Cancel: s.executor.cancel},
		Identifier: everybody{}, Streaming: o.streaming, Push: o.push, CheckPushURL: checkPushURL, NewID: source.New,
		ModesIn: []string{"text/plain", "application/json"}, Logger: o.log, Now: system.Now,
	}
	if o.identifier != nil {
		binding.Identifier = o.identifier
	}
	if o.extendedCard {
		binding.ExtendedCard = card
	}
	for _, e := range agentcard.Extensions(shop) {
		binding.Extensions = append(binding.Extensions, e.URI)
	}
	s.http = httpd.New(
		httpd.Config{Logger: o.log, Drain: time.Second, OnStop: hub.Close},
		httpd.Routes{
			Documents: map[string]httpd.Document{"/.well-known/agent-card.json": {Body: card, Modified: system.Now()}},
			RPC: []httpd.RPC{
				{Path: pathA2A, Handler: binding},
				{Path: pathA2A + "/*", Handler: agent.REST{Binding: binding, Base: pathA2A}},
			},
		},
	)
	return s, nil
}

// pathA2A is where both bindings are, as in the shop: JSON-RPC at it, HTTP+JSON below.
const pathA2A = "/bcp/a2a"

// serve answers requests until the context ends.
func (s *server) serve(ctx context.Context) error {
	err := s.http.Serve(ctx, s.listener)
	s.stop()
	s.executor.running.Wait()
	return errors.Join(err, s.store.Close())
}

// cardOf is the agent card of what is offered.
func cardOf(shop profile.Shop, o options) ([]byte, error) {
	plain, err := agentcard.Card(shop, agentcard.Options{})
	if err != nil {
		return nil, err
	}
	var card map[string]any
	if err := json.Unmarshal(plain, &card); err != nil {
		return nil, err
	}
	offered := card["capabilities"].(map[string]any)
	offered["streaming"], offered["pushNotifications"], offered["extendedAgentCard"] = o.streaming, o.push, o.extendedCard
	card["supportedInterfaces"] = append(card["supportedInterfaces"].([]any), map[string]string{
		"url": shop.A2AURL(), "protocolBinding": "HTTP+JSON", "protocolVersion": "1.0",
	})
	return json.Marshal(card)
}

// everybody takes all callers for one platform that proved who it is, since the kit has no
// credentials.
type everybody struct{}

// Identify implements agent.Identifier.
func (everybody) Identify(context.Context, profile.Credentials) (profile.Identity, error) {
	return profile.Identity{Caller: platform.Caller{
		Profile: "https://platform.example/profile", Authenticated: true, Rights: platform.RightCheckout,
	}}, nil
}

// checkPushURL allows the kit's receiver, which is on this machine.
func checkPushURL(address string) error {
	u, err := url.Parse(address)
	if err != nil || u.Scheme != "http" && u.Scheme != "https" || u.Hostname() == "" {
		return errors.New("conformance: not an address")
	}
	return nil
}
