package main

import (
	"fmt"
	"log/slog"
	"math"
	"net"
	"net/netip"
	"net/url"
	"regexp"
	"slices"
	"strings"
	"time"

	"github.com/alecthomas/kong"

	"balcao/catalog/sample"
	"balcao/httpd"
	"balcao/internal/brazil"
	"balcao/internal/ids"
	"balcao/payment"
	"balcao/payment/pix"
)

// settings are what the shop's developer sets. Every field has a default that runs a
// whole shop on loopback.
type settings struct {
	Listen    string `help:"Address to serve on." default:"127.0.0.1:8080" group:"server"`
	PublicURL string `help:"The shop's address as platforms see it; by default the one it listens on." placeholder:"URL" group:"server"`
	Database  string `help:"Where the shop keeps everything: sqlite:PATH." default:"sqlite:balcao.db" group:"server"`
	KeysDir   string `help:"Folder of the shop's signing keys; by default beside the database." placeholder:"DIR" group:"server"`

	AdminListen string `help:"Address for staff commands and metrics; empty for none." default:"127.0.0.1:9090" group:"server"`

	LogLevel       slog.Level     `help:"debug, info, warn or error." default:"info" group:"server"`
	RatePerSecond  float64        `help:"Requests a second that one client may make; 0 for no bound, -1 for 50 where the shop is not on loopback." default:"-1" group:"server"`
	TrustedProxies []netip.Prefix `help:"Networks of proxies whose X-Forwarded-For is believed." group:"server"`
	Drain          time.Duration  `help:"How long open requests may go on after a stop." default:"20s" group:"server"`

	AllowAnonymous    tristate `help:"Whether platforms may buy that are identified by BCP-Agent alone; auto: on a loopback shop." enum:"auto,yes,no" default:"auto" group:"platforms"`
	Disable           []string `help:"Capabilities that the shop does not offer." placeholder:"NAME" group:"platforms"`
	Streaming         bool     `help:"Whether platforms may follow a purchase by a stream." default:"true" negatable:"" group:"platforms"`
	PushNotifications bool     `help:"Whether platforms may be told of a purchase at an address of theirs." default:"true" negatable:"" group:"platforms"`

	MCP               bool `name:"mcp" help:"Whether the shop is reached over MCP too." default:"true" negatable:"" group:"platforms"`
	MCPRegistryStatus bool `name:"mcp-registry-status" help:"Whether errors over MCP all have the HTTP status of BCP's registry; most of today's clients lose what such an answer says." group:"platforms"`
	MCPSignAnswers    bool `name:"mcp-sign-answers" help:"Whether all answers over MCP are signed, and not those of complete_checkout alone." group:"platforms"`

	ShopID        string `name:"shop-id" help:"What the shop is called towards machines: the payee of payment mandates." default:"${shop_id}" group:"shop"`
	ShopName      string `help:"The shop's name." default:"${shop_name}" group:"shop"`
	ShopLegalName string `help:"The company behind it." default:"${shop_legal_name}" group:"shop"`
	ShopCNPJ      string `name:"shop-cnpj" help:"Its CNPJ." default:"${shop_cnpj}" group:"shop"`
	ShopStreet    string `help:"Street and number of the counter." default:"${shop_street}" group:"shop"`
	ShopCity      string `help:"City of the counter." default:"${shop_city}" group:"shop"`
	ShopState     string `help:"State of the counter." default:"${shop_state}" group:"shop"`
	ShopCEP       string `name:"shop-cep" help:"Postal code of the counter." default:"${shop_cep}" group:"shop"`
	ShopPickup    bool   `help:"Whether orders can be picked up at the counter." default:"true" negatable:"" group:"shop"`
	ShopInvoices  bool   `help:"Whether the shop issues invoices that name the buyer." default:"true" negatable:"" group:"shop"`

	Tariff string `help:"YAML file with the shop's own freight, coupons and taxes, instead of the sample's." placeholder:"FILE" group:"shop"`

	CheckoutLifetime    time.Duration `help:"How long a checkout lives." default:"6h" group:"checkout"`
	TokenWithoutMandate tristate      `help:"Whether a token pays without an AP2 mandate; auto: in a loopback shop. Otherwise the buyer is sent to the shop's page." enum:"auto,yes,no" default:"auto" group:"checkout"`

	Retention time.Duration `help:"How long idle conversations, canceled checkouts, tasks and webhooks that were given up are kept; 0 for ever." default:"720h" group:"checkout"`

	MandateIssuers   []string `help:"Profile URLs of the platforms whose AP2 mandates are taken; AP2 is used with them alone, by a loopback shop without any with all." placeholder:"URL" group:"mandates"`
	MandateAudiences []string `help:"Values of aud in mandates that mean this shop, beside its public URL." placeholder:"AUD" group:"mandates"`
	MandateChains    bool     `help:"Whether an agent's mandate under an open one of the buyer is taken (dsd-jwt-chain)." group:"mandates"`
	MandateExample   bool     `help:"Whether the typ example+sd-jwt is taken, which AP2's library writes by default." group:"mandates"`
	PaymentMandate   []string `help:"Token handlers whose token must be a payment mandate where AP2 was negotiated." placeholder:"ID" group:"mandates"`
	PaymentAudiences []string `help:"Values of aud in payment mandates, beside those of mandates: the payment provider's." placeholder:"AUD" group:"mandates"`

	SandboxStock int64 `help:"Stock that each product of the sample shop opens with; 0 for the sample's own." default:"0" group:"sandbox"`

	PixHandler       string        `help:"Id of the Pix handler." default:"pix_recebedor_001" group:"pix"`
	PixCity          string        `help:"The receiver's city as BR Codes carry it." default:"${pix_city}" group:"pix"`
	PixLifetime      time.Duration `help:"How long a Pix charge can be paid." default:"30m" group:"pix"`
	PixGrace         time.Duration `help:"How long after that the stock is kept while the provider is asked." default:"2m" group:"pix"`
	PixWebhookSecret string        `help:"Secret part of the webhook's path; by default made on first run." placeholder:"SECRET" group:"pix"`

	SandboxSettleAfter time.Duration `help:"When a sandbox charge is paid by itself; 0 for never." default:"3s" group:"sandbox"`
	SandboxFaults      []string      `name:"sandbox-fault" sep:"none" help:"How the sandbox bank misbehaves, such as webhook_lost=0.1 or slow=next:2,delay:9s; more than one may be given. docs/PIX.md lists them." placeholder:"FAULT" group:"sandbox"`
	SandboxSeed        uint64        `help:"What the chances of faults are drawn from: the same seed, the same faults." default:"1" group:"sandbox"`

	Pix   pixSettings  `embed:""`
	Cards cardSettings `embed:""`
	SMTP  smtpSettings `embed:""`
	LLM   llmSettings  `embed:""`

	// products are what the shop sells instead of the sample's products; nil for those.
	products []byte
}

