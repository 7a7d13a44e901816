package fakepsp

import (
	"crypto/tls"
	"encoding/json"
	"errors"
	"io"
	"net/http"
	"net/url"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"
)

// raw is a client of the API that shows what is on the wire.
type raw struct {
	r     *rig
	http  *http.Client
	token string
}

func (r *rig) raw(t *testing.T, certificate tls.Certificate, scope string) *raw {
	t.Helper()
	config := r.identity.ClientTLS()
	config.Certificates = []tls.Certificate{certificate}
	w := &raw{r: r, http: &http.Client{Transport: &http.Transport{TLSClientConfig: config}}}
	t.Cleanup(w.http.CloseIdleConnections)
	form := url.Values{"grant_type": {"client_credentials"}, "client_id": {ClientID}, "client_secret": {r.identity.ClientSecret}, "scope": {scope}}
	resp, err := w.http.PostForm(r.url+PathToken, form)
	if err != nil {
		t.Fatal(err)
	}
	defer resp.Body.Close()
	var granted struct {
		Token string `json:"access_token"`
	}
	if err := json.NewDecoder(resp.Body).Decode(&granted); err != nil || granted.Token == "" || resp.StatusCode != 200 {
		t.Fatalf("token: %d, %v", resp.StatusCode, err)
	}
	w.token = granted.Token
	return w
}

// do makes a call and returns the status and the body.
func (w *raw) do(t *testing.T, method, path, body string) (int, map[string]any) {
	t.Helper()
	req, err := http.NewRequest(method, w.r.url+path, strings.NewReader(body))
	if err != nil {
		t.Fatal(err)
	}
	req.Header.Set("Authorization", "Bearer "+w.token)
	resp, err := w.http.Do(req)
	if err != nil {
		t.Fatalf("%s %s: %v", method, path, err)
	}
	defer resp.Body.Close()
	text, err := io.ReadAll(resp.Body)
	if err != nil {
		t.Fatal(err)
	}
	var out map[string]any
	if len(text) > 0 {
		if err := json.Unmarshal(text, &out); err != nil {
			t.Fatalf("%s %s: %v in %s", method, path, err, text)
		}
	}
	if resp.StatusCode >= 400 && (resp.Header.Get("Content-Type") != "application/problem+json" || out["status"] != float64(resp.StatusCode)) {
		t.Errorf("%s %s: no problem but %s %v", method, path, resp.Header.Get("Content-Type"), out)
	}
	return resp.StatusCode, out
}

// want makes a call and checks its status and, for an error, its kind.
func (w *raw) want(t *testing.T, method, path, body string, status int, kind string) map[string]any {
	t.Helper()
	got, out := w.do(t, method, path, body)
	given, _ := out["type"].(string)
	if got != status || kind != "" && given != problemType+kind {
		t.Errorf("%s %s %s: %d %v, want %d %s", method, path, body, got, out, status, kind)
	}
	return out
}

const cob = `{"calendario":{"expiracao":3600},"valor":{"original":"79.80"},"chave":"pix@balcao.example","solicitacaoPagador":"Pedido 1"}`

func TestOnlyWithCertificate(t *testing.T) {
	t.Parallel()
	r := newRig(t, nil)
	for name, spoil := range map[string]func(*tls.Config){
		"no certificate": func(c *tls.Config) { c.Certificates = nil },
		"another's certificate": func(c *tls.Config) {
			other, err := OpenIdentity(t.TempDir(), time.Now())
			if err != nil {
				t.Fatal(err)
			}
			c.Certificates = []tls.Certificate{other.Client}
		},
		"TLS 1.1": func(c *tls.Config) { c.MinVersion, c.MaxVersion = tls.VersionTLS11, tls.VersionTLS11 },
	} {
		config := r.identity.ClientTLS()
		spoil(config)
		client := http.Client{Transport: &http.Transport{TLSClientConfig: config}}
		if resp, err := client.Get(r.url + PathAPI + "/cob/x"); err == nil {
			resp.Body.Close()
			t.Errorf("%s: answered %d", name, resp.StatusCode)
		}
	}
}

