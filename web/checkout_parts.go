package web

import (
	"encoding/base64"
	"html/template"

	"balcao/checkout"
	"balcao/internal/brazil"
	"balcao/money"
	"balcao/payment"
	"balcao/platform"
)

type pixView struct {
	Paid          bool
	Amount, Until string
	CopyPaste     string
	// QR is the code as a data: URI, empty if there is no picture.
	QR template.URL
}

// buyerView is what the buyer needs to see that the data are right, and no more.
type buyerView struct{ Name, Email, TaxpayerID string }

func viewPix(result checkout.Result, lang string) *pixView {
	charge := result.Checkout.Charge()
	if !result.ChargeVisible || charge == nil {
		return nil
	}
	v := &pixView{
		Paid:   charge.State == payment.ChargePaid,
		Amount: money.Format(charge.Amount, lang), Until: brazil.Moment(charge.ExpiresAt, lang),
	}
	if v.Paid {
		return v // nobody should pay it again
	}
	v.CopyPaste = charge.CopyPaste
	if len(charge.QRCode) > 0 {
		v.QR = template.URL("data:image/png;base64," + base64.StdEncoding.EncodeToString(charge.QRCode)) //nolint:gosec // base64 of our own image
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
			v.TaxpayerID = "CNPJ " + brazil.FormatCNPJ(id.Value)
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
