package bcb

import (
	"crypto/ecdsa"
	"crypto/elliptic"
	"crypto/rand"
	"crypto/tls"
	"crypto/x509"
	"crypto/x509/pkix"
	"encoding/json"
	"encoding/pem"
	"fmt"
	"maps"
	"math/big"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"sync"
	"testing"
	"time"

	"balcao/internal/clock"
	"balcao/money"
	"balcao/payment/pix"
	"balcao/payment/pix/pixtest"
	"balcao/payment/pix/rest"
)

// bank is a provider of the Pix API behind mutual TLS, as its OpenAPI document says one
// behaves, a silent revision by a second PUT included. Tests reach into it.
type bank struct {
	pixtest.Faulty

	clock *clock.Fake
	url   string
	files rest.Files

	mu       sync.Mutex
	cobs     map[string]*bankCob
	payments []*bankPix
	webhook  string
	tokens   map[string]string // token to certificate
	granted  int
	// settle makes refunds final at once.
	settle bool
	// formAsJSON has the token's server read JSON alone.
	formAsJSON bool
	// life is the tokens' expires_in.
	life int
	// shape changes the wire form of each charge.
	shape func(map[string]any)
}

type bankCob struct {
	txid, status, valor, code, location string
	created                             time.Time
	expiry                              int64
	shape                               func(map[string]any)
}

type bankPix struct {
	id, txid, valor string
	at              time.Time
	refunds         []map[string]any
}

const (
	testKey    = "pix@balcao.example"
	testID     = "client"
	testSecret = "s3cret/+&"
)

func newBank(t *testing.T) *bank {
	t.Helper()
	b := &bank{
		clock: clock.NewFake(time.Date(2026, 7, 17, 13, 0, 0, 0, time.UTC)),
		cobs:  map[string]*bankCob{}, tokens: map[string]string{}, settle: true, life: 3600,
	}
	b.Bank = b.serve
	authority := newAuthority(t)
	serverCert := authority.issue(t, "localhost")
	server := httptest.NewUnstartedServer(b)
	server.TLS = &tls.Config{
		Certificates: []tls.Certificate{serverCert}, ClientAuth: tls.RequireAndVerifyClientCert, ClientCAs: authority.pool,
		MinVersion: tls.VersionTLS12,
	}
	server.StartTLS()
	t.Cleanup(server.Close)
	b.url = server.URL
	b.files = authority.write(t, authority.issue(t, "loja"))
	return b
}

// client makes a client of the bank, whose waits take no time.
func (b *bank) client(t *testing.T, change ...func(*Config)) *Client {
	t.Helper()
	config, err := b.files.TLS()
	if err != nil {
		t.Fatal(err)
	}
	c := Config{
		BaseURL: b.url + "/api/v2", TokenURL: b.url + "/oauth/token", ClientID: testID, ClientSecret: testSecret,
		Key: testKey, Payee: pix.Payee{Name: "Loja", City: "SAO PAULO"}, TLS: config, Clock: b.clock, Sleep: noSleep,
	}
	for _, f := range change {
		f(&c)
	}
	client, err := New(c)
	if err != nil {
		t.Fatal(err)
	}
	return client
}