// check refuses settings that cannot work, naming the one at fault.
func (s *settings) check() error {
	wrong := func(name, why string) error { return settingError{fmt.Errorf("--%s %s", name, why)} }
	host, _, err := net.SplitHostPort(s.Listen)
	if err != nil {
		return wrong("listen", "must be host:port")
	}
	if s.PublicURL == "" && !loopbackHost(host) {
		return wrong("public-url", "is needed to listen beyond this machine, such as https://loja.example")
	}
	if s.PublicURL != "" {
		u, err := url.Parse(s.PublicURL)
		if err != nil || u.Host == "" || u.User != nil || u.RawQuery != "" || u.Fragment != "" || strings.Trim(u.Path, "/") != "" {
			return wrong("public-url", "must be a scheme and a host, such as https://loja.example")
		}
		if u.Scheme != "https" && !(u.Scheme == "http" && loopbackHost(u.Hostname())) {
			return wrong("public-url", "must be https, except on a loopback address")
		}
	}
	if _, err := s.sqlitePath(); err != nil {
		return err
	}
	if s.Tariff != "" {
		if _, err := readTariff(s.Tariff); err != nil {
			return settingError{err}
		}
	}
	if _, ok := brazil.NormalizeCNPJ(s.ShopCNPJ); !ok {
		return wrong("shop-cnpj", "is not a CNPJ with right check digits")
	}
	if _, ok := brazil.NormalizeCEP(s.ShopCEP); !ok {
		return wrong("shop-cep", "is not a CEP")
	}
	if _, ok := brazil.NormalizeUF(s.ShopState); !ok {
		return wrong("shop-state", "is not a Brazilian state")
	}
	for _, name := range []struct{ flag, value string }{{"shop-name", s.ShopName}, {"pix-city", s.PixCity}} {
		if pix.FoldASCII(name.value, pix.MaxName) == "" {
			return wrong(name.flag, "has no character that a BR Code can carry")
		}
	}
	if !ids.Valid(s.PixHandler) {
		return wrong("pix-handler", "must be 1 to 64 letters, digits, dots, dashes and underscores")
	}
	for _, d := range []struct {
		flag         string
		value, least time.Duration
	}{
		{"checkout-lifetime", s.CheckoutLifetime, time.Minute}, {"pix-lifetime", s.PixLifetime, 30 * time.Second},
		{"pix-grace", s.PixGrace, 0}, {"sandbox-settle-after", s.SandboxSettleAfter, 0}, {"drain", s.Drain, 0},
	} {
		if d.value < d.least {
			return wrong(d.flag, fmt.Sprintf("must be at least %s", d.least))
		}
	}
	if s.Retention != 0 && s.Retention < s.CheckoutLifetime {
		return wrong("retention", "must be 0 or at least as long as a checkout lives")
	}
	for _, h := range handlers(s)[1:] {
		if h.ID == ids.Handler(s.PixHandler) {
			return wrong("pix-handler", "is the id of another handler")
		}
	}
	if !ids.Valid(s.ShopID) {
		return wrong("shop-id", "must be 1 to 64 letters, digits, dots, dashes and underscores")
	}
	for _, id := range s.PaymentMandate {
		if !slices.ContainsFunc(handlers(s), func(h payment.Handler) bool { return h.PaymentMandate && h.ID == ids.Handler(id) }) {
			return wrong("payment-mandate", fmt.Sprintf("names no token handler: %q", id))
		}
	}
	if s.PixWebhookSecret != "" && !webhookSecret.MatchString(s.PixWebhookSecret) {
		return wrong("pix-webhook-secret", "must be 16 to 128 letters, digits, dots, dashes, underscores and tildes")
	}
	if rate := s.RatePerSecond; rate != autoRate && !(rate >= 0) || math.IsInf(rate, 0) { // NaN is not even below 0
		return wrong("rate-per-second", "must be a number of requests, 0 for no bound, -1 for the default")
	}
	if err := s.Pix.check(); err != nil {
		return err
	}
	if err := s.SMTP.check(); err != nil {
		return err
	}
	if err := s.Cards.check(); err != nil {
		return err
	}
	if s.Cards.production() != s.Pix.production() && s.Cards.Provider == providerStripe {
		return wrong("cards-environment", "must be that of Pix: a shop sells for real or it does not")
	}
	if s.Cards.Provider == providerStripe && len(s.PaymentMandate) > 0 {
		return wrong("payment-mandate", "cannot be asked for with --cards-provider stripe, which takes no mandate as a token")
	}
	if u, err := url.Parse(s.PublicURL); s.Pix.production() && (s.PublicURL == "" || err != nil || loopbackHost(u.Hostname())) {
		return wrong("public-url", "is needed to take real money: the address that platforms and the Pix provider reach, such as https://loja.example")
	}
	if s.SandboxStock < 0 {
		return wrong("sandbox-stock", "must not be negative")
	}
	if !s.LLM.none() {
		_, err := s.LLM.config()
		return err
	}
	return nil
}

