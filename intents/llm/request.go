package llm

import (
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"slices"

	"github.com/tmc/langchaingo/llms/openai"

	"balcao/catalog"
	"balcao/intents"
	"balcao/prompts"
)

const (
	// maxHits is how many products of the catalogue the model may choose from, beside those
	// of the conversation.
	maxHits = 12
	// maxTitle bounds the titles and labels that go out, in characters, maxListed the lines
	// and options.
	maxTitle, maxListed = 120, 20
)

// said is the user message: everything in it is data, the customer's text one string.
type said struct {
	Message  string    `json:"message"`
	Products []product `json:"products"`
	Cart     []line    `json:"cart"`
	Shown    []string  `json:"shown"`
	Focus    string    `json:"focus,omitempty"`
	Shipping []string  `json:"shipping"`
}

type product struct {
	ID      string              `json:"id"`
	Title   string              `json:"title"`
	Options map[string][]string `json:"options,omitempty"`
}

type line struct {
	ID       string `json:"id"`
	Title    string `json:"title"`
	Quantity int64  `json:"quantity"`
}

// prompt is the prompt of one version, parsed.
type prompt struct {
	prompts.Parser
	schema map[string]any
}

func loadPrompt() (prompt, error) {
	p, err := prompts.LoadParser()
	if err != nil {
		return prompt{}, err
	}
	out := prompt{Parser: p}
	if err := json.Unmarshal(p.Schema, &out.schema); err != nil {
		return prompt{}, fmt.Errorf("llm: schema: %w", err)
	}
	return out, nil
}

// request makes the request for a text, and lists the ids that its answer may name.
func (p prompt) request(mode Mode, u intents.Utterance, e *intents.Evidence) (request, []string, error) {
	list := e.Shortlist(maxHits)
	user, err := json.Marshal(message(u.Conversation, e.Text(), list))
	if err != nil {
		return request{}, nil, fmt.Errorf("llm: %w", err)
	}
	ids := make([]string, len(list))
	for i, item := range list {
		ids[i] = string(item.ID)
	}
	r := request{mode: mode, system: p.System, user: string(user)}
	switch mode {
	case JSONObject:
		r.system += p.JSONOnly + string(p.Schema)
		r.responseFormat = openai.ResponseFormatJSON
	case JSONSchema:
		r.responseFormat, err = p.format(ids)
	default:
		r.schema, err = p.withIDs(ids)
	}
	return r, ids, err
}

func message(c intents.Conversation, text string, list []*catalog.Product) said {
	s := said{Message: text, Products: []product{}, Cart: []line{}, Shown: []string{}, Focus: string(c.Focus), Shipping: []string{}}
	for _, p := range list {
		item := product{ID: string(p.ID), Title: bound(p.Title)}
		for _, o := range p.Options[:min(len(p.Options), maxListed)] {
			if item.Options == nil {
				item.Options = map[string][]string{}
			}
			for _, label := range o.Labels[:min(len(o.Labels), maxListed)] {
				item.Options[bound(o.Name)] = append(item.Options[bound(o.Name)], bound(label))
			}
		}
		s.Products = append(s.Products, item)
	}
	for _, l := range c.Lines[:min(len(c.Lines), maxListed)] {
		s.Cart = append(s.Cart, line{ID: string(l.Product), Title: bound(l.Title), Quantity: l.Quantity})
	}
	for _, id := range c.Results[:min(len(c.Results), maxListed)] {
		s.Shown = append(s.Shown, string(id))
	}
	for _, o := range c.Options[:min(len(c.Options), maxListed)] {
		s.Shipping = append(s.Shipping, bound(o.Title))
	}
	return s
}

// bound cuts a text that is too long, between two characters.
func bound(text string) string {
	n := 0
	for at := range text {
		if n++; n > maxTitle {
			return text[:at]
		}
	}
	return text
}

// withIDs is the schema with the products of one request.
func (p prompt) withIDs(ids []string) (map[string]any, error) {
	var fresh map[string]any
	if err := json.Unmarshal(p.Schema, &fresh); err != nil {
		return nil, fmt.Errorf("llm: schema: %w", err)
	}
	properties, err := actionOf(fresh)
	if err != nil {
		return nil, err
	}
	if len(ids) == 0 {
		delete(properties, "product_id") // an empty enumeration is refused
		return fresh, nil
	}
	properties["product_id"] = map[string]any{"type": "string", "enum": ids, "description": "An id of products."}
	return fresh, nil
}

// actionOf finds the members of one action in the schema.
func actionOf(schema map[string]any) (map[string]any, error) {
	at := schema
	for _, name := range []string{"properties", "actions", "items", "properties"} {
		next, ok := at[name].(map[string]any)
		if !ok {
			return nil, fmt.Errorf("llm: schema: no %s", name)
		}
		at = next
	}
	return at, nil
}

// format is the schema as the library can send it. It knows few words and demands every
// member, so that "" and 0 stand for what is absent, and numbers are listed: without a
// bound a grammar lets a model write digits without end.
func (p prompt) format(ids []string) (*openai.ResponseFormat, error) {
	schema := new(openai.ResponseFormatJSONSchemaProperty)
	if err := json.Unmarshal(p.Schema, schema); err != nil {
		return nil, fmt.Errorf("llm: schema: %w", err)
	}
	list := schema.Properties["actions"]
	if list == nil || list.Items == nil {
		return nil, errors.New("llm: schema: no actions")
	}
	action := list.Items
	action.Required = slices.Sorted(maps.Keys(action.Properties))
	for name, member := range action.Properties {
		switch {
		case name == "action":
		case name == "product_id":
			member.Enum = []any{""}
			for _, id := range ids {
				member.Enum = append(member.Enum, id)
			}
		case member.Type == "integer":
			for n := range intents.MaxQuantity + 1 {
				member.Enum = append(member.Enum, n)
			}
		case len(member.Enum) > 0:
			member.Enum = append([]any{""}, member.Enum...)
		}
	}
	return &openai.ResponseFormat{
		Type:       "json_schema",
		JSONSchema: &openai.ResponseFormatJSONSchema{Name: toolName, Strict: true, Schema: schema},
	}, nil
}