func (b *bank) serve(w http.ResponseWriter, r *http.Request) {
	b.mu.Lock()
	defer b.mu.Unlock()
	peer := string(r.TLS.PeerCertificates[0].Raw)
	if r.URL.Path == "/oauth/token" {
		id, secret, basic := r.BasicAuth()
		if !basic {
			id, secret = r.FormValue("client_id"), r.FormValue("client_secret")
		} else if basic {
			secret = strings.NewReplacer("%2F", "/", "%2B", "+", "%26", "&").Replace(secret)
		}
		grant := r.FormValue("grant_type")
		if b.formAsJSON {
			var form struct {
				GrantType string `json:"grant_type"`
			}
			_ = json.NewDecoder(r.Body).Decode(&form)
			grant = form.GrantType
		}
		if id != testID || secret != testSecret || grant != "client_credentials" {
			answer(w, http.StatusUnauthorized, map[string]any{"error": "invalid_client", "error_description": "no such " + secret})
			return
		}
		b.granted++
		token := fmt.Sprintf("token-%d", b.granted)
		b.tokens[token] = peer
		answer(w, http.StatusOK, map[string]any{"access_token": token, "token_type": "Bearer", "expires_in": b.life})
		return
	}
	if bound, ok := b.tokens[strings.TrimPrefix(r.Header.Get("Authorization"), "Bearer ")]; !ok || bound != peer {
		w.WriteHeader(http.StatusUnauthorized)
		return
	}
	path := strings.Split(strings.TrimPrefix(r.URL.Path, "/api/v2/"), "/")
	var body map[string]any
	_ = json.NewDecoder(r.Body).Decode(&body)
	switch {
	case path[0] == "cob" && len(path) == 2:
		b.cob(w, r.Method, path[1], body)
	case path[0] == "pix" && len(path) == 1:
		var all []any
		for _, p := range b.payments {
			if in(r, p.at) {
				all = append(all, p.wire())
			}
		}
		list(w, r, "pix", all)
	case path[0] == "cob" && len(path) == 1:
		var all []any
		for _, txid := range slices.Sorted(maps.Keys(b.cobs)) {
			if c := b.cobs[txid]; in(r, c.created) {
				all = append(all, b.wire(c))
			}
		}
		list(w, r, "cobs", all)
	case path[0] == "pix" && len(path) == 2:
		if p := b.find(path[1]); p != nil {
			answer(w, http.StatusOK, p.wire())
			return
		}
		notFound(w)
	case path[0] == "pix" && len(path) == 4:
		b.refund(w, r.Method, path[1], path[3], body)
	case path[0] == "webhook" && len(path) == 2 && path[1] == testKey:
		if r.Method == http.MethodPut {
			b.webhook = body["webhookUrl"].(string)
		}
		if b.webhook == "" {
			notFound(w)
			return
		}
		answer(w, http.StatusOK, map[string]any{"webhookUrl": b.webhook, "chave": testKey, "criacao": "2026-01-01T00:00:00Z"})
	default:
		http.NotFound(w, r)
	}
}

func (b *bank) cob(w http.ResponseWriter, method, txid string, body map[string]any) {
	c := b.cobs[txid]
	switch {
	case method == http.MethodPut:
		if c == nil {
			c = &bankCob{txid: txid, status: "ATIVA", created: b.clock.Now(), location: "pix.example.com/qr/v2/" + txid}
			c.code, _ = pix.BuildDynamic(pix.Payee{Name: "Loja", City: "SAO PAULO"}, c.location)
			b.cobs[txid] = c
		}
		c.valor = body["valor"].(map[string]any)["original"].(string)
		c.expiry = int64(body["calendario"].(map[string]any)["expiracao"].(float64))
		answer(w, http.StatusCreated, b.wire(c))
	case c == nil:
		notFound(w)
	case method == http.MethodPatch:
		if c.status != "ATIVA" {
			problemAnswer(w, http.StatusBadRequest, "CobOperacaoInvalida")
			return
		}
		c.status = body["status"].(string)
		answer(w, http.StatusOK, b.wire(c))
	default:
		answer(w, http.StatusOK, b.wire(c))
	}
}

func (b *bank) wire(c *bankCob) map[string]any {
	var list []any
	for _, p := range b.payments {
		if p.txid == c.txid {
			list = append(list, p.wire())
		}
	}
	m := map[string]any{
		"txid": c.txid, "status": c.status, "revisao": 0, "chave": testKey, "location": c.location, "pixCopiaECola": c.code,
		"calendario": map[string]any{"criacao": c.created.Format(time.RFC3339), "expiracao": c.expiry},
		"valor":      map[string]any{"original": c.valor, "modalidadeAlteracao": 0},
		"devedor":    map[string]any{"nome": "Maria Secreta", "cpf": "52998224725"},
		"futuro":     []any{1, "x", nil},
	}
	if list != nil {
		m["pix"] = list
	}
	for _, shape := range []func(map[string]any){b.shape, c.shape} {
		if shape != nil {
			shape(m)
		}
	}
	return m
}

