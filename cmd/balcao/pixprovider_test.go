package main

import (
	"crypto/hmac"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"time"

	"balcao/payment/pix"
)

// smallBank speaks as much of both providers' APIs as a purchase needs: their own packages
// hold the clients against whole ones.
type smallBank struct {
	*httptest.Server
	mu      sync.Mutex
	wishes  map[string]map[string]any // by txid
	paid    map[string]time.Time
	webhook string
	// code is what all charges have for a BR Code; empty leaves it out.
	code string
}

func newSmallBank(t *testing.T) *smallBank {
	t.Helper()
	b := &smallBank{wishes: map[string]map[string]any{}, paid: map[string]time.Time{}}
	mux := http.NewServeMux()
	mux.HandleFunc("POST /token", func(w http.ResponseWriter, r *http.Request) {
		if id, secret, _ := r.BasicAuth(); id != "loja" || secret != "segredo-do-banco" {
			respond(w, 401, object{"error": "invalid_client"})
			return
		}
		respond(w, 200, object{"access_token": "t", "token_type": "Bearer", "expires_in": 300})
	})
	mux.HandleFunc("GET /pix", func(w http.ResponseWriter, _ *http.Request) { respond(w, 200, object{"pix": []any{}}) })
	mux.HandleFunc("GET /cob", func(w http.ResponseWriter, _ *http.Request) { respond(w, 200, object{"cobs": []any{}}) })
	mux.HandleFunc("/webhook/{key}", func(w http.ResponseWriter, r *http.Request) {
		if r.Method == http.MethodPut {
			var body struct {
				URL string `json:"webhookUrl"`
			}
			_ = json.NewDecoder(r.Body).Decode(&body)
			b.webhook = body.URL
		}
		if b.webhook == "" {
			respond(w, 404, object{"type": "https://pix.bcb.gov.br/api/v2/error/NaoEncontrado"})
			return
		}
		respond(w, 200, object{"webhookUrl": b.webhook})
	})
	mux.HandleFunc("/cob/{txid}", b.cob)
	mux.HandleFunc("POST /v1/payments", b.post)
	mux.HandleFunc("GET /v1/payments/{id}", b.payment)
	b.Server = httptest.NewServer(mux)
	t.Cleanup(b.Close)
	return b
}

func respond(w http.ResponseWriter, status int, body object) {
	w.Header().Set("Content-Type", "application/json")
	w.WriteHeader(status)
	_ = json.NewEncoder(w).Encode(body)
}

func (b *smallBank) cob(w http.ResponseWriter, r *http.Request) {
	b.mu.Lock()
	defer b.mu.Unlock()
	txid := r.PathValue("txid")
	if r.Method == http.MethodPut {
		var wish object
		_ = json.NewDecoder(r.Body).Decode(&wish)
		wish["criacao"] = time.Now().UTC().Format(time.RFC3339)
		b.wishes[txid] = wish
	}
	wish, ok := b.wishes[txid]
	if !ok {
		respond(w, 404, object{"type": "https://pix.bcb.gov.br/api/v2/error/CobNaoEncontrada"})
		return
	}
	out := object{
		"txid": txid, "status": "ATIVA", "location": "pix.example.com/qr/v2/" + txid, "valor": wish["valor"],
		"calendario": object{"criacao": wish["criacao"], "expiracao": dig(wish, "calendario", "expiracao")},
	}
	if b.code != "" {
		out["pixCopiaECola"] = b.code
	}
	if at, ok := b.paid[txid]; ok {
		out["status"] = "CONCLUIDA"
		out["pix"] = []any{object{"endToEndId": "E12345678202607171300abc00000000", "txid": txid, "valor": dig(wish, "valor", "original"), "horario": at.Format(time.RFC3339Nano)}}
	}
	respond(w, 200, out)
}