func TestTokens(t *testing.T) {
	t.Parallel()
	r := newRig(t, nil)
	w := r.raw(t, r.identity.Client, "cob.read cob.write")
	path := PathAPI + "/cob/" + string(r.ids.TXID())
	w.want(t, "PUT", path, cob, 201, "")
	w.want(t, "GET", PathAPI+"/webhook/"+testKey, "", 403, kindDenied)
	stolen := r.raw(t, r.identity.callback, "cob.read")
	stolen.token = w.token
	stolen.want(t, "GET", path, "", 401, kindDenied)
	for name, form := range map[string]url.Values{
		"wrong secret":  {"grant_type": {"client_credentials"}, "client_id": {ClientID}, "client_secret": {"x"}},
		"no secret":     {"grant_type": {"client_credentials"}, "client_id": {ClientID}},
		"another grant": {"grant_type": {"password"}, "client_id": {ClientID}, "client_secret": {r.identity.ClientSecret}},
		"another scope": {"grant_type": {"client_credentials"}, "client_id": {ClientID}, "client_secret": {r.identity.ClientSecret}, "scope": {"rec.write"}},
	} {
		resp, err := w.http.PostForm(r.url+PathToken, form)
		if err != nil {
			t.Fatal(err)
		}
		var out struct{ Error string }
		if err := json.NewDecoder(resp.Body).Decode(&out); err != nil || resp.StatusCode < 400 || out.Error == "" {
			t.Errorf("%s: %d %+v, %v", name, resp.StatusCode, out, err)
		}
		resp.Body.Close()
	}
	for _, token := range []string{"", "x"} {
		w.token = token
		w.want(t, "GET", path, "", 401, kindDenied)
	}
}

// The API's own ways, of which the shop's client makes no use or knows how to avoid them.
func TestCharges(t *testing.T) {
	t.Parallel()
	r := newRig(t, nil)
	w := r.raw(t, r.identity.Client, "")
	path := PathAPI + "/cob/" + string(r.ids.TXID())
	first := w.want(t, "PUT", path, cob, 201, "")
	if first["status"] != "ATIVA" || first["revisao"] != 0.0 || first["pixCopiaECola"] == "" || first["solicitacaoPagador"] != "Pedido 1" {
		t.Errorf("made %v", first)
	}
	second := w.want(t, "PUT", path, strings.Replace(cob, "79.80", "1.00", 1), 201, "") // revised without a word
	if second["revisao"] != 1.0 || second["pixCopiaECola"] != first["pixCopiaECola"] {
		t.Errorf("put again: %v", second)
	}
	third := w.want(t, "PATCH", path, `{"valor":{"original":"2.00"},"calendario":{"expiracao":"60"}}`, 200, "")
	if third["revisao"] != 2.0 || third["valor"].(map[string]any)["original"] != "2.00" || third["calendario"].(map[string]any)["expiracao"] != 60.0 {
		t.Errorf("patched: %v", third)
	}
	w.want(t, "GET", path+"?revisao=2", "", 200, "")
	w.want(t, "GET", path+"?revisao=1", "", 400, kindCobQuery)
	if own := w.want(t, "POST", PathAPI+"/cob", cob, 201, ""); !txidPattern.MatchString(own["txid"].(string)) {
		t.Errorf("posted: %v", own)
	}
	for _, body := range []string{
		`{`, `{}`, `{"calendario":{},"valor":{"original":"1.00"}}`,
		strings.Replace(cob, "79.80", "0.00", 1), strings.Replace(cob, "79.80", "79,80", 1), strings.Replace(cob, "3600", "0", 1),
		strings.Replace(cob, testKey, "outra@balcao.example", 1), strings.Replace(cob, "Pedido 1", strings.Repeat("x", 141), 1),
		strings.Replace(cob, `"chave"`, `"devedor":{"nome":"Ana"},"chave"`, 1),
		strings.Replace(cob, `"original"`, `"retirada":{"saque":{}},"original"`, 1),
	} {
		w.want(t, "PUT", PathAPI+"/cob/"+string(r.ids.TXID()), body, 400, kindCobInvalid)
	}
	w.want(t, "PUT", PathAPI+"/cob/short", cob, 400, kindCobInvalid)
	w.want(t, "PATCH", path, `{"status":"CONCLUIDA"}`, 400, kindCobInvalid)
	w.want(t, "PATCH", path, `{"status":"REMOVIDA_PELO_USUARIO_RECEBEDOR","chave":"pix@balcao.example"}`, 400, kindCobInvalid)
	w.want(t, "PATCH", PathAPI+"/cob/"+string(r.ids.TXID()), `{}`, 404, kindCobUnknown)
	w.want(t, "GET", PathAPI+"/cob/"+string(r.ids.TXID()), "", 404, kindCobUnknown)
	if gone := w.want(t, "PATCH", path, `{"status":"REMOVIDA_PELO_USUARIO_RECEBEDOR"}`, 200, ""); gone["status"] != statusRemoved {
		t.Errorf("removed: %v", gone)
	}
	w.want(t, "PATCH", path, `{"valor":{"original":"2.00"}}`, 400, kindCobInvalid)
	w.want(t, "PUT", path, cob, 400, kindCobInvalid)
	w.want(t, "GET", "/v3/x", "", 404, kindNotFound)
	w.want(t, "PUT", PathAPI+"/cob/"+string(r.ids.TXID()), `{"chave":"`+strings.Repeat("x", maxBody)+`"}`, 413, kindInvalid)
}

