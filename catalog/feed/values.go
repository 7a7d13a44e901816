package feed

import (
	"errors"
	"fmt"
	"strconv"
	"strings"

	"github.com/go-json-experiment/json"
	"github.com/go-json-experiment/json/jsontext"

	"balcao/catalog"
	"balcao/money"
)

// text is a description: a string, or an object with the member plain as the protocol
// writes it.
type text string

// UnmarshalJSONFrom implements json.UnmarshalerFrom.
func (t *text) UnmarshalJSONFrom(d *jsontext.Decoder) error {
	if d.PeekKind() != jsontext.KindBeginObject {
		return json.UnmarshalDecode(d, (*string)(t))
	}
	var described struct {
		Plain string `json:"plain"`
	}
	err := json.UnmarshalDecode(d, &described, json.RejectUnknownMembers(true))
	*t = text(described.Plain)
	return err
}

// amount is a price in minor units: an integer, or {"amount", "currency"} as the protocol
// writes it.
type amount money.Amount

// UnmarshalJSONFrom implements json.UnmarshalerFrom.
func (a *amount) UnmarshalJSONFrom(d *jsontext.Decoder) error {
	if d.PeekKind() != jsontext.KindBeginObject {
		if err := json.UnmarshalDecode(d, (*int64)(a)); err != nil {
			return errors.New("a price is a whole number of centavos: 5990 is R$ 59,90")
		}
		return nil
	}
	var price struct {
		Amount   int64  `json:"amount"`
		Currency string `json:"currency"`
	}
	if err := json.UnmarshalDecode(d, &price, json.RejectUnknownMembers(true)); err != nil {
		return err
	}
	if price.Currency != string(money.BRL) {
		return fmt.Errorf("the currency %q is not BRL", price.Currency)
	}
	*a = amount(price.Amount)
	return nil
}

// selections are the options of a variant: [{"name", "label"}], or {name: label}.
type selections []catalog.Selection

// UnmarshalJSONFrom implements json.UnmarshalerFrom.
func (s *selections) UnmarshalJSONFrom(d *jsontext.Decoder) error {
	if d.PeekKind() == jsontext.KindBeginArray {
		var list []struct {
			Name  string `json:"name"`
			Label string `json:"label"`
		}
		err := json.UnmarshalDecode(d, &list, json.RejectUnknownMembers(true))
		for _, o := range list {
			*s = append(*s, catalog.Selection{Name: o.Name, Label: o.Label})
		}
		return err
	}
	list, err := members(d, func() (string, error) {
		var label string
		err := json.UnmarshalDecode(d, &label)
		return label, err
	})
	for _, m := range list {
		*s = append(*s, catalog.Selection{Name: m.name, Label: m.value})
	}
	return err
}

// MarshalJSONTo implements json.MarshalerTo.
func (s selections) MarshalJSONTo(e *jsontext.Encoder) error {
	err := e.WriteToken(jsontext.BeginObject)
	for _, o := range s {
		err = errors.Join(err, e.WriteToken(jsontext.String(o.Name)), e.WriteToken(jsontext.String(o.Label)))
	}
	return errors.Join(err, e.WriteToken(jsontext.EndObject))
}

// in puts the selections into the order of the options.
func (s selections) in(options []catalog.Option) []catalog.Selection {
	if len(options) > maxOptions || len(s) > maxOptions { // the check will tell
		return s
	}
	var out []catalog.Selection
	for _, o := range options {
		for _, selection := range s {
			if selection.Name == o.Name {
				out = append(out, selection)
			}
		}
	}
	if len(out) != len(s) { // the check will tell
		return s
	}
	return out
}

// facts are whatever else is told of a product: texts, numbers and truths by name, and
// objects of them. Their order is kept.
type facts []catalog.Fact

// maxNested is how deep facts may lie in facts.
const maxNested = 4

// UnmarshalJSONFrom implements json.UnmarshalerFrom.
func (f *facts) UnmarshalJSONFrom(d *jsontext.Decoder) error {
	list, err := readFacts(d, maxNested)
	*f = list
	return err
}

func readFacts(d *jsontext.Decoder, deep int) ([]catalog.Fact, error) {
	if deep == 0 {
		return nil, fmt.Errorf("facts lie deeper than %d", maxNested)
	}
	list, err := members(d, func() (f catalog.Fact, err error) {
		if d.PeekKind() == jsontext.KindBeginObject {
			f.Facts, err = readFacts(d, deep-1)
			return f, err
		}
		value, err := d.ReadToken()
		switch {
		case err != nil:
			return f, err
		case value.Kind() == jsontext.KindBeginArray || value.Kind() == jsontext.KindNull:
			return f, errors.New("a fact is a text, a number, true, false or an object")
		}
		f.Text = value.String()
		return f, nil
	})
	var out []catalog.Fact
	for _, m := range list {
		m.value.Name = m.name
		out = append(out, m.value)
	}
	return out, err
}

// MarshalJSONTo implements json.MarshalerTo.
func (f facts) MarshalJSONTo(e *jsontext.Encoder) error {
	err := e.WriteToken(jsontext.BeginObject)
	for _, fact := range f {
		err = errors.Join(err, e.WriteToken(jsontext.String(fact.Name)))
		if len(fact.Facts) > 0 {
			err = errors.Join(err, facts(fact.Facts).MarshalJSONTo(e))
		} else {
			err = errors.Join(err, e.WriteToken(jsontext.String(fact.Text)))
		}
	}
	return errors.Join(err, e.WriteToken(jsontext.EndObject))
}

type member[T any] struct {
	name  string
	value T
}

// members reads an object in the order in which it is written.
func members[T any](d *jsontext.Decoder, value func() (T, error)) ([]member[T], error) {
	if d.PeekKind() != jsontext.KindBeginObject {
		return nil, errors.New("must be an object")
	}
	if _, err := d.ReadToken(); err != nil {
		return nil, err
	}
	var out []member[T]
	for d.PeekKind() != jsontext.KindEndObject {
		name, err := d.ReadToken()
		if err != nil {
			return nil, err
		}
		m := member[T]{name: name.String()}
		if m.value, err = value(); err != nil {
			return nil, err
		}
		out = append(out, m)
	}
	_, err := d.ReadToken()
	return out, err
}

// hundredths reads a decimal number of at most two places without ever making it a float.
func hundredths(number string) (int64, error) {
	whole, places, _ := strings.Cut(number, ".")
	places = strings.TrimRight(places, "0")
	if len(places) > 2 {
		return 0, fmt.Errorf("%.20q has more than two decimal places", number)
	}
	n, err := strconv.ParseUint(whole+(places + "00")[:2], 10, 32)
	if err != nil {
		return 0, fmt.Errorf("%.20q is no number of zero or more", number)
	}
	return int64(n), nil
}

// decimal writes hundredths as a number.
func decimal(hundredths int64) jsontext.Value {
	text := fmt.Sprintf("%d.%02d", hundredths/100, hundredths%100)
	return jsontext.Value(strings.TrimRight(strings.TrimRight(text, "0"), "."))
}
