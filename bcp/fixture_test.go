package bcp

import (
	"time"

	"balcao/checkout"
	"balcao/internal/brazil"
	"balcao/order"
	"balcao/payment"
	"balcao/platform"
)

// testEncoder is the sample shop's.
func testEncoder() *Encoder {
	return NewEncoder(Config{
		PublicURL: "https://loja.example/",
		ShopName:  "Balcão Demonstração",
		Links: []Link{
			{Type: "privacy_policy", Path: "/privacidade", Title: "Privacidade"},
			{Type: "terms_of_service", Path: "/termos"},
		},
	})
}

func at(text string) time.Time {
	t, err := time.Parse(time.RFC3339, text)
	if err != nil {
		panic(err)
	}
	return t
}

var checkoutExtensions = []string{
	platform.CapFulfillment, platform.CapDiscount, platform.CapBuyerConsent, platform.CapFiscalIdentity, platform.CapTax,
}

// sessionWith is a session with checkout, order and the given extensions.
func sessionWith(extensions ...string) platform.Session {
	s := platform.Session{Version: "2026-07-28", Capabilities: []platform.Capability{
		{Name: platform.CapCheckout, Version: "2026-07-28"},
		{Name: platform.CapOrder, Version: "2026-07-28"},
	}}
	for _, name := range extensions {
		parents := []string{platform.CapCheckout}
		switch name {
		case platform.CapFiscalIdentity, platform.CapTax:
			parents = []string{platform.CapCheckout, platform.CapOrder}
		case platform.CapNFe, platform.CapReturns:
			parents = []string{platform.CapOrder}
		}
		s.Capabilities = append(s.Capabilities, platform.Capability{Name: name, Version: "2026-07-14", Extends: parents})
	}
	return s
}

func pixHandler() payment.Handler {
	return payment.Handler{
		Name: "br.dev.bcp.pix", ID: "pix_recebedor_001", Kind: payment.KindPix, Version: "2026-07-28",
		Instruments: []payment.InstrumentType{{Type: "pix"}}, Environment: "sandbox", PayeeName: "Balcão Demonstração",
	}
}

func cardHandler() payment.Handler {
	return payment.Handler{
		Name: "com.example.vendor.delegate_payment", ID: "handler_1", Kind: payment.KindToken, Version: "2026-07-28",
		Spec: "https://vendor.example.com/spec", Schema: "https://vendor.example.com/schema.json",
		Instruments: []payment.InstrumentType{{Type: "card", Brands: []string{"visa", "mastercard"}}},
	}
}

func homeAddress() brazil.Address {
	return brazil.Address{
		Street: "Rua das Flores, 100", Extended: "Apto 12", Locality: "Goiânia", Region: "GO", PostalCode: "74000000",
		Country: "BR", FirstName: "Ana", LastName: "Silva", Phone: "+5562999990000",
	}
}

func counter() *brazil.Address {
	return &brazil.Address{Street: "Rua do Balcão, 100", Locality: "São Paulo", Region: "SP", PostalCode: "01310100", Country: "BR"}
}

func shirtTaxes() []order.Tax {
	return []order.Tax{
		{Type: "icms", Rate: 10217, Base: 5990, Amount: 612, Authority: "state", Behavior: "inclusive"},
		{Type: "pis", Rate: 668, Base: 5990, Amount: 40, Authority: "federal", Behavior: "inclusive"},
		{Type: "cofins", Rate: 3038, Base: 5990, Amount: 182, Authority: "federal", Behavior: "inclusive"},
	}
}

