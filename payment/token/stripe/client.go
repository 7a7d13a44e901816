// Package stripe takes money with cards and wallets at Stripe.
//
// Source: Stripe's API reference, PaymentIntents, Refunds, Idempotent requests and Search. An
// attempt is one PaymentIntent. It is made without a credential under an idempotency key that
// is the attempt, so asking for it again finds it, at once and without taking anything; only
// then is it confirmed, by one request that is never repeated. Stripe forgets keys after a day
// and finds by metadata after a minute: whoever asks later finds it that way.
package stripe

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"net/http"
	"net/url"
	"regexp"
	"strconv"
	"strings"
	"time"

	"balcao/checkout"
	"balcao/payment"
	"balcao/payment/pix/rest"
	"balcao/payment/token"
)

const (
	// DefaultBaseURL is Stripe's own address.
	DefaultBaseURL = "https://api.stripe.com"
	// version is the API's version that the answers are read by.
	version = "2024-06-20"
	// placeholder is the amount, in minor units, that an intent is made with: what makes it
	// must be known from the attempt alone. It is never confirmed with it.
	placeholder = 100
	// callTime bounds what one method does.
	callTime = 18 * time.Second
)

// Config is what a Client is made of.
type Config struct {
	// BaseURL is DefaultBaseURL if empty.
	BaseURL string
	// SecretKey is the shop's, of production (sk_live_, rk_live_) or of tests.
	SecretKey string
	// Currency is lower case, such as brl.
	Currency string
	// Sleep waits between the tries of what may be repeated; nil is a timer.
	Sleep func(ctx context.Context, d time.Duration) error
}

// Client is a token.Processor at Stripe. It is safe for concurrent use.
type Client struct {
	api      *rest.Client
	currency string
}

var _ token.Processor = (*Client)(nil)

// New makes a client. It asks nothing yet. The error names the setting at fault.
func New(config Config) (*Client, error) {
	if config.BaseURL == "" {
		config.BaseURL = DefaultBaseURL
	}
	base, err := rest.ParseAddress(config.BaseURL)
	if err != nil {
		return nil, fmt.Errorf("stripe: the API's address %w", err)
	}
	if !strings.HasPrefix(config.SecretKey, "sk_") && !strings.HasPrefix(config.SecretKey, "rk_") {
		return nil, errors.New("stripe: the key is no secret or restricted key (sk_…, rk_…)")
	}
	if len(config.Currency) != 3 || strings.ToLower(config.Currency) != config.Currency {
		return nil, errors.New("stripe: the currency must be three small letters")
	}
	return &Client{currency: config.Currency, api: rest.New(rest.Config{
		Base: base, HTTP: rest.NewHTTPClient(nil), Sleep: config.Sleep, Header: http.Header{"Stripe-Version": {version}},
		Authorize: func(context.Context) (string, error) { return "Bearer " + config.SecretKey, nil },
	})}, nil
}

// Authorize implements token.Processor.
func (c *Client) Authorize(ctx context.Context, r payment.AuthorizationRequest) (payment.Verdict, error) {
	ctx, cancel := context.WithTimeout(ctx, callTime)
	defer cancel()
	credential, ok := credentialOf(r.Token.Reveal())
	if !ok {
		return payment.Declined, refused("authorize", "the token is none of Stripe's")
	}
	if r.Amount <= 0 || !idForm.MatchString(r.Attempt) {
		return payment.Declined, refused("authorize", "no attempt or no amount")
	}
	i, err := c.find(ctx, r.Attempt)
	if err != nil {
		return payment.Unknown, err
	}
	switch {
	case i.Metadata.Handler == "" && i.unconfirmed():
		if i, err = c.prepare(ctx, i.ID, r); err != nil {
			return payment.Unknown, err
		}
	case i.Metadata.Handler != "" && (i.Metadata.Handler != string(r.Handler) || i.Amount != int64(r.Amount)):
		return payment.Declined, refused("authorize", "the attempt was another payment")
	}
	if !i.unconfirmed() {
		return i.verdict(), nil
	}
	credential.Set("return_url", r.Return)
	answer, err := c.api.Do(ctx, rest.Call{
		Name: "confirm", Method: http.MethodPost, Path: []string{"v1", "payment_intents", i.ID, "confirm"},
		Header: http.Header{"Idempotency-Key": {r.Attempt + "-confirm"}}, Form: credential,
	})
	if err != nil {
		return payment.Unknown, fmt.Errorf("stripe: %w", err)
	}
	switch fault := read(answer, &i); {
	case fault == nil:
		return i.verdict(), nil
	case answer.Status == http.StatusPaymentRequired:
		return payment.Declined, nil
	case errors.Is(fault, checkout.ErrRefused): // a token that is none, or an intent that somebody was quicker with
		return c.Verdict(ctx, r.Attempt)
	default:
		return payment.Unknown, named("confirm", fault)
	}
}

// prepare gives an intent its amount and says whose it is.
func (c *Client) prepare(ctx context.Context, id string, r payment.AuthorizationRequest) (intent, error) {
	var i intent
	return i, c.ask(ctx, &i, rest.Call{
		Name: "update", Method: http.MethodPost, Path: []string{"v1", "payment_intents", id}, Repeatable: true,
		Form: url.Values{"amount": {strconv.FormatInt(int64(r.Amount), 10)}, "metadata[handler]": {string(r.Handler)}},
	})
}

