package bcp

import (
	"encoding/json"
	"os"
	"path/filepath"
	"testing"

	"github.com/google/go-cmp/cmp"

	"balcao/checkout"
	"balcao/internal/bcptest"
)

// A published Pix instrument, sent back whole, names its charge.
func TestDecodePublishedInstrument(t *testing.T) {
	t.Parallel()
	raw, err := os.ReadFile(filepath.Join(bcptest.Shared(t), "bcp", "playground", "extra", "07-checkout.json"))
	if err != nil {
		t.Fatal(err)
	}
	var published struct{ Payment json.RawMessage }
	if err := json.Unmarshal(raw, &published); err != nil {
		t.Fatal(err)
	}
	got, err := DecodePayment(published.Payment)
	if err != nil {
		t.Fatal(err)
	}
	want := checkout.PaymentInput{Instruments: []checkout.InstrumentInput{{
		ID: "instrument_playground_001", Handler: "pix_playground_001", Type: "pix", Selected: ptr(true),
		PaymentID: "pix_charge_playground_001",
		CopyPaste: "00020126580014br.gov.bcb.pix0136playground-bcp-0015204000053039865802BR5912LojaExemplo6007Goiania62070503***6304ABCD",
	}}}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("payment (-want +got):\n%s", diff)
	}
}

// A checkout as it was answered may be sent back whole as an update: what is the shop's is
// passed over, what is the platform's is read.
func TestDecodeOwnAnswer(t *testing.T) {
	t.Parallel()
	raw, _ := encode(t, shirt(sessionWith(checkoutExtensions...)))
	in, err := DecodeInput(raw, Update)
	if err != nil {
		t.Fatal(err)
	}
	home := checkout.AddressInput{ID: "dest_1", Street: "Rua das Flores, 100", Extended: "Apto 12", Locality: "Goiânia", Region: "GO",
		PostalCode: "74000-000", Country: "BR", FirstName: "Ana", LastName: "Silva", Phone: "+5562999990000"}
	want := checkout.Input{
		Lines: []checkout.LineInput{{ID: "line_1", Item: "camiseta-vermelha-m", Quantity: 1}},
		Buyer: &checkout.BuyerInput{
			FirstName: ptr("Ana"), LastName: ptr("Silva"), Email: ptr("ana@example.com.br"), Phone: ptr("+5562999990000"),
			TaxpayerID: &checkout.TaxpayerID{Kind: "cpf", Value: "39053344705"},
			Consent:    &checkout.Consent{Analytics: ptr(false), Marketing: ptr(false)},
		},
		Hints:       &checkout.Hints{Country: "BR", Region: "GO", PostalCode: "74000-000", Language: "pt-BR"},
		Attribution: map[string]string{"utm_source": "assistente", "campaign": "inverno"},
		Fulfillment: &checkout.FulfillmentInput{Methods: []checkout.MethodInput{{
			ID: "shipping_1", Type: checkout.Shipping, Destinations: []checkout.AddressInput{home}, SelectedDestination: ptr("dest_1"),
			Groups: []checkout.GroupInput{{ID: "package_1", SelectedOption: ptr("standard")}},
		}}},
		Payment: &checkout.PaymentInput{Instruments: []checkout.InstrumentInput{{
			ID: "instr_1", Handler: "pix_recebedor_001", Type: "pix", Selected: ptr(true),
			PaymentID: "tx0000000000000000000000000001", CopyPaste: "00020126...6304ABCD",
		}}},
	}
	if diff := cmp.Diff(want, in); diff != "" {
		t.Errorf("input (-want +got):\n%s", diff)
	}
}
