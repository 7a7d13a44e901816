package main

import (
	"fmt"
	"net/url"
	"regexp"
	"slices"
	"strings"

	"balcao/internal/ids"
	"balcao/payment"
	"balcao/payment/token"
	"balcao/payment/token/stripe"
	"balcao/profile"
	"balcao/web"
)

// cardSettings say who takes the shop's cards and wallets, and under which payment handler
// platforms know it.
type cardSettings struct {
	Provider    string   `name:"cards-provider" help:"Who takes the shop's cards: the sandbox (in a shop whose Pix is the sandbox's), Stripe, or nobody." enum:"sandbox,stripe,none" default:"sandbox" group:"cards"`
	Environment string   `name:"cards-environment" help:"What platforms are told, and which keys are taken: sandbox or production." enum:"sandbox,production" default:"sandbox" group:"cards"`
	Handler     string   `name:"cards-handler" help:"Name of the payment handler, a domain in reverse, such as com.google.pay." placeholder:"NAME" group:"cards"`
	HandlerID   string   `name:"cards-handler-id" help:"Id of the handler in this shop." default:"cards" group:"cards"`
	Version     string   `name:"cards-handler-version" help:"Version of the handler, a date." default:"2026-07-28" group:"cards"`
	Spec        string   `name:"cards-handler-spec" help:"Where the handler is described." placeholder:"URL" group:"cards"`
	Schema      string   `name:"cards-handler-schema" help:"Its schema, at the domain of its name." placeholder:"URL" group:"cards"`
	Type        string   `name:"cards-instrument" help:"Type of its instruments." default:"card" group:"cards"`
	Brands      []string `name:"cards-brands" help:"Card brands taken; none says nothing." default:"visa,mastercard" group:"cards"`
	KeyFile     string   `name:"cards-secret-key-file" help:"File with the shop's secret key at Stripe, readable by its owner alone." placeholder:"FILE" group:"cards"`
	URL         string   `name:"cards-url" help:"Where the processor's API is; by default its own." placeholder:"URL" group:"cards"`
}

const (
	providerStripe = "stripe"
	providerNone   = "none"
)

func (c cardSettings) production() bool {
	return c.Provider == providerStripe && c.Environment == "production"
}

var (
	handlerName    = regexp.MustCompile(`^[a-z][a-z0-9-]*(\.[a-z0-9][a-z0-9_-]*)+$`)
	handlerVersion = regexp.MustCompile(`^[0-9]{4}-[0-9]{2}-[0-9]{2}$`)
	instrumentWord = regexp.MustCompile(`^[a-z][a-z0-9_]{0,31}$`)
)

// check refuses what cannot work before anything is opened.
func (c cardSettings) check() error {
	wrong := func(name, why string) error { return settingError{fmt.Errorf("--%s %s", name, why)} }
	given := []struct{ flag, value string }{
		{"cards-handler", c.Handler}, {"cards-secret-key-file", c.KeyFile}, {"cards-handler-spec", c.Spec}, {"cards-handler-schema", c.Schema}, {"cards-url", c.URL},
	}
	if c.Provider != providerStripe {
		for _, g := range given {
			if g.value != "" {
				return wrong(g.flag, "has a meaning with --cards-provider stripe alone")
			}
		}
		if c.Environment == "production" {
			return wrong("cards-environment", "cannot be production without a processor: nobody would be paid")
		}
		return nil
	}
	for _, g := range given[:2] {
		if g.value == "" {
			return wrong(g.flag, "is needed with --cards-provider stripe")
		}
	}
	switch {
	case !handlerName.MatchString(c.Handler):
		return wrong("cards-handler", "must be a domain in reverse, such as com.google.pay")
	case strings.HasPrefix(c.Handler, "br.dev.bcp."):
		return wrong("cards-handler", "is a name of the protocol's own")
	case !ids.Valid(c.HandlerID):
		return wrong("cards-handler-id", "must be 1 to 64 letters, digits, dots, dashes and underscores")
	case !handlerVersion.MatchString(c.Version):
		return wrong("cards-handler-version", "must be a date, such as 2026-07-28")
	case c.Spec != "" && !https(c.Spec):
		return wrong("cards-handler-spec", "must be an https URL")
	case c.Schema != "" && !profile.Bound(c.Handler, c.Schema):
		return wrong("cards-handler-schema", "must be an https URL at the domain of the handler's name, or platforms leave the handler out")
	case !instrumentWord.MatchString(c.Type):
		return wrong("cards-instrument", "must be a word of small letters, such as card")
	case slices.ContainsFunc(c.Brands, func(b string) bool { return !instrumentWord.MatchString(b) }):
		return wrong("cards-brands", "must be words of small letters, such as visa")
	}
	return nil
}

func https(text string) bool {
	u, err := url.Parse(text)
	return err == nil && u.Scheme == "https" && u.Host != "" && u.User == nil
}

// handler is the payment handler of the shop's own processor.
func (c cardSettings) handler() payment.Handler {
	return payment.Handler{
		Name: c.Handler, ID: ids.Handler(c.HandlerID), Kind: payment.KindToken, Version: c.Version, Spec: c.Spec, Schema: c.Schema,
		Instruments: []payment.InstrumentType{{Type: c.Type, Brands: c.Brands}}, Environment: c.Environment,
	}
}

// stripe makes the client of Stripe. A key of tests takes no money, and one of production does.
func (c cardSettings) stripe() (*stripe.Client, error) {
	key, err := readSecret(c.KeyFile)
	if err != nil {
		return nil, settingError{fmt.Errorf("--cards-secret-key-file: %w", err)}
	}
	if live := strings.Contains(key, "_live_"); live != c.production() {
		return nil, settingError{fmt.Errorf("--cards-secret-key-file: the key is none for --cards-environment %s", c.Environment)}
	}
	client, err := stripe.New(stripe.Config{BaseURL: c.URL, SecretKey: key, Currency: "brl"})
	if err != nil {
		return nil, settingError{fmt.Errorf("--cards-provider stripe: %w", err)}
	}
	return client, nil
}

// openCards reaches who takes cards: the processor of the settings, or the sandbox's, with a
// book of its own beside the database.
func (sh *shop) openCards(path string) error {
	s := sh.settings
	sh.tokens = map[ids.Handler]token.Processor{}
	if err := sh.openSandboxCards(path); err != nil {
		return err
	}
	if s.Cards.Provider == providerStripe {
		client, err := s.Cards.stripe()
		if err != nil {
			return err
		}
		sh.tokens[ids.Handler(s.Cards.HandlerID)] = client
	}
	return nil
}

// openSandboxCards opens the sandbox's processor. A shop that takes cards for real keeps it for
// attempts of before, and offers none of its handlers.
func (sh *shop) openSandboxCards(path string) (err error) {
	if sh.processor, err = token.NewSandbox(token.SandboxConfig{
		Book: path + ".sandbox-processor", Pages: sh.profile.PublicURL + web.PathSandboxBank, NewSecret: sh.ids.Secret,
	}); err != nil {
		return err
	}
	sh.tokens[handlerGPay], sh.tokens[handlerDelegate] = sh.processor, sh.processor
	sh.closers = append(sh.closers, sh.processor.Close)
	return nil
}
