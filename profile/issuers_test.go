package profile

import (
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"balcao/internal/safehttp"
	"balcao/platform"
)

var oldKeys, newKeys = "[" + platformKey("old") + "]", "[" + platformKey("new") + "]"

func trustingShop(t *testing.T, publicURL string, allowed ...string) Shop {
	t.Helper()
	shop := testShop()
	shop.PublicURL = publicURL
	var err error
	if shop.MandateIssuers, err = NormalizeIssuers(allowed, shop.Loopback()); err != nil {
		t.Fatal(err)
	}
	return shop
}

func newIssuers(t *testing.T, publicURL string, allowed ...string) (*Issuers, refreshing) {
	t.Helper()
	o := &origin{body: keyedProfile("old")}
	f, now := newTestFetcher(o)
	return NewIssuers(trustingShop(t, publicURL, allowed...), f), refreshing{t, o, f, now}
}

func TestIssuers(t *testing.T) {
	t.Parallel()
	const local = "http://127.0.0.1:8080"
	listed := []string{"HTTPS://Agent.example:443/profile#x", "https://b.example"}
	for name, test := range map[string]struct {
		shop, platform string
		allowed        []string
		taken          bool
	}{
		"listed, in another form":    {"https://loja.example", agentURL, listed, true},
		"listed, with an empty path": {"https://loja.example", "https://b.example/", listed, true},
		"another path":               {"https://loja.example", agentURL + "/", listed, false},
		"another host":               {"https://loja.example", "https://evil.example/profile", listed, false},
		"nobody":                     {"https://loja.example", "", listed, false},
		"empty list":                 {"https://loja.example", agentURL, nil, false},
		"loopback, empty list":       {local, agentURL, nil, true},
		"loopback, listed":           {local, agentURL, listed, true},
		"loopback, not listed":       {local, local + "/p", listed, false},
	} {
		i, r := newIssuers(t, test.shop, test.allowed...)
		keys, err := i.Keys(t.Context(), test.platform)
		if i.Trusts(test.platform) != test.taken || err != nil || (string(keys) == oldKeys) != test.taken || (r.calls == 1) != test.taken {
			t.Errorf("%s: keys %s, %v after %d calls", name, keys, err, r.calls)
		}
		r.body = keyedProfile("new")
		fresh, ok := i.Refresh(t.Context(), test.platform)
		if ok != test.taken || (string(fresh) == newKeys) != test.taken || (r.calls == 2) != test.taken {
			t.Errorf("%s: refreshed %s, %v after %d calls", name, fresh, ok, r.calls)
		}
	}
}

// A URL that no platform can have would look like a platform that is trusted.
func TestIssuersThatNoPlatformCanBe(t *testing.T) {
	t.Parallel()
	for _, test := range []struct {
		url, why string
		loopback bool // refused by a shop on loopback, too
	}{
		{"", "no host", true},
		{" ", "white space", true},
		{"agent.example", "no host", true},
		{"agent.example/p", "no host", true},
		{"http://agent.example/p", "https", true},
		{"ftp://agent.example/p", "https", true},
		{"https:///p", "no host", true},
		{"https://user@agent.example/", "user information", true},
		{"https://agent.example:0/p", "port", true},
		{"https://agent.example/p ", "white space", true},
		{" https://agent.example/p", "white space", true},
		{"https://agent.example/p q", "white space", true},
		{"https://agent.example/p?q= r", "white space", true},
		{"https://agent.example/p\n", "white space", true},
		{"https://agent.example/\u00a0p", "white space", true},
		{"https://agent.example/p\u200b", "cannot be seen", true},
		{"https://10.0.0.1/p", "forbidden address", true},
		{"https://2130706433/p", "disguised", true},
		{"http://127.0.0.1/p", "https", false},
		{"http://localhost:8080/p", "https", false},
		{"https://127.0.0.1/p", "forbidden address", false},
		{"https://[::1]:8443/p", "forbidden address", false},
		{"https://LocalHost/p", "forbidden address", false},
	} {
		for _, loopback := range []bool{false, true} {
			got, err := NormalizeIssuers([]string{agentURL, test.url}, loopback)
			if loopback && !test.loopback {
				if err != nil || len(got) != 2 {
					t.Errorf("%q beside a shop on loopback: %v, %v", test.url, got, err)
				}
				continue
			}
			if got != nil || codeOf(err) != CodeInvalidProfileURL || !strings.Contains(err.Error(), strconv.Quote(test.url)) || !strings.Contains(err.Error(), test.why) {
				t.Errorf("%q, loopback %t: %v, %v; want %q", test.url, loopback, got, err, test.why)
			}
		}
	}
	if got, err := NormalizeIssuers(nil, false); got != nil || err != nil {
		t.Errorf("no issuers: %v, %v", got, err)
	}
}

