package intents

import (
	"errors"
	"fmt"

	"github.com/go-json-experiment/json"
	"github.com/go-json-experiment/json/jsontext"

	"balcao/conversation"
	"balcao/internal/ids"
)

// utteranceRow is an utterance as evaluation sets have it, one a line.
type utteranceRow struct {
	ID      string  `json:"id"`
	Lang    string  `json:"lang"`
	Text    *string `json:"text"`
	Context struct {
		Checkout []struct {
			Product  string `json:"product_id"`
			Variant  string `json:"variant_id"`
			Title    string `json:"title"`
			Quantity int64  `json:"quantity"`
		} `json:"checkout"`
		Results []ids.Product `json:"last_results"`
		Focus   ids.Product   `json:"focus"`
		// Pending is an action with its slots, in the form of Slots.
		Pending jsontext.Value `json:"pending"`
	} `json:"context"`
}

// DecodeUtterance reads a line of an evaluation set: id, lang, context and text. Other
// members are ignored, and so is whether the catalogue has the products of the context.
func DecodeUtterance(line []byte) (id string, u Utterance, err error) {
	var row utteranceRow
	if err := json.Unmarshal(line, &row); err != nil {
		return "", Utterance{}, err
	}
	if row.ID == "" || row.Text == nil {
		return "", Utterance{}, errors.New("id and text are needed")
	}
	u = Utterance{Text: *row.Text, Language: row.Lang}
	c := &u.Conversation
	for _, l := range row.Context.Checkout {
		c.Lines = append(c.Lines, Line{
			Product: ids.Product(l.Product), Variant: ids.Variant(l.Variant), Title: l.Title, Quantity: l.Quantity,
		})
	}
	c.Results, c.Focus = row.Context.Results, row.Context.Focus
	c.Pending, err = pendingOf(row.Context.Pending)
	return row.ID, u, err
}

func pendingOf(raw jsontext.Value) (*conversation.Pending, error) {
	if len(raw) == 0 || raw.Kind() == jsontext.KindNull {
		return nil, nil
	}
	var p struct {
		Action   string `json:"action"`
		Quantity int64  `json:"quantity"`
	}
	if err := json.Unmarshal(raw, &p); err != nil {
		return nil, err
	}
	if actions[p.Action] == nil {
		return nil, errors.New("context.pending names no action")
	}
	if p.Quantity < 0 || p.Quantity > maxQuantityInText {
		return nil, fmt.Errorf("context.pending asks for %d pieces", p.Quantity)
	}
	return &conversation.Pending{Action: p.Action, Slots: raw}, nil
}
