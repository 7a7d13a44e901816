package fakepsp

import (
	"context"
	"encoding/json"
	"io"
	"log/slog"
	"net"
	"net/http"
	"net/http/httptest"
	"sync"
	"testing"
	"time"

	"balcao/internal/clock"
	"balcao/internal/ids"
	"balcao/money"
	"balcao/payment"
	"balcao/payment/pix"
	"balcao/payment/pix/bcb"
)

const (
	testKey    = "pix@balcao.example"
	chargeLife = 30 * time.Minute
	price      = money.Amount(7980)
)

// rig is a whole provider on a free port, a shop's client of it and a shop's ear for
// callbacks.
type rig struct {
	bank     *Bank
	switches *Switches
	identity *Identity
	url      string
	client   *bcb.Client
	ear      *ear
	ids      *ids.Source
}

// newRig starts one; change may be nil.
func newRig(t *testing.T, change func(*Config)) *rig {
	t.Helper()
	identity, err := OpenIdentity(t.TempDir(), time.Now())
	if err != nil {
		t.Fatal(err)
	}
	caller := NewCaller(identity)
	t.Cleanup(caller.Close)
	r := &rig{switches: NewSwitches(1), identity: identity, ear: newEar(t), ids: ids.NewSource(nil)}
	config := Config{
		PayeeName: "Loja", City: "SAO PAULO", CNPJ: "99887766000105", Key: testKey, Host: "pix.example", Switches: r.switches, Deliver: caller.Deliver,
	}
	if change != nil {
		change(&config)
	}
	if r.bank, err = Open(config); err != nil {
		t.Fatal(err)
	}
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	r.url = "https://" + listener.Addr().String()
	server := NewServer(ServerConfig{Bank: r.bank, Identity: identity, Logger: slog.New(slog.DiscardHandler)})
	ctx, stop := context.WithCancel(context.Background())
	var ended sync.WaitGroup
	ended.Go(func() {
		if err := server.Serve(ctx, listener); err != nil {
			t.Errorf("Serve: %v", err)
		}
	})
	ended.Go(func() {
		if err := r.bank.Run(ctx); err != nil {
			t.Errorf("Run: %v", err)
		}
	})
	t.Cleanup(func() {
		stop()
		ended.Wait()
		if err := r.bank.Close(); err != nil {
			t.Error(err)
		}
	})
	r.client = r.newClient(t, config.Clock)
	if err := r.client.RegisterWebhook(t.Context(), r.ear.url); err != nil {
		t.Fatal(err)
	}
	return r
}

func (r *rig) newClient(t *testing.T, c clock.Clock) *bcb.Client {
	t.Helper()
	client, err := bcb.New(bcb.Config{
		BaseURL: r.url + PathAPI, TokenURL: r.url + PathToken, ClientID: ClientID, ClientSecret: r.identity.ClientSecret,
		Key: testKey, Payee: pix.Payee{Name: "Loja", City: "SAO PAULO"}, TLS: r.identity.ClientTLS(), Clock: c,
		Sleep: func(ctx context.Context, _ time.Duration) error { return ctx.Err() },
	})
	if err != nil {
		t.Fatal(err)
	}
	return client
}

// charge makes a charge by the client.
func (r *rig) charge(t *testing.T) (ids.TXID, payment.IssuedCharge) {
	t.Helper()
	txid := r.ids.TXID()
	issued, err := r.client.Charge(t.Context(), r.request(txid))
	if err != nil {
		t.Fatalf("Charge: %v", err)
	}
	return txid, issued
}

func (r *rig) request(txid ids.TXID) payment.ChargeRequest {
	return payment.ChargeRequest{TXID: txid, Amount: price, ExpiresAt: r.bank.config.Clock.Now().Add(chargeLife), Description: "Pedido 1"}
}

// paid makes a charge and has its buyer pay.
func (r *rig) paid(t *testing.T) payment.Receipt {
	t.Helper()
	txid, _ := r.charge(t)
	receipt, err := r.bank.Settle(t.Context(), txid)
	if err != nil {
		t.Fatalf("Settle: %v", err)
	}
	return receipt
}

func (r *rig) status(t *testing.T, txid ids.TXID) payment.ChargeStatus {
	t.Helper()
	got, err := r.client.Status(t.Context(), txid)
	if err != nil {
		t.Fatalf("Status: %v", err)
	}
	return got
}

func (r *rig) set(t *testing.T, f Fault, to Setting) {
	t.Helper()
	if err := r.switches.Set(f, to); err != nil {
		t.Fatal(err)
	}
}

// ear is the shop's end of the callbacks.
type ear struct {
	url string

	mu     sync.Mutex
	heard  []call
	status int
	during func(call)
}

// call is one callback.
type call struct {
	at   time.Time
	path string
	pix  []heardPix
}

type heardPix struct {
	EndToEndID, TXID, Valor string
	Devolucoes              []struct{ ID, Status string }
}

func newEar(t *testing.T) *ear {
	e := &ear{status: http.StatusOK}
	server := httptest.NewServer(e)
	t.Cleanup(server.Close)
	e.url = server.URL + "/webhooks/segredo"
	return e
}

func (e *ear) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	raw, err := io.ReadAll(r.Body)
	var body struct{ Pix []heardPix }
	if err != nil || json.Unmarshal(raw, &body) != nil || r.Method != http.MethodPost {
		w.WriteHeader(http.StatusTeapot)
		return
	}
	c := call{at: time.Now(), path: r.URL.Path, pix: body.Pix}
	e.mu.Lock()
	e.heard = append(e.heard, c)
	status, during := e.status, e.during
	e.mu.Unlock()
	if during != nil {
		during(c)
	}
	w.WriteHeader(status)
}

func (e *ear) calls() []call {
	e.mu.Lock()
	defer e.mu.Unlock()
	return append([]call(nil), e.heard...)
}

// wait returns the callbacks once there are n, and fails if more come soon after.
func (e *ear) wait(t *testing.T, n int) []call {
	t.Helper()
	deadline := time.Now().Add(10 * time.Second)
	for len(e.calls()) < n {
		if time.Now().After(deadline) {
			t.Fatalf("%d callbacks, want %d", len(e.calls()), n)
		}
		time.Sleep(5 * time.Millisecond)
	}
	time.Sleep(30 * time.Millisecond)
	got := e.calls()
	if len(got) != n {
		t.Fatalf("%d callbacks, want %d: %+v", len(got), n, got)
	}
	return got
}
