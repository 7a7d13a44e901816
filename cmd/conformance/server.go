package main

import (
	"context"
	"crypto/rand"
	"errors"
	"log/slog"
	"net"
	"path/filepath"
	"time"

	"balcao/agent"
	"balcao/agentcard"
	"balcao/conversation"
	"balcao/httpd"
	"balcao/internal/clock"
	"balcao/internal/ids"
	"balcao/internal/keyring"
	"balcao/internal/safehttp"
	"balcao/notify"
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
	worker   *worker
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
	c, err := cardsOf(shop, o)
	if err != nil {
		return nil, errors.Join(err, s.store.Close())
	}
	working, stop := context.WithCancel(context.WithoutCancel(ctx))
	s.stop = stop
	caller := safehttp.New(safehttp.Config{AllowLoopback: true}) // the kit's receiver is on this machine
	hub := agent.NewHub()
	s.executor = &executor{store: s.store, hub: hub, newID: source.New, now: system.Now, push: o.push, working: working}
	s.worker = &worker{store: s.store, clock: system, log: o.log, push: &notify.Push{
		Store: s.store, Poster: caller, Clock: system, Log: o.log,
		Encode: func(t conversation.Task) ([]byte, error) { return agent.EncodeTask(t, nil) },
	}}
	binding := &agent.Binding{
		Sender: s.executor, Tasks: &agent.Tasks{Store: s.store, Hub: hub, Cancel: s.executor.cancel},
		Identifier: everybody{}, Streaming: o.streaming, Push: o.push, ExtendedCard: c.extended,
		CheckPushURL: caller.CheckURL, NewID: source.New,
		ModesIn: []string{"text/plain", "application/json"}, Logger: o.log, Now: system.Now,
	}
	if o.identifier != nil {
		binding.Identifier = o.identifier
	}
	for _, e := range agentcard.Extensions(shop) {
		binding.Extensions = append(binding.Extensions, e.URI)
	}
	s.http = httpd.New(
		httpd.Config{Logger: o.log, Drain: time.Second, OnStop: hub.Close},
		httpd.Routes{
			Documents: map[string]httpd.Document{"/.well-known/agent-card.json": {Body: c.public, Modified: system.Now()}},
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
	if s.executor.push {
		s.executor.running.Go(func() { s.worker.run(s.executor.working) })
	}
	err := s.http.Serve(ctx, s.listener)
	s.stop()
	s.executor.running.Wait()
	return errors.Join(err, s.store.Close())
}

// cards are the agent's cards.
type cards struct{ public, extended []byte }

// cardsOf writes the agent cards of what is offered, signed as the shop's are.
func cardsOf(shop profile.Shop, o options) (cards, error) {
	keys, err := keyring.Open(filepath.Join(o.dir, "keys"), time.Now, rand.Reader)
	if err != nil {
		return cards{}, err
	}
	offered := agentcard.Options{
		RESTURL: shop.A2AURL(), Streaming: o.streaming, PushNotifications: o.push, ExtendedCard: o.extendedCard, Signer: keys,
	}
	var c cards
	if c.public, err = agentcard.Card(shop, offered); err != nil || !o.extendedCard {
		return c, err
	}
	c.extended, err = agentcard.Extended(shop, offered)
	return c, err
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