// webhookSecret is what can stand in a path as it is and is not guessed.
var webhookSecret = regexp.MustCompile(`^[A-Za-z0-9._~-]{16,128}$`)

// autoRate stands for the default rate, usualRate and usualBurst are it.
const (
	autoRate   = -1
	usualRate  = 50
	usualBurst = 200
)

// rate is the bound on one client's requests. A shop that strangers reach has one.
func (s *settings) rate(loopback bool) httpd.Rate {
	switch {
	case s.RatePerSecond >= 0:
		return httpd.Rate{PerSecond: s.RatePerSecond}
	case loopback:
		return httpd.Rate{}
	}
	return httpd.Rate{PerSecond: usualRate, Burst: usualBurst}
}

// publicURL is the shop's address as platforms and the Pix provider see it, for commands
// beside the shop: the one set, or else the one that it listens on. Empty if that is a
// port of the system's choice, which the running shop alone knows.
func (s *settings) publicURL() string {
	if s.PublicURL != "" {
		return strings.TrimRight(s.PublicURL, "/")
	}
	if _, port, err := net.SplitHostPort(s.Listen); err != nil || port == "0" {
		return ""
	}
	return "http://" + s.Listen
}

// sqlitePath is the file of the database.
func (s *settings) sqlitePath() (string, error) {
	path, ok := strings.CutPrefix(s.Database, "sqlite:")
	if !ok || path == "" || strings.HasPrefix(path, ":") {
		return "", settingError{fmt.Errorf("--database must be sqlite:PATH, not %q", schemeOf(s.Database))}
	}
	return path, nil
}

