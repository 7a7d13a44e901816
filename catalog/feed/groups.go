package feed

import (
	"cmp"
	"crypto/sha256"
	"encoding/hex"
	"slices"
	"strings"
	"unicode"

	"balcao/catalog"
	"balcao/internal/ids"
)

// item is what a row says: of a variant, of its product, or of both.
type item struct {
	line int
	// key is what the rows of a product have in common.
	key string
	// product holds what the row says of the product, without options and variants.
	product catalog.Product
	variant catalog.Variant
	// only says that there is no variant in the row, just more of the product.
	only     bool
	hasPrice bool
	stock    *int64
}

func (it *item) name() string {
	return cmp.Or(string(it.variant.ID), it.variant.SKU, string(it.product.ID), it.key)
}

// maxRows is how many rows a product may have: its variants, and pictures on rows of their own.
const maxRows = maxOwnVariants + maxMedia

// group is the rows of one product, and how many there were beyond maxRows.
type group struct {
	items []item
	more  int
}

// groups are the products of a table, in the order in which they begin.
type groups struct {
	byKey   map[string]*group
	inOrder []*group
	// hidden are the keys of products that the shop does not show.
	hidden map[string]bool
	// optionNames are the names of options by product and number, for rows that leave them
	// out; parents are the keys of products by what their variations call them.
	optionNames, parents map[string]string
}

func newGroups() groups {
	return groups{byKey: map[string]*group{}, hidden: map[string]bool{}, optionNames: map[string]string{}, parents: map[string]string{}}
}

// row takes a row. One that says too much by itself, or is one too many, is told and not kept.
func (c *collector) row(it item) {
	said := it.product
	said.Variants = []catalog.Variant{it.variant}
	if much := checkNumbers(&said); len(much) > 0 {
		for _, text := range much {
			c.fail(it.line, it.name(), "%s", text)
		}
		return
	}
	g := &c.groups
	of := g.byKey[it.key]
	if of == nil {
		of = &group{}
		g.byKey[it.key] = of
		g.inOrder = append(g.inOrder, of)
	}
	if len(of.items) == maxRows {
		of.more++
		return
	}
	of.items = append(of.items, it)
}

// flush makes products of the groups.
func (g *groups) flush(c *collector) {
	for _, of := range g.inOrder {
		if g.hidden[of.items[0].key] {
			c.skip("products that the shop does not show, left out")
			continue
		}
		of.flush(c)
	}
}

func (g *group) flush(c *collector) {
	if g.more > 0 {
		c.fail(g.items[0].line, g.items[0].name(), "the product has %d rows, at most %d", maxRows+g.more, maxRows)
		return
	}
	p := g.items[0].product
	if len(g.items) > 1 {
		p.Title = commonTitle(g.items)
	}
	var lines []int
	var stock []*int64
	lineOf := make(map[ids.Variant]int, len(g.items))
	single := len(slices.DeleteFunc(slices.Clone(g.items), func(it item) bool { return it.only })) == 1
	for i := range g.items {
		it := &g.items[i]
		merge(&p, &it.product)
		if it.only {
			continue
		}
		if !it.hasPrice {
			c.fail(it.line, it.name(), "there is no price")
		}
		for _, s := range it.variant.Selected {
			addLabel(&p, s)
		}
		v := it.variant
		if first, twice := lineOf[v.ID]; twice && v.ID != "" { // no variant to choose by an option
			c.fail(it.line, string(v.ID), "the id is used on line %d already", first)
			continue
		}
		lineOf[v.ID] = it.line
		if v.ID == "" {
			v.ID = variantID(p.ID, v.Selected, single)
		}
		if v.Title == "" {
			v.Title = variantTitle(p.Title, v.Selected)
		}
		p.Variants, lines, stock = append(p.Variants, v), append(lines, it.line), append(stock, it.stock)
	}
	for i := range p.Variants {
		p.Variants[i].Selected = selections(p.Variants[i].Selected).in(p.Options)
	}
	c.add(g.items[0].line, p, lines, stock)
}