// Verdict implements token.Processor.
func (c *Client) Verdict(ctx context.Context, attempt string) (payment.Verdict, error) {
	ctx, cancel := context.WithTimeout(ctx, callTime)
	defer cancel()
	i, err := c.find(ctx, attempt)
	if err != nil {
		return payment.Unknown, err
	}
	if i.unconfirmed() { // it has not arrived, and from here on it is too late
		if i, err = c.end(ctx, i, attempt); err != nil {
			return payment.Unknown, err
		}
	}
	return i.verdict(), nil
}

// ChallengeURL implements token.Processor. Where the buyer comes back to was told with the
// confirmation.
func (c *Client) ChallengeURL(ctx context.Context, attempt, _ string) (string, error) {
	ctx, cancel := context.WithTimeout(ctx, callTime)
	defer cancel()
	i, err := c.find(ctx, attempt)
	if err != nil {
		return "", err
	}
	u, err := url.Parse(i.Next.Redirect.URL)
	if i.Status != statusAction || err != nil || u.Scheme != "https" || u.Host == "" {
		return "", refused("challenge", "the attempt waits for no proof")
	}
	return u.String(), nil
}

// end cancels an intent that has taken nothing. If it has taken something meanwhile it says so.
func (c *Client) end(ctx context.Context, i intent, attempt string) (intent, error) {
	var ended intent
	err := c.ask(ctx, &ended, rest.Call{
		Name: "cancel", Method: http.MethodPost, Path: []string{"v1", "payment_intents", i.ID, "cancel"}, Repeatable: true,
		Form: url.Values{"cancellation_reason": {"abandoned"}},
	})
	if errors.Is(err, checkout.ErrRefused) { // it is no longer as it was
		return c.get(ctx, i.ID)
	}
	return ended, err
}

// idForm is what attempts and refunds are called.
var idForm = regexp.MustCompile(`^[A-Za-z0-9_-]{1,64}$`)

// find returns the intent of an attempt as it is now, making one if there is none.
func (c *Client) find(ctx context.Context, attempt string) (intent, error) {
	if !idForm.MatchString(attempt) {
		return intent{}, refused("find", "no attempt")
	}
	var found struct {
		Data []intent `json:"data"`
	}
	err := c.ask(ctx, &found, rest.Call{
		Name: "search", Method: http.MethodGet, Path: []string{"v1", "payment_intents", "search"}, Repeatable: true,
		Query: url.Values{"query": {"metadata['attempt']:'" + attempt + "'"}},
	})
	if err != nil {
		return intent{}, err
	}
	if len(found.Data) > 0 {
		oldest := found.Data[0]
		for _, i := range found.Data {
			if i.Created < oldest.Created {
				oldest = i
			}
		}
		return c.get(ctx, oldest.ID) // the search may be a minute behind
	}
	var made intent
	err = c.ask(ctx, &made, rest.Call{
		Name: "create", Method: http.MethodPost, Path: []string{"v1", "payment_intents"}, Repeatable: true,
		Header: http.Header{"Idempotency-Key": {attempt}},
		Form: url.Values{
			"amount": {strconv.Itoa(placeholder)}, "currency": {c.currency}, "payment_method_types[]": {"card"}, "metadata[attempt]": {attempt},
		},
	})
	if err != nil {
		return intent{}, err
	}
	return c.get(ctx, made.ID) // what a key answers is how it was then
}

func (c *Client) get(ctx context.Context, id string) (intent, error) {
	var i intent
	err := c.ask(ctx, &i, rest.Call{Name: "get", Method: http.MethodGet, Path: []string{"v1", "payment_intents", id}, Repeatable: true})
	return i, err
}

// ask makes a call and reads what it answers. The error wraps checkout.ErrRefused if Stripe
// said no; any other leaves open what happened.
func (c *Client) ask(ctx context.Context, into any, call rest.Call) error {
	answer, err := c.api.Do(ctx, call)
	if err != nil {
		return fmt.Errorf("stripe: %w", err)
	}
	return named(call.Name, read(answer, into))
}

func named(call string, err error) error {
	if err == nil {
		return nil
	}
	return fmt.Errorf("stripe: %s: %w", call, err)
}

func refused(call, why string) error {
	return fmt.Errorf("stripe: %s: %w: %s", call, checkout.ErrRefused, why)
}

// credentialOf reads a token: one of Stripe's (tok_…), a payment method (pm_…), or what Google
// Pay gives with Stripe as its gateway, a JSON object with such a token.
func credentialOf(text string) (url.Values, bool) {
	var wallet struct {
		ID string `json:"id"`
	}
	if strings.HasPrefix(text, "{") && json.Unmarshal([]byte(text), &wallet) == nil {
		text = wallet.ID
	}
	switch {
	case !idForm.MatchString(text):
	case strings.HasPrefix(text, "tok_"):
		return url.Values{"payment_method_data[type]": {"card"}, "payment_method_data[card][token]": {text}}, true
	case strings.HasPrefix(text, "pm_"):
		return url.Values{"payment_method": {text}}, true
	}
	return nil, false
}
