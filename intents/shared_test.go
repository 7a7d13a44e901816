package intents

import (
	"encoding/json"
	"os"
	"testing"

	"balcao/catalog"
	"balcao/conversation"
	"balcao/internal/bcptest"
	"balcao/internal/ids"
	"balcao/money"
)

// evaluationProducts reads the catalogue of the evaluation set.
func evaluationProducts(t testing.TB) []*catalog.Product {
	t.Helper()
	var file struct {
		Products []struct {
			ID, Title, Brand, Category, Description string
			Price                                   int64
			Tags                                    []string
			Options                                 []struct {
				Name   string
				Values []string
			}
			Variants []struct {
				ID, Title string
				Price     int64
				Options   map[string]string
			}
		}
	}
	raw, err := os.ReadFile(bcptest.Shared(t, "nl", "catalog.json"))
	if err == nil {
		err = json.Unmarshal(raw, &file)
	}
	if err != nil {
		t.Fatal(err)
	}
	var out []*catalog.Product
	for _, p := range file.Products {
		product := &catalog.Product{
			ID: ids.Product(p.ID), Title: p.Title, Brand: p.Brand, Category: p.Category,
			Description: p.Description, Tags: p.Tags,
		}
		for _, o := range p.Options {
			product.Options = append(product.Options, catalog.Option{Name: o.Name, Labels: o.Values})
		}
		for _, v := range p.Variants {
			variant := catalog.Variant{ID: ids.Variant(v.ID), Title: v.Title, Price: money.Amount(v.Price)}
			for _, o := range p.Options {
				variant.Selected = append(variant.Selected, catalog.Selection{Name: o.Name, Label: v.Options[o.Name]})
			}
			product.Variants = append(product.Variants, variant)
		}
		if len(p.Variants) == 0 {
			product.Variants = []catalog.Variant{{ID: ids.Variant(p.ID), Title: p.Title, Price: money.Amount(p.Price)}}
		}
		out = append(out, product)
	}
	return out
}

// row is one labelled utterance.
type row struct {
	ID, Lang, Text string
	Context        struct {
		Checkout []struct {
			Product  string `json:"product_id"`
			Variant  string `json:"variant_id"`
			Title    string
			Quantity int64
		}
		Results []string `json:"last_results"`
		Focus   string
		Pending json.RawMessage
	}
	Expect []json.RawMessage
	Tags   []string
}

func (r row) utterance(t testing.TB) Utterance {
	t.Helper()
	u := Utterance{Text: r.Text, Language: r.Lang}
	c := &u.Conversation
	for _, l := range r.Context.Checkout {
		c.Lines = append(c.Lines, Line{
			Product: ids.Product(l.Product), Variant: ids.Variant(l.Variant), Title: l.Title, Quantity: l.Quantity,
		})
	}
	for _, id := range r.Context.Results {
		c.Results = append(c.Results, ids.Product(id))
	}
	c.Focus = ids.Product(r.Context.Focus)
	if r.Context.Pending != nil {
		var p struct{ Action string }
		if err := json.Unmarshal(r.Context.Pending, &p); err != nil {
			t.Fatal(err)
		}
		c.Pending = &conversation.Pending{Action: p.Action, Slots: r.Context.Pending}
	}
	return u
}
