package main

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"time"

	"balcao/catalog/feed"
	"balcao/httpd"
)

type catalogCmd struct {
	Import catalogImportCmd `cmd:"" help:"Sell what a file has, instead of what was sold before."`
	Export catalogExportCmd `cmd:"" help:"Write what is sold as JSON Lines, with the stock."`
	Reset  catalogResetCmd  `cmd:"" help:"Take the own catalogue away: sell the sample again."`
}

// catalogImportCmd replaces the catalogue. The file is checked here, whoever stores it.
type catalogImportCmd struct {
	staffFlags
	File     string `arg:"" help:"The file; - for standard input."`
	Format   string `help:"Its format; by default it tells itself." enum:"auto,jsonl,csv,google-xml,google-tsv,shopify,woocommerce,nuvemshop" default:"auto"`
	DryRun   bool   `help:"Check the file and say what it has; change nothing."`
	NewStock int64  `help:"What is on hand of a new variant of which the file does not say so." default:"0"`
}

func (c catalogImportCmd) run(ctx context.Context, m *Main) error {
	if c.NewStock < 0 {
		return settingError{errors.New("--new-stock must be zero or more")}
	}
	f, err := c.read(ctx, m)
	if err != nil {
		return err
	}
	for _, note := range f.Notes {
		fmt.Fprintln(m.Stdout, "note:", note)
	}
	if unknown := f.Variants() - len(f.Stock); unknown > 0 {
		fmt.Fprintf(m.Stdout, "note: the file has no stock of %s: it stays as it is, new ones have %d (--new-stock)\n", feed.Counted(unknown, "variant"), c.NewStock)
	}
	if c.DryRun {
		_, err := fmt.Fprintf(m.Stdout, "good: %s, %s; nothing was changed\n", feed.Counted(len(f.Products), "product"), feed.Counted(f.Variants(), "variant"))
		return err
	}
	var lines bytes.Buffer
	if err := f.Write(&lines); err != nil {
		return err
	}
	return c.at(ctx, "", func(desk staffDesk) error {
		done, err := desk.Import(ctx, &lines, c.NewStock)
		if err != nil {
			return err
		}
		_, err = fmt.Fprintf(m.Stdout, "imported: %s, %s, revision %d\n", feed.Counted(done.Products, "product"), feed.Counted(done.Variants, "variant"), done.Revision)
		return err
	})
}

// read reads the file; what is wrong with it goes to standard error, a problem a line.
func (c catalogImportCmd) read(ctx context.Context, m *Main) (*feed.Feed, error) {
	in := m.Stdin
	if c.File != "-" {
		file, err := os.Open(c.File)
		if err != nil {
			return nil, settingError{err}
		}
		defer file.Close()
		in = file
	}
	f, err := feed.Read(untilDone{ctx, in}, filepath.Base(c.File), feed.Format(c.Format))
	var report *feed.Report
	if !errors.As(err, &report) {
		return f, err
	}
	for _, p := range report.Problems {
		fmt.Fprintln(m.Stderr, p)
	}
	if more := report.Total - len(report.Problems); more > 0 {
		fmt.Fprintf(m.Stderr, "and %d more\n", more)
	}
	return nil, fmt.Errorf("%s: %s; nothing was changed", c.File, feed.Counted(report.Total, "problem"))
}

// untilDone reads until the context ends.
type untilDone struct {
	ctx context.Context
	r   io.Reader
}

// Read implements io.Reader.
func (u untilDone) Read(p []byte) (int, error) {
	if err := u.ctx.Err(); err != nil {
		return 0, err
	}
	return u.r.Read(p)
}

type catalogExportCmd struct {
	staffFlags
	File string `arg:"" help:"Where to; - for standard output." default:"-"`
}

func (c catalogExportCmd) run(ctx context.Context, m *Main) error {
	return c.at(ctx, "", func(desk staffDesk) (err error) {
		out := m.Stdout
		if c.File != "-" {
			file, err := os.OpenFile(c.File, os.O_CREATE|os.O_EXCL|os.O_WRONLY, 0o600)
			if err != nil {
				return settingError{err}
			}
			defer func() { err = errors.Join(err, file.Close()) }()
			out = file
		}
		return desk.Export(ctx, out)
	})
}

// catalogResetCmd goes back to the sample. What was imported is gone; the stock stays.
type catalogResetCmd struct{ staffFlags }

func (c catalogResetCmd) run(ctx context.Context, m *Main) error {
	return c.at(ctx, "", func(desk staffDesk) error {
		now, err := desk.Reset(ctx)
		if err != nil {
			return err
		}
		_, err = fmt.Fprintln(m.Stdout, "sold is", inWords(now))
		return err
	})
}

// inWords says what a shop sells.
func inWords(c httpd.CatalogSummary) string {
	goods := feed.Counted(c.Products, "product") + ", " + feed.Counted(c.Variants, "variant")
	if !c.Own {
		return "the sample: " + goods
	}
	return fmt.Sprintf("the shop's own: %s, imported %s (revision %d)", goods, c.ImportedAt.UTC().Format(time.RFC3339), c.Revision)
}

var (
	_ httpd.Catalog = (*goods)(nil)
	_ httpd.Catalog = shelves{}
)
