package main

import (
	"crypto/hmac"
	"crypto/sha256"
	"crypto/tls"
	"encoding/base64"
	"encoding/hex"
	"errors"
	"fmt"
	"net"
	"net/url"
	"strings"

	"balcao/httpd"
	"balcao/internal/secret"
	"balcao/payment/pix/rest"
)

// pixWebhookSettings say how the provider calls back and how it is known. Without them it is
// known by the secret in the path alone.
type pixWebhookSettings struct {
	URL         string `name:"pix-webhook-url" help:"Where the provider reaches the webhook, if that is not the public URL." placeholder:"URL" group:"pix"`
	Listen      string `name:"pix-webhook-listen" help:"Address of a listener for callbacks alone, over TLS with client certificates; the public server takes none then." placeholder:"ADDR" group:"pix"`
	Certificate string `name:"pix-webhook-certificate" help:"PEM file with that listener's certificate." placeholder:"FILE" group:"pix"`
	CertKey     string `name:"pix-webhook-certificate-key" help:"PEM file with its private key, readable by its owner alone." placeholder:"FILE" group:"pix"`
	Authorities string `name:"pix-webhook-authorities" help:"PEM file with the authorities of the certificate that the provider calls back with." placeholder:"FILE" group:"pix"`
	HMACFile    string `name:"pix-webhook-hmac-file" help:"File with a secret that callbacks must bear too, readable by its owner alone." placeholder:"FILE" group:"pix"`
	HMACHeader  string `name:"pix-webhook-hmac-header" help:"Header with the HMAC-SHA256 of the body under that secret, hexadecimal or base64; without it the secret stands in the address, as hmac=." placeholder:"NAME" group:"pix"`
}

// check refuses what cannot work before anything is opened.
func (w pixWebhookSettings) check(p pixSettings) error {
	wrong := func(name, why string) error { return settingError{fmt.Errorf("--pix-webhook-%s %s", name, why)} }
	tlsFiles := []struct{ flag, value string }{{"certificate", w.Certificate}, {"certificate-key", w.CertKey}, {"authorities", w.Authorities}}
	if p.sandbox() && w != (pixWebhookSettings{}) {
		return settingError{errors.New("--pix-webhook-… settings have no meaning with --pix-provider sandbox")}
	}
	for _, f := range tlsFiles {
		switch {
		case w.Listen != "" && f.value == "":
			return wrong(f.flag, "is needed with --pix-webhook-listen")
		case w.Listen == "" && f.value != "":
			return wrong(f.flag, "has no meaning without --pix-webhook-listen")
		}
	}
	if w.Listen != "" {
		if _, _, err := net.SplitHostPort(w.Listen); err != nil {
			return wrong("listen", "must be host:port")
		}
		if w.URL == "" {
			return wrong("url", "is needed with --pix-webhook-listen: the provider must be told where it is")
		}
	}
	if u, err := url.Parse(w.URL); w.URL != "" && (err != nil || u.Scheme != "https" || u.Host == "" || u.User != nil || u.RawQuery != "" || u.Fragment != "") {
		return wrong("url", "must be an https address without a query")
	}
	if w.HMACHeader != "" && w.HMACFile == "" {
		return wrong("hmac-header", "has no meaning without --pix-webhook-hmac-file")
	}
	if w.HMACFile != "" && p.Provider == providerMercadoPago {
		return wrong("hmac-file", "has no meaning with --pix-provider mercadopago, which signs by --pix-signature-secret-file")
	}
	return nil
}

// hmac reads the secret that callbacks must bear, empty for none.
func (w pixWebhookSettings) hmac() (string, error) {
	if w.HMACFile == "" {
		return "", nil
	}
	text, err := readSecret(w.HMACFile)
	if err != nil {
		return "", settingError{fmt.Errorf("--pix-webhook-hmac-file: %w", err)}
	}
	if !webhookSecret.MatchString(text) {
		return "", settingError{errors.New("--pix-webhook-hmac-file must hold 16 to 128 letters, digits, dots, dashes, underscores and tildes")}
	}
	return text, nil
}

// verifier tells callbacks that bear the secret from others; nil asks for none.
func (w pixWebhookSettings) verifier() (func(httpd.Callback) bool, error) {
	text, err := w.hmac()
	if err != nil || text == "" {
		return nil, err
	}
	if w.HMACHeader == "" {
		// Some providers append /pix to the address as it is, and so to the last member of its
		// query: the address ends in one that takes it in.
		return func(c httpd.Callback) bool { return secret.Equal(text, c.Query.Get("hmac")) }, nil
	}
	return func(c httpd.Callback) bool {
		mac := hmac.New(sha256.New, []byte(text))
		mac.Write(c.Body)
		sum := mac.Sum(nil)
		given := strings.TrimPrefix(c.Header.Get(w.HMACHeader), "sha256=")
		return !c.TooLarge && (secret.Equal(hex.EncodeToString(sum), strings.ToLower(given)) || secret.Equal(base64.StdEncoding.EncodeToString(sum), given))
	}, nil
}

// address is where the provider is told to call back.
func (w pixWebhookSettings) address(public, pathSecret string) (string, error) {
	base := public
	if w.URL != "" {
		base = w.URL
	}
	at := webhookURL(base, pathSecret)
	text, err := w.hmac()
	if err != nil || text == "" || w.HMACHeader != "" {
		return at, err
	}
	return at + "?hmac=" + text + "&ignorar=", nil
}

// listener is the listener for callbacks alone, nil for none. Whoever brings no certificate of
// the authorities gets no further than the handshake.
func (w pixWebhookSettings) listener() (net.Listener, error) {
	if w.Listen == "" {
		return nil, nil
	}
	if _, err := readSecret(w.CertKey); err != nil {
		return nil, settingError{fmt.Errorf("--pix-webhook-certificate-key: %w", err)}
	}
	config, err := rest.Files{Certificate: w.Certificate, Key: w.CertKey, Roots: w.Authorities}.TLS()
	if err != nil {
		return nil, settingError{fmt.Errorf("--pix-webhook-certificate, --pix-webhook-certificate-key or --pix-webhook-authorities: %w", err)}
	}
	config.ClientAuth, config.ClientCAs, config.RootCAs = tls.RequireAndVerifyClientCert, config.RootCAs, nil
	config.NextProtos = []string{"http/1.1"}
	plain, err := net.Listen("tcp", w.Listen)
	if err != nil {
		return nil, fmt.Errorf("listen for callbacks: %w", err)
	}
	return tls.NewListener(plain, config), nil
}
