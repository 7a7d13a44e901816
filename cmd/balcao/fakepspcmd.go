package main

import (
	"context"
	"fmt"
	"log/slog"
	"net"
	"slices"
	"text/tabwriter"
	"time"

	"golang.org/x/sync/errgroup"

	"balcao/internal/clock"
	"balcao/internal/ids"
	"balcao/money"
	"balcao/payment/fakepsp"
	"balcao/payment/pix"
)

// fakePSPCmd is the Pix provider for development as a process of its own, and what people
// can do at one that runs: this one, or that of a sandbox shop.
type fakePSPCmd struct {
	Run          fakePSPRunCmd          `cmd:"" default:"withargs" help:"Run the provider."`
	Pay          fakePSPPayCmd          `cmd:"" help:"Pay a charge."`
	Charges      fakePSPChargesCmd      `cmd:"" help:"List the newest charges with their payments and refunds."`
	Fault        fakePSPFaultCmd        `cmd:"" help:"Switch faults, or list those that are on."`
	Remove       fakePSPRemoveCmd       `cmd:"" help:"Withdraw a charge as a bank may."`
	PullBack     fakePSPPullBackCmd     `cmd:"" help:"Take money back without the shop's asking (MED)."`
	FinishRefund fakePSPFinishRefundCmd `cmd:"" help:"End a refund that is under way."`
}

type fakePSPDir struct {
	Dir string `help:"Folder of the provider: certificates, secrets, book; a sandbox shop's is beside its database, balcao.db.fakepsp." default:"fakepsp"`
}

// identity reads the folder of a provider that was started.
func (d fakePSPDir) identity() (*fakepsp.Identity, error) {
	identity, err := fakepsp.ReadIdentity(d.Dir)
	if err != nil {
		return nil, settingError{fmt.Errorf("--dir: no provider was started with this folder: %w", err)}
	}
	return identity, nil
}

// at does something at the provider that runs.
func (d fakePSPDir) at(do func(*fakepsp.Remote) error) error {
	identity, err := d.identity()
	if err != nil {
		return err
	}
	remote, err := fakepsp.Dial(identity)
	if err != nil {
		return err
	}
	defer remote.Close()
	return do(remote)
}

type fakePSPRunCmd struct {
	fakePSPDir
	Listen      string        `help:"Address to serve on; it must be on this machine." default:"127.0.0.1:8443"`
	Key         string        `help:"The receiver's Pix key; by default any is taken." placeholder:"KEY"`
	CNPJ        string        `name:"cnpj" help:"The receiver's CNPJ." default:"${shop_cnpj}"`
	Payee       string        `help:"The receiver's name in BR Codes." default:"${shop_name}"`
	City        string        `help:"Their city." default:"${pix_city}"`
	SettleAfter time.Duration `help:"When a charge is paid by itself; 0 for never." default:"0s"`
	RefundAfter time.Duration `help:"How long a refund takes." default:"0s"`
	TokenLife   time.Duration `help:"How long an access token is good." default:"5m"`
	Faults      []string      `name:"fault" sep:"none" help:"A fault, such as webhook_lost=0.1 or slow=next:2,delay:9s; more than one may be given. docs/PIX.md lists them." placeholder:"FAULT"`
	Seed        uint64        `help:"What the chances of faults are drawn from." default:"1"`
	LogLevel    slog.Level    `help:"debug, info, warn or error." default:"info"`
}

func (c fakePSPRunCmd) check() error {
	wrong := func(name, why string) error { return settingError{fmt.Errorf("--%s %s", name, why)} }
	host, _, err := net.SplitHostPort(c.Listen)
	if err != nil || !loopbackHost(host) {
		return wrong("listen", "must be host:port on a loopback address: this provider moves no money")
	}
	for _, d := range []struct {
		flag  string
		value time.Duration
		least time.Duration
	}{{"settle-after", c.SettleAfter, 0}, {"refund-after", c.RefundAfter, 0}, {"token-life", c.TokenLife, time.Second}} {
		if d.value < d.least {
			return wrong(d.flag, fmt.Sprintf("must be at least %s", d.least))
		}
	}
	return nil
}

