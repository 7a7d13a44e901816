package profile

import (
	"bytes"
	"context"
	"crypto/sha256"
	"errors"
	"strings"
	"testing"
	"time"

	"balcao/platform"
)

// issuedKeys finds keys by hash, or fails.
type issuedKeys struct {
	keys map[[32]byte]platform.APIKey
	err  error
}

func (k issuedKeys) APIKeyByHash(_ context.Context, hash [32]byte) (platform.APIKey, bool, error) {
	key, ok := k.keys[hash]
	return key, ok, k.err
}

// sloppyKeys answers any hash with the same key.
type sloppyKeys struct{ key platform.APIKey }

func (k sloppyKeys) APIKeyByHash(context.Context, [32]byte) (platform.APIKey, bool, error) {
	return k.key, true, nil
}

// published gives profiles by URL and counts.
type published struct {
	profiles map[string]*Document
	calls    int
	// fresh are those that a refresh brings.
	fresh     map[string]*Document
	refreshed int
}

func (p *published) FetchFor(_ context.Context, caller platform.Caller) (*Document, error) {
	p.calls++
	if doc, ok := p.profiles[caller.Profile]; ok {
		return doc, nil
	}
	return nil, NewError(CodeProfileUnreachable, nil)
}

func (p *published) Refresh(_ context.Context, url string) (*Document, bool) {
	p.refreshed++
	doc, ok := p.fresh[url]
	return doc, ok
}

func issue(t *testing.T, seed string, rights platform.Rights) (string, platform.APIKey) {
	t.Helper()
	return NewAPIKey(bytes.NewReader([]byte(strings.Repeat(seed, 36))), agentURL, rights, start)
}

func TestNewAPIKey(t *testing.T) {
	t.Parallel()
	text, key := issue(t, "a", platform.RightCheckout)
	if !strings.HasPrefix(text, "bk_") || len(text) != 35 {
		t.Errorf("key %q", text)
	}
	if key.Hash != sha256.Sum256([]byte(text)) || key.Profile != agentURL || key.Rights != platform.RightCheckout || !key.CreatedAt.Equal(start) || !key.RevokedAt.IsZero() {
		t.Errorf("stored %+v", key)
	}
	if strings.Contains(text, strings.TrimPrefix(key.ID, "key_")) {
		t.Error("the id gives the key away")
	}
	other, _ := NewAPIKey(nil, agentURL, 0, start)
	if another, _ := NewAPIKey(nil, agentURL, 0, start); other == another {
		t.Error("two keys are equal")
	}
}

