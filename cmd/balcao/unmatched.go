package main

import (
	"context"
	"errors"
	"fmt"
	"math"
	"net/http"
	"text/tabwriter"
	"time"

	"balcao/checkout"
	"balcao/httpd"
	"balcao/internal/cardnumber"
	"balcao/money"
	"balcao/payment/pix"
	"balcao/store/sqlite"
)

// pixDesk is httpd.Unmatched over the shop's store.
type pixDesk struct {
	store *sqlite.Store
	now   func() time.Time
}

func (d pixDesk) ListUnmatched(ctx context.Context, all bool) ([]httpd.UnmatchedLine, error) {
	found, err := d.store.Unmatched(ctx, all, httpd.MaxUnmatched)
	lines := make([]httpd.UnmatchedLine, len(found))
	for i, u := range found {
		lines[i] = httpd.UnmatchedLineOf(u)
	}
	return lines, err
}

func (d pixDesk) CloseUnmatched(ctx context.Context, endToEndID, note string) error {
	return d.store.CloseUnmatched(ctx, endToEndID, note, d.now())
}

// countPatience is how long a metric may take.
const countPatience = 2 * time.Second

// countUnmatched is how many payments people must look at; NaN if that cannot be read.
func (sh *shop) countUnmatched() float64 {
	ctx, cancel := context.WithTimeout(context.Background(), countPatience)
	defer cancel()
	n, err := sh.store.CountUnmatched(ctx)
	if err != nil {
		return math.NaN()
	}
	return float64(n)
}

type pixUnmatchedCmd struct {
	List  unmatchedListCmd  `cmd:"" default:"withargs" help:"List the payments that people must look at."`
	Close unmatchedCloseCmd `cmd:"" help:"Note that a payment was dealt with: given back at the bank, or found to be for something."`
}

type unmatchedListCmd struct {
	staffFlags
	All bool `help:"List also what was dealt with."`
}

func (c unmatchedListCmd) run(ctx context.Context, m *Main) error {
	return c.at(ctx, "", func(desk staffDesk) error {
		lines, err := desk.ListUnmatched(ctx, c.All)
		if err != nil {
			return err
		}
		w := tabwriter.NewWriter(m.Stdout, 0, 4, 2, ' ', 0)
		fmt.Fprintln(w, "PAID AT\tAMOUNT\tWENT BACK\tEND TO END ID\tTXID\tDEALT WITH\tNOTE")
		for _, l := range lines {
			fmt.Fprintf(w, "%s\t%s\t%s\t%s\t%s\t%s\t%s\n", stamp(l.PaidAt), valor(l.Amount), valor(l.Returned), l.EndToEndID, dash(l.TXID), stamp(l.ClosedAt), dash(l.Note))
		}
		if err := w.Flush(); err != nil {
			return err
		}
		if len(lines) == httpd.MaxUnmatched {
			_, err = fmt.Fprintf(m.Stdout, "(the first %d)\n", len(lines))
		}
		return err
	})
}

// valor writes minor units as the Pix API does, nothing as a dash.
func valor(amount int64) string {
	text, err := pix.FormatValor(money.Amount(amount))
	if err != nil {
		return "-"
	}
	return text
}

func dash(text string) string {
	if text == "" {
		return "-"
	}
	return text
}

type unmatchedCloseCmd struct {
	staffFlags
	ID   string `arg:"" name:"end-to-end-id" help:"The payment's endToEndId."`
	Note string `help:"How it was dealt with." required:"" placeholder:"TEXT"`
}

func (c unmatchedCloseCmd) run(ctx context.Context, m *Main) error {
	if cardnumber.In(c.Note, cardnumber.Least) {
		return errors.New("the note has the number of a card in it, which is not to be kept")
	}
	return c.at(ctx, "", func(desk staffDesk) error {
		err := desk.CloseUnmatched(ctx, c.ID, c.Note)
		var refused *httpd.AdminError
		if errors.Is(err, checkout.ErrNotFound) || errors.As(err, &refused) && refused.Status == http.StatusNotFound {
			return errors.New("there is no such payment that is open")
		}
		if err != nil {
			return err
		}
		_, err = fmt.Fprintln(m.Stdout, "dealt with:", c.ID)
		return err
	})
}