func TestLists(t *testing.T) {
	t.Parallel()
	r := newRig(t, nil)
	w := r.raw(t, r.identity.Client, "")
	from := time.Now().Add(-time.Minute).UTC().Format(time.RFC3339)
	to := time.Now().Add(time.Minute).UTC().Format(time.RFC3339)
	for range 5 {
		r.paid(t)
	}
	unpaid, _ := r.charge(t)
	query := "?inicio=" + from + "&fim=" + to
	count := func(path, member string, want int) map[string]any {
		t.Helper()
		out := w.want(t, "GET", PathAPI+path, "", 200, "")
		if got, _ := out[member].([]any); len(got) != want {
			t.Errorf("%s: %d of %s, want %d", path, len(got), member, want)
		}
		return out["parametros"].(map[string]any)["paginacao"].(map[string]any)
	}
	if p := count("/cob"+query+"&paginacao.itensPorPagina=4&paginacao.paginaAtual=1", "cobs", 2); p["quantidadeDePaginas"] != 2.0 || p["quantidadeTotalDeItens"] != 6.0 {
		t.Errorf("paging %v", p)
	}
	count("/cob"+query+"&paginacao.itensPorPagina=4&paginacao.paginaAtual=2", "cobs", 0)
	count("/cob"+query+"&status=ATIVA", "cobs", 1)
	count("/cob?inicio="+to+"&fim="+to, "cobs", 0)
	count("/pix"+query, "pix", 5)
	count("/pix"+query+"&txid="+string(unpaid), "pix", 0)
	count("/pix"+query+"&devolucaoPresente=true", "pix", 0)
	for _, bad := range []string{"", "?inicio=" + from, "?inicio=x&fim=" + to, "?inicio=" + to + "&fim=" + from, query + "&paginacao.paginaAtual=-1", query + "&paginacao.itensPorPagina=0", query + "&cpf=1&cnpj=2"} {
		w.want(t, "GET", PathAPI+"/cob"+bad, "", 400, kindCobQuery)
		w.want(t, "GET", PathAPI+"/pix"+bad, "", 400, kindPixQuery)
	}
	count("/webhook", "webhooks", 1)
	w.want(t, "GET", PathAPI+"/webhook?inicio=x", "", 400, kindHookQuery)
}

func TestRefunds(t *testing.T) {
	t.Parallel()
	r := newRig(t, nil)
	w := r.raw(t, r.identity.Client, "")
	paid := r.paid(t)
	path := PathAPI + "/pix/" + paid.EndToEndID
	w.want(t, "GET", path, "", 200, "")
	made := w.want(t, "PUT", path+"/devolucao/r1", `{"valor":"10.00","descricao":"troca"}`, 201, "")
	if id, _ := made["rtrId"].(string); made["status"] != refundDone || len(id) != 32 || id[0] != 'D' {
		t.Errorf("refund %v", made)
	}
	w.want(t, "PUT", path+"/devolucao/r1", `{"valor":"10.00"}`, 400, kindRefundInvalid) // not even the same
	w.want(t, "GET", path+"/devolucao/r1", "", 200, "")
	w.want(t, "GET", path+"/devolucao/r2", "", 404, kindRefundUnknown)
	w.want(t, "PUT", path+"/devolucao/r2", `{"valor":"69.81"}`, 400, kindRefundInvalid)
	w.want(t, "PUT", path+"/devolucao/r-2", `{"valor":"1.00"}`, 400, kindRefundInvalid)
	w.want(t, "PUT", path+"/devolucao/r2", `{"valor":"1.00","natureza":"RETIRADA"}`, 400, kindRefundInvalid)
	w.want(t, "PUT", path+"/devolucao/r2", `{"valor":1}`, 400, kindRefundInvalid)
	other := strings.ToLower(path)
	w.want(t, "GET", other, "", 404, kindPixUnknown)
	w.want(t, "PUT", other+"/devolucao/r1", `{"valor":"1.00"}`, 404, kindPixUnknown)
	if _, err := r.bank.PullBack(t.Context(), paid.EndToEndID, 6981); err == nil {
		t.Error("the bank took more than is left")
	}
	if _, err := r.bank.PullBack(t.Context(), paid.EndToEndID, 0); err != nil {
		t.Fatal(err)
	}
	all, _ := w.want(t, "GET", path, "", 200, "")["devolucoes"].([]any)
	if len(all) != 2 || all[1].(map[string]any)["natureza"] != natureFraud || all[1].(map[string]any)["valor"] != "69.80" {
		t.Errorf("refunds %v", all)
	}
}

