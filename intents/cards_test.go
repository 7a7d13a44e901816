package intents

import "testing"

// No card number is left in a text, however it is written, with what belongs to it.
func TestWithoutCards(t *testing.T) {
	t.Parallel()
	for text, want := range map[string]string{
		"quero um zorp 5500000000000004":    "quero um zorp",
		"quero um zorp 5500 0000 0000 0004": "quero um zorp",
		"4111-1111-1111-1111":               "",
		"4111,1111,1111,1111":               "",
		"4111x1111x1111x1111":               "",
		"⁴¹¹¹ ¹¹¹¹ ¹¹¹¹ ¹¹¹¹":               "",
		"4111.1111.1111.1111 ok":            "ok",
		"4 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1":   "",
		"4111\n1111\n1111\n1111":            "",
		"４１１１ １１１１ １１１１ １１１１":               "",
		"٤١١١ ١١١١ ١١١١ ١١١١":               "",
		"4️⃣1️⃣1️⃣1️⃣1️⃣1️⃣1️⃣1️⃣1️⃣1️⃣1️⃣1️⃣1️⃣1️⃣1️⃣1️⃣": "",
		"amex 3782 822463 10005 cvv 1234":                                          "amex",
		"complemento: cartão 4111 1111 1111 1111":                                  "complemento:",
		"Rua Um, 5, cartao 4111 1111 1111 1111, Campinas, SP, 13010-000":           "Rua Um, 5, Campinas, SP, 13010-000",
		"CUPOM A4111111111111111":                                                  "CUPOM",
		"meu nome é Ana Lima 4111111111111111":                                     "meu nome é Ana Lima",
		"quero pagar no cartão 4111 1111 1111 1111, validade 12/29, cvv 123":       "quero pagar no cartão",
		"paga com 4111 1111 1111 1111 12/29 123":                                   "paga com",
		"4111111111111111 e 5500000000000004":                                      "e",
		"4111    1111    1111    1111":                                             "",
		"411111111 1111111":                                                        "",
		"4111111111 111111":                                                        "",
		"4111 e 1111 e 1111 e 1111":                                                "",
		"4111 and 1111 and 1111 and 1111":                                          "",
		"4111xx1111xx1111xx1111":                                                   "",
		"4111----1111----1111----1111":                                             "",
		"4111<br>1111<br>1111<br>1111":                                             "",
		"4111%201111%201111%201111":                                                "",
		"4l11 1111 1111 1111":                                                      "",
		"41I1 1111 1111 1111":                                                      "",
		"quero 4111111111111111":                                                   "",
		"rua A, 5, senha do cartão 4321, campinas":                                 "rua A, 5, campinas",
		"código 123 do cartão":                                                     "",
		"the pin of my card is 4321":                                               "",
		"Rua Um, 5, validade 12/29":                                                "Rua Um, 5",
		"código de segurança: 123":                                                 "",
		"quero dois cafés 4111111111111111, por favor, e o cabo usb-c de 2 metros": "quero dois cafés, por favor, e o cabo usb-c de 2 metros",
	} {
		if got, found := WithoutCards(text); got != want || !found {
			t.Errorf("%q becomes %q, %v; want %q", text, got, found, want)
		}
	}
}

// Nobody else reads a card number either.
func TestEvidenceWithoutCards(t *testing.T) {
	t.Parallel()
	if got := evidenceOf(t, "descola um cabo, cartão 4111 1111 1111 1111", Conversation{}).Text(); got != "descola um cabo," {
		t.Errorf("got %q", got)
	}
}

// What is no card stays: phones, documents, postal codes, prices, codes to pay with.
func TestNoCards(t *testing.T) {
	t.Parallel()
	for _, text := range []string{
		"quero um pixel 10", "4111111111111112", "CPF 390.533.447-05, CEP 13010-000", "39053344705 13010000", "+55 11 98765-4321", "5511987654321",
		"41 98765-4321 80010000", "(41) 98765-4321, 80010-000", "11.222.333/0001-81", "7891000315507", "0000000000000000", "Rua Um, 4111, apto 11, 13010-000",
		"00020126580014br.gov.bcb.pix0136123e4567-e12b-12d1-a456-426655440000", "23793.38128 60007.827136 95000.063305 9 75520000370000", "4 camisetas M e 3 cabos de 2 metros até 150 reais",
	} {
		if got, found := WithoutCards(text); found || got != text {
			t.Errorf("%q becomes %q", text, got)
		}
	}
	// Of the phones and documents that begin like a card, one in ten has its check digit.
	for i := range 1000 {
		phone := "41 9" + string(rune('0'+i/100)) + string(rune('0'+i/10%10)) + string(rune('0'+i%10)) + "65-4321 80010000"
		if _, found := WithoutCards(phone); found {
			t.Errorf("the phone %q is taken for a card", phone)
		}
	}
}