func (p *bankPix) wire() map[string]any {
	m := map[string]any{
		"endToEndId": p.id, "txid": p.txid, "valor": p.valor, "horario": p.at.Format(time.RFC3339Nano),
		"infoPagador": "segredo", "pagador": map[string]any{"cpf": "52998224725"},
	}
	if p.refunds != nil {
		m["devolucoes"] = p.refunds
	}
	return m
}

func (b *bank) find(id string) *bankPix {
	for _, p := range b.payments {
		if p.id == id {
			return p
		}
	}
	return nil
}

// in reports whether a time is in the window that was asked for.
func in(r *http.Request, at time.Time) bool {
	from, errFrom := time.Parse(time.RFC3339, r.URL.Query().Get("inicio"))
	to, errTo := time.Parse(time.RFC3339, r.URL.Query().Get("fim"))
	return errFrom == nil && errTo == nil && !at.Before(from) && !at.After(to)
}

// list answers with one page.
func list(w http.ResponseWriter, r *http.Request, name string, all []any) {
	page, errPage := strconv.Atoi(r.URL.Query().Get("paginacao.paginaAtual"))
	size, errSize := strconv.Atoi(r.URL.Query().Get("paginacao.itensPorPagina"))
	if errPage != nil || errSize != nil {
		problemAnswer(w, http.StatusBadRequest, "PixConsultaInvalida")
		return
	}
	count := len(all)
	start := min(page*size, count)
	answer(w, http.StatusOK, map[string]any{
		"parametros": map[string]any{"paginacao": map[string]any{
			"paginaAtual": page, "itensPorPagina": size, "quantidadeDePaginas": (count + size - 1) / size, "quantidadeTotalDeItens": count,
		}},
		name: append([]any{}, all[start:min(start+size, count)]...),
	})
}

func (b *bank) refund(w http.ResponseWriter, method, endToEndID, id string, body map[string]any) {
	p := b.find(endToEndID)
	if p == nil {
		notFound(w)
		return
	}
	left := amountOf(p.valor)
	for _, r := range p.refunds {
		if r["id"] == id && method == http.MethodGet {
			if b.settle {
				r["status"] = "DEVOLVIDO"
			}
			answer(w, http.StatusOK, r)
			return
		}
		if r["id"] == id {
			problemAnswer(w, http.StatusBadRequest, "PixDevolucaoInvalida")
			return
		}
		left -= amountOf(r["valor"].(string))
	}
	if method == http.MethodGet {
		notFound(w)
		return
	}
	if valor := body["valor"].(string); amountOf(valor) > left {
		problemAnswer(w, http.StatusBadRequest, "PixDevolucaoInvalida")
		return
	}
	made := map[string]any{
		"id": id, "rtrId": "D" + endToEndID[1:], "valor": body["valor"], "natureza": "ORIGINAL", "status": "EM_PROCESSAMENTO",
		"horario": map[string]any{"solicitacao": b.clock.Now().Format(time.RFC3339)},
	}
	p.refunds = append(p.refunds, made)
	answer(w, http.StatusCreated, made)
}

// pay lets money arrive.
func (b *bank) pay(t *testing.T, p pix.Payment) string {
	t.Helper()
	b.mu.Lock()
	defer b.mu.Unlock()
	c := b.cobs[string(p.TXID)]
	paid := &bankPix{
		id: fmt.Sprintf("E12345678202607171300abc%08d", len(b.payments)), txid: string(p.TXID), valor: c.valor, at: b.clock.Now(),
	}
	if p.Amount != 0 {
		paid.valor, _ = pix.FormatValor(p.Amount)
	}
	if !p.PaidAt.IsZero() {
		paid.at = p.PaidAt
	}
	b.payments = append(b.payments, paid)
	if c.status == "ATIVA" {
		c.status = "CONCLUIDA"
	}
	return paid.id
}

func amountOf(valor string) money.Amount {
	amount, err := pix.ParseValor(valor)
	if err != nil {
		panic(err)
	}
	return amount
}

