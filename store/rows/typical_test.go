package rows

import (
	"bytes"
	"time"

	"balcao/checkout"
	"balcao/internal/brazil"
	"balcao/order"
	"balcao/payment"
	"balcao/platform"
)

// typical is a checkout as most are: one line, a buyer, an address, two options.
func typical() *checkout.Checkout {
	now := time.Date(2026, 7, 28, 12, 0, 0, 0, time.UTC)
	address := brazil.Address{Street: "Av. Paulista, 1000", Extended: "ap. 12", Locality: "São Paulo",
		Region: "SP", PostalCode: "01310100", Country: "BR", FirstName: "Maria", LastName: "Silva"}
	totals := []order.Total{{Type: "subtotal", Amount: 5990}, {Type: "fulfillment", Text: "PAC", Amount: 500}, {Type: "total", Amount: 6490}}
	session := platform.Session{Version: "2026-07-28"}
	for _, name := range []string{platform.CapCheckout, platform.CapOrder, platform.CapFulfillment, platform.CapDiscount, platform.CapBuyerConsent, platform.CapTax} {
		session.Capabilities = append(session.Capabilities, platform.Capability{Name: name, Version: "2026-07-28", Extends: []string{platform.CapCheckout}})
	}
	return &checkout.Checkout{
		ID: "chk_abcdefghijklmnopqrstuvwxyz", Owner: platform.Owner{Profile: "https://platform.example/profile.json", Authenticated: true},
		Context: "ctx-1", Version: 3, Revision: 2, Session: session, Language: "pt-BR",
		Handlers: []payment.Handler{
			{Name: "br.dev.bcp.pix", ID: "pix_recebedor_001", Kind: payment.KindPix, Version: "2026-07-28", Instruments: []payment.InstrumentType{{Type: "pix"}}, Environment: "sandbox", PayeeName: "Balcão Demonstração"},
			{Name: "com.google.pay", ID: "gpay", Kind: payment.KindToken, Version: "2026-07-28", Instruments: []payment.InstrumentType{{Type: "card", Brands: []string{"visa", "mastercard"}}}},
		},
		Key: "abcdefghijklmnopqrstuvwxyz234567", CreatedAt: now, ExpiresAt: now.Add(6 * time.Hour), Currency: "BRL",
		Seller: order.Seller{CNPJ: "99887766000105", LegalName: "Balcão Demonstração Comércio Ltda", Address: address},
		Lines: []checkout.Line{{ID: "li_abcdefghijklmnopqrstuvwxyz", Product: "camiseta", Variant: "camiseta-preta-m", Title: "Camiseta preta M",
			Price: 5990, Quantity: 1, NCM: "61091000", Totals: totals[:1],
			Taxes: []order.Tax{{Type: "icms", Rate: 10217, Base: 5990, Amount: 612, Authority: "state", Behavior: "inclusive"}, {Type: "pis", Rate: 668, Base: 5990, Amount: 40, Authority: "federal", Behavior: "inclusive"}}}},
		Buyer:  &checkout.Buyer{FirstName: "Maria", LastName: "Silva", Email: "maria@example.com", Phone: "+5511999990000"},
		Totals: totals,
		Fulfillment: checkout.Fulfillment{Method: checkout.Shipping, SelectedDestination: "dest_1", SelectedOption: "standard",
			Destinations: []checkout.Destination{{ID: "dest_1", Address: address}}, Counter: &address,
			Options: []checkout.Option{{ID: "standard", Title: "PAC", Carrier: "Correios", Latest: now.AddDate(0, 0, 7), Price: 500}, {ID: "express", Title: "SEDEX", Carrier: "Correios", Latest: now.AddDate(0, 0, 3), Price: 1000}}},
	}
}

// withCharge is a typical checkout with an open Pix charge and its QR code.
func withCharge() *checkout.Checkout {
	c := typical()
	c.Charges = []payment.Charge{{TXID: "abcdefghijklmnopqrstuvwxyz234567", Handler: "pix_recebedor_001", Instrument: "pi_1", State: payment.ChargeOpen,
		Amount: 6490, CreatedAt: c.CreatedAt, ExpiresAt: c.ExpiresAt, CopyPaste: string(bytes.Repeat([]byte("0"), 180)), QRCode: make([]byte, 1500)}}
	return c
}
