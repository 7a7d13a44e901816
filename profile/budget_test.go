package profile

import (
	"fmt"
	"strings"
	"testing"

	"balcao/platform"
)

// Strangers who spend their budget, of one host or of all, keep no platform waiting that has
// shown who it is; neither does a stranger's fetch of its profile that was refused.
func TestFetchBudgetOfTheProved(t *testing.T) {
	t.Parallel()
	for _, host := range []string{"agent.example", "%d.example"} {
		f, _ := newTestFetcher(&origin{body: goodProfile()})
		for i := range 41 {
			address := fmt.Sprintf("https://"+host+"/x", i)
			if !strings.Contains(host, "%") {
				address = fmt.Sprintf("https://%s/%d", host, i)
			}
			if _, err := f.FetchFor(t.Context(), platform.Caller{Profile: address}); err != nil && codeOf(err) != CodeUnavailable {
				t.Fatal(err)
			}
		}
		caller := platform.Caller{Profile: agentURL}
		if _, err := f.FetchFor(t.Context(), caller); codeOf(err) != CodeUnavailable {
			t.Errorf("%s: the budget was not spent: %v", host, err)
		}
		caller.Authenticated = true
		if _, err := f.FetchFor(t.Context(), caller); err != nil {
			t.Errorf("%s: %v", host, err)
		}
	}
	f, _ := newTestFetcher(&origin{body: goodProfile()})
	for i := range 6 { // and theirs is bounded, too
		caller := platform.Caller{Profile: fmt.Sprintf("%s/%d", agentURL, i), Authenticated: true}
		if _, err := f.FetchFor(t.Context(), caller); (codeOf(err) == CodeUnavailable) != (i == 5) {
			t.Errorf("fetch %d: %v", i+1, err)
		}
	}
}

// Nobody can keep the shop from fetching the keys of the issuers that it has named: neither
// strangers nor platforms that have shown who they are. Where it has named none an issuer is
// anybody, and waits with them.
func TestFetchBudgetOfIssuers(t *testing.T) {
	t.Parallel()
	for publicURL, named := range map[string][]string{"https://loja.example": {agentURL}, "http://127.0.0.1:8080": nil} {
		i, r := newIssuers(t, publicURL, named...)
		for n := range 41 {
			for _, proved := range []bool{false, true} {
				caller := platform.Caller{Profile: fmt.Sprintf("https://%d.example/", n), Authenticated: proved}
				if _, err := r.fetcher.FetchFor(t.Context(), caller); err != nil && codeOf(err) != CodeUnavailable {
					t.Fatal(err)
				}
			}
		}
		keys, err := i.Keys(t.Context(), agentURL)
		if waits := codeOf(err) == CodeUnavailable; waits != (named == nil) || waits == (string(keys) == oldKeys) {
			t.Errorf("%s: %s, %v", publicURL, keys, err)
		}
	}
}
