package profile

import (
	"strings"
	"testing"
	"time"

	"balcao/internal/safehttp"
)

var oldKeys, newKeys = "[" + platformKey("old") + "]", "[" + platformKey("new") + "]"

func newIssuers(t *testing.T, publicURL string, allowed ...string) (*Issuers, refreshing) {
	t.Helper()
	shop := testShop()
	shop.PublicURL = publicURL
	o := &origin{body: keyedProfile("old")}
	f, now := newTestFetcher(o)
	i, err := NewIssuers(shop, f, allowed)
	if err != nil {
		t.Fatal(err)
	}
	return i, refreshing{t, o, f, now}
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

func TestBadIssuers(t *testing.T) {
	t.Parallel()
	f, _ := newTestFetcher(&origin{})
	for _, bad := range []string{"", "agent.example", "http://agent.example/p", "http://127.0.0.1/p", "https://user@agent.example/"} {
		i, err := NewIssuers(testShop(), f, []string{agentURL, bad})
		if i != nil || codeOf(err) != CodeInvalidProfileURL || !strings.Contains(err.Error(), `"`+bad+`"`) {
			t.Errorf("%q: %v, %v", bad, i, err)
		}
	}
	local := testShop()
	local.PublicURL = "http://localhost:8080"
	if _, err := NewIssuers(local, f, []string{"http://127.0.0.1/p"}); err != nil {
		t.Errorf("a platform on loopback beside the shop: %v", err)
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
