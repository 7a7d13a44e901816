package email

import (
	"bytes"
	"crypto/sha256"
	"embed"
	"encoding/hex"
	"errors"
	"fmt"
	html "html/template"
	text "text/template"
	"time"

	"balcao/internal/brazil"
	"balcao/internal/lang"
	"balcao/order"
)

// Letter is a mail to one buyer.
type Letter struct {
	// ID is the Message-ID without its angle brackets and domain: the same for every try, so
	// that a mailbox that got it twice can tell.
	ID string
	// Date is since when it is owed.
	Date time.Time
	// To is a bare address.
	To, Subject string
	// Language is a BCP 47 tag.
	Language   string
	Text, HTML string
}

// Shop is who writes. All members are needed.
type Shop struct {
	Name string
	// Permalink is the buyer's page of an order.
	Permalink func(id, key string) string
	// ReturnsURL is the page that tells how to send something back.
	ReturnsURL string
	// Sandbox says that nothing is really sold.
	Sandbox bool
}

// ErrNothing says that there is nothing to tell, or nobody to tell it to.
var ErrNothing = errors.New("email: nothing to tell")

//go:embed templates
var templates embed.FS

// Composer writes letters. It is safe for concurrent use.
type Composer struct {
	shop Shop
	text *text.Template
	html *html.Template
}

// NewComposer returns one for a shop.
func NewComposer(shop Shop) (*Composer, error) {
	c := &Composer{shop: shop}
	var err error
	if c.text, err = text.ParseFS(templates, "templates/letter.txt"); err != nil {
		return nil, fmt.Errorf("email: %w", err)
	}
	if c.html, err = html.ParseFS(templates, "templates/letter.html"); err != nil {
		return nil, fmt.Errorf("email: %w", err)
	}
	return c, nil
}

// Compose writes a mail about an order, as the order is now. The error wraps ErrNothing if
// there is nothing to tell.
func (c *Composer) Compose(o *order.Order, m order.Mail) (Letter, error) {
	to, ok := brazil.NormalizeEmail(o.Buyer.Email)
	if !ok {
		return Letter{}, fmt.Errorf("%w: no address", ErrNothing)
	}
	v := c.frame(o)
	switch m.Kind {
	case order.MailPlaced:
		c.placed(v, o)
	case order.MailShipped:
		v.shipped(o, m.About)
	case order.MailReturn:
		v.returned(o, m.About)
	case order.MailRefund:
		v.refunded(o, m.About)
	default:
		return Letter{}, fmt.Errorf("%w: unknown mail %q", ErrNothing, m.Kind)
	}
	if v.Title == "" {
		return Letter{}, fmt.Errorf("%w: the order does not have what it is about", ErrNothing)
	}
	var plain, rich bytes.Buffer
	if err := errors.Join(c.text.Execute(&plain, v), c.html.Execute(&rich, v)); err != nil {
		return Letter{}, fmt.Errorf("email: %w", err)
	}
	sum := sha256.Sum256([]byte(m.Ref()))
	return Letter{
		ID: hex.EncodeToString(sum[:16]), Date: m.Owed, To: to, Language: v.Language,
		Subject: v.Title, Text: plain.String(), HTML: rich.String(),
	}, nil
}

// frame is what all letters have: greeting, the order's page, who sells.
func (c *Composer) frame(o *order.Order) *view {
	v := &view{Language: lang.Of(o.Language), Label: clean(o.Label, maxName)}
	v.Greeting = v.say("greeting", "name", salutation(o.Buyer.Name))
	v.Link = link{v.say("order.page"), c.shop.Permalink(string(o.ID), o.Key)}
	v.SoldBy = v.say("seller.title")
	v.Seller = []string{clean(c.shop.Name, maxName)}
	if legal := clean(o.Seller.LegalName, maxTitle); legal != "" {
		v.Seller = append(v.Seller, legal)
	}
	if o.Seller.CNPJ != "" {
		v.Seller = append(v.Seller, "CNPJ "+brazil.FormatCNPJ(o.Seller.CNPJ))
	}
	v.Seller = append(v.Seller, envelope(o.Seller.Address)...)
	if c.shop.Sandbox {
		v.Warning = v.say("sandbox")
	}
	return v
}

// envelope is an address without its name.
func envelope(a brazil.Address) []string {
	lines := a.Lines()
	for i := range lines {
		lines[i] = place(lines[i], maxTitle)
	}
	return lines
}