func TestIdentify(t *testing.T) {
	t.Parallel()
	both := platform.RightCheckout | platform.RightOrder
	good, goodKey := issue(t, "a", both)
	revoked, revokedKey := issue(t, "b", both)
	revokedKey.RevokedAt = start.Add(time.Hour)
	keys := issuedKeys{keys: map[[32]byte]platform.APIKey{goodKey.Hash: goodKey, revokedKey.Hash: revokedKey}}
	doc := declared("2026-07-28", platform.CapCheckout+"@2026-07-28")
	old := declared("2020-01-01")

	named := []string{`profile="https://AGENT.example:443/profile#x"`}
	anonymous := platform.Caller{Profile: agentURL, Rights: platform.RightCheckout}
	authenticated := platform.Caller{Profile: agentURL, Authenticated: true, Rights: both}
	for name, test := range map[string]struct {
		credentials Credentials
		closed      bool // the shop does not sell to anonymous platforms
		want        platform.Caller
		code        string
		fetches     int
	}{
		"nobody":                    {Credentials{}, false, platform.Caller{}, "", 0},
		"named":                     {Credentials{Agent: named}, false, anonymous, "", 1},
		"named, closed shop":        {Credentials{Agent: named}, true, platform.Caller{Profile: agentURL}, "", 1},
		"key alone":                 {Credentials{Authorization: "Bearer " + good}, true, authenticated, "", 1},
		"key, scheme in lower":      {Credentials{Authorization: "bearer  " + good}, false, authenticated, "", 1},
		"key and the same name":     {Credentials{Agent: named, Authorization: "Bearer " + good}, false, authenticated, "", 1},
		"key and another name":      {Credentials{Agent: []string{`profile="https://agent.example/other"`}, Authorization: "Bearer " + good}, false, platform.Caller{}, CodeForbidden, 0},
		"key and a broken name":     {Credentials{Agent: []string{`profile=x`}, Authorization: "Bearer " + good}, false, platform.Caller{}, CodeInvalidProfileURL, 0},
		"revoked":                   {Credentials{Agent: named, Authorization: "Bearer " + revoked}, false, platform.Caller{}, CodeUnauthenticated, 0},
		"unknown key":               {Credentials{Authorization: "Bearer bk_nothing"}, false, platform.Caller{}, CodeUnauthenticated, 0},
		"not a key of ours":         {Credentials{Authorization: "Bearer ey.J.x"}, false, platform.Caller{}, CodeUnauthenticated, 0},
		"another scheme":            {Credentials{Authorization: "Basic " + good}, false, platform.Caller{}, CodeUnauthenticated, 0},
		"scheme alone":              {Credentials{Authorization: "Bearer"}, false, platform.Caller{}, CodeUnauthenticated, 0},
		"name without profile":      {Credentials{Agent: []string{`x=1`}}, false, platform.Caller{}, CodeInvalidProfileURL, 0},
		"empty name":                {Credentials{Agent: []string{``}}, false, platform.Caller{}, CodeInvalidProfileURL, 0},
		"loopback name":             {Credentials{Agent: []string{`profile="http://127.0.0.1/p"`}}, false, platform.Caller{}, CodeInvalidProfileURL, 0},
		"unreachable profile":       {Credentials{Agent: []string{`profile="https://gone.example/"`}}, false, platform.Caller{}, CodeProfileUnreachable, 1},
		"other protocol version":    {Credentials{Agent: []string{`profile="https://old.example/"`}}, false, platform.Caller{}, CodeVersionUnsupported, 1},
		"key with extra text":       {Credentials{Authorization: "Bearer " + good + " x"}, false, platform.Caller{}, CodeUnauthenticated, 0},
		"key without its last sign": {Credentials{Authorization: "Bearer " + good[:len(good)-1]}, false, platform.Caller{}, CodeUnauthenticated, 0},
	} {
		shop := testShop()
		shop.AllowAnonymous = !test.closed
		profiles := &published{profiles: map[string]*Document{agentURL: doc, "https://old.example/": old}}
		got, err := NewIdentifier(shop, profiles, keys, nil).Identify(t.Context(), test.credentials)
		if codeOf(err) != test.code || (err == nil) != (test.code == "") {
			t.Errorf("%s: error %v, want %q", name, err, test.code)
		}
		if got.Caller != test.want || profiles.calls != test.fetches {
			t.Errorf("%s: %+v after %d fetches, want %+v after %d", name, got.Caller, profiles.calls, test.want, test.fetches)
		}
		if got.Negotiated.Session.Has(platform.CapCheckout) == got.Caller.Nobody() {
			t.Errorf("%s: negotiated %+v", name, got.Negotiated.Session)
		}
	}
}

func TestIdentifyStores(t *testing.T) {
	t.Parallel()
	text, key := issue(t, "a", platform.RightOrder)
	profiles := &published{}
	broken := errors.New("disk on fire")
	_, err := NewIdentifier(testShop(), profiles, issuedKeys{err: broken}, nil).Identify(t.Context(), Credentials{Authorization: "Bearer " + text})
	var e *Error
	if !errors.As(err, &e) || e.Code != CodeUnavailable || e.RetryAfter != time.Second || !errors.Is(err, broken) || strings.Contains(e.Content, "disk") {
		t.Errorf("broken store: %+v", err)
	}
	_, err = NewIdentifier(testShop(), profiles, sloppyKeys{key}, nil).Identify(t.Context(), Credentials{Authorization: "Bearer bk_other"})
	if codeOf(err) != CodeUnauthenticated {
		t.Errorf("a key with another hash: %v", err)
	}
}

// What a request names beside its headers must be who its headers have shown.
func TestAgrees(t *testing.T) {
	t.Parallel()
	i := NewIdentifier(testShop(), &published{}, issuedKeys{}, nil)
	caller := platform.Caller{Profile: agentURL, Authenticated: true}
	for _, tt := range []struct {
		url   string
		agent bool
		code  string
	}{
		{agentURL, true, ""}, {agentURL, false, ""}, {"https://AGENT.example:443/profile#x", false, ""},
		{"https://other.example/profile", false, CodeForbidden}, {"https://other.example/profile", true, CodeInvalidProfileURL},
		{"http://agent.example/profile", true, CodeInvalidProfileURL}, {"", false, CodeInvalidProfileURL},
	} {
		err := i.Agrees(caller, tt.url, tt.agent)
		var refused *Error
		if errors.As(err, &refused); (err == nil) != (tt.code == "") || refused != nil && refused.Code != tt.code {
			t.Errorf("Agrees(%q, %t) = %v, want %q", tt.url, tt.agent, err, tt.code)
		}
	}
}
