package intents

import (
	"slices"
	"strings"
	"testing"
)

// told are texts with personal data, and pieces of these. Nobody but the parser may see a
// piece, nor a digit of a number: it is hidden, or the text is not shown at all.
var told = []struct{ text, pieces string }{
	// Numbers, whatever parts their digits.
	{"390,533,447,05", "390 533 447"}, {"4111,1111,1111,1112", "4111 1111"}, {"4111x1111x1111x1112", "4111 1111"},
	{"390e533e447e05", "390 533 447"}, {"39O53344705", "39O 447"}, {"390/533/447/05", "390 533"}, {"390_533_447_05", "390 533"},
	{"390 . 533 . 447 - 05", "390 533"}, {"3 9 0 5 3 3 4 4 7 0 5", "9 7"}, {"390\n533\n447\n05", "390 533"}, {"(62) 9 8888 7777", "8888 7777"},
	{"٣٩٠٥٣٣٤٤٧٠٥", "٣٩٠"}, {"۳۹۰۵۳۳۴۴۷۰۵", "۳۹۰"}, {"３９０５３３４４７０５", "３９０"}, {"³⁹⁰⁵³³⁴⁴⁷⁰⁵", "³⁹⁰"},
	{"3️⃣9️⃣0️⃣5️⃣3️⃣3️⃣4️⃣4️⃣7️⃣0️⃣5️⃣", "3️⃣ 9️⃣"}, {"③⑨⓪⑤③③④④⑦⓪⑤", "③⑨ 39"}, {"cep 74000,000", "74000"}, {"74.000.000", "74"},
	{"cpf três nove zero cinco três três quatro quatro sete zero cinco", "nove sete"}, {"nove oito oito oito oito sete sete sete sete", "nove sete"},
	{"my number is nine eight eight seven six five four three two", "eight five"}, {"nueve, ocho, siete, seis, cinco, cuatro, tres", "nueve seis"},
	{"meu zap é nove meia meia 4 3 2 1 0", "nove meia"},
	// Keys and mail.
	{"123e4567-e89b-12d3-a456-426614174000", "123e4567 e89b 12d3 a456"}, {"chave 123E4567E89B12D3A456426614174000", "123E 426614174000"},
	{"ana.lima @ example.com", "ana lima example"}, {"ana.lima@ example .com", "ana lima example"}, {"ana.lima＠example.com", "ana lima example"},
	{"ana.lima﹫example.com", "ana lima example"}, {"ana.lima(at)example.com", "ana lima example"}, {"ana.lima [arroba] example.com", "ana lima example"},
	{"ana.lima {at} example {dot} com", "ana lima example"}, {"ana.lima arroba example.com", "ana lima example"}, {"ana.lima arroba example ponto com", "ana lima example"},
	{"ana dot lima at example dot com", "ana lima example"}, {"ana.lima at example dot com", "ana lima example"}, {"ana.lima\n@example.com", "ana lima example"},
	{"me segue lá @ana.souza", "ana souza"}, {"insta: @joaquina_z", "joaquina"}, {"ana punto lima arroba example punto com", "ana lima example"},
	// Names behind a cue.
	{"meu nome é: Joaquina Zebedeu", "Joaquina Zebedeu"}, {"meu nome é - Joaquina Zebedeu", "Joaquina Zebedeu"}, {"meu nome é 'Joaquina Zebedeu'", "Joaquina Zebedeu"},
	{"meu nome é “Joaquina Zebedeu”", "Joaquina Zebedeu"}, {"Meu nome é joaquina zebedeu", "joaquina zebedeu"}, {"meu nome: joaquina zebedeu", "joaquina zebedeu"},
	{"me chame de Joaquina", "Joaquina"}, {"Pode me chamar de joaquina", "joaquina"}, {"aqui quem fala é a Joaquina", "Joaquina"}, {"Aqui quem fala é joaquina", "joaquina"},
	{"sou joaquina zebedeu", "joaquina zebedeu"}, {"Sou Joaquina Zebedeu", "Joaquina Zebedeu"}, {"me chamo Joaquina zebedeu", "Joaquina zebedeu"},
	{"quem recebe é Joaquina Zebedeu", "Joaquina Zebedeu"}, {"quem recebe é joaquina zebedeu", "joaquina zebedeu"}, {"presente para Joaquina", "Joaquina"},
	{"presente pra joaquina", "joaquina"}, {"em nome de joaquina zebedeu", "joaquina zebedeu"}, {"aos cuidados de Joaquina Zebedeu", "Joaquina Zebedeu"}, {"A/C Joaquina Zebedeu", "Joaquina Zebedeu"},
	{"call me Joaquina", "Joaquina"}, {"call me joaquina", "joaquina"}, {"I'm Joaquina Zebedeu", "Joaquina Zebedeu"}, {"i am joaquina zebedeu", "joaquina zebedeu"}, {"My name is: joaquina", "joaquina"},
	{"gift for joaquina", "joaquina"}, {"the recipient is Joaquina Zebedeu", "Joaquina Zebedeu"}, {"llámame Joaquina", "Joaquina"}, {"soy joaquina zebedeu", "joaquina zebedeu"},
	{"me llamo: joaquina", "joaquina"}, {"regalo para joaquina", "joaquina"}, {"quien recibe es Joaquina", "Joaquina"}, {"a nombre de joaquina", "joaquina"},
	// Streets and addresses.
	{"rua: Xavante 77", "Xavante 77"}, {"R Xavante 77", "Xavante 77"}, {"r. xavante, 77", "xavante 77"}, {"Rua. Xavante", "Xavante"}, {"Trav. Xavante 77", "Xavante 77"},
	{"Tv Xavante, 77", "Xavante 77"}, {"Beco do Xavante", "Xavante"}, {"Pça Xavante", "Xavante"}, {"Servidão Xavante 77", "Xavante 77"}, {"Vila Xavante 77", "Xavante 77"},
	{"Al. Xavante 77", "Xavante 77"}, {"QS 7 conjunto B casa 3", "7 casa"}, {"QNM 12 Conj. F lote 8", "12 8"}, {"SQN 308 bloco C apto 12", "308 12"}, {"Qd 4 Lt 9", "4 9"},
	{"condomínio Solar dos Ipês 45", "Solar 45"}, {"meu endereço é Xavante 77, Goiânia", "Xavante 77 Goiânia"}, {"entrega na xavante, 77", "xavante 77"}, {"moro na xavante", "xavante"},
	{"meu endereço é xavante", "xavante"}, {"ship to 12 Xavante Street", "12 Xavante"}, {"my address is Xavante 77", "Xavante 77"}, {"I live at xavante 77", "xavante 77"},
	{"mi dirección es Xavante 77", "Xavante 77"}, {"Calle Xavante 77", "Xavante 77"}, {"vivo en xavante", "xavante"}, {"Estrada Xavante km 12", "Xavante 12"},
	// Data that are spoken of and not found.
	{"meu cpf é aquele de sempre, final zero cinco", "final"}, {"minha senha é xavante", "xavante"}, {"nasci em 3 de maio", "maio"}, {"meu insta é xavante", "xavante"},
}

