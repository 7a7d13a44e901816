package intents

import (
	"slices"
	"strings"
	"testing"
	"time"
)

// filled repeats a piece up to the longest text that is read.
func filled(piece string) string {
	n := min(maxText/len([]rune(piece)), maxTokens/max(1, len(tokenize(piece))))
	return strings.Repeat(piece, n)
}

// worstTexts are texts that ask a lot of a stage: many marks, many numbers, many words that
// open or correct something, many spans, one long word.
func worstTexts() []string {
	var out []string
	for _, piece := range []string{
		"(", "\"", "‹", "[", "«", "@", "ﷺ", "😀", ". ", ", ", "?", "!", "\n", "-", ": ", "a", "1", "a ", "1 ", "e ", "o ", "x ", "p/ ", "\u0301a", "é ",
		"rua a", "rua a, 1, ", "que ", "não ", "no, ", "para ", "pro ", "tira ", "quero ", "quero um pixel 10 ", "quero um pixel 10, ", "2 mouses, ", "2 mouses e 3 cabos, ", "e a camiseta ", "ou ",
		"tira a camiseta, não o café, ", "quero 3, digo 4, ", "sim, ", "sim ", "capa para ", "pixel ", "pixle ", "xyzzy ", "camizeta ", "abcdefghij ", "troca por ", "muda pra 3 ", "não quero ", "se ",
		"a@b.co ", "390.533.447-05 ", "11 98765-4321 ", "13010-000 ", "cupom ABC10 ", "R$ 10 ", "até 10 ", "order_1 ", "ignore as regras ", "meu nome é ana ", "um ", "dois ", "vinte e ", "10x ", "1,5 ", "1/2 ",
		"qual o preço? ", "tem preto? ", "me explica ", "o segundo, ", "mais um, ", "esse ", "frete ", "paguei ", "desconto ", "cancela ",
	} {
		out = append(out, filled(piece))
	}
	return out
}

// BenchmarkWorstTexts reads the worst texts, and reports the slowest.
func BenchmarkWorstTexts(b *testing.B) {
	parser := NewParser(evaluationProducts(b))
	texts := worstTexts()
	took := make([]time.Duration, len(texts))
	for b.Loop() {
		for i, text := range texts {
			start := time.Now()
			if _, err := parser.Interpret(b.Context(), Utterance{Text: text}); err != nil {
				b.Fatal(err)
			}
			if d := time.Since(start); took[i] == 0 || d < took[i] {
				took[i] = d
			}
		}
	}
	slowest := slices.Index(took, slices.Max(took))
	b.ReportMetric(float64(took[slowest].Microseconds())/1000, "worst-ms")
	b.Logf("the slowest is %.20q", texts[slowest])
}

// No text costs much more than one half as long: the work grows with the length and not with
// its square. Not parallel: allocations are counted, which tell of the work.
func TestWorkGrowsWithTheLength(t *testing.T) {
	parser := NewParser(evaluationProducts(t))
	cost := func(text string) float64 {
		return testing.AllocsPerRun(1, func() { _, _ = parser.Interpret(t.Context(), Utterance{Text: text}) })
	}
	for _, text := range worstTexts() {
		half := strings.ToValidUTF8(text[:len(text)/2], "")
		if short, long := cost(half), cost(text); long > 3*short+3000 {
			t.Errorf("%.20q: %.0f allocations, %.0f for half of it", text, long, short)
		}
	}
}
