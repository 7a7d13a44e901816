package main

import (
	"bytes"
	"context"
	"crypto/ecdsa"
	"crypto/elliptic"
	"crypto/rand"
	"crypto/sha256"
	"encoding/base64"
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"sync/atomic"
	"testing"
	"time"

	"balcao/httpsig"
)

// signingPlatform is a platform that signs what it sends, and whose profile lists its key.
type signingPlatform struct {
	id      string
	private *ecdsa.PrivateKey
	profile string
	// listed is the array of keys that its profile shows.
	listed atomic.Pointer[string]
}

func newSigningPlatform(t testing.TB, s *testShop) *signingPlatform {
	t.Helper()
	return signingPlatformLike(t, s, "platform.json")
}

// signingPlatformLike returns one that declares what one of the shop's sandbox profiles does.
func signingPlatformLike(t testing.TB, s *testShop, profile string) *signingPlatform {
	t.Helper()
	p := &signingPlatform{}
	p.rotate(t, "first")
	status, sandbox := get(t, s.client, s.URL+"/sandbox/"+profile)
	var doc map[string]any
	if err := json.Unmarshal(sandbox, &doc); err != nil || status != http.StatusOK {
		t.Fatalf("sandbox platform: %d %v", status, err)
	}
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
		doc["keys"] = json.RawMessage(*p.listed.Load())
		_ = json.NewEncoder(w).Encode(doc)
	}))
	t.Cleanup(server.Close)
	p.profile = server.URL + "/profile.json"
	return p
}

// rotate gives it a new key, which its profile lists instead.
func (p *signingPlatform) rotate(t testing.TB, id string) {
	t.Helper()
	key, err := ecdsa.GenerateKey(elliptic.P256(), rand.Reader)
	if err != nil {
		t.Fatal(err)
	}
	raw, err := key.PublicKey.Bytes()
	if err != nil {
		t.Fatal(err)
	}
	enc := base64.RawURLEncoding
	list := fmt.Sprintf(`[{"kty":"EC","crv":"P-256","kid":%q,"x":%q,"y":%q}]`, id, enc.EncodeToString(raw[1:33]), enc.EncodeToString(raw[33:]))
	p.id, p.private = id, key
	p.listed.Store(&list)
}

func (p *signingPlatform) KeyID() string { return p.id }

func (p *signingPlatform) Sign(message []byte) ([]byte, error) {
	hash := sha256.Sum256(message)
	r, s, err := ecdsa.Sign(rand.Reader, p.private, hash[:])
	if err != nil {
		return nil, err
	}
	out := make([]byte, 64)
	r.FillBytes(out[:32])
	s.FillBytes(out[32:])
	return out, nil
}

// send signs a request and sends it; change spoils it in between.
func (p *signingPlatform) send(t *testing.T, s *testShop, method, path string, body []byte, header http.Header, change func(r *http.Request)) (*http.Response, []byte) {
	t.Helper()
	r, err := http.NewRequest(method, s.URL+path, bytes.NewReader(body))
	if err != nil {
		t.Fatal(err)
	}
	r.Header = header.Clone()
	r.Header.Set("BCP-Agent", fmt.Sprintf("profile=%q", p.profile))
	if err := httpsig.SignRequest(p, httpsig.Outgoing(r, body), httpsig.Options{Created: time.Now()}); err != nil {
		t.Fatal(err)
	}
	if change != nil {
		change(r)
	}
	resp, err := s.client.Do(r)
	if err != nil {
		t.Fatal(err)
	}
	defer resp.Body.Close()
	raw, err := io.ReadAll(resp.Body)
	if err != nil {
		t.Fatal(err)
	}
	return resp, raw
}

func get(t testing.TB, client *http.Client, url string) (int, []byte) {
	t.Helper()
	resp, err := client.Get(url)
	if err != nil {
		t.Fatal(err)
	}
	defer resp.Body.Close()
	raw, err := io.ReadAll(resp.Body)
	if err != nil {
		t.Fatal(err)
	}
	return resp.StatusCode, raw
}

// signedBy holds an answer against the keys that the shop publishes.
func signedBy(t *testing.T, s *testShop, resp *http.Response, body []byte) error {
	t.Helper()
	_, raw := get(t, s.client, s.URL+"/.well-known/bcp")
	var doc struct{ Keys json.RawMessage }
	if err := json.Unmarshal(raw, &doc); err != nil {
		t.Fatal(err)
	}
	keys, err := httpsig.ParseKeys(doc.Keys)
	if err != nil {
		t.Fatal(err)
	}
	verifier, err := httpsig.NewVerifier(httpsig.Policy{Now: time.Now, Skew: time.Minute})
	if err != nil {
		t.Fatal(err)
	}
	_, err = verifier.Response(context.Background(), httpsig.Response{Status: resp.StatusCode, Header: resp.Header, Body: body}, keys.Lookup)
	return err
}

