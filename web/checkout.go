package web

import (
	"encoding/base64"
	"errors"
	"html/template"
	"net/http"
	"net/url"

	"github.com/labstack/echo/v4"

	"balcao/bcp"
	"balcao/checkout"
	"balcao/internal/brazil"
	"balcao/internal/ids"
	"balcao/money"
	"balcao/payment"
	"balcao/platform"
)

type checkoutView struct {
	Status, StatusText string
	// OrderURL is the order's page once there is one.
	OrderURL         string
	Handoff, Over    bool
	Messages         []messageView
	Lines            []lineView
	Totals           []totalView
	Pix              *pixView
	Delivery         *deliveryView
	Buyer            *buyerView
	Seller           sellerView
	Expires          string
	WithdrawalNotice string
}

type messageView struct {
	// Type is error, warning or info.
	Type, Text string
}

type pixView struct {
	Paid          bool
	Amount, Until string
	CopyPaste     string
	// QR is the code as a data: URI, empty if there is no picture.
	QR template.URL
}

// buyerView is what the buyer needs to see that the data are right, and no more.
type buyerView struct{ Name, Email, TaxpayerID string }

// checkout is the page behind continue_url.
func (p *Pages) checkout(c echo.Context) error {
	keepPrivate(c)
	id := c.Param("id")
	if !ids.Valid(id) {
		return p.ErrorPage(c, http.StatusNotFound)
	}
	result, err := p.deps.Checkouts.View(c.Request().Context(), ids.Checkout(id), c.QueryParam("key"))
	if errors.Is(err, checkout.ErrNotFound) {
		return p.ErrorPage(c, http.StatusNotFound)
	}
	if err != nil {
		return err
	}
	lang := objectLanguage(result.Checkout.Language, c.Request())
	view, err := viewCheckout(result, lang)
	if err != nil {
		return err
	}
	return p.render(c, http.StatusOK, lang, "checkout", page{Title: view.StatusText, Private: true, Data: view})
}

func viewCheckout(result checkout.Result, lang string) (checkoutView, error) {
	c := result.Checkout
	v := checkoutView{
		Status:   string(result.Status),
		Handoff:  result.Status == checkout.RequiresEscalation,
		Over:     result.Status.Terminal(),
		Pix:      viewPix(result, lang),
		Buyer:    viewBuyer(c.Buyer),
		Seller:   viewSeller(c.Seller),
		Messages: viewMessages(result.Messages, lang),
		// Every page of a sale carries the notice, also after the purchase.
		WithdrawalNotice: bcp.Text(checkout.Message{Type: checkout.TypeInfo, Code: checkout.CodeWithdrawal}, lang),
	}
	var err error
	if v.StatusText, err = text(lang, "status."+string(result.Status)); err != nil {
		return v, err
	}
	for _, l := range c.Lines {
		v.Lines = append(v.Lines, lineView{
			Title: l.Title, Quantity: l.Quantity,
			Price: money.Format(l.Price, lang), Amount: money.Format(lineTotal(l.Totals), lang),
		})
	}
	if v.Totals, err = viewTotals(c.Totals, lang); err != nil {
		return v, err
	}
	if v.Delivery, err = viewDelivery(c, lang); err != nil {
		return v, err
	}
	if !v.Over {
		v.Expires = moment(c.ExpiresAt, lang)
	}
	if c.Order != nil {
		v.OrderURL = "/orders/" + url.PathEscape(string(c.Order.ID)) + "?key=" + url.QueryEscape(c.Order.Key)
	}
	return v, nil
}

// viewMessages writes the messages except for the notice, which has its own place.
func viewMessages(messages []checkout.Message, lang string) []messageView {
	var out []messageView
	for _, m := range messages {
		if m.Code != checkout.CodeWithdrawal {
			out = append(out, messageView{string(m.Type), bcp.Text(m, lang)})
		}
	}
	return out
}

func viewPix(result checkout.Result, lang string) *pixView {
	charge := result.Checkout.Charge()
	if !result.ChargeVisible || charge == nil {
		return nil
	}
	v := &pixView{
		Paid:   charge.State == payment.ChargePaid,
		Amount: money.Format(charge.Amount, lang), Until: moment(charge.ExpiresAt, lang),
	}
	if v.Paid {
		return v // nobody should pay it again
	}
	v.CopyPaste = charge.CopyPaste
	if len(charge.QRCode) > 0 {
		v.QR = template.URL("data:image/png;base64," + base64.StdEncoding.EncodeToString(charge.QRCode))
	}
	return v
}

func viewBuyer(b *checkout.Buyer) *buyerView {
	if b == nil {
		return nil
	}
	v := buyerView{Name: joined(" ", b.FirstName, b.LastName), Email: maskEmail(b.Email)}
	if id := b.TaxpayerID; id != nil {
		switch id.Kind {
		case "cpf":
			v.TaxpayerID = "CPF " + brazil.MaskCPF(id.Value)
		case "cnpj": // a company's is public
			v.TaxpayerID = "CNPJ " + cnpj(id.Value)
		}
	}
	if v == (buyerView{}) {
		return nil
	}
	return &v
}

// viewDelivery says how the goods come, nil while that is not known.
func viewDelivery(c *checkout.Checkout, lang string) (*deliveryView, error) {
	f := &c.Fulfillment
	pickup := f.Method == checkout.Pickup || !c.Session.Has(platform.CapFulfillment)
	var v deliveryView
	key := "delivery.shipping"
	if pickup {
		key = "delivery.pickup"
		if f.Counter == nil {
			return nil, nil
		}
		v.to(*f.Counter)
	} else {
		for _, d := range f.Destinations {
			if d.ID == f.SelectedDestination {
				v.to(d.Address)
			}
		}
		if len(v.Address) == 0 {
			return nil, nil
		}
		for _, o := range f.Options {
			if o.ID == f.SelectedOption {
				v.Option, v.Description = o.Title, o.Description
			}
		}
	}
	var err error
	v.Method, err = text(lang, key)
	return &v, err
}
