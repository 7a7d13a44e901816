package main

import "testing"

// What differs from one run to the next is masked, and nothing else is.
func TestConversationMasks(t *testing.T) {
	t.Parallel()
	m := masks{seen: map[string]string{}}
	for in, want := range map[string]string{
		"Pague R$ 1,00 via Pix até 23:59 (horário de Brasília).":          "Pague R$ 1,00 via Pix até <hh:mm> (horário de Brasília).",
		"Pague R$ 1,00 via Pix até 01/12 às 00:14 (horário de Brasília).": "Pague R$ 1,00 via Pix até <hh:mm> (horário de Brasília).",
		"o seu pedido UD5M3APA, de R$ 1,00":                               "o seu pedido <code>, de R$ 1,00",
		"00020101021226730014br.gov.bcb.pix63043D41":                      "<pix code>",
		"2026-07-28T12:00:03.5Z":                                          "<time>",
		"CEP 01310-100, Rua XV de Novembro, 500":                          "CEP 01310-100, Rua XV de Novembro, 500",
	} {
		if got := m.text(in); got != want {
			t.Errorf("%q is masked as %q, want %q", in, got, want)
		}
	}
}