// A platform without a key of ours buys by signing its calls, and reads its order over MCP,
// over HTTP and over A2A. Whatever it did not sign does not pass.
func TestMCPSigned(t *testing.T) {
	t.Parallel()
	shop := startShop(t)
	p := newSigningPlatform(t, shop)
	u := &toolUser{t: t, shop: shop, Header: http.Header{"Content-Type": {"application/json"}}, Profile: p.profile}
	call := func(body []byte, change func(r *http.Request)) (*toolAnswer, *http.Response) {
		t.Helper()
		resp, raw := p.send(t, shop, http.MethodPost, "/bcp/mcp", body, u.Header, change)
		return readTool(t, resp, raw), resp
	}
	object := item("item_123", 1)
	object["fulfillment"] = map[string]any{"methods": []any{map[string]any{"type": "pickup"}}}
	object["buyer"] = map[string]any{"taxpayer_id": map[string]any{"kind": "cpf", "value": "39053344705"}}
	made, resp := call(u.body("create_checkout", map[string]any{"checkout": object}), nil)
	if made.text("status") != "ready_for_complete" || resp.Header.Get("Signature") != "" {
		t.Fatalf("create_checkout: %s", made.Body)
	}
	id := made.text("id")
	completion := u.body("complete_checkout", map[string]any{"meta": u.meta(keyOne), "id": id, "checkout": map[string]any{"payment": map[string]any{
		"instruments": []any{map[string]any{"id": "card", "handler_id": "gpay", "type": "card", "credential": map[string]any{"type": "PAYMENT_GATEWAY", "token": "success_token"}}},
	}}})
	for _, bad := range []struct {
		name         string
		change       func(r *http.Request)
		status, code int
		reason       string
	}{
		{"body", func(r *http.Request) {
			spoilt := bytes.Replace(completion, []byte("gpay"), []byte("gpaX"), 1)
			r.Body = io.NopCloser(bytes.NewReader(spoilt))
		}, 200, -32600, "digest_mismatch"},
		{"signature", func(r *http.Request) {
			r.Header.Set("Signature", "sig1=:"+base64.StdEncoding.EncodeToString(make([]byte, 64))+":")
		}, 401, -32000, "signature_invalid"},
		{"half of it", func(r *http.Request) { r.Header.Del("Signature") }, 401, -32000, "signature_missing"},
		{"nothing", func(r *http.Request) { r.Header.Del("Signature"); r.Header.Del("Signature-Input") }, 401, -32000, "unauthenticated"},
		{"key of retries", func(r *http.Request) { r.Header.Set("Idempotency-Key", keyOne) }, 401, -32000, "signature_invalid"},
		{"path", func(r *http.Request) { r.URL.Path += "/" }, 401, -32000, "signature_invalid"},
	} {
		a, resp := call(completion, bad.change)
		if a.Error == nil || a.Status != bad.status || a.Error.Code != bad.code || a.Error.Data["code"] != bad.reason {
			t.Errorf("%s: %d %s", bad.name, a.Status, a.Body)
		}
		if err := signedBy(t, shop, resp, a.Body); err != nil {
			t.Errorf("%s: the refusal of complete_checkout is not signed: %v", bad.name, err)
		}
	}
	if a, _ := call(u.body("get_checkout", map[string]any{"id": id}), nil); a.text("status") != "ready_for_complete" {
		t.Errorf("what did not verify did something: %s", a.Body)
	}
	done, resp := call(completion, nil)
	if done.text("status") != "completed" {
		t.Fatalf("complete_checkout: %s", done.Body)
	}
	if err := signedBy(t, shop, resp, done.Body); err != nil {
		t.Errorf("the confirmation is not signed: %v", err)
	}
	if err := signedBy(t, shop, resp, append(done.Body, ' ')); err == nil {
		t.Error("another body verifies too")
	}

	p.rotate(t, "second")
	order := done.text("order", "id")
	if a, _ := call(u.body("get_order", map[string]any{"id": order}), nil); a.text("checkout_id") != id {
		t.Errorf("get_order by a new key: %s", a.Body)
	}
	resp, raw := p.send(t, shop, http.MethodGet, "/orders/"+order, nil, http.Header{"Accept": {"application/json"}}, nil)
	if resp.StatusCode != http.StatusOK || !bytes.Contains(raw, []byte(id)) {
		t.Errorf("order over HTTP: %d %s", resp.StatusCode, raw)
	}
	resp, raw = p.send(t, shop, http.MethodGet, "/orders/"+order, nil, http.Header{"Accept": {"application/json"}}, func(r *http.Request) { r.URL.RawQuery = "x=1" })
	if resp.StatusCode != http.StatusUnauthorized || !bytes.Contains(raw, []byte("signature_invalid")) {
		t.Errorf("order by another query: %d %s", resp.StatusCode, raw)
	}
	a2a := []byte(`{"jsonrpc":"2.0","id":1,"method":"SendMessage","params":{"message":{"role":"ROLE_USER","messageId":"m1","parts":[` +
		`{"data":{"action":"get_order","order_id":"` + order + `"}}]}}}`)
	spoken := http.Header{"Content-Type": {"application/json"}, "A2a-Version": {"1.0"}, "A2a-Extensions": {extensionURI}}
	resp, raw = p.send(t, shop, http.MethodPost, "/bcp/a2a", a2a, spoken, nil)
	if resp.StatusCode != http.StatusOK || !bytes.Contains(raw, []byte(`"a2a.bcp.order"`)) {
		t.Errorf("order over A2A: %d %s", resp.StatusCode, raw)
	}
	resp, raw = p.send(t, shop, http.MethodGet, "/bcp/a2a/tasks", nil, http.Header{"A2a-Version": {"1.0"}}, nil)
	if resp.StatusCode != http.StatusOK {
		t.Errorf("tasks over HTTP+JSON: %d %s", resp.StatusCode, raw)
	}
	resp, raw = p.send(t, shop, http.MethodPost, "/bcp/a2a", append(a2a, ' '), spoken, func(r *http.Request) { r.Header.Set("Content-Digest", "sha-256=:AAAA:") })
	if resp.StatusCode != http.StatusOK || !bytes.Contains(raw, []byte("digest_mismatch")) {
		t.Errorf("another digest over A2A: %d %s", resp.StatusCode, raw)
	}
}

