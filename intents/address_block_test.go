package intents

import "testing"

// An address of blocks is read whole: what leads to the house is the street.
func TestAddressOfBlocks(t *testing.T) {
	t.Parallel()
	at := func(street, extended, city, cep string) Slots {
		s := Slots{Action: "set_shipping_address", Street: street, Extended: extended, Locality: city, PostalCode: cep}
		if city != "" {
			s.Region = "DF"
		}
		return s
	}
	reads(t, Conversation{}, []readAs{
		{"SQN 210 bloco C apto 404 Brasília DF 70862-030", at("SQN 210 bloco C", "apto 404", "Brasília", "70862030")},
		{"moro na sqn 406 bloco b apto 201, brasília df", at("sqn 406 bloco b", "apto 201", "brasília", "")},
		{"QNM 12 Conjunto C Casa 14, Ceilândia, DF, 72210-120", at("QNM 12 Conjunto C Casa 14", "", "Ceilândia", "72210120")},
		{"SHIS QI 9 conjunto 3 casa 4, Brasília - DF, 71625-030", at("SHIS QI 9 conjunto 3 casa 4", "", "Brasília", "71625030")},
		{"CLN 103 Bloco D loja 12, Asa Norte, Brasília/DF, 70732-540", at("CLN 103 Bloco D", "loja 12, Asa Norte", "Brasília", "70732540")},
		{"Quadra 12 Lote 5, Setor Leste, Gama, DF", at("Quadra 12 Lote 5", "Setor Leste", "Gama", "")},
		{"SQS 308, Bloco A", at("SQS 308, Bloco A", "", "", "")},
		{"SQS 308", unknown(ReasonUnclear)},
	})
}
