package main

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"time"

	"balcao/checkout"
	"balcao/internal/clock"
	"balcao/payment/pix"
	"balcao/payment/pix/rest"
)

// doctorPixCmd tries the Pix provider of the settings. It asks and changes nothing.
type doctorPixCmd struct{ settings }

func (c *doctorPixCmd) run(ctx context.Context, m *Main) error {
	r := &report{out: m.Stdout}
	if err := c.check(); err != nil {
		r.wrong("settings", err.Error())
		return r.err()
	}
	r.good("settings", "provider "+c.Pix.name()+", platforms are told: "+c.Pix.environment())
	switch c.Pix.Provider {
	case providerBCB:
		c.bank(ctx, r)
	case providerMercadoPago:
		c.mercado(ctx, r)
	default:
		r.note("provider", "the sandbox takes no money: it is for trying the shop out. docs/PIX.md tells how a real one is connected")
	}
	return r.err()
}

func (c *doctorPixCmd) bank(ctx context.Context, r *report) {
	checkCertificate(r, c.Pix)
	client, err := c.bcb(clock.System{})
	if err != nil {
		r.wrong("settings", err.Error())
		return
	}
	if err := client.Authenticate(ctx); err != nil {
		r.wrong("token", fmt.Sprintf("none was granted, so nothing works (%v); are the address, the id, the secret and the certificate those of this environment?", err))
		return
	}
	r.good("token", "it was granted")
	checkStatement(ctx, r, client)
	if _, _, err := client.Charges(ctx, lastMinute()); err != nil {
		r.wrong("charges", fmt.Sprintf("they cannot be read (%v); a token without the scope cob.read?", err))
	} else {
		r.good("charges", "they can be read")
	}
	registered, err := client.Webhook(ctx)
	switch {
	case errors.Is(err, checkout.ErrRefused):
		r.wrong("key", fmt.Sprintf("the bank does not take the Pix key as this shop's (%v)", err))
		return
	case err != nil:
		r.wrong("webhook", fmt.Sprintf("the bank does not say where it calls back (%v); a token without the scope webhook.read, or a key of somebody else?", err))
		return
	}
	r.good("key", "the bank takes questions about it")
	expected, known := c.expectedWebhook()
	switch {
	case registered == "":
		r.wrong("webhook", "none is registered for the key, so that payments are noticed by asking alone: balcao pix register")
	case !known:
		r.note("webhook", "one is registered; whether it is this shop's is known once balcao serve has made its secret")
	case registered != expected:
		r.wrong("webhook", "another address is registered for the key: balcao pix register takes its place")
	default:
		r.good("webhook", "this shop's address is registered")
	}
}

func (c *doctorPixCmd) mercado(ctx context.Context, r *report) {
	client, _, err := c.mercadoPago(clock.System{}, "")
	if err != nil {
		r.wrong("settings", err.Error())
		return
	}
	if checkStatement(ctx, r, client) {
		r.good("token", "it is taken")
	}
	if !strings.HasPrefix(c.PublicURL, "https://") {
		r.note("webhook", "Mercado Pago cannot reach this shop, so that payments are noticed by asking alone: --public-url")
		return
	}
	r.good("webhook", "this shop's address goes out with each payment; that the secret is the application's shows with the first notification")
}

// checkStatement tries to read what came in during the last minute.
func checkStatement(ctx context.Context, r *report, s pix.Statement) bool {
	if _, err := s.Received(ctx, lastMinute()); err != nil {
		r.wrong("payments", fmt.Sprintf("what came in cannot be read (%v)", err))
		return false
	}
	r.good("payments", "what came in can be read")
	return true
}

func lastMinute() pix.Window {
	now := time.Now()
	return pix.Window{From: now.Add(-time.Minute), To: now}
}

// checkCertificate looks at the shop's certificate for the bank.
func checkCertificate(r *report, p pixSettings) {
	config, err := p.tls()
	if err != nil {
		r.wrong("certificate", err.Error())
		return
	}
	until, ok := rest.Expiry(config)
	left := time.Until(until)
	day := until.Format(time.DateOnly)
	switch {
	case !ok:
		r.note("certificate", "none: real banks want one")
	case left <= 0:
		r.wrong("certificate", "it ended on "+day+": get a new one from the bank")
	case left < soon:
		r.wrong("certificate", fmt.Sprintf("it ends on %s, in %d days: get a new one from the bank now", day, int(left.Hours()/24)))
	default:
		r.good("certificate", "it is good until "+day)
	}
}

// expectedWebhook is where the provider should call back; false if the secret in it is not
// made yet.
func (s *settings) expectedWebhook() (string, bool) {
	secret := s.PixWebhookSecret
	if path, err := s.sqlitePath(); err == nil && secret == "" {
		secret, _ = readSecret(webhookSecretFile(path)) // not there yet: unknown
	}
	public := s.publicURL()
	at, err := s.Pix.Webhook.address(public, secret)
	return at, secret != "" && err == nil && (public != "" || s.Pix.Webhook.URL != "")
}

// pixRegisterCmd has the bank call the shop back.
type pixRegisterCmd struct{ settings }

func (c *pixRegisterCmd) run(ctx context.Context, m *Main) error {
	if err := c.check(); err != nil {
		return err
	}
	if c.Pix.Provider != providerBCB {
		return settingError{fmt.Errorf("--pix-provider %s has no webhook to register; a bank with the Central Bank's API has one for each key", c.Pix.name())}
	}
	path, err := c.sqlitePath()
	if err != nil {
		return err
	}
	secret := c.PixWebhookSecret
	if secret == "" {
		if secret, err = secretFile(webhookSecretFile(path)); err != nil {
			return err
		}
	}
	client, err := c.bcb(clock.System{})
	if err != nil {
		return err
	}
	public := c.publicURL()
	if public == "" && c.Pix.Webhook.URL == "" {
		return settingError{errors.New("--public-url or --pix-webhook-url is needed: what the shop listens on does not say where the bank reaches it")}
	}
	at, err := c.Pix.Webhook.address(public, secret)
	if err != nil {
		return err
	}
	if err := client.RegisterWebhook(ctx, at); err != nil {
		return err
	}
	shown, _, _ := strings.Cut(at, secret)
	_, err = fmt.Fprintln(m.Stdout, "registered: the bank calls this shop back at", shown+"…")
	return err
}
