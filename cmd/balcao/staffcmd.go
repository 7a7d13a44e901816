package main

import (
	"context"
	"fmt"
	"text/tabwriter"
	"time"

	"balcao/httpd"
	"balcao/internal/ids"
)

type keysAddCmd struct {
	staffFlags
	Profile   string   `help:"The platform's profile URL." required:"" placeholder:"URL"`
	Rights    []string `help:"What the key allows." enum:"checkout,order" default:"checkout,order"`
	PublicURL string   `help:"The shop's public address, if it is not on loopback." default:"http://127.0.0.1:8080"`
}

func (c keysAddCmd) run(ctx context.Context, m *Main) error {
	rights, ok := httpd.ParseRights(c.Rights)
	if !ok {
		return settingError{fmt.Errorf("--rights must name checkout, order or both")}
	}
	return c.at(ctx, c.PublicURL, func(desk staffDesk) error {
		plaintext, key, err := desk.Create(ctx, c.Profile, rights)
		if err != nil {
			return err
		}
		_, err = fmt.Fprintf(m.Stdout, "id:      %s\nprofile: %s\nkey:     %s\n", key.ID, key.Profile, plaintext)
		return err
	})
}

type keysListCmd struct{ staffFlags }

func (c keysListCmd) run(ctx context.Context, m *Main) error {
	return c.at(ctx, "", func(desk staffDesk) error {
		keys, err := desk.List(ctx)
		if err != nil {
			return err
		}
		w := tabwriter.NewWriter(m.Stdout, 0, 4, 2, ' ', 0)
		fmt.Fprintln(w, "ID\tPROFILE\tISSUED\tREVOKED")
		for _, k := range keys {
			revoked := "-"
			if !k.RevokedAt.IsZero() {
				revoked = k.RevokedAt.Format(time.RFC3339)
			}
			fmt.Fprintf(w, "%s\t%s\t%s\t%s\n", k.ID, k.Profile, k.CreatedAt.Format(time.RFC3339), revoked)
		}
		return w.Flush()
	})
}

type keysRevokeCmd struct {
	staffFlags
	ID string `arg:"" help:"Id of the key."`
}

func (c keysRevokeCmd) run(ctx context.Context, _ *Main) error {
	return c.at(ctx, "", func(desk staffDesk) error { return desk.Revoke(ctx, c.ID) })
}

type pixCmd struct {
	Settle   pixSettleCmd   `cmd:"" help:"Pay a sandbox charge."`
	Register pixRegisterCmd `cmd:"" help:"Have the bank call this shop back when it is paid."`

	Unmatched pixUnmatchedCmd `cmd:"" help:"Money that came in and that no charge asked for."`
}

type pixSettleCmd struct {
	staffFlags
	TXID string `arg:"" name:"txid" help:"The charge's txid: provider_payment_id in the checkout."`
}

func (c pixSettleCmd) run(ctx context.Context, m *Main) error {
	return c.at(ctx, "", func(desk staffDesk) error {
		paid, err := desk.Settle(ctx, ids.TXID(c.TXID))
		if err != nil {
			return err
		}
		_, err = fmt.Fprintln(m.Stdout, "paid:", paid.TXID)
		return err
	})
}

type stockCmd struct {
	List stockListCmd `cmd:"" help:"List the stock."`
	Set  stockSetCmd  `cmd:"" help:"Set what is on hand."`
}

type stockListCmd struct{ staffFlags }

func (c stockListCmd) run(ctx context.Context, m *Main) error {
	return c.at(ctx, "", func(desk staffDesk) error {
		levels, err := desk.Levels(ctx)
		if err != nil {
			return err
		}
		w := tabwriter.NewWriter(m.Stdout, 0, 4, 2, ' ', 0)
		fmt.Fprintln(w, "VARIANT\tON HAND\tRESERVED")
		for _, l := range levels {
			fmt.Fprintf(w, "%s\t%d\t%d\n", l.Variant, l.OnHand, l.Reserved)
		}
		return w.Flush()
	})
}

type stockSetCmd struct {
	staffFlags
	Variant string `arg:"" help:"The variant."`
	OnHand  int64  `arg:"" help:"How many are there."`
}

func (c stockSetCmd) run(ctx context.Context, _ *Main) error {
	return c.at(ctx, "", func(desk staffDesk) error { return desk.SetOnHand(ctx, ids.Variant(c.Variant), c.OnHand) })
}
