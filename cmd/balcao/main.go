// Command balcao runs a merchant agent of the Brazilian Commerce Protocol: it serves a
// shop to shopping agents, and has the commands that the shop's staff need.
package main

import (
	"context"
	"errors"
	"fmt"
	"os"
	"os/signal"
	"runtime"
	"syscall"
)

// version is the software version. A release build sets it with -ldflags.
var version = "0.1.0"

// headroom is what the heap may grow by, in bytes, beside the doubling that is usual, before it
// is collected: requests leave much garbage, and little lives unless the catalogue is large.
// It is an allocation that is never touched, so it takes no memory. GOGC or GOMEMLIMIT in the
// environment stand for themselves.
const headroom = 64 << 20

func main() {
	ctx, stop := signal.NotifyContext(context.Background(), syscall.SIGINT, syscall.SIGTERM)
	defer stop()
	context.AfterFunc(ctx, stop) // who asks a second time does not want to wait
	var untouched []byte
	if os.Getenv("GOGC") == "" && os.Getenv("GOMEMLIMIT") == "" {
		untouched = make([]byte, headroom)
	}
	m := &Main{Stdin: os.Stdin, Stdout: os.Stdout, Stderr: os.Stderr}
	status := m.Execute(ctx, os.Args[1:])
	runtime.KeepAlive(untouched)
	os.Exit(status)
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
