package web

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"net/http"
	"net/url"
	"strconv"
	"strings"
	"time"

	"github.com/labstack/echo/v4"

	"balcao/internal/brazil"
	"balcao/internal/cardnumber"
	"balcao/internal/ids"
	"balcao/order"
)

// Returns is the door by which buyers give goods back. It is order.Service.
type Returns interface {
	Do(ctx context.Context, id ids.Order, key string, cmd order.Command) (*order.Order, error)
}

// maxReturnBody is the largest form that a buyer may send, in bytes.
const maxReturnBody = 32 << 10

// formPolicy is that of all pages, except that this one has a form.
const formPolicy = "default-src 'none'; style-src 'self'; img-src 'self' data:; base-uri 'none'; form-action 'self'; frame-ancestors 'none'"

// orderURL is an address of an order's pages for the holder of its key.
func orderURL(o *order.Order, what string) string {
	return "/orders/" + url.PathEscape(string(o.ID)) + what + "?key=" + url.QueryEscape(o.Key)
}

// returnView is the form by which goods are given back, and the page on which that is
// confirmed.
type returnView struct {
	Label, Back, Key string
	// Wrong says what is wrong with the form as it was sent.
	Wrong   string
	Lines   []returnLine
	Reasons []reasonView
	Note    string
	// Confirm is the request's one-time name; with it the page asks for the confirmation.
	Confirm, Chosen, Why string
	// Refund says that the money goes back at once.
	Refund bool
}

type returnLine struct {
	ID, Title, Until string
	Most, Chosen     int64
}

type reasonView struct {
	Value, Text string
	Chosen      bool
}

// asked is what the buyer filled in.
type asked struct {
	lines  []order.LineQuantity
	reason order.Reason
	note   string
	step   string
	nonce  string
}

// returnForm shows the form.
func (p *Pages) returnForm(c echo.Context) error {
	keepPrivate(c)
	found, err := p.orderWithKey(c)
	if err != nil {
		return err
	}
	if found == nil {
		return p.ErrorPage(c, http.StatusNotFound)
	}
	return p.showReturn(c, found, asked{reason: order.Withdrawal}, "")
}

// requestReturn takes the form: first to be confirmed, then to be carried out. The confirmed
// form carries a name of its own, so that sending it twice is one request. Nobody but the holder
// of the order's key can send it; a browser that tells of another site is refused all the same.
func (p *Pages) requestReturn(c echo.Context) error {
	keepPrivate(c)
	if site := c.Request().Header.Get("Sec-Fetch-Site"); site != "" && site != "same-origin" && site != "none" {
		return p.ErrorPage(c, http.StatusForbidden)
	}
	c.Request().Body = http.MaxBytesReader(c.Response().Writer, c.Request().Body, maxReturnBody)
	if err := c.Request().ParseForm(); err != nil {
		return p.ErrorPage(c, http.StatusBadRequest)
	}
	found, err := p.orderWithKey(c)
	if err != nil {
		return err
	}
	if found == nil {
		return p.ErrorPage(c, http.StatusNotFound)
	}
	in, wrong := readReturn(found, c.Request().PostForm)
	if wrong == "" && in.step == "confirm" {
		return p.carryOut(c, found, in)
	}
	if wrong == "" {
		in.nonce = p.deps.NewSecret()
	}
	return p.showReturn(c, found, in, wrong)
}

// carryOut requests the return, and leads to the order's page, which acknowledges it.
func (p *Pages) carryOut(c echo.Context, found *order.Order, in asked) error {
	key := returnKey(in.nonce)
	changed, err := p.deps.Returns.Do(c.Request().Context(), found.ID, key, order.RequestReturn{
		Lines: in.lines, Reason: in.reason, Note: in.note,
	})
	var refused *order.Error
	switch {
	case errors.As(err, &refused) && refused.Code == order.CodeBusy:
		in.step = "" // the same name again: it may be sent once more
		return p.showReturn(c, found, in, "return.busy")
	case errors.As(err, &refused) && refused.Code != order.CodeKeyUsed:
		in.nonce = ""
		return p.showReturn(c, found, in, wrongOf(refused))
	case refused == nil && err != nil:
		return err
	case changed == nil: // the same form was sent with something else in it: that was done
		changed = found
	}
	target := orderURL(found, "")
	for _, a := range changed.MadeBy(key) {
		if !a.AcknowledgedAt.IsZero() {
			target += "&done=" + url.QueryEscape(a.ID)
			break
		}
	}
	return c.Redirect(http.StatusSeeOther, target)
}

