package profile

import (
	"balcao/payment"
)

// platformKey is a platform's public key with this id, as it is kept.
func platformKey(kid string) string {
	return `{"alg":"ES256","crv":"P-256","kid":"` + kid + `","kty":"EC","use":"sig",` +
		`"x":"mnl4eyp6yIXCTI0YVP_ltncQrjKbHcA56cge-M6ASbM","y":"Kj9eXxMdGeUTtAXneR68vk6P7gLelLdJ3fFwtnAHu4g"}`
}

// testShop is a loopback-free shop with the sample shop's handlers, which takes mandates of
// one platform.
func testShop() Shop {
	return Shop{
		PublicURL:   "https://loja.example",
		Name:        "Balcão Demonstração",
		Description: "Loja de demonstração",
		SpecURL:     "https://bcp.dev.br",
		Releases:    Releases(),
		Capabilities: Capabilities(Returns{
			WithdrawalDays: 7, RequestChannel: "https://loja.example/returns",
		}),
		Handlers: []payment.Handler{
			{
				Name: "br.dev.bcp.pix", ID: "pix_recebedor_001", Kind: payment.KindPix, Version: "2026-07-28",
				Instruments: []payment.InstrumentType{{Type: "pix"}}, Environment: "sandbox", PayeeName: "Balcão",
			},
			{
				Name: "com.google.pay", ID: "gpay", Kind: payment.KindToken, Version: "2026-07-28",
				Instruments: []payment.InstrumentType{{Type: "card", Brands: []string{"visa", "mastercard", "elo"}}},
			},
			{
				Name: "com.example.vendor.delegate_payment", ID: "handler_1", Kind: payment.KindToken, Version: "2026-07-28",
				Schema: "https://vendor.example.com/schema.json", Instruments: []payment.InstrumentType{{Type: "card"}},
			},
		},
		MandateIssuers: []string{agentURL},
		Keys: []JWK{{
			KID: "merchant-1", KTY: "EC", CRV: "P-256",
			X: "mnl4eyp6yIXCTI0YVP_ltncQrjKbHcA56cge-M6ASbM", Y: "Kj9eXxMdGeUTtAXneR68vk6P7gLelLdJ3fFwtnAHu4g",
			Use: "sig", Alg: "ES256",
		}},
	}
}
