package bcb

import (
	"errors"
	"fmt"
	"net/http"
	"strings"
	"testing"
	"time"

	"balcao/checkout"
	"balcao/internal/bcptest"
	"balcao/payment"
	"balcao/payment/pix"
	"balcao/payment/pix/pixtest"
	"balcao/payment/pix/rest"
)

// shaped is a bank with one charge, paid once, whose wire form is changed.
func shaped(t *testing.T, shape func(map[string]any)) (*Client, payment.ChargeRequest) {
	t.Helper()
	b := newBank(t)
	c := b.client(t)
	r := request(b)
	if _, err := c.Charge(t.Context(), r); err != nil {
		t.Fatal(err)
	}
	b.pay(t, pix.Payment{TXID: r.TXID})
	b.cobs[string(r.TXID)].shape = shape
	return c, r
}

func calendar(m map[string]any) map[string]any { return m["calendario"].(map[string]any) }
func first(m map[string]any) map[string]any    { return m["pix"].([]any)[0].(map[string]any) }

// What differs between providers, and what the API may get, is understood.
func TestTolerated(t *testing.T) {
	t.Parallel()
	created := time.Date(2026, 7, 17, 13, 0, 0, 0, time.UTC)
	refund := map[string]any{"id": "r1", "valor": "1.00", "natureza": "ORIGINAL", "status": "DEVOLVIDO"}
	for name, tc := range map[string]struct {
		shape            func(map[string]any)
		life             time.Duration
		removed          bool
		receipts, refund int
	}{
		"as it is":               {func(map[string]any) {}, 30 * time.Minute, false, 1, 0},
		"expiracao in quotes":    {func(m map[string]any) { calendar(m)["expiracao"] = "3600" }, time.Hour, false, 1, 0},
		"no expiracao":           {func(m map[string]any) { delete(calendar(m), "expiracao") }, 24 * time.Hour, false, 1, 0},
		"expiracao null":         {func(m map[string]any) { calendar(m)["expiracao"] = nil }, 24 * time.Hour, false, 1, 0},
		"criacao with an offset": {func(m map[string]any) { calendar(m)["criacao"] = "2026-07-17T10:00:00.000-03:00" }, 30 * time.Minute, false, 1, 0},
		"REMOVIDA":               {func(m map[string]any) { m["status"] = "REMOVIDA_PELO_PSP" }, 30 * time.Minute, true, 1, 0},
		"REMOVIDO":               {func(m map[string]any) { m["status"] = "REMOVIDO_PELO_USUARIO_RECEBEDOR" }, 30 * time.Minute, true, 1, 0},
		"a status of the future": {func(m map[string]any) { m["status"] = "PAUSADA" }, 30 * time.Minute, false, 1, 0},
		"no pix":                 {func(m map[string]any) { delete(m, "pix") }, 30 * time.Minute, false, 0, 0},
		"pix null":               {func(m map[string]any) { m["pix"] = nil }, 30 * time.Minute, false, 0, 0},
		"pix is one object":      {func(m map[string]any) { m["pix"] = first(m) }, 30 * time.Minute, false, 1, 0},
		"a payment without txid": {func(m map[string]any) { delete(first(m), "txid") }, 30 * time.Minute, false, 1, 0},
		"devolucoes a list":      {func(m map[string]any) { first(m)["devolucoes"] = []any{refund, refund} }, 30 * time.Minute, false, 1, 2},
		"devolucoes one object":  {func(m map[string]any) { first(m)["devolucoes"] = refund }, 30 * time.Minute, false, 1, 1},
		"names in other case":    {func(m map[string]any) { m["STATUS"], m["Pix"] = "REMOVIDA_PELO_PSP", "x" }, 30 * time.Minute, false, 1, 0},
	} {
		c, r := shaped(t, tc.shape)
		got, err := c.Status(t.Context(), r.TXID)
		if err != nil {
			t.Errorf("%s: %v", name, err)
			continue
		}
		if !got.Issued.ExpiresAt.Equal(created.Add(tc.life)) || got.Removed != tc.removed || len(got.Receipts) != tc.receipts || len(got.Refunds) != tc.refund {
			t.Errorf("%s: got %+v", name, got)
		}
	}
}

