package sqlite

import (
	"context"
	"fmt"
	"runtime"
	"sync/atomic"
	"testing"
	"time"

	"balcao/checkout"
	"balcao/conversation"
	"balcao/internal/brazil"
	"balcao/internal/ids"
	"balcao/order"
	"balcao/payment"
	"balcao/platform"
)

var benchOwner = platform.Owner{Profile: "https://platform.example/profile.json", Authenticated: true}

// typical is what a request writes: a checkout with one line, its context, its reply.
func typical(n int64) checkout.Write {
	now := time.Date(2026, 7, 28, 12, 0, 0, 0, time.UTC)
	id := ids.Checkout(fmt.Sprintf("chk_abcdefghijklmnop%010d", n))
	address := brazil.Address{Street: "Av. Paulista, 1000", Locality: "São Paulo", Region: "SP", PostalCode: "01310100", Country: "BR", FirstName: "Maria", LastName: "Silva"}
	session := platform.Session{Version: "2026-07-28"}
	for _, name := range []string{platform.CapCheckout, platform.CapOrder, platform.CapFulfillment, platform.CapDiscount, platform.CapBuyerConsent, platform.CapTax} {
		session.Capabilities = append(session.Capabilities, platform.Capability{Name: name, Version: "2026-07-28", Extends: []string{platform.CapCheckout}})
	}
	totals := []order.Total{{Type: "subtotal", Amount: 5990}, {Type: "fulfillment", Text: "PAC", Amount: 500}, {Type: "total", Amount: 6490}}
	c := &checkout.Checkout{
		ID: id, Owner: benchOwner, Context: "ctx", Version: 1, Revision: 1, Session: session, Language: "pt-BR",
		Handlers:  []payment.Handler{{Name: "br.dev.bcp.pix", ID: "pix_recebedor_001", Kind: payment.KindPix, Version: "2026-07-28", Instruments: []payment.InstrumentType{{Type: "pix"}}}},
		CreatedAt: now, ExpiresAt: now.Add(6 * time.Hour), Currency: "BRL", Seller: order.Seller{CNPJ: "99887766000105", LegalName: "Balcão Demonstração Comércio Ltda", Address: address},
		Lines:       []checkout.Line{{ID: "li_abcdefghijklmnopqrstuvwxyz", Product: "camiseta", Variant: "camiseta-preta-m", Title: "Camiseta preta M", Price: 5990, Quantity: 1, Totals: totals}},
		Buyer:       &checkout.Buyer{FirstName: "Maria", LastName: "Silva", Email: "maria@example.com"},
		Fulfillment: checkout.Fulfillment{Method: checkout.Shipping, Destinations: []checkout.Destination{{ID: "dest_1", Address: address}}, SelectedDestination: "dest_1", Options: []checkout.Option{{ID: "standard", Title: "PAC", Price: 500}, {ID: "express", Title: "SEDEX", Price: 1000}}},
		Totals:      totals,
	}
	return checkout.Write{
		Checkout: c,
		Context:  &conversation.Context{Owner: benchOwner, ID: ids.Context(id), Version: 1, Checkout: id, UpdatedAt: now},
		Key:      &conversation.Key{Owner: benchOwner, Binding: "a2a", ID: string(id)},
		Reply:    &conversation.Reply{Done: true, Result: make([]byte, 4096), CreatedAt: now},
	}
}

// BenchmarkCommit measures durable commits of a typical write. It depends on how long
// the disk takes to sync: one commit alone pays a sync, 64 at once share it.
func BenchmarkCommit(b *testing.B) {
	for _, writers := range []int{1, 64} {
		b.Run(fmt.Sprintf("writers=%d", writers), func(b *testing.B) {
			s := open(b, b.TempDir())
			defer s.Close()
			var n atomic.Int64
			b.ReportAllocs()
			b.SetParallelism(max(1, writers/runtime.GOMAXPROCS(0)))
			one := func() {
				if err := s.Commit(context.Background(), typical(n.Add(1))); err != nil {
					b.Error(err)
				}
			}
			if writers == 1 {
				for b.Loop() {
					one()
				}
			} else {
				b.RunParallel(func(p *testing.PB) {
					for p.Next() {
						one()
					}
				})
			}
			b.ReportMetric(float64(n.Load())/b.Elapsed().Seconds(), "commits/s")
		})
	}
}

// BenchmarkRead measures reads by primary key, alone and beside each other.
func BenchmarkRead(b *testing.B) {
	s := open(b, b.TempDir())
	defer s.Close()
	const stored = 1000
	for n := range int64(stored) {
		w := typical(n)
		if _, err := s.writer.submit(b.Context(), mustPrepare(b, w).apply); err != nil {
			b.Fatal(err)
		}
	}
	if err := s.SeedStock(b.Context(), map[ids.Variant]int64{"camiseta-preta-m": 100}); err != nil {
		b.Fatal(err)
	}
	for name, read := range map[string]func(ctx context.Context, w checkout.Write) error{
		"checkout": func(ctx context.Context, w checkout.Write) error {
			_, err := s.Checkout(ctx, w.Checkout.ID)
			return err
		},
		"context": func(ctx context.Context, w checkout.Write) error {
			_, err := s.Context(ctx, w.Context.Owner, w.Context.ID)
			return err
		},
		"reply": func(ctx context.Context, w checkout.Write) error {
			_, err := s.Reply(ctx, *w.Key)
			return err
		},
		"levels": func(ctx context.Context, w checkout.Write) error {
			_, err := s.Levels(ctx, []ids.Variant{w.Checkout.Lines[0].Variant})
			return err
		},
	} {
		keys := make([]checkout.Write, stored)
		for n := range keys {
			keys[n] = typical(int64(n))
		}
		b.Run(name, func(b *testing.B) {
			b.ReportAllocs()
			ctx, n := b.Context(), 0
			for b.Loop() {
				if err := read(ctx, keys[n%stored]); err != nil {
					b.Fatal(err)
				}
				n++
			}
		})
		b.Run(name+"/parallel", func(b *testing.B) {
			ctx := b.Context()
			b.SetParallelism(8)
			b.RunParallel(func(p *testing.PB) {
				for n := 0; p.Next(); n++ {
					if err := read(ctx, keys[n%stored]); err != nil {
						b.Error(err)
					}
				}
			})
		})
	}
}

func mustPrepare(b *testing.B, w checkout.Write) *change {
	c, err := prepare(w)
	if err != nil {
		b.Fatal(err)
	}
	return c
}
