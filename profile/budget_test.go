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
