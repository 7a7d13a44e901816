package pix

import (
	"errors"
	"reflect"
	"regexp"
	"strings"
	"testing"
	"time"

	"balcao/checkout"
	"balcao/internal/clock"
	"balcao/money"
	"balcao/payment"
)

func TestSettle(t *testing.T) {
	t.Parallel()
	fake := clock.NewFake(noon)
	s := openSandbox(t, shop("", fake))
	charge(t, s, 1)
	fake.Advance(90 * time.Second)
	receipt, err := s.Settle(t.Context(), txid(1))
	if err != nil {
		t.Fatal(err)
	}
	if !regexp.MustCompile(`^E99999999202607281201[A-Za-z0-9]{11}$`).MatchString(receipt.EndToEndID) {
		t.Errorf("endToEndId %q", receipt.EndToEndID)
	}
	want := payment.Receipt{EndToEndID: receipt.EndToEndID, TXID: txid(1), Amount: price, PaidAt: noon.Add(90 * time.Second)}
	if receipt != want {
		t.Errorf("receipt %+v, want %+v", receipt, want)
	}
	if got := status(t, s, 1).Receipts; !reflect.DeepEqual(got, []payment.Receipt{want}) {
		t.Errorf("status has %+v", got)
	}
}

func TestSettleRefused(t *testing.T) {
	t.Parallel()
	fake := clock.NewFake(noon)
	s := openSandbox(t, shop("", fake))
	for n := 1; n <= 4; n++ {
		charge(t, s, n)
	}
	if err := s.Remove(t.Context(), txid(1)); err != nil {
		t.Fatal(err)
	}
	if _, err := s.Settle(t.Context(), txid(2)); err != nil {
		t.Fatal(err)
	}
	fake.Advance(lifetime)
	if _, err := s.Settle(t.Context(), txid(3)); err != nil {
		t.Errorf("in the last instant: %v", err)
	}
	fake.Advance(time.Millisecond)
	for name, c := range map[string]struct {
		n    int
		want error
	}{
		"removed": {1, ErrNotPayable},
		"paid":    {2, ErrNotPayable},
		"expired": {4, ErrNotPayable},
		"unknown": {5, ErrUnknownCharge},
	} {
		if _, err := s.Settle(t.Context(), txid(c.n)); !errors.Is(err, c.want) {
			t.Errorf("%s: %v, want %v", name, err, c.want)
		}
	}
}

// Money may come twice, late, for a removed charge and in another amount.
func TestPay(t *testing.T) {
	t.Parallel()
	fake := clock.NewFake(noon)
	s := openSandbox(t, shop("", fake))
	charge(t, s, 1)
	if err := s.Remove(t.Context(), txid(1)); err != nil {
		t.Fatal(err)
	}
	late := noon.Add(2 * lifetime)
	payments := []Payment{
		{TXID: txid(1)},
		{TXID: txid(1)},
		{TXID: txid(1), Amount: 7900},
		{TXID: txid(1), PaidAt: late.In(time.FixedZone("BRT", -3*3600))},
	}
	var want []payment.Receipt
	for _, p := range payments {
		receipt, err := s.Pay(t.Context(), p)
		if err != nil {
			t.Fatal(err)
		}
		want = append(want, receipt)
	}
	got := status(t, s, 1)
	if !got.Removed || !reflect.DeepEqual(got.Receipts, want) {
		t.Errorf("status %+v, want removed with %+v", got, want)
	}
	amounts := []money.Amount{want[0].Amount, want[1].Amount, want[2].Amount, want[3].Amount}
	if !reflect.DeepEqual(amounts, []money.Amount{price, price, 7900, price}) {
		t.Errorf("amounts %v", amounts)
	}
	if want[2].PaidAt != noon || want[3].PaidAt != late {
		t.Errorf("paid at %v and %v, want %v and %v in UTC", want[2].PaidAt, want[3].PaidAt, noon, late)
	}
	if want[0].EndToEndID == want[1].EndToEndID {
		t.Error("two payments share an endToEndId")
	}

	if _, err := s.Pay(t.Context(), Payment{TXID: txid(2)}); !errors.Is(err, ErrUnknownCharge) {
		t.Errorf("unknown charge: %v", err)
	}
	if _, err := s.Pay(t.Context(), Payment{TXID: txid(1), Amount: -1}); !errors.Is(err, ErrValor) {
		t.Errorf("negative amount: %v", err)
	}
}

