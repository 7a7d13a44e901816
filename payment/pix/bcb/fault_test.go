package bcb

import (
	"context"
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
	return payment.ChargeRequest{TXID: ids.NewSource(nil).TXID(), Amount: 7980, ExpiresAt: b.clock.Now().Add(30 * time.Minute), Description: "Pedido"}
}

// A PUT whose answer is lost made the charge all the same: it is found, not made again.
func TestChargeWhoseAnswerIsLost(t *testing.T) {
	t.Parallel()
	for name, lose := range map[string]func(http.ResponseWriter){"500": pixtest.Status(500), "504": pixtest.Status(504), "hang up": pixtest.HangUp} {
		b := newBank(t)
		b.After = pixtest.Once("PUT /api/v2/cob/", lose)
		if _, err := b.client(t).Charge(t.Context(), request(b)); err != nil {
			t.Errorf("%s: %v", name, err)
		}
		if puts := b.Made("PUT "); puts != 1 {
			t.Errorf("%s: %d PUTs, want 1", name, puts)
		}
	}
}

// A PUT that did not arrive is repeated with the same txid, and only after a look.
func TestChargeThatDidNotArrive(t *testing.T) {
	t.Parallel()
	b := newBank(t)
	b.Before = pixtest.Once("PUT /api/v2/cob/", pixtest.Status(503))
	if _, err := b.client(t).Charge(t.Context(), request(b)); err != nil {
		t.Fatal(err)
	}
	if puts, gets := b.Made("PUT "), b.Made("GET "); puts != 2 || gets != 2 || len(b.cobs) != 1 {
		t.Errorf("%d PUTs, %d GETs, %d charges; want 2, 2, 1", puts, gets, len(b.cobs))
	}
}

// A provider that is down leaves all open, and is not asked without end.
func TestProviderDown(t *testing.T) {
	t.Parallel()
	for _, code := range []int{302, 401, 403, 408, 418, 429, 500, 503} {
		b := newBank(t)
		c := b.client(t)
		r := request(b)
		b.Before = func(w http.ResponseWriter, r *http.Request) bool {
			if r.URL.Path == "/oauth/token" {
				return false
			}
			w.Header().Set("Location", b.url+"/elsewhere")
			w.WriteHeader(code)
			return true
		}
		_, errCharge := c.Charge(t.Context(), r)
		_, errStatus := c.Status(t.Context(), r.TXID)
		errRemove := c.Remove(t.Context(), r.TXID)
		state, errRefund := c.Refund(t.Context(), payment.RefundRequest{ID: "r", EndToEndID: "E12345678202607171300abc00000000", Amount: 1})
		_, errList := c.Received(t.Context(), pix.Window{From: b.clock.Now(), To: b.clock.Now()})
		for what, err := range map[string]error{"charge": errCharge, "status": errStatus, "remove": errRemove, "refund": errRefund, "list": errList} {
			if err == nil || errors.Is(err, checkout.ErrRefused) {
				t.Errorf("%d, %s: got %v, want an error that leaves all open", code, what, err)
			}
		}
		if state != payment.RefundNone || b.Made("GET /elsewhere") != 0 || b.Made("PUT ") != 0 {
			t.Errorf("%d: refund %q, %d calls elsewhere, %d PUTs", code, state, b.Made("GET /elsewhere"), b.Made("PUT "))
		}
		if gets := b.Made("GET "); gets > 15 {
			t.Errorf("%d: %d calls", code, gets)
		}
	}
}

// Not found is believed in the API's words alone.
func TestNotFoundOfSomeoneElse(t *testing.T) {
	t.Parallel()
	for name, body := range map[string]string{
		"a page": "<html>404</html>", "nothing": "", "a framework": `{"status":404,"error":"Not Found","path":"/cob"}`,
		"another kind": `{"type":"about:blank","status":404}`,
	} {
		b := newBank(t)
		c := b.client(t)
		r := request(b)
		b.Before = func(w http.ResponseWriter, r *http.Request) bool {
			if r.URL.Path == "/oauth/token" {
				return false
			}
			w.WriteHeader(http.StatusNotFound)
			_, _ = w.Write([]byte(body))
			return true
		}
		if got, err := c.Status(t.Context(), r.TXID); err == nil {
			t.Errorf("%s: status %+v, want an error", name, got)
		}
		if _, err := c.Charge(t.Context(), r); err == nil || b.Made("PUT ") != 0 {
			t.Errorf("%s: charge: %v, %d PUTs", name, err, b.Made("PUT "))
		}
	}
	for name, body := range map[string]string{
		"the API":        `{"type":"https://pix.bcb.gov.br/api/v2/error/CobNaoEncontrada","status":404}`,
		"another bank's": `{"type":"https://api.bb.com.br/api/v2/error/NaoEncontrado","title":"x"}`,
		"Efí":            `{"nome":"cobranca_nao_encontrada","mensagem":"x"}`,
	} {
		b := newBank(t)
		b.Before = pixtest.Once("GET /api/v2/cob/", func(w http.ResponseWriter) {
			w.WriteHeader(http.StatusNotFound)
			_, _ = w.Write([]byte(body))
		})
		if got, err := b.client(t).Status(t.Context(), request(b).TXID); err != nil || got.Found {
			t.Errorf("%s: status %+v, %v, want not found", name, got, err)
		}
	}
}