func answer(w http.ResponseWriter, status int, body any) {
	w.Header().Set("Content-Type", "application/json")
	w.WriteHeader(status)
	_ = json.NewEncoder(w).Encode(body)
}

func problemAnswer(w http.ResponseWriter, status int, kind string) {
	w.Header().Set("Content-Type", "application/problem+json")
	w.WriteHeader(status)
	_ = json.NewEncoder(w).Encode(map[string]any{
		"type": "https://pix.bcb.gov.br/api/v2/error/" + kind, "title": "Título", "status": status, "detail": "Maria Secreta, 52998224725",
		"violacoes": []any{map[string]any{"razao": "52998224725", "propriedade": "cob.valor.original", "valor": "segredo"}},
	})
}

func notFound(w http.ResponseWriter) { problemAnswer(w, http.StatusNotFound, "NaoEncontrado") }

// authority signs certificates for a test.
type authority struct {
	cert *x509.Certificate
	key  *ecdsa.PrivateKey
	pool *x509.CertPool
}

func newAuthority(t *testing.T) *authority {
	t.Helper()
	key, err := ecdsa.GenerateKey(elliptic.P256(), rand.Reader)
	if err != nil {
		t.Fatal(err)
	}
	template := &x509.Certificate{
		SerialNumber: big.NewInt(1), Subject: pkix.Name{CommonName: "test authority"}, NotBefore: time.Now().Add(-time.Hour),
		NotAfter: time.Now().Add(24 * time.Hour), IsCA: true, BasicConstraintsValid: true, KeyUsage: x509.KeyUsageCertSign,
	}
	der, err := x509.CreateCertificate(rand.Reader, template, template, &key.PublicKey, key)
	if err != nil {
		t.Fatal(err)
	}
	cert, err := x509.ParseCertificate(der)
	if err != nil {
		t.Fatal(err)
	}
	pool := x509.NewCertPool()
	pool.AddCert(cert)
	return &authority{cert: cert, key: key, pool: pool}
}

func (a *authority) issue(t *testing.T, name string) tls.Certificate {
	t.Helper()
	key, err := ecdsa.GenerateKey(elliptic.P256(), rand.Reader)
	if err != nil {
		t.Fatal(err)
	}
	template := &x509.Certificate{
		SerialNumber: big.NewInt(time.Now().UnixNano()), Subject: pkix.Name{CommonName: name}, NotBefore: time.Now().Add(-time.Hour),
		NotAfter: time.Now().Add(12 * time.Hour), DNSNames: []string{"localhost"}, IPAddresses: loopbackAddresses(),
		ExtKeyUsage: []x509.ExtKeyUsage{x509.ExtKeyUsageClientAuth, x509.ExtKeyUsageServerAuth}, KeyUsage: x509.KeyUsageDigitalSignature,
	}
	der, err := x509.CreateCertificate(rand.Reader, template, a.cert, &key.PublicKey, a.key)
	if err != nil {
		t.Fatal(err)
	}
	return tls.Certificate{Certificate: [][]byte{der}, PrivateKey: key}
}

// write puts a pair and the authority into files.
func (a *authority) write(t *testing.T, pair tls.Certificate) rest.Files {
	t.Helper()
	dir := t.TempDir()
	key, err := x509.MarshalPKCS8PrivateKey(pair.PrivateKey)
	if err != nil {
		t.Fatal(err)
	}
	f := rest.Files{Certificate: filepath.Join(dir, "cert.pem"), Key: filepath.Join(dir, "key.pem"), Roots: filepath.Join(dir, "ca.pem")}
	for name, block := range map[string]*pem.Block{
		f.Certificate: {Type: "CERTIFICATE", Bytes: pair.Certificate[0]},
		f.Key:         {Type: "PRIVATE KEY", Bytes: key},
		f.Roots:       {Type: "CERTIFICATE", Bytes: a.cert.Raw},
	} {
		if err := os.WriteFile(name, pem.EncodeToMemory(block), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	return f
}