// A signed request that is sent again as it was finds its stored answer if it has a key; a
// creation without one makes one more checkout (docs/THREATS.md, known limits).
func TestMCPSignedSentAgain(t *testing.T) {
	t.Parallel()
	shop := startShop(t)
	p := newSigningPlatform(t, shop)
	u := &toolUser{t: t, shop: shop, Header: http.Header{"Content-Type": {"application/json"}}, Profile: p.profile}
	for _, keyed := range []bool{true, false} {
		arguments := map[string]any{"checkout": item("item_123", 1)}
		if keyed {
			arguments["meta"] = u.meta(keyOne)
		}
		body := u.body("create_checkout", arguments)
		var seen http.Header
		send := func(change func(r *http.Request)) string {
			resp, raw := p.send(t, shop, http.MethodPost, "/bcp/mcp", body, u.Header, change)
			return readTool(t, resp, raw).text("id")
		}
		first := send(func(r *http.Request) { seen = r.Header.Clone() })
		again := send(func(r *http.Request) { r.Header = seen })
		if first == "" || again == "" || (first == again) != keyed {
			t.Errorf("with a key %t: %q, and again %q", keyed, first, again)
		}
	}
}

// With the setting all answers are signed.
func TestMCPAllSigned(t *testing.T) {
	t.Parallel()
	shop := startShop(t, "--mcp-sign-answers")
	u := shop.tools(t, "platform.json")
	for _, body := range [][]byte{u.body("create_checkout", map[string]any{"checkout": item("item_123", 1)}), []byte(`{"jsonrpc":"2.0","id":1,"method":"tools/list"}`), []byte("{")} {
		req, err := http.NewRequest(http.MethodPost, shop.URL+"/bcp/mcp", bytes.NewReader(body))
		if err != nil {
			t.Fatal(err)
		}
		req.Header = u.Header
		resp, err := shop.client.Do(req)
		if err != nil {
			t.Fatal(err)
		}
		raw, err := io.ReadAll(resp.Body)
		resp.Body.Close()
		if err != nil {
			t.Fatal(err)
		}
		if err := signedBy(t, shop, resp, raw); err != nil {
			t.Errorf("%s: %v", body, err)
		}
	}
}