func (c fakePSPRunCmd) run(ctx context.Context, m *Main) error {
	if err := c.check(); err != nil {
		return err
	}
	log := slog.New(slog.NewJSONHandler(m.Stderr, &slog.HandlerOptions{Level: c.LogLevel}))
	switches, err := faultSwitches(c.Faults, c.Seed)
	if err != nil {
		return err
	}
	identity, err := fakepsp.OpenIdentity(c.Dir, clock.System{}.Now())
	if err != nil {
		return err
	}
	caller := fakepsp.NewCaller(identity)
	defer caller.Close()
	listener, err := net.Listen("tcp", c.Listen)
	if err != nil {
		return fmt.Errorf("listen: %w", err)
	}
	defer listener.Close()
	config := bankConfig(c.Dir, pix.Payee{Name: c.Payee, City: c.City})
	config.Key, config.CNPJ, config.SettleAfter, config.RefundAfter = c.Key, c.CNPJ, c.SettleAfter, c.RefundAfter
	config.Switches, config.Deliver = switches, caller.Deliver
	config.OnError = func(err error) { log.Warn("fake PSP", "error", err) }
	bank, err := fakepsp.Open(config)
	if err != nil {
		return err
	}
	m.onClose(bank.Close)
	url := "https://" + listener.Addr().String()
	if err := identity.SetAddress(url); err != nil {
		return err
	}
	server := fakepsp.NewServer(fakepsp.ServerConfig{Bank: bank, Identity: identity, TokenLife: c.TokenLife, Logger: log})
	fmt.Fprintf(m.Stdout, "A make-believe Pix provider is at %s, its files in %s.\nA shop that uses it: balcao serve --pix-provider bcb --pix-environment sandbox \\\n"+
		"  --pix-url %s --pix-token-url %s --pix-client-id %s --pix-client-secret-file %s \\\n"+
		"  --pix-certificate %s --pix-certificate-key %s --pix-authorities %s --pix-key %s\n",
		url, c.Dir, url+fakepsp.PathAPI, url+fakepsp.PathToken, fakepsp.ClientID, identity.Path(fakepsp.FileClientSecret),
		identity.Path(fakepsp.FileClient), identity.Path(fakepsp.FileClientKey), identity.Path(fakepsp.FileCA), keyOr(c.Key, sandboxPixKey))
	if m.OnListening != nil {
		m.OnListening(url, "")
	}
	group, working := errgroup.WithContext(ctx)
	group.Go(func() error { return bank.Run(working) })
	group.Go(func() error { return server.Serve(working, listener) })
	return group.Wait()
}

func keyOr(key, usual string) string {
	if key == "" {
		return usual
	}
	return key
}

type fakePSPPayCmd struct {
	fakePSPDir
	TXID   string    `arg:"" name:"txid" help:"The charge's txid: provider_payment_id in the checkout."`
	Amount string    `help:"Another amount than the charge's, such as 12.34." placeholder:"VALOR"`
	Late   bool      `help:"A second after the charge's time." xor:"when"`
	PaidAt time.Time `help:"When the payer's bank took it, RFC 3339." placeholder:"TIME" xor:"when"`
	Again  bool      `help:"Whatever the charge's state, so that a paid one is paid again."`
	Info   string    `help:"The payer's free text." placeholder:"TEXT"`
}

func (c fakePSPPayCmd) run(ctx context.Context, m *Main) error {
	amount, err := optionalValor(c.Amount)
	if err != nil {
		return err
	}
	order := fakepsp.PayOrder{Amount: int64(amount), Late: c.Late, PaidAt: c.PaidAt, Anyway: c.Again, Info: c.Info}
	return c.at(func(bank *fakepsp.Remote) error {
		paid, err := bank.Pay(ctx, ids.TXID(c.TXID), order)
		if err != nil {
			return err
		}
		_, err = fmt.Fprintln(m.Stdout, "paid:", paid.TXID, valorOf(paid.Amount), paid.EndToEndID)
		return err
	})
}

// optionalValor reads an amount of the command line, 0 for none.
func optionalValor(text string) (money.Amount, error) {
	if text == "" {
		return 0, nil
	}
	amount, err := pix.ParseValor(text)
	if err != nil {
		return 0, settingError{fmt.Errorf("--amount must be reais with two decimals, such as 12.34: %w", err)}
	}
	return amount, nil
}

