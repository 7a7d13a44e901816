package bcp

import (
	"encoding/json"
	"errors"
	"strings"
	"testing"
)

func TestRefuseCards(t *testing.T) {
	t.Parallel()
	for doc, at := range map[string]string{
		`{"buyer":{"first_name":"Ana 4111 1111 1111 1111"}}`:                                                             "buyer.first_name",
		`{"checkout":{"line_items":[{},{"note":"4111-1111-1111-1111"}]}}`:                                                "checkout.line_items[1].note",
		`{"nobody":{"reads":{"this":[["5555555555554444"]]}}}`:                                                           "nobody.reads.this[0][0]",
		`{"postal_code":4111111111111111}`:                                                                               "postal_code",
		`{"attribution":{"4111111111111111":"x"}}`:                                                                       "attribution",
		`{"4111111111111111":"x"}`:                                                                                       "",
		`"378282246310005"`:                                                                                              "",
		`{"item":{"id":"4111111111111111"}}`:                                                                             "item.id",
		`{"payment":{"instruments":[{"credential":{"type":"card","number":"1"}}]}}`:                                      "payment.instruments[0].credential.number",
		`{"payment":{"instruments":[{"credential":{"type":"card","cvc":"123"}}]}}`:                                       "payment.instruments[0].credential.cvc",
		`{"payment":{"instruments":[{"cvv":123}]}}`:                                                                      "payment.instruments[0].cvv",
		`{"payment":{"instruments":[{"credential":{"type":"PAYMENT_GATEWAY","token":"4111 1111 1111 1111"}}]}}`:          "payment.instruments[0].credential.token",
		`{"payment":{"instruments":[{"credential":{"type":"x","token":"4222222222222"}}]}}`:                              "payment.instruments[0].credential.token",
		`{"payment":{"instruments":[{"credential":{"type":"x","nested":{"raw":"{\"number\":\"4111111111111111\"}"}}}]}}`: "payment.instruments[0].credential.nested.raw",
		`{"payment":{"instruments":[{"display":{"description":"visa 4111111111111111"}}]}}`:                              "payment.instruments[0].display.description",
		`{"context":{"intent":"pay with 4111\u002d1111\u002d1111\u002d1111"}}`:                                           "context.intent",
	} {
		err := RefuseCards(json.RawMessage(doc))
		var refused *FieldError
		if !errors.As(err, &refused) || refused.Field != at {
			t.Errorf("%s: %v, want it refused at %q", doc, err, at)
		}
		if err != nil && (strings.Contains(err.Error(), "1111") || strings.Contains(err.Error(), "4444")) {
			t.Errorf("%s: the error shows the number: %v", doc, err)
		}
	}
	for _, doc := range []string{
		``, `null`, `[]`, `{"credential":{"type":"PAYMENT_GATEWAY","token":"tok_4111111111111111"}}`, `{"credential":{"token":"examplePaymentMethodToken"}}`,
		`{"item":{"id":"30569309025904"}}`, `{"product_id":"39397056217169"}`, `{"taxpayer_id":{"kind":"cnpj","value":"99887766000105"}}`,
		`{"phone_number":"+5562999990000"}`, `{"ap2":{"checkout_mandate":"eyJ.4111111111111111.x~"}}`,
		`{"credential":{"type":"pix_charge","copia_e_cola":"00020101 4111111111111111","provider_payment_id":"4111111111111111"}}`,
		`{"display":{"brand":"visa","last_digits":"4242","expiry_month":12,"expiry_year":2030}}`, `{"number":"100"}`, `{"cvc":null}`, `{"broken":`,
	} {
		if err := RefuseCards(json.RawMessage(doc)); err != nil {
			t.Errorf("%s is refused: %v", doc, err)
		}
	}
}
