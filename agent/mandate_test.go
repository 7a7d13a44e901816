package agent

import (
	"context"
	"encoding/json"
	"net/http"
	"strings"
	"testing"

	"balcao/bcp"
	"balcao/checkout"
	"balcao/order"
	"balcao/platform"
	"balcao/profile"
)

// paperKeys seal without signing anything.
type paperKeys struct{}

func (paperKeys) Sign(map[string]string, []byte) (protected, signature string, err error) {
	return "e30", "AA", nil
}
func (paperKeys) Publishes(string) bool               { return true }
func (paperKeys) Published() (json.RawMessage, error) { return json.RawMessage(`[]`), nil }

// ready is a checkout that can be completed, made in a session with these capabilities.
func ready(capabilities ...string) checkout.Result {
	c := &checkout.Checkout{
		ID: "chk_1", Revision: 3, Session: identity(buyer, capabilities...).Negotiated.Session, Language: "pt-BR", Currency: "BRL", Nonce: "n",
		Lines:  []checkout.Line{{ID: "line_1", Product: "item_123", Variant: "item_123", Title: "Camiseta", Price: 5990, Quantity: 1}},
		Totals: []order.Total{{Type: "total", Amount: 5990}},
	}
	return checkout.Result{Checkout: c, Status: checkout.ReadyForComplete, Seals: &checkout.Seals{}}
}

// A purchase that only a mandate completes says so, in the buyer's language, and asks nothing
// that a yes would answer.
func TestReadyUnderMandates(t *testing.T) {
	t.Parallel()
	under := append([]string{platform.CapAP2Mandate}, everything...)
	for _, tt := range []struct{ text, mandated, usual string }{
		{"o que tem no meu carrinho?", "O total é R$\u00a059,90. Para concluir, falta só a sua autorização.", "Quer que eu gere o Pix?"},
		{"what is in my cart?", "The total is R$\u00a059.90. All that is missing is your authorization.", "Shall I create the Pix charge?"},
		{"¿qué hay en mi carrito?", "El total es R$\u00a059,90. Para concluir, solo falta tu autorización.", "¿Quieres que genere el Pix?"},
	} {
		for _, mandated := range []bool{true, false} {
			capabilities, want, not := everything, tt.usual, tt.mandated
			if mandated {
				capabilities, want, not = under, tt.mandated, "Pix"
			}
			c := &counter{result: ready(capabilities...)}
			s := newShop(t, c)
			s.Encoder = bcp.NewEncoder(bcp.Config{PublicURL: "https://shop.example", ShopName: "Loja", Keys: paperKeys{}})
			m := sent(buyer, "", tt.text)
			m.Extension = "" // the text alone
			answer, err := s.Send(context.Background(), m)
			if err != nil || !strings.Contains(string(answer), want) || strings.Contains(string(answer), not) {
				t.Errorf("%s, mandated %v: %s, %v; want %q", tt.text, mandated, answer, err, want)
			}
			if pending := c.asked[0].Turn(c.result).Pending; (pending == nil) != mandated || pending != nil && pending.Action != "start_payment" {
				t.Errorf("%s, mandated %v: pending %+v", tt.text, mandated, pending)
			}
		}
	}
}

// completion is what the counter was asked to complete, nil if it was not asked.
func (c *counter) completion() *checkout.Complete {
	if len(c.asked) != 1 || len(c.asked[0].Commands) != 1 {
		return nil
	}
	complete, ok := c.asked[0].Commands[0].(checkout.Complete)
	if !ok {
		return nil
	}
	return &complete
}

// The member ap2 is read beside the payment and inside the checkout. Where AP2 was negotiated a
// bad one is named and nothing is done; elsewhere it means nothing.
func TestMandateMember(t *testing.T) {
	t.Parallel()
	const whatever = "*" // nobody looks at it
	for name, tt := range map[string]struct{ members, mandate, fault string }{
		"none":              {``, "", ""},
		"no token":          {`,"ap2":{}`, "", ""},
		"beside":            {`,"ap2":{"checkout_mandate":"a~b"}`, "a~b", ""},
		"inside":            {`,"a2a.bcp.checkout":{"ap2":{"checkout_mandate":"a~b"}}`, "a~b", ""},
		"both":              {`,"ap2":{"checkout_mandate":"a~b"},"a2a.bcp.checkout":{"ap2":{"checkout_mandate":"a~b"}}`, "a~b", ""},
		"two":               {`,"ap2":{"checkout_mandate":"a~b"},"a2a.bcp.checkout":{"ap2":{"checkout_mandate":"a~c"}}`, whatever, "ap2.checkout_mandate"},
		"a text":            {`,"ap2":"a~b"`, "", "ap2"},
		"a list":            {`,"ap2":[]`, "", "ap2"},
		"token of a number": {`,"ap2":{"checkout_mandate":7}`, "", "ap2.checkout_mandate"},
		"a text inside":     {`,"a2a.bcp.checkout":{"ap2":"a~b"}`, "", "a2a.bcp.checkout.ap2"},
		"token of a list":   {`,"a2a.bcp.checkout":{"ap2":{"checkout_mandate":["a~b"]}}`, "", "a2a.bcp.checkout.ap2.checkout_mandate"},
		"good and bad":      {`,"ap2":{"checkout_mandate":"a~b"},"a2a.bcp.checkout":{"ap2":1}`, whatever, "a2a.bcp.checkout.ap2"},
	} {
		for _, negotiated := range []bool{true, false} {
			c := &counter{}
			h := newHarness()
			h.Sender = newShop(t, c)
			h.Identifier = identifierFunc(func(profile.Credentials) (profile.Identity, error) {
				if negotiated {
					return identity(buyer, append([]string{platform.CapAP2Mandate}, everything...)...), nil
				}
				return identity(buyer, everything...), nil
			})
			w := h.say(`"parts":[{"data":{"action":"complete_checkout"` + tt.members + `}}]`)
			if negotiated && tt.fault != "" {
				e := errorIn(t, w)
				at := e.Error.Data[len(e.Error.Data)-1].FieldViolations
				if e.Error.Code != -32602 || len(at) != 1 || at[0].Field != tt.fault {
					t.Errorf("%s: answered %s, want -32602 about %s", name, w.Body, tt.fault)
				}
				if len(c.asked) != 0 {
					t.Errorf("%s: and yet the counter was asked %+v", name, c.asked)
				}
				continue
			}
			asked := c.completion()
			if w.Code != http.StatusOK || strings.Contains(w.Body.String(), `"error":{"code"`) || asked == nil {
				t.Errorf("%s, negotiated %v: answered %s", name, negotiated, w.Body)
			} else if tt.mandate != whatever && asked.Mandate != tt.mandate {
				t.Errorf("%s, negotiated %v: mandate %q, want %q", name, negotiated, asked.Mandate, tt.mandate)
			}
		}
	}
}
