package main

import (
	"context"
	"fmt"
	"regexp"
	"strconv"
	"strings"

	"balcao/internal/ids"
	"balcao/money"
	"balcao/order"
)

type ordersReturnCmd struct {
	change
	units
	Reason string `help:"Why: withdrawal (arrependimento), defect or wrong_product." enum:"withdrawal,defect,wrong_product" default:"withdrawal"`
	Note   string `help:"What is told of it, to the buyer and the platform."`
}

func (c ordersReturnCmd) run(ctx context.Context, m *Main) error {
	lines, err := c.lines()
	if err != nil {
		return err
	}
	return c.carryOut(ctx, m, order.RequestReturn{Lines: lines, Reason: order.Reason(c.Reason), Description: c.Note, Staff: true})
}

type ordersArrangeCmd struct {
	change
	Adjustment string `arg:"" help:"Id of the return."`
	Code       string `help:"The code for sending it back (logística reversa)."`
	Carrier    string `help:"By whom."`
	Deadline   string `help:"Until when." placeholder:"TIME"`
}

func (c ordersArrangeCmd) run(ctx context.Context, m *Main) error {
	deadline, err := readTime("--deadline", c.Deadline)
	if err != nil {
		return err
	}
	return c.carryOut(ctx, m, order.ArrangeReturn{Adjustment: c.Adjustment, ReverseShippingCode: c.Code, Carrier: c.Carrier, Deadline: deadline})
}

type ordersReceiveCmd struct {
	change
	units
	Adjustment string `arg:"" help:"Id of the return."`
	Restock    bool   `help:"The goods can be sold again: all, or those of --line."`
}

func (c ordersReceiveCmd) run(ctx context.Context, m *Main) error {
	lines, err := c.lines()
	if err != nil {
		return err
	}
	return c.carryOut(ctx, m, order.ReceiveReturn{Adjustment: c.Adjustment, Restock: c.Restock, Lines: lines})
}

type ordersRefuseCmd struct {
	change
	Adjustment string `arg:"" help:"Id of the return."`
	Note       string `help:"Why, for the buyer."`
}

func (c ordersRefuseCmd) run(ctx context.Context, m *Main) error {
	return c.carryOut(ctx, m, order.RefuseReturn{Adjustment: c.Adjustment, Description: c.Note})
}

type ordersAcknowledgeCmd struct {
	change
	Adjustment string `arg:"" help:"Id of the refund."`
}

func (c ordersAcknowledgeCmd) run(ctx context.Context, m *Main) error {
	return c.carryOut(ctx, m, order.Acknowledge{Adjustment: c.Adjustment})
}

type ordersRefundCmd struct {
	change
	Amount  string   `arg:"" help:"How much, such as 12,50."`
	Related []string `help:"Adjustments that it is for, such as a refund that failed." placeholder:"ID"`
	Note    string   `help:"Why, for the buyer."`
}

func (c ordersRefundCmd) run(ctx context.Context, m *Main) error {
	amount, err := readReais(c.Amount)
	if err != nil {
		return err
	}
	return c.carryOut(ctx, m, order.Refund{Amount: amount, Related: c.Related, Description: c.Note})
}

type ordersAdjustCmd struct {
	change
	Amount string `arg:"" help:"By how much the price is lower, such as 12,50."`
	Line   string `help:"The line, if it is not the whole order." placeholder:"ID"`
	Note   string `help:"Why, for the buyer."`
}

func (c ordersAdjustCmd) run(ctx context.Context, m *Main) error {
	amount, err := readReais(c.Amount)
	if err != nil {
		return err
	}
	return c.carryOut(ctx, m, order.AdjustPrice{Line: ids.LineItem(c.Line), Amount: amount, Description: c.Note})
}

type ordersNFeCmd struct {
	change
	AccessKey string `arg:"" help:"The access key, 44 characters."`
	DANFE     string `name:"danfe" help:"Where the DANFE is." placeholder:"URL"`
	XML       string `name:"xml" help:"Where the XML is." placeholder:"URL"`
	Issued    string `help:"When it was issued." placeholder:"TIME"`
}

func (c ordersNFeCmd) run(ctx context.Context, m *Main) error {
	issued, err := readTime("--issued", c.Issued)
	if err != nil {
		return err
	}
	return c.carryOut(ctx, m, order.SetNFe{NFe: order.NFe{AccessKey: c.AccessKey, DANFEURL: c.DANFE, XMLURL: c.XML, IssuedAt: issued}})
}

// readReais reads an amount as people write it, where there is no doubt what its separators
// mean: 12, 12,50, 12.50 and 1.234,56, but not 1.234.
func readReais(s string) (money.Amount, error) {
	wrong := settingError{fmt.Errorf("%q is no amount; write reais such as 12,50 or 1.234,56", s)}
	text := strings.TrimSpace(strings.TrimPrefix(strings.TrimSpace(s), "R$"))
	whole, cents, ok := strings.Cut(text, ",")
	if !ok && !groupedPattern.MatchString(text) {
		whole, cents, ok = strings.Cut(text, ".")
	} else if groupedPattern.MatchString(whole) && ok {
		whole = strings.ReplaceAll(whole, ".", "")
	}
	if !digitsPattern.MatchString(whole) || ok && len(cents) != 2 || ok && !digitsPattern.MatchString(cents) {
		return 0, wrong
	}
	if !ok {
		cents = "00"
	}
	n, err := strconv.ParseInt(whole+cents, 10, 64)
	if err != nil || n < 1 {
		return 0, wrong
	}
	return money.Amount(n), nil
}

var (
	// digitsPattern are the digits before or after the comma, groupedPattern those before it
	// with a point between each three.
	digitsPattern  = regexp.MustCompile(`^\d{1,9}$`)
	groupedPattern = regexp.MustCompile(`^\d{1,3}(?:\.\d{3})+$`)
)
