package httpsig

import (
	"bytes"
	"context"
	"crypto/x509"
	"encoding/json"
	"encoding/pem"
	"fmt"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"balcao/internal/bcptest"
)

// clientTime bounds one run of a library.
const clientTime = time.Minute

// exchange is what a library of another project is given: messages that we have signed or
// spoiled, and messages that it shall sign.
type exchange struct {
	Keys     map[string]exchangeKey `json:"keys"`
	Messages []exchangeMessage      `json:"messages"`
	Sign     []exchangeMessage      `json:"sign"`
}

type exchangeKey struct {
	KID     string `json:"kid"`
	Alg     string `json:"alg"`
	Public  string `json:"public"`
	Private string `json:"private"`
}

type exchangeMessage struct {
	Name     string           `json:"name"`
	Key      string           `json:"key"`
	Good     bool             `json:"good"`
	Alg      bool             `json:"alg"`
	Fields   []string         `json:"fields"`
	Request  *exchangeRequest `json:"request"`
	Response *exchangeAnswer  `json:"response"`
}

type exchangeRequest struct {
	Method  string            `json:"method"`
	URL     string            `json:"url"`
	Headers map[string]string `json:"headers"`
	Body    string            `json:"body"`
}

type exchangeAnswer struct {
	Status  int               `json:"status"`
	Headers map[string]string `json:"headers"`
	Body    string            `json:"body"`
}

func flat(h http.Header) map[string]string {
	out := map[string]string{}
	for name, values := range h {
		out[strings.ToLower(name)] = strings.Join(values, ", ")
	}
	return out
}

func exchanged(r Request) *exchangeRequest {
	return &exchangeRequest{r.Method, r.Scheme + "://" + r.Authority + r.path() + r.Query, flat(r.Header), string(r.Body)}
}

func newAnswer(request *Request) Response {
	return Response{Status: 200, Header: http.Header{"Content-Type": {"application/json"}}, Body: []byte(`{"id":1}`), Request: request}
}

// exchangeOf makes one of each with both keys.
func exchangeOf(t *testing.T, keys map[string]testKey) exchange {
	t.Helper()
	e := exchange{Keys: map[string]exchangeKey{}}
	for name, key := range keys {
		e.Keys[name] = pemOf(t, name, key)
		signed := mustSign(t, key, newRequest(), Options{Created: time.Now()})
		bound := newAnswer(&signed)
		plain := newAnswer(nil)
		for _, r := range []Response{bound, plain} {
			if err := SignResponse(key, r, Options{Created: time.Now()}); err != nil {
				t.Fatal(err)
			}
		}
		answer := &exchangeAnswer{200, flat(plain.Header), string(plain.Body)}
		boundAnswer := &exchangeAnswer{200, flat(bound.Header), string(bound.Body)}
		otherPath, otherBody := exchanged(signed), exchanged(signed)
		otherPath.URL = strings.Replace(otherPath.URL, "/bcp/mcp", "/bcp/a2a", 1)
		otherBody.Body += " "
		for _, m := range []exchangeMessage{
			{Name: "request", Good: true, Request: exchanged(signed)},
			{Name: "request to another path", Request: otherPath},
			{Name: "request with another body", Request: otherBody},
			{Name: "response", Good: true, Response: answer},
			{Name: "response with another status", Response: &exchangeAnswer{201, answer.Headers, answer.Body}},
			{Name: "bound response", Good: true, Request: exchanged(signed), Response: boundAnswer},
			{Name: "response to another request", Request: otherPath, Response: boundAnswer},
		} {
			m.Name, m.Key = name+": "+m.Name, name
			e.Messages = append(e.Messages, m)
		}
		unsigned := newRequest()
		unsigned.Header.Set("Content-Digest", Digest(unsigned.Body))
		fields := []string{"content-digest", "@query", "@path", "@authority", "@method", "content-type", "bcp-agent", "idempotency-key"}
		status := newAnswer(nil)
		status.Header.Set("Content-Digest", Digest(status.Body))
		e.Sign = append(e.Sign,
			exchangeMessage{Name: name + ": request", Key: name, Fields: fields, Request: exchanged(unsigned)},
			exchangeMessage{Name: name + ": request with alg", Key: name, Alg: true, Fields: fields, Request: exchanged(unsigned)},
			exchangeMessage{Name: name + ": response", Key: name, Fields: []string{"@status", "content-type", "content-digest", `"@path";req`},
				Request: exchanged(unsigned), Response: &exchangeAnswer{200, flat(status.Header), string(status.Body)}},
		)
	}
	return e
}