// A charge's money is never told wrong: what cannot be read is an error.
func TestUnreadableStatus(t *testing.T) {
	t.Parallel()
	for name, shape := range map[string]func(map[string]any){
		"another txid":            func(m map[string]any) { m["txid"] = strings.Repeat("x", 30) },
		"no txid":                 func(m map[string]any) { delete(m, "txid") },
		"an amount as a number":   func(m map[string]any) { m["valor"] = map[string]any{"original": 79.8} },
		"an amount with a comma":  func(m map[string]any) { m["valor"] = map[string]any{"original": "79,80"} },
		"one with three decimals": func(m map[string]any) { m["valor"] = map[string]any{"original": "79.800"} },
		"no criacao":              func(m map[string]any) { delete(calendar(m), "criacao") },
		"an expiracao below 0":    func(m map[string]any) { calendar(m)["expiracao"] = -1 },
		"a huge expiracao":        func(m map[string]any) { calendar(m)["expiracao"] = 1 << 40 },
		"paid an unknown amount":  func(m map[string]any) { first(m)["valor"] = "79.80 " },
		"paid nothing":            func(m map[string]any) { first(m)["valor"] = "0.00" },
		"paid at no time":         func(m map[string]any) { delete(first(m), "horario") },
		"paid in no year":         func(m map[string]any) { first(m)["horario"] = "0000-01-01T00:00:00+23:59" },
		"paid in the year 10000":  func(m map[string]any) { first(m)["horario"] = "9999-12-31T23:59:59-23:59" },
		"a short endToEndId":      func(m map[string]any) { first(m)["endToEndId"] = "E1" },
		"a payment of another":    func(m map[string]any) { first(m)["txid"] = strings.Repeat("y", 30) },
		"a refund of no amount":   func(m map[string]any) { first(m)["devolucoes"] = []any{map[string]any{"id": "r"}} },
	} {
		c, r := shaped(t, shape)
		if got, err := c.Status(t.Context(), r.TXID); err == nil {
			t.Errorf("%s: got %+v", name, got)
		} else if strings.Contains(err.Error(), "Maria") || strings.Contains(err.Error(), "segredo") {
			t.Errorf("%s: the error tells too much: %v", name, err)
		}
	}
}

// Text in a broken encoding, which a payer can write, does not hide the payer's money.
func TestBrokenEncoding(t *testing.T) {
	t.Parallel()
	b := newBank(t)
	c := b.client(t)
	r := request(b)
	b.Before = pixtest.Once("GET /api/v2/cob/", func(w http.ResponseWriter) {
		_, _ = fmt.Fprintf(w, `{"txid":%q,"status":"CONCLUIDA","calendario":{"criacao":"2026-07-17T13:00:00Z"},"valor":{"original":"79.80"},`+
			`"pix":[{"endToEndId":"E12345678202607171300abc00000000","valor":"79.80","horario":"2026-07-17T13:01:00Z","infoPagador":"%s"}]}`, r.TXID, "\xff\xfe")
	})
	got, err := c.Status(t.Context(), r.TXID)
	if err != nil || len(got.Receipts) != 1 || got.Receipts[0].Amount != 7980 {
		t.Errorf("got %+v, %v", got, err)
	}
}

