package feed

import (
	"bufio"
	"encoding/csv"
	"errors"
	"fmt"
	"io"
	"slices"
	"strings"
	"unicode/utf8"

	"golang.org/x/text/encoding/charmap"

	"balcao/catalog"
	"balcao/money"
)

// record is one row of a table or one item of a feed, by the folded names of its columns.
type record struct {
	line   int
	values map[string]string
}

// get returns the first of the columns that the record has something in.
func (r record) get(columns ...string) string {
	for _, column := range columns {
		if value := r.values[column]; value != "" {
			return value
		}
	}
	return ""
}

// columnName is the form in which names of columns are compared: "Preço promocional" and
// "preco_promocional" are the same.
func columnName(name string) string {
	name = strings.TrimPrefix(strings.TrimSpace(name), "g:")
	return strings.Join(strings.Fields(strings.ReplaceAll(catalog.Fold(name), "_", " ")), " ")
}

// maxColumns bounds a row.
const maxColumns = 1_000

// readTable reads a table with a line of names, and gives each row to the format.
func readTable(in *bufio.Reader, c *collector, row func(*collector, record)) error {
	head, err := in.Peek(peeked)
	if err != nil && !errors.Is(err, io.EOF) {
		return err
	}
	comma, skip := cutBy(string(head))
	if _, err := in.Discard(skip); err != nil {
		return err
	}
	rows := &rowReader{r: in}
	r := csv.NewReader(rows)
	r.Comma = comma
	r.LazyQuotes = r.Comma == '\t' // there a quotation mark is a character like others
	r.FieldsPerRecord = -1
	r.ReuseRecord = true
	var names []string
	line := 0
	for {
		rows.next()
		fields, err := r.Read()
		if errors.Is(err, io.EOF) {
			return nil
		}
		var broken *csv.ParseError
		if errors.As(err, &broken) { // where the next row begins is anybody's guess
			if skip > 0 {
				broken.StartLine++
			}
			c.fail(broken.StartLine, "", "the row cannot be read: %v", broken.Err)
			return errStopped
		}
		if errors.Is(err, errRow) {
			c.fail(line, "", "the row after this one cannot be read: %v; a quotation mark may not be closed", err)
			return errStopped
		}
		if err != nil {
			return err
		}
		line, _ = r.FieldPos(0)
		if skip > 0 {
			line++
		}
		if names == nil {
			if names, err = columnNames(fields); err != nil {
				c.fail(line, "", "%v", err)
				return errStopped
			}
			continue
		}
		if len(fields) > len(names) && strings.Join(fields[len(names):], "") != "" {
			c.fail(line, "", "the row has %d fields, there are %d columns%s", len(fields), len(names), unquotedHint(r.Comma))
			continue
		}
		values := make(map[string]string, len(names))
		for i, field := range fields[:min(len(fields), len(names))] {
			if field = strings.TrimSpace(utf8Text(field)); field != "" && names[i] != "" {
				values[names[i]] = strings.Clone(field)
			}
		}
		if len(values) > 0 {
			row(c, record{line, values})
		}
	}
}

// unquotedHint says what a field too many mostly is: 59,90 in a table that commas cut.
func unquotedHint(comma rune) string {
	switch comma {
	case '\t': // quotation marks mean nothing there
		return ""
	case ',':
		return `; what has a comma in it needs quotation marks: "59,90"`
	}
	return fmt.Sprintf("; what has %q in it needs quotation marks", string(comma))
}

func columnNames(fields []string) ([]string, error) {
	if len(fields) > maxColumns {
		return nil, fmt.Errorf("there are %d columns, at most %d", len(fields), maxColumns)
	}
	names := make([]string, len(fields))
	for i, field := range fields {
		name := columnName(utf8Text(field))
		if name != "" && slices.Contains(names[:i], name) {
			return nil, fmt.Errorf("there are two columns %q", field)
		}
		names[i] = name
	}
	return names, nil
}

// cutBy tells what cuts the rows of a table that begins so, and how much stands before the
// names of its columns: spreadsheets are told what cuts the rows by a first line such as
// "sep=;".
func cutBy(head string) (comma rune, skip int) {
	first, _, isCut := strings.Cut(head, "\n")
	if said, ok := strings.CutPrefix(strings.ToLower(strings.Trim(first, "\"\r")), "sep="); ok && isCut && len(said) == 1 {
		comma = rune(said[0])
		if comma == ',' || comma == ';' || comma == '\t' {
			return comma, len(first) + 1
		}
	}
	return delimiter(first), 0
}

// delimiter is what stands most often between the names of columns.
func delimiter(first string) rune {
	best, most := ',', 0
	for _, mark := range []rune{',', ';', '\t'} {
		if n := strings.Count(first, string(mark)); n > most {
			best, most = mark, n
		}
	}
	return best
}

// utf8Text is a text in UTF-8. What is not is taken for Windows-1252, in which many
// Brazilian spreadsheets are saved.
func utf8Text(text string) string {
	if utf8.ValidString(text) {
		return text
	}
	decoded, err := charmap.Windows1252.NewDecoder().String(text)
	if err != nil {
		return strings.ToValidUTF8(text, "\uFFFD")
	}
	return decoded
}

// prices reads what an item costs and what it cost before: the lower price of the two is
// the one that counts.
func (c *collector) prices(it *item, regular, lower string) {
	it.hasPrice = regular != "" || lower != ""
	read := func(written string) money.Amount {
		if written == "" {
			return 0
		}
		amount, err := parsePrice(written)
		if err != nil {
			c.fail(it.line, it.name(), "%v", err)
		}
		return amount
	}
	price, sale := read(regular), read(lower)
	switch {
	case sale > 0 && (sale < price || price == 0):
		it.variant.Price = sale
		if price > 0 {
			it.variant.ListPrice = price
		}
	default:
		it.variant.Price = price
	}
}

// amountOnHand reads how many of an item there are, as far as the file tells.
func (c *collector) amountOnHand(it *item, written string) {
	if written == "" {
		return
	}
	n, err := parseStock(written)
	if err != nil {
		c.fail(it.line, it.name(), "%v", err)
		return
	}
	it.stock = &n
}

// amountOrOwed is amountOnHand for the exports of shops, which write less than nothing for
// what was sold beyond the stock.
func (c *collector) amountOrOwed(it *item, written string) {
	if c.amountOnHand(it, written); it.stock != nil {
		*it.stock = max(*it.stock, 0)
	}
}

// list cuts a field at the mark.
func list(field, mark string) []string {
	var out []string
	for _, part := range strings.Split(field, mark) {
		if part = strings.TrimSpace(part); part != "" {
			out = append(out, part)
		}
	}
	return out
}

// pictures are the media of some addresses.
func pictures(urls []string, alt string) []catalog.Media {
	var out []catalog.Media
	for _, u := range urls {
		out = append(out, catalog.Media{Type: "image", URL: u, Alt: alt})
	}
	return out
}