func (b *smallBank) post(w http.ResponseWriter, r *http.Request) {
	b.mu.Lock()
	defer b.mu.Unlock()
	var wish object
	_ = json.NewDecoder(r.Body).Decode(&wish)
	b.wishes["1"] = wish
	respond(w, 201, b.paymentOf(wish))
}

func (b *smallBank) payment(w http.ResponseWriter, r *http.Request) {
	b.mu.Lock()
	defer b.mu.Unlock()
	if r.Header.Get("Authorization") != "Bearer token-do-mp" {
		respond(w, 401, object{"error": "unauthorized"})
		return
	}
	if r.PathValue("id") == "search" {
		respond(w, 200, object{"paging": object{"total": 0}, "results": []any{}})
		return
	}
	respond(w, 200, b.paymentOf(b.wishes["1"]))
}

func (b *smallBank) paymentOf(wish object) object {
	ref := wish["external_reference"].(string)
	valor := fmt.Sprintf("%.2f", wish["transaction_amount"])
	amount, _ := pix.ParseValor(valor)
	code, _ := pix.BuildStatic(pix.Payee{Name: "Loja", City: "SAO PAULO"}, "pix@balcao.example", amount, "mpqrinter1")
	out := object{
		"id": 1, "status": "pending", "payment_method_id": "pix", "currency_id": "BRL", "external_reference": ref,
		"transaction_amount": json.Number(valor), "date_of_expiration": wish["date_of_expiration"],
		"point_of_interaction": object{"transaction_data": object{"qr_code": code}},
	}
	if at, ok := b.paid[ref]; ok {
		out["status"], out["date_approved"] = "approved", at.Format(time.RFC3339Nano)
	}
	return out
}

func (b *smallBank) pay(txid string) {
	b.mu.Lock()
	defer b.mu.Unlock()
	b.paid[txid] = time.Now().UTC()
}

