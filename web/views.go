package web

import (
	"strings"

	"balcao/internal/brazil"
	"balcao/money"
	"balcao/order"
)

// shopView is the shop as the pages show it.
type shopView struct {
	Name, LegalName, CNPJ string
	Address               string
	Email                 string
	WithdrawalDays        int
	Sandbox               bool
}

func viewShop(s Shop) shopView {
	return shopView{
		Name: s.Name, LegalName: s.Seller.LegalName, CNPJ: brazil.FormatCNPJ(s.Seller.CNPJ),
		Address: strings.Join(s.Seller.Address.Lines(), ", "),
		Email:   s.Email, WithdrawalDays: max(s.WithdrawalDays, 7), Sandbox: s.Sandbox,
	}
}

// lineView is a line of a checkout or an order.
type lineView struct {
	Title         string
	Quantity      int64
	Price, Amount string
	// Status, and Until when the buyer may withdraw, are empty for a checkout.
	Status, Until string
}

// totalView is one entry of the totals; the grand total stands out.
type totalView struct {
	Text, Amount string
	Grand        bool
}

func viewTotals(totals []order.Total, lang string) ([]totalView, error) {
	out := make([]totalView, 0, len(totals))
	for _, t := range totals {
		v := totalView{Text: t.Text, Amount: money.Format(t.Amount, lang), Grand: t.Type == order.TotalTotal}
		if v.Text == "" {
			var err error
			if v.Text, err = totalName(t.Type, lang); err != nil {
				return nil, err
			}
		}
		out = append(out, v)
	}
	return out, nil
}

// totalName names a type of total. Types are open: one we have no name for shows as it is.
func totalName(kind, lang string) (string, error) {
	key := "total." + kind
	if _, ok := texts[key]; !ok {
		return kind, nil
	}
	return text(lang, key)
}

// sellerView is who sells, as it was when the checkout was made.
type sellerView struct{ LegalName, CNPJ, Address string }

func viewSeller(s order.Seller) sellerView {
	return sellerView{s.LegalName, brazil.FormatCNPJ(s.CNPJ), strings.Join(s.Address.Lines(), ", ")}
}

// deliveryView is where and how the goods go.
type deliveryView struct {
	// Method is the text for shipping or pickup; Option names the chosen option.
	Method, Option, Description string
	Name                        string
	Address                     []string
}

func (d *deliveryView) to(a brazil.Address) {
	d.Name = joined(" ", a.FirstName, a.LastName)
	d.Address = a.Lines()
}
