package fakepsp

import (
	"context"
	"crypto/tls"
	"encoding/json"
	"errors"
	"log/slog"
	"net"
	"net/http"
	"sync/atomic"
	"time"

	"balcao/internal/ids"
)

// Paths that a shop is configured with.
const (
	// PathAPI is what the API's paths start with.
	PathAPI = "/v2"
	// PathToken is the token endpoint.
	PathToken = "/oauth/token"
)

// maxBody bounds what is read of a request, in bytes.
const maxBody = 64 << 10

// DefaultTokenLife is how long an access token is good.
const DefaultTokenLife = 5 * time.Minute

// ServerConfig is what a Server is made of.
type ServerConfig struct {
	Bank     *Bank
	Identity *Identity
	// TokenLife is how long a token is good; 0 means DefaultTokenLife.
	TokenLife time.Duration
	// Logger hears of failures inside; nil means slog's default.
	Logger *slog.Logger
}

// Server is the Central Bank's Pix API in front of a Bank, with the token endpoint and the
// control endpoint beside it.
type Server struct {
	bank     *Bank
	identity *Identity
	tokens   *tokens
	log      *slog.Logger
	handler  http.Handler
	open     atomic.Int64 // requests
	stopping chan struct{}
}

// NewServer returns a server that listens nowhere yet.
func NewServer(config ServerConfig) *Server {
	if config.TokenLife == 0 {
		config.TokenLife = DefaultTokenLife
	}
	if config.Logger == nil {
		config.Logger = slog.Default()
	}
	s := &Server{
		bank: config.Bank, identity: config.Identity, log: config.Logger, stopping: make(chan struct{}),
		tokens: &tokens{clock: config.Bank.config.Clock, ids: config.Bank.ids, life: config.TokenLife, issued: make(map[string]grant)},
	}
	mux := http.NewServeMux()
	mux.HandleFunc("POST "+PathToken, s.token)
	for _, e := range s.endpoints() {
		mux.HandleFunc(e.pattern(), func(w http.ResponseWriter, r *http.Request) { s.call(w, r, e) })
	}
	s.controls(mux)
	mux.HandleFunc("/", func(w http.ResponseWriter, _ *http.Request) {
		s.write(w, http.StatusNotFound, notFound(kindNotFound, "Esta API não tem este caminho ou método."))
	})
	s.handler = mux
	return s
}

// drain is how long open requests may go on after a stop.
const drain = 2 * time.Second

// Serve answers over TLS until the context ends, and then returns nil once open requests are
// answered or cut off. It may be called once.
func (s *Server) Serve(ctx context.Context, listener net.Listener) error {
	server := &http.Server{
		Handler: s, ReadHeaderTimeout: 10 * time.Second, IdleTimeout: 2 * time.Minute,
		ErrorLog: slog.NewLogLogger(s.log.Handler(), slog.LevelDebug),
	}
	config := s.identity.ServerTLS()
	config.NextProtos = []string{"h2", "http/1.1"}
	ended := make(chan error, 1)
	go func() { ended <- server.Serve(tls.NewListener(listener, config)) }()
	select {
	case err := <-ended:
		return err
	case <-ctx.Done():
	}
	close(s.stopping) // what waits on purpose does not wait for this
	// Shutdown would wait a second for connections of HTTP/2 on which nothing happens.
	for until := time.Now().Add(drain); s.open.Load() > 0 && time.Now().Before(until); {
		time.Sleep(time.Millisecond)
	}
	return server.Close()
}

// ServeHTTP answers one request, which came over TLS with a certificate of the identity's
// authority.
func (s *Server) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	s.open.Add(1)
	defer s.open.Add(-1)
	s.handler.ServeHTTP(w, r)
}

// endpoint is one call of the API.
type endpoint struct {
	method, path, scope string
	do                  func(*http.Request) (status int, body any, err error)
}

func (e endpoint) pattern() string { return e.method + " " + PathAPI + e.path }

func (s *Server) endpoints() []endpoint {
	return []endpoint{
		{"PUT", "/cob/{txid}", scopeCobWrite, s.putCob},
		{"POST", "/cob", scopeCobWrite, s.putCob},
		{"PATCH", "/cob/{txid}", scopeCobWrite, s.patchCob},
		{"GET", "/cob/{txid}", scopeCobRead, s.getCob},
		{"GET", "/cob", scopeCobRead, s.listCobs},
		{"GET", "/pix/{e2eid}", scopePixRead, s.getPix},
		{"GET", "/pix", scopePixRead, s.listPix},
		{"PUT", "/pix/{e2eid}/devolucao/{id}", scopePixWrite, s.putRefund},
		{"GET", "/pix/{e2eid}/devolucao/{id}", scopePixRead, s.getRefund},
		{"PUT", "/webhook/{chave}", scopeHookWrite, s.putHook},
		{"GET", "/webhook/{chave}", scopeHookRead, s.getHook},
		{"DELETE", "/webhook/{chave}", scopeHookWrite, s.deleteHook},
		{"GET", "/webhook", scopeHookRead, s.listHooks},
	}
}

