package bcb

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"net/http"
	"net/url"
	"regexp"
	"sync"
	"time"

	"github.com/go-json-experiment/json"
	"golang.org/x/oauth2"
	"golang.org/x/oauth2/clientcredentials"
	"golang.org/x/sync/singleflight"

	"balcao/payment/pix/rest"
)

const (
	// tokenTime bounds the getting of a token.
	tokenTime = 8 * time.Second
	// tokenMargin is how long before its end a token is no longer used, if it lives long
	// enough for that.
	tokenMargin = 30 * time.Second
)

// errToken says that the provider grants us no token: nothing was asked of the API.
var errToken = errors.New("no token was granted")

// tokens keeps the current access token. One is asked for at a time, whoever waits for it;
// it is granted over the connection with the client's certificate, to which it is bound.
//
// oauth2.ReuseTokenSource would keep it too, but for good: it cannot be told that a token
// was refused, and its wait does not end with the context of who waits.
type tokens struct {
	config clientcredentials.Config
	web    *http.Client
	now    func() time.Time
	flight singleflight.Group

	mu      sync.Mutex
	current *oauth2.Token
	until   time.Time // zero: for as long as it is taken
}

func newTokens(c Config, style oauth2.AuthStyle, web *http.Client) *tokens {
	if c.AuthStyle == JSON {
		asJSON := *web
		asJSON.Transport = jsonForm{web.Transport}
		web = &asJSON
	}
	return &tokens{
		config: clientcredentials.Config{
			ClientID: c.ClientID, ClientSecret: c.ClientSecret, TokenURL: c.TokenURL, Scopes: c.Scopes, AuthStyle: style,
		},
		web: web, now: c.Clock.Now,
	}
}

// header returns the value of the Authorization header.
func (t *tokens) header(ctx context.Context) (string, error) {
	if value := t.fresh(); value != "" {
		return value, nil
	}
	// What is fetched is for all who wait: it does not end with who happened to ask first.
	result := t.flight.DoChan("", func() (any, error) {
		if value := t.fresh(); value != "" {
			return value, nil
		}
		ctx, cancel := context.WithTimeout(context.WithoutCancel(ctx), tokenTime)
		defer cancel()
		return t.fetch(ctx)
	})
	select {
	case r := <-result:
		if r.Err != nil {
			return "", r.Err
		}
		return r.Val.(string), nil
	case <-ctx.Done():
		return "", ctx.Err()
	}
}

// fresh is the header's value with the current token, empty if it must not be used.
func (t *tokens) fresh() string {
	t.mu.Lock()
	defer t.mu.Unlock()
	if t.current == nil || !t.until.IsZero() && !t.now().Before(t.until) {
		return ""
	}
	return headerOf(t.current)
}

func headerOf(t *oauth2.Token) string { return t.Type() + " " + t.AccessToken }

func (t *tokens) fetch(ctx context.Context) (string, error) {
	asked, began := t.now(), time.Now()
	ctx = context.WithValue(ctx, oauth2.HTTPClient, t.web)
	token, err := t.config.Token(ctx)
	if passing(err) {
		token, err = t.config.Token(ctx)
	}
	if err != nil {
		return "", fmt.Errorf("%w: %w", errToken, withoutAnswer(err))
	}
	t.mu.Lock()
	defer t.mu.Unlock()
	t.current, t.until = token, time.Time{}
	if !token.Expiry.IsZero() {
		life := token.Expiry.Sub(began) // the library's clock is the system's
		t.until = asked.Add(life - min(tokenMargin, life/4))
	}
	return headerOf(token), nil
}

// passing reports whether another try may fare better. One whose id or secret was refused
// must not be made: the account would be locked.
func passing(err error) bool {
	var refused *oauth2.RetrieveError
	if errors.As(err, &refused) && refused.Response != nil {
		return refused.Response.StatusCode >= http.StatusInternalServerError
	}
	return err != nil && !errors.Is(err, context.DeadlineExceeded)
}

// drop forgets a token that was refused, unless there is another one by now.
func (t *tokens) drop(value string) {
	t.mu.Lock()
	defer t.mu.Unlock()
	if t.current != nil && headerOf(t.current) == value {
		t.current = nil
	}
}

// jsonForm writes the forms of requests as JSON objects.
type jsonForm struct{ next http.RoundTripper }

// RoundTrip implements http.RoundTripper.
func (j jsonForm) RoundTrip(r *http.Request) (*http.Response, error) {
	defer r.Body.Close()
	form, err := io.ReadAll(r.Body)
	if err != nil {
		return nil, err
	}
	values, err := url.ParseQuery(string(form))
	if err != nil {
		return nil, errors.New("not a form")
	}
	members := map[string]string{}
	for name := range values {
		members[name] = values.Get(name)
	}
	text, err := json.Marshal(members)
	if err != nil {
		return nil, err
	}
	out := r.Clone(r.Context())
	out.Body, out.GetBody, out.ContentLength = io.NopCloser(bytes.NewReader(text)), nil, int64(len(text))
	out.Header.Set("Content-Type", "application/json")
	return j.next.RoundTrip(out)
}

// oauthCode is an error code of OAuth2 (RFC 6749, 5.2).
var oauthCode = regexp.MustCompile(`^[a-z_]{1,40}$`)

// withoutAnswer keeps of an error what may be told: the library's would quote the answer.
func withoutAnswer(err error) error {
	var refused *oauth2.RetrieveError
	if !errors.As(err, &refused) || refused.Response == nil {
		return rest.Bare(err)
	}
	if oauthCode.MatchString(refused.ErrorCode) {
		return fmt.Errorf("status %d, %s", refused.Response.StatusCode, refused.ErrorCode)
	}
	return fmt.Errorf("status %d", refused.Response.StatusCode)
}
