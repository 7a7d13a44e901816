package llm

import (
	"errors"
	"fmt"
	"log/slog"
	"math/rand/v2"
	"net/http"
	"net/netip"
	"net/url"
	"regexp"
	"slices"
	"time"

	"balcao/internal/clock"
)

// Provider is how a model is spoken to.
type Provider string

// The providers. OpenAI means any server that speaks its protocol.
const (
	OpenAI    Provider = "openai"
	Anthropic Provider = "anthropic"
)

// Mode is how a model is made to answer in our form.
type Mode string

// The modes: a forced tool, a schema that the provider enforces, or JSON as such with the
// schema in the instructions.
const (
	Tools      Mode = "tools"
	JSONSchema Mode = "json_schema"
	JSONObject Mode = "json_object"
)

// Modes are those of a provider.
func Modes(p Provider) []Mode {
	if p == Anthropic {
		return []Mode{Tools} // its library drops response formats
	}
	return []Mode{Tools, JSONSchema, JSONObject}
}

// The providers' own addresses.
const (
	openAIURL    = "https://api.openai.com/v1"
	anthropicURL = "https://api.anthropic.com/v1"
)

// Config is all that a model needs. Nothing is taken from the environment but the proxy.
type Config struct {
	Provider Provider
	// BaseURL is where the provider is, empty for its own address.
	BaseURL string
	Model   string
	// Key may be empty for a server that needs none.
	Key  string
	Mode Mode
	// Timeout bounds a whole reading, with its retry.
	Timeout time.Duration
	// Threshold is the confidence below which the model is asked.
	Threshold float64
	// DailyTokens bounds what a day (UTC) may cost; 0 for no bound. It is counted in memory:
	// by process, and from 0 after a restart.
	DailyTokens int64
	// PerMinute bounds the calls of one conversation; 0 for no bound.
	PerMinute int

	Clock clock.Clock
	// Log may be nil.
	Log *slog.Logger
	// Transport may be nil for the usual one; Random is for jitter, from 0 to 1, and may be
	// nil.
	Transport http.RoundTripper
	Random    func() float64
}

// mergesRoles are the models whose instructions the library puts into the customer's
// message, where the two can no more be told apart.
var mergesRoles = regexp.MustCompile(`(?i)^o[13](-mini|-preview)?$`)

// Check names what is wrong with the configuration, in the words of its settings.
func (c Config) Check() error {
	switch {
	case c.Provider != OpenAI && c.Provider != Anthropic:
		return fmt.Errorf("provider must be %s or %s", OpenAI, Anthropic)
	case c.Model == "":
		return errors.New("model is needed")
	case c.Provider == OpenAI && mergesRoles.MatchString(c.Model):
		return fmt.Errorf("model %s takes no instructions apart from the customer's message; choose another", c.Model)
	case !slices.Contains(Modes(c.Provider), c.Mode):
		return fmt.Errorf("mode of %s must be one of %v", c.Provider, Modes(c.Provider))
	case c.Timeout < 100*time.Millisecond || c.Timeout > time.Minute:
		return errors.New("timeout must be from 100ms to 1m")
	case !(c.Threshold >= 0 && c.Threshold <= 1): // NaN is not even below
		return errors.New("threshold must be from 0 to 1")
	case c.DailyTokens < 0 || c.PerMinute < 0:
		return errors.New("bounds must not be negative")
	case c.Key == "" && c.BaseURL == "":
		return fmt.Errorf("key is needed at %s", c.baseURL())
	}
	return checkURL(c.baseURL())
}

// baseURL is never empty: else the library would take one from the environment.
func (c Config) baseURL() string {
	switch {
	case c.BaseURL != "":
		return c.BaseURL
	case c.Provider == Anthropic:
		return anthropicURL
	}
	return openAIURL
}

// checkURL lets texts and keys go in the clear within a machine or a private network alone.
func checkURL(base string) error {
	u, err := url.Parse(base)
	if err != nil || u.Host == "" || u.User != nil || u.RawQuery != "" || u.Fragment != "" {
		return errors.New("base-url must be a scheme, a host and a path, such as https://llm.example/v1")
	}
	addr, err := netip.ParseAddr(u.Hostname())
	near := u.Hostname() == "localhost" || err == nil && (addr.IsLoopback() || addr.IsPrivate())
	if u.Scheme != "https" && !(u.Scheme == "http" && near) {
		return errors.New("base-url must be https, except at a loopback or private address")
	}
	return nil
}

func (c Config) withDefaults() Config {
	if c.Clock == nil {
		c.Clock = clock.System{}
	}
	if c.Log == nil {
		c.Log = slog.New(slog.DiscardHandler)
	}
	if c.Transport == nil {
		c.Transport = usualTransport()
	}
	if c.Random == nil {
		c.Random = rand.Float64
	}
	return c
}