// call answers one call of the API, as well as the switches let it.
func (s *Server) call(w http.ResponseWriter, r *http.Request, e endpoint) {
	s.disturb(w, r, func() (int, any) {
		if p := s.authorize(w, r, e.scope); p != nil {
			return p.Status, p
		}
		r.Body = http.MaxBytesReader(w, r.Body, maxBody)
		status, body, err := e.do(r)
		if problem := (*Problem)(nil); errors.As(err, &problem) {
			return problem.Status, problem
		}
		if err != nil {
			s.log.WarnContext(r.Context(), "fake PSP: a call failed", "method", r.Method, "path", e.path, "error", err)
			p := internalError()
			return p.Status, p
		}
		if r.Method != http.MethodGet {
			s.hold(r, SlowAfterCommit)
			if _, fails := s.bank.config.Switches.firesAt(ErrorAfterCommit, r.Method); fails {
				p := internalError()
				return p.Status, p
			}
		}
		return status, body
	})
}

// disturb is what faults of the service do around a call.
func (s *Server) disturb(w http.ResponseWriter, r *http.Request, answer func() (int, any)) {
	if _, down := s.bank.config.Switches.firesAt(Down, r.Method); down {
		panic(http.ErrAbortHandler) // which cuts the connection, and only that
	}
	s.hold(r, Slow)
	if _, fails := s.bank.config.Switches.firesAt(ServerErrors, r.Method); fails {
		p := internalError()
		s.write(w, p.Status, p)
		return
	}
	status, body := answer()
	s.write(w, status, body)
}

// hold waits as a fault says, but not for a caller who has gone.
func (s *Server) hold(r *http.Request, f Fault) {
	how, slow := s.bank.config.Switches.firesAt(f, r.Method)
	if !slow {
		return
	}
	select {
	case <-s.bank.config.After(how.Delay):
	case <-r.Context().Done():
	case <-s.stopping:
	}
}

// write sends an answer, a nil body as none.
func (s *Server) write(w http.ResponseWriter, status int, body any) {
	kind := "application/json"
	if p, bad := body.(*Problem); bad {
		kind = "application/problem+json"
		body = problemJSON{
			Type: problemType + p.Kind, Title: p.Title, Status: p.Status, Detail: p.Detail,
			Correlation: s.bank.ids.New(""), Violations: p.Violations,
		}
	}
	if body == nil {
		w.WriteHeader(status)
		return
	}
	raw, err := marshal(body)
	if err != nil {
		s.log.Error("fake PSP: an answer cannot be written", "error", err)
		w.WriteHeader(http.StatusInternalServerError)
		return
	}
	w.Header().Set("Content-Type", kind)
	w.WriteHeader(status)
	_, _ = w.Write(raw) // a caller who has gone is no news
}

// read decodes a request's body.
func read(r *http.Request, kind string, into any) error {
	if err := json.NewDecoder(r.Body).Decode(into); err != nil {
		if large := (*http.MaxBytesError)(nil); errors.As(err, &large) {
			return &Problem{Kind: kindInvalid, Status: http.StatusRequestEntityTooLarge, Title: "Requisição grande demais", Detail: "O corpo excede 64 KiB."}
		}
		return invalid(kind, "O corpo não é um JSON do schema.")
	}
	return nil
}

func (s *Server) putCob(r *http.Request) (int, any, error) {
	var in chargeInput
	if err := read(r, kindCobInvalid, &in); err != nil {
		return 0, nil, err
	}
	c, err := s.bank.put(r.Context(), ids.TXID(r.PathValue("txid")), in)
	if err != nil {
		return 0, nil, err
	}
	if err := s.bank.payEarly(r.Context(), c.TXID); err != nil {
		return 0, nil, err
	}
	c, now, err := s.bank.get(r.Context(), c.TXID)
	if err != nil {
		return 0, nil, err
	}
	body := s.bank.cobJSON(c, now)
	body.Pix = nil // CobGerada has none
	return http.StatusCreated, body, nil
}

func (s *Server) patchCob(r *http.Request) (int, any, error) {
	var in chargeInput
	if err := read(r, kindCobInvalid, &in); err != nil {
		return 0, nil, err
	}
	c, err := s.bank.patch(r.Context(), ids.TXID(r.PathValue("txid")), in)
	if err != nil {
		return 0, nil, err
	}
	return http.StatusOK, s.bank.cobJSON(c, s.bank.config.Clock.Now()), nil
}

func (s *Server) getCob(r *http.Request) (int, any, error) {
	c, now, err := s.bank.get(r.Context(), ids.TXID(r.PathValue("txid")))
	if err != nil {
		return 0, nil, err
	}
	if err := onlyRevision(r, c.Revision); err != nil {
		return 0, nil, err
	}
	return http.StatusOK, s.bank.cobJSON(c, now), nil
}

func (s *Server) getPix(r *http.Request) (int, any, error) {
	a, now, err := s.bank.arrival(r.Context(), r.PathValue("e2eid"))
	if err != nil {
		return 0, nil, err
	}
	return http.StatusOK, s.bank.pixJSON(a.charge, a.payment, now), nil
}

func (s *Server) putRefund(r *http.Request) (int, any, error) {
	var in refundInput
	if err := read(r, kindRefundInvalid, &in); err != nil {
		return 0, nil, err
	}
	asked, err := in.refund(r.PathValue("id"))
	if err != nil {
		return 0, nil, err
	}
	made, now, err := s.bank.giveBack(r.Context(), r.PathValue("e2eid"), asked)
	if err != nil {
		return 0, nil, err
	}
	return http.StatusCreated, made.json(now), nil
}

func (s *Server) getRefund(r *http.Request) (int, any, error) {
	found, now, err := s.bank.refund(r.Context(), r.PathValue("e2eid"), r.PathValue("id"))
	if err != nil {
		return 0, nil, err
	}
	return http.StatusOK, found.json(now), nil
}
