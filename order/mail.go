package order

import (
	"slices"
	"strconv"
	"strings"
	"time"

	"balcao/internal/ids"
	"balcao/job"
)

// Mail is something that the buyer is told by e-mail. It is owed in the transaction of the
// change that it tells of (job.MailBuyer) and written when it is sent.
type Mail struct {
	Order ids.Order
	Kind  MailKind
	// Owed is since when.
	Owed time.Time
	// About are the ids of the events or adjustments that it tells of.
	About []string
}

// MailKind says what a mail tells.
type MailKind string

// The mails.
const (
	// MailPlaced confirms the purchase (Decreto 7.962/2013, article 4, III).
	MailPlaced MailKind = "placed"
	// MailShipped tells of goods that were handed to a carrier. About: the event.
	MailShipped MailKind = "shipped"
	// MailReturn confirms that a wish to withdraw or to give something back was received, which
	// the law wants at once (Decreto 7.962/2013, article 5, §4). About: its adjustments.
	MailReturn MailKind = "return"
	// MailRefund tells that money was given back. About: the refund.
	MailRefund MailKind = "refund"
)

// Ref is the mail as a job names it.
func (m Mail) Ref() string {
	return strings.Join(append([]string{string(m.Order), string(m.Kind), strconv.FormatInt(m.Owed.UnixNano(), 10)}, m.About...), "/")
}

// ParseMail is the reverse of Ref.
func ParseMail(ref string) (Mail, bool) {
	parts := strings.Split(ref, "/")
	if len(parts) < 3 {
		return Mail{}, false
	}
	owed, err := strconv.ParseInt(parts[2], 10, 64)
	m := Mail{Order: ids.Order(parts[0]), Kind: MailKind(parts[1]), Owed: time.Unix(0, owed).UTC(), About: parts[3:]}
	return m, err == nil && m.Ref() == ref
}

// OweMail is the job of telling the buyer of something, none if no address was given.
func (o *Order) OweMail(kind MailKind, now time.Time, about ...string) []job.Job {
	if o.Buyer.Email == "" {
		return nil
	}
	m := Mail{Order: o.ID, Kind: kind, Owed: now, About: about}
	return []job.Job{{Kind: job.MailBuyer, Ref: m.Ref(), Due: now}}
}

// oweMails owes the mails about what a command has changed, by what there was before it.
func (d *desk) oweMails(events int, before []Adjustment) {
	owe := func(kind MailKind, about ...string) {
		d.jobs = append(d.jobs, d.o.OweMail(kind, d.now, about...)...)
	}
	for _, e := range d.o.Events[events:] {
		if e.Type == EventShipped {
			owe(MailShipped, e.ID)
		}
	}
	var asked []string
	for i, a := range d.o.Adjustments {
		known := i < len(before)
		if !known && !a.AcknowledgedAt.IsZero() {
			asked = append(asked, a.ID)
		}
		if a.Type == Refunded && a.Status == Completed && (!known || before[i].Status != Completed) {
			owe(MailRefund, a.ID)
		}
	}
	if len(asked) > 0 {
		owe(MailReturn, asked...)
	}
}

// AdjustmentsOf are the adjustments with these ids, in the order in which they were made.
func (o *Order) AdjustmentsOf(about []string) []Adjustment {
	var out []Adjustment
	for _, a := range o.Adjustments {
		if slices.Contains(about, a.ID) {
			out = append(out, a)
		}
	}
	return out
}
