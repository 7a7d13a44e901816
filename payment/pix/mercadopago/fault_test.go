package mercadopago

import (
	"errors"
	"net/http"
	"strings"
	"testing"
	"time"

	"balcao/checkout"
	"balcao/internal/ids"
	"balcao/payment"
	"balcao/payment/pix"
	"balcao/payment/pix/pixtest"
)

func request(b *bank) payment.ChargeRequest {
	return payment.ChargeRequest{TXID: ids.NewSource(nil).TXID(), Amount: 7980, ExpiresAt: b.clock.Now().Add(time.Hour), Description: "Pedido"}
}

// A POST whose answer is lost, or that did not arrive, makes one payment.
func TestPostWhoseAnswerIsLost(t *testing.T) {
	t.Parallel()
	for name, lose := range map[string]func(http.ResponseWriter){"500": pixtest.Status(500), "429": pixtest.Status(429), "hang up": pixtest.HangUp} {
		for _, arrived := range []bool{true, false} {
			b := newBank(t)
			if fault := pixtest.Once("POST /v1/payments", lose); arrived {
				b.After = fault
			} else {
				b.Before = fault
			}
			c := b.client(t)
			r := request(b)
			if _, err := c.Charge(t.Context(), r); err != nil || len(b.payments) != 1 {
				t.Fatalf("%s: %d payments, %v", name, len(b.payments), err)
			}
			refund := payment.RefundRequest{ID: "r1", EndToEndID: b.pay(t, pix.Payment{TXID: r.TXID}), TXID: r.TXID, Amount: 100}
			if fault := pixtest.Once("POST ", lose); arrived {
				b.After = fault
			} else {
				b.Before = fault
			}
			if state, err := c.Refund(t.Context(), refund); err != nil || state != payment.RefundDone || len(b.payments[0].refunds) != 1 {
				t.Errorf("%s: refund %q, %d of them, %v", name, state, len(b.payments[0].refunds), err)
			}
		}
	}
}

// After a restart the search may not know the payment yet: it is not made again, and not
// lost, although the request has other words by then.
func TestSearchThatLagsBehind(t *testing.T) {
	t.Parallel()
	b := newBank(t)
	r := request(b)
	r.ExpiresAt = b.clock.Now().Add(10 * time.Minute) // so that the end depends on when it is asked
	first, err := b.client(t).Charge(t.Context(), r)
	if err != nil {
		t.Fatal(err)
	}
	b.lag = true
	b.clock.Advance(time.Minute)
	restarted := b.client(t)
	if _, err := restarted.Charge(t.Context(), r); err == nil || errors.Is(err, checkout.ErrRefused) || len(b.payments) != 1 {
		t.Errorf("while it lags: %d payments, %v", len(b.payments), err)
	}
	b.lag = false
	again, err := restarted.Charge(t.Context(), r)
	if err != nil || again.CopyPaste != first.CopyPaste || !again.ExpiresAt.Equal(first.ExpiresAt) || len(b.payments) != 1 {
		t.Errorf("afterwards: %d payments, %+v, %v", len(b.payments), again, err)
	}
	b.lag = true // it is remembered now
	if got, err := restarted.Status(t.Context(), r.TXID); err != nil || !got.Found {
		t.Errorf("status: %+v, %v", got, err)
	}
}

// A charge that should live shorter than the API allows lives so long.
func TestShortLife(t *testing.T) {
	t.Parallel()
	b := newBank(t)
	r := request(b)
	r.ExpiresAt = b.clock.Now().Add(time.Minute)
	issued, err := b.client(t).Charge(t.Context(), r)
	if err != nil || issued.ExpiresAt.Sub(b.clock.Now()) != minLife+lifeMargin {
		t.Errorf("until %s, %v", issued.ExpiresAt, err)
	}
}

