package intents

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"
	"time"
)

// utterances are wishes for products of the list, said in many ways.
func utterances(list []article, n int) []Utterance {
	r := rand.New(rand.NewPCG(5, 6))
	leads := []string{"quero um ", "adiciona 2 ", "tem ", "quanto custa o ", "add a ", "quiero un ", "bota aí ", "me vê "}
	var out []Utterance
	for len(out) < n {
		a := list[r.IntN(len(list))]
		if text := ways[r.IntN(len(ways))].say(a, r); text != "" {
			out = append(out, Utterance{Text: leads[r.IntN(len(leads))] + strings.ToLower(text) + []string{"", " por favor", " zvukly", " pra mim"}[r.IntN(4)]})
		}
	}
	return out
}

// BenchmarkCatalogue reads wishes in a shop of many products, and tells the time of the
// slowest in a hundred and the memory of the index.
func BenchmarkCatalogue(b *testing.B) {
	for _, n := range []int{5_000, 100_000} {
		b.Run(fmt.Sprint(n), func(b *testing.B) {
			list := warehouse(n)
			before := heap()
			start := time.Now()
			parser := NewParser(goods(list))
			built := time.Since(start)
			size := heap() - before
			texts := utterances(list, 2000)
			var times []time.Duration
			for i := 0; b.Loop(); i++ {
				start := time.Now()
				if _, err := parser.Interpret(b.Context(), texts[i%len(texts)]); err != nil {
					b.Fatal(err)
				}
				times = append(times, time.Since(start))
			}
			slices.Sort(times)
			b.ReportMetric(float64(times[len(times)*99/100].Microseconds()), "p99-µs")
			b.ReportMetric(float64(size)/(1<<20), "index-MiB")
			b.ReportMetric(float64(built.Milliseconds()), "build-ms")
		})
	}
}