// The buyer is never shown a code that no bank takes, nor one for another amount; a payment
// is told all the same.
func TestBadCode(t *testing.T) {
	t.Parallel()
	payee := pix.Payee{Name: "Loja", City: "SAO PAULO"}
	static, err := pix.BuildStatic(payee, testKey, 7980, "")
	if err != nil {
		t.Fatal(err)
	}
	var vectors struct {
		Check   any `json:"crc_check"`
		Vectors []map[string]any
	}
	bcptest.Vectors(t, "pix/brcode_vectors.json", &vectors)
	recurring := ""
	for _, v := range vectors.Vectors {
		if v["id"] == "bcb-composite-dynamic" {
			recurring = v["payload"].(string)
		}
	}
	if pix.Validate(recurring) != nil {
		t.Fatal("there is no code that asks for a recurrence")
	}
	for name, code := range map[string]string{
		"no code": "x", "one that asks for a recurrence": recurring, "a wrong checksum": static[:len(static)-4] + "0000", "a static one": static, "a page": "<html>",
	} {
		c, r := shaped(t, func(m map[string]any) { m["pixCopiaECola"] = code })
		if got, err := c.Charge(t.Context(), r); err == nil {
			t.Errorf("%s: shown %q", name, got.CopyPaste)
		}
		got, err := c.Status(t.Context(), r.TXID)
		if err != nil || len(got.Receipts) != 1 || got.Issued.CopyPaste != "" || got.Issued.ExpiresAt.IsZero() {
			t.Errorf("%s: status %+v, %v", name, got, err)
		}
	}
}

// Without a code the charge's location makes one.
func TestCodeFromLocation(t *testing.T) {
	t.Parallel()
	for name, shape := range map[string]func(map[string]any){
		"location":      func(m map[string]any) { m["location"] = "pix.example.com/qr/v2/abc" },
		"with a scheme": func(m map[string]any) { m["location"] = "https://pix.example.com/qr/v2/abc" },
		"loc.location": func(m map[string]any) {
			delete(m, "location")
			m["loc"] = map[string]any{"id": 7, "location": "pix.example.com/qr/v2/abc"}
		},
	} {
		c, r := shaped(t, func(m map[string]any) { delete(m, "pixCopiaECola"); shape(m) })
		issued, err := c.Charge(t.Context(), r)
		if err != nil {
			t.Errorf("%s: %v", name, err)
			continue
		}
		if code, err := pix.Parse(issued.CopyPaste); err != nil || code.URL != "pix.example.com/qr/v2/abc" || pix.Validate(issued.CopyPaste) != nil {
			t.Errorf("%s: %+v, %v", name, code, err)
		}
	}
	c, r := shaped(t, func(m map[string]any) { delete(m, "pixCopiaECola"); delete(m, "location") })
	if got, err := c.Charge(t.Context(), r); err == nil {
		t.Errorf("neither code nor location: %q", got.CopyPaste)
	}
}

// A charge whose time was over when it was made can be paid by nobody: none is shown, and one that
// is found is none the less told of.
func TestOverWhenMade(t *testing.T) {
	t.Parallel()
	b := newBank(t)
	c := b.client(t)
	r := request(b)
	b.shape = func(m map[string]any) { calendar(m)["criacao"] = "1970-01-01T00:00:00Z" }
	if got, err := c.Charge(t.Context(), r); !errors.Is(err, checkout.ErrRefused) {
		t.Errorf("shown %+v, %v", got, err)
	}
	b.pay(t, pix.Payment{TXID: r.TXID})
	if got, err := c.Status(t.Context(), r.TXID); err != nil || len(got.Receipts) != 1 {
		t.Errorf("status %+v, %v", got, err)
	}
}

// A refusal names its kind and the members at fault, and nobody.
func TestRefusalTellsNobody(t *testing.T) {
	t.Parallel()
	b := newBank(t)
	b.Before = pixtest.Once("PUT /api/v2/cob/", func(w http.ResponseWriter) { problemAnswer(w, http.StatusBadRequest, "CobOperacaoInvalida") })
	_, err := b.client(t).Charge(t.Context(), request(b))
	if err == nil || !strings.Contains(err.Error(), "status 400, CobOperacaoInvalida in cob.valor.original") {
		t.Fatalf("got %v", err)
	}
	for _, leak := range []string{"Maria", "52998224725", "segredo", testKey, testSecret, "token-", b.url} {
		if strings.Contains(err.Error(), leak) {
			t.Errorf("the error tells %q: %v", leak, err)
		}
	}
}

