package feed

import (
	"cmp"
	"errors"
	"fmt"
	"slices"
	"strings"

	"balcao/catalog"
	"balcao/internal/ids"
)

// collector takes the products of a file as they are read, and what is wrong with them.
type collector struct {
	feed   Feed
	report Report
	// names are all ids, SKUs and handles, with the product and line that has them.
	names    map[string]nameHolder
	variants int
	skipped  map[string]int
	groups   groups
}

type nameHolder struct {
	product int
	line    int
}

func newCollector() *collector {
	return &collector{
		feed: Feed{Stock: map[ids.Variant]int64{}}, names: map[string]nameHolder{}, skipped: map[string]int{},
		groups: newGroups(),
	}
}

// fail notes a problem.
func (c *collector) fail(line int, id, format string, args ...any) {
	text := fmt.Sprintf(format, args...)
	if len(text) > maxProblem { // some repeat what is in the file
		text = strings.ToValidUTF8(text[:maxProblem], "") + "…"
	}
	p := Problem{Line: line, ID: id, Text: text}
	if said := c.report.Problems; slices.Contains(said[max(0, len(said)-4):], p) {
		return // a product with one variant would be told twice
	}
	c.report.Total++
	if len(c.report.Problems) < maxProblems {
		c.report.Problems = append(c.report.Problems, p)
	}
}

// skip notes that something was left out on purpose.
func (c *collector) skip(why string) { c.skipped[why]++ }

// add takes a product. The lines are those of its variants, or one for all of them.
func (c *collector) add(line int, p catalog.Product, lines []int, stock []*int64) {
	number := len(c.feed.Products)
	if c.variants += len(p.Variants); number == maxProducts || c.variants > maxVariants {
		c.fail(line, string(p.ID), "the file has more than %d products or %d variants", maxProducts, maxVariants)
		return
	}
	lineOf := func(i int) int {
		if i < len(lines) {
			return lines[i]
		}
		return line
	}
	tidy(&p)
	if much := checkNumbers(&p); len(much) > 0 {
		for _, text := range much {
			c.fail(line, string(p.ID), "%s", text)
		}
		return
	}
	for _, text := range checkSizes(&p) {
		c.fail(line, string(p.ID), "%s", text)
	}
	var fault *catalog.VariantError
	for _, err := range p.Check() {
		if errors.As(err, &fault) {
			c.fail(lineOf(fault.Number), string(fault.ID), "%v", fault.Err)
			continue
		}
		c.fail(line, string(p.ID), "%v", err)
	}
	for i := range p.Variants {
		v := &p.Variants[i]
		if stock[i] != nil {
			if n := *stock[i]; n < 0 || n > maxStock {
				c.fail(lineOf(i), string(v.ID), "the stock %d is not between 0 and %d", n, int64(maxStock))
			}
			c.feed.Stock[v.ID] = *stock[i]
		}
		c.name(string(v.ID), "id", number, lineOf(i))
		c.name(v.SKU, "SKU", number, lineOf(i))
	}
	c.name(string(p.ID), "id", number, line)
	c.name(p.Handle, "handle", number, line)
	c.feed.Products = append(c.feed.Products, p)
}

// name sees to it that one name means one product; catalog.New would refuse it too, but
// cannot tell the lines.
func (c *collector) name(text, what string, product, line int) {
	if text == "" {
		return
	}
	holder, taken := c.names[text]
	if taken && holder.product != product {
		c.fail(line, text, "this %s names another product already (line %d)", what, holder.line)
		return
	}
	if !taken {
		c.names[text] = nameHolder{product, line}
	}
}

// finish returns the feed, or the report if there is a problem.
func (c *collector) finish() (*Feed, error) {
	c.groups.flush(c)
	if c.report.Total == 0 && len(c.feed.Products) == 0 {
		c.fail(0, "", "the file has no product")
	}
	if c.report.Total > 0 {
		slices.SortStableFunc(c.report.Problems, func(a, b Problem) int { return cmp.Compare(a.Line, b.Line) })
		return nil, &c.report
	}
	for why, n := range c.skipped {
		c.feed.Notes = append(c.feed.Notes, fmt.Sprintf("%s: %d", why, n))
	}
	slices.Sort(c.feed.Notes)
	return &c.feed, nil
}
