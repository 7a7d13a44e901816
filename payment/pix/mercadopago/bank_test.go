package mercadopago

import (
	"context"
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"strconv"
	"strings"
	"sync"
	"testing"
	"time"

	"balcao/internal/clock"
	"balcao/money"
	"balcao/payment/pix"
	"balcao/payment/pix/pixtest"
)

// bank answers as Mercado Pago's reference says its API does: one payment for each
// idempotency key, amounts as JSON numbers, times at -04:00.
type bank struct {
	pixtest.Faulty

	clock *clock.Fake
	url   string

	mu       sync.Mutex
	payments []*mpPayment
	byKey    map[string]*keyed
	// lag hides payments from the search.
	lag bool
	// slow leaves refunds in process until they are asked for.
	slow bool
}

type keyed struct {
	body string
	made any
}

type mpPayment struct {
	id                         int64
	status, detail, ref        string
	amount                     money.Amount
	created, approved, expires time.Time
	code                       string
	refunds                    []*mpRefund
	shape                      func(map[string]any)
}

type mpRefund struct {
	id     int64
	amount money.Amount
	status string
	source any
}

const testToken = "APP_USR-secret-token"

var zone = time.FixedZone("", -4*3600)

func newBank(t *testing.T) *bank {
	t.Helper()
	b := &bank{clock: clock.NewFake(time.Date(2026, 7, 17, 13, 0, 0, 0, time.UTC)), byKey: map[string]*keyed{}}
	b.Bank = b.serve
	server := httptest.NewServer(b)
	t.Cleanup(server.Close)
	b.url = server.URL
	return b
}

func (b *bank) client(t *testing.T, change ...func(*Config)) *Client {
	t.Helper()
	config := Config{
		BaseURL: b.url, AccessToken: testToken, PayerEmail: "pagador@balcao.example", Clock: b.clock,
		NotificationURL: "https://loja.example/webhooks/pix/segredo",
		Sleep:           func(ctx context.Context, _ time.Duration) error { return ctx.Err() },
	}
	for _, f := range change {
		f(&config)
	}
	c, err := New(config)
	if err != nil {
		t.Fatal(err)
	}
	return c
}

func (b *bank) serve(w http.ResponseWriter, r *http.Request) {
	b.mu.Lock()
	defer b.mu.Unlock()
	if r.Header.Get("Authorization") != "Bearer "+testToken {
		failure(w, http.StatusUnauthorized, "unauthorized", 5)
		return
	}
	body, _ := io.ReadAll(r.Body)
	path := strings.Split(strings.TrimPrefix(r.URL.Path, "/v1/payments"), "/")[1:]
	switch {
	case len(path) == 0 && r.Method == http.MethodPost:
		b.once(w, r, string(body), func() any { return b.wire(b.create(body)) })
	case len(path) == 1 && path[0] == "search":
		b.search(w, r)
	default:
		p := b.find(path[0])
		if p == nil {
			failure(w, http.StatusNotFound, "not_found", 2000)
			return
		}
		b.one(w, r, p, path[1:], body)
	}
}

// once makes what a key asks for once. With the key and another body it says that the key
// is taken.
func (b *bank) once(w http.ResponseWriter, r *http.Request, body string, make func() any) {
	key := r.Method + r.URL.Path + r.Header.Get("X-Idempotency-Key")
	if r.Header.Get("X-Idempotency-Key") == "" {
		failure(w, http.StatusBadRequest, "bad_request", 4292)
		return
	}
	if known, ok := b.byKey[key]; ok && known.body != body {
		failure(w, http.StatusNotFound, "not_found_key", 2032)
		return
	} else if ok {
		answer(w, http.StatusOK, known.made)
		return
	}
	made := make()
	b.byKey[key] = &keyed{body, made}
	answer(w, http.StatusCreated, made)
}

func (b *bank) create(body []byte) *mpPayment {
	var wish struct {
		Amount  json.Number `json:"transaction_amount"`
		Ref     string      `json:"external_reference"`
		Expires string      `json:"date_of_expiration"`
	}
	_ = json.Unmarshal(body, &wish)
	p := &mpPayment{
		id: 90000000001 + int64(len(b.payments)), status: "pending", detail: "pending_waiting_transfer", ref: wish.Ref, created: b.clock.Now(),
	}
	p.amount, _ = pix.ParseValor(wish.Amount.String())
	p.expires, _ = time.Parse(timeFormat, wish.Expires)
	p.code, _ = pix.BuildStatic(pix.Payee{Name: "Loja", City: "SAO PAULO"}, "pix@balcao.example", p.amount, fmt.Sprintf("mpqrinter%d", p.id))
	b.payments = append(b.payments, p)
	return p
}

func (b *bank) one(w http.ResponseWriter, r *http.Request, p *mpPayment, rest []string, body []byte) {
	switch {
	case len(rest) == 0 && r.Method == http.MethodPut:
		if p.status != "pending" {
			failure(w, http.StatusBadRequest, "bad_request", 2018)
			return
		}
		p.status, p.detail = "cancelled", "by_collector"
		answer(w, http.StatusOK, b.wire(p))
	case len(rest) == 0:
		answer(w, http.StatusOK, b.wire(p))
	case len(rest) == 1 && r.Method == http.MethodPost:
		b.refund(w, r, p, body)
	case len(rest) == 2:
		for _, f := range p.refunds {
			if strconv.FormatInt(f.id, 10) == rest[1] {
				f.status = "approved"
				answer(w, http.StatusOK, f.wire(p))
				return
			}
		}
		failure(w, http.StatusNotFound, "not_found", 2032)
	}
}