// The states of a payment, and what they say of money.
func TestStates(t *testing.T) {
	t.Parallel()
	for _, tc := range []struct {
		status, detail string
		removed        bool
		receipts       int
		back           payment.RefundState
	}{
		{pending, "pending_waiting_transfer", false, 0, ""},
		{"in_process", "", false, 0, ""},
		{"something_new", "", false, 0, ""},
		{cancelled, "by_collector", true, 0, ""},
		{cancelled, expired, false, 0, ""},
		{rejected, "bank_error", true, 0, ""},
		{approved, "accredited", false, 1, ""},
		{inMediation, "", false, 1, payment.RefundQueued},
		{chargedBack, "", false, 1, payment.RefundDone},
	} {
		b := newBank(t)
		c := b.client(t)
		r := request(b)
		if _, err := c.Charge(t.Context(), r); err != nil {
			t.Fatal(err)
		}
		id := b.pay(t, pix.Payment{TXID: r.TXID})
		p := b.payments[0]
		p.status, p.detail = tc.status, tc.detail
		got, err := c.Status(t.Context(), r.TXID)
		if err != nil || !got.Found || got.Removed != tc.removed || len(got.Receipts) != tc.receipts {
			t.Errorf("%s: %+v, %v", tc.status, got, err)
			continue
		}
		if tc.back == "" && len(got.Refunds) != 0 {
			t.Errorf("%s: went back: %+v", tc.status, got.Refunds)
		}
		if want := (payment.RefundRecord{EndToEndID: id, Amount: 7980, State: tc.back, Unasked: true}); tc.back != "" && (len(got.Refunds) != 1 || got.Refunds[0] != want) {
			t.Errorf("%s: went back: %+v", tc.status, got.Refunds)
		}
	}
}

// A refund that somebody else wished is told apart, however its source is written; one in
// process is asked for.
func TestRefundStates(t *testing.T) {
	t.Parallel()
	for name, tc := range map[string]struct {
		source  any
		unasked bool
	}{
		"the shop": {map[string]any{"type": "collector"}, false}, "the shop, in a list": {[]any{map[string]any{"type": "collector"}}, false},
		"an admin": {map[string]any{"type": "admin"}, true}, "nobody": {nil, false},
	} {
		b := newBank(t)
		c := b.client(t)
		r := request(b)
		if _, err := c.Charge(t.Context(), r); err != nil {
			t.Fatal(err)
		}
		b.pay(t, pix.Payment{TXID: r.TXID})
		b.payments[0].refunds = []*mpRefund{{id: 7, amount: 100, status: "approved", source: tc.source}}
		got, err := c.Status(t.Context(), r.TXID)
		if err != nil || len(got.Refunds) != 1 || got.Refunds[0].Unasked != tc.unasked {
			t.Errorf("%s: %+v, %v", name, got.Refunds, err)
		}
	}
	b := newBank(t)
	b.slow = true
	c := b.client(t)
	r := request(b)
	if _, err := c.Charge(t.Context(), r); err != nil {
		t.Fatal(err)
	}
	refund := payment.RefundRequest{ID: "r1", EndToEndID: b.pay(t, pix.Payment{TXID: r.TXID}), TXID: r.TXID, Amount: 7980}
	if state, err := c.Refund(t.Context(), refund); err != nil || state != payment.RefundDone {
		t.Errorf("in process: %q, %v", state, err)
	}
	// The key is forgotten, the money is gone: it was this refund.
	b.byKey = map[string]*keyed{}
	if state, err := c.Refund(t.Context(), refund); err != nil || state != payment.RefundDone {
		t.Errorf("after the key: %q, %v", state, err)
	}
}

