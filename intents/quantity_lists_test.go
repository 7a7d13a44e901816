package intents

import (
	"fmt"
	"strings"
	"testing"
)

// brief is an action in few words: what it is, how many, of what, in which options.
func brief(s Slots) string {
	what := s.Product
	switch {
	case s.Variant != "":
		what = s.Variant
	case len(s.Candidates) > 0:
		what = strings.Join(s.Candidates, "|")
	case s.Unresolved:
		what = "?"
	case s.Action == "unknown":
		what = string(s.Reason)
	case s.Query != "":
		what = s.Query
	}
	out := strings.TrimSuffix(s.Action, "_to_checkout")
	if s.Quantity > 0 {
		out += fmt.Sprintf(" %d", s.Quantity)
	}
	out += " " + what
	if s.Variant == "" {
		for _, axis := range []string{colorAxis, sizeAxis} {
			if s.Options[axis] != "" {
				out += " " + s.Options[axis]
			}
		}
	}
	return out
}

func brieflyOf(list []Slots) string {
	var out []string
	for _, s := range list {
		out = append(out, brief(s))
	}
	return strings.Join(out, ", ")
}

// A number before goods counts them, whatever stands before it; a list shares its noun and
// splits its options; number words take part in names.
func TestNumbersBeforeGoodsAndSharedNouns(t *testing.T) {
	t.Parallel()
	parser := NewParser(evaluationProducts(t))
	const sneakers38, sneakers40 = "TENIS-ALL-STAR|TENIS-CORRE-4|TENIS-REVOLUTION-7", "TENIS-ULTRABOOST|TENIS-ALL-STAR|TENIS-CORRE-4|TENIS-REVOLUTION-7"
	for text, want := range map[string]string{
		"meu chefe falou pra comprar 3 mouses":                               "add 3 MOUSE-M170|MOUSE-MX-3S",
		"vim comprar 6 jbl":                                                  "add 6 CAIXA-JBL-FLIP-6|CAIXA-JBL-GO-4|FONE-JBL-TUNE-520",
		"I came to buy 3 mice":                                               "add 3 MOUSE-M170|MOUSE-MX-3S",
		"minha mãe mandou comprar 2 cafés":                                   "add 2 CAFE-GRAO-1KG|CAFE-PILAO-500|CAFE-PILAO-DESCAF|CAFE-SERRA-CLARA",
		"passei pra comprar 3 jbl go 4":                                      "add 3 CAIXA-JBL-GO-4",
		"4 corre 4":                                                          "add 4 TENIS-CORRE-4",
		"um pixel dez":                                                       "add 1 PIXEL-10",
		"quero um pixel dez pro":                                             "add 1 PIXEL-10-PRO",
		"quero um jbl flip seis":                                             "add 1 CAIXA-JBL-FLIP-6",
		"quero dois tênis, um 38 e outro 40":                                 "add 1 " + sneakers38 + " 38, add 1 " + sneakers40 + " 40",
		"two sneakers, one 38 and one 40":                                    "add 1 " + sneakers38 + " 38, add 1 " + sneakers40 + " 40",
		"dos zapatillas, una 38 y otra 40":                                   "add 1 " + sneakers38 + " 38, add 1 " + sneakers40 + " 40",
		"quero uma camiseta preta M e duas brancas G":                        "add 1 CAMISETA-BASICA|CAMISETA-DRY Preto M, add 2 CAMISETA-BASICA-BRANCO-G",
		"two black basic t-shirts M and one white L":                         "add 2 CAMISETA-BASICA-PRETO-M, add 1 CAMISETA-BASICA-BRANCO-G",
		"dos camisetas negras M y una blanca G":                              "add 2 CAMISETA-BASICA|CAMISETA-DRY Preto M, add 1 CAMISETA-BASICA-BRANCO-G",
		"add 2 phone cases, one black and one blue":                          "add 1 CAPA-PIXEL-10|CAPA-PIXEL-10-PRO Preto, add 1 CAPA-PIXEL-10|CAPA-PIXEL-10-PRO Azul",
		"quero 3 camisetas básicas: uma preta M, uma branca M e uma cinza G": "add 1 CAMISETA-BASICA-PRETO-M, add 1 CAMISETA-BASICA-BRANCO-M, add 1 CAMISETA-BASICA-CINZA-G",
	} {
		if got := brieflyOf(slotsOf(t, parser, Utterance{Text: text})); got != want {
			t.Errorf("%q: %s, want %s", text, got, want)
		}
	}
}

// A colour or a trait alone names no product: it tells one of what is in view, or it asks.
func TestColorsAloneNeverAdd(t *testing.T) {
	t.Parallel()
	parser := NewParser(evaluationProducts(t))
	for text, want := range map[string]string{
		"add one black": "unknown unclear", "quero um preto": "unknown unclear", "quiero uno negro": "unknown unclear", "quero um vermelho": "unknown unclear",
		"quero um impermeável": "unknown unclear", "add the blue one": "unknown unclear", "quero um chocolate preto": "add 1 CHOCOLATE-70", "quero chocolate amargo": "add 1 CHOCOLATE-70",
		"dois pacotes do descafeinado": "add 2 CAFE-PILAO-DESCAF",
	} {
		if got := brieflyOf(slotsOf(t, parser, Utterance{Text: text})); got != want {
			t.Errorf("%q: %s, want %s", text, got, want)
		}
	}
	for text, want := range map[string]string{
		"quero um preto": "add 1 CAPA-PIXEL-10-PRETO", "add one black and one blue": "add 1 CAPA-PIXEL-10-PRETO, add 1 CAPA-PIXEL-10-AZUL", "quero dois azuis": "add 2 CAPA-PIXEL-10-AZUL",
	} {
		if got := brieflyOf(slotsOf(t, parser, Utterance{Text: text, Conversation: Conversation{Focus: "CAPA-PIXEL-10"}})); got != want {
			t.Errorf("%q of the case: %s, want %s", text, got, want)
		}
	}
}
