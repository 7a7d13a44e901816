// Command conformance serves A2A to a public conformance kit, which asks an agent for
// things that no shop does, by marks in its messages. It is for tests alone: transport,
// tasks and store are those of the shop, what is said is the kit's.
//
// The marks are facts of the kit (a2aproject/a2a-tck, branch 1.0-dev); scripts/tck.sh runs
// it. No other program contains this one.
package main

import (
	"context"
	"flag"
	"fmt"
	"log/slog"
	"os"
	"os/signal"
	"syscall"
)

func main() {
	ctx, stop := signal.NotifyContext(context.Background(), syscall.SIGINT, syscall.SIGTERM)
	defer stop()
	if err := run(ctx, os.Args[1:]); err != nil {
		fmt.Fprintln(os.Stderr, "conformance:", err)
		os.Exit(1)
	}
}

// run serves until the context ends. The first line of output is the server's address.
func run(ctx context.Context, args []string) error {
	o := options{log: slog.New(slog.NewTextHandler(os.Stderr, &slog.HandlerOptions{Level: slog.LevelWarn}))}
	flags := flag.NewFlagSet("conformance", flag.ContinueOnError)
	flags.StringVar(&o.listen, "listen", "127.0.0.1:0", "address to listen at")
	flags.StringVar(&o.publicURL, "public-url", "", "address in the agent card; what is listened at if empty")
	flags.BoolVar(&o.streaming, "streaming", false, "offer streams")
	flags.BoolVar(&o.push, "push", false, "offer push notifications")
	flags.BoolVar(&o.extendedCard, "extended-card", false, "offer an extended agent card")
	if err := flags.Parse(args); err != nil {
		return err
	}
	dir, err := os.MkdirTemp("", "conformance")
	if err != nil {
		return err
	}
	defer os.RemoveAll(dir)
	o.dir = dir
	s, err := newServer(ctx, o)
	if err != nil {
		return err
	}
	fmt.Println(s.url)
	return s.serve(ctx)
}
