package main

import (
	"context"
	"crypto/rand"
	"errors"
	"fmt"
	"strconv"
	"strings"
	"text/tabwriter"
	"time"

	"balcao/httpd"
	"balcao/internal/brazil"
	"balcao/internal/ids"
	"balcao/internal/lang"
	"balcao/money"
	"balcao/order"
)

type ordersCmd struct {
	List    ordersListCmd    `cmd:"" help:"List orders, newest first."`
	Show    ordersShowCmd    `cmd:"" help:"Show an order with its buyer, payment, events and adjustments."`
	Ship    ordersShipCmd    `cmd:"" help:"Units were handed to a carrier."`
	Deliver ordersDeliverCmd `cmd:"" help:"Units reached the buyer."`
	Event   ordersEventCmd   `cmd:"" help:"Something else happened on the way: processing, in_transit, failed_attempt, undeliverable, returned_to_sender."`
	Cancel  ordersCancelCmd  `cmd:"" help:"Cancel what was not handed over; its money goes back."`
	Return  ordersReturnCmd  `cmd:"" help:"Take note that units come back, for the buyer. Periods do not bind the staff."`
	Arrange ordersArrangeCmd `cmd:"" help:"Say how the goods of a return are sent back."`
	Receive ordersReceiveCmd `cmd:"" help:"The goods of a return are back."`
	Refuse  ordersRefuseCmd  `cmd:"" help:"A return does not come about."`

	Acknowledge ordersAcknowledgeCmd `cmd:"" help:"Take note of a refund that the bank made, or somebody by hand at the provider."`
	Refund      ordersRefundCmd      `cmd:"" help:"Give money back beside everything else."`
	Adjust      ordersAdjustCmd      `cmd:"" help:"Lower a price and give the difference back."`
	NFe         ordersNFeCmd         `cmd:"" name:"nfe" help:"Refer to the electronic invoice (NF-e)."`
	Webhooks    ordersWebhooksCmd    `cmd:"" help:"What platforms are still to be told of their orders."`
	Evidence    ordersEvidenceCmd    `cmd:"" help:"Export what shows that the buyer agreed to an order: one JSON that verifies without the shop."`
}

type ordersListCmd struct {
	staffFlags
	Stage     string `help:"Only those at this stage." enum:",processing,partial,fulfilled,delivered,canceled" default:""`
	Attention bool   `help:"Only those that somebody has to look at: goods on their way back, a refund that failed, money that the bank took back."`
	From      string `help:"Only those placed from then on." placeholder:"TIME"`
	Until     string `help:"Only those placed before then." placeholder:"TIME"`
	After     string `help:"Go on behind this order, as the list before says." placeholder:"ID"`
	Limit     int    `help:"How many at most." default:"50"`
}

func (c ordersListCmd) query() (order.Query, error) {
	q := order.Query{Stage: order.Stage(c.Stage), Attention: c.Attention, After: ids.Order(c.After), Limit: c.Limit}
	if c.Limit < 1 || c.Limit > order.MaxPage {
		return q, settingError{fmt.Errorf("--limit: from 1 to %d", order.MaxPage)}
	}
	var err error
	if q.From, err = readTime("--from", c.From); err != nil {
		return q, err
	}
	q.Until, err = readTime("--until", c.Until)
	return q, err
}

func (c ordersListCmd) run(ctx context.Context, m *Main) error {
	q, err := c.query()
	if err != nil {
		return err
	}
	return c.at(ctx, "", func(desk staffDesk) error {
		page, err := desk.ListOrders(ctx, q)
		if err != nil {
			return whyNot(err)
		}
		w := tabwriter.NewWriter(m.Stdout, 0, 4, 2, ' ', 0)
		fmt.Fprintln(w, "PEDIDO\tFEITO EM\tSITUAÇÃO\tTOTAL\tCOMPRADOR")
		for _, o := range page.Orders {
			stage := stageWords[o.Stage]
			if o.Attention {
				stage += " (!)"
			}
			fmt.Fprintf(w, "%s\t%s\t%s\t%s\t%s\n", o.ID, minute(o.PlacedAt), stage, reais(o.Total), oneLine(o.Buyer))
		}
		if err := w.Flush(); err != nil {
			return err
		}
		if page.Next != "" {
			_, err = fmt.Fprintf(m.Stdout, "(há mais: --after=%s)\n", page.Next)
		}
		return err
	})
}

type ordersShowCmd struct {
	staffFlags
	ID string `arg:"" help:"Id of the order."`
}

func (c ordersShowCmd) run(ctx context.Context, m *Main) error {
	return c.at(ctx, "", func(desk staffDesk) error {
		o, err := desk.ShowOrder(ctx, ids.Order(c.ID))
		if err != nil {
			return whyNot(err)
		}
		return tellOrder(m.Stdout, o)
	})
}

// change is what all commands that change an order have.
type change struct {
	staffFlags
	ID  string `arg:"" help:"Id of the order."`
	Key string `help:"Repeat an invocation whose answer was lost, by the key that it printed: what was done is not done again." placeholder:"KEY"`
}