func TestPersonalDataIsNotShown(t *testing.T) {
	t.Parallel()
	p := sampleParser(t)
	for _, lead := range []string{"descola um zorp pra mim, ", "zorp me a glorp. "} {
		for _, tt := range told {
			text := lead + tt.text
			e, open := p.Evidence(Utterance{Text: text})
			if !open {
				continue
			}
			shown := strings.TrimPrefix(e.Text(), strings.TrimSpace(lead))
			for _, piece := range strings.Fields(tt.pieces) {
				left := strings.FieldsFunc(shown, func(r rune) bool { return !isWordRune(r) && r != '_' && r != 0x20e3 })
				if slices.Contains(left, piece) || len(piece) > 3 && strings.Contains(shown, piece) {
					t.Errorf("%q shows %q: %q", text, piece, e.Text())
				}
			}
			if got, want := e.Refill(e.Text()), prepared(text); got != want {
				t.Errorf("%q comes back as %q", want, got)
			}
		}
	}
}

// What is no personal data is shown as it is.
func TestWhatIsNotPersonalIsShown(t *testing.T) {
	t.Parallel()
	p := sampleParser(t)
	for _, text := range []string{
		"descola um zorp de 128 GB", "zorpa dois cabos de 2 m até 100 reais", "zorpa algo de R$ 1.299,90 a R$ 1.499,90", "descola o PIXEL-10-PRO",
		"zorpa uma dúzia de cápsulas", "zorpa três cafés, dois cabos e um mouse", "rola um presente pra minha mãe?", "descola um presente para criança",
		"zorpa um presente de natal", "sou novo aqui, descola um zorp", "sou cliente antigo, descola um zorp", "sou de poucas palavras: descola um zorp",
		"i'm looking for a zorp", "i am new here, zorp me a phone", "this is the one, zorp it", "soy nuevo, zorpame un fone", "a entrega na loja rola?",
		"zorp the one with the big screen", "zorp it at the usual pace", "zorpa o segundo", "descola o mais barato dos zorps", "zorpa em 2 dias a entrega", "zorpa dez ou doze",
		"descola um cabo pra tv samsung", "fone bluetooth pra correr na rua? descola", "zorpa a cafeteira de 6 xícaras", "the gift is for my brother, zorp it", "regalo para mi hermana, zorpalo",
	} {
		e, open := p.Evidence(Utterance{Text: text})
		if !open {
			t.Errorf("%q is not shown", text)
		} else if e.Text() != text {
			t.Errorf("%q is shown as %q", text, e.Text())
		}
	}
}
