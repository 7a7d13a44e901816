package fakepsp

import (
	"errors"
	"fmt"
	"reflect"
	"regexp"
	"strings"
	"testing"
	"time"

	"balcao/internal/clock"
	"balcao/internal/ids"
	"balcao/money"
	"balcao/payment"
	"balcao/payment/pix"
)

// txid returns the n-th charge id of a test.
func txid(n int) ids.TXID { return ids.TXID(fmt.Sprintf("bcp%029d", n)) }

func bookConfig(path string, c clock.Clock) Config {
	return Config{
		PayeeName: "Balcão Demonstração", City: "São Paulo", Host: "pix.balcao.example", Key: testKey,
		JournalPath: path, Clock: c,
	}
}

// openBank opens a bank at which a shop is registered.
func openBank(t *testing.T, config Config) *Bank {
	t.Helper()
	b, err := Open(config)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { b.Close() })
	if config.Deliver != nil {
		if err := b.register(t.Context(), testKey, "https://loja.example"); err != nil {
			t.Fatal(err)
		}
	}
	return b
}

// put makes, or revises, the n-th charge.
func put(t *testing.T, b *Bank, n int, life time.Duration) charge {
	t.Helper()
	in := chargeInput{Key: new(string)}
	*in.Key = testKey
	seconds := lifetime(life / time.Second)
	in.Calendar = &struct {
		Lifetime *lifetime `json:"expiracao"`
	}{&seconds}
	value := valor(price)
	in.Value = &valueInput{Original: &value}
	c, err := b.put(t.Context(), txid(n), in)
	if err != nil {
		t.Error(err)
	}
	return c
}

func charge1(t *testing.T, b *Bank, n int) charge {
	t.Helper()
	return put(t, b, n, chargeLife)
}

// stands is the n-th charge as it is now.
func stands(t *testing.T, b *Bank, n int) charge {
	t.Helper()
	c, _, err := b.get(t.Context(), txid(n))
	if err != nil {
		t.Fatal(err)
	}
	return c
}

func receipts(t *testing.T, b *Bank, n int) (out []payment.Receipt) {
	t.Helper()
	c := stands(t, b, n)
	for _, p := range c.Payments {
		out = append(out, p.receipt(c.TXID))
	}
	return out
}

func TestSettle(t *testing.T) {
	t.Parallel()
	fake := clock.NewFake(noon)
	b := openBank(t, bookConfig("", fake))
	charge1(t, b, 1)
	fake.Advance(90 * time.Second)
	receipt, err := b.Settle(t.Context(), txid(1))
	if err != nil {
		t.Fatal(err)
	}
	if !regexp.MustCompile(`^E99999999202607281201[A-Za-z0-9]{11}$`).MatchString(receipt.EndToEndID) {
		t.Errorf("endToEndId %q", receipt.EndToEndID)
	}
	want := payment.Receipt{EndToEndID: receipt.EndToEndID, TXID: txid(1), Amount: price, PaidAt: noon.Add(90 * time.Second)}
	if got := receipts(t, b, 1); receipt != want || !reflect.DeepEqual(got, []payment.Receipt{want}) {
		t.Errorf("receipt %+v, status %+v, want %+v", receipt, got, want)
	}
}

func TestSettleRefused(t *testing.T) {
	t.Parallel()
	fake := clock.NewFake(noon)
	b := openBank(t, bookConfig("", fake))
	for n := 1; n <= 4; n++ {
		charge1(t, b, n)
	}
	if err := b.Remove(t.Context(), txid(1)); err != nil {
		t.Fatal(err)
	}
	if _, err := b.Settle(t.Context(), txid(2)); err != nil {
		t.Fatal(err)
	}
	fake.Advance(chargeLife)
	if _, err := b.Settle(t.Context(), txid(3)); err != nil {
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
		if _, err := b.Settle(t.Context(), txid(c.n)); !errors.Is(err, c.want) {
			t.Errorf("%s: %v, want %v", name, err, c.want)
		}
	}
	if got := stands(t, b, 4).status(); got != statusActive {
		t.Errorf("an expired charge is %s: the API knows no such status", got)
	}
}

// Money may come twice, late, for a removed charge and in another amount.
func TestPay(t *testing.T) {
	t.Parallel()
	b := openBank(t, bookConfig("", clock.NewFake(noon)))
	charge1(t, b, 1)
	if err := b.Remove(t.Context(), txid(1)); err != nil {
		t.Fatal(err)
	}
	late := noon.Add(2 * chargeLife)
	one := pix.Payment{TXID: txid(1)}
	less, then := one, one
	less.Amount, then.PaidAt = 7900, late.In(time.FixedZone("BRT", -3*3600))
	var want []payment.Receipt
	for _, p := range []Payment{{Payment: one}, {Payment: one, Info: strings.Repeat("ç", 200)}, {Payment: less}, {Payment: then}, {Payment: one, Late: true}} {
		receipt, err := b.Pay(t.Context(), p)
		if err != nil {
			t.Fatal(err)
		}
		want = append(want, receipt)
	}
	got := stands(t, b, 1)
	if got.status() != statusRemovedByBank || !reflect.DeepEqual(receipts(t, b, 1), want) || len([]rune(got.Payments[1].Info)) != maxText {
		t.Errorf("charge %+v, want removed with %+v", got, want)
	}
	if want[0].Amount != price || want[2].Amount != 7900 || want[0].EndToEndID == want[1].EndToEndID {
		t.Errorf("payments %+v", want)
	}
	if want[2].PaidAt != noon || want[3].PaidAt != late || want[4].PaidAt != noon.Add(chargeLife+time.Second) {
		t.Errorf("paid at %v, %v and %v", want[2].PaidAt, want[3].PaidAt, want[4].PaidAt)
	}
	one.TXID = txid(2)
	if _, err := b.Pay(t.Context(), Payment{Payment: one}); !errors.Is(err, ErrUnknownCharge) {
		t.Errorf("unknown charge: %v", err)
	}
	if _, err := b.Pay(t.Context(), Payment{Payment: pix.Payment{TXID: txid(1), Amount: -1}}); !errors.Is(err, pix.ErrValor) {
		t.Errorf("negative amount: %v", err)
	}
}