// carryOut carries a command out at the shop and tells how the order stands then.
func (c change) carryOut(ctx context.Context, m *Main, cmd order.Command) error {
	key := c.Key
	if key == "" {
		key = rand.Text()
	}
	return c.at(ctx, "", func(desk staffDesk) error {
		o, err := desk.ChangeOrder(ctx, ids.Order(c.ID), key, cmd)
		if err != nil {
			if known(err) {
				return whyNot(err)
			}
			return fmt.Errorf("não se sabe se foi feito; repita o mesmo comando com --key=%s: %w", key, err)
		}
		if _, err := fmt.Fprintf(m.Stdout, "Feito (chave %s).\n\n", key); err != nil {
			return err
		}
		return tellOrder(m.Stdout, o)
	})
}

// units are parts of lines, as ID:N.
type units struct {
	Line []string `help:"Units of a line, as ID:N; may be repeated. Without it, all that it can be done for." placeholder:"ID:N"`
}

func (u units) lines() ([]order.LineQuantity, error) {
	var out []order.LineQuantity
	for _, s := range u.Line {
		id, count, _ := strings.Cut(s, ":")
		n, err := strconv.ParseInt(count, 10, 64)
		if err != nil || n < 1 || id == "" {
			return nil, settingError{fmt.Errorf("--line=%q: name a line and how many, such as line_1:2", s)}
		}
		out = append(out, order.LineQuantity{Line: ids.LineItem(id), Quantity: n})
	}
	return out, nil
}

// onTheWay is what the commands about goods on their way to the buyer have in common.
type onTheWay struct {
	change
	units
	Tracking string `help:"Tracking number." placeholder:"CODE"`
	Carrier  string `help:"Who carries it, such as Correios."`
	URL      string `help:"Where it is followed. That of Correios is known." placeholder:"URL"`
	When     string `help:"When it was, if not now." placeholder:"TIME"`
	Note     string `help:"What the buyer is told beside it."`
}

func (c onTheWay) read() (lines []order.LineQuantity, t order.Tracking, at time.Time, err error) {
	if lines, err = c.lines(); err != nil {
		return nil, t, at, err
	}
	at, err = readTime("--when", c.When)
	return lines, order.Tracking{Number: c.Tracking, Carrier: c.Carrier, URL: c.URL}, at, err
}

type ordersShipCmd struct{ onTheWay }

func (c ordersShipCmd) run(ctx context.Context, m *Main) error {
	lines, t, at, err := c.read()
	if err != nil {
		return err
	}
	return c.carryOut(ctx, m, order.Ship{Lines: lines, Tracking: t, At: at, Description: c.Note})
}

type ordersDeliverCmd struct{ onTheWay }

func (c ordersDeliverCmd) run(ctx context.Context, m *Main) error {
	lines, t, at, err := c.read()
	if err != nil {
		return err
	}
	return c.carryOut(ctx, m, order.Deliver{Lines: lines, Tracking: t, At: at, Description: c.Note})
}

type ordersEventCmd struct {
	onTheWay
	Type string `arg:"" help:"What happened."`
}

func (c ordersEventCmd) run(ctx context.Context, m *Main) error {
	lines, t, at, err := c.read()
	if err != nil {
		return err
	}
	return c.carryOut(ctx, m, order.Report{Type: order.EventType(c.Type), Lines: lines, Tracking: t, At: at, Description: c.Note})
}

type ordersCancelCmd struct {
	change
	units
	Note string `help:"Why, for the buyer."`
}

func (c ordersCancelCmd) run(ctx context.Context, m *Main) error {
	lines, err := c.lines()
	if err != nil {
		return err
	}
	return c.carryOut(ctx, m, order.Cancel{Lines: lines, Description: c.Note})
}

// readTime reads a time as people or programs write it, in Brasília where it does not say.
func readTime(flag, s string) (time.Time, error) {
	if s == "" {
		return time.Time{}, nil
	}
	if t, err := time.Parse(time.RFC3339, s); err == nil {
		return t.UTC(), nil
	}
	for _, layout := range []string{"2006-01-02 15:04", "2006-01-02", "02/01/2006 15:04", "02/01/2006"} {
		if t, err := time.ParseInLocation(layout, s, brazil.Brasilia(time.Time{}).Location()); err == nil {
			return t.UTC(), nil
		}
	}
	return time.Time{}, settingError{fmt.Errorf("%s=%q: write a time such as 2026-11-30 14:05 or 2026-11-30T14:05:00-03:00", flag, s)}
}

// known reports whether an error says for certain that nothing was done.
func known(err error) bool {
	var refused *order.Error
	var answered *httpd.AdminError
	return errors.Is(err, order.ErrNotFound) || errors.As(err, &refused) || errors.As(err, &answered) && answered.Status < 500
}

func reais(a money.Amount) string { return money.Format(a, lang.Portuguese) }
