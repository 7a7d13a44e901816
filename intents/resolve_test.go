package intents

import (
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"balcao/catalog"
	"balcao/checkout"
	"balcao/payment"
)

// offered is a conversation at the counter: options and handlers are on offer.
func offered() Conversation {
	soon := time.Date(2026, 8, 3, 0, 0, 0, 0, time.UTC)
	return Conversation{
		Options: []ShippingOption{
			{ID: "standard", Title: "PAC", Price: 1990, Latest: soon.AddDate(0, 0, 4)},
			{ID: "express", Title: "SEDEX", Price: 3490, Latest: soon},
			{ID: "bike", Title: "Bicicleta", Price: 2500, Latest: soon.AddDate(0, 0, 1)},
		},
		Handlers: []payment.Handler{
			{Name: "br.dev.bcp.pix", ID: "pix_1", Kind: payment.KindPix, Instruments: []payment.InstrumentType{{Type: "pix"}}},
			{Name: "com.google.pay", ID: "gpay", Kind: payment.KindToken, Instruments: []payment.InstrumentType{{Type: "card"}}},
			{Name: "com.example.cards", ID: "cards", Kind: payment.KindToken, Instruments: []payment.InstrumentType{{Type: "card"}}},
		},
	}
}

func TestChoices(t *testing.T) {
	t.Parallel()
	option := func(id string) Intent { return Change{Command: checkout.SelectOption{Option: id}} }
	pay := func(c checkout.StartPayment) Intent { return Change{Command: c} }
	tests := []struct {
		text string
		want Intent
	}{
		{"Escolho PAC por R$ 19,90.", option("standard")},
		{"Escolho PAC", option("standard")},
		{"A cliente escolheu PAC por R$ 19,90", option("standard")},
		{"Escolho PAC por R$ 9,90.", Ask{About: AskWhichShipping, Action: "select_fulfillment_option"}},
		{"manda por sedex", option("express")},
		{"pode ser de bicicleta", option("bike")},
		{"a mais barata", option("standard")},
		{"a mais rápida", option("express")},
		{"a terceira", option("bike")},
		{"Gere a cobrança Pix para o checkout de R$ 79,80", pay(checkout.StartPayment{Handler: "pix_1"})},
		{"quero pagar no cartão de crédito", pay(checkout.StartPayment{Handler: "cards"})},
		{"pay with google pay", pay(checkout.StartPayment{Handler: "gpay"})},
		{"pago com boleto", Ask{About: AskPaymentMethod, Action: "start_payment"}},
	}
	p := NewParser(shelf())
	for _, tt := range tests {
		got, err := p.Interpret(t.Context(), Utterance{Text: tt.text, Conversation: offered()})
		if err != nil {
			t.Fatal(err)
		}
		if diff := cmp.Diff([]Intent{tt.want}, got.Intents); diff != "" {
			t.Errorf("%q (-want +got):\n%s", tt.text, diff)
		}
	}
}

// The buyer's line of the public playground: all data of the buyer in one message.
func TestBuyerInOneLine(t *testing.T) {
	t.Parallel()
	const text = "Compradora Ana Silva, CPF 39053344705, ana@example.com.br, +5562999990000. " +
		"Entrega na Rua das Flores, 100, Apto 12, Goiânia, GO, 74000000, BR. " +
		"Mantenha os consentimentos opcionais recusados."
	refused := pointer(false)
	want := []Intent{
		Change{Command: checkout.SetBuyer{Buyer: checkout.BuyerInput{
			FullName: pointer("Ana Silva"), Email: pointer("ana@example.com.br"), Phone: pointer("+5562999990000"),
			TaxpayerID: &checkout.TaxpayerID{Kind: "cpf", Value: "39053344705"},
			Consent:    &checkout.Consent{Analytics: refused, Preferences: refused, Marketing: refused, SaleOfData: refused},
		}}},
		Change{Command: checkout.SetAddress{Address: checkout.AddressInput{
			Street: "Rua das Flores, 100", Extended: "Apto 12", Locality: "Goiânia", Region: "GO", PostalCode: "74000000", Country: "BR",
		}}},
	}
	got, err := NewParser(shelf()).Interpret(t.Context(), Utterance{Text: text})
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(want, got.Intents); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
}