// A charge that was paid while it was removed is no error.
func TestRemoveLosesTheRace(t *testing.T) {
	t.Parallel()
	b := newBank(t)
	c := b.client(t)
	r := request(b)
	if _, err := c.Charge(t.Context(), r); err != nil {
		t.Fatal(err)
	}
	b.Before = pixtest.Once("PATCH ", func(w http.ResponseWriter) {
		b.pay(t, pix.Payment{TXID: r.TXID})
		problemAnswer(w, http.StatusBadRequest, "CobOperacaoInvalida")
	})
	if err := c.Remove(t.Context(), r.TXID); err != nil {
		t.Error(err)
	}
	if got, err := c.Status(t.Context(), r.TXID); err != nil || got.Removed || len(got.Receipts) != 1 {
		t.Errorf("got %+v, %v", got, err)
	}
}

// owed is the refund of a charge that was made and paid.
func owed(t *testing.T, b *bank, c *Client) payment.RefundRequest {
	t.Helper()
	r := request(b)
	if _, err := c.Charge(t.Context(), r); err != nil {
		t.Fatal(err)
	}
	return payment.RefundRequest{ID: "r1", EndToEndID: b.pay(t, pix.Payment{TXID: r.TXID}), TXID: r.TXID, Amount: 7980}
}

// A refund whose answer is lost is looked for; one that did not arrive is open and made by
// the next call with the same id.
func TestRefundWhoseAnswerIsLost(t *testing.T) {
	t.Parallel()
	for name, lose := range map[string]func(http.ResponseWriter){
		"500": pixtest.Status(500), "hang up": pixtest.HangUp,
		"refused": func(w http.ResponseWriter) { problemAnswer(w, http.StatusBadRequest, "PixDevolucaoInvalida") },
	} {
		b := newBank(t)
		c := b.client(t)
		refund := owed(t, b, c)
		b.After = pixtest.Once("PUT /api/v2/pix/", lose)
		if state, err := c.Refund(t.Context(), refund); err != nil || state != payment.RefundDone {
			t.Errorf("%s: %q, %v", name, state, err)
		}
		if puts := b.Made("PUT /api/v2/pix/"); puts != 1 {
			t.Errorf("%s: %d PUTs", name, puts)
		}
	}
	b := newBank(t)
	c := b.client(t)
	refund := owed(t, b, c)
	b.Before = pixtest.Once("PUT /api/v2/pix/", pixtest.Status(503))
	if state, err := c.Refund(t.Context(), refund); err == nil || errors.Is(err, checkout.ErrRefused) || state != payment.RefundNone {
		t.Errorf("a refund that did not arrive: %q, %v", state, err)
	}
	b.settle = false
	if state, err := c.Refund(t.Context(), refund); err != nil || state != payment.RefundQueued {
		t.Errorf("made again: %q, %v", state, err)
	}
	b.payments[0].refunds[0]["status"] = "NAO_REALIZADO"
	if state, err := c.Refund(t.Context(), refund); !errors.Is(err, checkout.ErrRefused) || state != payment.RefundFailed {
		t.Errorf("not carried out: %q, %v", state, err)
	}
	b.payments[0].refunds[0]["status"] = "ALGO_NOVO"
	if state, err := c.Refund(t.Context(), refund); err != nil || state != payment.RefundQueued {
		t.Errorf("a state of the future: %q, %v", state, err)
	}
}

// What the provider says of another refund says nothing of ours.
func TestAnswerAboutAnotherRefund(t *testing.T) {
	t.Parallel()
	for _, call := range []string{"GET /api/v2/pix/", "PUT /api/v2/pix/"} {
		b := newBank(t)
		c := b.client(t)
		refund := owed(t, b, c)
		b.Before = pixtest.Once(call, func(w http.ResponseWriter) {
			answer(w, http.StatusOK, map[string]any{"id": "r2", "valor": "79.80", "status": "DEVOLVIDO"})
		})
		if state, err := c.Refund(t.Context(), refund); err == nil || errors.Is(err, checkout.ErrRefused) || state != payment.RefundNone {
			t.Errorf("%s: %q, %v", call, state, err)
		}
		if state, err := c.Refund(t.Context(), refund); err != nil || state == payment.RefundNone {
			t.Errorf("%s, asked again: %q, %v", call, state, err)
		}
	}
}

