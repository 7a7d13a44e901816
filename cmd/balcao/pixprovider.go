package main

import (
	"crypto/tls"
	"errors"
	"fmt"
	"net/http"
	"slices"
	"strings"
	"time"

	"balcao/internal/clock"
	"balcao/payment/pix"
	"balcao/payment/pix/bcb"
	"balcao/payment/pix/mercadopago"
	"balcao/payment/pix/rest"
)

// pixSettings say who takes the shop's Pix. Secrets are in files: a command line is seen by
// everybody on the machine.
type pixSettings struct {
	Provider    string `name:"pix-provider" help:"Who takes the shop's Pix: the sandbox, a bank with the Central Bank's Pix API, or Mercado Pago." enum:"sandbox,bcb,mercadopago" default:"sandbox" group:"pix"`
	Environment string `name:"pix-environment" help:"What platforms are told: sandbox or production; auto is sandbox with the sandbox, production with any other." enum:"auto,sandbox,production" default:"auto" group:"pix"`

	URL         string   `name:"pix-url" help:"Where the provider's API starts, such as https://pix.banco.example/api/v2; Mercado Pago has its own." placeholder:"URL" group:"pix"`
	TokenURL    string   `name:"pix-token-url" help:"Where the bank grants access tokens." placeholder:"URL" group:"pix"`
	ClientID    string   `name:"pix-client-id" help:"The shop's id at the bank." placeholder:"ID" group:"pix"`
	SecretFile  string   `name:"pix-client-secret-file" help:"File with the shop's secret at the bank, readable by its owner alone." placeholder:"FILE" group:"pix"`
	ClientAuth  string   `name:"pix-client-auth" help:"Where id and secret go when a token is asked for: the Authorization header (basic), the form (body), or the header with the form written as JSON (json)." enum:"basic,body,json" default:"basic" group:"pix"`
	Scopes      []string `name:"pix-scopes" help:"Scopes asked for with a token; none leaves it to the bank." placeholder:"SCOPE" group:"pix"`
	Headers     []string `name:"pix-headers" help:"Headers that the bank wants with every call." placeholder:"NAME=VALUE" group:"pix"`
	Certificate string   `name:"pix-certificate" help:"PEM file with the shop's certificate for the bank." placeholder:"FILE" group:"pix"`
	CertKey     string   `name:"pix-certificate-key" help:"PEM file with its private key, readable by its owner alone." placeholder:"FILE" group:"pix"`
	Authorities string   `name:"pix-authorities" help:"PEM file with the authorities of the bank's own certificate; by default the system's." placeholder:"FILE" group:"pix"`
	Key         string   `name:"pix-key" help:"The Pix key that the money goes to." placeholder:"KEY" group:"pix"`

	TokenFile     string             `name:"pix-access-token-file" help:"File with Mercado Pago's access token, readable by its owner alone." placeholder:"FILE" group:"pix"`
	SignatureFile string             `name:"pix-signature-secret-file" help:"File with the secret that Mercado Pago signs notifications with, readable by its owner alone." placeholder:"FILE" group:"pix"`
	Webhook       pixWebhookSettings `embed:""`

	PayerEmail string `name:"pix-payer-email" help:"Address that stands for the payer at Mercado Pago." placeholder:"EMAIL" group:"pix"`
}

// The providers.
const (
	providerSandbox     = "sandbox"
	providerBCB         = "bcb"
	providerMercadoPago = "mercadopago"
)

func (p pixSettings) sandbox() bool { return p.Provider == "" || p.Provider == providerSandbox }

// environment is what platforms are told.
func (p pixSettings) environment() string {
	switch {
	case p.Environment == "sandbox", p.Environment == "production":
		return p.Environment
	case p.sandbox():
		return "sandbox"
	}
	return "production"
}

func (p pixSettings) production() bool { return p.environment() == "production" }