// What stands where a kind and a member should, and is none, is not told.
func TestRefusalWithNumbers(t *testing.T) {
	t.Parallel()
	for _, odd := range []string{"52998224725", "cob.52998224725", "token-1", "devolucoes[52998224725].valor", "a b", ""} {
		b := newBank(t)
		b.Before = pixtest.Once("PUT /api/v2/cob/", func(w http.ResponseWriter) {
			w.WriteHeader(http.StatusBadRequest)
			_, _ = fmt.Fprintf(w, `{"type":"https://pix.bcb.gov.br/api/v2/error/%s","violacoes":[{"propriedade":%q},{"propriedade":"devolucoes[0].valor"}]}`, odd, odd)
		})
		_, err := b.client(t).Charge(t.Context(), request(b))
		if err == nil || odd != "" && strings.Contains(err.Error(), odd) {
			t.Errorf("%q: %v", odd, err)
		}
	}
}

func TestWebhook(t *testing.T) {
	t.Parallel()
	b := newBank(t)
	c := b.client(t)
	if url, err := c.Webhook(t.Context()); err != nil || url != "" {
		t.Fatalf("before: %q, %v", url, err)
	}
	const url = "https://loja.example/webhooks/pix/segredo"
	if err := c.RegisterWebhook(t.Context(), url); err != nil {
		t.Fatal(err)
	}
	if got, err := c.Webhook(t.Context()); err != nil || got != url {
		t.Errorf("after: %q, %v", got, err)
	}
}

// What every call carries: the query of the base address and the headers of the settings.
func TestWhatEveryCallCarries(t *testing.T) {
	t.Parallel()
	b := newBank(t)
	var query, header string
	b.Before = func(_ http.ResponseWriter, r *http.Request) bool {
		if strings.HasPrefix(r.URL.Path, "/api/v2/pix") {
			query, header = r.URL.Query().Get("gw-dev-app-key"), r.Header.Get("X-Itau-Apikey")
		}
		return false
	}
	c := b.client(t, func(c *Config) {
		c.BaseURL += "/?gw-dev-app-key=chave"
		c.Header = http.Header{"x-itau-apikey": {"outra"}}
	})
	if _, err := c.Received(t.Context(), pix.Window{From: b.clock.Now(), To: b.clock.Now()}); err != nil {
		t.Fatal(err)
	}
	if query != "chave" || header != "outra" {
		t.Errorf("query %q, header %q", query, header)
	}
}

func TestNewRefuses(t *testing.T) {
	t.Parallel()
	good := Config{BaseURL: "https://a.example/v2", TokenURL: "https://a.example/t", ClientID: "a", ClientSecret: "b", Key: testKey}
	if _, err := New(good); err != nil {
		t.Fatal(err)
	}
	for name, spoil := range map[string]func(*Config){
		"plain http":     func(c *Config) { c.BaseURL = "http://a.example/v2" },
		"a user":         func(c *Config) { c.BaseURL = "https://u:p@a.example/v2" },
		"no address":     func(c *Config) { c.BaseURL = "" },
		"another scheme": func(c *Config) { c.TokenURL = "ftp://a.example" },
		"no token":       func(c *Config) { c.TokenURL = "" },
		"no id":          func(c *Config) { c.ClientID = "" },
		"no secret":      func(c *Config) { c.ClientSecret = "" },
		"no key":         func(c *Config) { c.Key = "" },
		"a bad key":      func(c *Config) { c.Key = "Pix@Balcao.example" },
		"a bad style":    func(c *Config) { c.AuthStyle = "mac" },
	} {
		c := good
		spoil(&c)
		if _, err := New(c); err == nil {
			t.Errorf("%s: taken", name)
		} else if strings.Contains(err.Error(), "u:p") {
			t.Errorf("%s: %v", name, err)
		}
	}
}

