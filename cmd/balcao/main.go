// Command balcao runs a merchant agent of the Brazilian Commerce Protocol: it serves a
// shop to shopping agents, and has the commands that the shop's staff need.
package main

import (
	"context"
	"errors"
	"fmt"
	"os"
	"os/signal"
	"runtime/debug"
	"syscall"
)

// version is the software version. A release build sets it with -ldflags.
var version = "0.1.0"

// gcPercent lets the heap, which is small, grow to three times what lives before it is
// collected: requests leave much garbage and little else. GOGC overrides it.
const gcPercent = 200

func main() {
	ctx, stop := signal.NotifyContext(context.Background(), syscall.SIGINT, syscall.SIGTERM)
	defer stop()
	context.AfterFunc(ctx, stop) // who asks a second time does not want to wait
	if os.Getenv("GOGC") == "" {
		debug.SetGCPercent(gcPercent)
	}
	m := &Main{Stdin: os.Stdin, Stdout: os.Stdout, Stderr: os.Stderr}
	os.Exit(m.Execute(ctx, os.Args[1:]))
}

// Execute parses the arguments, runs the command and returns the exit status: 2 for wrong
// arguments or settings, 1 for a failure.
func (m *Main) Execute(ctx context.Context, args []string) int {
	if err := m.ParseFlags(args); err != nil {
		if errors.Is(err, errHelp) {
			return 0
		}
		fmt.Fprintln(m.Stderr, "balcao:", err)
		return 2
	}
	err := errors.Join(m.Run(ctx), m.Close())
	if err == nil {
		return 0
	}
	fmt.Fprintln(m.Stderr, "balcao:", err)
	var wrong settingError
	if errors.As(err, &wrong) {
		return 2
	}
	return 1
}
