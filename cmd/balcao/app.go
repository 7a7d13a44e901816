package main

import (
	"context"
	"errors"
	"fmt"
	"io"

	"github.com/alecthomas/kong"
)

// Main is the program: parse, run, close. Tests start it with ":0" and a scratch folder.
type Main struct {
	Stdin          io.Reader
	Stdout, Stderr io.Writer

	// Products are what a shop sells instead of the sample's products, in the same form; nil
	// for those.
	Products []byte
	// OnListening, if set, is told the addresses once the server takes requests.
	OnListening func(public, admin string)

	command func(ctx context.Context) error
	closers []func() error
}

// cli is the command line. Every flag is also an environment variable (BALCAO_…) and a
// key of the YAML file that --config names.
type cli struct {
	Config kong.ConfigFlag `help:"YAML file with settings." placeholder:"FILE" env:"BALCAO_CONFIG"`

	Serve   serveCmd   `cmd:"" help:"Run the shop."`
	Catalog catalogCmd `cmd:"" help:"What the shop sells."`
	Demo    demoCmd    `cmd:"" help:"Play a whole purchase against a throw-away shop."`
	AP2     ap2Cmd     `cmd:"" name:"ap2" help:"Mandates of AP2."`
	Doctor  doctorCmd  `cmd:"" help:"Say in plain words what works and what does not."`
	FakePSP fakePSPCmd `cmd:"" name:"fakepsp" help:"A Pix provider for development that misbehaves when it is told to."`
	Intents intentsCmd `cmd:"" help:"Tell how the shop understands utterances: JSON Lines in, JSON Lines out."`
	Keys    keysCmd    `cmd:"" help:"The shop's signing keys, and the keys of the platforms that buy here."`
	Orders  ordersCmd  `cmd:"" help:"What the shop keeps of its orders."`
	Pix     pixCmd     `cmd:"" help:"Pix charges."`
	Stock   stockCmd   `cmd:"" help:"Look at the stock and set it."`
	Version versionCmd `cmd:"" help:"Print the version."`
}

// settingError is a wrong setting.
type settingError struct{ err error }

func (e settingError) Error() string { return e.err.Error() }
func (e settingError) Unwrap() error { return e.err }

// errHelp says that help was printed and nothing is to be run.
var errHelp = errors.New("help was printed")

// command is what a subcommand implements.
type command interface {
	run(ctx context.Context, m *Main) error
}

// ParseFlags reads the arguments, the environment and the configuration file.
func (m *Main) ParseFlags(args []string) error {
	var c cli
	helped := false
	parser, err := kong.New(&c,
		kong.Name("balcao"),
		kong.Description("A merchant agent for the Brazilian Commerce Protocol."),
		kong.Writers(m.Stdout, m.Stderr),
		kong.Exit(func(int) { helped = true }),
		defaults(),
		kong.DefaultEnvars("BALCAO"),
		kong.Configuration(loadYAML),
		kong.UsageOnError(),
	)
	if err != nil {
		return fmt.Errorf("command line: %w", err)
	}
	if len(args) == 0 {
		args = []string{"--help"}
	}
	parsed, err := parser.Parse(args)
	if helped {
		return errHelp
	}
	if err != nil {
		return err
	}
	selected, ok := parsed.Selected().Target.Addr().Interface().(command)
	if !ok {
		return fmt.Errorf("%s needs a subcommand", parsed.Command())
	}
	m.command = func(ctx context.Context) error { return selected.run(ctx, m) }
	return nil
}

// Run runs the command until it is done or the context ends.
func (m *Main) Run(ctx context.Context) error { return m.command(ctx) }

// Close releases what the command holds, the last thing first.
func (m *Main) Close() error {
	var errs []error
	for i := len(m.closers) - 1; i >= 0; i-- {
		errs = append(errs, m.closers[i]())
	}
	m.closers = nil
	return errors.Join(errs...)
}

// onClose has f run by Close.
func (m *Main) onClose(f func() error) { m.closers = append(m.closers, f) }

type versionCmd struct{}

func (versionCmd) run(_ context.Context, m *Main) error {
	_, err := fmt.Fprintln(m.Stdout, "balcao", version)
	return err
}