func (b *bank) refund(w http.ResponseWriter, r *http.Request, p *mpPayment, body []byte) {
	var wish struct {
		Amount json.Number `json:"amount"`
	}
	_ = json.Unmarshal(body, &wish)
	amount, err := pix.ParseValor(wish.Amount.String())
	left := p.amount
	for _, f := range p.refunds {
		left -= f.amount
	}
	key := r.Method + r.URL.Path + r.Header.Get("X-Idempotency-Key")
	if _, known := b.byKey[key]; !known && (err != nil || amount > left || p.approved.IsZero()) {
		failure(w, http.StatusBadRequest, "bad_request", 2063)
		return
	}
	b.once(w, r, string(body), func() any {
		f := &mpRefund{id: 70000000001 + int64(len(b.byKey)), amount: amount, status: "approved", source: map[string]any{"type": "collector", "name": "Maria Secreta"}}
		if b.slow {
			f.status = "in_process"
		}
		p.refunds = append(p.refunds, f)
		if amount == left {
			p.status, p.detail = "refunded", "refunded"
		}
		return f.wire(p)
	})
}

func (b *bank) search(w http.ResponseWriter, r *http.Request) {
	q := r.URL.Query()
	limit, _ := strconv.Atoi(q.Get("limit"))
	offset, _ := strconv.Atoi(q.Get("offset"))
	hits := []any{}
	if ref := q.Get("external_reference"); ref != "" {
		for _, p := range b.payments {
			if p.ref == ref && !b.lag {
				hits = append(hits, b.wire(p))
			}
		}
	} else {
		from, errFrom := time.Parse(timeFormat, q.Get("begin_date"))
		to, errTo := time.Parse(timeFormat, q.Get("end_date"))
		if errFrom != nil || errTo != nil || q.Get("range") != "date_approved" {
			failure(w, http.StatusBadRequest, "bad_request", 1001)
			return
		}
		for _, p := range b.payments {
			if !p.approved.IsZero() && !p.approved.Before(from) && !p.approved.After(to) {
				hits = append(hits, b.wire(p))
			}
		}
	}
	start := min(offset, len(hits))
	answer(w, http.StatusOK, map[string]any{
		"paging":  map[string]any{"total": len(hits), "limit": limit, "offset": offset},
		"results": hits[start:min(start+limit, len(hits))],
	})
}

func (b *bank) find(id string) *mpPayment {
	for _, p := range b.payments {
		if strconv.FormatInt(p.id, 10) == id {
			return p
		}
	}
	return nil
}

// reais writes an amount as a JSON number that has no more digits than it needs.
func reais(a money.Amount) json.Number {
	text := fmt.Sprintf("%d.%02d", a/100, a%100)
	return json.Number(strings.TrimSuffix(strings.TrimSuffix(text, "0"), "0") + "0")
}

func (b *bank) wire(p *mpPayment) map[string]any {
	m := map[string]any{
		"id": p.id, "status": p.status, "status_detail": p.detail, "payment_method_id": "pix", "payment_type_id": "bank_transfer",
		"currency_id": "BRL", "external_reference": p.ref, "transaction_amount": reais(p.amount),
		"date_created": p.created.In(zone).Format(timeFormat), "date_of_expiration": p.expires.In(zone).Format(timeFormat),
		"date_approved": nil, "payer": map[string]any{"email": "maria@secreta.example", "identification": map[string]any{"number": "52998224725"}},
		"point_of_interaction": map[string]any{"type": "PIX", "transaction_data": map[string]any{"qr_code": p.code, "qr_code_base64": "iVBORw0KGgo="}},
		"refunds":              []any{},
	}
	if !p.approved.IsZero() {
		m["date_approved"] = p.approved.In(zone).Format(timeFormat)
	}
	var refunds []any
	for _, f := range p.refunds {
		refunds = append(refunds, f.wire(p))
	}
	if refunds != nil {
		m["refunds"] = refunds
	}
	if p.shape != nil {
		p.shape(m)
	}
	return m
}

func (f *mpRefund) wire(p *mpPayment) map[string]any {
	return map[string]any{"id": f.id, "payment_id": p.id, "amount": reais(f.amount), "status": f.status, "source": f.source}
}

// pay approves a payment.
func (b *bank) pay(t *testing.T, p pix.Payment) string {
	t.Helper()
	b.mu.Lock()
	defer b.mu.Unlock()
	for _, one := range b.payments {
		if one.ref == string(p.TXID) && one.status == "pending" {
			one.status, one.detail, one.approved = "approved", "accredited", b.clock.Now()
			return strconv.FormatInt(one.id, 10)
		}
	}
	t.Fatalf("charge %s cannot be paid", p.TXID)
	return ""
}

func answer(w http.ResponseWriter, status int, body any) {
	w.WriteHeader(status)
	_ = json.NewEncoder(w).Encode(body)
}

func failure(w http.ResponseWriter, status int, kind string, code int) {
	answer(w, status, map[string]any{
		"message": "Maria Secreta", "error": kind, "status": status, "cause": []any{map[string]any{"code": code, "description": "52998224725"}},
	})
}

func TestContract(t *testing.T) {
	t.Parallel()
	pixtest.Run(t, func(t *testing.T) pixtest.Bank {
		b := newBank(t)
		c := b.client(t)
		return pixtest.Bank{
			Provider: c, Statement: c, Now: b.clock.Now, Advance: b.clock.Advance, Strict: true,
			Pay: func(t *testing.T, p pix.Payment) {
				t.Helper()
				b.pay(t, p)
			},
		}
	})
}
