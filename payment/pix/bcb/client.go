package bcb

import (
	"context"
	"crypto/tls"
	"errors"
	"fmt"
	"net/http"
	"net/url"
	"strconv"
	"time"

	"golang.org/x/oauth2"

	"balcao/internal/clock"
	"balcao/payment/pix"
	"balcao/payment/pix/rest"
)

// callTime bounds what one method does, whatever it has to ask on the way.
const callTime = 18 * time.Second

// AuthStyle says how the client proves itself to the token's server.
type AuthStyle string

// The ways that banks want it.
const (
	// Basic sends id and secret in the Authorization header.
	Basic AuthStyle = "basic"
	// Body sends them in the form.
	Body AuthStyle = "body"
	// JSON is Basic with the form written as JSON, which is none of OAuth2's ways; Efí
	// documents it.
	JSON AuthStyle = "json"
)

// Config is what a Client is made of.
type Config struct {
	// BaseURL is where the API's paths start, such as https://pix.banco.example/api/v2. A
	// query in it goes with every call. TokenURL grants the tokens. Both must be https,
	// but on loopback.
	BaseURL, TokenURL string
	// ClientID and ClientSecret are the shop's at the provider.
	ClientID, ClientSecret string
	// AuthStyle is Basic if empty.
	AuthStyle AuthStyle
	// Scopes are asked for; none leaves it to the provider.
	Scopes []string
	// Header goes with every call of the API.
	Header http.Header
	// Key is the Pix key that the money goes to.
	Key string
	// Payee stands in the BR Codes that are made here, where the provider sends none.
	Payee pix.Payee
	// TLS holds the client's certificate and the authorities; nil is the system's.
	TLS *tls.Config
	// Transport makes the connections; nil makes them by TLS.
	Transport http.RoundTripper
	// Clock is the system's if nil.
	Clock clock.Clock
	// Sleep waits between attempts; nil is a timer.
	Sleep func(ctx context.Context, d time.Duration) error
}

// Client is a pix.Provider at a bank. It is safe for concurrent use.
type Client struct {
	config Config
	api    *rest.Client
	tokens *tokens
	clock  clock.Clock
	turns  turns
	images pix.Images
}

var (
	_ pix.Provider  = (*Client)(nil)
	_ pix.Statement = (*Client)(nil)
)

// New makes a client. It asks nothing yet. The error names the setting at fault.
func New(config Config) (*Client, error) {
	base, err := rest.ParseAddress(config.BaseURL)
	if err != nil {
		return nil, fmt.Errorf("bcb: the API's address %w", err)
	}
	if _, err := rest.ParseAddress(config.TokenURL); err != nil {
		return nil, fmt.Errorf("bcb: the token's address %w", err)
	}
	style := oauth2.AuthStyleInHeader
	switch config.AuthStyle {
	case "", Basic, JSON:
	case Body:
		style = oauth2.AuthStyleInParams
	default:
		return nil, fmt.Errorf("bcb: unknown way to authenticate %q", config.AuthStyle)
	}
	if config.ClientID == "" || config.ClientSecret == "" {
		return nil, errors.New("bcb: no client id or no client secret")
	}
	if !pix.ValidKey(config.Key) {
		return nil, errors.New("bcb: the Pix key is none: CPF, CNPJ, phone as +55…, e-mail in lower case or random key")
	}
	if config.Clock == nil {
		config.Clock = clock.System{}
	}
	web := rest.NewHTTPClient(config.TLS)
	if config.Transport != nil {
		web.Transport = config.Transport
	}
	tokens := newTokens(config, style, web)
	return &Client{
		config: config, tokens: tokens, clock: config.Clock,
		api: rest.New(rest.Config{
			Base: base, Header: config.Header, HTTP: web, Sleep: config.Sleep, Pace: rest.NewPace(rest.JobsPerSecond, config.Clock.Now),
			Authorize: tokens.header, Rejected: tokens.drop,
		}),
	}, nil
}

// get asks for something; the answer's status is 200.
func (c *Client) get(ctx context.Context, name string, into any, query url.Values, path ...string) error {
	return c.ask(ctx, into, rest.Call{Name: name, Method: http.MethodGet, Path: path, Query: query, Repeatable: true})
}

// ask makes a call and reads what it answers, unless into is nil. The error wraps
// checkout.ErrRefused if the provider said no, errNotFound if it has no such thing, and
// otherwise leaves open what happened.
func (c *Client) ask(ctx context.Context, into any, call rest.Call) error {
	answer, err := c.api.Do(ctx, call)
	if err != nil {
		return fmt.Errorf("bcb: %w", err)
	}
	if answer.Status < 200 || answer.Status > 299 {
		return fmt.Errorf("bcb: %s: %w", call.Name, problemOf(answer))
	}
	if into == nil {
		return nil
	}
	if err := rest.Read(answer.Body, into); err != nil {
		return fmt.Errorf("bcb: %s: %w: status %d", call.Name, errUnreadable, answer.Status)
	}
	return nil
}

// open reports whether an error leaves open what happened.
func open(err error) bool {
	return err != nil && !errors.Is(err, errNotFound) && !isRefusal(err)
}

// windowQuery are the parameters of a window.
func windowQuery(w pix.Window) url.Values {
	// In whole seconds, outwards: what came in the second that the window ends in is in it.
	to := w.To.Add(time.Second - 1)
	return url.Values{
		"inicio":                   {w.From.UTC().Format(time.RFC3339)},
		"fim":                      {to.UTC().Format(time.RFC3339)},
		"paginacao.paginaAtual":    {strconv.Itoa(w.Page)},
		"paginacao.itensPorPagina": {strconv.Itoa(pix.PageSize)},
	}
}
