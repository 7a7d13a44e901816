package demo

import (
	"context"
	"crypto/ecdsa"
	"crypto/sha256"
	"encoding/base64"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"math/big"
	"net"
	"net/http"
	"regexp"
	"strings"
	"time"
)

// hookPlatform is a platform with a profile of its own and a webhook for its orders.
type hookPlatform struct {
	url     string
	server  *http.Server
	profile []byte
	notices chan orderNotice
}

// orderNotice is one webhook as it came.
type orderNotice struct {
	request *http.Request
	host    string
	body    []byte
}

// The paths of the platform.
const (
	pathProfile = "/perfil.json"
	pathOrders  = "/pedidos"
)

// listen starts a platform on loopback whose profile is a copy of one of the shop's sandbox
// profiles, with a webhook in it. Close its server when done.
func listen(ctx context.Context, sandbox []byte) (*hookPlatform, error) {
	l, err := new(net.ListenConfig).Listen(ctx, "tcp", "127.0.0.1:0")
	if err != nil {
		return nil, fmt.Errorf("platform: %w", err)
	}
	p := &hookPlatform{url: "http://" + l.Addr().String(), notices: make(chan orderNotice, 64)}
	if p.profile, err = withWebhook(sandbox, p.url+pathOrders); err != nil {
		return nil, errors.Join(err, l.Close())
	}
	p.server = &http.Server{Handler: p, ReadHeaderTimeout: 5 * time.Second}
	go func() { _ = p.server.Serve(l) }() // until it is closed
	return p, nil
}

// withWebhook puts a webhook into a platform's profile (BCP order: config.webhook_url).
func withWebhook(profile []byte, url string) ([]byte, error) {
	var doc map[string]any
	if err := json.Unmarshal(profile, &doc); err != nil {
		return nil, fmt.Errorf("platform profile: %w", err)
	}
	ucp, _ := doc["ucp"].(map[string]any)
	capabilities, _ := ucp["capabilities"].(map[string]any)
	orders, _ := capabilities["br.dev.bcp.shopping.order"].([]any)
	if len(orders) == 0 {
		return nil, errors.New("platform profile: no order capability")
	}
	for _, o := range orders {
		if o, ok := o.(map[string]any); ok {
			o["config"] = object{"webhook_url": url}
		}
	}
	return json.Marshal(doc)
}

// ServeHTTP gives the profile, and keeps what the shop tells.
func (p *hookPlatform) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	if r.URL.Path == pathProfile && r.Method == http.MethodGet {
		w.Header().Set("Content-Type", "application/json")
		_, _ = w.Write(p.profile) // who went away asks again
		return
	}
	body, err := io.ReadAll(io.LimitReader(r.Body, maxAnswer))
	if err != nil || r.URL.Path != pathOrders || r.Method != http.MethodPost {
		w.WriteHeader(http.StatusBadRequest)
		return
	}
	select {
	case p.notices <- orderNotice{r, r.Host, body}:
	default: // more than anybody waits for
		w.WriteHeader(http.StatusServiceUnavailable)
	}
}

// signatureInput is the form of a signature's description (RFC 9421) as this platform takes it:
// one signature, its components without parameters.
var signatureInput = regexp.MustCompile(`^([a-z][a-z0-9_-]*)=(\(((?:"[@a-z-]+" ?)+)\)(;.*))$`)

var keyIDParam = regexp.MustCompile(`;keyid="([^"]+)"`)

// mustCover are the components that make a webhook what it is.
var mustCover = []string{"@method", "@authority", "@path", "content-digest", "content-type", "bcp-agent", "webhook-id", "webhook-timestamp"}

// verify checks who sent a webhook: the digest of its body, and a signature by a key of the
// shop's over that and over what says which webhook it is.
func (n orderNotice) verify(keys []byte) error {
	h := n.request.Header
	sum := sha256.Sum256(n.body)
	if want := "sha-256=:" + base64.StdEncoding.EncodeToString(sum[:]) + ":"; h.Get("Content-Digest") != want {
		return fmt.Errorf("content-digest %q, want %q", h.Get("Content-Digest"), want)
	}
	parts := signatureInput.FindStringSubmatch(h.Get("Signature-Input"))
	if parts == nil {
		return fmt.Errorf("unreadable signature-input %q", h.Get("Signature-Input"))
	}
	label, params, names := parts[1], parts[2], strings.Fields(strings.ReplaceAll(parts[3], `"`, ""))
	var base strings.Builder
	covered := map[string]bool{}
	for _, name := range names {
		covered[name] = true
		fmt.Fprintf(&base, "%q: %s\n", name, n.component(name))
	}
	for _, name := range mustCover {
		if !covered[name] {
			return fmt.Errorf("the signature does not cover %s", name)
		}
	}
	fmt.Fprintf(&base, "\"@signature-params\": %s", params)
	id := keyIDParam.FindStringSubmatch(parts[4])
	if id == nil {
		return errors.New("the signature names no key")
	}
	key, err := publicKey(keys, id[1])
	if err != nil {
		return err
	}
	value, ok := strings.CutPrefix(h.Get("Signature"), label+"=:")
	value, closed := strings.CutSuffix(value, ":")
	sig, err := base64.StdEncoding.DecodeString(value)
	if !ok || !closed || err != nil || len(sig) != 64 {
		return errors.New("unreadable signature")
	}
	digest := sha256.Sum256([]byte(base.String()))
	if !ecdsa.Verify(key, digest[:], new(big.Int).SetBytes(sig[:32]), new(big.Int).SetBytes(sig[32:])) {
		return errors.New("the signature is not of this webhook and the shop's key")
	}
	return nil
}

// component is what a signature covers by a name.
func (n orderNotice) component(name string) string {
	switch name {
	case "@method":
		return n.request.Method
	case "@authority":
		return strings.ToLower(n.host)
	case "@path":
		return n.request.URL.EscapedPath()
	case "@query":
		return "?" + n.request.URL.RawQuery
	}
	return strings.TrimSpace(strings.Join(n.request.Header.Values(name), ", "))
}

// errNoWebhook says that the shop never told of a change.
var errNoWebhook = errors.New("no webhook of the order arrived in time")

// await waits for the next webhook.
func (p *hookPlatform) await(ctx context.Context, patience time.Duration, record func(Exchange) error) (orderNotice, error) {
	ctx, cancel := context.WithTimeoutCause(ctx, patience, errNoWebhook)
	defer cancel()
	select {
	case <-ctx.Done():
		return orderNotice{}, context.Cause(ctx)
	case n := <-p.notices:
		shown := map[string]string{}
		for _, name := range []string{"Content-Type", "BCP-Agent", "Content-Digest", "Webhook-Id", "Webhook-Timestamp", "Signature-Input", "Signature"} {
			shown[name] = n.request.Header.Get(name)
		}
		return n, record(Exchange{
			Step:     "order_webhook",
			Request:  Request{Method: n.request.Method, URL: p.url + pathOrders, Headers: shown, Body: raw(n.body)},
			Response: Response{Status: http.StatusOK},
		})
	}
}
