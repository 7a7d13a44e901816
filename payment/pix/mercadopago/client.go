package mercadopago

import (
	"context"
	"errors"
	"fmt"
	"net/http"
	"sync"
	"time"

	"balcao/checkout"
	"balcao/internal/brazil"
	"balcao/internal/clock"
	"balcao/internal/ids"
	"balcao/internal/lru"
	"balcao/payment/pix"
	"balcao/payment/pix/rest"
)

// DefaultBaseURL is Mercado Pago's own address.
const DefaultBaseURL = "https://api.mercadopago.com"

const (
	// callTime bounds what one method does, whatever it has to ask on the way.
	callTime = 18 * time.Second
	// remembered is how many payments' ids are kept.
	remembered = 4096
)

// Config is what a Client is made of.
type Config struct {
	// BaseURL is DefaultBaseURL if empty.
	BaseURL string
	// AccessToken is the shop's, of production or of tests.
	AccessToken string
	// PayerEmail stands for the payer, of whom the API wants an address and the shop tells
	// nothing.
	PayerEmail string
	// NotificationURL is told of each payment; empty leaves it to the application's
	// settings at Mercado Pago.
	NotificationURL string
	// Clock is the system's if nil.
	Clock clock.Clock
	// Sleep waits between attempts; nil is a timer.
	Sleep func(ctx context.Context, d time.Duration) error
}

// Client is a pix.Provider at Mercado Pago. It is safe for concurrent use.
type Client struct {
	config Config
	api    *rest.Client
	clock  clock.Clock

	mu    sync.Mutex
	known *lru.Cache[string] // payment id by txid
}

var (
	_ pix.Provider  = (*Client)(nil)
	_ pix.Statement = (*Client)(nil)
)

// New makes a client. It asks nothing yet. The error names the setting at fault.
func New(config Config) (*Client, error) {
	if config.BaseURL == "" {
		config.BaseURL = DefaultBaseURL
	}
	base, err := rest.ParseAddress(config.BaseURL)
	if err != nil {
		return nil, fmt.Errorf("mercadopago: the API's address %w", err)
	}
	if config.AccessToken == "" {
		return nil, errors.New("mercadopago: no access token")
	}
	if _, ok := brazil.NormalizeEmail(config.PayerEmail); !ok {
		return nil, errors.New("mercadopago: the payer's e-mail address is none")
	}
	if config.NotificationURL != "" {
		if _, err := rest.ParseAddress(config.NotificationURL); err != nil {
			return nil, fmt.Errorf("mercadopago: the address of notifications %w", err)
		}
	}
	if config.Clock == nil {
		config.Clock = clock.System{}
	}
	return &Client{
		config: config, clock: config.Clock, known: lru.New[string](remembered),
		api: rest.New(rest.Config{
			Base: base, HTTP: rest.NewHTTPClient(nil), Sleep: config.Sleep, Pace: rest.NewPace(rest.JobsPerSecond, config.Clock.Now),
			Authorize: func(context.Context) (string, error) { return "Bearer " + config.AccessToken, nil },
		}),
	}, nil
}

// ask makes a call and reads what it answers. The error wraps checkout.ErrRefused if the
// provider said no, errNotFound if it has no such payment, and otherwise leaves open what
// happened.
func (c *Client) ask(ctx context.Context, into any, call rest.Call) error {
	answer, err := c.api.Do(ctx, call)
	if err != nil {
		return fmt.Errorf("mercadopago: %w", err)
	}
	if answer.Status < 200 || answer.Status > 299 {
		return fmt.Errorf("mercadopago: %s: %w", call.Name, faultOf(answer))
	}
	if err := rest.Read(answer.Body, into); err != nil {
		return fmt.Errorf("mercadopago: %s: %w: status %d", call.Name, errUnreadable, answer.Status)
	}
	return nil
}

// remember keeps the id of a txid's payment.
func (c *Client) remember(txid ids.TXID, id string) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.known.Put(string(txid), id)
}

func (c *Client) recall(txid ids.TXID) (string, bool) {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.known.Get(string(txid))
}

// Authenticate asks for nothing of importance, to see whether the token is taken.
func (c *Client) Authenticate(ctx context.Context) error {
	now := c.clock.Now()
	_, err := c.Received(ctx, pix.Window{From: now.Add(-time.Minute), To: now})
	return err
}

var (
	// errNotFound says that the API knows no such thing.
	errNotFound = errors.New("not found")
	// errKeyUsed says that there was another request with the idempotency key.
	errKeyUsed = errors.New("the key was used")
	// errUnreadable says that an answer is not what the API's reference says.
	errUnreadable = errors.New("the provider's answer cannot be read")
)

// fault is an error of the API. Its texts are not read.
type fault struct {
	Error string                  `json:"error"`
	Cause rest.OneOrMany[faultBy] `json:"cause"`
}

type faultBy struct {
	Code number `json:"code"`
}

// Codes of causes.
const (
	paymentNotFound = "2000"
	postedJustNow   = "2001" // "Already posted the same request in the last minute"
	keyUsed         = "2032" // the idempotency key, by another request
)

// faultOf tells what an answer that is no success says. That a payment is not there is
// believed only in the API's own words; 401, 403 and the like judge the caller, which the
// operator can mend, and leave all open.
func faultOf(a rest.Answer) error {
	var f fault
	_ = rest.Read(a.Body, &f) // what cannot be read has no cause
	text, code := fmt.Errorf("status %d", a.Status), ""
	if len(f.Cause) > 0 && f.Cause[0].Code != "" {
		code = string(f.Cause[0].Code)
		text = fmt.Errorf("status %d, cause %s", a.Status, code)
	}
	switch {
	case code == postedJustNow:
		return text
	case code == keyUsed:
		return fmt.Errorf("%w: %w: %w", checkout.ErrRefused, errKeyUsed, text)
	case a.Status == http.StatusNotFound && (code == paymentNotFound || f.Error == "not_found" || f.Error == "resource not found"):
		return fmt.Errorf("%w: %w", errNotFound, text)
	case a.Status == http.StatusNotFound && code == "":
		return fmt.Errorf("%w without the API's word that there is no such payment; is the address right?", text)
	case a.Status == http.StatusBadRequest, a.Status == http.StatusNotFound, a.Status == http.StatusConflict, a.Status == http.StatusUnprocessableEntity:
		return fmt.Errorf("%w: %w", checkout.ErrRefused, text)
	}
	return text
}

// refused says no where the provider was not even asked.
func refused(format string, args ...any) error {
	return fmt.Errorf("mercadopago: %w: %w", checkout.ErrRefused, fmt.Errorf(format, args...))
}