// A provider that is down, or a page that is not the API's, leaves all open.
func TestProviderDown(t *testing.T) {
	t.Parallel()
	for _, code := range []int{302, 401, 403, 404, 429, 500} {
		b := newBank(t)
		c := b.client(t)
		r := request(b)
		b.Before = func(w http.ResponseWriter, _ *http.Request) bool {
			w.Header().Set("Location", b.url+"/elsewhere")
			w.WriteHeader(code)
			return true
		}
		_, errCharge := c.Charge(t.Context(), r)
		_, errStatus := c.Status(t.Context(), r.TXID)
		errRemove := c.Remove(t.Context(), r.TXID)
		state, errRefund := c.Refund(t.Context(), payment.RefundRequest{ID: "r", EndToEndID: "123", Amount: 1})
		_, errID := c.TXID(t.Context(), "123")
		errAuth := c.Authenticate(t.Context())
		for what, err := range map[string]error{
			"charge": errCharge, "status": errStatus, "remove": errRemove, "refund": errRefund, "txid": errID, "authenticate": errAuth,
		} {
			if err == nil || errors.Is(err, checkout.ErrRefused) || errors.Is(err, ErrNoPayment) {
				t.Errorf("%d, %s: got %v, want an error that leaves all open", code, what, err)
			}
		}
		if state != payment.RefundNone || b.Made("POST ") != 0 || b.Made("GET /elsewhere") != 0 {
			t.Errorf("%d: refund %q, %d POSTs", code, state, b.Made("POST "))
		}
	}
}

// What cannot be believed is no answer: another's payment, no amount, a code that pays
// something else.
func TestUnbelievable(t *testing.T) {
	t.Parallel()
	other, err := pix.BuildStatic(pix.Payee{Name: "Loja", City: "SAO PAULO"}, "pix@balcao.example", 1, "x")
	if err != nil {
		t.Fatal(err)
	}
	code := func(text string) func(map[string]any) {
		return func(m map[string]any) {
			m["point_of_interaction"].(map[string]any)["transaction_data"] = map[string]any{"qr_code": text}
		}
	}
	for name, tc := range map[string]struct {
		shape  func(map[string]any)
		status bool // whether the status can be told all the same
	}{
		"another reference":   {func(m map[string]any) { m["external_reference"] = "x" }, false},
		"another method":      {func(m map[string]any) { m["payment_method_id"] = "visa" }, false},
		"another currency":    {func(m map[string]any) { m["currency_id"] = "ARS" }, false},
		"no amount":           {func(m map[string]any) { delete(m, "transaction_amount") }, false},
		"an amount in text":   {func(m map[string]any) { m["transaction_amount"] = "79.80" }, false},
		"thousandths":         {func(m map[string]any) { m["transaction_amount"] = 79.801 }, false},
		"an exponent":         {func(m map[string]any) { m["transaction_amount"] = 1e30 }, false},
		"paid at no time":     {func(m map[string]any) { m["date_approved"] = nil }, false},
		"another id":          {func(m map[string]any) { m["id"] = 5 }, false},
		"no end":              {func(m map[string]any) { m["date_of_expiration"] = nil }, true},
		"a code of 1 cent":    {code(other), true},
		"a code that is none": {code("x"), true},
		"no code":             {code(""), true},
	} {
		b := newBank(t)
		c := b.client(t)
		r := request(b)
		if _, err := c.Charge(t.Context(), r); err != nil {
			t.Fatal(err)
		}
		b.pay(t, pix.Payment{TXID: r.TXID})
		b.payments[0].shape = tc.shape
		if got, err := c.Charge(t.Context(), r); err == nil {
			t.Errorf("%s: shown %+v", name, got)
		}
		got, err := c.Status(t.Context(), r.TXID)
		if (err == nil) != tc.status || tc.status && (len(got.Receipts) != 1 || got.Issued.CopyPaste != "" && name != "no end") {
			t.Errorf("%s: status %+v, %v", name, got, err)
		}
	}
}

// Errors name nobody.
func TestErrorsTellNobody(t *testing.T) {
	t.Parallel()
	b := newBank(t)
	b.Before = pixtest.Once("POST /v1/payments", func(w http.ResponseWriter) { failure(w, http.StatusBadRequest, "bad_request", 2067) })
	_, err := b.client(t).Charge(t.Context(), request(b))
	if !errors.Is(err, checkout.ErrRefused) || !strings.Contains(err.Error(), "status 400, cause 2067") {
		t.Fatalf("got %v", err)
	}
	for _, leak := range []string{"Maria", "52998224725", testToken, b.url, "pagador@"} {
		if strings.Contains(err.Error(), leak) {
			t.Errorf("the error tells %q: %v", leak, err)
		}
	}
}