func pemOf(t *testing.T, alg string, key testKey) exchangeKey {
	t.Helper()
	public, err := key.lookup(t.Context(), key.id)
	if err != nil {
		t.Fatal(err)
	}
	spki, err := x509.MarshalPKIXPublicKey(public)
	if err != nil {
		t.Fatal(err)
	}
	pkcs8, err := x509.MarshalPKCS8PrivateKey(key.private)
	if err != nil {
		t.Fatal(err)
	}
	text := func(kind string, raw []byte) string {
		return string(pem.EncodeToMemory(&pem.Block{Type: kind, Bytes: raw}))
	}
	return exchangeKey{key.id, alg, text("PUBLIC KEY", spki), text("PRIVATE KEY", pkcs8)}
}

// Libraries that others wrote verify what we sign, refuse what was changed, and sign what we
// verify.
func TestClients(t *testing.T) {
	t.Parallel()
	for name, command := range map[string]func(t *testing.T, installed string) []string{
		"JavaScript": javaScript,
		"Python": func(t *testing.T, installed string) []string {
			return []string{filepath.Join(installed, "python", "bin", "python"), "-B", "../testdata/clients/python/signatures.py"}
		},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			run := command(t, bcptest.Clients(t))
			keys := map[string]testKey{ES256: newES256(t), Ed25519: newEd25519(t)}
			given := exchangeOf(t, keys)
			signed := play(t, given, run)
			v := verifierOf(t, Policy{Now: time.Now, Window: time.Minute, Skew: time.Second})
			for _, m := range given.Sign {
				if err := holdSigned(t, v, keys[m.Key], m, signed[m.Name]); err != nil {
					t.Errorf("%s: %v", m.Name, err)
				}
			}
		})
	}
}

// holdSigned verifies what a library has signed, and that it covers the path.
func holdSigned(t *testing.T, v *Verifier, key testKey, m exchangeMessage, headers map[string]string) error {
	t.Helper()
	header := http.Header{}
	for name, value := range headers {
		header.Set(name, value)
	}
	request := newRequest()
	response := Response{Status: 200, Header: header, Request: &request}
	verify := func() error {
		_, err := v.Response(t.Context(), response, key.lookup)
		return err
	}
	if m.Response != nil {
		response.Body = []byte(m.Response.Body)
	} else {
		request.Header = header
		verify = func() error {
			_, err := v.Request(t.Context(), request, key.lookup)
			return err
		}
	}
	if err := verify(); err != nil {
		return fmt.Errorf("%w: %v", err, header)
	}
	request.Path = "/other"
	if err := verify(); codeOf(err) != SignatureInvalid {
		return fmt.Errorf("with another path: %w", err)
	}
	return nil
}

// javaScript is the command, and a folder with the script beside the installed packages, which
// is where Node.js looks for what a module imports.
func javaScript(t *testing.T, installed string) []string {
	t.Helper()
	dir := t.TempDir()
	raw, err := os.ReadFile("../testdata/clients/js/signatures.mjs")
	if err != nil {
		t.Fatal(err)
	}
	script := filepath.Join(dir, "signatures.mjs")
	if err := os.WriteFile(script, raw, 0o600); err != nil {
		t.Fatal(err)
	}
	if err := os.Symlink(filepath.Join(installed, "js", "node_modules"), filepath.Join(dir, "node_modules")); err != nil {
		t.Fatal(err)
	}
	return []string{"node", script}
}

// play gives an exchange to a library and returns the headers of what it has signed, by name.
func play(t *testing.T, given exchange, command []string) map[string]map[string]string {
	t.Helper()
	ctx, cancel := context.WithTimeout(t.Context(), clientTime)
	defer cancel()
	raw, err := json.Marshal(given)
	if err != nil {
		t.Fatal(err)
	}
	cmd := exec.CommandContext(ctx, command[0], command[1:]...)
	var stderr bytes.Buffer
	cmd.Stdin, cmd.Stderr = bytes.NewReader(raw), &stderr
	out, err := cmd.Output()
	if err != nil {
		t.Fatalf("%s ended with: %v\n%s%s", command[0], err, out, stderr.Bytes())
	}
	said, last, ok := strings.Cut(string(out), "signed: ")
	var signed map[string]map[string]string
	if err := json.Unmarshal([]byte(last), &signed); !ok || err != nil || strings.Count(said, "ok: ") != len(given.Messages) {
		t.Fatalf("%v in what was said: %s", err, out)
	}
	t.Log(said)
	return signed
}
