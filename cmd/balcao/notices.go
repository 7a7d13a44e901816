package main

import (
	"context"
	"errors"
	"fmt"
	"net/http"
	"strconv"
	"text/tabwriter"
	"time"

	"balcao/httpd"
	"balcao/internal/ids"
	"balcao/order"
	"balcao/store/sqlite"
)

// noticeDesk is httpd.Notices over the shop's store.
type noticeDesk struct {
	store *sqlite.Store
	now   func() time.Time
}

func (d noticeDesk) Notices(ctx context.Context, limit int) ([]httpd.NoticeLine, error) {
	all, err := d.store.Notices(ctx, limit)
	lines := make([]httpd.NoticeLine, len(all))
	for i, n := range all {
		lines[i] = httpd.LineOf(n)
	}
	return lines, err
}

func (d noticeDesk) Replay(ctx context.Context, choice order.NoticeChoice) (int, error) {
	return d.store.ReplayNotices(ctx, choice, d.now())
}

type ordersWebhooksCmd struct {
	List   webhooksListCmd   `cmd:"" default:"withargs" help:"List the webhooks that platforms have not taken yet, those given up first."`
	Replay webhooksReplayCmd `cmd:"" help:"Send webhooks again that were given up."`
}

type webhooksListCmd struct{ staffFlags }

func (c webhooksListCmd) run(ctx context.Context, m *Main) error {
	return c.at(ctx, "", func(desk staffDesk) error {
		lines, err := desk.Notices(ctx, httpd.MaxNotices)
		if err != nil {
			return err
		}
		w := tabwriter.NewWriter(m.Stdout, 0, 4, 2, ' ', 0)
		fmt.Fprintln(w, "ID\tSTATE\tTRIES\tSTATUS\tLAST TRY\tNEXT TRY\tPLATFORM\tFAILURE")
		for _, l := range lines {
			state := "queued"
			if l.Dead {
				state = "dead"
			}
			status := "-"
			if l.Status != 0 {
				status = strconv.Itoa(l.Status)
			}
			failure := l.Failure
			if failure == "" {
				failure = "-"
			}
			fmt.Fprintf(w, "%s\t%s\t%d\t%s\t%s\t%s\t%s\t%s\n", l.ID, state, l.Tries, status, stamp(l.TriedAt), stamp(l.Next), l.Platform, failure)
		}
		if err := w.Flush(); err != nil {
			return err
		}
		if len(lines) == httpd.MaxNotices {
			_, err = fmt.Fprintf(m.Stdout, "(the first %d)\n", len(lines))
		}
		return err
	})
}

// stamp is a time in a list, or a dash for none.
func stamp(at time.Time) string {
	if at.IsZero() {
		return "-"
	}
	return at.Format(time.RFC3339)
}

type webhooksReplayCmd struct {
	staffFlags
	ID    string `arg:"" optional:"" help:"The webhook's id (Webhook-Id)."`
	Order string `help:"Id of an order: all of its that were given up." placeholder:"ID"`
	All   bool   `help:"All that were given up."`
}

// choice is what the arguments mean: one of three things.
func (c webhooksReplayCmd) choice() (order.NoticeChoice, error) {
	named := 0
	for _, yes := range []bool{c.ID != "", c.Order != "", c.All} {
		if yes {
			named++
		}
	}
	if named != 1 {
		return order.NoticeChoice{}, settingError{errors.New("name a webhook's id, --order or --all")}
	}
	if c.ID == "" {
		return order.NoticeChoice{Order: ids.Order(c.Order)}, nil
	}
	id, version, ok := order.ParseNoticeID(c.ID)
	if !ok {
		return order.NoticeChoice{}, settingError{fmt.Errorf("%q is no webhook's id, which ends in a dot and a number", c.ID)}
	}
	return order.NoticeChoice{Order: id, Version: version}, nil
}

func (c webhooksReplayCmd) run(ctx context.Context, m *Main) error {
	choice, err := c.choice()
	if err != nil {
		return err
	}
	return c.at(ctx, "", func(desk staffDesk) error {
		n, err := desk.Replay(ctx, choice)
		var refused *httpd.AdminError
		if errors.As(err, &refused) && refused.Status == http.StatusNotFound {
			n, err = 0, nil
		}
		if err == nil && n == 0 && !c.All {
			return errors.New("there is no such webhook that was given up")
		}
		if err != nil {
			return err
		}
		_, err = fmt.Fprintf(m.Stdout, "to be sent again: %d\n", n)
		return err
	})
}