// The charges of a window, page by page, as each one's status tells.
func TestCharges(t *testing.T) {
	t.Parallel()
	b := newBank(t)
	c := b.client(t)
	var paid payment.ChargeRequest
	for range pix.PageSize + 2 {
		paid = request(b)
		if _, err := c.Charge(t.Context(), paid); err != nil {
			t.Fatal(err)
		}
	}
	b.pay(t, pix.Payment{TXID: paid.TXID})
	w := pix.Window{From: b.clock.Now().Add(-time.Minute), To: b.clock.Now().Add(time.Minute)}
	seen, receipts := 0, 0
	for more := true; more; w.Page++ {
		page, next, err := c.Charges(t.Context(), w)
		if err != nil || w.Page > 1 {
			t.Fatalf("page %d: %v", w.Page, err)
		}
		seen += len(page)
		for _, charge := range page {
			receipts += len(charge.Status.Receipts)
			if charge.TXID == paid.TXID != (len(charge.Status.Receipts) == 1) || !charge.Status.Found || charge.Status.Issued.CopyPaste == "" {
				t.Errorf("got %+v", charge)
			}
		}
		more = next
	}
	if seen != pix.PageSize+2 || receipts != 1 {
		t.Errorf("%d charges with %d payments", seen, receipts)
	}
	for _, bad := range []pix.Window{{}, {From: w.To, To: w.From}, {From: w.From, To: w.To, Page: -1}, {From: w.From, To: w.To, Page: maxPage + 1}} {
		if _, _, err := c.Charges(t.Context(), bad); !errors.Is(err, checkout.ErrRefused) {
			t.Errorf("%+v: %v", bad, err)
		}
	}
	w = pix.Window{From: b.clock.Now().Add(time.Hour), To: b.clock.Now().Add(2 * time.Hour)}
	if page, more, err := c.Charges(t.Context(), w); err != nil || len(page) != 0 || more {
		t.Errorf("an empty window: %+v, %v", page, err)
	}
}

// Whatever a provider answers, the client says found money or an error, and does not fall.
func FuzzStatus(f *testing.F) {
	txid := strings.Repeat("a", 32)
	for _, seed := range []string{
		`{"txid":"` + txid + `","status":"CONCLUIDA","calendario":{"criacao":"2026-07-17T13:00:00Z","expiracao":"60"},"valor":{"original":"1.00"},` +
			`"pix":[{"endToEndId":"E12345678202607171300abc00000000","valor":"1.00","horario":"2026-07-17T13:01:00Z","devolucoes":{"id":"r","valor":"0.50"}}]}`,
		`{}`, `[]`, `null`, `{"pix":{}}`, `{"calendario":{"expiracao":1e9}}`, `{"txid":1}`,
	} {
		f.Add([]byte(seed))
	}
	c, err := New(Config{BaseURL: "https://a.example", TokenURL: "https://a.example", ClientID: "a", ClientSecret: "b", Key: testKey, Payee: pix.Payee{Name: "A", City: "B"}})
	if err != nil {
		f.Fatal(err)
	}
	f.Fuzz(func(t *testing.T, body []byte) {
		var found cob
		if rest.Read(body, &found) != nil {
			return
		}
		status, err := c.statusOf(found)
		if err != nil {
			return
		}
		if len(status.Receipts) != len(found.Pix) {
			t.Errorf("%d payments, %d receipts", len(found.Pix), len(status.Receipts))
		}
		for _, r := range status.Receipts {
			if r.Amount < 1 || r.PaidAt.IsZero() || !pix.ValidEndToEndID(r.EndToEndID) || string(r.TXID) != found.TXID {
				t.Errorf("receipt %+v", r)
			}
		}
		if code := status.Issued.CopyPaste; code != "" && pix.Validate(code) != nil {
			t.Errorf("code %q", code)
		}
	})
}

