package feed

import (
	"bufio"
	"bytes"
	"errors"
	"fmt"
	"io"
	"path"
	"strings"

	"balcao/catalog"
	"balcao/internal/ids"
)

// Feed is what a file says.
type Feed struct {
	Products []catalog.Product
	// Stock is what is on hand of the variants for which the file gives a number.
	Stock map[ids.Variant]int64
	// Notes tell what was left out, and why.
	Notes []string
}

// Variants counts the variants of all products.
func (f *Feed) Variants() int {
	n := 0
	for i := range f.Products {
		n += len(f.Products[i].Variants)
	}
	return n
}

// Format is the form of a file.
type Format string

// The formats. Auto finds out by the name of the file and by how it begins.
const (
	Auto        Format = "auto"
	JSONLines   Format = "jsonl"
	CSV         Format = "csv"
	GoogleXML   Format = "google-xml"
	GoogleTSV   Format = "google-tsv"
	Shopify     Format = "shopify"
	WooCommerce Format = "woocommerce"
	Nuvemshop   Format = "nuvemshop"
)

// The bounds of a file. They are far above what a shop has and keep a wrong file from
// taking the machine.
const (
	maxBytes       = 2 << 30
	maxProducts    = 1_000_000
	maxVariants    = 2_000_000 // of all products
	maxOwnVariants = 2_048     // of one product: the most that Shopify has
	maxOptions     = 10
	maxLabels      = 1_000
	maxTags        = 250
	maxMedia       = 250
	maxFacts       = 250
	maxStates      = 27
	maxStock       = 1_000_000_000
	maxTitle       = 500 // in bytes, like all that follows
	maxName        = 256
	maxFact        = 2_000
	maxText        = 50_000
	maxURL         = 2_048
	maxLine        = 8 << 20
)

// errTooLong says that a file has more than maxBytes.
var errTooLong = fmt.Errorf("the file has more than %d bytes", int64(maxBytes))

// Read reads a file of this name and format. If anything is wrong with what it says, the
// error is a [*Report] and there is no feed.
func Read(r io.Reader, name string, format Format) (*Feed, error) {
	in := bufio.NewReaderSize(&bounded{r: r, left: maxBytes}, peeked)
	in, err := asText(in)
	if err != nil {
		return nil, err
	}
	if in, err = withLines(in); err != nil {
		return nil, err
	}
	head, err := peek(in)
	if err != nil {
		return nil, err
	}
	if format == "" || format == Auto {
		if format, err = detect(head, name); err != nil {
			return nil, err
		}
	}
	c := newCollector()
	switch format {
	case JSONLines:
		err = readLines(in, c)
	case GoogleXML:
		err = readXML(in, c)
	case CSV, GoogleTSV:
		err = readTable(in, c, merchantRow)
	case Shopify:
		err = readTable(in, c, shopifyRow)
	case WooCommerce:
		err = readTable(in, c, wooRow)
	case Nuvemshop:
		err = readTable(in, c, nuvemshopRow)
	default:
		return nil, fmt.Errorf("there is no format %q", format)
	}
	if err != nil && !errors.Is(err, errStopped) {
		return nil, err
	}
	return c.finish()
}

const peeked = 64 << 10

// detect tells a file's format by its first bytes, and by its name where they do not.
func detect(head []byte, name string) (Format, error) {
	trimmed := bytes.TrimSpace(head)
	switch {
	case len(trimmed) == 0:
		return "", errors.New("the file is empty")
	case trimmed[0] == '<':
		return GoogleXML, nil
	case trimmed[0] == '{':
		return JSONLines, nil
	case trimmed[0] == '[' || path.Ext(strings.ToLower(name)) == ".xlsx":
		return "", errors.New("the file is neither JSON Lines (a product a line) nor a table as text nor XML")
	}
	_, skip := cutBy(string(trimmed))
	first, _, _ := bytes.Cut(trimmed[skip:], []byte{'\n'})
	has := map[string]bool{}
	for _, column := range strings.Split(utf8Text(string(first)), string(delimiter(string(first)))) {
		has[columnName(strings.Trim(column, "\"\r"))] = true
	}
	switch {
	case has["variant price"] || has["url handle"] || has["handle"] && has["option1 name"]:
		return Shopify, nil
	case has["identificador url"] || has["identificador de url"]:
		return Nuvemshop, nil
	case (has["type"] || has["tipo"]) && (has["regular price"] || has["sale price"] || has["preco"] || has["preco normal"]):
		return WooCommerce, nil
	case delimiter(string(first)) == '\t':
		return GoogleTSV, nil
	}
	return CSV, nil
}

// bounded fails after so many bytes; io.LimitReader would pass a cut file off as whole.
type bounded struct {
	r    io.Reader
	left int64
}

// Read implements io.Reader.
func (b *bounded) Read(p []byte) (int, error) {
	if b.left <= 0 {
		return 0, errTooLong
	}
	n, err := b.r.Read(p[:min(int64(len(p)), b.left)])
	b.left -= int64(n)
	return n, err
}
