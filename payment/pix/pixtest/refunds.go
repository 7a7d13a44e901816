package pixtest

import (
	"testing"
	"time"

	"balcao/money"
	"balcao/payment"
	"balcao/payment/pix"
)

// settled asks for a refund until the provider is done with it, as the shop's job does.
func (b *bench) settled(t *testing.T, r payment.RefundRequest) payment.RefundState {
	t.Helper()
	for range 5 {
		state, err := b.Provider.Refund(t.Context(), r)
		if err != nil {
			t.Fatalf("refund %s: %v", r.ID, err)
		}
		if state != payment.RefundQueued {
			return state
		}
		b.Advance(time.Minute)
	}
	return payment.RefundQueued
}

func refunds(t *testing.T, b *bench) {
	paid := b.paid(t)
	half := payment.RefundRequest{ID: "refund1", EndToEndID: paid.EndToEndID, TXID: paid.TXID, Amount: paid.Amount / 2}
	for range 2 { // the second time nothing happens
		if state := b.settled(t, half); state != payment.RefundDone {
			t.Fatalf("a refund is %q", state)
		}
	}
	rest := half
	rest.ID, rest.Amount = "refund2", paid.Amount-half.Amount
	if state := b.settled(t, rest); state != payment.RefundDone {
		t.Fatalf("the rest's refund is %q", state)
	}
	status := b.status(t, paid.TXID)
	sum := money.Amount(0)
	for _, r := range status.Refunds {
		if r.EndToEndID != paid.EndToEndID || r.State != payment.RefundDone || r.Unasked {
			t.Errorf("a refund that we asked for: %+v", r)
		}
		sum += r.Amount
	}
	if sum != paid.Amount || len(status.Refunds) != 2 {
		t.Errorf("%d went back in %d refunds, want %d in 2", sum, len(status.Refunds), paid.Amount)
	}
	if len(status.Receipts) != 1 || status.Receipts[0].Refund != payment.RefundDone {
		t.Errorf("the payment that was given back: %+v", status.Receipts)
	}
}

func refundsRefused(t *testing.T, b *bench) {
	paid := b.paid(t)
	good := payment.RefundRequest{ID: "refund1", EndToEndID: paid.EndToEndID, TXID: paid.TXID, Amount: paid.Amount - 100}
	if state := b.settled(t, good); state != payment.RefundDone {
		t.Fatalf("a refund is %q", state)
	}
	for what, spoil := range map[string]func(*payment.RefundRequest){
		"the id with another amount": func(r *payment.RefundRequest) { r.Amount-- },
		"more than is left":          func(r *payment.RefundRequest) { r.ID, r.Amount = "refund2", 101 },
		"nothing":                    func(r *payment.RefundRequest) { r.ID, r.Amount = "refund3", 0 },
		"less than nothing":          func(r *payment.RefundRequest) { r.ID, r.Amount = "refund4", -1 },
		"no id":                      func(r *payment.RefundRequest) { r.ID, r.Amount = "", 1 },
		"an id with a path":          func(r *payment.RefundRequest) { r.ID, r.Amount = "../x", 1 },
		"a payment that is not there": func(r *payment.RefundRequest) {
			r.ID, r.Amount = "refund5", 1
			last := len(r.EndToEndID) - 1
			r.EndToEndID = r.EndToEndID[:last] + string('0'+(r.EndToEndID[last]-'0'+1)%10)
		},
		"no payment":               func(r *payment.RefundRequest) { r.ID, r.Amount, r.EndToEndID = "refund6", 1, "" },
		"the payment of another's": func(r *payment.RefundRequest) { r.ID, r.Amount, r.TXID = "refund7", 1, b.ids.TXID() },
	} {
		r := good
		spoil(&r)
		state, err := b.Provider.Refund(t.Context(), r)
		wantRefused(t, what, err)
		if state != payment.RefundFailed {
			t.Errorf("%s: the state is %q", what, state)
		}
	}
	sum := money.Amount(0)
	for _, r := range b.status(t, paid.TXID).Refunds {
		if r.State != payment.RefundFailed {
			sum += r.Amount
		}
	}
	if sum != good.Amount {
		t.Errorf("%d went back, want %d", sum, good.Amount)
	}
}