// The txid of a static code is three asterisks at some banks: money without a charge.
func TestStatementOfStaticCodes(t *testing.T) {
	t.Parallel()
	b := newBank(t)
	b.Before = func(w http.ResponseWriter, r *http.Request) bool {
		if r.URL.Path != "/api/v2/pix" {
			return false
		}
		_, _ = w.Write([]byte(`{"parametros":{"paginacao":{"quantidadeDePaginas":1}},"pix":[
			{"endToEndId":"E12345678202607171300abc00000001","txid":"***","valor":"10.00","horario":"2026-07-17T13:00:00Z"}]}`))
		return true
	}
	page, err := b.client(t).Received(t.Context(), pix.Window{From: b.clock.Now(), To: b.clock.Now()})
	if err != nil || len(page.Unread) != 0 || len(page.Receipts) != 1 || page.Receipts[0].TXID != "" || page.Receipts[0].Amount != 1000 {
		t.Errorf("%+v, %v", page, err)
	}
}

// A window has what came in the very moment in which it ends, which is seldom a whole second.
func TestStatementUntilNow(t *testing.T) {
	t.Parallel()
	b := newBank(t)
	c := b.client(t)
	wanted := request(b)
	if _, err := c.Charge(t.Context(), wanted); err != nil {
		t.Fatal(err)
	}
	b.clock.Advance(300 * time.Millisecond)
	b.pay(t, pix.Payment{TXID: wanted.TXID})
	page, err := c.Received(t.Context(), pix.Window{From: b.clock.Now(), To: b.clock.Now()})
	if err != nil || len(page.Receipts) != 1 {
		t.Errorf("%+v, %v", page, err)
	}
}

// One payment that cannot be read does not hide its neighbours in the statement.
func TestUnreadableInStatement(t *testing.T) {
	t.Parallel()
	const good = `{"endToEndId":"E12345678202607171300abc00000000","valor":"79.80","horario":"2026-07-17T13:01:00Z"}`
	for name, bad := range map[string]string{
		"no endToEndId":           `{"valor":"1.00","horario":"2026-07-17T13:01:00Z","infoPagador":"Maria"}`,
		"an amount as a number":   `{"endToEndId":"E12345678202607171300abc00000001","valor":1.0,"horario":"2026-07-17T13:01:00Z"}`,
		"nothing":                 `{"endToEndId":"E12345678202607171300abc00000001","valor":"0.00","horario":"2026-07-17T13:01:00Z"}`,
		"at no time":              `{"endToEndId":"E12345678202607171300abc00000001","valor":"1.00","horario":"ontem"}`,
		"with a refund of no sum": `{"endToEndId":"E12345678202607171300abc00000001","valor":"1.00","horario":"2026-07-17T13:01:00Z","devolucoes":[{"id":"r"}]}`,
		"no object":               `"Maria"`,
	} {
		b := newBank(t)
		c := b.client(t)
		b.Before = pixtest.Once("GET /api/v2/pix", func(w http.ResponseWriter) {
			_, _ = fmt.Fprintf(w, `{"parametros":{"paginacao":{"quantidadeDePaginas":2}},"pix":[%s,%s]}`, bad, good)
		})
		page, err := c.Received(t.Context(), pix.Window{From: b.clock.Now(), To: b.clock.Now()})
		if err != nil || !page.More || len(page.Receipts) != 1 || page.Receipts[0].Amount != 7980 || len(page.Unread) != 1 {
			t.Errorf("%s: %+v, %v", name, page, err)
			continue
		}
		if text := page.Unread[0].Error(); !errors.Is(page.Unread[0], errUnreadable) || strings.Contains(text, "Maria") {
			t.Errorf("%s: %s", name, text)
		}
	}
}
