package checkout

import (
	"context"
	"fmt"
	"slices"

	"balcao/catalog"
	"balcao/internal/ids"
	"balcao/job"
	"balcao/platform"
)

// open makes the empty checkout that a request may fill.
func (d *desk) open() *Checkout {
	s, r := d.s, d.req
	c := &Checkout{
		ID: ids.Checkout(s.IDs.New("chk_")), Owner: r.Caller.Owner(), Context: r.Target.Context,
		Session: r.Session, Handlers: r.Handlers, Language: r.Language,
		Key: s.IDs.Secret(), CreatedAt: d.now, ExpiresAt: d.now.Add(s.Policy.Lifetime),
		Currency: s.Policy.Currency, Seller: s.Policy.Seller,
		Fulfillment: Fulfillment{Method: Shipping, Counter: s.Policy.Counter},
	}
	if !r.Session.Has(platform.CapFulfillment) {
		c.Fulfillment.Method = Pickup
	}
	return c
}

// create makes a checkout of what can be sold; if nothing can, there is none.
func (d *desk) create(ctx context.Context, in Input) ([]Message, error) {
	if d.req.Caller.Nobody() { // it would belong to nobody, and nobody could see it again
		return nil, refuse(recoverable(CodeNotAllowed, "", Args{}))
	}
	before := d.c
	d.c = d.open()
	told, err := d.fill(ctx, in)
	if err == nil && len(d.c.Lines) == 0 {
		err = refuse(told...)
	}
	if err != nil {
		d.c = before
		return nil, err
	}
	more, err := d.reprice(ctx, true)
	if err != nil {
		return nil, err
	}
	if d.nothingSoldThere() {
		d.c = before
		return nil, refuse(recoverable(CodeItemUnavailable, "$.line_items", Args{}))
	}
	d.due(job.ExpireCheckout, string(d.c.ID), d.c.ExpiresAt)
	return append(told, more...), nil
}

// addToNew makes a checkout with the one item.
func (d *desk) addToNew(ctx context.Context, cmd Add) ([]Message, error) {
	return d.create(ctx, Input{Lines: []LineInput{{Item: cmd.Item, Selected: cmd.Selected, Quantity: cmd.Quantity}}})
}

// nothingSoldThere reports whether no line may go to the buyer's state.
func (d *desk) nothingSoldThere() bool {
	region := d.c.region()
	return region != "" && !slices.ContainsFunc(d.c.Lines, func(l Line) bool {
		return !slices.Contains(l.NotSoldIn, region)
	})
}

// fill puts a platform's input into a new checkout. Lines that cannot be sold are left
// out and told.
func (d *desk) fill(ctx context.Context, in Input) ([]Message, error) {
	var told []Message
	for _, li := range in.Lines {
		line, refused, err := d.newLine(ctx, li)
		if err != nil {
			return nil, err
		}
		if refused != nil {
			told = append(told, *refused)
			continue
		}
		d.c.Lines = append(d.c.Lines, line)
	}
	d.number()
	more, err := d.applyOthers(ctx, in)
	if err != nil {
		return nil, err
	}
	return append(told, more...), nil
}

// update replaces what the platform may write. A line it names by id stays that line.
func (d *desk) update(ctx context.Context, in Input) ([]Message, error) {
	old := d.c.Lines
	d.c.Lines = nil
	for _, li := range in.Lines {
		line, err := d.updatedLine(ctx, old, li)
		if err != nil {
			return nil, err
		}
		d.c.Lines = append(d.c.Lines, line)
	}
	d.number()
	return d.applyOthers(ctx, in)
}

// applyOthers replaces all that the platform may write but the lines.
func (d *desk) applyOthers(ctx context.Context, in Input) ([]Message, error) {
	told := d.replaceBuyer(in.Buyer)
	d.c.Hints, d.c.Attribution = in.Hints, in.Attribution
	told = append(told, d.setCodes(in.Codes)...)
	more, err := d.applyFulfillment(ctx, in.Fulfillment)
	if err != nil {
		return nil, err
	}
	told = append(told, more...)
	return append(told, d.applyPayment(in.Payment)...), nil
}

func (d *desk) updatedLine(ctx context.Context, old []Line, li LineInput) (Line, error) {
	at := slices.IndexFunc(old, func(l Line) bool { return l.ID == li.ID && li.ID != "" })
	if at >= 0 && string(old[at].Variant) == li.Item && len(li.Selected) == 0 {
		line := old[at]
		line.Quantity = li.Quantity
		line.ID = d.adopt(line.ID)
		return line, nil
	}
	line, refused, err := d.newLine(ctx, li)
	if err != nil {
		return Line{}, err
	}
	if refused != nil {
		return Line{}, refuse(*refused)
	}
	return line, nil
}