// Faults of payers are decided when the charge is made, so that a restart changes nothing.
func TestPayersFaultsOutliveTheProcess(t *testing.T) {
	t.Parallel()
	path, fake := t.TempDir()+"/book", clock.NewFake(noon)
	config := bookConfig(path, fake)
	config.SettleAfter, config.Switches = 3*time.Second, NewSwitches(1)
	for _, f := range []Fault{WrongAmount, PaidTwice, PaidLate} {
		if err := config.Switches.Set(f, Setting{Next: 1, Amount: map[bool]money.Amount{true: 5}[f == WrongAmount]}); err != nil {
			t.Fatal(err)
		}
	}
	charge1(t, openBank(t, config), 1)
	fake.Advance(time.Hour)
	got := receipts(t, openBank(t, bookConfig(path, fake)), 1)
	if len(got) != 2 || got[0].Amount != price+5 || got[1].Amount != price+5 || got[0].PaidAt != noon.Add(chargeLife+time.Second) {
		t.Errorf("receipts %+v", got)
	}
}

// A random source that repeats itself must not make two payments one.
func TestEndToEndIDIsUnique(t *testing.T) {
	t.Parallel()
	config := bookConfig("", clock.NewFake(noon))
	config.Random = strings.NewReader(strings.Repeat("0123456789abcdef", 8))
	b := openBank(t, config)
	charge1(t, b, 1)
	receipt, err := b.Settle(t.Context(), txid(1))
	if err != nil || receipt.EndToEndID != "E99999999202607281200mnopqrstuvZ" {
		t.Errorf("first: %+v, %v", receipt, err)
	}
	if _, err := b.Pay(t.Context(), Payment{Payment: pix.Payment{TXID: txid(1)}}); err == nil {
		t.Error("the second payment got the first one's id")
	}
	if got := receipts(t, b, 1); len(got) != 1 {
		t.Errorf("%d receipts, want 1", len(got))
	}
}

func TestRefundWindow(t *testing.T) {
	t.Parallel()
	fake := clock.NewFake(noon)
	b := openBank(t, bookConfig("", fake))
	charge1(t, b, 1)
	paid, err := b.Settle(t.Context(), txid(1))
	if err != nil {
		t.Fatal(err)
	}
	fake.Advance(90 * 24 * time.Hour)
	if _, _, err := b.giveBack(t.Context(), paid.EndToEndID, refund{ID: "r1", Amount: 1}); err != nil {
		t.Errorf("on the last day: %v", err)
	}
	fake.Advance(time.Second)
	var problem *Problem
	if _, _, err := b.giveBack(t.Context(), paid.EndToEndID, refund{ID: "r2", Amount: 1}); !errors.As(err, &problem) || problem.Kind != kindRefundInvalid {
		t.Errorf("afterwards: %v", err)
	}
}

func TestConfigRefused(t *testing.T) {
	t.Parallel()
	for name, change := range map[string]func(*Config){
		"name of no letters": func(c *Config) { c.PayeeName = "店" },
		"no city":            func(c *Config) { c.City = "" },
		"no host":            func(c *Config) { c.Host = "" },
		"long host":          func(c *Config) { c.Host = strings.Repeat("a", 60) + ".example" },
	} {
		config := bookConfig("", clock.NewFake(noon))
		change(&config)
		if _, err := Open(config); !errors.Is(err, pix.ErrCodeRule) {
			t.Errorf("%s: %v, want ErrCodeRule", name, err)
		}
	}
}

// Money that comes without a charge is in the statement without a txid, across a restart, is no
// charge, and can be given back.
func TestReceive(t *testing.T) {
	t.Parallel()
	r := newRig(t, nil)
	if _, err := r.bank.Receive(t.Context(), 0); !errors.Is(err, pix.ErrValor) {
		t.Errorf("nothing came in: %v", err)
	}
	got, err := r.bank.Receive(t.Context(), 123)
	if err != nil || got.TXID != "" {
		t.Fatalf("Receive: %+v, %v", got, err)
	}
	now := time.Now()
	window := pix.Window{From: now.Add(-time.Minute), To: now.Add(time.Minute)}
	page, err := r.client.Received(t.Context(), window)
	if err != nil || len(page.Receipts) != 1 || page.Receipts[0].EndToEndID != got.EndToEndID || page.Receipts[0].TXID != "" || page.Receipts[0].Amount != 123 {
		t.Errorf("statement %+v, %v", page, err)
	}
	if charges, _, err := r.client.Charges(t.Context(), window); err != nil || len(charges) != 0 {
		t.Errorf("charges %+v, %v", charges, err)
	}
	refund := payment.RefundRequest{ID: "r1", EndToEndID: got.EndToEndID, Amount: 123}
	if state, err := r.client.Refund(t.Context(), refund); err != nil || state != payment.RefundDone {
		t.Errorf("refund: %s, %v", state, err)
	}
}
