package order

import (
	"maps"
	"slices"
	"testing"
	"time"

	"balcao/job"
)

// mails are those that are owed, with what they are about.
func (s *shop) mails() map[MailKind][]string {
	s.t.Helper()
	out := map[MailKind][]string{}
	for _, j := range slices.Collect(maps.Keys(s.store.jobs)) {
		if j.Kind != job.MailBuyer {
			continue
		}
		m, ok := ParseMail(j.Ref)
		if !ok || m.Order != "ord_1" || !m.Owed.Equal(s.clock.Now()) || !j.Due.Equal(m.Owed) || out[m.Kind] != nil {
			s.t.Errorf("job %+v", j)
		}
		out[m.Kind] = m.About
	}
	clear(s.store.jobs)
	return out
}

func TestMails(t *testing.T) {
	t.Parallel()
	o := shirts()
	o.Buyer.Email = "ana@example.com"
	s := newShop(t, o)
	s.Policy.Mail = true
	owed := func(want map[MailKind][]string) {
		t.Helper()
		if got := s.mails(); !maps.EqualFunc(got, want, slices.Equal) {
			t.Errorf("mails %v, want %v", got, want)
		}
	}
	o = s.must(Ship{Lines: []LineQuantity{{"li_1", 3}}})
	owed(map[MailKind][]string{MailShipped: {o.Events[0].ID}})
	if _, err := s.Do(t.Context(), "ord_1", "key-1", Ship{Lines: []LineQuantity{{"li_1", 3}}}); err != nil {
		t.Fatal(err)
	}
	owed(nil) // it was asked again, and done before
	s.must(Report{Type: EventInTransit})
	owed(nil)
	s.clock.Advance(time.Hour)
	o = s.must(RequestReturn{Reason: Withdrawal}) // of what was sent, and of what was not
	a := o.Adjustments
	if len(a) != 3 || a[0].Type != Cancellation || a[1].Type != Return || a[2].Type != Refunded {
		t.Fatalf("%+v", a)
	}
	owed(map[MailKind][]string{MailReturn: {a[0].ID, a[1].ID}})
	if _, err := s.refunds(); err != nil {
		t.Fatal(err)
	}
	owed(map[MailKind][]string{MailRefund: {a[2].ID}})
	s.must(ReceiveReturn{Adjustment: a[1].ID})
	owed(nil)
}

// A refund that failed is told to the staff alone, and nothing to buyers who gave no address
// or where the shop has no mail.
func TestNoMails(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct {
		mail, fails bool
		email       string
	}{
		"no address": {mail: true},
		"no mail":    {email: "ana@example.com"},
		"a failure":  {mail: true, email: "ana@example.com", fails: true},
	} {
		o := shirts()
		o.Buyer.Email = c.email
		s := newShop(t, o)
		s.Policy.Mail = c.mail
		if c.fails {
			s.bank.answers[18474] = RefundFailed
		} else {
			s.must(Ship{})
		}
		s.must(Refund{Amount: 18474})
		if _, err := s.refunds(); (err != nil) != c.fails {
			t.Fatal(err)
		}
		if got := s.mails(); len(got) != 0 {
			t.Errorf("%s: %v", name, got)
		}
	}
}

func TestMailRef(t *testing.T) {
	t.Parallel()
	m := Mail{Order: "ord_1", Kind: MailReturn, Owed: placed.Add(7), About: []string{"adj_1", "adj_2"}}
	if m.Ref() != "ord_1/return/1785250800000000007/adj_1/adj_2" {
		t.Error(m.Ref())
	}
	if got, ok := ParseMail(m.Ref()); !ok || got.Ref() != m.Ref() || !got.Owed.Equal(m.Owed) {
		t.Errorf("%+v, %t", got, ok)
	}
	for _, bad := range []string{"", "ord_1", "ord_1/placed", "ord_1/placed/x", "ord_1/placed/07"} {
		if got, ok := ParseMail(bad); ok {
			t.Errorf("%q: %+v", bad, got)
		}
	}
}
