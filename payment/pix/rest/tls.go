package rest

import (
	"crypto/tls"
	"crypto/x509"
	"errors"
	"fmt"
	"net/http"
	"os"
	"time"
)

// The bounds of a connection.
const (
	handshakeTime = 5 * time.Second
	idleTime      = 60 * time.Second
	maxHeader     = 64 << 10
)

// Files name what a mutual TLS connection is made of, all PEM. Empty names mean: no
// certificate of our own, the system's roots.
type Files struct {
	// Certificate is our chain, Key its private key.
	Certificate, Key string
	// Roots are the authorities that the provider's certificate may come from.
	Roots string
}

// TLS reads the files. TLS is 1.2 or later.
func (f Files) TLS() (*tls.Config, error) {
	config := &tls.Config{MinVersion: tls.VersionTLS12}
	if (f.Certificate == "") != (f.Key == "") {
		return nil, errors.New("a client certificate needs its key, and a key its certificate")
	}
	if f.Certificate != "" {
		pair, err := tls.LoadX509KeyPair(f.Certificate, f.Key)
		if err != nil {
			return nil, fmt.Errorf("client certificate: %w", err)
		}
		config.Certificates = []tls.Certificate{pair}
	}
	if f.Roots != "" {
		text, err := os.ReadFile(f.Roots)
		if err != nil {
			return nil, fmt.Errorf("authorities: %w", err)
		}
		config.RootCAs = x509.NewCertPool()
		if !config.RootCAs.AppendCertsFromPEM(text) {
			return nil, fmt.Errorf("authorities: %s holds no PEM certificate", f.Roots)
		}
	}
	return config, nil
}

// Expiry says until when our certificate is good; false without one.
func Expiry(config *tls.Config) (time.Time, bool) {
	if config == nil || len(config.Certificates) == 0 || config.Certificates[0].Leaf == nil {
		return time.Time{}, false
	}
	return config.Certificates[0].Leaf.NotAfter, true
}

// NewHTTPClient makes a client that follows no redirect: neither a secret nor money's
// word goes anywhere but where the settings say.
func NewHTTPClient(config *tls.Config) *http.Client {
	return &http.Client{
		Transport: &http.Transport{
			TLSClientConfig: config, Proxy: http.ProxyFromEnvironment, ForceAttemptHTTP2: true,
			TLSHandshakeTimeout: handshakeTime, IdleConnTimeout: idleTime, MaxIdleConnsPerHost: 8,
			MaxResponseHeaderBytes: maxHeader,
		},
		CheckRedirect: func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse },
	}
}