func racingRefunds(t *testing.T, b *bench) {
	paid := b.paid(t)
	r := payment.RefundRequest{ID: "refund1", EndToEndID: paid.EndToEndID, TXID: paid.TXID, Amount: 100}
	states, errs := race(8, func(int) (payment.RefundState, error) { return b.Provider.Refund(t.Context(), r) })
	for i, err := range errs {
		if err != nil || states[i] != payment.RefundDone && states[i] != payment.RefundQueued {
			t.Errorf("call %d: %q, %v", i, states[i], err)
		}
	}
	if got := b.status(t, paid.TXID).Refunds; len(got) != 1 || got[0].Amount != 100 {
		t.Errorf("the refunds are %+v, want one of 100", got)
	}
}

func statement(t *testing.T, b *bench) {
	if b.Statement == nil {
		t.Skip("this bank has no statement")
	}
	from := b.Now()
	paid := b.paid(t)
	r := payment.RefundRequest{ID: "refund1", EndToEndID: paid.EndToEndID, TXID: paid.TXID, Amount: 100}
	if state := b.settled(t, r); state != payment.RefundDone {
		t.Fatalf("a refund is %q", state)
	}
	w := pix.Window{From: from.Add(-time.Minute), To: b.Now().Add(time.Minute)}
	page, err := b.Statement.Received(t.Context(), w)
	if err != nil {
		t.Fatal(err)
	}
	if len(page.Receipts) != 1 || page.More || len(page.Refunds) != 1 {
		t.Fatalf("the statement is %+v, want one payment with one refund", page)
	}
	got := page.Receipts[0]
	if got.EndToEndID != paid.EndToEndID || got.TXID != paid.TXID || got.Amount != paid.Amount || !got.PaidAt.Equal(paid.PaidAt) {
		t.Errorf("the statement has %+v, the charge %+v", got, paid)
	}
	if refund := page.Refunds[0]; refund.Amount != 100 || refund.EndToEndID != paid.EndToEndID || refund.State != payment.RefundDone {
		t.Errorf("the refund is %+v", refund)
	}
	w.From, w.To = from.Add(-time.Hour), from.Add(-time.Minute)
	if page, err := b.Statement.Received(t.Context(), w); err != nil || len(page.Receipts) != 0 || page.More {
		t.Errorf("before it was paid: %+v, %v", page, err)
	}
	for what, bad := range map[string]pix.Window{
		"a window that ends before it starts": {From: from, To: from.Add(-time.Second)},
		"a page below 0":                      {From: from, To: from.Add(time.Second), Page: -1},
	} {
		_, err := b.Statement.Received(t.Context(), bad)
		wantRefused(t, what, err)
	}
}

func pages(t *testing.T, b *bench) {
	if b.Statement == nil || b.Strict {
		t.Skip("this bank has no statement, or takes too few payments")
	}
	from := b.Now()
	r := b.request()
	b.charge(t, r)
	const n = pix.PageSize + 3
	for range n {
		b.Pay(t, pix.Payment{TXID: r.TXID})
	}
	seen := map[string]bool{}
	w := pix.Window{From: from.Add(-time.Minute), To: b.Now().Add(time.Minute)}
	for more := true; more; w.Page++ {
		page, err := b.Statement.Received(t.Context(), w)
		if err != nil || w.Page > 1 {
			t.Fatalf("page %d: %v", w.Page, err)
		}
		for _, p := range page.Receipts {
			seen[p.EndToEndID] = true
		}
		more = page.More
	}
	if len(seen) != n || w.Page != 2 {
		t.Errorf("%d payments on %d pages, want %d on 2", len(seen), w.Page, n)
	}
}