// merge takes from another row of the product what is not known yet.
func merge(p, more *catalog.Product) {
	for _, field := range []struct{ have, more *string }{
		{&p.Title, &more.Title}, {&p.Brand, &more.Brand}, {&p.Category, &more.Category}, {&p.Description, &more.Description},
		{&p.Handle, &more.Handle}, {&p.URL, &more.URL}, {&p.NCM, &more.NCM},
	} {
		*field.have = cmp.Or(*field.have, *field.more)
	}
	p.ID = cmp.Or(p.ID, more.ID)
	p.Tags = union(p.Tags, more.Tags, maxTags)
	p.NotSoldIn = union(p.NotSoldIn, more.NotSoldIn, maxStates)
	p.Classes = union(p.Classes, more.Classes, maxTags)
	p.Media = union(p.Media, more.Media, maxMedia)
	if p.Facts == nil {
		p.Facts = more.Facts
	}
}

// union adds what is not there yet, unless there is too much already, which will be told.
func union[T comparable](have, more []T, most int) []T {
	if len(have) > most {
		return have
	}
	out := slices.Clone(have)
	for _, one := range more {
		if !slices.Contains(out, one) {
			out = append(out, one)
		}
	}
	return out
}

func addLabel(p *catalog.Product, s catalog.Selection) {
	i := slices.IndexFunc(p.Options, func(o catalog.Option) bool { return o.Name == s.Name })
	if i < 0 {
		if len(p.Options) > maxOptions { // which will be told
			return
		}
		i = len(p.Options)
		p.Options = append(p.Options, catalog.Option{Name: s.Name})
	}
	if o := &p.Options[i]; !slices.Contains(o.Labels, s.Label) {
		o.Labels = append(o.Labels, s.Label)
	}
}

// commonTitle is the title of several variants: the words that they all begin with, if
// those are two at least, or else that of the first.
func commonTitle(items []item) string {
	var common []string
	first := ""
	for _, it := range items {
		words := strings.Fields(it.product.Title)
		switch {
		case len(words) == 0:
			continue
		case first == "":
			first, common = it.product.Title, words
			continue
		}
		n := 0
		for n < len(common) && n < len(words) && common[n] == words[n] {
			n++
		}
		common = common[:n]
	}
	for len(common) > 0 && !strings.ContainsFunc(common[len(common)-1], func(r rune) bool { return unicode.IsLetter(r) || unicode.IsDigit(r) }) {
		common = common[:len(common)-1]
	}
	if len(common) < 2 {
		return first
	}
	return strings.TrimRight(strings.Join(common, " "), ",;:-–(")
}

// variantID makes the id of a variant that the file has none for: it stays the same as
// long as product and options do.
func variantID(product ids.Product, selected []catalog.Selection, single bool) ids.Variant {
	if single {
		return ids.Variant(product)
	}
	labels := make([]string, len(selected))
	for i, s := range selected {
		labels[i] = s.Label
	}
	return ids.Variant(identifier(string(product) + " " + strings.Join(labels, " ")))
}

const hashed = 8 // bytes of a hash, written with twice as many characters

// identifier makes an id of any text: its letters and digits, folded. One that is too long,
// or of which nothing is left, ends in a hash.
func identifier(text string) string {
	if ids.Valid(text) {
		return text
	}
	words := strings.FieldsFunc(catalog.Fold(text), func(r rune) bool {
		return (r < 'a' || r > 'z') && (r < '0' || r > '9') && r != '.' && r != '_'
	})
	id := strings.Join(words, "-")
	if ids.Valid(id) {
		return id
	}
	sum := sha256.Sum256([]byte(text))
	const most = 64 - 2*hashed - 1
	return strings.TrimRight(id[:min(len(id), most)], "-") + "-" + hex.EncodeToString(sum[:hashed])
}
