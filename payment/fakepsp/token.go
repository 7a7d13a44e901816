package fakepsp

import (
	"crypto/sha256"
	"net/http"
	"slices"
	"strings"
	"sync"
	"time"

	"balcao/internal/clock"
	"balcao/internal/ids"
	"balcao/internal/secret"
)

// Scopes of the API that the provider serves.
const (
	scopeCobWrite  = "cob.write"
	scopeCobRead   = "cob.read"
	scopePixWrite  = "pix.write"
	scopePixRead   = "pix.read"
	scopeHookWrite = "webhook.write"
	scopeHookRead  = "webhook.read"
)

var allScopes = []string{scopeCobWrite, scopeCobRead, scopePixWrite, scopePixRead, scopeHookWrite, scopeHookRead}

// tokens are the access tokens that were issued. They are bound to the certificate that
// fetched them and die with the process, as they may at any time.
type tokens struct {
	clock clock.Clock
	ids   *ids.Source
	life  time.Duration

	mu     sync.Mutex
	issued map[string]grant
}

type grant struct {
	scopes      []string
	certificate [sha256.Size]byte
	until       time.Time
}

// maxTokens is how many tokens live at a time; the next one makes all others void.
const maxTokens = 10_000

func (t *tokens) issue(g grant) string {
	t.mu.Lock()
	defer t.mu.Unlock()
	now := t.clock.Now()
	for token, old := range t.issued {
		if !old.until.After(now) {
			delete(t.issued, token)
		}
	}
	if len(t.issued) >= maxTokens {
		clear(t.issued)
	}
	token := t.ids.Secret()
	t.issued[token] = g
	return token
}

// find returns a token's grant if it is good for the certificate.
func (t *tokens) find(token string, certificate [sha256.Size]byte) (grant, bool) {
	t.mu.Lock()
	defer t.mu.Unlock()
	g, known := t.issued[token]
	return g, known && g.until.After(t.clock.Now()) && g.certificate == certificate
}

func (t *tokens) revoke(token string) {
	t.mu.Lock()
	defer t.mu.Unlock()
	delete(t.issued, token)
}

// certificateOf is the fingerprint of the certificate behind a request; TLS has checked it.
func certificateOf(r *http.Request) (print [sha256.Size]byte, ok bool) {
	if r.TLS == nil || len(r.TLS.PeerCertificates) == 0 {
		return print, false
	}
	return sha256.Sum256(r.TLS.PeerCertificates[0].Raw), true
}

// oauthError is an error of RFC 6749 section 5.2.
type oauthError struct {
	Code        string `json:"error"`
	Description string `json:"error_description"`
}

// token is the token endpoint: client credentials, in the header or in the form.
func (s *Server) token(w http.ResponseWriter, r *http.Request) {
	s.disturb(w, r, func() (int, any) {
		r.Body = http.MaxBytesReader(w, r.Body, maxBody)
		if err := r.ParseForm(); err != nil {
			return http.StatusBadRequest, oauthError{"invalid_request", "the body is no form"}
		}
		id, given, basic := r.BasicAuth()
		if !basic {
			id, given = r.PostForm.Get("client_id"), r.PostForm.Get("client_secret")
		}
		certificate, bound := certificateOf(r)
		if id != ClientID || !secret.Equal(s.identity.ClientSecret, given) || !bound {
			w.Header().Set("WWW-Authenticate", `Basic realm="pix"`)
			return http.StatusUnauthorized, oauthError{"invalid_client", "unknown client, wrong secret or no certificate"}
		}
		if r.PostForm.Get("grant_type") != "client_credentials" {
			return http.StatusBadRequest, oauthError{"unsupported_grant_type", "only client_credentials"}
		}
		scopes := strings.Fields(r.PostForm.Get("scope"))
		for _, scope := range scopes {
			if !slices.Contains(allScopes, scope) {
				return http.StatusBadRequest, oauthError{"invalid_scope", "this client has " + strings.Join(allScopes, " ")}
			}
		}
		if len(scopes) == 0 {
			scopes = allScopes
		}
		until := s.tokens.clock.Now().Add(s.tokens.life)
		if _, over := s.bank.config.Switches.firesAt(TokenExpired, r.Method); over {
			until = s.tokens.clock.Now()
		}
		w.Header().Set("Cache-Control", "no-store")
		return http.StatusOK, map[string]any{
			"access_token": s.tokens.issue(grant{scopes, certificate, until}), "token_type": "Bearer",
			"expires_in": int(s.tokens.life / time.Second), "scope": strings.Join(scopes, " "),
		}
	})
}

// authorize checks the token of a call. The problem says nothing that tells an unknown token
// from one of another certificate.
func (s *Server) authorize(w http.ResponseWriter, r *http.Request, scope string) *Problem {
	token, given := strings.CutPrefix(r.Header.Get("Authorization"), "Bearer ")
	if !given {
		w.Header().Set("WWW-Authenticate", `Bearer realm="pix"`)
		return denied(http.StatusUnauthorized, "A requisição não tem token de acesso.")
	}
	if _, revoked := s.bank.config.Switches.firesAt(TokenRevoked, r.Method); revoked {
		s.tokens.revoke(token)
	}
	certificate, _ := certificateOf(r)
	g, good := s.tokens.find(token, certificate)
	if !good {
		w.Header().Set("WWW-Authenticate", `Bearer realm="pix", error="invalid_token"`)
		return denied(http.StatusUnauthorized, "O token de acesso não vale, expirou ou é de outro certificado.")
	}
	if !slices.Contains(g.scopes, scope) {
		w.Header().Set("WWW-Authenticate", `Bearer realm="pix", error="insufficient_scope", scope="`+scope+`"`)
		return denied(http.StatusForbidden, "O token de acesso não tem o escopo "+scope+".")
	}
	return nil
}