// secretOf puts a secret into a file.
func secretOf(t *testing.T, text string) string {
	t.Helper()
	path := filepath.Join(t.TempDir(), "secret")
	if err := os.WriteFile(path, []byte(text+"\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	return path
}

func (b *smallBank) bankFlags(t *testing.T) []string {
	return []string{
		"--pix-provider=bcb", "--pix-environment=sandbox", "--pix-url=" + b.URL, "--pix-token-url=" + b.URL + "/token",
		"--pix-client-id=loja", "--pix-client-secret-file=" + secretOf(t, "segredo-do-banco"), "--pix-key=pix@balcao.example",
		"--pix-webhook-secret=segredo-do-webhook",
	}
}

// A purchase whose Pix goes to a bank with the Central Bank's API.
func TestPurchaseAtABank(t *testing.T) {
	t.Parallel()
	bank := newSmallBank(t)
	shop := startShop(t, bank.bankFlags(t)...)
	p := shop.agent(t, "platform.json")
	p.readyShirts()
	r := p.do("start_payment")
	txid := r.charge()
	if !strings.Contains(string(r.Body), "pix.example.com/qr/v2/"+txid) {
		t.Errorf("the code is not the bank's: %s", r.Body)
	}
	p.do("complete_checkout")
	bank.pay(txid)
	if status := callBack(t, shop.URL+"/webhooks/pix/segredo-do-webhook/pix", nil, `{"pix":[{"endToEndId":"E12345678202607171300abc00000000","txid":"`+txid+`"}]}`); status != 200 {
		t.Errorf("the callback was answered with %d", status)
	}
	p.until("completed")
	if status, _ := shop.admin("POST", "/sandbox/charges/"+txid+"/settle", ""); status != 404 {
		t.Errorf("staff can pay a real charge: status %d", status)
	}
}

// A buyer is told that a charge is not to be had, the shop's log why.
func TestChargeThatIsNotMadeIsLogged(t *testing.T) {
	t.Parallel()
	bank := newSmallBank(t)
	log := new(syncBuffer)
	shop := startShopWith(t, t.TempDir(), log, bank.bankFlags(t)...)
	p := shop.agent(t, "platform.json")
	p.readyShirts()
	bank.code = "00020126580014br.gov.bcb.pix0136123e4567-e12b-12d1-a456-4266554400005204000053039865802BR5913Fulano de Tal6008BRASILIA62070503***63041D3D"
	if r := p.do("start_payment"); r.codes()["processor_unavailable"] == "" || strings.Contains(string(r.Body), bank.code) {
		t.Errorf("told %s", r.Body)
	}
	if said := log.String(); !strings.Contains(said, "the provider made no charge") || !strings.Contains(said, "BR Code is not valid") || strings.Contains(said, "segredo-do-banco") {
		t.Errorf("the log says %s", said)
	}
}

// The same at Mercado Pago, whose notifications are signed.
func TestPurchaseAtMercadoPago(t *testing.T) {
	t.Parallel()
	bank := newSmallBank(t)
	shop := startShop(t, "--pix-provider=mercadopago", "--pix-environment=sandbox", "--pix-url="+bank.URL,
		"--pix-access-token-file="+secretOf(t, "token-do-mp"), "--pix-signature-secret-file="+secretOf(t, "segredo-da-assinatura"),
		"--pix-payer-email=pagador@balcao.example", "--pix-webhook-secret=segredo-do-webhook")
	p := shop.agent(t, "platform.json")
	p.readyShirts()
	txid := p.do("start_payment").charge()
	p.do("complete_checkout")
	bank.pay(txid)
	address := shop.URL + "/webhooks/pix/segredo-do-webhook?data.id=1&type=payment"
	stamp := fmt.Sprint(time.Now().UnixMilli())
	sign := func(secret string) http.Header {
		mac := hmac.New(sha256.New, []byte(secret))
		mac.Write([]byte("id:1;request-id:r;ts:" + stamp + ";"))
		return http.Header{"X-Request-Id": {"r"}, "X-Signature": {"ts=" + stamp + ",v1=" + hex.EncodeToString(mac.Sum(nil))}}
	}
	if status := callBack(t, address, sign("outro"), "{}"); status != 401 {
		t.Errorf("a forged notification was answered with %d", status)
	}
	if status := callBack(t, address, sign("segredo-da-assinatura"), "{}"); status != 200 {
		t.Errorf("a notification was answered with %d", status)
	}
	p.until("completed")
	another := strings.Replace(address, "data.id=1", "data.id=1&x=1", 1)
	if status := callBack(t, another, sign("segredo-da-assinatura"), "{}"); status != 200 {
		t.Errorf("a second one was answered with %d", status)
	}
}

func callBack(t *testing.T, url string, header http.Header, body string) int {
	t.Helper()
	req, err := http.NewRequestWithContext(t.Context(), http.MethodPost, url, strings.NewReader(body))
	if err != nil {
		t.Fatal(err)
	}
	for name, values := range header {
		req.Header[name] = values
	}
	resp, err := http.DefaultClient.Do(req)
	if err != nil {
		t.Fatal(err)
	}
	defer resp.Body.Close()
	_, _ = io.Copy(io.Discard, resp.Body)
	return resp.StatusCode
}

// What cannot work is refused before anything begins, by the name of its setting.
func TestPixSettingsRefused(t *testing.T) {
	t.Parallel()
	bcb := func(s *settings) {
		s.Pix.Provider, s.PublicURL = "bcb", "https://loja.example"
		s.Pix.URL, s.Pix.TokenURL, s.Pix.ClientID, s.Pix.SecretFile, s.Pix.Key = "https://a.example", "https://a.example/t", "a", "b", "k"
	}
	for name, tc := range map[string]struct {
		change func(*settings)
		flag   string
	}{
		"the sandbox":                 {func(*settings) {}, ""},
		"the sandbox for real":        {func(s *settings) { s.Pix.Environment, s.PublicURL = "production", "https://loja.example" }, "--pix-environment"},
		"a bank":                      {bcb, ""},
		"a bank on loopback":          {func(s *settings) { bcb(s); s.PublicURL = "" }, "--public-url"},
		"a bank for tests":            {func(s *settings) { bcb(s); s.Pix.Environment, s.PublicURL = "sandbox", "" }, ""},
		"a bank without a key":        {func(s *settings) { bcb(s); s.Pix.Key = "" }, "--pix-key"},
		"a bank and the wrong file":   {func(s *settings) { bcb(s); s.Pix.TokenFile = "x" }, "--pix-access-token-file"},
		"the sandbox with a key":      {func(s *settings) { s.Pix.Key = "x" }, "--pix-key"},
		"the sandbox with a listener": {func(s *settings) { s.Pix.Webhook.Listen = "127.0.0.1:0" }, "--pix-webhook-…"},
		"a listener without files": {func(s *settings) {
			bcb(s)
			s.Pix.Webhook.Listen, s.Pix.Webhook.URL = "127.0.0.1:0", "https://pix.loja.example"
		}, "--pix-webhook-certificate"},
		"files without a listener": {func(s *settings) { bcb(s); s.Pix.Webhook.Authorities = "x" }, "--pix-webhook-authorities"},
		"a listener nobody knows": {func(s *settings) {
			bcb(s)
			s.Pix.Webhook = pixWebhookSettings{Listen: "127.0.0.1:0", Certificate: "a", CertKey: "b", Authorities: "c"}
		}, "--pix-webhook-url"},
		"a webhook in the clear":    {func(s *settings) { bcb(s); s.Pix.Webhook.URL = "http://pix.loja.example" }, "--pix-webhook-url"},
		"a header without a secret": {func(s *settings) { bcb(s); s.Pix.Webhook.HMACHeader = "X-Sum" }, "--pix-webhook-hmac-header"},
		"mercadopago without all":   {func(s *settings) { s.Pix.Provider = "mercadopago"; s.PublicURL = "https://loja.example" }, "--pix-access-token-file"},
	} {
		s := defaultSettings(t)
		tc.change(&s)
		err := s.check()
		if (err == nil) != (tc.flag == "") || err != nil && !strings.HasPrefix(err.Error(), tc.flag+" ") {
			t.Errorf("%s: got %v, want %q", name, err, tc.flag)
		}
	}
	s := defaultSettings(t)
	bcb(&s)
	if got := handlers(&s); len(got) != 1 || got[0].Environment != "production" {
		t.Errorf("for real the shop offers %+v, want Pix alone", got)
	}
	if got := handlers(new(settings)); len(got) != 3 || got[0].Environment != "sandbox" {
		t.Errorf("in the sandbox the shop offers %+v", got)
	}
}

// Secrets come from files that others cannot read.
func TestPixSecretFiles(t *testing.T) {
	t.Parallel()
	open := secretOf(t, "x")
	if err := os.Chmod(open, 0o644); err != nil {
		t.Fatal(err)
	}
	s := defaultSettings(t)
	s.Pix = pixSettings{Provider: "bcb", SecretFile: open, URL: "https://a.example", TokenURL: "https://a.example", ClientID: "a", Key: "pix@balcao.example"}
	if _, err := s.bcb(nil); err == nil || !strings.Contains(err.Error(), "--pix-client-secret-file") {
		t.Errorf("a secret that others can read: %v", err)
	}
	s.Pix.SecretFile = secretOf(t, "x")
	if _, err := s.bcb(nil); err != nil {
		t.Errorf("a good one: %v", err)
	}
	s.Pix.Headers = []string{"x-itau-apikey"}
	if _, err := s.bcb(nil); err == nil || !strings.Contains(err.Error(), "--pix-headers") {
		t.Errorf("a header without a value: %v", err)
	}
	s.Pix.Headers, s.Pix.CertKey, s.Pix.Certificate = nil, open, open
	if _, err := s.bcb(nil); err == nil || !strings.Contains(err.Error(), "--pix-certificate-key") {
		t.Errorf("a key that others can read: %v", err)
	}
}