func TestWebhooks(t *testing.T) {
	t.Parallel()
	r := newRig(t, nil)
	w := r.raw(t, r.identity.Client, "")
	path := PathAPI + "/webhook/" + testKey
	if got := w.want(t, "GET", path, "", 200, ""); got["webhookUrl"] != r.ear.url || got["cnpj"] != "99887766000105" {
		t.Errorf("webhook %v", got)
	}
	r.paid(t)
	if got := r.ear.wait(t, 1)[0].path; got != "/webhooks/segredo/pix" {
		t.Errorf("called at %s", got)
	}
	for _, bad := range []string{"http://loja.example/x", "ftp://loja.example", "https://u:p@loja.example", "x", ""} {
		w.want(t, "PUT", path, `{"webhookUrl":"`+bad+`"}`, 400, kindHookInvalid)
	}
	w.want(t, "PUT", PathAPI+"/webhook/outra@balcao.example", `{"webhookUrl":"https://loja.example"}`, 400, kindHookInvalid)
	w.want(t, "DELETE", path, "", 204, "")
	w.want(t, "DELETE", path, "", 404, kindHookUnknown)
	w.want(t, "GET", path, "", 404, kindHookUnknown)
	r.paid(t) // nobody is told
	r.ear.wait(t, 1)
}

// A shop that asks for a certificate is called with the provider's own.
func TestCallbackCertificate(t *testing.T) {
	t.Parallel()
	identity, err := OpenIdentity(t.TempDir(), time.Now())
	if err != nil {
		t.Fatal(err)
	}
	caller := NewCaller(identity)
	defer caller.Close()
	subject := make(chan string, 1)
	server := &http.Server{TLSConfig: identity.ServerTLS(), Handler: http.HandlerFunc(func(_ http.ResponseWriter, r *http.Request) {
		subject <- r.TLS.PeerCertificates[0].Subject.CommonName
	})}
	listener, err := tls.Listen("tcp", "127.0.0.1:0", identity.ServerTLS())
	if err != nil {
		t.Fatal(err)
	}
	go server.Serve(listener)
	defer server.Close()
	if err := caller.Deliver(t.Context(), "https://"+listener.Addr().String()+"/pix", []byte("{}")); err != nil {
		t.Fatal(err)
	}
	if got := <-subject; got != "fake PSP callbacks" {
		t.Errorf("called by %q", got)
	}
}

func TestIdentity(t *testing.T) {
	t.Parallel()
	dir := filepath.Join(t.TempDir(), "psp")
	now := time.Now()
	first, err := OpenIdentity(dir, now)
	if err != nil {
		t.Fatal(err)
	}
	files, err := os.ReadDir(dir)
	if err != nil || len(files) != 9 {
		t.Errorf("%d files, %v", len(files), err)
	}
	for _, f := range files {
		if info, err := f.Info(); err != nil || info.Mode().Perm() != 0o600 {
			t.Errorf("%s: %v, %v", f.Name(), info.Mode(), err)
		}
	}
	again, err := OpenIdentity(dir, now)
	if err != nil || string(again.Client.Certificate[0]) != string(first.Client.Certificate[0]) || again.ControlToken != first.ControlToken {
		t.Errorf("opened again: another identity, %v", err)
	}
	over, err := OpenIdentity(dir, now.Add(certificateLife))
	if err != nil || string(over.Client.Certificate[0]) == string(first.Client.Certificate[0]) || over.ClientSecret != first.ClientSecret {
		t.Errorf("when it is over: %v", err)
	}
	if err := os.Remove(filepath.Join(dir, FileClientKey)); err != nil {
		t.Fatal(err)
	}
	if _, err := ReadIdentity(dir); err == nil {
		t.Error("read without a key")
	}
	if _, err := OpenIdentity(dir, now); err != nil {
		t.Errorf("mended: %v", err)
	}
}