// schemeOf keeps credentials in a database URL out of an error.
func schemeOf(s string) string {
	scheme, _, _ := strings.Cut(s, ":")
	return scheme + ":…"
}

// tristate is yes, no or auto: what is fit for a shop on this machine alone is off in one
// that strangers reach.
type tristate string

func (t tristate) on(loopback bool) bool { return t == "yes" || t == "auto" && loopback }

// defaults are the settings that say who the sample shop is.
func defaults() kong.Vars {
	who := sample.ShopIdentity()
	return kong.Vars{
		"shop_id": who.ID, "shop_name": who.Name, "shop_legal_name": who.LegalName, "shop_cnpj": who.CNPJ, "shop_street": who.Address.Street,
		"shop_city": who.Address.Locality, "shop_state": who.Address.Region, "shop_cep": who.Address.PostalCode, "pix_city": who.PixCity,
	}
}

func (s *settings) address() brazil.Address {
	cep, _ := brazil.NormalizeCEP(s.ShopCEP) // checked at start
	uf, _ := brazil.NormalizeUF(s.ShopState)
	return brazil.Address{Street: s.ShopStreet, Locality: s.ShopCity, Region: uf, PostalCode: cep, Country: "BR"}
}

func (s *settings) cnpj() string {
	cnpj, _ := brazil.NormalizeCNPJ(s.ShopCNPJ) // checked at start
	return cnpj
}

func loopbackHost(host string) bool {
	addr, err := netip.ParseAddr(host)
	return host == "localhost" || err == nil && addr.IsLoopback()
}

// unknownCapabilities lists the names in Disable that the shop does not know.
func (s *settings) unknownCapabilities(known []string) []string {
	var out []string
	for _, name := range s.Disable {
		if !slices.Contains(known, name) {
			out = append(out, name)
		}
	}
	return out
}

// goods is what the shop sells.
func (s *settings) goods() (*sample.Shop, error) {
	if s.products == nil {
		return sample.New()
	}
	return sample.Selling(s.products)
}

// openingStock is the stock that the sample opens with.
func (s *settings) openingStock(stock map[ids.Variant]int64) map[ids.Variant]int64 {
	for v, n := range stock {
		if n > 0 && s.SandboxStock > 0 {
			stock[v] = s.SandboxStock
		}
	}
	return stock
}
