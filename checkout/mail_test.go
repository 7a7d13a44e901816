package checkout

import (
	"testing"

	"balcao/job"
	"balcao/money"
	"balcao/order"
)

// The confirmation by e-mail is owed with the order itself, once, and only where there is an
// address and the shop has mail.
func TestConfirmationIsOwed(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct {
		mail  bool
		email string
		paid  money.Amount
		want  int
	}{
		"owed":       {true, "ana@example.com", 10000, 1},
		"no mail":    {false, "ana@example.com", 10000, 0},
		"no address": {true, "", 10000, 0},
		"not paid":   {true, "ana@example.com", 9999, 0},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			s := newShop(func(s *shop) { s.Policy.Mail = c.mail })
			b := s.chat(t)
			in := lines(line("jeans", 2))
			if c.email != "" {
				in.Buyer = &BuyerInput{Email: &c.email}
			}
			b.must(Create{Input: in})
			r := b.must(StartPayment{})
			ch := r.Checkout.Charge()
			b.bank.pay(ch.TXID, "E1", c.paid, start)
			for range 2 { // the bank tells it again
				if err := b.SettleCharge(t.Context(), ch.TXID); err != nil {
					t.Fatal(err)
				}
			}
			placed := b.read(t, r.Checkout.ID).Order
			if (placed != nil) != (c.paid == 10000) {
				t.Fatalf("order %v", placed)
			}
			owed := 0
			for _, j := range s.store.jobs {
				if j.Kind != job.MailBuyer {
					continue
				}
				owed++
				m, ok := order.ParseMail(j.Ref)
				if !ok || m.Order != placed.ID || m.Kind != order.MailPlaced || !m.Owed.Equal(start) || len(m.About) > 0 || !j.Due.Equal(start) {
					t.Errorf("job %+v", j)
				}
			}
			if owed != c.want {
				t.Errorf("%d mails owed, want %d", owed, c.want)
			}
		})
	}
}
