package main

import (
	"context"
	"crypto/rand"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"log/slog"
	"os"

	"balcao/httpd"
	"balcao/internal/clock"
	"balcao/internal/keyring"
	"balcao/store/sqlite"
)

// doctorCmd says in plain words what works and what does not.
type doctorCmd struct {
	Shop  doctorShopCmd  `cmd:"" default:"withargs" help:"Check settings, database and keys. It changes nothing but the schema of a database of an older version."`
	Pix   doctorPixCmd   `cmd:"" help:"Try the Pix provider: token, key, webhook, certificate. It changes nothing."`
	Email doctorEmailCmd `cmd:"" help:"Try the mail server: connection, certificate, user. It sends nothing."`
	LLM   doctorLLMCmd   `cmd:"" name:"llm" help:"Try the language model with a harmless sentence."`
}

// errUnwell is the end of a doctor who found something.
var errUnwell = errors.New("something needs care")

// report prints findings and remembers whether any of them is bad.
type report struct {
	out io.Writer
	bad bool
}

func (r *report) good(what, how string) { fmt.Fprintf(r.out, "ok    %-10s %s\n", what, how) }
func (r *report) note(what, how string) { fmt.Fprintf(r.out, "note  %-10s %s\n", what, how) }
func (r *report) wrong(what, how string) {
	r.bad = true
	fmt.Fprintf(r.out, "BAD   %-10s %s\n", what, how)
}

// err is the result of the command.
func (r *report) err() error {
	if r.bad {
		return errUnwell
	}
	return nil
}

// doctorShopCmd checks a shop with the settings that it would be served with.
type doctorShopCmd struct{ settings }

func (c *doctorShopCmd) run(ctx context.Context, m *Main) error {
	r := &report{out: m.Stdout}
	if err := c.check(); err != nil {
		r.wrong("settings", err.Error())
	} else {
		r.good("settings", "can be served with")
	}
	path, err := c.sqlitePath()
	if err != nil {
		return r.err() // the settings said so
	}
	checkDatabase(ctx, r, path)
	checkCatalog(ctx, r, path, c.AdminListen)
	checkKeys(r, keysDir(c.KeysDir, path))
	if c.Pix.sandbox() {
		r.note("pix", "the sandbox: no money moves")
	} else {
		checkCertificate(r, c.Pix)
		r.note("pix", c.Pix.name()+" takes the money; balcao doctor pix tries it")
	}
	if c.SMTP.none() {
		r.note("email", "none: buyers are told nothing by e-mail")
	} else {
		r.note("email", c.SMTP.Host+" takes mail to buyers; balcao doctor email tries it")
	}
	if c.LLM.none() {
		r.note("llm", "none: the built-in parser reads alone, which needs no key and no network")
	} else {
		r.note("llm", fmt.Sprintf("%s is asked where the built-in parser is unsure; balcao doctor llm tries it", c.LLM.Provider))
	}
	return r.err()
}

func checkDatabase(ctx context.Context, r *report, path string) {
	switch _, err := os.Stat(path); {
	case errors.Is(err, fs.ErrNotExist):
		r.note("database", path+" is not there yet: balcao serve makes it")
		return
	case err != nil:
		r.wrong("database", err.Error())
		return
	}
	store, err := sqlite.Open(ctx, sqlite.Options{Path: path, Now: clock.System{}.Now, Logger: slog.New(slog.DiscardHandler)})
	switch {
	case errors.Is(err, sqlite.ErrLocked):
		r.good("database", path+" is in use by a running shop")
		return
	case err != nil:
		r.wrong("database", fmt.Sprintf("%s cannot be opened: %v", path, err))
		return
	}
	if err := errors.Join(store.Ping(ctx), store.Close()); err != nil {
		r.wrong("database", fmt.Sprintf("%s does not answer: %v", path, err))
		return
	}
	r.good("database", path+" opens and answers")
}

// checkCatalog says what the shop sells. A running shop is asked.
func checkCatalog(ctx context.Context, r *report, path, adminListen string) {
	if _, err := os.Stat(path); err != nil {
		return // the line of the database said so
	}
	desk, err := openClosedShop(ctx, path, "", false)
	running := errors.Is(err, sqlite.ErrLocked)
	if running {
		desk, err = staffFlags{AdminListen: adminListen}.running(ctx, path)
	}
	var sold httpd.CatalogSummary
	if err == nil {
		sold, err = desk.Summary(ctx)
		err = errors.Join(err, desk.Close())
	}
	switch {
	case err == nil:
		r.good("catalogue", inWords(sold))
	case running:
		r.note("catalogue", fmt.Sprintf("the running shop has it and cannot be asked at %q (--admin-listen): %v", adminListen, err))
	default:
		r.wrong("catalogue", err.Error())
	}
}

func checkKeys(r *report, dir string) {
	ring, err := keyring.Load(dir, clock.System{}.Now, rand.Reader)
	switch {
	case errors.Is(err, fs.ErrNotExist):
		r.note("keys", dir+" has none yet: balcao serve makes the first")
		return
	case err != nil:
		r.wrong("keys", err.Error())
		return
	}
	for _, k := range ring.List() {
		if k.State == keyring.Signing {
			r.good("keys", k.KID+" signs")
			return
		}
	}
	r.wrong("keys", dir+" has no key that signs: balcao keys make --now")
}
