package main

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"net"
	"path/filepath"
	"sync"
	"time"

	"golang.org/x/sync/errgroup"

	"balcao/internal/clock"
	"balcao/internal/ids"
	"balcao/payment"
	"balcao/payment/fakepsp"
	"balcao/payment/pix"
	"balcao/payment/pix/bcb"
)

// sandboxBank is the provider of a sandbox shop: a fake PSP on a port of its own, which the
// shop reaches as it would reach a bank, over TLS and the Central Bank's API.
type sandboxBank struct {
	*bcb.Client
	bank   *fakepsp.Bank
	caller *fakepsp.Caller
	log    *slog.Logger
	// webhook is where the shop is called back.
	webhook    string
	registered bool

	stop    context.CancelFunc
	serving sync.WaitGroup
}

const (
	// sandboxBankHost is where sandbox charges are said to live; nothing answers there.
	sandboxBankHost = "pix.balcao.example"
	// sandboxPixKey is whom they pay.
	sandboxPixKey = "pix@balcao.example"
)

// bankDir is where the sandbox bank keeps its book and its keys, beside the database.
func bankDir(database string) string { return database + ".fakepsp" }

// bankConfig is the bank whose book is in a folder, at which nobody is called back yet.
func bankConfig(dir string, payee pix.Payee) fakepsp.Config {
	return fakepsp.Config{
		PayeeName: payee.Name, City: payee.City, Key: sandboxPixKey, Host: sandboxBankHost, JournalPath: filepath.Join(dir, "book"),
	}
}

// faultSwitches are the faults that the settings turn on.
func faultSwitches(texts []string, seed uint64) (*fakepsp.Switches, error) {
	switches := fakepsp.NewSwitches(seed)
	for _, text := range texts {
		f, to, err := fakepsp.ParseSwitch(text)
		if err == nil {
			err = switches.Set(f, to)
		}
		if err != nil {
			return nil, settingError{err}
		}
	}
	return switches, nil
}

// openSandboxBank starts the bank and its API. It announces nothing before run.
func openSandboxBank(s *settings, database, webhook string, now clock.Clock, log *slog.Logger) (_ *sandboxBank, err error) {
	dir, payee := bankDir(database), pix.Payee{Name: s.ShopName, City: s.PixCity}
	switches, err := faultSwitches(s.SandboxFaults, s.SandboxSeed)
	if err != nil {
		return nil, err
	}
	identity, err := fakepsp.OpenIdentity(dir, now.Now())
	if err != nil {
		return nil, err
	}
	b := &sandboxBank{caller: fakepsp.NewCaller(identity), webhook: webhook, log: log}
	config := bankConfig(dir, payee)
	config.CNPJ, config.SettleAfter, config.Switches, config.Clock, config.Deliver = s.cnpj(), s.SandboxSettleAfter, switches, now, b.caller.Deliver
	config.OnError = func(err error) { log.Warn("sandbox bank", "error", err) }
	if b.bank, err = fakepsp.Open(config); err != nil {
		return nil, err
	}
	defer func() {
		if err != nil {
			err = errors.Join(err, b.close())
		}
	}()
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		return nil, fmt.Errorf("listen for the sandbox bank: %w", err)
	}
	url := "https://" + listener.Addr().String()
	server := fakepsp.NewServer(fakepsp.ServerConfig{Bank: b.bank, Identity: identity, Logger: log})
	ctx, stop := context.WithCancel(context.Background()) // it ends with close, after the shop has drained
	b.stop = stop
	b.serving.Go(func() {
		if err := server.Serve(ctx, listener); err != nil {
			log.Error("the sandbox bank's API ended", "error", err)
		}
	})
	if err := identity.SetAddress(url); err != nil {
		return nil, err
	}
	b.Client, err = bcb.New(bcb.Config{
		BaseURL: url + fakepsp.PathAPI, TokenURL: url + fakepsp.PathToken, ClientID: fakepsp.ClientID, ClientSecret: identity.ClientSecret,
		Key: sandboxPixKey, Payee: payee, TLS: identity.ClientTLS(), Clock: now,
	})
	return b, err
}

// register has the bank call the shop back. It is tried before the shop serves, so that the
// first payment is announced, and again by run: a bank with faults may be down.
func (b *sandboxBank) register(ctx context.Context) {
	err := b.RegisterWebhook(ctx, b.webhook)
	b.registered = err == nil
	if err != nil && ctx.Err() == nil {
		b.log.Warn("the webhook cannot be registered at the sandbox bank", "error", err)
	}
}

// registerPause is how long before the next try.
const registerPause = 5 * time.Second

// run lets charges be paid and announces it until the context ends.
func (b *sandboxBank) run(ctx context.Context) error {
	group, ctx := errgroup.WithContext(ctx)
	group.Go(func() error { return b.bank.Run(ctx) })
	group.Go(func() error {
		for !b.registered {
			select {
			case <-ctx.Done():
				return nil
			case <-time.After(registerPause):
				b.register(ctx)
			}
		}
		return nil
	})
	err := group.Wait()
	b.caller.Close() // the shop would wait for idle connections
	return err
}

// Settle pays a charge as its buyer would.
func (b *sandboxBank) Settle(ctx context.Context, txid ids.TXID) (payment.Receipt, error) {
	return b.bank.Settle(ctx, txid)
}

// close ends the API and closes the book.
func (b *sandboxBank) close() error {
	if b.stop != nil {
		b.stop()
		b.serving.Wait()
	}
	return b.bank.Close()
}