// A random source that repeats itself must not make two payments one.
func TestEndToEndIDIsUnique(t *testing.T) {
	t.Parallel()
	config := shop("", clock.NewFake(noon))
	config.Random = strings.NewReader(strings.Repeat("0123456789abcdef", 8))
	s := openSandbox(t, config)
	charge(t, s, 1)
	receipt, err := s.Settle(t.Context(), txid(1))
	if err != nil || receipt.EndToEndID != "E99999999202607281200mnopqrstuvZ" {
		t.Errorf("first: %+v, %v", receipt, err)
	}
	if _, err := s.Pay(t.Context(), Payment{TXID: txid(1)}); err == nil {
		t.Error("the second payment got the first one's id")
	}
	if got := status(t, s, 1).Receipts; len(got) != 1 {
		t.Errorf("%d receipts, want 1", len(got))
	}
}

func TestRefund(t *testing.T) {
	t.Parallel()
	fake := clock.NewFake(noon)
	s := openSandbox(t, shop("", fake))
	charge(t, s, 1)
	charge(t, s, 2)
	paid, err := s.Settle(t.Context(), txid(1))
	if err != nil {
		t.Fatal(err)
	}
	steps := []struct {
		name  string
		r     payment.RefundRequest
		state payment.RefundState
	}{
		{"unknown payment", payment.RefundRequest{ID: "r1", EndToEndID: "E99999999202607281200AAAAAAAAAAA", Amount: 1}, payment.RefundFailed},
		{"payment of another charge", payment.RefundRequest{ID: "r1", EndToEndID: paid.EndToEndID, TXID: txid(2), Amount: 1}, payment.RefundFailed},
		{"case of the endToEndId", payment.RefundRequest{ID: "r1", EndToEndID: strings.ToLower(paid.EndToEndID), Amount: 1}, payment.RefundFailed},
		{"id with a dash", payment.RefundRequest{ID: "r-1", EndToEndID: paid.EndToEndID, Amount: 1}, payment.RefundFailed},
		{"long id", payment.RefundRequest{ID: strings.Repeat("r", 36), EndToEndID: paid.EndToEndID, Amount: 1}, payment.RefundFailed},
		{"nothing", payment.RefundRequest{ID: "r1", EndToEndID: paid.EndToEndID}, payment.RefundFailed},
		{"more than was paid", payment.RefundRequest{ID: "r1", EndToEndID: paid.EndToEndID, Amount: price + 1}, payment.RefundFailed},
		{"a part", payment.RefundRequest{ID: "r1", EndToEndID: paid.EndToEndID, TXID: txid(1), Amount: 980}, payment.RefundDone},
		{"the same again", payment.RefundRequest{ID: "r1", EndToEndID: paid.EndToEndID, TXID: txid(1), Amount: 980}, payment.RefundDone},
		{"the same id for more", payment.RefundRequest{ID: "r1", EndToEndID: paid.EndToEndID, Amount: 981}, payment.RefundFailed},
		{"more than is left", payment.RefundRequest{ID: "r2", EndToEndID: paid.EndToEndID, Amount: 7001}, payment.RefundFailed},
		{"the rest", payment.RefundRequest{ID: "r2", EndToEndID: paid.EndToEndID, Amount: 7000}, payment.RefundDone},
		{"after the rest", payment.RefundRequest{ID: "r3", EndToEndID: paid.EndToEndID, Amount: 1}, payment.RefundFailed},
	}
	for _, step := range steps {
		state, err := s.Refund(t.Context(), step.r)
		if state != step.state || errors.Is(err, checkout.ErrRefused) != (state == payment.RefundFailed) {
			t.Errorf("%s: %q, %v; want %q", step.name, state, err, step.state)
		}
	}
	paid.Refund = payment.RefundDone
	if got := status(t, s, 1).Receipts; !reflect.DeepEqual(got, []payment.Receipt{paid}) {
		t.Errorf("receipts %+v, want %+v", got, paid)
	}
}

func TestRefundWindow(t *testing.T) {
	t.Parallel()
	fake := clock.NewFake(noon)
	s := openSandbox(t, shop("", fake))
	charge(t, s, 1)
	paid, err := s.Settle(t.Context(), txid(1))
	if err != nil {
		t.Fatal(err)
	}
	fake.Advance(90 * 24 * time.Hour)
	first := payment.RefundRequest{ID: "r1", EndToEndID: paid.EndToEndID, Amount: 1}
	if state, err := s.Refund(t.Context(), first); state != payment.RefundDone || err != nil {
		t.Errorf("on the last day: %q, %v", state, err)
	}
	fake.Advance(time.Second)
	second := payment.RefundRequest{ID: "r2", EndToEndID: paid.EndToEndID, Amount: 1}
	if state, err := s.Refund(t.Context(), second); state != payment.RefundFailed || !errors.Is(err, checkout.ErrRefused) {
		t.Errorf("afterwards: %q, %v", state, err)
	}
	if state, err := s.Refund(t.Context(), first); state != payment.RefundDone || err != nil {
		t.Errorf("asked again for the first: %q, %v", state, err)
	}
}