// Two that ask for one refund at once make one of it, and neither hears that it was refused
// because the other was quicker.
func TestRefundAskedForTwiceAtOnce(t *testing.T) {
	t.Parallel()
	for name, settle := range map[string]bool{"final at once": true, "under way": false} {
		b := newBank(t)
		b.settle = settle
		c := b.client(t)
		refund := owed(t, b, c)
		b.Before = pixtest.Once("GET /api/v2/pix/"+refund.EndToEndID+"/devolucao/r1", func(w http.ResponseWriter) {
			if _, err := c.Refund(t.Context(), refund); err != nil { // after the look of the one, before its wish
				t.Error(err)
			}
			problemAnswer(w, http.StatusNotFound, "PixDevolucaoNaoEncontrada")
		})
		if state, err := c.Refund(t.Context(), refund); err != nil || state != payment.RefundQueued {
			t.Errorf("%s: %q, %v", name, state, err)
		}
		want := payment.RefundQueued
		if settle {
			want = payment.RefundDone
		}
		if state, err := c.Refund(t.Context(), refund); err != nil || state != want {
			t.Errorf("%s: then %q, %v", name, state, err)
		}
		if puts := b.Made("PUT /api/v2/pix/"); puts != 1 {
			t.Errorf("%s: %d PUTs", name, puts)
		}
	}
}

// Money that the provider took back by itself is told apart.
func TestReturnsThatWereNotAskedFor(t *testing.T) {
	t.Parallel()
	for _, natureza := range []string{"MED_FRAUDE", "MED_OPERACIONAL", "MED_PIX_AUTOMATICO"} {
		b := newBank(t)
		c := b.client(t)
		r := request(b)
		if _, err := c.Charge(t.Context(), r); err != nil {
			t.Fatal(err)
		}
		id := b.pay(t, pix.Payment{TXID: r.TXID})
		b.payments[0].refunds = []map[string]any{{"id": "um-id/estranho", "valor": "79.80", "natureza": natureza, "status": "DEVOLVIDO"}}
		got, err := c.Status(t.Context(), r.TXID)
		want := payment.RefundRecord{EndToEndID: id, Amount: 7980, State: payment.RefundDone, Unasked: true}
		if err != nil || len(got.Refunds) != 1 || got.Refunds[0] != want || got.Receipts[0].Refund != payment.RefundDone {
			t.Errorf("%s: got %+v, %v", natureza, got, err)
		}
		// Nothing is left to give back.
		state, err := c.Refund(t.Context(), payment.RefundRequest{ID: "r1", EndToEndID: id, TXID: r.TXID, Amount: 1})
		if !errors.Is(err, checkout.ErrRefused) || state != payment.RefundFailed {
			t.Errorf("%s: given back twice: %q, %v", natureza, state, err)
		}
	}
}

// A call ends with its context, whatever the provider does.
func TestHangingProvider(t *testing.T) {
	t.Parallel()
	b := newBank(t)
	c := b.client(t)
	if err := c.Authenticate(t.Context()); err != nil {
		t.Fatal(err)
	}
	release := make(chan struct{})
	t.Cleanup(func() { close(release) })
	b.Before = func(http.ResponseWriter, *http.Request) bool { <-release; return false }
	ctx, cancel := context.WithTimeout(t.Context(), 50*time.Millisecond)
	defer cancel()
	start := time.Now()
	if _, err := c.Charge(ctx, request(b)); !errors.Is(err, context.DeadlineExceeded) {
		t.Errorf("got %v", err)
	}
	if took := time.Since(start); took > 5*time.Second {
		t.Errorf("it took %s", took)
	}
}

// An answer without end is not read to its end.
func TestEndlessAnswer(t *testing.T) {
	t.Parallel()
	b := newBank(t)
	b.Before = func(w http.ResponseWriter, r *http.Request) bool {
		if r.URL.Path == "/oauth/token" {
			return false
		}
		chunk := make([]byte, 1<<16)
		for range 200 {
			if _, err := w.Write(chunk); err != nil {
				break
			}
		}
		return true
	}
	if _, err := b.client(t).Status(t.Context(), request(b).TXID); err == nil || !strings.Contains(err.Error(), "too large") {
		t.Errorf("got %v", err)
	}
}