// valorOf writes an amount of the bank's, which is never zero.
func valorOf(minor int64) string {
	text, err := pix.FormatValor(money.Amount(minor))
	if err != nil {
		return "?"
	}
	return text
}

type fakePSPChargesCmd struct{ fakePSPDir }

func (c fakePSPChargesCmd) run(ctx context.Context, m *Main) error {
	return c.at(func(bank *fakepsp.Remote) error {
		all, err := bank.Charges(ctx)
		if err != nil {
			return err
		}
		w := tabwriter.NewWriter(m.Stdout, 0, 4, 2, ' ', 0)
		fmt.Fprintln(w, "TXID, PAYMENT, REFUND\tVALOR\tSTATUS\tWHEN")
		for _, charge := range all {
			fmt.Fprintf(w, "%s\t%s\t%s\t%s\n", charge.TXID, valorOf(charge.Amount), charge.Status, charge.CreatedAt.Format(time.RFC3339))
			for _, p := range charge.Payments {
				fmt.Fprintf(w, "  %s\t%s\t\t%s\n", p.EndToEndID, valorOf(p.Amount), p.PaidAt.Format(time.RFC3339))
				for _, r := range p.Refunds {
					fmt.Fprintf(w, "    %s\t%s\t%s %s\t\n", r.ID, valorOf(r.Amount), r.Status, r.Nature)
				}
			}
		}
		return w.Flush()
	})
}

type fakePSPFaultCmd struct {
	fakePSPDir
	Switches []string `arg:"" optional:"" name:"fault" help:"Such as down=next:3, webhook_lost=0.1, down=off; none lists those that are on."`
	Clear    bool     `help:"Switch all off first."`
}

func (c fakePSPFaultCmd) run(ctx context.Context, m *Main) error {
	type change struct {
		fault fakepsp.Fault
		to    fakepsp.Setting
	}
	var changes []change
	for _, text := range c.Switches {
		f, to, err := fakepsp.ParseSwitch(text)
		if err != nil {
			return settingError{err}
		}
		changes = append(changes, change{f, to})
	}
	return c.at(func(bank *fakepsp.Remote) error {
		if c.Clear {
			if err := bank.ClearFaults(ctx); err != nil {
				return err
			}
		}
		for _, change := range changes {
			if err := bank.SetFault(ctx, change.fault, change.to); err != nil {
				return err
			}
		}
		on, err := bank.Faults(ctx)
		if err != nil {
			return err
		}
		var lines []string
		for f, set := range on {
			lines = append(lines, string(f)+"="+set.String())
		}
		slices.Sort(lines)
		for _, line := range lines {
			fmt.Fprintln(m.Stdout, line)
		}
		return nil
	})
}

type fakePSPRemoveCmd struct {
	fakePSPDir
	TXID string `arg:"" name:"txid" help:"The charge's txid."`
}

func (c fakePSPRemoveCmd) run(ctx context.Context, _ *Main) error {
	return c.at(func(bank *fakepsp.Remote) error { return bank.Remove(ctx, ids.TXID(c.TXID)) })
}

type fakePSPPullBackCmd struct {
	fakePSPDir
	EndToEndID string `arg:"" name:"end-to-end-id" help:"The payment."`
	Amount     string `help:"How much; by default all that is left." placeholder:"VALOR"`
}

func (c fakePSPPullBackCmd) run(ctx context.Context, m *Main) error {
	amount, err := optionalValor(c.Amount)
	if err != nil {
		return err
	}
	return c.at(func(bank *fakepsp.Remote) error {
		id, err := bank.PullBack(ctx, c.EndToEndID, amount)
		if err != nil {
			return err
		}
		_, err = fmt.Fprintln(m.Stdout, "refund:", id)
		return err
	})
}

type fakePSPFinishRefundCmd struct {
	fakePSPDir
	EndToEndID string `arg:"" name:"end-to-end-id" help:"The payment."`
	ID         string `arg:"" name:"id" help:"The refund."`
	Failed     bool   `help:"The money does not reach the payer."`
}

func (c fakePSPFinishRefundCmd) run(ctx context.Context, _ *Main) error {
	return c.at(func(bank *fakepsp.Remote) error { return bank.FinishRefund(ctx, c.EndToEndID, c.ID, !c.Failed) })
}