func TestConsent(t *testing.T) {
	t.Parallel()
	yes, no := pointer(true), pointer(false)
	tests := []struct {
		text string
		want *checkout.Consent
	}{
		{"não quero receber promoções", &checkout.Consent{Marketing: no}},
		{"quero receber novidades", &checkout.Consent{Marketing: yes}},
		{"aceito todos os consentimentos", &checkout.Consent{Analytics: yes, Preferences: yes, Marketing: yes, SaleOfData: yes}},
		{"I refuse all optional consents", &checkout.Consent{Analytics: no, Preferences: no, Marketing: no, SaleOfData: no}},
	}
	p := NewParser(shelf())
	for _, tt := range tests {
		got, err := p.Interpret(t.Context(), Utterance{Text: tt.text})
		if err != nil {
			t.Fatal(err)
		}
		want := []Intent{Change{Command: checkout.SetBuyer{Buyer: checkout.BuyerInput{Consent: tt.want}}}}
		if diff := cmp.Diff(want, got.Intents); diff != "" {
			t.Errorf("%q (-want +got):\n%s", tt.text, diff)
		}
	}
}

func TestAddress(t *testing.T) {
	t.Parallel()
	tests := []struct {
		text string
		want Slots
	}{
		{"entrega na Rua das Acácias, 123, apto 42, Campinas SP, cep 13010-000",
			Slots{Street: "Rua das Acácias, 123", Extended: "apto 42", Locality: "Campinas", Region: "SP", PostalCode: "13010000"}},
		{"ship it to Av. Paulista, 1000, apto 51, Bela Vista, São Paulo - SP, 01310-100",
			Slots{Street: "Av. Paulista, 1000", Extended: "apto 51, Bela Vista", Locality: "São Paulo", Region: "SP", PostalCode: "01310100"}},
		{"meu endereço é rua das laranjeiras 45 apto 201, rio de janeiro, rj, 22240-003",
			Slots{Street: "rua das laranjeiras 45", Extended: "apto 201", Locality: "rio de janeiro", Region: "RJ", PostalCode: "22240003"}},
		{"entrega pra Maria Teste, Rua B, 22, Salvador, Bahia, cep 40010-000",
			Slots{FullName: "Maria Teste", Street: "Rua B, 22", Locality: "Salvador", Region: "BA", PostalCode: "40010000"}},
		{"quanto fica o frete pro 30110010?", Slots{PostalCode: "30110010"}},
	}
	p := NewParser(shelf())
	for _, tt := range tests {
		tt.want.Action = "set_shipping_address"
		got, err := p.Interpret(t.Context(), Utterance{Text: tt.text})
		if err != nil {
			t.Fatal(err)
		}
		if diff := cmp.Diff([]Slots{tt.want}, got.Slots, cmp.AllowUnexported(Slots{})); diff != "" {
			t.Errorf("%q (-want +got):\n%s", tt.text, diff)
		}
	}
}

func TestTargets(t *testing.T) {
	t.Parallel()
	tests := []struct {
		conversation Conversation
		text         string
		want         Intent
	}{
		{basket(), "tira o café", Change{Command: checkout.Remove{Line: "li_2"}}},
		{basket(), "muda o café para 5", Change{Command: checkout.SetQuantity{Line: "li_2", Quantity: 5}}},
		{Conversation{}, "quero o veloz 4 azul 41", Change{Command: checkout.Add{Item: "SHOE-AZUL-41", Quantity: 1}}},
		{Conversation{}, "quero o veloz 4 azul", Change{Command: checkout.Add{
			Item: "SHOE", Quantity: 1, Selected: []catalog.Selection{{Name: "cor", Label: "Azul"}},
		}}},
		{Conversation{}, "quero um cabo usb-c", Ask{
			About: AskWhichProduct, Action: "add_to_checkout", Candidates: products("CABLE-1M", "CABLE-2M"), Said: "cabo usb c",
		}},
		{Conversation{Results: products("camiseta-vermelha-m", "camiseta-vermelha-g", "camiseta-azul-m")}, "Quero a vermelha M",
			Change{Command: checkout.Add{Item: "camiseta-vermelha-m", Quantity: 1}}},
		{Conversation{Codes: []string{"PIX15"}}, "tira o cupom", Change{Command: checkout.RemoveDiscount{Code: "PIX15"}}},
		{Conversation{}, "Procuro uma camiseta vermelha, tamanho M.", SearchCatalog{
			Query: "camiseta vermelha", Filters: Filters{Selected: []catalog.Selection{{Name: "tamanho", Label: "M"}}},
		}},
	}
	p := NewParser(shelf())
	for _, tt := range tests {
		got, err := p.Interpret(t.Context(), Utterance{Text: tt.text, Conversation: tt.conversation})
		if err != nil {
			t.Fatal(err)
		}
		if diff := cmp.Diff([]Intent{tt.want}, got.Intents); diff != "" {
			t.Errorf("%q (-want +got):\n%s", tt.text, diff)
		}
	}
}
