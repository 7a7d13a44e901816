package intents

import "testing"

func TestSpokenNumbers(t *testing.T) {
	t.Parallel()
	for text, want := range map[string]int64{
		"mil e quinhentos": 1500, "dois mil e duzentos e cinquenta": 2250, "cento e vinte e oito": 128,
		"doscientos cincuenta y seis": 256, "mil quinientos": 1500, "two hundred and fifty": 250, "fifteen hundred": 1500,
		"six grand": 6000, "4 mil": 4000, "vinte mil": 20000, "twenty-five": 25, "sesenta y cinco": 65, "veintidós mil": 22000,
		"mil e dois mil": 1000, "duzentos e trezentos": 200, "vinte e trinta": 20, "cem": 100, "cabos": 0,
	} {
		if got := spokenAt(tokenize(text), 0); got.value != want {
			t.Errorf("%q is %d, want %d", text, got.value, want)
		}
	}
}

func TestSpokenLimits(t *testing.T) {
	t.Parallel()
	p := NewParser(evaluationProducts(t))
	for text, want := range map[string][2]int64{ // the least and the most, in minor units
		"fone que num passa de trezentos real":            {0, 30000},
		"hd externo de seiscentos reais pra cima":         {60000, 0},
		"notebook até três mil e quinhentos":              {0, 350000},
		"headphones between two and three hundred reais":  {20000, 30000},
		"phones, nothing over six grand":                  {0, 600000},
		"audífonos entre doscientos y trescientos reales": {20000, 30000},
		"celular entre mil e duzentos e mil e quinhentos": {120000, 150000},
		"mochila de 200 pra baixo":                        {0, 20000},
		"notebook de dois a três mil reais":               {200000, 300000},
		"zapatillas que no cuesten más de quinientos":     {0, 50000},
		"caixa de som de quinhentos conto pra mais":       {50000, 0},
		"books for less than forty reais":                 {0, 4000},
		"books in Portuguese under fifty?":                {0, 5000},
		"notebook de dois mil a três mil e quinhentos":    {200000, 350000},
		"cabo de duzentas unidades":                       {0, 0},
		"iphone de duzentos e cinquenta e seis giga":      {0, 0},
		"carregador portátil de vinte mil miliampere":     {0, 0},
		"menos de duzentas unidades":                      {0, 0},
	} {
		var got [2]int64
		for _, s := range (reader{index: p.index}).findSpans(text) {
			switch s.kind {
			case spanMin:
				got[0] = s.amount
			case spanMax:
				got[1] = s.amount
			}
		}
		if got != want {
			t.Errorf("%q has the limits %v, want %v", text, got, want)
		}
	}
}