// Who could never give a mandate that is taken agrees on none, and can buy without.
func TestMandatesAreAgreedOnWithIssuersAlone(t *testing.T) {
	t.Parallel()
	const public, local, other = "https://loja.example", "http://127.0.0.1:8080", "https://other.example/p"
	checkout, mandates := platform.CapCheckout+"@2026-07-28", platform.CapAP2Mandate+"@2026-07-28"
	for name, test := range map[string]struct {
		shop     string
		issuers  []string
		disabled bool
		platform string
		want     bool
	}{
		"listed":                         {public, []string{other, agentURL}, false, agentURL, true},
		"not listed":                     {public, []string{other}, false, agentURL, false},
		"another path of the listed":     {public, []string{agentURL + "/"}, false, agentURL, false},
		"nobody is listed":               {public, nil, false, agentURL, false},
		"listed, switched off":           {public, []string{agentURL}, true, agentURL, false},
		"on loopback, nobody is listed":  {local, nil, false, agentURL, true},
		"on loopback, listed":            {local, []string{agentURL}, false, agentURL, true},
		"on loopback, another is listed": {local, []string{other}, false, agentURL, false},
		"on loopback, switched off":      {local, nil, true, agentURL, false},
	} {
		shop := trustingShop(t, test.shop, test.issuers...)
		if test.disabled {
			shop.Disabled = []string{platform.CapAP2Mandate}
		}
		profiles := &published{profiles: map[string]*Document{test.platform: declared("2026-07-28", checkout, mandates)}}
		who, err := NewIdentifier(shop, profiles, issuedKeys{}, nil).Identify(t.Context(), Credentials{Agent: []string{`profile="` + test.platform + `"`}})
		session := who.Negotiated.Session
		if err != nil || session.Has(platform.CapAP2Mandate) != test.want || !session.Has(platform.CapCheckout) {
			t.Errorf("%s: %v, %v; want mandates %t", name, session, err, test.want)
		}
		// The mandates that were agreed on are those that are taken.
		if trusted := NewIssuers(shop, nil).Trusts(test.platform); trusted != test.want && !test.disabled {
			t.Errorf("%s: trusted %t", name, trusted)
		}
	}
}

// A shop that takes nobody's mandates does not speak of them.
func TestMandatesAreOfferedWhereSomebodysAreTaken(t *testing.T) {
	t.Parallel()
	for name, test := range map[string]struct {
		shop Shop
		want bool
	}{
		"public":               {trustingShop(t, "https://loja.example"), false},
		"public, with issuers": {trustingShop(t, "https://loja.example", agentURL), true},
		"loopback":             {trustingShop(t, "http://localhost:8080"), true},
	} {
		offered := slices.ContainsFunc(test.shop.Enabled(), func(c Capability) bool { return c.Name == platform.CapAP2Mandate })
		body, err := Business(test.shop, "2026-07-28")
		if err != nil || offered != test.want || strings.Contains(string(body), platform.CapAP2Mandate) != test.want {
			t.Errorf("%s: offered %t, %v, in %s", name, offered, err, body)
		}
	}
}

func TestIssuersWithoutKeys(t *testing.T) {
	t.Parallel()
	i, r := newIssuers(t, "https://loja.example", agentURL)
	r.body = goodProfile()
	if keys, err := i.Keys(t.Context(), agentURL); keys != nil || err != nil {
		t.Errorf("no keys: %q, %v", keys, err)
	}
	if keys, ok := i.Refresh(t.Context(), agentURL); keys != nil || !ok {
		t.Errorf("still none: %q, %v", keys, ok)
	}
}

func TestIssuersUnreachable(t *testing.T) {
	t.Parallel()
	i, r := newIssuers(t, "https://loja.example", agentURL)
	r.err = safehttp.ErrUnreachable
	if keys, err := i.Keys(t.Context(), agentURL); keys != nil || codeOf(err) != CodeProfileUnreachable {
		t.Errorf("no profile: %q, %v", keys, err)
	}
	r.err = nil
	r.now.Advance(failureTTL)
	if keys, err := i.Keys(t.Context(), agentURL); string(keys) != oldKeys || err != nil {
		t.Errorf("back: %q, %v", keys, err)
	}
	r.err = safehttp.ErrUnreachable
	r.now.Advance(time.Second)
	if keys, ok := i.Refresh(t.Context(), agentURL); keys != nil || ok {
		t.Errorf("refresh in vain: %q, %v", keys, ok)
	}
	if keys, err := i.Keys(t.Context(), agentURL); string(keys) != oldKeys || err != nil {
		t.Errorf("after a refresh in vain: %q, %v", keys, err)
	}
}
