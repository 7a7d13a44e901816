package intents

import (
	"fmt"
	"runtime"
	"slices"
	"testing"
	"time"

	"balcao/internal/bcptest"
)

// BenchmarkInterpret reads the utterances of the evaluation set one after the other, over
// the products of the set alone and with invented ones beside them, half of them rivals.
// Beside the mean it reports the median and the 99th percentile of one reading, and the
// bytes that the index takes on top of the products.
func BenchmarkInterpret(b *testing.B) {
	goods := evaluationProducts(b)
	list := rows(b, bcptest.Shared(b, "nl", "dev.jsonl"))
	said := make([]Utterance, len(list))
	for i, r := range list {
		said[i] = r.utterance(b)
	}
	for _, n := range []int{len(goods), 5_000, 100_000} {
		b.Run(fmt.Sprintf("products=%d", n), func(b *testing.B) {
			more := n - len(goods)
			products := slices.Concat(goods, synthetic(more/2, true), synthetic(more-more/2, false))
			before := heap()
			parser := NewParser(products)
			size := heap() - before
			var took []time.Duration
			for i := 0; b.Loop(); i++ {
				start := time.Now()
				if _, err := parser.Interpret(b.Context(), said[i%len(said)]); err != nil {
					b.Fatal(err)
				}
				took = append(took, time.Since(start))
			}
			slices.Sort(took)
			b.ReportMetric(float64(took[len(took)/2]), "p50-ns")
			b.ReportMetric(float64(took[len(took)*99/100]), "p99-ns")
			b.ReportMetric(float64(size), "index-bytes")
			runtime.KeepAlive(products)
		})
	}
}

// heap is how many bytes are in use.
func heap() int64 {
	runtime.GC()
	var m runtime.MemStats
	runtime.ReadMemStats(&m)
	return int64(m.HeapAlloc)
}