// shirt is the published example: one red shirt to Goiânia by PAC, R$ 79,80 by Pix.
func shirt(session platform.Session) checkout.Result {
	no := false
	c := &checkout.Checkout{
		ID: "chk_1", Session: session, Language: "pt-BR", Key: "k3y",
		Handlers:  []payment.Handler{pixHandler(), cardHandler()},
		CreatedAt: at("2026-07-17T16:00:00Z"), ExpiresAt: at("2026-07-17T22:00:00Z"),
		Currency: "BRL",
		Seller:   order.Seller{CNPJ: "99887766000105", LegalName: "Balcão Demonstração Comércio Ltda", Address: *counter()},
		Lines: []checkout.Line{{
			ID: "line_1", Product: "camiseta-vermelha", Variant: "camiseta-vermelha-m", Title: "Camiseta <Vermelha> & M",
			Price: 5990, Quantity: 1, NCM: "61091000", Taxes: shirtTaxes(),
			Totals: []order.Total{{Type: "subtotal", Amount: 5990}, {Type: "total", Amount: 5990}},
		}},
		Buyer: &checkout.Buyer{
			FirstName: "Ana", LastName: "Silva", Email: "ana@example.com.br", Phone: "+5562999990000",
			TaxpayerID: &checkout.TaxpayerID{Kind: "cpf", Value: "39053344705"},
			Consent:    &checkout.Consent{Analytics: &no, Marketing: &no},
		},
		Hints:       &checkout.Hints{Country: "BR", Region: "GO", PostalCode: "74000000", Language: "pt-BR"},
		Attribution: map[string]string{"utm_source": "assistente", "campaign": "inverno"},
		Fulfillment: checkout.Fulfillment{
			Method:              checkout.Shipping,
			Destinations:        []checkout.Destination{{ID: "dest_1", Address: homeAddress()}},
			SelectedDestination: "dest_1",
			Options: []checkout.Option{
				{ID: "standard", Title: "PAC", Description: "Entrega em 4 dias úteis", Carrier: "Correios",
					Earliest: at("2026-07-22T12:00:00Z"), Latest: at("2026-07-22T18:00:00-03:00"), Price: 1990},
				{ID: "express", Title: "SEDEX", Price: 3490},
			},
			SelectedOption: "standard",
			Counter:        counter(),
		},
		Totals: []order.Total{
			{Type: "subtotal", Text: "Subtotal", Amount: 5990},
			{Type: "tax", Text: "Tributos aproximados incluídos no preço", Amount: 834},
			{Type: "fulfillment", Text: "PAC", Amount: 1990},
			{Type: "total", Text: "Total", Amount: 7980},
		},
		Instrument: &payment.Instrument{ID: "instr_1", Handler: "pix_recebedor_001", Type: "pix"},
		Charges: []payment.Charge{{
			TXID: "tx0000000000000000000000000001", Handler: "pix_recebedor_001", Instrument: "instr_1", State: payment.ChargeOpen,
			Amount: 7980, CreatedAt: at("2026-07-17T16:00:00Z"), ExpiresAt: at("2026-07-17T16:30:00Z"),
			CopyPaste: "00020126...6304ABCD", QRCode: []byte{0x89, 'P', 'N', 'G'},
		}},
	}
	return checkout.Result{
		Checkout: c, Status: checkout.ReadyForComplete, Handlers: c.Handlers, ChargeVisible: true,
		Messages: []checkout.Message{{Type: checkout.TypeInfo, Code: checkout.CodeWithdrawal, Path: "$"}},
	}
}

// shirtOrder is the order that the shirt's checkout ends in.
func shirtOrder(session platform.Session) *order.Order {
	c := shirt(session).Checkout
	return &order.Order{
		ID: "ord_1", Checkout: c.ID, Session: session, Language: "pt-BR", Label: "Pedido 1", Key: "0rd3r",
		CreatedAt: at("2026-07-17T16:10:00Z"), Currency: "BRL", Seller: c.Seller, Attribution: c.Attribution,
		Lines: []order.Line{{
			ID: "line_1", Variant: "camiseta-vermelha-m", Title: "Camiseta Vermelha M", Price: 5990,
			Original: 1, Total: 1, NCM: "61091000", Taxes: shirtTaxes(), Totals: c.Lines[0].Totals,
		}},
		Totals: c.Totals,
		Promises: []order.Expectation{{
			ID: "exp_1", Lines: []order.LineQuantity{{Line: "line_1", Quantity: 1}}, Method: "shipping",
			Destination: homeAddress(), Description: "Entrega em 4 dias úteis",
		}},
	}
}