// returnKey is the key of the command of a confirmed form.
func returnKey(nonce string) string {
	sum := sha256.Sum256([]byte(nonce))
	return "page-" + hex.EncodeToString(sum[:])
}

// wrongOf is the text for what the door refused.
func wrongOf(e *order.Error) string {
	switch e.Code {
	case order.CodeTooLate:
		return "return.late"
	case order.CodeNothing, order.CodeQuantity:
		return "return.nothing"
	case order.CodeLimit:
		return "return.limit"
	}
	return "return.invalid"
}

// readReturn reads a form, and names the text that says what is wrong with it, empty for nothing.
func readReturn(o *order.Order, form url.Values) (in asked, wrong string) {
	in = asked{
		reason: order.Reason(form.Get("reason")), step: form.Get("step"), nonce: form.Get("request"),
		note: strings.TrimSpace(strings.ReplaceAll(form.Get("note"), "\r\n", "\n")),
	}
	for _, l := range o.Lines {
		switch n, err := strconv.ParseInt(strings.TrimSpace(form.Get("units."+string(l.ID))), 10, 64); {
		case err == nil && n > 0:
			in.lines = append(in.lines, order.LineQuantity{Line: l.ID, Quantity: n})
		case err != nil && form.Get("units."+string(l.ID)) != "" || n < 0:
			wrong = "return.invalid"
		}
	}
	switch {
	case in.reason != order.Withdrawal && in.reason != order.Defect && in.reason != order.WrongProduct:
		in.reason, wrong = order.Withdrawal, "return.invalid"
	case in.step == "confirm" && !ids.Valid(in.nonce):
		wrong = "return.invalid"
	case wrong == "" && len(in.lines) == 0:
		wrong = "return.choose"
	}
	if cardnumber.In(in.note, cardnumber.Least) {
		in.note, wrong = "", "return.card" // not shown either
	}
	return in, wrong
}

// showReturn shows the form as it was filled in or, with a name for the request, the page on
// which it is confirmed.
func (p *Pages) showReturn(c echo.Context, o *order.Order, in asked, wrong string) error {
	lang := objectLanguage(o.Language, c.Request())
	v := returnView{Label: o.Label, Back: orderURL(o, ""), Key: o.Key, Note: in.note, Confirm: in.nonce, Refund: in.reason == order.Withdrawal}
	if wrong != "" && wrong != "return.busy" {
		v.Confirm = ""
	}
	var err error
	if wrong != "" {
		if v.Wrong, err = text(lang, wrong); err != nil {
			return err
		}
	}
	v.Chosen = unitsText(o, in.lines)
	if v.Why, err = text(lang, "reason."+string(in.reason)); err != nil {
		return err
	}
	now := p.deps.Now()
	for _, l := range o.Lines {
		line := returnLine{ID: string(l.ID), Title: l.Title, Most: o.Returnable(l)}
		if line.Most == 0 {
			continue
		}
		if line.Until, err = p.untilText(o, l, now, lang); err != nil {
			return err
		}
		line.Chosen = chosenOf(in, l.ID)
		if len(in.lines) == 0 && in.step == "" {
			line.Chosen = line.Most
		}
		v.Lines = append(v.Lines, line)
	}
	for _, r := range []order.Reason{order.Withdrawal, order.Defect, order.WrongProduct} {
		label, err := text(lang, "reason."+string(r)+".long")
		if err != nil {
			return err
		}
		v.Reasons = append(v.Reasons, reasonView{string(r), label, r == in.reason})
	}
	title, err := text(lang, "return.title")
	if err != nil {
		return err
	}
	c.Response().Header().Set(echo.HeaderContentSecurityPolicy, formPolicy)
	status := http.StatusOK
	if wrong != "" {
		status = http.StatusUnprocessableEntity
	}
	return p.render(c, status, lang, "return", page{Title: title, Private: true, Data: v})
}

func chosenOf(in asked, id ids.LineItem) int64 {
	for _, q := range in.lines {
		if q.Line == id {
			return q.Quantity
		}
	}
	return 0
}

// untilText says until when the buyer may withdraw from a line, empty where nothing is left of
// it.
func (p *Pages) untilText(o *order.Order, l order.Line, now time.Time, lang string) (string, error) {
	if o.Returnable(l) == 0 {
		return "", nil
	}
	end, begun := o.WithdrawalEnds(l, p.shop.WithdrawalDays)
	switch {
	case !begun:
		return text(lang, "withdrawal.open")
	case now.Before(end.Add(time.Second)):
		return text(lang, "withdrawal.until", brazil.Moment(end, lang))
	}
	return text(lang, "withdrawal.over", brazil.Moment(end, lang))
}
