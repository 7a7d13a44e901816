package main

import (
	"context"
	"crypto/rand"
	"errors"
	"fmt"
	"log/slog"
	"os"
	"os/signal"
	"path/filepath"
	"strings"
	"syscall"
	"time"

	"github.com/alecthomas/kong"

	"balcao/cmd/balcao/demo"
	"balcao/internal/ids"
	"balcao/order"
	"balcao/platform"
)

// demoCmd starts a throw-away shop and plays a shopping platform against it.
type demoCmd struct {
	Scenario string      `help:"What is played: whole purchases, or one that the buyer sends back." enum:"purchases,return" default:"purchases"`
	JSON     bool        `name:"json" help:"Print each request with its answer as a line of JSON."`
	LogLevel *slog.Level `help:"Write the shop's own log to standard error: debug, info, warn or error." placeholder:"LEVEL"`
}

const (
	// demoSettleAfter is long enough to complete a purchase before its charge is paid.
	demoSettleAfter = time.Second
	// demoPatience is how long the demo waits for a payment, demoPause between two looks.
	demoPatience = 10 * time.Second
	demoPause    = 40 * time.Millisecond
	// demoDrain is how long the demo's shop may take to stop.
	demoDrain = 2 * time.Second
)

func (c demoCmd) run(ctx context.Context, m *Main) (err error) {
	// A reader that goes away must not end the process before it has cleaned up.
	signal.Ignore(syscall.SIGPIPE)
	defer signal.Reset(syscall.SIGPIPE)
	dir, err := os.MkdirTemp("", "balcao-demo-")
	if err != nil {
		return fmt.Errorf("demo: %w", err)
	}
	defer func() { err = errors.Join(err, os.RemoveAll(dir)) }()
	s, err := demoSettings(dir)
	if err != nil {
		return err
	}
	log := slog.New(slog.DiscardHandler)
	if c.LogLevel != nil {
		log = slog.New(slog.NewJSONHandler(m.Stderr, &slog.HandlerOptions{Level: *c.LogLevel}))
	}
	return withShop(ctx, s, log, func(ctx context.Context, public, admin string) error {
		config := demo.Config{
			ShopURL: public, IssueKey: keyIssuer(s.Database, admin), Out: m.Stdout, JSON: c.JSON,
			Patience: demoPatience, Pause: demoPause,
		}
		if c.Scenario == scenarioReturn {
			return demo.PlayReturn(ctx, config, demoStaff(s.Database, admin))
		}
		return demo.Play(ctx, config)
	})
}

const scenarioReturn = "return"

// demoStaff are the staff of a running shop, who do what "balcao orders" does.
func demoStaff(database, admin string) demo.Staff {
	flags := staffFlags{Database: database, AdminListen: strings.TrimPrefix(admin, "http://")}
	change := func(ctx context.Context, id string, cmd order.Command) error {
		return flags.at(ctx, "", func(desk staffDesk) error {
			_, err := desk.ChangeOrder(ctx, ids.Order(id), rand.Text(), cmd)
			return err
		})
	}
	return demo.Staff{
		Ship: func(ctx context.Context, id string) error {
			return change(ctx, id, order.Ship{Tracking: order.Tracking{Number: demo.ReturnTracking, Carrier: "Correios"}})
		},
		Deliver: func(ctx context.Context, id string) error { return change(ctx, id, order.Deliver{}) },
		Receive: func(ctx context.Context, id, adjustment string) error {
			return change(ctx, id, order.ReceiveReturn{Adjustment: adjustment, Restock: true})
		},
		Refundable: func(ctx context.Context, id string) (left int64, err error) {
			err = flags.at(ctx, "", func(desk staffDesk) error {
				o, err := desk.ShowOrder(ctx, ids.Order(id))
				left = int64(o.Refundable)
				return err
			})
			return left, err
		},
	}
}

// keyIssuer has a running shop's staff issue keys that may read orders.
func keyIssuer(database, admin string) func(ctx context.Context, profileURL string) (string, error) {
	staff := staffFlags{Database: database, AdminListen: strings.TrimPrefix(admin, "http://")}
	return func(ctx context.Context, profileURL string) (key string, err error) {
		err = staff.at(ctx, "", func(desk staffDesk) error {
			key, _, err = desk.Create(ctx, profileURL, platform.RightOrder)
			return err
		})
		return key, err
	}
}

// demoSettings are those of a shop without any configuration, on free ports, that keeps
// everything in a folder.
func demoSettings(dir string) (*settings, error) {
	var serve serveCmd
	if err := kong.ApplyDefaults(&serve, defaults()); err != nil {
		return nil, fmt.Errorf("demo: settings: %w", err)
	}
	s := &serve.settings
	s.Listen, s.AdminListen = "127.0.0.1:0", "127.0.0.1:0"
	s.Database = "sqlite:" + filepath.Join(dir, "shop.db")
	s.SandboxSettleAfter, s.Drain = demoSettleAfter, demoDrain
	return s, s.check()
}

// withShop runs a shop while do does its work, and stops it afterwards. If the shop fails
// meanwhile, so does the work.
func withShop(ctx context.Context, s *settings, log *slog.Logger, do func(ctx context.Context, public, admin string) error) error {
	ctx, stop := context.WithCancel(ctx)
	defer stop()
	type addresses struct{ public, admin string }
	listening := make(chan addresses, 1)
	shop := &Main{OnListening: func(public, admin string) { listening <- addresses{public, admin} }}
	ended := make(chan error, 1)
	go func() {
		defer stop()
		ended <- errors.Join(shop.serve(ctx, s, log), shop.Close())
	}()
	select {
	case at := <-listening:
		err := do(ctx, at.public, at.admin)
		stop()
		return errors.Join(err, <-ended)
	case err := <-ended:
		return err
	}
}
