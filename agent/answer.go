package agent

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"slices"
	"strings"

	"balcao/bcp"
	"balcao/catalog"
	"balcao/checkout"
	"balcao/internal/ids"
	"balcao/internal/lang"
	"balcao/platform"
)

// The members of a data part (checkout over A2A; catalogue and order are ours).
const (
	dataCheckout = "a2a.bcp.checkout"
	dataCatalog  = "a2a.bcp.catalog"
	dataOrder    = "a2a.bcp.order"
)

// finish has the counter do what the message asks and returns the encoded answer.
func (t *turn) finish(ctx context.Context) ([]byte, error) {
	extra, err := t.parts()
	if err != nil {
		return nil, err
	}
	if t.caller().Nobody() {
		return t.encode(checkout.Result{}, extra)
	}
	req := checkout.Request{
		Caller: t.caller(), Target: checkout.Target{Checkout: t.target, Context: t.m.Context},
		Commands: t.commands, IfRevision: t.ifRevision,
		Session: t.session(), Handlers: t.m.Identity.Negotiated.Handlers, Language: t.newLanguage(),
		Turn:   t.remember,
		Follow: t.m.Follow || t.m.Push != nil, Push: t.m.Push, Task: t.m.Task, TaskBody: t.taskBody(extra),
		Reply: func(r checkout.Result) ([]byte, error) { return t.encode(r, extra) },
	}
	req.Key = t.key()
	done, err := t.s.Counter.Do(ctx, req)
	return done.Reply, err
}

// newLanguage is the language of a checkout that this message makes.
func (t *turn) newLanguage() string {
	if t.language == "" {
		return lang.Portuguese
	}
	return t.language
}

// part is a data part of the answer.
type part struct {
	name  string
	value json.RawMessage
}

// parts encodes the data parts that do not depend on the counter. A catalogue or an
// order goes out only where its capability was negotiated.
func (t *turn) parts() ([]part, error) {
	var out []part
	add := func(name string, value json.RawMessage, err error) error {
		out = append(out, part{name, value})
		return err
	}
	session := t.session()
	if t.search != nil && session.Has(platform.CapCatalogSearch) {
		value, err := t.s.Encoder.Products(session, t.search.page, t.search.showing)
		if err := add(dataCatalog, value, err); err != nil {
			return nil, err
		}
	}
	if t.product != nil && session.Has(platform.CapCatalogLookup) {
		value, err := t.s.Encoder.Product(session, t.product.choice, t.product.showing)
		if err := add(dataCatalog, value, err); err != nil {
			return nil, err
		}
	}
	if t.order != nil && t.structured {
		read := *t.order
		read.Session = session // order reads negotiate per read
		value, err := t.s.Encoder.Order(&read)
		if err := add(dataOrder, value, err); err != nil {
			return nil, err
		}
	}
	return out, nil
}

// encode writes the SendMessageResponse. It may run several times, each time anew.
func (t *turn) encode(r checkout.Result, extra []part) ([]byte, error) {
	if t.language == "" && r.Checkout != nil {
		spoken := *t
		spoken.language = r.Checkout.Language
		return spoken.encode(r, extra)
	}
	if t.followsTask(r) {
		return EncodeTask(*r.Task, t.m.History)
	}
	if r.Task != nil && t.m.Push != nil && t.m.Task == "" { // it is told of by push: the answer names it
		named := *t
		named.m.Task = r.Task.ID
		return named.encode(r, extra)
	}
	parts := slices.Clone(extra)
	switch {
	case t.problem != nil:
		value, err := t.envelope([]checkout.Message{*t.problem})
		if err != nil {
			return nil, err
		}
		parts = append(parts, part{dataCheckout, value})
	case !t.showChecks:
	case r.Checkout != nil:
		value, err := t.s.Encoder.Checkout(r, t.language)
		if err != nil {
			return nil, err
		}
		parts = append(parts, part{dataCheckout, value})
	case len(r.Messages) > 0:
		value, err := t.envelope(r.Messages)
		if err != nil {
			return nil, err
		}
		parts = append(parts, part{dataCheckout, value})
	default: // a checkout was asked for and there is none
		value, err := t.envelope([]checkout.Message{{Type: checkout.TypeError, Code: checkout.CodeNotFound, Severity: checkout.Unrecoverable}})
		if err != nil {
			return nil, err
		}
		parts = append(parts, part{dataCheckout, value})
	}
	return t.response(t.words(r), parts), nil
}

func (t *turn) envelope(ms []checkout.Message) (json.RawMessage, error) {
	session, root := t.session(), t.root
	if root == "" {
		root = platform.CapCheckout
	}
	return bcp.Envelope(session.Version, session.For(root), ms, t.language, t.s.StorefrontURL)
}

// response is the SendMessageResponse with a Message.
func (t *turn) response(text string, parts []part) []byte {
	return fmt.Appendf(nil, `{"message":%s}`, t.message(text, parts))
}

// message puts text and data into a Message. Without the BCP extension the answer is
// text alone.
func (t *turn) message(text string, parts []part) json.RawMessage {
	var b bytes.Buffer
	b.WriteString(`{"messageId":`)
	writeString(&b, t.replyID)
	b.WriteString(`,"contextId":`)
	writeString(&b, string(t.m.Context))
	if t.m.Task != "" {
		b.WriteString(`,"taskId":`)
		writeString(&b, string(t.m.Task))
	}
	b.WriteString(`,"role":"ROLE_AGENT","parts":[`)
	b.Write(textPart(text))
	if t.m.Extension != "" {
		for _, p := range parts {
			b.WriteByte(',')
			b.Write(dataPart(p))
		}
		b.WriteString(`],"extensions":[`)
		writeString(&b, t.m.Extension)
	}
	b.WriteString(`]}`)
	return b.Bytes()
}

func textPart(text string) json.RawMessage {
	var b bytes.Buffer
	b.WriteString(`{"text":`)
	writeString(&b, text)
	b.WriteByte('}')
	return b.Bytes()
}

func dataPart(p part) json.RawMessage {
	var b bytes.Buffer
	b.WriteString(`{"data":{`)
	writeString(&b, p.name)
	b.WriteByte(':')
	b.Write(p.value)
	b.WriteString(`},"mediaType":"application/json"}`)
	return b.Bytes()
}

// writeString writes a JSON string without escaping for HTML.
func writeString(b *bytes.Buffer, s string) {
	enc := json.NewEncoder(b)
	enc.SetEscapeHTML(false)
	if err := enc.Encode(strings.ToValidUTF8(s, "\uFFFD")); err != nil {
		return // a string always encodes
	}
	b.Truncate(b.Len() - 1) // the newline that Encode adds
}

// first returns the product of an id for its title, nil if it is gone.
func (t *turn) first(id ids.Product) *catalog.Product {
	p, _ := t.s.Catalog.Product(id)
	return p
}