// A notification's payment leads to its charge, and nothing else does.
func TestTXID(t *testing.T) {
	t.Parallel()
	b := newBank(t)
	c := b.client(t)
	r := request(b)
	if _, err := c.Charge(t.Context(), r); err != nil {
		t.Fatal(err)
	}
	if txid, err := c.TXID(t.Context(), "90000000001"); err != nil || txid != r.TXID {
		t.Errorf("got %q, %v", txid, err)
	}
	for _, id := range []string{"90000000002", "", "x", "1/../2"} {
		if txid, err := c.TXID(t.Context(), id); !errors.Is(err, ErrNoPayment) {
			t.Errorf("%q: got %q, %v", id, txid, err)
		}
	}
	b.payments[0].shape = func(m map[string]any) { m["external_reference"] = "pedido 7 da outra loja" }
	if txid, err := c.TXID(t.Context(), "90000000001"); !errors.Is(err, ErrNoPayment) {
		t.Errorf("another shop's: got %q, %v", txid, err)
	}
}

func TestNewRefuses(t *testing.T) {
	t.Parallel()
	good := Config{AccessToken: "x", PayerEmail: "a@b.example"}
	if _, err := New(good); err != nil {
		t.Fatal(err)
	}
	for name, spoil := range map[string]func(*Config){
		"plain http":       func(c *Config) { c.BaseURL = "http://a.example" },
		"no token":         func(c *Config) { c.AccessToken = "" },
		"no payer":         func(c *Config) { c.PayerEmail = "" },
		"a bad payer":      func(c *Config) { c.PayerEmail = "a" },
		"a bad notice url": func(c *Config) { c.NotificationURL = "http://a.example" },
	} {
		c := good
		spoil(&c)
		if _, err := New(c); err == nil {
			t.Errorf("%s: taken", name)
		}
	}
}

// One payment that cannot be read does not hide its neighbours in the statement; what is no
// Pix is none of the shop's business.
func TestUnreadableInStatement(t *testing.T) {
	t.Parallel()
	const good = `{"id":7,"status":"approved","payment_method_id":"pix","transaction_amount":79.8,"date_approved":"2026-07-17T10:01:00.000-03:00"}`
	for name, tc := range map[string]struct {
		text   string
		unread int
	}{
		"no id":                  {`{"status":"approved","payment_method_id":"pix","transaction_amount":1,"date_approved":"2026-07-17T10:01:00.000-03:00"}`, 1},
		"an amount in words":     {`{"id":8,"status":"approved","payment_method_id":"pix","transaction_amount":"Maria"}`, 1},
		"at no time":             {`{"id":8,"status":"approved","payment_method_id":"pix","transaction_amount":1}`, 1},
		"no object":              {`"Maria"`, 1},
		"not paid":               {`{"id":8,"status":"pending","payment_method_id":"pix","transaction_amount":1}`, 0},
		"a card, another amount": {`{"id":8,"status":"approved","payment_method_id":"visa","transaction_amount":1.2345}`, 0},
	} {
		b := newBank(t)
		b.Before = pixtest.Once("GET /v1/payments/search", func(w http.ResponseWriter) {
			_, _ = w.Write([]byte(`{"paging":{"total":2},"results":[` + tc.text + `,` + good + `]}`))
		})
		page, err := b.client(t).Received(t.Context(), pix.Window{From: b.clock.Now(), To: b.clock.Now()})
		if err != nil || len(page.Receipts) != 1 || page.Receipts[0].Amount != 7980 || len(page.Unread) != tc.unread {
			t.Errorf("%s: %+v, %v", name, page, err)
		}
		for _, err := range page.Unread {
			if !errors.Is(err, errUnreadable) || strings.Contains(err.Error(), "Maria") {
				t.Errorf("%s: %v", name, err)
			}
		}
	}
}