// newLine makes a line, or says why there is none.
func (d *desk) newLine(ctx context.Context, li LineInput) (Line, *Message, error) {
	if len(d.c.Lines) >= MaxLines {
		m := recoverable(CodeLimit, "$.line_items", Args{Field: "line_items", Available: MaxLines})
		return Line{}, &m, nil
	}
	offer, refused := d.resolve(ctx, li.Item, li.Selected)
	if refused != nil {
		return Line{}, refused, nil
	}
	line := lineOf(d.adopt(li.ID), offer, li.Quantity)
	if err := d.readVariants(ctx, []ids.Variant{line.Variant}); err != nil {
		return Line{}, nil, err
	}
	if d.levels[line.Variant]+d.held(line.Variant) <= 0 {
		m := recoverable(CodeOutOfStock, "$.line_items", Args{Title: line.Title, Requested: li.Quantity})
		return Line{}, &m, nil
	}
	return line, nil, nil
}

// resolve finds the variant that is meant. It never guesses between several.
func (d *desk) resolve(ctx context.Context, item string, selected []catalog.Selection) (catalog.Offer, *Message) {
	product, variant, ok := d.s.Products.Resolve(ctx, item)
	if !ok {
		m := recoverable(CodeItemUnavailable, "$.line_items", Args{Value: item})
		return catalog.Offer{}, &m
	}
	if variant == nil {
		variant = product.Pick(selected)
	}
	if variant == nil {
		names := make([]string, len(product.Options))
		for i, o := range product.Options {
			names[i] = o.Name
		}
		m := recoverable(CodeOptionRequired, "$.line_items", Args{Title: product.Title, Names: names})
		return catalog.Offer{}, &m
	}
	return catalog.Offer{Product: product, Variant: variant}, nil
}

// add merges a quantity into the line of the same variant, or makes a line.
func (d *desk) add(ctx context.Context, cmd Add) error {
	offer, refused := d.resolve(ctx, cmd.Item, cmd.Selected)
	if refused != nil {
		return refuse(*refused)
	}
	for i := range d.c.Lines {
		if l := &d.c.Lines[i]; l.Variant == offer.Variant.ID {
			l.Quantity += cmd.Quantity // cut down, and told, with the stock
			return nil
		}
	}
	line, refused, err := d.newLine(ctx, LineInput{Item: string(offer.Variant.ID), Quantity: cmd.Quantity})
	if err != nil {
		return err
	}
	if refused != nil {
		return refuse(*refused)
	}
	d.c.Lines = append(d.c.Lines, line)
	d.number()
	return nil
}

func (d *desk) setQuantity(cmd SetQuantity) error {
	at, err := d.find(cmd.Line, cmd.Item)
	if err != nil {
		return err
	}
	d.c.Lines[at].Quantity = cmd.Quantity
	return nil
}

func (d *desk) remove(cmd Remove) error {
	if cmd.All {
		d.c.Lines = nil
		return nil
	}
	at, err := d.find(cmd.Line, cmd.Item)
	if err != nil {
		return err
	}
	d.c.Lines = slices.Delete(d.c.Lines, at, at+1)
	return nil
}

// find returns the place of the line that is meant by its id, or by its variant, its
// product or an identifier of those. A product with two lines is not guessed at.
func (d *desk) find(id ids.LineItem, item string) (int, error) {
	if id != "" {
		at := slices.IndexFunc(d.c.Lines, func(l Line) bool { return l.ID == id })
		if at < 0 {
			return 0, refuse(recoverable(CodeInvalidSelection, "$.line_items", Args{Field: "line_item_id", Value: string(id)}))
		}
		return at, nil
	}
	product, variant, _ := d.s.Products.Resolve(context.Background(), item)
	var hits []int
	var titles []string
	for i, l := range d.c.Lines {
		if string(l.Variant) == item || string(l.Product) == item ||
			variant != nil && l.Variant == variant.ID ||
			variant == nil && product != nil && l.Product == product.ID {
			hits, titles = append(hits, i), append(titles, l.Title)
		}
	}
	switch len(hits) {
	case 1:
		return hits[0], nil
	case 0:
		return 0, refuse(recoverable(CodeItemUnavailable, "$.line_items", Args{Value: item}))
	}
	return 0, refuse(recoverable(CodeOptionRequired, "$.line_items", Args{Title: item, Names: titles}))
}

// adopt takes the platform's line id if it is free. Otherwise the line gets one from
// number, once all that were asked for are known.
func (d *desk) adopt(wanted ids.LineItem) ids.LineItem {
	if d.taken(wanted) {
		return ""
	}
	return wanted
}

// number gives an id to each line that has none.
func (d *desk) number() {
	n := 1
	for i := range d.c.Lines {
		for l := &d.c.Lines[i]; l.ID == ""; n++ {
			if id := ids.LineItem(fmt.Sprintf("line_%d", n)); !d.taken(id) {
				l.ID = id
			}
		}
	}
}

func (d *desk) taken(id ids.LineItem) bool {
	return slices.ContainsFunc(d.c.Lines, func(l Line) bool { return l.ID == id })
}

// held is what this checkout holds of a variant already.
func (d *desk) held(v ids.Variant) int64 {
	if d.was == nil || d.was.ID != d.c.ID {
		return 0
	}
	var n int64
	for _, h := range d.was.Holds {
		if h.Variant == v {
			n += h.Quantity
		}
	}
	return n
}