// check refuses what cannot work before anything is opened.
func (p pixSettings) check() error {
	wrong := func(name, why string) error { return settingError{fmt.Errorf("--%s %s", name, why)} }
	given := []struct{ flag, value string }{
		{"pix-url", p.URL}, {"pix-token-url", p.TokenURL}, {"pix-client-id", p.ClientID}, {"pix-client-secret-file", p.SecretFile},
		{"pix-certificate", p.Certificate}, {"pix-certificate-key", p.CertKey}, {"pix-authorities", p.Authorities}, {"pix-key", p.Key},
		{"pix-scopes", strings.Join(p.Scopes, "")}, {"pix-headers", strings.Join(p.Headers, "")},
		{"pix-access-token-file", p.TokenFile}, {"pix-signature-secret-file", p.SignatureFile}, {"pix-payer-email", p.PayerEmail},
	}
	needed := map[string][]string{
		providerBCB:         {"pix-url", "pix-token-url", "pix-client-id", "pix-client-secret-file", "pix-key"},
		providerMercadoPago: {"pix-access-token-file", "pix-signature-secret-file", "pix-payer-email"},
	}[p.Provider]
	taken := map[string][]string{
		providerBCB:         {"pix-certificate", "pix-certificate-key", "pix-authorities", "pix-scopes", "pix-headers"},
		providerMercadoPago: {"pix-url"},
	}[p.Provider]
	if p.sandbox() && p.production() {
		return wrong("pix-environment", "cannot be production with the sandbox as --pix-provider: nobody would be paid")
	}
	for _, g := range given {
		switch {
		case g.value == "" && slices.Contains(needed, g.flag):
			return wrong(g.flag, "is needed with --pix-provider "+p.Provider)
		case g.value != "" && !slices.Contains(needed, g.flag) && !slices.Contains(taken, g.flag):
			return wrong(g.flag, "has no meaning with --pix-provider "+p.name())
		}
	}
	return p.Webhook.check(p)
}

func (p pixSettings) name() string {
	if p.sandbox() {
		return providerSandbox
	}
	return p.Provider
}

// header reads NAME=VALUE pairs.
func (p pixSettings) header() (http.Header, error) {
	h := http.Header{}
	for _, pair := range p.Headers {
		name, value, ok := strings.Cut(pair, "=")
		if !ok || name == "" || strings.ContainsAny(name+value, "\r\n \t:") {
			return nil, settingError{errors.New("--pix-headers must be NAME=VALUE, without blanks")}
		}
		h.Set(name, value)
	}
	return h, nil
}

// tls reads the files of the connection.
func (p pixSettings) tls() (*tls.Config, error) {
	if p.CertKey != "" {
		if _, err := readSecret(p.CertKey); err != nil {
			return nil, settingError{fmt.Errorf("--pix-certificate-key: %w", err)}
		}
	}
	config, err := rest.Files{Certificate: p.Certificate, Key: p.CertKey, Roots: p.Authorities}.TLS()
	if err != nil {
		return nil, settingError{fmt.Errorf("--pix-certificate, --pix-certificate-key or --pix-authorities: %w", err)}
	}
	return config, nil
}

// bcb makes the client of a bank.
func (s *settings) bcb(clock clock.Clock) (*bcb.Client, error) {
	p := s.Pix
	header, err := p.header()
	if err != nil {
		return nil, err
	}
	secret, err := readSecret(p.SecretFile)
	if err != nil {
		return nil, settingError{fmt.Errorf("--pix-client-secret-file: %w", err)}
	}
	connection, err := p.tls()
	if err != nil {
		return nil, err
	}
	client, err := bcb.New(bcb.Config{
		BaseURL: p.URL, TokenURL: p.TokenURL, ClientID: p.ClientID, ClientSecret: secret, AuthStyle: bcb.AuthStyle(p.ClientAuth),
		Scopes: p.Scopes, Header: header, Key: p.Key, Payee: pix.Payee{Name: s.ShopName, City: s.PixCity}, TLS: connection, Clock: clock,
	})
	if err != nil {
		return nil, settingError{fmt.Errorf("--pix-provider bcb: %w", err)}
	}
	return client, nil
}

// mercadoPago makes the client of Mercado Pago, whose notifications come to webhook, and
// reads the secret that signs them. An address that the provider cannot reach is not told.
func (s *settings) mercadoPago(clock clock.Clock, webhook string) (client *mercadopago.Client, signature string, err error) {
	p := s.Pix
	token, err := readSecret(p.TokenFile)
	if err != nil {
		return nil, "", settingError{fmt.Errorf("--pix-access-token-file: %w", err)}
	}
	if signature, err = readSecret(p.SignatureFile); err != nil {
		return nil, "", settingError{fmt.Errorf("--pix-signature-secret-file: %w", err)}
	}
	if !strings.HasPrefix(webhook, "https://") {
		webhook = ""
	}
	client, err = mercadopago.New(mercadopago.Config{
		BaseURL: p.URL, AccessToken: token, PayerEmail: p.PayerEmail, NotificationURL: webhook, Clock: clock,
	})
	if err != nil {
		return nil, "", settingError{fmt.Errorf("--pix-provider mercadopago: %w", err)}
	}
	return client, signature, nil
}

// webhookURL is where a provider calls back; the Central Bank's API has it append /pix.
func webhookURL(public, secret string) string {
	return strings.TrimRight(public, "/") + "/webhooks/pix/" + secret
}

// webhookSecretFile is where the secret of the webhook's address is kept.
func webhookSecretFile(database string) string { return database + ".webhook-secret" }

// soon is how long before its end a certificate is worth a warning.
const soon = 30 * 24 * time.Hour