func TestControl(t *testing.T) {
	t.Parallel()
	r := newRig(t, nil)
	w := r.raw(t, r.identity.Client, "")
	w.want(t, "GET", PathControl+"/faults", "", 401, kindDenied) // a token of the API
	w.token = r.identity.ControlToken
	w.want(t, "PUT", PathControl+"/faults/down", `{"probability":1}`, 200, "")
	w.want(t, "PUT", PathControl+"/faults/slow", `{"next":2,"delay":"5s","method":"put"}`, 200, "")
	if got := r.switches.Settings(); got[Down] != (Setting{Probability: 1}) || got[Slow] != (Setting{Next: 2, Delay: 5 * time.Second, Method: "PUT"}) {
		t.Errorf("settings %+v", got)
	}
	for _, bad := range []string{`{"probability":2}`, `{"next":-1}`, `{"delay":"soon"}`, `{`, `{"amount":5}`} {
		w.want(t, "PUT", PathControl+"/faults/down", bad, 400, kindInvalid)
	}
	w.want(t, "PUT", PathControl+"/faults/fire", `{"next":1}`, 400, kindInvalid)
	w.want(t, "DELETE", PathControl+"/faults", "", 200, "")
	r.spent(t)
	txid, _ := r.charge(t)
	pay := PathControl + "/charges/" + string(txid) + "/pay"
	paid := w.want(t, "POST", pay, "", 200, "")
	w.want(t, "POST", pay, "", 409, kindCobInvalid)
	w.want(t, "POST", pay, `{"amount":1,"late":true}`, 200, "")
	w.want(t, "POST", pay, `{"amount":-1}`, 400, kindInvalid)
	w.want(t, "POST", PathControl+"/charges/x/pay", "", 404, kindCobUnknown)
	if got := r.status(t, txid).Receipts; len(got) != 2 || got[1].Amount != 1 {
		t.Errorf("receipts %+v", got)
	}
	back := PathControl + "/pix/" + paid["end_to_end_id"].(string)
	r.set(t, RefundStuck, Setting{Next: 1})
	id := w.want(t, "POST", back+"/pull-back", `{"amount":100}`, 200, "")["id"].(string)
	w.want(t, "POST", back+"/devolucao/"+id+"/finish", `{"done":false}`, 200, "")
	w.want(t, "POST", back+"/devolucao/"+id+"/finish", "", 409, kindRefundInvalid)
	w.want(t, "POST", back+"/pull-back", `{"amount":7981}`, 409, kindRefundInvalid)
	open, _ := r.charge(t)
	w.want(t, "POST", PathControl+"/charges/"+string(open)+"/remove", "", 200, "")
	if !r.status(t, open).Removed {
		t.Error("not removed")
	}
	if all, _ := w.want(t, "GET", PathControl+"/charges", "", 200, "")["charges"].([]any); len(all) != 2 {
		t.Errorf("charges %v", all)
	}
}

// What the control endpoint can do, by its own client.
func TestRemote(t *testing.T) {
	t.Parallel()
	r := newRig(t, nil)
	if _, err := Dial(r.identity); err == nil {
		t.Error("dialled where nobody listened")
	}
	if err := r.identity.SetAddress(r.url); err != nil {
		t.Fatal(err)
	}
	remote, err := Dial(r.identity)
	if err != nil {
		t.Fatal(err)
	}
	defer remote.Close()
	ctx := t.Context()
	txid, _ := r.charge(t)
	paid, err := remote.Pay(ctx, txid, PayOrder{Amount: 5000, Info: "obrigado"})
	if err != nil || paid.TXID != txid || paid.Amount != 5000 {
		t.Fatalf("Pay: %+v, %v", paid, err)
	}
	var problem *Problem
	if _, err := remote.Pay(ctx, txid, PayOrder{}); !errors.As(err, &problem) || problem.Status != 409 {
		t.Errorf("paid again: %v", err)
	}
	if err := remote.SetFault(ctx, RefundStuck, Setting{Next: 1}); err != nil {
		t.Fatal(err)
	}
	if on, err := remote.Faults(ctx); err != nil || on[RefundStuck] != (Setting{Next: 1}) {
		t.Errorf("faults %+v, %v", on, err)
	}
	id, err := remote.PullBack(ctx, paid.EndToEndID, 100)
	if err != nil {
		t.Fatal(err)
	}
	if err := remote.FinishRefund(ctx, paid.EndToEndID, id, false); err != nil {
		t.Fatal(err)
	}
	all, err := remote.Charges(ctx)
	want := Return{ID: id, Amount: 100, Status: refundFailed, Nature: natureFraud}
	if err != nil || len(all) != 1 || all[0].Status != statusDone || all[0].Payments[0].Refunds[0] != want {
		t.Errorf("charges %+v, %v", all, err)
	}
	open, _ := r.charge(t)
	if err := remote.Remove(ctx, open); err != nil {
		t.Error(err)
	}
	if err := remote.SetFault(ctx, Down, Setting{Probability: 1}); err != nil {
		t.Fatal(err)
	}
	if err := remote.ClearFaults(ctx); err != nil {
		t.Error(err)
	}
	r.spent(t)
}
