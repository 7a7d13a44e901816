package fakepsp

import (
	"encoding/json"
	"errors"
	"slices"
	"time"

	"balcao/internal/ids"
	"balcao/internal/journal"
	"balcao/money"
)

// charge is a charge as the book has it: one line tells all of it, and the last line of a
// txid counts.
type charge struct {
	TXID     ids.TXID     `json:"txid"`
	Key      string       `json:"key"`
	Amount   money.Amount `json:"amount"` // minor units
	Revision int          `json:"revision"`
	// OpenAmount lets the payer choose the amount (modalidadeAlteracao).
	OpenAmount bool `json:"open_amount,omitempty"`
	// Loose says that there is no charge: it stands for money that came without one.
	Loose     bool      `json:"loose,omitempty"`
	CreatedAt time.Time `json:"created_at"`
	Lifetime  int64     `json:"lifetime"` // seconds
	Location  string    `json:"location"`
	CopyPaste string    `json:"copy_paste"`
	Debtor    *debtor   `json:"debtor,omitempty"`
	Request   string    `json:"request,omitempty"`
	Extra     []extra   `json:"extra,omitempty"`
	// Removed is the status that a removal gave it, empty for none.
	Removed  string     `json:"removed,omitempty"`
	Payer    *payer     `json:"payer,omitempty"` // nil: it is never paid by itself
	Payments []received `json:"payments,omitempty"`
}

// payer is how a charge is going to be paid by itself.
type payer struct {
	At    time.Time    `json:"at"`
	More  money.Amount `json:"more,omitempty"` // beyond the amount
	Twice bool         `json:"twice,omitempty"`
	Late  bool         `json:"late,omitempty"` // at At although the charge is over
}

// received is a payment that came in.
type received struct {
	EndToEndID string       `json:"end_to_end_id"`
	Amount     money.Amount `json:"amount"`
	PaidAt     time.Time    `json:"paid_at"`
	Info       string       `json:"info,omitempty"`
	Announced  bool         `json:"announced,omitempty"`
	Refunds    []refund     `json:"refunds,omitempty"`
}

// refund is money on its way back. Its state follows from the time.
type refund struct {
	ID          string       `json:"id"`
	ReturnID    string       `json:"return_id"`
	Amount      money.Amount `json:"amount"`
	Nature      string       `json:"nature"`
	Description string       `json:"description,omitempty"`
	AskedAt     time.Time    `json:"asked_at"`
	EndsAt      time.Time    `json:"ends_at,omitzero"` // zero: when somebody ends it
	EndsAs      string       `json:"ends_as"`          // the final status
	Announced   bool         `json:"announced,omitempty"`
}

// hook is the address registered for a Pix key. Without a URL there is none any more.
type hook struct {
	Key       string    `json:"webhook"`
	URL       string    `json:"url,omitempty"`
	CreatedAt time.Time `json:"created_at"`
}

// Status of a charge.
const (
	statusActive        = "ATIVA"
	statusDone          = "CONCLUIDA"
	statusRemoved       = "REMOVIDA_PELO_USUARIO_RECEBEDOR"
	statusRemovedByBank = "REMOVIDA_PELO_PSP"
)

// Status of a refund.
const (
	refundUnderWay = "EM_PROCESSAMENTO"
	refundDone     = "DEVOLVIDO"
	refundFailed   = "NAO_REALIZADO"
)

// status is the charge's: being past its time is none.
func (c charge) status() string {
	switch {
	case c.Removed != "":
		return c.Removed
	case len(c.Payments) > 0:
		return statusDone
	}
	return statusActive
}

func (c charge) expiresAt() time.Time {
	return c.CreatedAt.Add(time.Duration(c.Lifetime) * time.Second)
}

// payableAt reports whether a payer's bank would take a payment at t.
func (c charge) payableAt(t time.Time) bool {
	return c.status() == statusActive && !t.After(c.expiresAt())
}

// paysItself reports whether the charge will be, or should have been, paid by itself.
func (c charge) paysItself() bool {
	p := c.Payer
	return p != nil && (c.payableAt(p.At) || p.Late && c.status() == statusActive)
}

// withPayment returns the charge with one payment changed or, past the last, added. The
// stored charge stays as it is until the book has the new one.
func (c charge) withPayment(i int, p received) charge {
	c.Payments = slices.Clone(c.Payments)
	if i == len(c.Payments) {
		c.Payments = append(c.Payments, p)
	}
	c.Payments[i] = p
	return c
}

// find returns the index of a payment, -1 if the charge did not get it.
func (c charge) find(endToEndID string) int {
	return slices.IndexFunc(c.Payments, func(p received) bool { return p.EndToEndID == endToEndID })
}

// refund returns the index of a refund, -1 if there is none with the id.
func (p received) refund(id string) int {
	return slices.IndexFunc(p.Refunds, func(r refund) bool { return r.ID == id })
}

// withRefund returns the payment with one refund changed or, past the last, added.
func (p received) withRefund(i int, r refund) received {
	p.Refunds = slices.Clone(p.Refunds)
	if i == len(p.Refunds) {
		p.Refunds = append(p.Refunds, r)
	}
	p.Refunds[i] = r
	return p
}

// left is what of a payment has not been given back and is not on its way.
func (p received) left(now time.Time) money.Amount {
	left := p.Amount
	for _, r := range p.Refunds {
		if r.status(now) != refundFailed {
			left -= r.Amount
		}
	}
	return left
}

func (r refund) status(now time.Time) string {
	if r.EndsAt.IsZero() || r.EndsAt.After(now) {
		return refundUnderWay
	}
	return r.EndsAs
}

// openBook reads the book and schedules what it says is still to come.
func (b *Bank) openBook() error {
	book, err := journal.Open(b.config.JournalPath, b.replay)
	if err != nil {
		return err
	}
	b.book = book
	now := b.config.Clock.Now()
	for txid, c := range b.charges {
		if c.paysItself() {
			b.plan(task{due: c.Payer.At, txid: txid})
		}
		for _, p := range c.Payments {
			if !p.Announced {
				b.plan(task{due: now, txid: txid, endToEndID: p.EndToEndID})
			}
			for _, r := range p.Refunds {
				b.planRefund(txid, p.EndToEndID, r, now)
			}
		}
	}
	return nil
}

// replay takes up a line of the book and returns what it is the last word about.
func (b *Bank) replay(line []byte) (key string, err error) {
	var h hook
	if err := json.Unmarshal(line, &h); err != nil {
		return "", err
	}
	if h.Key != "" {
		b.hooks[h.Key] = h
		return "webhook " + h.Key, nil
	}
	var c charge
	if err := json.Unmarshal(line, &c); err != nil {
		return "", err
	}
	if c.TXID == "" {
		return "", errors.New("neither a charge nor a webhook")
	}
	b.remember(c)
	return string(c.TXID), nil
}

// write puts a charge into the book and then into memory; on an error neither changed.
func (b *Bank) write(c charge) error {
	if err := b.append(c); err != nil {
		return err
	}
	b.remember(c)
	return nil
}

func (b *Bank) append(row any) error {
	line, err := json.Marshal(row)
	if err != nil {
		return err
	}
	return b.book.Append(line)
}

func (b *Bank) remember(c charge) {
	b.charges[c.TXID] = c
	for _, p := range c.Payments {
		b.payments[p.EndToEndID] = c.TXID
	}
}
